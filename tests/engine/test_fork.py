"""Starting a game from a position of another one."""

from collections.abc import Iterator

import msgspec
import pytest

from games import engine
from games.engine import effects as fx
from games.engine.positions.forking import face_down
from games.engine.randomness import Stream
from simulation.random_play import PlayedGame, at_random, play_out, seal, seed_of
from tests import recorded

pytestmark = pytest.mark.engine

SEED = seed_of("fork")


@pytest.fixture(scope="module")
def played() -> PlayedGame:
    return recorded.played("people-3")


def positions(played: PlayedGame) -> Iterator[engine.State]:
    """The state after every event but the last."""
    replayer = engine.StreamReplayer()
    for row in played.rows[:-1]:
        yield replayer.take(row)


def public(state: engine.State) -> dict[str, object]:
    """The public part of a state without what names a version."""
    plain = msgspec.to_builtins(state)
    for name in ("version", "head", "secret", "undo_to"):
        plain.pop(name, None)
    for decision in plain.get("decisions", []):
        decision.pop("id")
    return dict(plain)


def play_on(state: engine.State, name: str) -> list[engine.Event]:
    """Play to the end by chance."""
    choose, events = at_random(name), []
    while not state.over:
        step = engine.advance(state)
        if step is None:
            seat = state.open_decisions()[0].seat
            step = engine.play(state, seat, choose(state, seat))
        events.append(step)
    return events


@pytest.mark.uncounted
def test_every_position_can_be_gone_on_from(played: PlayedGame) -> None:
    for position in positions(played):
        state, event = engine.fork(position, SEED)
        assert public(state) == public(position), position.version
        assert (state.version, state.head, state.undo_to) == (1, 1, 1)
        assert (event.version, event.parent, event.kind, event.move) == (1, 0, "fork", None)
        assert {decision.id for decision in state.decisions} <= {1}
        assert state.awaits_step == position.awaits_step
        for decision in state.open_decisions():
            moves = engine.legal_moves(state, decision.seat)
            assert moves == engine.legal_moves(position, decision.seat)


def test_the_first_event_alone_gives_the_state(played: PlayedGame) -> None:
    """As with every stream: effects, no rules; without secrets its public part."""
    for position in list(positions(played))[::9]:
        state, event = engine.fork(position, SEED)
        row = seal(event, state, "")
        rebuilt = engine.rebuild([row])
        assert engine.dump(rebuilt) == engine.dump(state)
        shown = engine.rebuild([msgspec.structs.replace(row, secret=None)])
        assert shown.secret is None
        assert engine.digest(shown, row.secret_hash) == row.digest
        assert public(shown) == public(position)


def test_forks_share_nothing_with_where_they_come_from(played: PlayedGame) -> None:
    position = list(positions(played))[100]
    before = engine.dump(position)
    state, event = engine.fork(position, SEED)
    payload = msgspec.json.encode(event.effects)
    play_on(state, "share")
    assert engine.dump(position) == before
    assert msgspec.json.encode(event.effects) == payload


def test_what_is_hidden_is_drawn_anew_and_the_rest_is_not(played: PlayedGame) -> None:
    position = list(positions(played))[100]
    assert position.secret
    state, event = engine.fork(position, SEED)
    assert state.secret
    assert sorted(state.secret.pile) == sorted(position.secret.pile)
    assert state.secret.pile != position.secret.pile
    assert state.secret.pile == Stream(SEED, "contracts").shuffled(face_down(position))
    assert state.secret.seed == SEED.hex()
    other, _ = engine.fork(position, seed_of("another fork"))
    assert other.secret
    assert other.secret.pile != state.secret.pile
    assert [type(effect) for secret in event.secrets for effect in secret.effects] == [
        fx.Seeded,
        fx.PileShuffled,
    ]


def test_the_known_tail_of_the_pile_stays(played: PlayedGame) -> None:
    position = engine.copy(list(positions(played))[100])
    assert position.secret
    tail = [position.secret.pile.pop() for _ in range(3)]
    position.pile, position.pile_tail = position.pile - 3, tail
    state, _ = engine.fork(position, SEED)
    assert state.secret
    assert state.pile_tail == tail
    assert not set(tail) & set(state.secret.pile)


@pytest.mark.uncounted
def test_contracts_on_the_way_are_seen() -> None:
    """At every moment the unseen contracts are those face down; also right after a draw."""
    kinds = set()
    for position in positions(play_out(3, "drawn/8", sealed=True)):
        assert position.secret
        assert face_down(position) == sorted(position.secret.pile), position.version
        kinds |= {decision.kind for decision in position.decisions}
    assert "keep_contracts" in kinds


def test_only_the_public_part_counts(played: PlayedGame) -> None:
    position = list(positions(played))[100]
    blind = engine.copy(position)
    blind.secret = None
    assert engine.fork(blind, SEED)[1] == engine.fork(position, SEED)[1]


def test_a_fork_of_a_fork(played: PlayedGame) -> None:
    state, _ = engine.fork(list(positions(played))[50], SEED)
    again, _ = engine.fork(state, seed_of("again"))
    assert public(again) == public(state)


def test_a_fork_is_played_to_its_end_and_follows_the_law(played: PlayedGame) -> None:
    for place in (5, 60, 150):
        state, first = engine.fork(list(positions(played))[place], SEED)
        rows = [seal(first, state, "")]
        choose = at_random(f"law/{place}")
        while not state.over:
            step = engine.advance(state)
            if step is None:
                seat = state.open_decisions()[0].seat
                step = engine.play(state, seat, choose(state, seat))
            rows.append(seal(step, state, rows[-1].chain))
        assert engine.dump(engine.rebuild(rows)) == engine.dump(state)
        assert state.scores


def test_nothing_before_the_fork_is_taken_back(played: PlayedGame) -> None:
    """In the middle of a turn, too: what the old game did stays done."""
    position = next(
        engine.copy(state)
        for state in positions(played)
        if state.decisions and state.decisions[-1].kind == "end_turn"
    )
    state, first = engine.fork(position, SEED)
    seat = state.open_decisions()[0].seat
    rows = [seal(first, state, "")]
    with pytest.raises(engine.IllegalMove) as refused:
        engine.undo(state, seat, rows)
    assert refused.value.code == "nothing_to_undo"


def test_nobody_goes_on_from_the_end(played: PlayedGame) -> None:
    with pytest.raises(ValueError, match="the game is over"):
        engine.fork(played.state, SEED)
    with pytest.raises(ValueError, match="the game is over"):
        engine.fork(engine.State(), SEED)


def test_contracts_that_do_not_add_up_are_refused(played: PlayedGame) -> None:
    position = engine.copy(list(positions(played))[100])
    position.pile += 1
    with pytest.raises(ValueError, match="face down"):
        engine.fork(position, SEED)


def test_the_stored_form_is_for_good(played: PlayedGame) -> None:
    """The tag, and a map-like state without what is at its default."""
    state, event = engine.fork(list(positions(played))[100], SEED)
    (effect,) = event.effects
    tag, stored = msgspec.json.decode(msgspec.json.encode(effect))
    assert tag == "position"
    assert stored["pack"] == state.pack
    assert stored["undo_to"] == 1
    assert not {"version", "head", "secret", "scores"} & set(stored)
    old = b'["position",{"phase":"action","players":[{"clan":"x","money":3}],"undo_to":1}]'
    read = msgspec.json.decode(old, type=engine.registry.current().effect_type)
    target = engine.State(version=7, head=7)
    read.apply(target)
    assert (target.version, target.phase, target.players[0].money) == (7, "action", 3)
