"""Replaying streams: every state, backwards too, and from where a stretch begins."""

from collections.abc import Sequence

import pytest

from games import engine
from games.engine.events import read_payload
from games.engine.sealing import StoredEvent
from simulation.random_play import seal, steps
from tests.replays.long_games import long_game

pytestmark = pytest.mark.engine

EVENTS = 60


def undo(state: engine.State, rows: Sequence[StoredEvent]) -> StoredEvent | None:
    """An undo of the last move, if there is one."""
    last = rows[-1]
    waiting = last.seat is not None and state.decision_of(last.seat) is not None
    if state.phase != "action" or not waiting or last.parent < max(1, state.undo_to):
        return None
    event = engine.undo(state, engine.Seat(last.seat), rows, last.parent)
    before = engine.rebuild(rows, last.parent)
    before.version = event.version
    return seal(event, before, last.chain)


@pytest.fixture(scope="module")
def rows() -> list[StoredEvent]:
    """A stream whose last event goes back."""
    made: list[StoredEvent] = []
    for state, event in steps(2, "replayer"):
        made.append(seal(event, state, made[-1].chain if made else ""))
        back = undo(state, made) if len(made) > EVENTS else None
        if back is not None:
            return [*made, back]
    raise AssertionError("nothing can be taken back")


def test_every_state_is_the_one_of_its_line(rows: list[StoredEvent]) -> None:
    replayer = engine.StreamReplayer(engine.returned_to(rows))
    for row in rows:
        state = replayer.take(row)
        assert state == engine.rebuild(rows, row.version)
        assert engine.digest(state, row.secret_hash) == row.digest
    assert engine.is_undo(rows[-1])
    assert (state.version, state.head) == (rows[-1].version, rows[-1].parent)


def test_a_stretch_begins_with_a_state_and_asks_for_what_was_before(
    rows: list[StoredEvent],
) -> None:
    begin = len(rows) - 1
    asked = []

    def recall(version: int) -> engine.State:
        asked.append(version)
        return engine.rebuild(rows, version)

    replayer = engine.StreamReplayer(state=engine.rebuild(rows, begin), recall=recall)
    assert replayer.take(rows[-1]) == engine.rebuild(rows)
    assert asked == [rows[-1].parent]


def test_a_state_is_recalled_once_however_often_undos_go_back_to_it() -> None:
    rows = long_game(60).rows
    undos = [row for row in rows if engine.is_undo(row)]
    asked = []

    def recall(version: int) -> engine.State:
        asked.append(version)
        return engine.rebuild(rows, version)

    begin = undos[0].version
    after = rows[begin:]
    replayer = engine.StreamReplayer(
        engine.returned_to(after), state=engine.rebuild(rows, begin), recall=recall
    )
    for row in after:
        replayer.take(row)
    assert replayer.state == engine.rebuild(rows)
    assert len(asked) == len(set(asked)) < len(undos)


def test_an_undo_to_a_state_that_is_not_known_is_an_error(rows: list[StoredEvent]) -> None:
    replayer = engine.StreamReplayer(state=engine.rebuild(rows, len(rows) - 1))
    with pytest.raises(LookupError, match=str(rows[-1].parent)):
        replayer.take(rows[-1])


def test_public_events_give_the_public_part(rows: list[StoredEvent]) -> None:
    class Read:
        def __init__(self, row: StoredEvent) -> None:
            self.version, self.parent = row.version, row.parent
            self.effects = read_payload(row.public).effects

    replayer = engine.StreamReplayer(engine.returned_to(rows))
    for row in rows:
        state = replayer.take_public(Read(row))
        assert state.secret is None
        assert engine.digest(state, row.secret_hash) == row.digest
