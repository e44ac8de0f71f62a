"""Whole games as the services would store them, in memory: rows, and the game beside them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from games import engine
from games.engine import StoredEvent
from replays.checking import Subject
from simulation.random_play import seed_of
from simulation.streams import stream
from tests import recorded
from tests.recorded import plans

GAME = "5e1f0000-0000-4000-8000-00000000c0de"
SALT = seed_of("a salt of its own")
BEGAN = datetime(2026, 3, 4, 5, 6, 7, 890123, tzinfo=UTC)
PASSED_TIME = timedelta(seconds=41, microseconds=7)

Json = Any
Until = Callable[[engine.State], bool]


@dataclass
class Stored:
    """A stream with its game; ``states`` are the dumped states after each event."""

    subject: Subject
    rows: list[StoredEvent] = field(default_factory=list)
    states: list[bytes] = field(default_factory=list)

    def changed(self, version: int, /, **columns: object) -> list[StoredEvent]:
        """The rows with some columns of one event changed, and nothing else."""
        rows = list(self.rows)
        rows[version - 1] = msgspec.structs.replace(rows[version - 1], **columns)
        return rows

    def resealed(self, version: int, /, **columns: object) -> list[StoredEvent]:
        """The same, with every chain from there on made again: who did it knew how."""
        rows = self.changed(version, **columns)
        chained(rows, self.subject.id)
        return rows


def chained(rows: list[StoredEvent], game: str) -> None:
    """Give the rows the chains that follow from what they hold."""
    previous = ""
    for index, row in enumerate(rows):
        rows[index] = msgspec.structs.replace(row, chain=engine.chain(row, game, previous))
        previous = rows[index].chain


def stored(
    name: str,
    players: int = 4,
    *,
    undo_every: int = 0,
    leave_every: int = 0,
    until: Until = lambda state: state.over,
    words: Sequence[str] = (),
    **switches: object,
) -> Stored:
    """A game played by chance; every so many moves one is taken back where that can be.

    With ``leave_every`` one in so many moves is a resignation instead, until one seat is left.
    """
    options = engine.Options(players=players, **switches)
    added = [engine.randomness.contribution(word) for word in words]
    how = {"undo_every": undo_every, "leave_every": leave_every}
    played = stream(options, seed_of(name), added, **how)
    return _kept(subject_of(options, seed_of(name), engine.packs.builtin(), added), played, until)


def kept(name: str, until: Until = lambda state: state.over) -> Stored:
    """A recorded game (`tests.recorded`), up to a state."""
    plan = plans.PLANS[name]
    pack = engine.packs.builtin()
    subject = subject_of(plan.options, plan.server_seed, pack, plan.added)
    return _kept(subject, recorded.steps(name), until)


def _kept(
    subject: Subject, played: Iterable[tuple[engine.State, engine.Event]], until: Until
) -> Stored:
    made = Stored(subject)
    for state, event in played:
        append(made, state, event)
        if until(state):
            break
    made.subject = msgspec.structs.replace(made.subject, version=len(made.rows))
    return made


def subject_of(
    options: engine.Options,
    server_seed: bytes,
    pack: engine.Pack,
    added: Sequence[bytes] = (),
) -> Subject:
    """A game with these options and this seed, to which players have added something."""
    return Subject(
        id=GAME,
        options=msgspec.json.encode(options).decode(),
        content=pack.hash,
        pack=pack,
        commitment=engine.randomness.commitment(server_seed),
        server_seed=server_seed,
        salt=SALT,
        contributions=[*added],
    )


def append(made: Stored, state: engine.State, event: engine.Event) -> None:
    """Store one more event, after which the game stands at ``state``."""
    left = event.kind == engine.RESIGN
    step = event.seat is None or (event.seat in state.resigned and not left)
    row = engine.seal(
        event,
        state,
        game=GAME,
        salt=SALT,
        previous=made.rows[-1].chain if made.rows else "",
        recorded_at=BEGAN + event.version * PASSED_TIME,
        origin="game" if step else "player",
        cause=event.version - 1 if step and event.version > 1 else None,
    )
    made.rows.append(row)
    made.states.append(engine.dump(state))


def first_of_each_kind(rows: Sequence[StoredEvent]) -> dict[str, StoredEvent]:
    """A row of every kind that there is, the first one."""
    found: dict[str, StoredEvent] = {}
    for row in rows:
        found.setdefault(engine.read_payload(row.public).kind, row)
    return found


def flips(value: Json) -> Iterator[Json]:
    """A JSON value with one leaf changed, for every leaf in it; null counts as one."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from ({**value, key: changed} for changed in flips(inner))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            for changed in flips(inner):
                yield [*value[:place], changed, *value[place + 1 :]]
    else:
        yield other(value)


def other(leaf: Json) -> Json:
    """Another value of the same kind."""
    match leaf:
        case bool():
            return not leaf
        case int():
            return leaf + 1
        case str():
            return leaf[:-1] + ("a" if leaf[-1:] != "a" else "b")
        case _:
            return 1
