"""What holds at every version of golden games with any two expansions or variants together.

Hidden things leave no trace, a fork goes on as the game would, undo leads back, and whoever resigns
keeps nobody waiting.
"""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import msgspec
import pytest

from games import engine
from games.engine.decisions import SealedBidDecision
from simulation.invariants import broken
from simulation.random_play import seal, seed_of
from tests import golden
from tests.engine.test_fork import public
from tests.rules import rule

pytestmark = [pytest.mark.engine, pytest.mark.long, pytest.mark.no_cover]


def pairs_of(path: Path) -> set[tuple[str, ...]]:
    """Any two things that are chosen for a game together: players, expansions, variants."""
    chosen = msgspec.to_builtins(golden.read(path).options)
    parts = [(name, part if isinstance(part, list) else [part]) for name, part in chosen.items()]
    return set(combinations(sorted(f"{name} {one}" for name, some in parts for one in some), 2))


def covering(paths: list[Path]) -> list[Path]:
    """A few games that have whatever pair any of them has."""
    left = {path: pairs_of(path) for path in paths}
    found = []
    while any(left.values()):
        most = max(paths, key=lambda path: len(left[path]))
        found.append(most)
        covered = left[most]
        left = {path: pairs - covered for path, pairs in left.items()}
    return found


GAMES = covering(
    [path for path in sorted(golden.FOLDER.glob("*.txt")) if golden.read(path).options.expansions]
)
SEED = seed_of("another deck")


@pytest.fixture(params=GAMES, ids=[path.stem for path in GAMES])
def record(request: pytest.FixtureRequest) -> golden.Record:
    path: Path = request.param
    return golden.read(path)


def deciding(state: engine.State) -> set[engine.Seat]:
    return {decision.seat for decision in state.open_decisions()}


def handed_in(decision: engine.Decision) -> bool:
    """A sealed bid that nobody may know, so a fork asks for it again."""
    return isinstance(decision, SealedBidDecision) and decision.handed_in


def other_deck(state: engine.State) -> engine.State:
    """The same game with another seed and the pile the other way round."""
    other = engine.copy(state)
    assert other.secret is not None
    other.secret.pile.reverse()
    other.secret.seed = SEED.hex()
    return other


@rule("DEF-47", "UNDO-08", "IND-UNDO-2")
def test_two_orders_of_the_pile_look_the_same(record: golden.Record) -> None:
    differed = 0
    for state, _ in golden.replay(record):
        other = other_deck(state)
        assert state.secret is not None
        differed += other.secret != state.secret
        for viewer in (None, *map(engine.Seat, range(len(state.players)))):
            assert engine.view(other, viewer) == engine.view(state, viewer), state.version
        for seat in deciding(state):
            assert engine.legal_moves(other, seat) == engine.legal_moves(state, seat)
            assert engine.default_move(other, seat) == engine.default_move(state, seat)
    assert differed > 50


def test_every_version_can_be_forked(record: golden.Record) -> None:
    for position, _ in golden.replay(record):
        if position.over or any(map(handed_in, position.decisions)):
            continue
        state, event = engine.fork(position, SEED)
        assert public(state) == public(position), position.version
        assert broken(state) == []
        for seat in deciding(position):
            assert engine.legal_moves(state, seat) == engine.legal_moves(position, seat)
        rebuilt = engine.rebuild([seal(event, state, "")])
        assert engine.dump(rebuilt) == engine.dump(state)


@rule("UNDO-01", "UNDO-02")
def test_undo_leads_back_from_every_version(record: golden.Record) -> None:
    """To the state of then, but for the version; where it is refused, a barrier says so."""
    rows: list[engine.StoredEvent] = []
    states: dict[int, engine.State] = {}
    undone = 0
    for state, event in golden.replay(record):
        rows.append(seal(event, state, rows[-1].chain if rows else ""))
        states[state.version] = engine.copy(state)
        for seat in deciding(state) if state.phase == "action" else ():
            if state.undo_to >= state.head:
                with pytest.raises(engine.IllegalMove):
                    engine.undo(state, seat, rows)
                continue
            back = engine.undo(state, seat, rows)
            undone += 1
            then = states[back.parent]
            assert public(engine.rebuild([*rows, seal_undo(back, then, rows)])) == public(then)
    assert undone > 10


def seal_undo(
    event: engine.Event, then: engine.State, rows: list[engine.StoredEvent]
) -> engine.StoredEvent:
    after = msgspec.structs.replace(engine.copy(then), version=event.version)
    return seal(event, after, rows[-1].chain)


def left_alone(state: engine.State) -> Iterator[str]:
    """What is wrong until somebody who has not resigned has to decide, or the game is over."""
    for _ in range(200):
        yield from broken(state)
        if state.over:
            return
        if engine.advance(state) is not None:
            continue
        gone = [seat for seat in deciding(state) if seat in state.resigned]
        if not gone:
            return
        move = engine.default_move(state, gone[0])
        if move is None:
            yield f"nothing is decided for seat {gone[0]}"
            return
        engine.play(state, gone[0], move)
    yield "it does not come to an end"


@rule("RESIGN-01", "RESIGN-02")
def test_who_resigns_at_any_version_keeps_nobody_waiting(record: golden.Record) -> None:
    for state, _ in golden.replay(record):
        if state.over or state.options.solo:
            continue
        for seat in deciding(state) - set(state.resigned):
            left = engine.copy(state)
            engine.resign(left, seat)
            assert [*left_alone(left)] == [], (state.version, seat)
