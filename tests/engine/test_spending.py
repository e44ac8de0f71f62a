"""Goods are spent through one place, so a clan can add what stands in for them."""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from games import engine
from games.engine import effects as fx
from games.engine.assembly import SHIPPED, assemble
from games.engine.clans import Clan
from games.engine.clans.kept_goods import StandIn
from games.engine.expansions import Expansion
from games.engine.recorder import Recorder
from games.engine.rules.spending import lacking, spendable
from games.engine.state import Player
from games.engine.terms import PROCESSED_GOODS, Seat
from tests.scenario import RED, Part, scenario

pytestmark = pytest.mark.engine


class Tokens(Clan):
    """A clan with tokens, each of which can be spent as any processed good."""

    name = "tokens"

    def stand_in(self, player: Player) -> StandIn | None:
        return StandIn(PROCESSED_GOODS, sum(player.clan_state)) if player.clan_state else None

    def spend_stand_in(self, game: Recorder, seat: Seat, amount: int) -> None:
        (left,) = game.player(seat).clan_state
        game.emit(fx.ClanStateSet(seat, [left - amount]))


class WithTokens(Expansion):
    """Brings that clan and nothing else."""

    name = "tokens"
    clans = (Tokens(),)

    def in_play(self, options: engine.Options) -> bool:
        return False


@pytest.fixture
def table() -> Iterator[Part]:
    """Red has a whisky, and two tokens."""
    assemble((*SHIPPED, WithTokens()))
    table = scenario(players=3, clans="campbell stewart fergusson", money=20)
    red = table.state.players[RED]
    red.clan, red.clan_state, red.goods = "tokens", [2], [0, 0, 0, 0, 0, 1]
    yield table
    assemble(SHIPPED)


@pytest.mark.parametrize(
    ("wanted", "missing"),
    [
        ([0, 0, 0, 0, 0, 3], [0, 0, 0, 0, 0, 0]),
        ([0, 0, 0, 0, 0, 4], [0, 0, 0, 0, 0, 1]),
        ([0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 0, 0]),
        ([0, 0, 0, 2, 1, 2], [0, 0, 0, 0, 1, 1]),
        ([1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]),
    ],
)
def test_one_token_stands_for_one_good(
    table: Part, wanted: Sequence[int], missing: Sequence[int]
) -> None:
    assert lacking(table.state, RED, wanted) == missing


def test_each_good_alone_can_be_spent_with_all_tokens(table: Part) -> None:
    can = [spendable(table.state, RED, good) for good in ("wool", "bread", "whisky")]
    assert can == [0, 2, 3]


def test_a_sale_names_how_many_tokens_it_takes(table: Part) -> None:
    table.given.merchants("red", stock=4)
    table.then.refuses("sell 2 whisky", "TRADE-04", "not_enough_goods")
    table.then.refuses("sell 4 whisky kilts 2", "TRADE-04", "not_enough_goods")
    assert "sell 3 whisky kilts 2" in [m.notation() for m in engine.legal_moves(table.state, RED)]
    table.when.play("sell 2 whisky kilts 1")
    red = table.state.players[RED]
    assert (red.goods[5], red.clan_state) == (0, [1])


def test_they_fulfil_contracts(table: Part) -> None:
    asked = {"bread": 1, "cheese": 1, "whisky": 1, "beef": 0, "mutton": 0}
    goods = {"wool": 0, "milk": 0, "grain": 0, **asked}
    table.given.with_contract(10, **goods).box("red", 10)
    table.when.play("fulfil 10 kilts bread cheese")
    red = table.state.players[RED]
    assert (red.goods, red.clan_state) == ([0] * 6, [0])


ROOT = Path(engine.__file__).parent


@pytest.mark.uncounted
def test_moves_and_tiles_give_goods_up_through_spending_alone() -> None:
    """``game.goods`` with a negative amount stands in ``spending``, production and clans only."""
    found = {
        path.relative_to(ROOT).as_posix()
        for path in ROOT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "goods"
        and any(
            isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.USub)
            for argument in node.args
            for part in ast.walk(argument)
        )
    }
    assert found == {
        "rules/spending.py",
        "rules/production.py",
        "clans/cunningham.py",
        "clans/fraser.py",
        "clans/gordon.py",
        "clans/mackenzie.py",
    }
