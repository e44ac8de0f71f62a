"""The page of a game that has begun: who sees it, what is on it, what is not."""

import gzip
import json
import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games import engine, selectors, services
from games.models import Game
from games.models.game import Status
from tests.marks import case, first_of
from tests.page_games import game_against_bots, play_to_round, play_until
from tests.web.conftest import HTMX, MakeTable, user_of
from web.pages.table.table_parts import BASE

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

MOST_QUERIES = 25
PARTS = ("board", "market", "exports", "scoring", "compare", "imports", "players", "log", "status")


def page_of(client: Client, game: Game, query: str = "") -> str:
    answer = client.get(f"/games/{game.pk}/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def parts_in(text: str) -> set[str]:
    """The ids of what an answer puts in place."""
    return set(re.findall(r'id="([\w-]+)"[^>]*hx-swap-oob', text))


def finished(game: Game, client: Client) -> Game:
    return play_until(game, user_of(client), lambda state: state.over)


# --- who sees what --------------------------------------------------------------------------------


@pytest.mark.parametrize("players", first_of([1, 2, 3, 4], quick=2))
def test_all_parts_are_there_for_everybody(anna: Client, stranger: Client, players: int) -> None:
    game = game_against_bots(user_of(anna), players=players)
    game = play_to_round(game, user_of(anna), 2)
    for client in (anna, stranger):
        page = page_of(client, game)
        for part in PARTS:
            assert f'id="{part}"' in page
        assert 'class="token p0"' in page
        assert "style=" not in page
        assert "<script>" not in page


def test_links_stand_in_the_order_of_a_phone(anna: Client) -> None:
    """The key and the list of spaces come last: nobody needs them to play."""
    game = game_against_bots(user_of(anna), players=2)
    nav = page_of(anna, game).partition('class="part-nav"')[2].partition("</nav>")[0]
    names = re.findall(r'href="#([\w-]+)"', nav)
    assert names[-3:] == ["log", "key", "spaces"]


def test_own_board_comes_first(anna: Client, bruce: Client, stranger: Client) -> None:
    game = game_against_bots(user_of(anna), players=2)
    page = page_of(anna, game)
    assert 'data-seat="0"' in page
    boards = re.findall(r'class="player card ([^"]+)"', page_of(anna, game, "parts/players/"))
    assert boards == ["edge-p0 own", "edge-p1"]
    assert 'class="entry new' not in page_of(stranger, game)
    assert 'data-seat=""' in page_of(bruce, game)


def test_strangers_do_not_know_of_a_private_game(
    anna: Client, bruce: Client, stranger: Client
) -> None:
    game = game_against_bots(user_of(anna), players=2, visibility="private")
    assert "Glen" in page_of(anna, game)
    for client in (bruce, stranger):
        for name in ("table", "log", "refresh"):
            path = reverse(f"web:{name}", args=[game.pk])
            assert client.get(path, headers=HTMX).status_code == 404


def test_parts_of_an_open_table_are_not_there(open_table: MakeTable, anna: Client) -> None:
    table = open_table()
    for name in ("log", "refresh"):
        assert anna.get(reverse(f"web:{name}", args=[table.pk]), headers=HTMX).status_code == 404


# --- what stays hidden ----------------------------------------------------------------------------


def test_no_secret_is_on_the_page(anna: Client, bruce: Client) -> None:
    game = game_against_bots(user_of(anna), players=3)
    state = selectors.state_of(game)
    assert state.secret is not None
    known = {*filter(None, state.slots), *state.pile_tail, *state.removed, *state.future}
    known |= {one for player in state.players for box in player.boxes for one in box}
    known |= {one for player in state.players for one in player.fulfilled}
    for client in (anna, bruce):
        page = page_of(client, game) + page_of(client, game, "parts/players/")
        shown = {int(number) for number in re.findall(r'data-contract="(\d+)"', page)}
        assert shown <= known
        assert state.secret.seed not in page
        assert bytes(game.server_seed).hex() not in page
        assert bytes(game.salt).hex() not in page


def test_sealed_bid_is_only_said_to_be_there(anna: Client, bruce: Client) -> None:
    game = game_against_bots(user_of(anna), players=3, auction="blind")
    state = selectors.state_of(game)
    assert state.secret is not None
    assert state.secret.bids
    page = page_of(bruce, game)
    auction = page[page.index('class="auction"') : page.index('class="pairs"')]
    assert "bid made" in auction
    # The round, which is the place in turn order too, and the limit are the only numbers.
    numbers = set(re.findall(r"\b\d+\b", re.sub(r"<[^>]+>|bot \d", "", auction)))
    assert numbers == {"1", "30"}


# --- how much it costs ----------------------------------------------------------------------------


def test_few_queries(anna: Client, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    game = game_against_bots(user_of(anna), players=4)
    game = play_to_round(game, user_of(anna), 2)
    for query in ("", "?upto=40", "refresh/?since=1", "log/?who=1&undone=show", "parts/players/"):
        with case(query), django_assert_max_num_queries(MOST_QUERIES):
            assert anna.get(f"/games/{game.pk}/{query}", headers=HTMX).status_code == 200


def test_pages_and_answers_of_the_api_are_compressed(anna: Client) -> None:
    game = game_against_bots(user_of(anna), players=2)
    asked = {"Accept-Encoding": "gzip"}
    page = anna.get(f"/games/{game.pk}/", headers=asked)
    assert page.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in page.headers["Vary"]
    assert b'id="board"' in gzip.decompress(page.content)
    answer = anna.get(f"/api/v1/games/{game.pk}", headers=asked)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert json.loads(gzip.decompress(answer.content))["id"] == str(game.pk)


# --- what changes ---------------------------------------------------------------------------------


def test_refresh_brings_what_has_changed(anna: Client, stranger: Client) -> None:
    game = play_to_round(game_against_bots(user_of(anna), players=3), user_of(anna), 1)
    seen = game.version
    path = f"/games/{game.pk}/refresh/?since={seen}"
    assert parts_in(anna.get(path, headers=HTMX).content.decode()) == {"agree"}
    assert stranger.get(path, headers=HTMX).status_code == 204
    services.play_moves(
        game_id=game.pk,
        user=user_of(anna),
        moves=[engine.parse("buy 1 wool")],
        seen_version=seen,
        now=game.active_at,
    )
    answer = anna.get(path, headers=HTMX)
    assert answer.status_code == 200
    changed = parts_in(answer.content.decode())
    assert {"status", "market", "compare", "log"} <= changed
    assert "exports" not in changed


def test_each_part_of_an_answer_takes_the_place_of_an_old_one(anna: Client) -> None:
    """What lacked the mark for it would be put beside the panel."""
    begun = game_against_bots(user_of(anna), players=2, future_contracts=True)
    game = play_to_round(begun, user_of(anna), 1)
    text = anna.get(f"/games/{game.pk}/refresh/?since=0", headers=HTMX).content.decode()
    own = [part for part in BASE if part.place and not part.rebuilds_page]
    parts = {part.name for part in own if not part.fetched}
    drawn = {"board", "news"}  # of these only what changes in the drawing
    assert parts_in(text) >= parts - drawn - {"aside"}, "that is of tournaments"
    assert parts_in(text).isdisjoint({part.name for part in own} - parts)
    assert 'innerHTML:#pieces"' in text
    assert 'innerHTML:#news"' in text


def test_what_is_fetched_is_a_link_on_the_page_and_a_page_of_its_own(anna: Client) -> None:
    """Without scripts one follows the link; scripts put the same in its place."""
    game = play_to_round(game_against_bots(user_of(anna), players=2), user_of(anna), 1)
    page = page_of(anna, game)
    for name, inside in (("players", 'id="whole-1"'), ("spaces", 'data-space="A1"')):
        path = f"/games/{game.pk}/parts/{name}/"
        assert f'<a href="{path}"' in page
        assert inside not in page
        part = anna.get(path, headers=HTMX).content.decode()
        assert part.lstrip().startswith("<")
        assert "<html" not in part
        alone = anna.get(path).content.decode()
        assert f'href="/games/{game.pk}/"' in alone
        for text in (part, alone):
            assert inside in text
        assert "popover" not in alone
    assert f'<a href="/games/{game.pk}/parts/players/#whole-1"' in page


def test_nothing_else_can_be_fetched(anna: Client, stranger: Client) -> None:
    game = play_to_round(game_against_bots(user_of(anna), players=2), user_of(anna), 1)
    for name in ("market", "sheet", "nothing"):
        assert anna.get(f"/games/{game.pk}/parts/{name}/").status_code == 404
    assert stranger.get(f"/games/{game.pk}/parts/players/").status_code == 200
    Game.objects.update(visibility="private")
    assert stranger.get(f"/games/{game.pk}/parts/players/").status_code == 404


def test_refresh_brings_everything_to_who_knows_nothing(anna: Client) -> None:
    game = play_to_round(game_against_bots(user_of(anna), players=2), user_of(anna), 1)
    for since in ("0", "", "x", "99999999999999999999", "-1"):
        answer = anna.get(f"/games/{game.pk}/refresh/?since={since}", headers=HTMX)
        if since.startswith("9"):
            assert answer.status_code == 200
        assert "market" in parts_in(answer.content.decode())


def test_page_loads_anew_when_the_game_has_ended(anna: Client) -> None:
    game = game_against_bots(user_of(anna), players=2)
    seen = game.version
    services.resign(game_id=game.pk, user=user_of(anna), now=game.active_at)
    game.refresh_from_db()
    assert game.status == Status.FINISHED
    answer = anna.get(f"/games/{game.pk}/refresh/?since={seen}", headers=HTMX)
    assert answer.headers["HX-Refresh"] == "true"


# --- the log --------------------------------------------------------------------------------------


def test_log_marks_what_came_after_the_own_last_turn(anna: Client, stranger: Client) -> None:
    game = play_to_round(game_against_bots(user_of(anna), players=3), user_of(anna), 2)
    page = page_of(anna, game)
    assert 'class="entry new' in page
    assert 'class="entry new' not in page_of(stranger, game)


def test_log_alone_leads_to_the_table(anna: Client) -> None:
    game = game_against_bots(user_of(anna), players=2)
    answer = anna.get(f"/games/{game.pk}/log/?upto=3")
    assert answer.headers["Location"] == f"/games/{game.pk}/"


# --- the end --------------------------------------------------------------------------------------


def test_score_sheet_has_every_line(anna: Client) -> None:
    game = finished(game_against_bots(user_of(anna), players=3), anna)
    page = page_of(anna, game)
    sheet = page[page.index('id="sheet"') : page.index('id="board"')]
    for line in ("Glory", "Basic goods", "Hops", "Export contracts", "Connected settlements"):
        assert line in sheet
    for score in selectors.state_of(game).scores:
        assert f'<td class="number">{score.total}</td>' in sheet
    assert sheet.count("medal-1") == 1


def test_solo_result_has_its_word(anna: Client) -> None:
    game = finished(game_against_bots(user_of(anna), players=1), anna)
    rating = selectors.state_of(game).scores[0].rating
    assert rating is not None
    assert f"<strong>{rating.capitalize()}</strong>" in page_of(anna, game)
    card = anna.get("/games/").content.decode().partition(f'id="game-{game.pk}"')[2]
    assert f">{rating.capitalize()}<" in card
    assert ">won<" not in card
