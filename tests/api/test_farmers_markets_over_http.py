"""Farmers markets over the API: they are laid, an icon is covered, a market leaves the game."""

from typing import Any

import pytest

from games import engine
from games.engine.expansions.farmers_markets import MarketsState
from games.engine.expansions.farmers_markets.selling import SellAtMarket
from games.models import Game
from simulation.quick_play import play_on
from simulation.table_play import by_stewards
from tests.api.conftest import Caller, Turn, problem
from tests.api.test_clans import moves_of, own, state_of
from tests.games.tables import Table, started
from tests.marks import first_of
from tests.recorded.following import recorded_moves
from tests.rules import rule

pytestmark = [pytest.mark.uncounted, pytest.mark.once]

Json = Any


@pytest.fixture
def markets(alice: Caller, bob: Caller) -> tuple[Turn, Table]:
    """A game of two that begins with the first market, and the same as a table to play on."""
    assert alice.user is not None
    assert bob.user is not None
    table = started([alice.user, bob.user], expansions=["farmers_markets"])
    return Turn(Game.objects.get(pk=table.id), (alice, bob)), table


def placed(turn: Turn) -> list[Json]:
    return list(state_of(turn)["expansions"]["farmers_markets"]["placed"])


def listed(turn: Turn, kind: str) -> list[Json]:
    return list(turn.active.get(f"{turn.path}/moves?type={kind}").json()["moves"])


def send(turn: Turn, move: Json) -> Any:
    return turn.active.post(f"{turn.path}/moves", {"version": turn.version, "move": move})


def sales(state: engine.State, covered: int) -> list[SellAtMarket]:
    """What the seat to decide may sell to markets with so many covered icons."""
    if not (waiting := state.open_decisions()):
        return []
    hexes = {one.hex for one in state.part(MarketsState).placed if len(one.covered) == covered}
    moves = engine.legal_moves(state, waiting[0].seat)
    return [move for move in moves if isinstance(move, SellAtMarket) and move.hex in hexes]


@rule("IND-FM-02", "IND-FM-03", "IND-FM-04", "IND-CMD-1")
def test_markets_are_laid(markets: tuple[Turn, Table]) -> None:
    turn, _ = markets
    to_place = state_of(turn)["expansions"]["farmers_markets"]["to_place"]
    assert (len(to_place), placed(turn), moves_of(turn)) == (2, [], ["place_market"])
    first = listed(turn, "place_market")[0]["move"]
    assert first.keys() == {"type", "hex"}
    answered = send(turn, first)
    assert answered.status_code == 201, answered.content
    assert answered.json()["events"][0]["notation"] == f"site {first['hex']}"
    (market,) = placed(turn)
    assert (market["hex"], market["tile"], market["covered"]) == (first["hex"], to_place[0], [])
    near = problem(send(turn, first), 422, "not_empty")
    assert near["rule"] == "IND-FM-04"
    turn.play_first(1)
    assert [one["tile"] for one in placed(turn)] == to_place
    assert moves_of(turn) == ["choose_clan"]


@rule("IND-FM-08", "IND-FM-09", "IND-FM-10")
@pytest.mark.parametrize("covered", first_of([0, 1]))
def test_a_sale_covers_an_icon_and_the_second_one_removes_the_market(
    covered: int, markets: tuple[Turn, Table]
) -> None:
    turn, table = markets
    state = play_on(
        table.id,
        choose=by_stewards(),
        known=recorded_moves(table.game),
        reached=lambda one: bool(sales(one, covered)),
    )
    place = sales(state, covered)[0].hex
    moves = [one["move"] for one in listed(turn, "sell_at_market")]
    move = next(one for one in moves if one["hex"] == place)
    assert move.keys() >= {"type", "hex", "good", "quantity"}
    seat, before = own(turn)["seat"], own(turn)
    (market,) = [one for one in placed(turn) if one["hex"] == move["hex"]]
    wrong = next(good for good in before["goods"] if good not in market["goods"])
    assert problem(send(turn, {**move, "good": wrong}), 422)["rule"] == "IND-FM-08"
    price = state_of(turn)["market"][move["good"]]
    extra = 2 if move["good"] in ("wool", "milk", "grain") else 3
    answered = send(turn, move)
    assert answered.status_code == 201, answered.content
    after = state_of(turn)["players"][seat]
    paid = move["quantity"] * (price["prices"][price["position"]] + extra)
    assert after["money"] - before["money"] == paid
    left = before["goods"][move["good"]] - move["quantity"]
    assert after["goods"][move["good"]] == left
    remaining = [one for one in placed(turn) if one["hex"] == move["hex"]]
    if covered:
        assert remaining == []
    else:
        assert [one["covered"] for one in remaining] == [[move["good"]]]
