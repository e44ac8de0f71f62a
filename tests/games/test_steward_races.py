"""The steward where players are compared in the end for an award."""

import pytest

from games import engine
from games.bots.steward.outlook import Outlook, outlook
from games.bots.steward.races import races_worth, with_races
from games.bots.steward.shortlist import SpaceLooks
from games.engine.expansions.awards import AwardState
from tests.scenario import RED, Part, scenario

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


def with_money(money: int, *, round_: int) -> float:
    """The same of the one for money with so much, where blue has £40."""
    table = award_table(MONEY, round_).given.give("red", money=money).give("blue", money=40)
    return expected(table)


def test_an_award_for_what_lasts_counts_in_every_round_and_the_more_the_later() -> None:
    found = []
    for round_ in (1, 3, 5):
        table = award_table(UNITS, round_)
        assert expected(table) == EVEN
        found.append(expected(table.given.put("red", "sheep B2", "sheep B3")))
    assert EVEN < found[0] < found[1] < found[2] < ALL


def test_an_award_for_money_counts_from_the_last_round_on_and_a_longer_lead_is_surer() -> None:
    assert with_money(60, round_=3) == 0
    found = [with_money(money, round_=5) for money in (0, 39, 40, 41, 90)]
    assert found == sorted(set(found))
    assert found[0] < 0.5
    assert found[2] == EVEN
    assert found[4] > 7.5


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
    assert looked(table).races == ()
