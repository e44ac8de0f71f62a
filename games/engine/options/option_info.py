"""What is known of an option: its meaning, values, rule, and with which others it cannot go."""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from games.engine.options.option_rules import EXCLUSIONS, Exclusion, Value
from games.engine.options.options import Options

COUNTS: Final = (1, 2, 3, 4)
Kind = Literal["integer", "boolean", "choice", "list"]
ChosenBy = Literal["host", "players"]
OptionGroup = Literal["players", "map", "edition", "expansion", "variant", "auction", "switch"]


class Excluded(Struct, frozen=True):
    """These ``values`` of an option cannot be combined with those ``others`` of ``option``."""

    values: list[Value]
    option: str
    others: list[Value]
    rule: str


class OptionInfo(Struct, frozen=True):
    """One option as a form needs it: what it means, its default and the values it takes.

    ``rule`` is the id under which the rules describe it. ``players`` are the numbers of players
    with which it can have another value than its default. ``changes`` is the clan or tile whose
    text in the content has only the default: the list and the name there, such as ``ports/3``.
    ``needs`` are options that have to be away from their defaults too when this one is.
    ``chosen_by`` players means that it cannot be named when a game is created: each player states
    it at the open table, and the statements are put in at the start.
    """

    name: str
    meaning: str
    kind: Kind
    default: bool | int | str | list[str]
    values: list[bool | int | str]
    excludes: list[Excluded] = []
    rule: str = ""
    changes: str = ""
    group: OptionGroup = "switch"
    players: tuple[int, ...] = COUNTS
    needs: tuple[str, ...] = ()
    chosen_by: ChosenBy = "host"


class Switch(Struct, frozen=True):
    """A choice of how to play: which option decides it, and what its values mean.

    ``changes`` as in ``OptionInfo``.
    """

    name: str
    rule: str
    meaning: str
    values: tuple[bool | int | str, ...] = (False, True)
    changes: str = ""
    group: OptionGroup = "switch"

    def info(self) -> OptionInfo:
        """The switch as a form needs it."""
        default: bool | int | str = getattr(Options(), self.name)
        return OptionInfo(
            self.name,
            self.meaning,
            "boolean" if isinstance(default, bool) else "choice",
            default,
            [*self.values],
            excludes=exclusions_of(self.name),
            rule=self.rule,
            changes=self.changes,
            group=self.group,
            players=players_for(self.name, default, self.values),
        )


def exclusions_of(option: str, exclusions: Sequence[Exclusion] = EXCLUSIONS) -> list[Excluded]:
    """What an option excludes, seen from its side."""
    mine = [
        Excluded([*rule.values], rule.other, [*rule.others], rule.rule)
        for rule in exclusions
        if rule.option == option
    ]
    theirs = [
        Excluded([*rule.others], rule.option, [*rule.values], rule.rule)
        for rule in exclusions
        if rule.other == option
    ]
    return mine + theirs


def players_for(option: str, default: Value, values: Sequence[Value]) -> tuple[int, ...]:
    """The numbers of players with which an option can be away from its default."""
    away = {value for value in values if value != default}
    never = {
        count
        for rule in EXCLUSIONS
        if rule.option == option and rule.other == "players" and away <= set(rule.values)
        for count in rule.others
    }
    return tuple(count for count in COUNTS if count not in never)
