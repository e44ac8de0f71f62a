"""Laws that hold in every game, tried on games played by chance."""

from collections.abc import Callable
from itertools import combinations, product

import msgspec
import pytest

from games import engine
from games.engine import effects as fx
from games.engine.clans.macdonald import Row
from games.engine.clans.macewan import Brew
from games.engine.clans.mackenzie import WithdrawCellar
from games.engine.geometry.board import HEXES, adjacent_hexes
from games.engine.moves import Move
from games.engine.moves.contracts import TakeContracts
from games.engine.moves.expanding import Expand
from games.engine.moves.trading import Trade
from games.engine.moves.turns import Pass
from games.engine.moves.upgrading import (
    BonusUpgrade,
    HireMerchant,
    UpgradeShipping,
    UpgradeTechnology,
)
from games.engine.rules import setup
from games.engine.rules.admission import admitted
from games.engine.terms import COLUMNS, GOODS, SIDES, TECHNOLOGY_COLUMNS, Seat
from simulation.invariants import broken, progress, went_back
from simulation.random_play import FINISHED, play_out, steps
from simulation.tables import finished
from tests.marks import first_of, in_one_test, sample
from tests.rules import rule

# Thousands of positions, all of lines that other tests run.
pytestmark = [pytest.mark.engine, pytest.mark.no_cover]

GAMES = range(100)


@rule(
    "INV-01",
    "INV-02",
    "INV-03",
    "INV-04",
    "INV-05",
    "INV-06",
    "INV-07",
    "INV-08",
    "INV-09",
    "INV-10",
    "INV-11",
    "INV-12",
)
@pytest.mark.parametrize("block", first_of(range(sample(whole=5, usual=2))))
@pytest.mark.parametrize("players", first_of([1, 2, 3, 4], quick=2))
def test_invariants_hold_at_every_event(
    players: int, block: int, record_property: Callable[[str, object], None]
) -> None:
    for number in GAMES[block * 20 : block * 20 + 20]:
        before: list[tuple[int, ...]] = []
        order: list[Seat] = []
        for state, event in steps(players, f"invariants/{players}/{number}"):
            after = progress(state)
            wrong = broken(state) + went_back(before, after)
            assert not wrong, (number, event.version, event.kind, wrong)
            before, order = after, order or list(state.turn_order)
        assert state.over
        text = msgspec.json.encode(finished(state, order)).decode()
        record_property(FINISHED, text)


@in_one_test("players", [1, 2, 3, 4])
def test_folding_the_stored_events_gives_the_live_state(players: int) -> None:
    played = play_out(players, f"fold/{players}", sealed=True)
    folded = engine.rebuild(played.rows)
    assert engine.dump(folded) == engine.dump(played.state)
    for upto in range(1, len(played.rows), 7):
        state = engine.rebuild(played.rows, upto=upto)
        row = played.rows[upto - 1]
        assert engine.digest(state, row.secret_hash) == row.digest


@pytest.mark.parametrize("players", first_of([1, 2, 3, 4], quick=2))
def test_folding_public_effects_alone_gives_the_public_state(players: int) -> None:
    played = play_out(players, f"public/{players}", sealed=True)
    redacted = [msgspec.structs.replace(row, secret=None) for row in played.rows]
    for upto in [1, len(redacted) // 2, len(redacted)]:
        state = engine.rebuild(redacted, upto=upto)
        assert state.secret is None
        assert engine.digest(state, redacted[upto - 1].secret_hash) == redacted[upto - 1].digest
        whole = engine.rebuild(played.rows, upto=upto)
        assert engine.view(state, None) == engine.view(whole, None)


@pytest.mark.parametrize("players", first_of([1, 2, 3, 4], quick=2))
def test_notation_and_json_read_back_as_the_same_move(players: int) -> None:
    kinds = set()
    for number in range(6):
        for _, event in steps(players, f"notation/{players}/{number}"):
            if event.move is None:
                continue
            kinds.add(event.kind)
            assert engine.parse(event.move.notation()) == event.move
            assert engine.decode_move(msgspec.json.encode(event.move)) == event.move
    assert len(kinds) >= (15 if players > 1 else 14)  # alone nobody sells to a neighbour


@in_one_test("players", [1, 2, 3, 4])
def test_applying_the_same_events_elsewhere_gives_the_same_state(players: int) -> None:
    other = engine.State()
    for state, event in steps(players, f"apply/{players}"):
        engine.apply(other, event)
        assert engine.dump(other) == engine.dump(state)


@in_one_test("players", [1, 2, 3, 4])
def test_money_and_goods_change_by_what_the_effects_say(players: int) -> None:
    money, goods = [0] * players, [[0] * 6 for _ in range(players)]
    for state, event in steps(players, f"conserved/{players}"):
        for effect in event.effects:
            if isinstance(effect, fx.MoneyChanged):
                money[effect.seat] += effect.amount
            elif isinstance(effect, fx.GoodsChanged):
                goods[effect.seat][GOODS.index(effect.good)] += effect.amount
        assert [p.money for p in state.players] == money
        assert [p.goods for p in state.players] == goods


def _imaginable() -> list[Move]:
    """Every move of the kinds whose field values are few, legal or not."""
    return [
        *(Trade(good, side, n) for good, side, n in product(GOODS, SIDES, range(1, 9))),
        *(Expand(column, h) for column, h in product((*COLUMNS, "worker"), HEXES)),  # type: ignore[arg-type]
        *(UpgradeTechnology(column) for column in TECHNOLOGY_COLUMNS),
        *(TakeContracts([n]) for n in range(1, 51)),  # type: ignore[list-item]
        *(TakeContracts([a, b]) for a, b in combinations(range(1, 51), 2)),  # type: ignore[list-item]
        *(Row(here, there) for here in HEXES for there in adjacent_hexes(here)),
        *(WithdrawCellar(slot) for slot in range(4)),
        *(Brew(amount) for amount in range(1, 5)),
        *(BonusUpgrade("take_back", good=g, side=s) for g, s in product(GOODS, SIDES)),
        *(BonusUpgrade("technology", column=column) for column in TECHNOLOGY_COLUMNS),
        BonusUpgrade("shipping"),
        BonusUpgrade("hire"),
        UpgradeShipping(),
        HireMerchant(),
        Pass(),
    ]


@rule("CMD-24")
@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.long
def test_exactly_the_listed_moves_are_accepted_and_a_refusal_changes_nothing(players: int) -> None:
    _check_listings(players, f"listing/{players}")


@rule("CMD-24", "CMD-19", "CMD-21", "CMD-22", "CMD-05")
@pytest.mark.long
def test_that_goes_for_what_only_clans_have_too(monkeypatch: pytest.MonkeyPatch) -> None:
    clans = ["buchanan", "macdonald", "macewan", "mackenzie", "stewart"]
    monkeypatch.setattr(setup, "clans_in_use", lambda *_: clans)
    _check_listings(4, "listing of clans")


def _check_listings(players: int, name: str) -> None:
    imaginable = _imaginable()
    looked, every = 0, sample(whole=5, usual=10)
    for state, event in steps(players, name):
        decisions = state.open_decisions()
        if not decisions or event.version % every:
            continue
        looked += 1
        seat = decisions[0].seat
        listed = engine.legal_moves(state, seat)
        before = engine.dump(state)
        for move in imaginable:
            assert _accepted(state, seat, move) == (move in listed), move.notation()
        assert engine.dump(state) == before
        for move in listed:
            assert _accepted(state, seat, move), move.notation()
    assert looked * every > (100 if players > 1 else 50)


def _accepted(state: engine.State, seat: Seat, move: Move) -> bool:
    """Whether the engine takes a move; what it takes is played on a copy."""
    trial = engine.copy(state) if move.type_name() in _admitted(state) else state
    try:
        engine.play(trial, seat, move)
    except engine.IllegalMove:
        return False
    return True


def _admitted(state: engine.State) -> tuple[str, ...]:
    return admitted(state, state.open_decisions()[0])


def test_nobody_else_can_move() -> None:
    for state, _ in steps(4, "others"):
        deciding = {decision.seat for decision in state.open_decisions()}
        for seat in range(4):
            if Seat(seat) not in deciding and state.phase != "production":
                assert engine.legal_moves(state, Seat(seat)) == []
        if state.phase == "action":
            other = next(Seat(s) for s in range(4) if Seat(s) not in deciding)
            with pytest.raises(engine.NotYourDecision):
                engine.play(state, other, Pass())
