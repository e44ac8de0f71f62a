"""How a game is cut into rounds, phases and turns, and the ways between its events."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from games.models import Game
from replays.contents import RoundSpan, TurnSpan, contents

PHASES: Final[Mapping[str, str]] = {
    "setup": gettext_noop("Set-up"),
    "auction": gettext_noop("Clan auction"),
    "draft": gettext_noop("Clans"),
    "workers": gettext_noop("First workers"),
    "action": gettext_noop("Actions"),
    "production": gettext_noop("Production"),
    "scoring": gettext_noop("Scoring"),
    "preparation": gettext_noop("Preparation"),
    "final": gettext_noop("Final scoring"),
    "over": gettext_noop("After the end"),
}
"""What the phases are called above their events."""


class OutlineEvent(Struct, frozen=True):
    """One event; ``undone`` marks the undo itself as well as what it took back."""

    version: int
    kind: str
    undone: bool


class OutlineTurn(Struct, frozen=True):
    """What one seat did in a row, or the game itself (None)."""

    seat: int | None
    name: str
    entries: list[OutlineEvent]


class Phase(Struct, frozen=True):
    """A phase of a round with its turns."""

    title: str
    first: int
    turns: list[OutlineTurn]


class OutlineRound(Struct, frozen=True):
    """A round; 0 is the set-up."""

    number: int
    first: int
    phases: list[Phase]

    @property
    def turns(self) -> Iterator[OutlineTurn]:
        """The turns of all phases."""
        return (turn for phase in self.phases for turn in phase.turns)

    @property
    def title(self) -> str:
        """What stands above its events."""
        return _("Round %(number)s") % {"number": self.number} if self.number else _("Set-up")


class Stops(Struct, frozen=True):
    """Where the buttons lead from a version; None where they lead nowhere."""

    first: int
    last: int
    before: int | None
    after: int | None
    turn_before: int | None
    turn_after: int | None
    round_before: int | None
    round_after: int | None
    place: int
    count: int


class Outline:
    """All events of a game up to its newest version, those that were taken back too."""

    def __init__(self, rounds: Sequence[OutlineRound]) -> None:
        self.rounds = rounds

    @cached_property
    def entries(self) -> list[OutlineEvent]:
        """All events in order."""
        return [entry for one in self.rounds for turn in one.turns for entry in turn.entries]

    @cached_property
    def line(self) -> list[int]:
        """The versions that hold, without what was taken back and the undos."""
        return [entry.version for entry in self.entries if not entry.undone]

    def shown(self, *, undone: bool) -> list[int]:
        """The versions that one can step to."""
        return [entry.version for entry in self.entries] if undone else self.line

    def at(self, version: int) -> tuple[OutlineRound, OutlineTurn, OutlineEvent]:
        """The event of a version with where it stands. Raises LookupError."""
        for one in self.rounds:
            for turn in one.turns:
                for entry in turn.entries:
                    if entry.version == version:
                        return one, turn, entry
        raise LookupError(version)

    def stops(self, version: int, *, undone: bool) -> Stops:
        """The ways from a version; without what was taken back unless ``undone``."""
        versions = self.shown(undone=undone)
        turns, rounds = [], []
        for one in self.rounds:
            starts = [start for turn in one.turns for start in _first(turn, undone=undone)]
            turns += starts
            rounds += starts[:1]
        end = _after(versions[-1:], version)
        return Stops(
            first=versions[0],
            last=versions[-1],
            before=_before(versions, version),
            after=_after(versions, version),
            turn_before=_before(turns, version),
            turn_after=_after(turns, version) or end,
            round_before=_before(rounds, version),
            round_after=_after(rounds, version) or end,
            place=bisect_right(versions, version),
            count=len(versions),
        )

    # --- the same for the page's script -----------------------------------------------------------

    @property
    def undone_spans(self) -> str:
        """What was taken back, such as ``14-15 30-33``."""
        spans: list[list[int]] = []
        for entry in self.entries:
            if entry.undone and spans and spans[-1][1] == entry.version - 1:
                spans[-1][1] = entry.version
            elif entry.undone:
                spans.append([entry.version, entry.version])
        return " ".join(f"{first}-{last}" for first, last in spans)

    @property
    def turn_starts(self) -> str:
        """With which version each turn begins, and whose it is: ``1: 2:0``."""
        turns = (turn for one in self.rounds for turn in one.turns)
        return " ".join(
            f"{turn.entries[0].version}:{'' if turn.seat is None else turn.seat}" for turn in turns
        )

    @property
    def round_starts(self) -> str:
        """With which version each round begins: ``1:0 14:1``."""
        return " ".join(f"{one.first}:{one.number}" for one in self.rounds)


def outline_of(game: Game, names: Sequence[str]) -> Outline:
    """How a game is cut up to its newest version."""
    rounds: list[OutlineRound] = []
    for span in _spans(game):
        made = _round(span, names)
        if rounds and rounds[-1].number == made.number:
            last = rounds.pop()
            made = OutlineRound(last.number, last.first, [*last.phases, *made.phases])
        rounds.append(made)
    return Outline(rounds)


def _spans(game: Game) -> Iterator[RoundSpan]:
    """The rounds; where a list ends inside one, its rest follows as a round of the same number."""
    after = 0
    while after < game.version:
        listed = contents(game, after=after)
        yield from listed.rounds
        after = listed.last


def _round(span: RoundSpan, names: Sequence[str]) -> OutlineRound:
    def turn(span: TurnSpan) -> OutlineTurn:
        entries = [
            OutlineEvent(line.version, line.kind, line.undone or line.kind == "undo")
            for line in span.events
        ]
        return OutlineTurn(span.seat, "" if span.seat is None else names[span.seat], entries)

    phases = [
        Phase(_(PHASES[phase.phase]), phase.first, [turn(one) for one in phase.turns])
        for phase in span.phases
    ]
    return OutlineRound(span.round, span.first, phases)


def _first(turn: OutlineTurn, *, undone: bool) -> list[int]:
    """The first version of a turn that one can step to, if there is one."""
    return [entry.version for entry in turn.entries if undone or not entry.undone][:1]


def _before(versions: Sequence[int], version: int) -> int | None:
    place = bisect_left(versions, version)
    return versions[place - 1] if place else None


def _after(versions: Sequence[int], version: int) -> int | None:
    place = bisect_right(versions, version)
    return versions[place] if place < len(versions) else None
