"""What is chosen when a game is created.

Variants and switches of later editions are further fields, each with a default: a stored game
that does not name them is played as it always was.
"""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from games.engine.board import MODULES
from games.engine.errors import InvalidOptions

Edition = Literal["cc15-2025"]


class Options(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The options of one game. ``map`` is empty (sides are drawn) or names four sides, A to D.

    The fields after ``edition`` are switches where the texts differ; see ``SWITCHES``.
    """

    players: Annotated[int, Meta(ge=2, le=4)] = 4
    map: list[str] = []
    edition: Edition = "cc15-2025"
    kickstarter: bool = True
    neighbourhood_cap: Literal["turn", "event"] = "turn"
    port_after_pass: bool = False
    port3_goods: Literal[2, 3] = 2
    port6_up_to: bool = False
    port7_up_to: bool = False
    port7_different: bool = True
    port7_neighbourhood: bool = True
    box_freed_late: bool = False
    border_each: bool = False
    meat_single: bool = False
    buchanan_2017: bool = False


class OptionInfo(Struct, frozen=True):
    """One option as a form needs it: what it means, its default and the values it takes.

    ``rule`` is the id under which the rules describe it. ``changes`` is the clan or tile whose text
    in the content tells only the default: the list and the name there, such as ``ports/3``.
    """

    name: str
    meaning: str
    kind: str
    default: bool | int | str | list[str]
    values: list[bool | int | str]
    excludes: list[str] = []
    rule: str = ""
    changes: str = ""


class Switch(Struct, frozen=True):
    """A point where the texts differ: which option decides it, and what its values mean.

    ``changes`` as in ``OptionInfo``.
    """

    name: str
    rule: str
    meaning: str
    values: tuple[bool | int | str, ...] = (False, True)
    changes: str = ""

    def info(self) -> OptionInfo:
        """The switch as a form needs it."""
        default: bool | int | str = getattr(Options(), self.name)
        kind = "boolean" if isinstance(default, bool) else "choice"
        return OptionInfo(
            self.name,
            self.meaning,
            kind,
            default,
            [*self.values],
            rule=self.rule,
            changes=self.changes,
        )


SWITCHES: Final = (
    Switch(
        "kickstarter",
        "OPT-01",
        "Whether clan MacEwan, port tile 9 and scoring tile 9 are among the tiles drawn.",
    ),
    Switch(
        "neighbourhood_cap",
        "OPT-07",
        "Whether the limit of the neighbourhood bonus, so many of each good, holds for a turn or "
        "for each event in it that deploys units.",
        ("turn", "event"),
    ),
    Switch("port_after_pass", "OPT-09", "Whether ports may still be used in a turn after passing."),
    Switch(
        "port3_goods",
        "OPT-12",
        "How many processed goods port tile 3 gives.",
        (2, 3),
        changes="ports/3",
    ),
    Switch(
        "port6_up_to",
        "OPT-04",
        "Whether port tile 6 may move a price by fewer steps than 3.",
        changes="ports/6",
    ),
    Switch(
        "port7_up_to",
        "OPT-03",
        "Whether port tile 7 may exchange a single unit.",
        changes="ports/7",
    ),
    Switch(
        "port7_different",
        "OPT-15",
        "Whether port tile 7 has to bring units of other kinds than the ones it takes.",
        changes="ports/7",
    ),
    Switch(
        "port7_neighbourhood",
        "OPT-02",
        "Whether units deployed by port tile 7 bring the neighbourhood bonus.",
    ),
    Switch(
        "box_freed_late",
        "OPT-16",
        "Whether an export box becomes free only after the gains of the fulfilled contract.",
    ),
    Switch(
        "border_each",
        "OPT-13",
        "Whether scoring tile 5 gives 3 Glory for each unit on the border, not for every two.",
        changes="scoring_tiles/5",
    ),
    Switch(
        "meat_single",
        "OPT-14",
        "Whether scoring tile 7 gives 1 Glory for each meat, not 2.",
        changes="scoring_tiles/7",
    ),
    Switch(
        "buchanan_2017",
        "OPT-05",
        "Whether clan Buchanan plays by its text of 2017: one contract fulfilled in a turn, three "
        "drawn by a building bonus and one of them kept, the cost settled for each action.",
        changes="clans/buchanan",
    ),
)
"""Every switch, in the order in which a form shows them."""


def describe(sides: list[str]) -> list[OptionInfo]:
    """Every option of a new game; ``sides`` are the map sides of the content pack."""
    return [
        OptionInfo("players", "How many seats the table has.", "integer", 4, [2, 3, 4]),
        OptionInfo(
            "map",
            "The side of each map module, A to D in order; leave it empty to have them drawn.",
            "list",
            [],
            [*sides],
        ),
        OptionInfo(
            "edition",
            "The printing whose rules hold: the CC15 text with the publisher's 2025 errata.",
            "choice",
            "cc15-2025",
            ["cc15-2025"],
        ),
        *(switch.info() for switch in SWITCHES),
    ]


def decode(data: object, *, sides: list[str]) -> Options:
    """Options from plain data, checked against the map sides at hand; raises InvalidOptions."""
    try:
        options = msgspec.convert(data, Options)
    except msgspec.ValidationError as error:
        detail, _, path = str(error).partition(" - at `$.")
        raise InvalidOptions(path.rstrip("`"), detail) from error
    if options.map:
        _check_map(options.map, sides)
    return options


def _check_map(chosen: list[str], sides: list[str]) -> None:
    if [side[:1] for side in chosen] != list(MODULES):
        raise InvalidOptions("map", "name one side of each module, in the order A, B, C, D")
    for side in chosen:
        if side not in sides:
            known = ", ".join(sides)
            raise InvalidOptions("map", f"there is no side {side[:8]!r}; this pack has {known}")
