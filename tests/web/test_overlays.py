"""Overlays of the map: what they draw is what the rules say, for whom, and where they come from."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games import engine
from games.engine.geometry.board import HEXES, hexes_in
from games.engine.rules.final import connected_settlements
from games.engine.tiles import SCORING
from games.engine.tiles.new_scoring import NEW_SCORING
from games.models import Game
from simulation.random_play import steps
from tests.page_games import game_against_bots, play_to_round, play_until
from tests.scenario import RED, scenario
from tests.web.conftest import HTMX, user_of
from web.pages.overlays import layers
from web.pages.overlays.overlay import Layer, spaces_path
from web.pages.table.table import Table

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

MOST_QUERIES = 25
NAMES = ("Anna", "Bruce", "Catriona", "Donald")
SEATED = ("reach", "neighbours")
FOR_ALL = ("settlements", "scoring", "coordinates")
OUTLINES = {spaces_path(1 << index): name for index, name in enumerate(HEXES)}


def layer(state: engine.State, name: str, seat: int | None = 0) -> Layer:
    table = Table(Game(), state, seat=seat, names=NAMES[: len(state.players)])
    return next(one for one in layers.offered(table) if one.name == name).build(table)


def drawn(shown: Layer, *kinds: str) -> set[str]:
    """The names of the spaces in areas of some kinds."""
    found = "".join(area.path for area in shown.areas if area.kind in kinds)
    return {OUTLINES[one] for one in re.findall(r"M[^M]*z", found)}


# --- what they show -------------------------------------------------------------------------------


def test_reach_is_where_units_can_be_placed() -> None:
    """With money for any of them, in a random game, for each player whose turn it is."""
    seen = 0
    for number, (state, _event) in enumerate(steps(3, "overlay")):
        decision = next(iter(state.open_decisions()), None)
        if decision is None or decision.kind != "main_action" or number % 6:
            continue
        rich = engine.copy(state)
        rich.players[decision.seat].money = 500
        moves: list[Any] = [
            move for move in engine.legal_moves(rich, decision.seat) if move.type_name() == "expand"
        ]
        shown = layer(state, "reach", decision.seat)
        assert drawn(shown, "near", "ship") == {move.hex for move in moves}
        seen += bool(moves)
    assert seen > 3


def test_the_next_shipping_step_opens_what_is_dotted() -> None:
    seen = set()
    for shipping in range(4):
        table = scenario(money=100).put("red", "sheep E4").shipping("red", shipping)
        opened = drawn(layer(table.state, "reach"), "next")
        before = drawn(layer(table.state, "reach"), "near", "ship")
        table.shipping("red", shipping + 1)
        assert drawn(layer(table.state, "reach"), "near", "ship") == before | opened
        seen |= opened
    assert seen


@pytest.mark.parametrize("players", [2, 4])
def test_settlements_are_those_that_are_scored(players: int) -> None:
    for number, (state, _event) in enumerate(steps(players, "settled")):
        if number % 9 or not state.round:
            continue
        for seat in map(engine.Seat, range(players)):
            found, counted = layers.settlements(state, seat)
            assert found == state.board.settlements(state.position.own[seat])
            assert len(counted) == connected_settlements(state, seat)
            joined = list(layers.links(state, seat, counted))
            assert len(joined) == max(len(counted) - 1, 0)


def test_neighbours_show_their_goods_and_prices_with_the_discount() -> None:
    table = scenario(money=100).price("cheese", 10).price("milk", 5)
    table.put("blue", "cheese_dairy F3", "cow G3")
    shown = layer(table.state, "neighbours")
    texts = {one.symbol: one.text for one in shown.legend}
    assert "£7 instead of £10" in texts["cheese"]
    assert "£3 instead of £5" in texts["milk"]
    assert {symbol for one in shown.goods for symbol, _x, _y in one.symbols} == set(texts)


def test_scoring_tiles_count_the_units_that_are_marked() -> None:
    """Every unit counts once, but fields twice among producers; or pairs and settlements do."""
    for number, (state, _event) in enumerate(steps(4, "counted")):
        if number % 9 or not state.round:
            continue
        for tile in SCORING.values():
            for seat in map(engine.Seat, range(4)):
                if tile.where is None:
                    continue
                spaces = tile.where(state, seat)
                fields = state.players[seat].count("field") if tile.name == "producers" else 0
                if tile in NEW_SCORING and tile.ground is None:
                    assert bool(spaces) == bool(tile.count(state, seat))
                else:
                    assert spaces.bit_count() + fields == tile.count(state, seat)
                assert not spaces & ~state.position.own[seat]
                assert tile.ground is None or not spaces & ~tile.ground(state.board)


def test_the_tile_of_the_round_is_marked_on_the_map() -> None:
    table = scenario().scoring_tile(5)
    shown = layer(table.state, "scoring")
    assert drawn(shown, "ground") == set(hexes_in(table.state.board.border))
    table.scoring_tile(1)
    assert not layer(table.state, "scoring").areas


# --- who gets them --------------------------------------------------------------------------------


def address(game: Game, name: str) -> str:
    return f"/games/{game.pk}/overlay/{name}/"


def running(client: Client, **options: Any) -> Game:
    game = game_against_bots(user_of(client), players=3, **options)
    return play_to_round(game, user_of(client), 2)


def test_players_get_all_and_others_what_makes_sense(anna: Client, stranger: Client) -> None:
    game = running(anna)
    for name in (*SEATED, *FOR_ALL):
        assert anna.get(address(game, name), headers=HTMX).status_code == 200
    for name in FOR_ALL:
        assert stranger.get(address(game, name)).status_code == 200
    for name in (*SEATED, "everything"):
        assert stranger.get(address(game, name)).status_code == 404
    page = stranger.get(f"/games/{game.pk}/").content.decode()
    assert set(re.findall(r"/overlay/(\w+)/", page)) == {"settlements", "scoring"}


def test_private_tables_have_none_for_strangers(anna: Client, stranger: Client) -> None:
    game = running(anna)
    Game.objects.filter(pk=game.pk).update(visibility="private")
    assert anna.get(address(game, "settlements")).status_code == 200
    assert stranger.get(address(game, "settlements")).status_code == 404


def test_an_overlay_is_drawn_only_when_it_is_asked_for(
    anna: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """The page comes without; the address brings it as a part, or the page with it."""
    game = running(anna)
    plain = anna.get(f"/games/{game.pk}/").content.decode()
    assert 'class="o-' not in plain
    part = anna.get(address(game, "settlements"), headers=HTMX).content.decode()
    assert "<html" not in part
    assert 'class="o-group p0"' in part
    with django_assert_max_num_queries(MOST_QUERIES):
        page = anna.get(address(game, "settlements")).content.decode()
    assert 'class="o-group p0"' in page
    # The same entry of the menu leads back.
    assert re.search(rf'href="/games/{game.pk}/" aria-current="true" data-overlay', page)


def test_nobody_has_a_reach_after_the_end(anna: Client) -> None:
    game = game_against_bots(user_of(anna), players=2)
    game = play_until(game, user_of(anna), lambda state: state.over)
    assert anna.get(address(game, "reach")).status_code == 404
    assert anna.get(address(game, "settlements")).status_code == 200


def test_what_a_clan_adds_to_reach_and_links_is_drawn() -> None:
    """A river runs from E8 to C8, by which the clan of canals goes."""
    table = scenario(clans="macfarlane", money=100).put("red", "miner E8").shipping("red", 1)
    shown = layer(table.state, "reach")
    assert drawn(shown, "own") == {"C8"}
    assert "By your clan" in {one.text for one in shown.legend}
    table.put("red", "cow C8")
    found, counted = layers.settlements(table.state, RED)
    assert len(found) == len(counted) == connected_settlements(table.state, RED) == 2
    assert [{*pair} for pair in layers.links(table.state, RED, counted)] == [{"C8", "E8"}]
    table.put("blue", "cow D7").shipping("red", 0)
    assert "own" not in {area.kind for area in layer(table.state, "reach").areas if area.path}
