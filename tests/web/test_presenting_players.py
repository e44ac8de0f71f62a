"""What the parts of the table tell of the players, without requests: order, boards, points."""

import pytest
from django.template.loader import render_to_string

from games import engine
from games.bots import BOTS
from games.engine.terms import GOODS
from simulation.random_play import steps
from tests.marks import in_one_test
from tests.scenario import drafted
from tests.web.positions import NAMES, position, table_of
from web.pages.common import labels
from web.pages.common.pieces import seats_in_view, signs
from web.pages.table.parts import compare, sheet
from web.pages.table.parts.compare import comparison
from web.pages.table.parts.mine import mine
from web.pages.table.parts.order import order
from web.pages.table.parts.players import boards
from web.pages.table.parts.status import status

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


def test_sheet_has_the_lines_that_add_up() -> None:
    state = position(4, round_=4)
    for shown in sheet.sheets(state, signs(NAMES)):
        assert [one.name for one in shown.lines] == [line.name for line in engine.lines_of(state)]
        assert sum(one.points for one in shown.lines) == shown.total


def test_order_knows_who_passed() -> None:
    state = position(3, round_=2)
    names = signs(NAMES[:3])
    shown = order(state, names, sheet.scores_now(state, names))
    assert [place.sign.seat for place in shown.places] == state.turn_order
    assert [place.decides for place in shown.places] == [True, False, False]
    assert [bonus.money for bonus in shown.bonuses] == ["£16", "£14", "£12"]


def test_order_tells_how_everybody_stands() -> None:
    names = signs(NAMES[:3])
    state = position(3, round_=3)
    totals = {score.seat: score.total for score in engine.score_now(state)}
    for place in order(state, names, sheet.scores_now(state, names)).places:
        player = state.players[place.sign.seat]
        assert place.money == labels.pounds(player.money)
        assert (place.glory, place.points) == (player.glory, totals[place.sign.seat])
    assert all(one.points is None for one in order(state, names, {}).places)


# --- players --------------------------------------------------------------------------------------


def test_viewer_comes_first() -> None:
    assert seats_in_view(4, 2) == [2, 3, 0, 1]
    assert seats_in_view(3, None) == [0, 1, 2]
    state = position(3, round_=1)
    shown = boards(state, signs(NAMES[:3]), 1, {})
    assert [one.sign.seat for one in shown] == [1, 2, 0]
    assert [one.own for one in shown] == [True, False, False]


def test_units_left_and_what_the_next_one_costs() -> None:
    table = drafted("campbell", "macdonald")
    found = {
        board_.clan.name: board_
        for board_ in boards(table.state, signs(NAMES[:2]), None, {})
        if board_.clan
    }
    bakery = next(one for one in found["campbell"].columns if one.symbol == "bakery")
    assert (bakery.left, bakery.size, bakery.cost, bakery.printed) == (4, 4, "£5", "£8")
    sheep = next(one for one in found["campbell"].columns if one.symbol == "sheep")
    assert (sheep.cost, sheep.printed) == ("£8", "")
    assert [one.symbol for one in found["macdonald"].columns][-1] == "worker"
    assert found["macdonald"].technologies == ()


@in_one_test("players", [1, 2, 3, 4])
def test_boards_of_a_whole_game(players: int) -> None:
    chance = engine.randomness.Stream(b"p" * 32, "boards")
    names = signs(NAMES[:players])
    for state, _event in steps(players, "boards", lambda s, i: BOTS["random"](s, i, chance)):
        if not state.players or state.version % 7:
            continue
        for shown in boards(state, names, None, sheet.scores_now(state, names)):
            player = state.players[shown.sign.seat]
            assert [one.number for one in shown.goods] == player.goods
            assert all(0 <= column.left <= column.size for column in shown.columns)
            if shown.score is not None:
                assert shown.score.total == sum(line.points for line in shown.score.lines)
        assert status(state, names, 0).text


# --- the status -----------------------------------------------------------------------------------


def test_status_says_whose_turn_it_is() -> None:
    state = position(3, round_=2)
    seat = state.open_decisions()[0].seat
    names = signs(NAMES[:3])
    assert status(state, names, seat).yours
    other = status(state, names, None)
    assert not other.yours
    assert NAMES[seat] in other.text


# --- the dock and the rows ------------------------------------------------------------------------


def test_rows_are_in_turn_order_and_tell_what_passing_brings() -> None:
    state = position(4, round_=3)
    shown = comparison(table_of(state, 0))
    assert [row.board.sign.seat for row in shown.rows] == list(state.turn_order)
    assert [row.place for row in shown.rows] == [1, 2, 3, 4]
    assert shown.passing == labels.pounds(state.content.passing_bonus(4, 0))
    assert not any(row.passed for row in shown.rows)
    first = state.turn_order[0]
    state.passed = [first]
    shown = comparison(table_of(state, None))
    assert shown.rows[0].passed == labels.pounds(state.content.passing_bonus(4, 0))
    assert shown.passing == labels.pounds(state.content.passing_bonus(4, 1))
    assert not shown.changes


def test_rows_tell_by_which_lines_points_have_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Since the viewer's last turn: the lines that differ come to the change."""
    state = position(4, round_=3)
    now = {
        one.seat: {line.name: one.points(line.name) for line in engine.lines_of(state)}
        for one in engine.score_now(state)
    }
    before = {seat: lines | {"glory": lines["glory"] - 9} for seat, lines in now.items()}
    before[0] = now[0] | {"money": now[0]["money"] + 2}
    monkeypatch.setattr(compare, "points_before", lambda _table: before)
    rows = {row.board.sign.seat: row for row in comparison(table_of(state, 0)).rows}
    assert (rows[0].change, rows[0].why) == (-2, "Money \N{MINUS SIGN}2")
    assert (rows[1].change, rows[1].why) == (9, "Glory +9")
    shown = {"table": table_of(state, 0), "shown": comparison(table_of(state, 0))}
    page = render_to_string("web/parts/compare.html", shown)
    assert '">\N{MINUS SIGN}2<span' in page
    assert '">+9<span' in page
    before[1] = now[1]
    rows = {row.board.sign.seat: row for row in comparison(table_of(state, 0)).rows}
    assert (rows[1].change, rows[1].why) == (0, "")


def test_no_income_is_to_come_after_the_end() -> None:
    state = position(2, round_=2)
    assert comparison(table_of(state, 0)).income
    state.phase = "over"
    table = table_of(state, 0)
    assert not comparison(table).income
    page = render_to_string("web/parts/compare.html", {"table": table, "shown": comparison(table)})
    assert "c-income" not in page


def test_dock_tells_what_a_contract_still_wants() -> None:
    """Goods from the stock, meat from the animals on the map."""
    state = position(4, round_=3)
    player = state.players[0]
    contract = next(
        card
        for card in map(state.content.contract, state.content.contracts)
        if card.bread and card.mutton and not card.beef
    )
    player.boxes = [[contract.id]]
    player.goods = [0] * len(GOODS)
    animals = player.count("sheep")
    shown = mine(table_of(state, 0))
    assert shown is not None
    (box,) = shown.boxes
    assert box is not None
    wanted = {one.amount.symbol: one.missing for one in box.asks}
    assert wanted["bread"] == contract.bread
    assert wanted["mutton"] == max(0, contract.mutton - animals)
    assert not box.complete
    assert mine(table_of(state, None)) is None
