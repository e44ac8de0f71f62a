"""The lobby: what waits for me first, tables to join, the next game."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone
from msgspec.json import decode, encode
from pytest_django import DjangoAssertNumQueries

from games import engine, services
from games.models import Game, Seat
from tests.marks import first_of
from tests.web.conftest import HTMX, MakeTable, user_of
from web.pages.lobby import lobby
from web.pages.options import presets

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

MOST_QUERIES = 25
FIRST_GAME = {"imports": "static", "scoring_tiles": False, "ports": False}


def group(text: str, key: str) -> str:
    """One list of a page."""
    return text.partition(f'id="list-{key}"')[2].partition("</section>")[0]


@pytest.fixture
def mine(running: Game, anna: Client) -> Callable[[bool], Game]:
    """Makes the running game wait for anna, or not."""

    def wait(yes: bool) -> Game:
        Seat.objects.filter(game=running).update(waiting=False)
        Seat.objects.filter(game=running, user=user_of(anna)).update(waiting=yes)
        return running

    return wait


def test_my_turn_comes_first(mine: Callable[[bool], Game], anna: Client) -> None:
    game = mine(True)
    text = anna.get("/games/").content.decode()
    assert text.index('id="list-turn"') < text.index('id="list-mine"') < text.index("list-open")
    assert game.name in group(text, "turn")
    assert 'href="/games/next/"' in group(text, "turn")
    assert game.name not in group(text, "mine")
    mine(False)
    text = anna.get("/games/").content.decode()
    assert 'class="none"' in group(text, "turn")
    assert game.name in group(text, "mine")


def test_games_of_others_are_apart(running: Game, stranger: Client, open_table: MakeTable) -> None:
    open_table(name="Free")
    text = stranger.get("/games/").content.decode()
    assert "list-turn" not in text
    assert running.name in group(text, "running")
    assert 'href="/login/?next=/games/' in group(text, "open")


def test_tables_to_join_have_a_button(open_table: MakeTable, bruce: Client, anna: Client) -> None:
    game = open_table(name="Free")
    assert f'action="/games/{game.pk}/join/"' in group(bruce.get("/").content.decode(), "open")
    own = anna.get("/").content.decode()
    assert f'action="/games/{game.pk}/join/"' not in own
    assert "Free" in group(own, "mine")


@pytest.mark.long
def test_filters(open_table: MakeTable, bruce: Client) -> None:
    open_table(name="Ben Nevis", players=4)
    open_table(name="Loch Ness", players=2)

    def shown(**query: str) -> str:
        return bruce.get("/games/", query).content.decode()

    assert "Ben Nevis" in shown(name="nevis")
    assert "Loch Ness" not in shown(name="nevis")
    assert "Ben Nevis" not in shown(players="2")
    assert "Loch Ness" not in shown(mine="on")
    assert 'class="games"' not in shown(name="nowhere")
    assert "list-finished" not in shown(show="open")
    assert "Ben Nevis" in shown(show="unknown", players="x", page="-1", name="\0")


def waiting(client: Client, path: str = "/rules/") -> str:
    """The button of the header that leads to what waits for the viewer."""
    return client.get(path).content.decode().partition('id="waiting"')[2].partition("</a>")[0]


def test_header_tells_what_waits(mine: Callable[[bool], Game], anna: Client, bruce: Client) -> None:
    game = mine(True)
    header = waiting(anna)
    assert 'href="/games/next/"' in header
    assert ">1</span>" in header
    assert " hidden" not in header
    assert 'data-stream="/api/v1/me/stream"' in header
    assert f'data-user="{anna.session["_auth_user_id"]}"' in header
    assert " hidden" in waiting(bruce)
    mine(False)
    assert " hidden" in waiting(anna)
    Game.objects.filter(pk=game.pk).update(status="finished")
    assert " hidden" in waiting(bruce)


def test_table_counts_the_other_games(mine: Callable[[bool], Game], anna: Client) -> None:
    """Its own turn is told by its title, in which a script of its own listens."""
    game = mine(True)
    header = waiting(anna, f"/games/{game.pk}/")
    assert " hidden" in header
    assert f'href="/games/next/?after={game.pk}"' in header
    assert "data-icon" not in header
    assert "turns.js" not in anna.get(f"/games/{game.pk}/").content.decode()


def test_strangers_wait_for_nothing(stranger: Client) -> None:
    text = stranger.get("/rules/").content.decode()
    assert 'id="waiting"' not in text
    assert "turns.js" not in text


def test_htmx_gets_the_lists_alone(anna: Client) -> None:
    part = anna.get("/games/", {"show": "open"}, headers=HTMX)
    assert part.content.startswith(b'<div id="games"')
    assert "HX-Request" in part.headers["Vary"]


@pytest.mark.long
def test_pages_of_a_list(open_table: MakeTable, bruce: Client) -> None:
    for number in range(25):
        open_table(name=f"Table {number:02}")
    first = bruce.get("/games/", {"show": "open", "players": "2"}).content.decode()
    assert re.findall(r'rel="(\w+)"[^>]*page=', first) == ["next"]
    assert "Table 24" in first
    assert "Table 00" not in first
    assert "players=2&amp;page=2" in first
    second = bruce.get("/games/", {"show": "open", "page": "2"}).content.decode()
    assert "Table 00" in second
    assert re.findall(r'rel="(\w+)"[^>]*page=', second) == ["prev"]
    assert bruce.get("/games/", {"show": "open", "page": "99"}).status_code == 200


def test_a_list_has_pages_of_its_newest_games_only(
    open_table: MakeTable, bruce: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To count a long list, or to show its end, is to read it all."""
    monkeypatch.setattr(lobby, "MOST_PAGED", 2)
    for number in range(3):
        open_table(name=f"Table {number}")
    text = bruce.get("/games/", {"show": "open"}).content.decode()
    assert "Table 2" in text
    assert "Table 0" not in text
    assert '<span class="count">2+</span>' in text
    monkeypatch.setattr(lobby, "PER_PAGE", 1)
    text = bruce.get("/games/", {"show": "open", "page": "9"}).content.decode()
    assert "Find still older games by name." in text


def test_private_tables_are_for_their_people(open_table: MakeTable, bruce: Client) -> None:
    open_table(name="Secret", visibility="private")
    for query in ({}, {"name": "secret"}, {"show": "open"}):
        assert "Secret" not in bruce.get("/games/", query).content.decode()


def test_next_game_waits_longest(mine: Callable[[bool], Game], anna: Client) -> None:
    game = mine(True)
    assert anna.get("/games/next/").headers["Location"] == f"/games/{game.pk}/"
    late = Game.objects.get(pk=game.pk)
    later = Game.objects.create(
        **{
            field.attname: getattr(late, field.attname)
            for field in Game._meta.fields
            if field.attname not in ("id", "active_at", "due", "awaits_step")
        },
        active_at=timezone.now(),
    )
    Seat.objects.create(game=later, index=0, user=user_of(anna), waiting=True)
    assert anna.get("/games/next/").headers["Location"] == f"/games/{game.pk}/"
    after = anna.get("/games/next/", {"after": str(game.pk)})
    assert after.headers["Location"] == f"/games/{later.pk}/"
    around = anna.get("/games/next/", {"after": str(later.pk)})
    assert around.headers["Location"] == f"/games/{game.pk}/"


def test_no_next_game(anna: Client, stranger: Client) -> None:
    assert anna.get("/games/next/").headers["Location"] == "/games/"
    assert 'class="notice' in anna.get("/games/").content.decode()
    assert stranger.get("/games/next/").headers["Location"] == "/login/?next=/games/next/"


@pytest.mark.long
def test_thirty_games_cost_few_queries(
    open_table: MakeTable,
    anna: Client,
    bruce: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(30):
        game = open_table(name=f"Table {number}")
        if number % 3:
            services.join_game(game_id=game.pk, user=user_of(bruce), now=timezone.now())
        if number % 3 == 2:
            services.start_game(game_id=game.pk, user=user_of(anna), now=timezone.now())
    Game.objects.filter(name__endswith="8").update(status="finished")
    for client in (anna, bruce, Client()):
        for path in ("/games/", "/", "/games/?show=open", "/games/?show=finished"):
            with django_assert_max_num_queries(MOST_QUERIES):
                assert client.get(path).status_code == 200


def test_newcomers_are_shown_a_first_game(anna: Client, stranger: Client) -> None:
    text = anna.get("/").content.decode()
    assert 'id="welcome"' in text
    assert "list-turn" not in text
    assert 'id="welcome"' not in anna.get("/games/", {"name": "x"}).content.decode()
    assert 'action="/games/quick/"' not in stranger.get("/").content.decode()
    anna.post("/games/quick/")
    text = anna.get("/").content.decode()
    assert 'id="welcome"' not in text
    assert 'action="/games/quick/"' in text, "it stays within reach"
    Game.objects.update(status="finished")
    assert 'id="welcome"' not in anna.get("/games/").content.decode(), "no newcomer any more"


@pytest.mark.parametrize(
    ("sent", "players", "clans"),
    [
        ({}, 3, True),
        ({"bots": "1", "preset": "cc15-2025"}, 2, True),
        ({"bots": "3", "preset": "first-game-without-clans"}, 4, False),
        ({"bots": "9", "preset": "no-game"}, 3, True),
    ],
)
def test_against_bots_at_once(
    anna: Client, bruce: Client, sent: dict[str, str], players: int, clans: bool
) -> None:
    made = anna.post("/games/quick/", sent)
    game = Game.objects.get()
    assert made.headers["Location"] == f"/games/{game.pk}/"
    assert (game.status, game.players, game.visibility) == ("running", players, "unlisted")
    assert [seat.bot for seat in game.seats.all()] == ["", *["steward"] * (players - 1)]
    assert decode(game.options, type=engine.Options).clans is clans
    assert game.name.startswith("anna against ")
    assert game.name not in bruce.get("/").content.decode()


@pytest.mark.parametrize("preset", [one.name for one in engine.option_list.PRESETS])
@pytest.mark.parametrize("bots", first_of("123"))
@pytest.mark.long
def test_every_preset_can_be_played_against_bots(anna: Client, preset: str, bots: str) -> None:
    anna.post("/games/quick/", {"bots": bots, "preset": preset})
    assert presets.preset_of(Game.objects.get()) == preset


def test_bots_at_once_are_for_who_has_signed_in(anna: Client, stranger: Client) -> None:
    assert stranger.post("/games/quick/").headers["Location"].startswith("/login/")
    assert anna.get("/games/quick/").headers["Location"] == "/games/"
    assert not Game.objects.exists()


@pytest.mark.long
def test_games_by_their_rules(open_table: MakeTable, bruce: Client) -> None:
    plain, first, mix = (open_table(name=name) for name in ("Plain", "First", "Mixed"))
    for game, options in (
        (first, engine.options.decode({"players": 2, **FIRST_GAME}, sides=[])),
        (mix, engine.Options(players=2, most_glory=True)),
    ):
        Game.objects.filter(pk=game.pk).update(options=encode(options).decode())

    def shown(rules: str) -> str:
        return group(bruce.get("/games/", {"rules": rules}).content.decode(), "open")

    every = shown("")
    assert '<span class="badge">First game</span>' in every
    assert '<span class="badge">Custom</span>' in every
    for rules, game in (("cc15-2025", plain), ("first-game", first), ("own", mix)):
        assert str(game.pk) in shown(rules)
        assert shown(rules).count("<h3>") == 1
    assert shown("experts") == ""
    assert shown("nonsense").count("<h3>") == 3


def test_full_tables_are_not_to_join(open_table: MakeTable, anna: Client, bruce: Client) -> None:
    game = open_table(name="Crowded")
    services.add_bot(game_id=game.pk, user=user_of(anna), bot="random", now=timezone.now())
    assert "Crowded" not in group(bruce.get("/games/").content.decode(), "open")
    assert "Crowded" in group(Client().get("/games/").content.decode(), "open")
