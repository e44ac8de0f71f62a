"""The steward where players are compared in the end for an award."""

import pytest

from games import engine
from games.bots.steward import weights
from games.bots.steward.outlook import Outlook, outlook
from games.bots.steward.races import races_worth, with_races
from games.bots.steward.shortlist import SpaceLooks
from games.engine.expansions.awards import AwardState
from games.engine.terms import ContractId
from tests.scenario import BLUE, RED, Part, scenario

pytestmark = pytest.mark.engine

UNITS, IMPORTS, GLORY, MONEY, BASIC, PROCESSED, RIVERS = 1, 2, 3, 4, 6, 7, 8
EVEN, ALL = 4, 8
"""What the award of two players brings where they share it, and to the one who is ahead."""


def award_table(tile: int, round_: int = 5) -> Part:
    table = scenario(players=2, expansions=["awards"], money=0).round(round_)
    table.state.part(AwardState).tile = tile
    return table


def looked(table: Part) -> Outlook:
    """What red expects."""
    return with_races(outlook(table.state, RED), table.state)


def expected(table: Part, coming: float = 0.0) -> float:
    """What red expects of the award, where so much Glory is to come."""
    return races_worth(looked(table), table.state, coming)


def pound(money: int, *, round_: int, passed: bool = False) -> float:
    """What a pound is worth more with so much where money is compared, and blue has the usual."""
    table = award_table(MONEY, round_).given.give("red", money=money)
    table.given.give("blue", money=weights.LAST_MONEY)
    table.state.passed += [BLUE] * passed
    return looked(table).money - outlook(table.state, RED).money


def test_an_award_for_what_lasts_counts_from_the_middle_on_and_the_more_the_later() -> None:
    assert expected(award_table(UNITS, 2)) == 0
    found = []
    for round_ in (3, 4, 5):
        table = award_table(UNITS, round_)
        assert expected(table) == EVEN
        found.append(expected(table.given.put("red", "sheep B2", "sheep B3")))
    assert EVEN < found[0] < found[1] < found[2] < ALL


def test_an_award_for_money_makes_it_dear_in_the_last_round_most_where_it_is_open() -> None:
    usual = weights.LAST_MONEY
    assert pound(usual, round_=3) == 0
    level, ahead, far = (pound(usual + more, round_=5) for more in (0, 20, 100))
    assert level > ahead > far > 0
    assert pound(usual, round_=5, passed=True) == 0


def test_money_is_compared_itself_once_the_others_have_passed() -> None:
    """Until then they are expected to spend half of what they have beyond the usual."""
    table = award_table(MONEY).given.give("red", money=weights.LAST_MONEY + 10)
    table.given.give("blue", money=weights.LAST_MONEY + 20)
    assert not looked(table).races
    table.state.passed.append(BLUE)
    assert expected(table) < 0.1


def test_a_contract_costs_what_its_goods_and_animals_count_for_an_award() -> None:
    table = award_table(BASIC).given.give("red", wool=2).give("blue", wool=1)
    with_goods = ContractId(2)
    table.given.box("red", with_goods)
    assert looked(table).in_races[with_goods] < -2
    table = award_table(UNITS).given.put("red", "cow B2", "cow B3").put("blue", "sheep D2")
    table.given.box("red", 3)
    assert looked(table).in_races[ContractId(3)] < -2


def test_once_the_others_have_passed_a_lead_of_one_is_as_good_as_a_long_one() -> None:
    table = award_table(UNITS).given.put("red", "sheep B2")
    open_ = expected(table)
    assert EVEN < open_ < ALL - 0.5
    table.state.passed.append(BLUE)
    assert expected(table) > ALL - 0.1


def test_it_counts_what_the_last_production_brings_both() -> None:
    table = award_table(PROCESSED).given.give("blue", cheese=1)
    behind = expected(table)
    table.given.put("red", "cow B2", "cheese_dairy B3")
    level = expected(table)
    table.given.put("blue", "cow D2", "cheese_dairy D3")
    assert behind < level == EVEN > expected(table)


def test_basic_goods_need_not_be_processed_where_they_win_the_award() -> None:
    table = award_table(BASIC).given.give("blue", wool=5).give("red", grain=6)
    table.given.put("red", "bakery B2", "bakery B3")
    kept = expected(table)
    table.given.give("red", grain=4, bread=2)
    assert kept > expected(table)


def test_glory_to_come_counts_for_the_award_and_so_does_that_of_the_other() -> None:
    table = award_table(GLORY, 4)
    table.state.scoring_tiles[3:] = [1, 1]
    assert expected(table, 5.0) > EVEN
    table.given.give("blue", wool=4)
    assert expected(table) < EVEN


def test_what_the_other_has_in_its_boxes_counts_and_a_contract_is_worth_more_that_wins() -> None:
    table = award_table(IMPORTS)
    even = expected(table)
    first, second = table.state.slots[:2]
    table.given.box("blue", first)
    assert expected(table) < even
    gains = looked(table).in_races
    assert set(gains) == {one for one in table.state.slots if one}
    assert gains[second] > 0


def test_spaces_that_an_award_counts_are_looked_at_first() -> None:
    table = award_table(RIVERS, 3).given.put("red", "sheep B2")
    state, counted = table.state, looked(table)
    plain = outlook(state, RED)
    names = {engine.Hex(name) for name in ("B3", "C3", "C4", "D3", "D4", "E5")}
    rivers = names & {space for pair in state.board.rivers for space in pair}
    assert rivers
    assert names - rivers
    for name in names:
        gain = SpaceLooks(counted, state).of("cow", name) - SpaceLooks(plain, state).of("cow", name)
        assert (gain > 0) == (name in rivers), name


def test_alone_nobody_is_compared() -> None:
    table = scenario(players=1, expansions=["awards"])
    assert not looked(table).races
