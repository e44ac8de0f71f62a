"""What is chosen when a game is created.

Variants and switches of later editions are further fields, each with a default: a stored game
that does not name them is played as it always was.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from games.engine.board import MODULES
from games.engine.errors import InvalidOptions

Edition = Literal["cc15-2025"]


class Options(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The options of one game. ``map`` is empty (sides are drawn) or names four sides, A to D."""

    players: Annotated[int, Meta(ge=2, le=4)] = 4
    map: list[str] = []
    edition: Edition = "cc15-2025"


class OptionInfo(Struct, frozen=True):
    """One option as a form needs it: what it means, its default and the values it takes."""

    name: str
    meaning: str
    kind: str
    default: int | str | list[str]
    values: list[int | str]
    excludes: list[str] = []


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
