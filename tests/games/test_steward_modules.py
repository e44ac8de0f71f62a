"""The steward with modules: what their ports, tiles, markets and rows make it do."""

import pytest

from games import engine
from games.bots.steward import outlook
from games.bots.steward.granted import granted
from games.bots.steward.income import supply
from games.bots.steward.worth import drawing, sale, sale_to_come
from games.engine.geometry.board import hexes_in
from games.engine.rules.granted_decisions import GrantedExpandDecision, WaivedFulfilDecision
from games.engine.terms import ContractId
from games.engine.tiles import scoring_tile
from games.engine.tiles.new_ports import FREE_BUILDING, SECOND_ANIMAL
from tests.engine.industria.markets import beside, new_table
from tests.games.test_steward import chosen, settled
from tests.rules import rule
from tests.scenario import RED, Part

pytestmark = pytest.mark.engine


def test_it_places_a_market_amid_cheap_land_and_sells_to_it_what_no_contract_needs() -> None:
    given = new_table(2)
    best = chosen(given).split()[1]
    board = given.state.board

    def cheap(hex_: str) -> int:
        beside = hexes_in(board.neighbours[engine.Hex(hex_)] & board.land)
        return sum(5 - board.cost[one] for one in beside if board.cost[one] < 5)

    assert cheap(best) == max(cheap(line.split()[1]) for line in given.legal())
    table = beside().price("wool", 5).when.play("expand cow J3")
    assert chosen(table).startswith("market I4 ")
    table.given.give("red", wool=0, bread=1)
    table.given.with_contract(8, bread=1, free_space=0).box("red", 8)
    assert chosen(table) == "skip"


def test_a_market_in_reach_is_worth_what_can_be_sold_there_after_the_next_production() -> None:
    table = beside().give("red", wool=0, bread=0)
    out = outlook.outlook(table.state, RED)

    def to_come() -> float:
        made = supply(table.state, table.state.players[RED])
        return sale_to_come(out, table.state, made, engine.Hex("I4"))

    assert to_come() == 0
    table.put("red", "sheep J6", "sheep I6")
    assert 0 < (two := to_come()) < sale_at_best(table)
    table.given.merchants("red", stock=1, track=0)
    assert to_come() == pytest.approx(two / 2)


def sale_at_best(table: Part) -> float:
    """Four wool at once, as many as a market takes."""
    rich = table.given.give("red", wool=4)
    value = sale(outlook.outlook(rich.state, RED), rich.state, engine.Hex("I4"))
    table.given.give("red", wool=0)
    return value


def test_it_gives_what_a_tile_counts_for_a_contract_that_cannot_wait() -> None:
    """Three kinds of goods are 9 Glory; the contract is worth more, but not after the round."""
    table = settled(money=0, round_=5).given.scoring_tile(12)
    table.given.box("red", 48).give("red", wool=1, bread=1, cheese=1)
    assert chosen(table) == "fulfil 48"


def test_of_a_tile_of_an_expansion_it_counts_on_a_part_that_is_less_the_longer_it_waits() -> None:
    table = settled(money=0, round_=4)
    table.state.scoring_tiles[3:] = [3, 10]
    base, later = outlook.outlook(table.state, RED).tiles
    table.state.scoring_tiles[3:] = [10, 3]
    now, _ = outlook.outlook(table.state, RED).tiles
    assert base.weight == 1
    assert later.weight < now.weight < 1


@rule("PORT-11", "PORT-17")
def test_it_uses_a_port_early_that_deploys_a_unit_for_nothing() -> None:
    table = settled(money=6, round_=2).given.port("A1", 17).put("red", "field B3")
    assert chosen(table) == "port 17"
    worths = []
    for round_ in (2, 5):
        table = settled(money=6, round_=round_).given.put("red", "cow B3")
        version = table.state.version
        worths.append(
            [
                worth_of(table, GrantedExpandDecision(version, RED, grant))
                for grant in (SECOND_ANIMAL, FREE_BUILDING)
            ]
        )
    early, late = worths
    assert min(early) > 2
    assert all(more > less for more, less in zip(early, late, strict=True))


@rule("PORT-18")
def test_fulfilling_for_nothing_is_worth_what_the_contract_still_asks_for() -> None:
    table = settled(money=0, round_=4).given.box("red", 8)
    dear = waived(table)
    assert dear > 5
    assert waived(table.given.give("red", bread=4)) < dear / 2


def waived(table: Part) -> float:
    """What it is worth to red to fulfil its contract for nothing."""
    return worth_of(table, WaivedFulfilDecision(1, RED))


def test_a_row_of_contracts_is_worth_what_the_best_of_them_adds_to_an_empty_box() -> None:
    """The only empty box is dearer than one of two."""
    table = settled(money=0).give("red", wool=1, bread=1, cheese=1)
    table.state.future = [ContractId(48)]
    boxes = table.state.players[RED].boxes = [[], []]
    both = drawn(table)
    boxes[1] = [ContractId(23)]
    one = drawn(table)
    boxes[0] = [ContractId(36)]
    assert drawn(table) == 0 < one
    assert both == pytest.approx(one + outlook_of(table).rounds * 0.25)


def test_it_counts_on_all_of_a_base_tile_and_on_a_part_of_an_added_one() -> None:
    options = engine.Options(players=2, expansions=["new_scoring_tiles"])
    base, added = (outlook.upcoming(scoring_tile(options, number), True) for number in (9, 10))
    assert added.weight < base.weight == 1


def drawn(table: Part) -> float:
    """What a building bonus is worth to red."""
    return drawing(outlook_of(table), table.state)


def outlook_of(table: Part) -> outlook.Outlook:
    """What red looks at."""
    return outlook.outlook(table.state, RED)


def worth_of(table: Part, decision: engine.Decision) -> float:
    """What red expects of a decision that a port tile opens."""
    found = granted(outlook.outlook(table.state, RED), table.state, decision)
    assert found is not None
    return found
