"""Expanding as something grants it: columns, costs, reach, places. (STATE-30)"""

import pytest

from games import engine
from games.engine.geometry.board import BIT, HEXES, hexes_in
from games.engine.rules.granted_decisions import GrantedExpandDecision
from games.engine.rules.grants import PLAIN, ExpandGrant
from games.engine.terms import Hex
from tests.oracle_printed import apart
from tests.scenario import RED, Given, scenario

pytestmark = pytest.mark.engine


def granted(grant: ExpandGrant, *put: str, money: int = 100) -> Given:
    """Red may expand once by this grant."""
    table = scenario(money=money).put("red", *put)
    table.state.decisions.append(GrantedExpandDecision(table.state.version, RED, grant))
    return table


def spaces(table: Given) -> set[str]:
    return {line.split()[-1] for line in table.legal("expand")}


def test_a_grant_may_name_columns_and_waive_costs() -> None:
    table = granted(ExpandGrant(columns=["cow"], unit_free=True, land_free=True), "sheep B2")
    assert {line.split()[1] for line in table.legal("expand")} == {"cow"}
    table.when.play("expand cow B3").then.expect("red", money=100)


def test_a_grant_may_reach_behind_other_spaces_whatever_lies_there() -> None:
    """Two spaces from B2 to D4 are skipped: a river, another one's unit, a loch hinder nobody."""
    plain, far = granted(PLAIN, "sheep B2"), granted(ExpandGrant(skips=2), "sheep B2")
    plain.then.refuses("expand cow D4", "DEF-28", "out_of_reach")
    assert spaces(plain) < spaces(far)
    assert {hex_ for hex_ in spaces(far) - spaces(plain) if apart("B2", Hex(hex_)) > 3} == set()
    far.given.put("blue", "sheep C2", "sheep B3", "sheep C3")
    assert far.can("expand cow D4")
    far.then.refuses("expand cow B3", "EXPAND-02", "not_empty")
    far.then.refuses("expand cow I5", "DEF-28", "out_of_reach")


@pytest.mark.parametrize("skipped", [1, 2])
def test_a_path_passes_over_as_many_different_spaces_as_are_skipped(skipped: int) -> None:
    """In the open every space within their number is at the end of one, but not the start."""
    board = scenario().state.board
    start = Hex("F5")
    found = set(hexes_in(board.behind(BIT[start], skipped)))
    near = {hex_ for hex_ in HEXES if 0 < apart(start, hex_) <= skipped + 1}
    assert found == near


@pytest.mark.parametrize("skips", [-1, 3])
def test_a_stored_grant_that_skips_more_than_any_may_adds_no_reach(skips: int) -> None:
    """Nor does a look at it go along all the paths over so many spaces."""
    plain, far = granted(PLAIN, "sheep B2"), granted(ExpandGrant(skips=skips), "sheep B2")
    assert spaces(plain) == spaces(far)


def test_a_grant_may_ask_for_a_space_beside_another_over_a_river_too() -> None:
    grant = ExpandGrant(land_free=True, beside=[Hex("C2")])
    table = granted(grant, "sheep B2", "sheep B4").given.shipping("red", 1)
    assert table.can("expand sheep B3") == (apart("B3", Hex("C2")) == 1)
    table.then.refuses("expand sheep A5", "STATE-30", "not_beside")
    assert all(apart("C2", Hex(hex_)) == 1 for hex_ in spaces(table))
    assert spaces(table)


def test_a_plain_grant_is_stored_without_what_it_does_not_use() -> None:
    decision = GrantedExpandDecision(3, RED, ExpandGrant(unit_free=True))
    table = granted(ExpandGrant(unit_free=True), "sheep B2")
    assert b"skips" not in engine.dump(table.state)
    assert decision.grant.beside == []
