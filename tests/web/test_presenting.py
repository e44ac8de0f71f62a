"""What the parts of the table are made of, and what labels and refusals say, without requests."""

import pytest
from django.template.loader import render_to_string

from games import engine
from games.accounts.hashers import PasswordsBusy
from games.engine.geometry.board import BIT
from games.engine.terms import COLUMNS, GOODS, IMPORTS, ContractId
from games.errors import GameError, InvalidName
from games.models import Game
from games.runtime.long_games import LongGameBusy
from tests.marks import in_one_test
from tests.scenario import drafted, scenario
from tests.web.positions import NAMES, position
from web.pages.common import errors, labels
from web.pages.common.pieces import ASKED, GIVEN, contract_card, signs
from web.pages.panel.step_labels import contract_gives
from web.pages.table.parts.board import board
from web.pages.table.parts.exports import ContractRowPart, exports
from web.pages.table.parts.imports import imports
from web.pages.table.parts.market import market
from web.pages.table.parts.scoring import scoring
from web.pages.table.table import Table

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


# --- words ----------------------------------------------------------------------------------------


def test_everything_has_a_label() -> None:
    for name in (*GOODS, *IMPORTS, *COLUMNS, *ASKED, *GIVEN, "worker", "fisherman"):
        assert labels.label(name)


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
