"""The log of a replay: as many events around the position as a page can bear, as sentences."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from games.models import Game
from replays import log
from replays.stepping import PublicEvent
from web.pages.replay.outline import Outline, OutlineRound, OutlineTurn, Phase
from web.pages.table.parts.news import hexes_of

LENGTH: Final = 400
"""Events in a log. An ordinary game has fewer, and so all of it in one."""

Said = tuple[str, str]
"""What an event says, and the spaces of the map that it changes."""


class ReplayLogLine(Struct, frozen=True):
    """One event; ``hexes`` are the spaces of the map that it changes."""

    version: int
    kind: str
    undone: bool
    sentence: str
    hexes: str


class LogTurn(Struct, frozen=True):
    """What one seat did in a row, or the game itself (None)."""

    seat: int | None
    name: str
    lines: list[ReplayLogLine]


class LogPhase(Struct, frozen=True):
    """A phase with those of its turns that the page shows."""

    title: str
    turns: list[LogTurn]


class LogRound(Struct, frozen=True):
    """A round with those of its phases that the page shows."""

    title: str
    phases: list[LogPhase]

    @property
    def lines(self) -> Iterator[ReplayLogLine]:
        """The events of all phases."""
        return (line for phase in self.phases for turn in phase.turns for line in turn.lines)


class ReplayLogPage(Struct, frozen=True):
    """A log with the version asked for; ``earlier`` and ``later`` are events of those beside it."""

    rounds: list[LogRound]
    earlier: int | None
    later: int | None


def log_page(
    game: Game, outline: Outline, names: Sequence[str], version: int, *, undone: bool
) -> ReplayLogPage:
    """The events around a version; without what was taken back unless ``undone``."""
    shown = outline.shown(undone=undone)
    place = sum(one < version for one in shown)
    start = min(place, len(shown) - 1) // LENGTH * LENGTH
    listed = shown[start : start + LENGTH]
    said = {
        event.version: (sentence, _hexes(event))
        for event, sentence in log.events_with_sentences(
            game, first=listed[0], last=listed[-1], names=names, undone=undone
        )
    }
    rounds = [_round(one, said) for one in outline.rounds]
    return ReplayLogPage(
        rounds=[one for one in rounds if one.phases],
        earlier=shown[start - 1] if start else None,
        later=shown[start + LENGTH] if start + LENGTH < len(shown) else None,
    )


def _round(one: OutlineRound, said: Mapping[int, Said]) -> LogRound:
    phases = [_phase(phase, said) for phase in one.phases]
    return LogRound(one.title, [phase for phase in phases if phase.turns])


def _phase(phase: Phase, said: Mapping[int, Said]) -> LogPhase:
    turns = [_turn(turn, said) for turn in phase.turns]
    return LogPhase(phase.title, [turn for turn in turns if turn.lines])


def _turn(turn: OutlineTurn, said: Mapping[int, Said]) -> LogTurn:
    lines = [
        ReplayLogLine(entry.version, entry.kind, entry.undone, *said[entry.version])
        for entry in turn.entries
        if entry.version in said
    ]
    return LogTurn(turn.seat, turn.name, lines)


def _hexes(event: PublicEvent) -> str:
    # The set-up would light up everything.
    return " ".join(dict.fromkeys(hexes_of(event))) if event.version > 1 else ""
