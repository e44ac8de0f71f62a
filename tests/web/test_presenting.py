"""What the parts of the table are made of, without requests."""

from functools import cache

import pytest
from django.template.loader import render_to_string

from games import engine
from games.accounts.hashers import PasswordsBusy
from games.bots import BOTS
from games.engine.geometry.board import BIT
from games.engine.terms import COLUMNS, GOODS, IMPORTS, ContractId
from games.errors import GameError, InvalidName
from games.models import Game
from games.runtime.long_games import LongGameBusy
from simulation.random_play import steps
from tests import recorded
from tests.marks import in_one_test
from tests.scenario import drafted, scenario
from web.pages.common import errors, labels
from web.pages.common.pieces import ASKED, GIVEN, contract_card, seats_in_view, signs
from web.pages.panel.step_labels import contract_gives
from web.pages.table.parts import compare, sheet
from web.pages.table.parts.board import board
from web.pages.table.parts.compare import comparison
from web.pages.table.parts.exports import ContractRowPart, exports
from web.pages.table.parts.imports import imports
from web.pages.table.parts.market import market
from web.pages.table.parts.mine import mine
from web.pages.table.parts.order import order
from web.pages.table.parts.players import boards
from web.pages.table.parts.scoring import scoring
from web.pages.table.parts.status import status
from web.pages.table.table import Table

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

NAMES = ("anna", "bruce", "chris", "donald")


class Course:
    """A game of bots, played as far as somebody asks; the recorded one if it has no options."""

    def __init__(self, players: int, **options: object) -> None:
        self._known: dict[int, engine.State] = {}
        if not options:
            self._played = recorded.steps(f"bots-{players}")
            return
        chance = engine.randomness.Stream(b"p" * 32, "presenting")
        chosen = engine.Options(players=players, **options)  # type: ignore[arg-type]
        pick = lambda state, seat: BOTS["steward"](state, seat, chance)  # noqa: E731
        self._played = steps(players, "presenting", pick, chosen)

    def at(self, round_: int) -> engine.State:
        """The first main action of a round."""
        while round_ not in self._known:
            state, _ = next(self._played)
            if state.phase == "action" and state.round not in self._known:
                self._known[state.round] = engine.copy(state)
        return engine.copy(self._known[round_])


course = cache(Course)


def position(players: int, *, round_: int, **options: object) -> engine.State:
    """A game of bots at the first main action of a round."""
    return course(players, **options).at(round_)


# --- words ----------------------------------------------------------------------------------------


def test_everything_has_a_label() -> None:
    for name in (*GOODS, *IMPORTS, *COLUMNS, *ASKED, *GIVEN, "worker", "fisherman"):
        assert labels.label(name)


def test_sheet_has_the_lines_that_add_up() -> None:
    state = position(4, round_=4)
    for shown in sheet.sheets(state, signs(NAMES)):
        assert [one.name for one in shown.lines] == [line.name for line in engine.lines_of(state)]
        assert sum(one.points for one in shown.lines) == shown.total


# --- parts ----------------------------------------------------------------------------------------


def test_board_shows_every_unit_where_it_stands() -> None:
    state = position(4, round_=4)
    shown = board(state, signs(NAMES))
    placed = {(token.hex, token.sign.seat) for token in shown.tokens}
    assert placed == {
        (piece.hex, seat) for seat, player in enumerate(state.players) for piece in player.units
    }
    shapes = {token.sign.seat: token.sign.shape for token in shown.tokens}
    assert shapes == {0: "circle", 1: "square", 2: "triangle", 3: "diamond"}
    assert [port.tile for port in shown.ports] == [port.tile for port in state.ports]


def test_list_of_spaces_has_all_that_are_in_play() -> None:
    state = position(1, round_=2)
    rows = {row.hex: row for row in board(state, signs(NAMES[:1])).rows}
    assert len(rows) == state.board.active.bit_count()
    for piece in state.players[0].units:
        assert "anna" in {one.sign.name for one in rows[piece.hex].on if one.sign}
    for blocker in state.blockers:
        assert [one.text for one in rows[blocker.hex].on] == ["neutral piece"]
    for port in state.ports:
        assert any(f"port tile {port.tile}: " in one.text for one in rows[port.hex].on)
        assert f"PORT-{port.tile}" in {one.rule for one in rows[port.hex].on}


def test_list_of_spaces_tells_who_has_used_a_port_tile() -> None:
    """PORT-G03: each player once, so all have to know it, also without the map."""
    state = position(1, round_=2)
    for port in state.ports:
        for used_by in ([0], []):
            port.used_by = used_by
            rows = {row.hex: row for row in board(state, signs(NAMES[:1])).rows}
            texts = [one.text for one in rows[port.hex].on if one.rule]
            assert [text.endswith(". Used by anna.") for text in texts] == [bool(used_by)]


def test_list_of_spaces_tells_what_the_own_clan_saves() -> None:
    state = drafted("robertson", "macdonald").state
    names = signs(NAMES[:2])
    saved = {row.hex for row in board(state, names, 0).rows if row.saved == "£2 less for you"}
    deltas = {name for name in state.board.spaces if state.board.delta & BIT[name]}
    assert saved == {row.hex for row in board(state, names).rows} & deltas
    for viewer in (1, None):
        assert not any(row.saved for row in board(state, names, viewer).rows)


def test_workers_are_shown_by_what_they_do() -> None:
    state = position(4, round_=5)
    for token in board(state, signs(NAMES)).tokens:
        ground = state.board.spaces[token.hex]
        if token.symbol == "fisherman":
            assert ground.is_loch
        if token.symbol == "woodcutter":
            assert "forest" in ground.terrains
        if token.symbol == "miner":
            assert "mountain" in ground.terrains


@in_one_test(
    ("units", "shown"),
    [
        (["miner A3"], "miner"),
        (["woodcutter A3", "miner A6"], "woodcutter"),
        (["woodcutter A2", "miner A3", "miner A7"], "miner"),
        (["woodcutter A3", "miner A7"], "worker"),
    ],
)
def test_a_worker_on_mixed_land_is_shown_by_its_column(units: list[str], shown: str) -> None:
    """Income goes by it. Where the columns leave it open, it cannot be known."""
    state = scenario().put("red", *units).state
    found = {
        token.hex: token.symbol for token in board(state, signs(NAMES[: len(state.players)])).tokens
    }
    assert found["A3"] == shown


def test_market_shows_where_the_marker_stands() -> None:
    state = position(3, round_=3)
    for index, stall in enumerate(market(state, signs(NAMES[:3]))):
        assert stall.price == state.price(index)
        assert [place for place, (_, here) in enumerate(stall.prices) if here] == [
            state.prices[index]
        ]


def test_market_tells_where_one_more_moves_the_price() -> None:
    state = position(3, round_=1)
    index = GOODS.index("bread")
    prices = state.content.market(3)[index].prices
    for at, up, down in ((3, 4, 2), (0, 1, 0), (len(prices) - 1, len(prices) - 1, len(prices) - 2)):
        state.prices[index] = at
        then = market(state, signs(NAMES[:3]))[index].then
        assert then == f"£{prices[up]} after one is bought, £{prices[down]} after one is sold"


def test_merchants_stand_on_their_side() -> None:
    state = position(3, round_=1)
    seat = state.open_decisions()[0].seat
    engine.play(state, seat, engine.parse("buy 2 wool"))
    wool = market(state, signs(NAMES[:3]))[0]
    assert [(one.sign.seat, one.number) for one in wool.buying] == [(seat, 2)]
    assert wool.selling == ()


@in_one_test(("round_", "expected"), [(1, "gives you £5"), (2, "free"), (3, "costs £5")])
def test_what_a_contract_costs(round_: int, expected: str) -> None:
    assert expected in exports(position(2, round_=round_)).cost


def test_contract_says_what_it_asks_and_gives() -> None:
    state = position(2, round_=1)
    card = contract_card(state.content.contract(state.content.contracts[1].id))
    assert [(one.symbol, one.number) for one in card.asks] == [("wool", 4)]
    assert {one.symbol for one in card.gives} == {"hops", "cotton", "free_space"}


def test_future_contracts_lie_beside_the_board() -> None:
    state = position(3, round_=1, future_contracts=True)
    table = Table(Game(), state, seat=None, names=NAMES[:3])
    assert len(ContractRowPart().build(table)) == 3


def test_scoring_tiles_mark_the_round() -> None:
    state = position(3, round_=3)
    tiles = scoring(state, signs(NAMES[:3]))
    assert [tile.current for tile in tiles] == [False, False, True, False, False]
    assert [bool(tile.now) for tile in tiles] == [False, False, True, True, True]
    assert scoring(position(2, round_=1, scoring_tiles=False), signs(NAMES[:2])) == []


def test_imports_are_worth_what_they_would_give() -> None:
    state = position(3, round_=5)
    shown = imports(state, signs(NAMES[:3]))
    assert sorted(one.worth or 0 for one in shown) == [3, 4, 5]
    most = max(shown, key=lambda one: one.counter)
    assert most.worth == 3
    static = position(3, round_=2, imports="static")
    assert {one.worth for one in imports(static, signs(NAMES[:3]))} == {4}


@pytest.mark.parametrize("imports_are", ["static", "balanced"])
def test_imports_are_counted_where_no_marker_counts_them(imports_are: str) -> None:
    table = scenario(imports=imports_are)
    table.with_contract(1, cotton=3, tobacco=0, sugar_cane=1).fulfilled("blue", 1)
    table.with_contract(2, cotton=2, tobacco=0, sugar_cane=0).fulfilled("red", 2)
    table.imports(cotton=0, tobacco=0, sugar_cane=0)  # as such games leave them
    shown = imports(table.state, signs(NAMES[: len(table.state.players)]))
    assert {one.good: one.counter for one in shown} == {"cotton": 5, "tobacco": 0, "sugar_cane": 1}
    assert [one.share for one in shown] == [50, 0, 10]


@pytest.mark.long
def test_balanced_imports_are_told_for_each_player() -> None:
    state = position(3, round_=5, imports="balanced")
    shown = imports(state, signs(NAMES[:3]))
    assert any(len(one.of_players) == 3 and one.worth is None for one in shown)


def test_several_upgrades_of_a_contract_are_told() -> None:
    table = scenario().with_contract(1, bonus_upgrade=2).with_contract(2, bonus_upgrade=1)
    assert "2 upgrades" in contract_gives(table.state, ContractId(1))
    assert "an upgrade" in contract_gives(table.state, ContractId(2))


@pytest.mark.parametrize("ports", [True, False])
def test_the_key_has_ports_where_the_map_has(*, ports: bool) -> None:
    table = Table(Game(), scenario(ports=ports).state, seat=None, names=NAMES[:3])
    key = render_to_string("web/parts/key_list.html", {"table": table})
    assert ("Port with the number" in key) == ports


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


# --- refusals -------------------------------------------------------------------------------------


def test_every_refusal_of_the_services_has_a_sentence() -> None:
    """But for those of imports, for which there is no page."""
    refusals = [each for each in GameError.__subclasses__() if each.__module__.startswith("games.")]
    silent = {one for one in [*refusals, LongGameBusy, PasswordsBusy] if not one.text}
    assert silent == {InvalidName}


def test_what_is_wrong_with_a_name_is_told_with_its_facts() -> None:
    said = errors.sentence(InvalidName("at most %(most)s, not %(has)s", most=3, has=100))
    assert said == "at most 3, not 100"


def test_refusals_of_the_rules_call_things_what_people_call_them() -> None:
    refusal = engine.IllegalMove("DEF-32", "wrong_terrain", hex="F5", terrain="grassland")
    assert "F5 has no grassland" in errors.forbidden(refusal)
    refusal = engine.IllegalMove("EXPAND-01", "column_empty", column="cheese_dairy")
    assert "the column cheese dairy of" in errors.forbidden(refusal)
    refusal = engine.IllegalMove("X-1", "out_of_place", move="expand", admitted=["trade", "pass"])
    assert errors.forbidden(refusal) == (
        "Expand is not possible now; choose from: Trade on the market, Pass for this round."
    )
    granted = {"choice": "shipping", "kinds": ["hire", "take_back"]}
    assert errors.forbidden(engine.IllegalMove("X-1", "upgrade_not_granted", **granted)) == (
        "Only these upgrades can be taken now: hire a merchant, take a merchant back from the "
        "market."
    )


# --- the dock and the rows ------------------------------------------------------------------------


def table_of(state: engine.State, seat: int | None) -> Table:
    return Table(Game(), state, seat=seat, names=NAMES[: len(state.players)])


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
