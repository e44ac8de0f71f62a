"""Modules alone and together, and rules of several of them. (IND-SETUP, IND-DEF, IND-INV)"""

from typing import Any

import pytest

from games import engine
from games.engine import effects as fx
from games.engine.expansions import by_name, in_play
from games.engine.expansions.awards.award import AwardLaid
from games.engine.expansions.farmers_markets.state import MarketsDealt
from simulation.invariants import broken, progress, went_back
from simulation.random_play import seed_of, steps
from tests.engine.industria.markets import beside
from tests.engine.industria.ports import at_port
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, at, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

PACK = engine.packs.builtin()
MODULES = tuple(by_name())


def opened(**options: Any) -> tuple[engine.State, engine.Event]:
    return engine.new_game(engine.Options(**options), seed_of("modules"), PACK)


# --- set-up ---------------------------------------------------------------------------------------


@rule("IND-SETUP-01")
@in_one_test("module", MODULES)
@pytest.mark.long
def test_each_module_is_played_alone_with_the_base_game(module: str) -> None:
    options = engine.Options(players=2, expansions=[module])
    assert [one.name for one in in_play(options)] == [module]
    before: list[tuple[int, ...]] = []
    for state, event in steps(2, f"alone/{module}", options=options):
        wrong = broken(state) + went_back(before, progress(state))
        assert not wrong, (event.version, wrong)
        before = progress(state)
    assert state.over


@rule("IND-SETUP-01")
def test_without_modules_every_draw_is_that_of_the_base_game() -> None:
    """A module that is left out changes nothing, and one that adds no tiles shifts no draw."""
    plain, _ = opened(players=3)
    others, _ = opened(players=3, expansions=["awards", "farmers_markets", "refill_board"])
    same = ("modules", "ports", "prices", "scoring_tiles", "slots", "draft", "turn_order")
    assert [getattr(others, name) for name in same] == [getattr(plain, name) for name in same]
    assert (plain.expansions, plain.future) == ([], [])


@rule("IND-SETUP-03", "IND-SETUP-10", "IND-SETUP-04")
def test_set_up_goes_in_the_order_of_the_rules() -> None:
    state, event = opened(players=3, expansions=list(MODULES))
    table, kinds = at(state), [type(effect) for effect in event.effects]
    laid = (fx.MapLaid, fx.PortPlaced, AwardLaid, fx.SlotSet, fx.FutureSet, MarketsDealt)
    assert [kinds.index(kind) for kind in laid] == sorted(kinds.index(kind) for kind in laid)
    assert [port.hex for port in state.ports] == ["A1", "M1", "M9", "A9"]
    decided: list[str] = []
    while table.state.phase in ("setup", "draft", "workers"):
        decided.append(table.decision().kind)
        table.when.play(table.legal()[0])
    assert list(dict.fromkeys(decided)) == ["place_market", "choose_clan", "place_worker"]
    assert [decided.count(kind) for kind in ("place_market", "choose_clan")] == [3, 3]
    table.then.expect_decision("main_action")


@rule("IND-SETUP-09")
def test_without_ports_no_new_port_occurs() -> None:
    state, _ = opened(players=3, ports=False, expansions=["new_ports"])
    assert state.ports == []


# --- reach, order and payment ---------------------------------------------------------------------


@rule("IND-DEF-12", "PORT-17")
def test_the_building_of_tile_17_goes_to_an_empty_space_in_normal_reach() -> None:
    table = at_port(17, money=50).put("red", "sheep B2").put("blue", "sheep B4")
    table.when.play("port 17")
    table.then.refuses("expand bakery B4", "EXPAND-02", "not_empty")
    table.then.refuses("expand bakery C2", "DEF-28", "out_of_reach")  # over a river
    table.given.shipping("red", 1)
    assert table.can("expand bakery C2")


@rule("IND-PORT-G2")
@in_one_test(("unit", "level"), [("M8", 0), ("K9", 2), ("J8", 3)])
def test_a_new_port_is_reached_as_one_of_the_base_game(unit: str, level: int) -> None:
    table = scenario().port("M9", 14).put("red", f"bakery {unit}").give("red", bread=4)
    for known in range(5):
        table.given.shipping("red", known)
        assert table.can("port 14 discard 4 bread") == (known >= level)


@rule("IND-DEP-07", "IND-ORDER-02", "IND-DEF-20")
def test_a_unit_is_not_paid_by_what_a_market_beside_it_would_pay() -> None:
    cost = 9 + 1  # of the cow and of J3
    table = beside().give("red", money=cost - 1)
    table.then.refuses("expand cow J3", "EXPAND-04", "not_enough_money")
    table.given.give("red", money=cost).when.play("expand cow J3").then.expect("red", money=0)
    assert table.legal("sell_at_market")


@rule("IND-DEF-19")
def test_new_ports_are_used_around_an_action_and_not_within() -> None:
    table = beside(expansions="new_ports").port("J4", 14).give("red", bread=9)
    use = "port 14 discard 4 bread"
    assert table.can(use)
    table.when.play("expand cow J3").then.expect_decision("deployment_bonuses")
    table.then.refuses(use, "STATE-25")
    table.when.play("skip", use).then.expect_used(14, "red")


# --- invariants -----------------------------------------------------------------------------------


@rule("IND-INV-3")
def test_markers_on_ports_glory_and_contracts_never_become_fewer() -> None:
    table = at_port(13).fulfilled("red", 1)
    table.state.players[RED].glory = 4
    table.when.play("port 13")
    before = progress(table.state)
    assert went_back(before, before) == []
    for port in table.state.ports:
        port.used_by.clear()
    assert len(went_back(before, progress(table.state))) == 1
    for name in ("glory", "fulfilled"):
        fewer = engine.copy(table.state)
        setattr(fewer.players[RED], name, type(getattr(fewer.players[RED], name))())
        assert went_back(progress(table.state), progress(fewer))


@rule("IND-INV-9")
@in_one_test(("players", "limit"), [(2, 4), (3, 3), (4, 3)])
def test_no_more_of_a_good_is_bought_in_a_turn_than_the_limit(players: int, limit: int) -> None:
    state = scenario(players=players).state
    usual = [one for one in broken(state) if one.startswith("INV-07")]
    state.turn.bought[0] = limit
    assert [one for one in broken(state) if one.startswith("INV-07")] == usual == []
    state.turn.bought[0] = limit + 1
    assert [one for one in broken(state) if one.startswith("INV-07")]
