"""What contracts are worth to the steward: several at once, and with clans that live of them."""

from itertools import cycle

import pytest

from games.bots.steward import outlook, weights
from games.bots.steward.exports import beer_to_come, beer_worth
from games.bots.steward.worth import worth
from games.engine.decisions import BrewDecision, ExportBonusesDecision
from games.engine.geometry.board import hexes_in
from games.engine.terms import ContractId
from tests.games.test_steward import box_worth, chosen, settled
from tests.scenario import RED, Part, scenario

pytestmark = pytest.mark.engine

PRODUCERS = ("sheep", "cow", "field")


def two_boxes(table: Part, *contracts: int) -> Part:
    """Red has two boxes, with these contracts in them."""
    boxes = [[ContractId(number)] for number in contracts]
    table.state.players[RED].boxes = [*boxes, [], []][:2]
    return table


# --- what two contracts want at once -------------------------------------------------------------


def of_two(table: Part) -> tuple[float, float]:
    """What contracts 48 and 16 are worth together, and one by one."""
    apart = sum(box_worth(two_boxes(table, number)) for number in (48, 16))
    empty = table.state.players[RED].boxes.count([])
    apart -= 2 * empty * outlook.outlook(table.state, RED).rounds * weights.EMPTY_BOXES[0]
    return box_worth(two_boxes(table, 48, 16)), apart


def test_two_contracts_are_worth_as_much_as_both_where_there_is_enough_for_both() -> None:
    """One wants a wool, a bread and a cheese, the other one a wool and a cow."""
    table = settled(money=60).put("red", "cow B3")
    table.given.give("red", wool=2, bread=1, cheese=1)
    together, apart = of_two(table)
    assert together == pytest.approx(apart)


def test_money_is_not_counted_for_two_contracts() -> None:
    """What one of them lacks leaves nothing for what the other one lacks."""
    scores = []
    for money in (16, 60):
        table = settled(money=money, round_=5).give("red", wool=2, bread=1)
        table.given.merchants("red", stock=1, track=0)
        together, apart = of_two(table)
        scores.append(apart - together)
    assert scores[0] > 3
    assert scores[1] == pytest.approx(0)


def test_production_is_not_counted_for_two_contracts() -> None:
    """Two contracts want a wool each, and one sheep grazes; merchants to buy one are not there."""
    table = settled(money=0, round_=4).put("red", "sheep B3", "cow C2")
    table.given.give("red", bread=1, cheese=1)
    together, apart = of_two(table)
    assert together < apart - 3
    table.put("red", "sheep C3")
    together, apart = of_two(table)
    assert together == pytest.approx(apart)


def test_animals_are_not_counted_for_two_contracts() -> None:
    """Both want two cows, and two graze."""
    table = settled(money=0, round_=5).put("red", "cow B3", "cow C2")
    one = box_worth(two_boxes(table, 3))
    table.given.give("red", cheese=2)
    assert box_worth(two_boxes(table, 3, 17)) < one + box_worth(two_boxes(table, 17)) - 8


def test_what_cannot_be_fulfilled_takes_nothing_from_what_can() -> None:
    """Contract 2 wants six wool, contract 31 three wool and three cheese."""
    table = settled(money=0, round_=5).give("red", wool=3, cheese=3)
    alone = box_worth(two_boxes(table, 31))
    empty = weights.EMPTY_BOXES[0]
    assert box_worth(two_boxes(table, 2, 31)) == pytest.approx(alone - empty + weights.BURDEN)


def test_animals_need_a_space_in_reach() -> None:
    """A contract for a cow is worth less to who is shut in, and nothing else changes."""
    table = settled(money=60, round_=5).given.give("red", wool=1).box("red", 16)
    free = box_worth(table)
    state = table.state
    pastures = hexes_in(state.position.reach(RED) & state.board.terrain["grassland"])
    units = [f"{unit} {hex_}" for unit, hex_ in zip(cycle(PRODUCERS), pastures, strict=False)]
    shut_in = box_worth(table.put("blue", *units[:-1]))
    assert shut_in == pytest.approx(free)
    shut_in = box_worth(table.put("blue", units[-1]))
    assert shut_in == pytest.approx(free * weights.NO_PASTURE)


# --- Buchanan ------------------------------------------------------------------------------------


def test_it_takes_one_contract_a_turn_while_each_turn_is_paid_for() -> None:
    """In round 1 each turn with a contract brings £5, in round 2 none does. (CLAN-BUCHANAN-04)"""
    kinds = []
    for round_ in (1, 2):
        table = scenario(clans="buchanan", money=0).round(round_)
        table.given.on_board(48, 44, 10, 12, 2, 4, 9).put("red", "woodcutter A2", "woodcutter B4")
        table.given.give("red", wool=2, bread=2, cheese=1, whisky=1)
        kinds.append(len(chosen(table).split()) - 1)
    assert kinds == [1, 2]


# --- MacEwan -------------------------------------------------------------------------------------


def brewing(grain: int, clan: str = "macewan") -> Part:
    """Red can fulfil contract 44, which gives four hops, and has so much grain."""
    table = settled(money=0).given.box("red", 44)
    table.given.give("red", wool=1, bread=1, whisky=1, grain=grain)
    table.state.players[RED].clan = clan
    return table


def test_beer_is_worth_what_it_brings_beyond_the_grain() -> None:
    table = brewing(grain=2)
    player, out = table.state.players[RED], outlook.outlook(table.state, RED)
    each = 9 * out.money - out.goods[2]
    assert beer_worth(out, player, 3) == pytest.approx(2 * each)
    assert beer_worth(out, player, 1) == pytest.approx(each)
    assert beer_to_come(out, player, 3) == pytest.approx((2 + weights.BEER) * each)
    player.clan = "campbell"
    assert beer_worth(out, player, 3) == 0


def test_a_contract_with_hops_is_worth_more_to_brewers() -> None:
    assert box_worth(brewing(3)) > box_worth(brewing(3, "campbell")) + 1
    assert box_worth(brewing(3)) > box_worth(brewing(0)) + 1


def test_a_decision_to_brew_is_worth_what_it_will_bring_once() -> None:
    table = brewing(grain=3)
    out = outlook.outlook(table.state, RED)
    before, player = worth(table.state, out), table.state.players[RED]
    version = table.state.version
    table.state.decisions.append(ExportBonusesDecision(version, RED, ["beer", "bonus_upgrade"], 3))
    waiting = before + beer_worth(out, player, 3) + weights.UPGRADE
    assert worth(table.state, out) == pytest.approx(waiting)
    table.state.decisions[-1] = ExportBonusesDecision(version, RED, ["bonus_upgrade"], 3)
    table.state.decisions.append(BrewDecision(version, RED, 3))
    assert worth(table.state, out) == pytest.approx(waiting)


def test_it_fulfils_and_brews() -> None:
    table = brewing(grain=3)
    assert chosen(table) == "fulfil 44"
    table.when.play("fulfil 44")
    assert chosen(table) == "brew 3"
