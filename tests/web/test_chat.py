"""The chat of a game on its pages: who reads and writes it, what is new, what is refused."""

import re

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games import services
from games.models import Game, Message, Seat
from tests.marks import case, first_of, in_one_test
from tests.page_games import game_against_bots
from tests.web.conftest import HTMX, MakeTable, browser, user_of

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

LONGEST = 500


def path(game: Game, query: str = "") -> str:
    return f"/games/{game.pk}/chat/{query}"


def say(client: Client, game: Game, text: str = "Slàinte") -> None:
    assert client.post(path(game), {"text": text}).status_code == 302


def lines(answer: str) -> list[tuple[int, str]]:
    found = re.findall(r'<li class="said[^>]*data-number="(\d+)".*?<p dir="auto">(.*?)</p>', answer)
    return [(int(number), text) for number, text in found]


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


# --- who reads and writes -------------------------------------------------------------------------


def test_players_talk(running: Game, anna: Client, bruce: Client) -> None:
    say(anna, running, "Good <b>luck</b> https://example.org/")
    say(bruce, running, "and to you")
    for client in (anna, bruce):
        for page in (path(running), f"/games/{running.pk}/"):
            assert lines(text_of(client, page)) == [
                (1, "Good &lt;b&gt;luck&lt;/b&gt; https://example.org/"),
                (2, "and to you"),
            ]


@pytest.mark.parametrize("visibility", first_of(["private", "public"]))
@pytest.mark.parametrize("stage", ["open", "running", "finished"])
def test_nobody_else_reads_or_writes(
    open_table: MakeTable, anna: Client, bruce: Client, stage: str, visibility: str
) -> None:
    game, stranger = open_table(), Client()
    services.join_game(game_id=game.pk, user=user_of(bruce), now=game.created_at)
    say(anna, game, "a secret plan")
    if stage != "open":
        services.start_game(game_id=game.pk, user=user_of(anna), now=game.created_at)
    if stage == "finished":
        services.resign(game_id=game.pk, user=user_of(anna), now=game.created_at)
    Game.objects.update(visibility=visibility)
    assert "a secret plan" in text_of(bruce, path(game))
    carol = browser("carol")
    for query in ("", "?after=0"):
        assert carol.get(path(game, query)).status_code == 404
        assert carol.post(path(game, query), {"text": "me too"}).status_code == 404
        asked = stranger.get(path(game, query))
        assert asked.headers["Location"].startswith("/login/?next=")
        assert stranger.post(path(game, query), {"text": "me too"}).status_code == 302
    for client in (carol, stranger):
        page = client.get(f"/games/{game.pk}/").content.decode()
        assert "a secret plan" not in page
        assert 'id="chat"' not in page
    assert Message.objects.count() == 1


def test_there_is_no_chat_with_bots(anna: Client) -> None:
    game = game_against_bots(user_of(anna), players=3)
    assert 'id="chat"' not in text_of(anna, f"/games/{game.pk}/")
    assert anna.get(path(game)).status_code == 404
    assert anna.post(path(game), {"text": "hello?"}).status_code == 404


def test_waiting_room_has_it_for_who_sits_there(
    open_table: MakeTable, anna: Client, bruce: Client
) -> None:
    game = open_table(players=3)
    say(anna, game, "who joins?")
    assert "who joins?" in text_of(anna, f"/games/{game.pk}/")
    assert "who joins?" not in text_of(bruce, f"/games/{game.pk}/")
    part = bruce.post(f"/games/{game.pk}/join/", headers=HTMX).content.decode()
    assert "who joins?" in part[part.index('<div id="chat-place" hx-swap-oob="true">') :]
    # What is being written is not taken away by what others do.
    assert "chat-place" not in text_of(bruce, f"/games/{game.pk}/room/")
    part = bruce.post(f"/games/{game.pk}/leave/", headers=HTMX).content.decode()
    assert "who joins?" not in part
    assert re.search(r'<div id="chat-place" hx-swap-oob="true">\s*</div>', part)


# --- what is new ----------------------------------------------------------------------------------


def unread(client: Client, game: Game) -> int:
    page = text_of(client, f"/games/{game.pk}/")
    found = re.search(r'class="badge accent"( hidden)?>.*?class="chat-unread">(\d+)<', page)
    assert found is not None
    assert bool(found[1]) == (found[2] == "0")
    return int(found[2])


def test_unread_messages_are_counted_until_they_are_shown(
    running: Game, anna: Client, bruce: Client
) -> None:
    say(anna, running)
    say(anna, running)
    assert (unread(anna, running), unread(bruce, running)) == (0, 2)
    assert bruce.head(path(running)).status_code == 200
    assert unread(bruce, running) == 2
    bruce.get(path(running))
    assert unread(bruce, running) == 0
    say(anna, running)
    assert unread(bruce, running) == 1
    bruce.get(path(running, "?after=2"))
    assert unread(bruce, running) == 0


def test_what_is_gone_is_not_unread_for_ever(running: Game, anna: Client, bruce: Client) -> None:
    say(anna, running)
    Message.objects.all().delete()
    assert unread(bruce, running) == 1
    bruce.get(path(running, "?after=0"))
    assert unread(bruce, running) == 0


def test_lines_after_a_number(running: Game, anna: Client, bruce: Client) -> None:
    for number in range(1, 4):
        say(anna, running, f"line {number}")
    part = text_of(bruce, path(running, "?after=1"))
    assert lines(part) == [(2, "line 2"), (3, "line 3")]
    assert "<html" not in part
    assert len(lines(text_of(bruce, path(running, "?after=x")))) == 3


def test_a_script_gets_the_lines_that_it_lacks(running: Game, anna: Client, bruce: Client) -> None:
    say(anna, running, "one")
    sent = bruce.post(path(running, "?after=0"), {"text": "two"})
    assert sent.status_code == 201
    assert lines(sent.content.decode()) == [(1, "one"), (2, "two")]
    assert unread(bruce, running) == 0


def test_older_messages_are_on_further_pages(
    running: Game, anna: Client, bruce: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.pages.table.chat.PER_PAGE", 2)
    for number in range(1, 6):
        say(anna, running, f"line {number}")
    page = text_of(bruce, path(running, "?before=4"))
    assert [number for number, _ in lines(page)] == [2, 3]
    assert 'id="chat"' not in page
    assert Seat.objects.get(game=running, user=user_of(bruce)).chat_read == 0
    page = text_of(bruce, path(running))
    assert [number for number, _ in lines(page)] == [4, 5]
    assert f"{path(running)}?before=4" in page
    assert 'class="row pages"' not in text_of(bruce, path(running, "?before=3"))


# --- what is refused ------------------------------------------------------------------------------


@in_one_test("text", ["", " ", "x" * (LONGEST + 1), "one\ntwo", "a\0b", "a\u202eb"])
def test_what_is_no_line_is_refused(running: Game, anna: Client, text: str) -> None:
    refusal = "A message must be one short line of text."
    page = anna.post(path(running), {"text": text})
    assert page.status_code == 422
    assert refusal in page.content.decode()
    part = anna.post(path(running, "?after=0"), {"text": text})
    assert (part.status_code, part.content.decode()) == (422, refusal)
    assert part.headers["Content-Type"].startswith("text/plain")
    assert not Message.objects.exists()


def test_who_writes_too_fast_has_to_wait(
    running: Game, anna: Client, bruce: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "chat", "2/day")
    say(anna, running)
    say(anna, running)
    late = anna.post(path(running), {"text": "and <another>"})
    assert late.status_code == 429
    assert int(late.headers["Retry-After"]) > 0
    assert "You write very fast." in late.content.decode()
    assert 'value="and &lt;another&gt;"' in late.content.decode()
    part = anna.post(path(running, "?after=0"), {"text": "more"})
    assert part.status_code == 429
    assert int(part.headers["Retry-After"]) > 0
    assert part.content.decode().startswith("You write very fast.")
    say(bruce, running)
    assert Message.objects.count() == 3


# --- the pages ------------------------------------------------------------------------------------


def test_marks_of_players(running: Game, anna: Client) -> None:
    say(anna, running)
    page = text_of(anna, f"/games/{running.pk}/")
    assert re.search(r'<li class="said mine".*?<svg class="mark p0', page)


def test_few_queries(
    running: Game,
    anna: Client,
    bruce: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(10):
        say((anna, bruce)[number % 2], running)
    for query in ("", "chat/", "chat/?after=0"):
        with case(query), django_assert_max_num_queries(14):
            assert bruce.get(f"/games/{running.pk}/{query}").status_code == 200


def test_the_longest_chat_leaves_the_page_small(running: Game, anna: Client) -> None:
    user = user_of(anna)
    before = len(anna.get(f"/games/{running.pk}/", headers={"Accept-Encoding": "gzip"}).content)
    Message.objects.bulk_create(
        Message(game=running, number=n, user=user, text=f"{n} " * 100, at=running.created_at)
        for n in range(1, 60)
    )
    Game.objects.filter(pk=running.pk).update(chat_number=59)
    page = anna.get(f"/games/{running.pk}/", headers={"Accept-Encoding": "gzip"})
    assert len(page.content) < before + 5000
