"""Games played by chance, for laws that hold in all of them."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from games import engine
from games.engine.randomness import Stream
from games.engine.sealing import StoredEvent

SALT = b"salt of the tests"
FINISHED = "finished game"
"""The property under which a test reports a game that it played to the end."""
MOST_EVENTS = 3000
"""Far beyond any game; one that goes on is a defect."""
STARTED = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)

Chooser = Callable[[engine.State, engine.Seat], engine.Move]


@dataclass
class PlayedGame:
    """A finished game: its last state, its events and what decided them."""

    state: engine.State
    events: list[engine.Event] = field(default_factory=list)
    rows: list[StoredEvent] = field(default_factory=list)


def seed_of(name: str) -> bytes:
    """A seed from a name."""
    return hashlib.sha256(name.encode()).digest()


def at_random(name: str) -> Chooser:
    """Uniform over the legal moves, the same for the same name."""
    stream = Stream(seed_of(name), "random play")

    def choose(state: engine.State, seat: engine.Seat) -> engine.Move:
        return stream.choice(engine.legal_moves(state, seat))

    return choose


def steps(
    players: int,
    name: str,
    choose: Chooser | None = None,
    options: engine.Options | None = None,
    pack: engine.Pack | None = None,
) -> Iterator[tuple[engine.State, engine.Event]]:
    """A game event by event; the state is the same object all the way.

    Everything is as usual unless ``options`` or ``pack`` say otherwise.
    """
    pick = choose or at_random(name)
    chosen = options or engine.Options(players=players)
    state, event = engine.new_game(chosen, seed_of(name), pack or engine.packs.builtin())
    yield state, event
    while not state.over:
        if state.version > MOST_EVENTS:
            raise AssertionError(f"the game {name!r} does not end")
        step = engine.advance(state)
        if step is None:
            seat = state.open_decisions()[0].seat
            step = engine.play(state, seat, pick(state, seat))
        yield state, step


def play_out(players: int, name: str, *, sealed: bool = False) -> PlayedGame:
    """A whole game; ``sealed`` keeps its rows too."""
    played = PlayedGame(engine.State())
    for state, event in steps(players, name):
        played.state = state
        played.events.append(event)
        if sealed:
            previous = played.rows[-1].chain if played.rows else ""
            played.rows.append(seal(event, state, previous))
    return played


def seal(event: engine.Event, state: engine.State, previous: str) -> StoredEvent:
    """The row of an event, with everything from outside held fixed."""
    return engine.seal(
        event,
        state,
        game="00000000-0000-4000-8000-000000000001",
        salt=SALT,
        previous=previous,
        recorded_at=STARTED,
        origin="game" if event.move is None and event.kind != "undo" else "player",
    )
