"""What makes a contract ask for less: tiles by their rows, decisions by a demand. (FULFIL-02)"""

import pytest

from games.engine.content import Contract
from games.engine.moves.reductions import sparing
from games.engine.rules.demands import ITEMS, Demand
from games.engine.rules.granted_decisions import WaivedFulfilDecision
from games.engine.tiles.ports import REDUCING
from tests.rules import rule
from tests.scenario import RED, Given, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

TWO_BEEF = 3


class HalfPaid(WaivedFulfilDecision, frozen=True, tag="waived_fulfil"):
    """A way of fulfilling in which one animal is paid for otherwise."""

    RULE = "FULFIL-06"

    def demand(self, contract: Contract) -> Demand:
        return Demand.of(contract).without(["beef"])


def half_paid(contract: int) -> Given:
    table = scenario().put("red", "cow I4", "cow J5", "sheep J3").box("red", contract)
    table.state.decisions.append(HalfPaid(table.state.version, RED))
    return table


def asking(**amounts: int) -> Demand:
    return Demand(tuple(amounts.get(item, 0) for item in ITEMS))


@rule("FULFIL-06")
def test_a_decision_may_leave_part_of_a_contract_to_deliver() -> None:
    table = half_paid(TWO_BEEF)
    table.then.refuses("fulfil 3", "FULFIL-06", "wrong_number_of_animals")
    assert sorted(table.legal("fulfil")) == [
        "fulfil 3 slaughter cow I4",
        "fulfil 3 slaughter cow J5",
    ]
    table.when.play("fulfil 3 slaughter cow J5").then.expect("red", units=["cow I4", "sheep J3"])


@rule("PORT-1", "PORT-10")
def test_each_tile_that_reduces_says_in_its_row_what_it_leaves_out() -> None:
    assert {tile: sparing(tile).items for tile in REDUCING} == {
        1: ("beef", "mutton"),
        10: ("bread", "cheese", "whisky"),
    }


def test_what_is_spared_twice_has_to_be_asked_for_twice() -> None:
    demand = asking(bread=1, beef=2)
    assert demand.has(["beef", "beef", "bread"])
    assert not demand.has(["bread", "bread"])
    assert demand.without(["beef", "bread"]) == asking(beef=1)
    assert demand.without(["bread"]).goods == (0,) * 6
