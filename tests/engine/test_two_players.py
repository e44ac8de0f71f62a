"""Where the number of players matters. (P2)"""

import pytest

from games import engine
from games.engine.geometry.board import BIT, hexes_in
from games.engine.rules.final import final_sheets
from games.engine.terms import Hex
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import COLOURS, Part, drafted, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


@rule("IND-DEF-01")
@rule("P2-01", "DEF-06", "EXPAND-12")
def test_two_play_without_the_mist() -> None:
    small, large = (scenario(players=n).put("red", "woodcutter C3") for n in (2, 3))
    small.given.put("red", "sheep B2").then.refuses(
        "expand woodcutter A2", "EXPAND-12", "not_on_the_map"
    )
    assert large.given.put("red", "sheep B2").can("expand woodcutter A2")
    active = small.state.board.active
    assert not any(BIT[Hex(hex_)] & active for hex_ in ("A2", "C1", "M5", "H9"))
    assert all(BIT[Hex(hex_)] & active for hex_ in ("A1", "M9", "B2", "G5"))


@rule("P2-01", "DEF-06", "SETUP-17")
def test_first_workers_of_two_stay_out_of_the_mist() -> None:
    table = drafted("campbell", "robertson")
    assert all(BIT[Hex(m[-2:])] & table.state.board.active for m in table.legal())
    table.then.refuses("place woodcutter A2", "EXPAND-12", "not_on_the_map")
    assert table.can("place woodcutter B4")


@rule("P2-01", "DEF-08", "SCORE-5", "DIFF-29", "CLAN-FERGUSSON-02")
def test_the_border_of_two_is_beside_the_mist() -> None:
    for players, glory in [(2, 3), (3, 0)]:
        table = scenario(players=players).put("red", "sheep B4", "sheep L5").scoring_tile(5)
        table.when.all_pass().advance("production", "scoring").then.expect("red", glory=glory)
    for players, glory in [(2, 0), (3, 3)]:
        table = scenario(players=players).put("red", "woodcutter A2", "miner M4").scoring_tile(5)
        table.when.all_pass().advance("production", "scoring").then.expect("red", glory=glory)
    table = drafted("fergusson", "campbell")
    while table.deciding() != 0:
        table.when.play("place woodcutter E3")
    table.then.refuses("place woodcutter F3", "CLAN-FERGUSSON-02", "border_only")
    border = table.state.board.border
    assert all(BIT[Hex(m[-2:])] & border for m in table.legal())


@rule("P2-02", "PORT-G12", "PORT-G01")
def test_ports_of_two_lie_further_in() -> None:
    table = scenario(players=2).put("red", "sheep B2", "sheep J8")
    for port in ("B1", "L3", "K8", "B7"):
        table.given.port(port, 5)
        assert table.can("port 5") == (port in ("B1", "K8"))
        if port in ("L3", "B7"):
            table.then.refuses("port 5", "PORT-G01", "port_out_of_reach")


def beside_a_distillery(players: int) -> Part:
    table = scenario(players=players).put("red", "woodcutter F3").put("blue", "distillery H3")
    return table.given.merchants("red", stock=7).price("whisky", 10).when.play("expand sheep G3")


@rule("P2-03", "P2-07", "NBR-09", "EX-03")
@in_one_test(("players", "limit"), [(2, 4), (3, 3), (4, 3)])
def test_the_limit_of_the_neighbourhood_bonus(players: int, limit: int) -> None:
    table = beside_a_distillery(players)
    table.then.refuses(f"neighbourhood {limit + 1} whisky", "NBR-09", "neighbourhood_limit")
    marker = table.state.prices[5]
    table.when.play(f"neighbourhood {limit} whisky").then.expect(
        "red", whisky=limit, money=91 - 7 * limit
    )
    assert table.state.prices[5] == marker + limit


@rule("P2-04", "FINAL-11", "FINAL-17")
@in_one_test(
    ("players", "exports", "settlements"),
    [(2, [8, 0], [12, 0]), (3, [12, 6, 0], [18, 12, 6]), (4, [12, 6, 0, 0], [18, 12, 6, 0])],
)
def test_points_by_place(players: int, exports: list[int], settlements: list[int]) -> None:
    table = scenario(players=players)
    table.given.put("red", "sheep B3", "miner D3", "sheep C5").put("blue", "miner I7", "sheep J8")
    if players > 2:
        table.given.put("black", "woodcutter A3")
    for place, colour in enumerate(COLOURS[:players]):
        table.given.fulfilled(colour, *range(10 * place + 1, 10 * place + 5 - place))
        table.given.shipping(colour, 2)
    sheets = final_sheets(table.state)
    assert [sheet.contracts_fulfilled for sheet in sheets] == [4, 3, 2, 1][:players]
    assert [sheet.settlements_connected for sheet in sheets] == [3, 2, 1, 0][:players]
    assert [sheet.exports for sheet in sheets] == exports
    assert [sheet.settlements for sheet in sheets] == settlements


@rule("P2-05", "CLAN-ROBERTSON-01")
@in_one_test(("players", "paid"), [(2, 8 + 2 - 2), (3, 8 + 2 - 3), (4, 8 + 2 - 3)])
def test_robertson_saves_less_with_two(players: int, paid: int) -> None:
    table = scenario(players=players, clans="robertson").put("red", "sheep G3")
    table.when.play("expand sheep H3").then.expect("red", money=100 - paid)


@rule("P2-06", "PASS-03", "DATA-11", "EX-06")
@in_one_test(("players", "bonuses"), [(2, [16, 13]), (3, [16, 14, 12]), (4, [16, 14, 12, 10])])
def test_passing_bonuses(players: int, bonuses: list[int]) -> None:
    table = scenario(players=players, money=0).when.all_pass()
    assert [player.money for player in table.state.players] == bonuses
    assert table.state.passed == list(range(players))


@rule("P2-07", "DEF-06", "SETUP-07")
def test_three_use_the_large_side_with_one_slot_fewer_than_four() -> None:
    three, four, two = (scenario(players=n).state for n in (3, 4, 2))
    assert three.board is four.board
    assert three.board is not two.board
    assert len(three.slots) == len(four.slots) - 1
    assert not three.small
    assert two.small
    assert sum(1 for _ in hexes_in(three.board.active)) == 117
    assert engine.view(three, None).map.small is False
