"""The table of contents of a game: rounds, their phases, turns, and the events of each."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from msgspec import Struct

from games import engine, store
from games.engine import effects as fx
from games.engine.state import Phase
from games.errors import NotSeated
from games.models import Game
from replays import stepping
from replays.stepping import PublicEvent

MOST: Final = 2000
"""The most events of one list."""


class EventLine(Struct, frozen=True):
    """One event; ``undone`` is set if it was taken back since."""

    version: int
    kind: str
    notation: str | None
    undone: bool


class Span(Struct, frozen=True, rename={"first": "from", "last": "to"}):
    """The versions that belong together, the first and the last of those that are listed."""

    first: int
    last: int


class TurnSpan(Span, frozen=True):
    """What one seat did, or the game itself (null), without another one in between."""

    seat: int | None
    events: list[EventLine]


class PhaseSpan(Span, frozen=True):
    """A phase as views name them."""

    phase: Phase
    turns: list[TurnSpan]


class RoundSpan(Span, frozen=True):
    """A round from 1 on; 0 is the set-up."""

    round: int
    phases: list[PhaseSpan]


class Listed(Struct, frozen=True):
    """The contents of a stretch of a game; ``last`` is the last version that was looked at."""

    last: int
    rounds: list[RoundSpan]


class EventPlace(NamedTuple):
    """Where in the course of a game an event was decided; ``turn`` is the version that began it."""

    round: int
    phase: Phase
    turn: int


class ListedEvent(NamedTuple):
    """An event to be listed, with its place."""

    place: EventPlace
    seat: engine.Seat | None
    line: EventLine


def contents(game: Game, *, after: int = 0, undone: bool = True) -> Listed:
    """The events after a version, at most ``MOST``; without those taken back unless ``undone``.

    Raises NoSuchVersion when the game has not got as far.
    """
    if after:
        stepping.check_version(game, after)
    events = stepping.events(game, after=after, limit=MOST)
    last = events[-1].version if events else after
    taken_back = stepping.undone_in(game, after + 1, last)
    entries = _entries(events, _place_after(game, after), taken_back)
    shown = [e for e in entries if undone or not (e.line.undone or e.line.kind == "undo")]
    return Listed(last, list(_rounds(shown)))


def last_turn(game: Game, seat: engine.Seat | None) -> int:
    """The last event that a seat decided in person; 0 before its first. Raises NotSeated."""
    if seat is None:
        raise NotSeated
    return store.last_played(game.pk, seat)


def _place_after(game: Game, version: int) -> EventPlace:
    if not version:
        return EventPlace(0, "setup", 0)
    state = stepping.state_of(game, version)
    return EventPlace(state.round, state.phase, version)


def _entries(
    events: Sequence[PublicEvent], place: EventPlace, taken_back: frozenset[int]
) -> Iterator[ListedEvent]:
    """Each event with the place that the events before it led to."""
    for event in events:
        line = EventLine(event.version, event.kind, event.notation, event.version in taken_back)
        yield ListedEvent(place, event.seat, line)
        place = _moved(place, event)  # an undo stays inside its turn, and so in its place


def _moved(place: EventPlace, event: PublicEvent) -> EventPlace:
    """The place after an event."""
    for effect in event.effects:
        match effect:
            case fx.PositionPlaced(position=position):
                place = EventPlace(position.round, position.phase, event.version)
            case fx.RoundBegan(round=number):
                place = place._replace(round=number)
            case fx.PhaseBegan(phase=phase):
                place = place._replace(phase=phase)
            case fx.TurnBegan():
                place = place._replace(turn=event.version)
    return place


def _rounds(entries: Sequence[ListedEvent]) -> Iterator[RoundSpan]:
    for number, within in groupby(entries, lambda entry: entry.place.round):
        phases = list(_phases(within))
        yield RoundSpan(phases[0].first, phases[-1].last, number, phases)


def _phases(entries: Iterable[ListedEvent]) -> Iterator[PhaseSpan]:
    for name, within in groupby(entries, lambda entry: entry.place.phase):
        turns = list(_turns(within))
        yield PhaseSpan(turns[0].first, turns[-1].last, name, turns)


def _turns(entries: Iterable[ListedEvent]) -> Iterator[TurnSpan]:
    for (_, seat), within in groupby(entries, lambda entry: (entry.place.turn, entry.seat)):
        lines = [entry.line for entry in within]
        yield TurnSpan(lines[0].version, lines[-1].version, seat, lines)
