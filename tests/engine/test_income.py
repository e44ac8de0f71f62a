"""The forecast of a production is what production brings, and there is one."""

import ast
from pathlib import Path

import pytest

from games import engine
from games.engine import effects as fx
from games.engine.rules.income import MADE_IN, Income, income
from games.engine.terms import Seat
from simulation.random_play import steps
from tests.marks import in_one_test
from tests.scenario import RED, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


@in_one_test("players", [1, 2, 4])
def test_production_brings_what_was_forecast(players: int) -> None:
    produced, expected = 0, dict[int, Income]()
    for state, event in steps(players, "income"):
        if event.kind == "production":
            for seat, forecast in expected.items():
                goods = [
                    (effect.good, effect.amount)
                    for effect in event.effects
                    if isinstance(effect, fx.GoodsChanged) and effect.seat == seat
                    if effect.good in forecast.goods
                ]
                assert [(good, n) for good, n in forecast.goods.items() if n] == goods
                money = [
                    effect.amount
                    for effect in event.effects
                    if isinstance(effect, fx.MoneyChanged) and effect.seat == seat
                ]
                assert forecast.money == (money[-1] if forecast.money else 0)
                produced += bool(goods)
        expected = {
            seat: income(state.content, player) for seat, player in enumerate(state.players)
        }
    assert produced >= players


def test_a_forecast_counts_units_by_what_they_give_and_make() -> None:
    table = scenario(players=3, clans="campbell stewart fergusson")
    table.given.put("red", "sheep B2", "cow D4", "field E5", "bakery F5", "woodcutter B4")
    state = table.state
    forecast = income(state.content, state.players[RED])
    assert forecast == Income(
        money=4,
        goods={"wool": 1, "milk": 1, "grain": 2},
        making={"cheese": 0, "bread": 1, "whisky": 0},
    )
    assert income(state.content, state.players[Seat(1)]).money == 0
    assert list(forecast.making) == list(MADE_IN)


ROOT = Path(engine.__file__).parents[2]
YIELDS = {"sheep_yield", "cow_yield", "field_yield"}


def test_only_the_forecast_reads_what_units_give() -> None:
    reading = {
        path.relative_to(ROOT).as_posix()
        for room in ("api", "games", "replays", "simulation", "web")
        for path in (ROOT / room).rglob("*.py")
        if any(name in (text := path.read_text()) for name in YIELDS)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and node.attr in YIELDS
    }
    assert reading == {"games/engine/rules/income.py"}
