"""Playing on the page: moves, double clicks, what is stale, who may, taking back."""

import re
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games import engine, selectors, services
from games.models import Game
from tests.web.conftest import HTMX, MakeTable, browser, user_of

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.uncounted]


def path(name: str, game: Game) -> str:
    return reverse(f"web:{name}", args=[game.pk])


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def mover(game: Game, *clients: Client) -> tuple[Client, engine.State, engine.Move]:
    """Who has to decide, the state, and a move that is legal."""
    state = selectors.state_of(fresh(game))
    decision = state.open_decisions()[0]
    seat = game.seats.get(index=decision.seat)
    client = next(one for one in clients if user_of(one) == seat.user)
    return client, state, engine.legal_moves(state, decision.seat)[0]


def form(state: engine.State, move: engine.Move, key: str = "") -> dict[str, str]:
    return {"version": str(state.version), "move": move.notation(), "key": key or uuid4().hex}


def test_a_move_is_made(running: Game, anna: Client, bruce: Client) -> None:
    client, state, move = mover(running, anna, bruce)
    answer = client.post(path("play", running), form(state, move), headers=HTMX)
    assert answer.status_code == 200
    assert fresh(running).version > state.version
    assert 'id="panel"' in answer.content.decode()


def test_without_htmx_a_move_leads_back_to_the_table(
    running: Game, anna: Client, bruce: Client
) -> None:
    client, state, move = mover(running, anna, bruce)
    answer = client.post(path("play", running), form(state, move))
    assert (answer.status_code, answer["Location"]) == (302, path("table", running))


def test_two_clicks_are_one_move(running: Game, anna: Client, bruce: Client) -> None:
    client, state, move = mover(running, anna, bruce)
    twice = [client.post(path("play", running), form(state, move, "k" * 8), headers=HTMX)]
    after = fresh(running).version
    twice.append(client.post(path("play", running), form(state, move, "k" * 8), headers=HTMX))
    assert [one.status_code for one in twice] == [200, 200]
    assert fresh(running).version == after


def test_what_is_stale_says_so_and_shows_how_it_stands(
    running: Game, anna: Client, bruce: Client
) -> None:
    client, state, move = mover(running, anna, bruce)
    client.post(path("play", running), form(state, move), headers=HTMX)
    answer = client.post(path("play", running), form(state, move), headers=HTMX)
    assert answer.status_code == 409
    assert 'role="alert"' in answer.content.decode()


def test_what_the_rules_forbid_names_the_rule(running: Game, anna: Client, bruce: Client) -> None:
    client, state, _ = mover(running, anna, bruce)
    wrong = form(state, engine.parse("choose 9"))
    answer = client.post(path("play", running), wrong, headers=HTMX)
    assert answer.status_code == 422
    assert "SETUP-12" in answer.content.decode()


@pytest.mark.parametrize(
    "wrong",
    [{"version": "x"}, {"move": "dance"}, {"version": "99999"}, {"key": "a\0b"}, {"key": "\xe9"}],
)
def test_what_is_no_move(running: Game, anna: Client, bruce: Client, wrong: dict[str, str]) -> None:
    client, state, move = mover(running, anna, bruce)
    answer = client.post(path("play", running), form(state, move) | wrong, headers=HTMX)
    assert answer.status_code == 400
    assert fresh(running).version == state.version


def test_not_your_turn(running: Game, anna: Client, bruce: Client) -> None:
    client, state, move = mover(running, anna, bruce)
    other = bruce if client is anna else anna
    answer = other.post(path("play", running), form(state, move), headers=HTMX)
    assert answer.status_code == 409
    assert fresh(running).version == state.version


def test_who_has_no_seat(running: Game, anna: Client, bruce: Client) -> None:
    _, state, move = mover(running, anna, bruce)
    answer = browser("catriona").post(path("play", running), form(state, move), headers=HTMX)
    assert answer.status_code == 403


def test_who_has_not_signed_in(running: Game, anna: Client, bruce: Client) -> None:
    _, state, move = mover(running, anna, bruce)
    sent = path("play", running), form(state, move)
    login = f"/login/?next=/games/{running.pk}/"
    with patch("web.pages.table.views.table_of", side_effect=AssertionError("it costs much")):
        assert Client().post(*sent).headers["Location"] == login
        parts = Client().post(*sent, headers=HTMX)
    assert (parts.status_code, parts.headers["HX-Redirect"]) == (403, login)
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(path("play", running), form(state, move)).status_code == 403


def test_whoever_watches_has_no_panel_to_play_with(running: Game, stranger: Client) -> None:
    text = stranger.get(path("panel", running), headers=HTMX).content.decode()
    assert "<form" not in text
    assert 'class="choice' not in text


@pytest.mark.parametrize("name", ["panel", "refresh"])
def test_private_games_are_not_there_for_strangers(
    open_table: MakeTable, anna: Client, bruce: Client, stranger: Client, name: str
) -> None:
    game = open_table(visibility="private")
    code, now = game.invite_code, timezone.now()
    services.join_game(game_id=game.pk, user=user_of(bruce), invite=code, now=now)
    services.start_game(game_id=game.pk, user=user_of(anna), now=timezone.now())
    assert anna.get(path(name, game), headers=HTMX).status_code == 200
    assert stranger.get(path(name, game), headers=HTMX).status_code == 404


def test_an_open_table_has_no_panel(open_table: MakeTable, anna: Client) -> None:
    assert anna.get(path("panel", open_table())).status_code == 404


def test_taking_back(running: Game, anna: Client, bruce: Client) -> None:
    while selectors.state_of(fresh(running)).phase != "action":
        client, state, move = mover(running, anna, bruce)
        client.post(path("play", running), form(state, move))
    client, state, _ = mover(running, anna, bruce)
    hire = engine.parse("hire")
    client.post(path("play", running), form(state, hire), headers=HTMX)
    text = client.get(path("panel", running), headers=HTMX).content.decode()
    (to,) = re.findall(r'name="to" value="(\d+)"', text)
    assert int(to) == state.version
    answer = client.post(
        path("undo", running), {"to": to, "version": str(state.version + 1)}, headers=HTMX
    )
    assert answer.status_code == 200
    assert "hire" not in selectors.state_of(fresh(running)).open_decisions()[0].kind
    again = client.post(
        path("undo", running), {"to": to, "version": str(state.version + 1)}, headers=HTMX
    )
    assert again.status_code == 422
    client.post(path("play", running), form(selectors.state_of(fresh(running)), hire))
    text = client.get(path("panel", running), headers=HTMX).content.decode()
    assert len(re.findall(r'name="to" value="(\d+)"', text)) == 1, "the turn is one move again"


def test_panel_without_htmx_is_a_page(running: Game, anna: Client, bruce: Client) -> None:
    client, _, _ = mover(running, anna, bruce)
    answer = client.get(path("panel", running), {"p": "clan"}, follow=True)
    assert answer.redirect_chain == [(f"{path('table', running)}?p=clan#panel", 302)]
    text = answer.content.decode()
    assert "<html" in text
    assert 'id="panel"' in text


def test_refresh_leaves_a_panel_that_is_in_use(running: Game, anna: Client, bruce: Client) -> None:
    client, state, _ = mover(running, anna, bruce)
    decision = state.open_decisions()[0].id
    address = f"{path('refresh', running)}?since={state.version - 1}&decision="
    kept = client.get(f"{address}{decision}", headers=HTMX)
    new = client.get(address, headers=HTMX)
    assert 'id="panel"' not in kept.content.decode()
    assert 'id="panel"' in new.content.decode()


def test_a_move_asks_the_database_little(
    running: Game,
    anna: Client,
    bruce: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    while selectors.state_of(fresh(running)).phase != "action":
        client, state, move = mover(running, anna, bruce)
        client.post(path("play", running), form(state, move))
    client, state, _ = mover(running, anna, bruce)
    with django_assert_max_num_queries(18):
        client.post(path("play", running), form(state, engine.parse("hire")), headers=HTMX)


def at_a_turn(running: Game, anna: Client, bruce: Client) -> tuple[Client, engine.State]:
    """Play until there is a main action to choose; whose it is."""
    while selectors.state_of(fresh(running)).phase != "action":
        client, state, move = mover(running, anna, bruce)
        client.post(path("play", running), form(state, move))
    client, state, _ = mover(running, anna, bruce)
    return client, state


def test_a_move_and_the_end_of_the_turn_by_one_button(
    running: Game, anna: Client, bruce: Client
) -> None:
    """Two events, and a second click does nothing more."""
    client, state = at_a_turn(running, anna, bruce)
    text = client.get(path("panel", running), {"p": "merchant"}, headers=HTMX).content.decode()
    assert text.count('name="ends" value="1"') == 1
    sent = form(state, engine.parse("hire"), "k" * 8) | {"ends": "1"}
    answers = [client.post(path("play", running), sent, headers=HTMX) for _ in range(2)]
    assert [one.status_code for one in answers] == [200, 200]
    assert fresh(running).version == state.version + 2
    assert selectors.state_of(fresh(running)).open_decisions()[0].kind == "main_action"


def test_a_move_stays_where_the_turn_cannot_end_after_it(
    running: Game, anna: Client, bruce: Client
) -> None:
    """Whoever asks for it keeps the move, and is told why it goes on."""
    client, state = at_a_turn(running, anna, bruce)
    client.post(path("play", running), form(state, engine.parse("hire")))
    state = selectors.state_of(fresh(running))
    twice = form(state, engine.parse("end")) | {"ends": "1"}
    answer = client.post(path("play", running), twice, headers=HTMX)
    assert answer.status_code == 200
    assert 'role="alert"' in answer.content.decode()
    assert fresh(running).version == state.version + 1


@pytest.mark.long
def test_without_htmx_the_table_says_why_the_turn_goes_on(
    running: Game, anna: Client, bruce: Client
) -> None:
    client, state = at_a_turn(running, anna, bruce)
    client.post(path("play", running), form(state, engine.parse("hire")))
    twice = form(selectors.state_of(fresh(running)), engine.parse("end")) | {"ends": "1"}
    answer = client.post(path("play", running), twice, follow=True)
    assert answer.redirect_chain == [(path("table", running), 302)]
    assert 'class="notice error"' in answer.content.decode()


@pytest.mark.long
def test_who_wants_to_be_asked_before_a_turn_ends(
    running: Game, anna: Client, bruce: Client
) -> None:
    """By a switch that works without scripts: then both buttons are links to one more step."""
    client, state = at_a_turn(running, anna, bruce)
    hire = f"{path('panel', running)}?p=merchant"
    answer = client.post(path("ask_end", running), {"on": "1", "p": "merchant"})
    assert answer["Location"] == f"{path('table', running)}?p=merchant#panel"
    asked = client.get(hire, headers=HTMX).content.decode()
    assert 'name="ends"' not in asked
    assert "p=merchant&amp;ends=1" in asked
    last = client.get(f"{hire}&ends=1", headers=HTMX).content.decode()
    assert 'name="ends" value="1"' in last
    assert 'id="preview-final"' in last
    client.post(path("play", running), form(state, engine.parse("hire")), headers=HTMX)
    ending = client.get(path("panel", running), headers=HTMX).content.decode()
    assert 'value="end"' not in ending
    assert "?p=end" in ending
    asked = client.get(f"{path('panel', running)}?p=end", headers=HTMX).content.decode()
    assert re.search(r'name="move" value="end".*data-confirm', asked, re.DOTALL)
    off = client.post(path("ask_end", running), {"on": "0"}, headers=HTMX).content.decode()
    assert 'name="move" value="end"' in off


def test_undo_needs_a_version(running: Game, anna: Client) -> None:
    assert anna.post(path("undo", running), headers=HTMX).status_code == 400


@pytest.mark.parametrize("name", ["play", "undo", "ask_end"])
def test_nothing_is_written_by_looking(running: Game, anna: Client, name: str) -> None:
    assert anna.get(path(name, running)).status_code == 405


@pytest.mark.parametrize("name", ["play", "undo", "ask_end"])
def test_forms_need_their_token(running: Game, anna: Client, bruce: Client, name: str) -> None:
    client, state, move = mover(running, anna, bruce)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(user_of(client))
    assert strict.post(path(name, running), form(state, move), headers=HTMX).status_code == 403
    assert fresh(running).version == state.version


def test_sealed_bids_stay_with_their_seat(anna: Client, bruce: Client, stranger: Client) -> None:
    now = timezone.now()
    game = services.create_game(
        host=user_of(anna),
        name="Blind",
        options=engine.Options(players=2, auction="blind"),
        visibility="public",
        now=now,
    )
    services.join_game(game_id=game.pk, user=user_of(bruce), now=now)
    services.start_game(game_id=game.pk, user=user_of(anna), now=now)
    state = selectors.state_of(fresh(game))
    anna.post(path("play", game), form(state, engine.parse("bid 7")), headers=HTMX)
    assert fresh(game).version == state.version + 1
    pages = [who.get(path("table", game)).content.decode() for who in (bruce, stranger)]
    assert all("bid 7" not in page and "7 victory" not in page for page in pages)
    own = anna.get(path("panel", game), headers=HTMX).content.decode()
    assert 'value="7"' in own
    assert 'value="7"' not in bruce.get(path("panel", game), headers=HTMX).content.decode()


def test_answers_are_made_of_what_the_service_returns(
    running: Game, anna: Client, bruce: Client
) -> None:
    """Neither game nor state is read again after a move, nor after taking it back."""
    while selectors.state_of(fresh(running)).phase != "action":
        client, state, move = mover(running, anna, bruce)
        client.post(path("play", running), form(state, move))
    client, state, _ = mover(running, anna, bruce)
    again = AssertionError("it was read again")
    back = {"to": str(state.version), "version": str(state.version + 1)}
    for name, sent in [("play", form(state, engine.parse("hire"))), ("undo", back)]:
        before = fresh(running).version
        with (
            patch("web.pages.table.views.game_of", side_effect=again),
            patch("games.selectors.state_of", side_effect=again),
            CaptureQueriesContext(connection) as asked,
        ):
            answer = client.post(path(name, running), sent, headers=HTMX)
        assert answer.status_code == 200
        assert read_after_writing(asked, before) == []
        panel = client.get(path("panel", running), headers=HTMX)
        assert text_of(answer.content).startswith(text_of(panel.content))


def read_after_writing(asked: CaptureQueriesContext, before: int) -> list[str]:
    """What was read of the game, or of events after a version, once events had been stored."""
    statements = [query["sql"] for query in asked.captured_queries]
    stored = next(n for n, sql in enumerate(statements) if "INSERT INTO games_event" in sql)
    reads = [sql for sql in statements[stored:] if sql.startswith("SELECT")]
    assert any("games_event" in sql for sql in reads), "the log has earlier events"
    return [
        sql
        for sql in reads
        if "games_game" in sql
        or "games_seat" in sql
        or ("games_event" in sql and not reads_upto(sql, before))
    ]


def reads_upto(sql: str, version: int) -> bool:
    """Whether a query reads no event after a version."""
    found = re.search(r"version <= (\d+) ", sql)
    return found is not None and int(found[1]) <= version


def test_own_sealed_bid_needs_no_other_state(anna: Client, bruce: Client) -> None:
    """Of the secrets the panel is given the bid of its seat alone, read with the state."""
    now = timezone.now()
    options = engine.Options(players=2, auction="vickrey")
    game = services.create_game(
        host=user_of(anna), name="Sealed", options=options, visibility="public", now=now
    )
    services.join_game(game_id=game.pk, user=user_of(bruce), now=now)
    services.start_game(game_id=game.pk, user=user_of(anna), now=now)
    form_ = form(selectors.state_of(fresh(game)), engine.parse("bid 9"))
    with patch("games.selectors.state_of", side_effect=AssertionError("it was read again")):
        answer = anna.post(path("play", game), form_, headers=HTMX)
    assert 'value="9"' in answer.content.decode()
    with patch("web.pages.panel.builder.build", return_value=None) as build:
        anna.get(path("panel", game), headers=HTMX)
    shown = build.call_args.args[0]
    assert (shown.secret.seed, shown.secret.pile) == ("", [])
    assert [(bid.seat, bid.amount) for bid in shown.secret.bids] == [(0, 9)]


def text_of(page: bytes) -> str:
    """What a page says, without its keys."""
    return re.sub(r"<[^>]*>|\s+", " ", page.decode())
