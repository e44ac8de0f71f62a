"""The replay page: the position, the ways from it, what was taken back, badges, and who may see."""

import json
import re
from typing import Final

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games import services
from games.models import Game
from games.models.game import Status, Visibility
from replays import validation
from replays.models import Validation
from tests.games.tables import Table
from tests.replays.tables import played_out, played_to, spoil
from tests.web.conftest import HTMX
from web.presenting.replay_moments import change

MOST_QUERIES: Final = 25


def page(table: Table, name: str = "replay") -> str:
    return reverse(f"web:{name}", args=[table.id])


def text(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return answer.content.decode()


@pytest.fixture
def users(db: None) -> list[User]:
    return [User.objects.create_user(name) for name in ("alice", "bob")]


@pytest.fixture
def running(users: list[User]) -> Table:
    return played_to(users, 25)


@pytest.fixture
def finished(users: list[User]) -> Table:
    return played_out(users)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def take_back(table: Table) -> int:
    """Let whoever decides do something and take it back; the version of the undo."""
    while not any("hire" in move.notation() or "buy" in move.notation() for move in table.moves()):
        table.play()
    user = table.user
    done = next(m for m in table.moves() if "hire" in m.notation() or "buy" in m.notation())
    table.play(done)
    services.undo(game_id=table.id, user=user, now=timezone.now())
    return table.game.version


# --- the position ---------------------------------------------------------------------------------


def test_finished_game_begins_at_its_beginning(finished: Table, stranger: Client) -> None:
    shown = text(stranger, page(finished))
    assert 'data-version="1"' in shown
    assert "Replay of a finished game" in shown
    assert 'href="?v=2"' in shown
    assert f'href="?v={finished.game.version}"' in shown


def test_running_game_begins_where_it_is(running: Table, stranger: Client) -> None:
    assert f'data-version="{running.game.version}"' in text(stranger, page(running))


def test_link_to_a_version_shows_that_one(finished: Table, stranger: Client) -> None:
    shown = text(stranger, f"{page(finished)}?v=30")
    assert 'data-version="30"' in shown
    current = re.findall(r'<a href="\?v=(\d+)" aria-current="step">', shown)
    assert current == ["30"]
    assert f'id="permalink" href="{page(finished)}?v=30"' in shown


def test_ends_lead_no_further(finished: Table, stranger: Client) -> None:
    def links(version: int) -> set[str]:
        shown = text(stranger, f"{page(finished)}?v={version}")
        return set(re.findall(r'id="jump-([a-z-]+)"[^>]*href=', shown))

    assert links(1) == {"after", "turn-after", "round-after", "last"}
    assert links(finished.game.version) == {"before", "turn-before", "round-before", "first"}


@pytest.mark.parametrize(
    ("version", "status"), [("9999", 404), ("0", 404), ("x", 400), ("-1", 400), ("9" * 5000, 400)]
)
def test_version_that_is_not_there(
    running: Table, stranger: Client, version: str, status: int
) -> None:
    newest = running.game.version
    shown = text(stranger, f"{page(running)}?v={version}", status)
    assert f"This game has versions 1 to {newest}" in shown
    assert f'data-version="{newest}"' in shown


def test_table_that_has_not_started(open_table: object, stranger: Client) -> None:
    game = open_table()  # type: ignore[operator]
    answer = stranger.get(reverse("web:replay", args=[game.pk]))
    assert answer.status_code == 302
    assert answer.headers["Location"] == reverse("web:table", args=[game.pk])


def test_every_event_stands_in_the_log(finished: Table, stranger: Client) -> None:
    shown = text(stranger, page(finished))
    told = [int(version) for version in re.findall(r'<li[^>]* data-v="(\d+)"', shown)]
    assert told == list(range(1, finished.game.version + 1))
    assert "Round 5" in shown


def test_queries_of_the_page(
    finished: Table, users: list[User], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = signed_in(users[0])
    with django_assert_max_num_queries(MOST_QUERIES):
        client.get(f"{page(finished)}?v=40")
    with django_assert_max_num_queries(MOST_QUERIES):
        client.get(f"{page(finished, 'moments')}?v=40")


# --- what was taken back --------------------------------------------------------------------------


def test_what_was_taken_back_is_hidden_at_first(running: Table, stranger: Client) -> None:
    undo = take_back(running)
    running.play()
    newest = running.game.version
    shown = text(stranger, f"{page(running)}?v={newest}")
    assert "2 events taken back" in shown
    assert "hides-undone" in shown
    before = re.search(r'id="jump-before"[^>]*href="\?v=(\d+)"', shown)
    assert before
    assert int(before[1]) < undo - 1


def test_game_whose_last_move_was_taken_back(running: Table, stranger: Client) -> None:
    undo = take_back(running)
    shown = text(stranger, page(running))
    assert f'data-version="{undo - 2}"' in shown
    assert "hides-undone" in shown


def test_what_was_taken_back_can_be_shown(running: Table, stranger: Client) -> None:
    undo = take_back(running)
    running.play()
    shown = text(stranger, f"{page(running)}?v={undo + 1}&undone=show")
    assert "hides-undone" not in shown
    assert f'href="?v={undo}&amp;undone=show"' in shown


def test_link_to_what_was_taken_back_shows_it(running: Table, stranger: Client) -> None:
    undo = take_back(running)
    shown = text(stranger, f"{page(running)}?v={undo - 1}")
    assert "hides-undone" not in shown
    assert f'data-version="{undo - 1}"' in shown


# --- parts of versions ----------------------------------------------------------------------------


def moments(client: Client, table: Table, version: int) -> dict[str, object]:
    answer = client.get(f"{page(table, 'moments')}?v={version}")
    assert answer.status_code == 200
    return json.loads(answer.content)


def at(stretch: dict, version: int) -> dict[str, str]:
    """The parts as the page puts them together."""
    parts: dict[str, str] = {}
    for changes in stretch["moments"][: version - stretch["from"] + 1]:
        for name, (start, end, text) in changes.items():
            before = parts.get(name, "")
            parts[name] = before[:start] + text + (before[len(before) - end :] if end else "")
    return parts


def test_stretches_are_the_same_parts_as_the_page(finished: Table, stranger: Client) -> None:
    stretch = moments(stranger, finished, 37)
    assert stretch["from"] == 21
    for version in (21, 22, 27, 30, 36, 40):
        shown = text(stranger, f"{page(finished)}?v={version}")
        parts = at(stretch, version)
        assert {"status", "pieces", "spaces", "market", "exports", "player-0"} <= set(parts)
        for name, html in parts.items():
            assert html in shown, name


def test_stretch_over_moves_taken_back(running: Table, stranger: Client) -> None:
    undo = take_back(running)
    for version in (undo - 1, undo):
        parts = at(moments(stranger, running, version), version)
        shown = text(stranger, f"{page(running)}?v={version}")
        assert all(html in shown for html in parts.values())


def test_only_complete_stretches_are_kept(running: Table, stranger: Client) -> None:
    def kept(version: int) -> str:
        path = f"{page(running, 'moments')}?v={version}"
        return stranger.get(path).headers["Cache-Control"]

    assert "immutable" in kept(1)
    assert "private" in kept(1)
    assert kept(running.game.version) == "private, no-cache"


@pytest.mark.parametrize(("version", "status"), [("", 400), ("x", 400), ("0", 404), ("9999", 404)])
def test_stretch_that_is_not_there(
    running: Table, stranger: Client, version: str, status: int
) -> None:
    assert stranger.get(f"{page(running, 'moments')}?v={version}").status_code == status


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("", "abc", (0, 0, "abc")),
        ("abc", "abxc", (2, 1, "x")),
        ("aaa", "aa", (2, 0, "")),
        ("aa", "aaa", (2, 0, "a")),
        ("abc", "", (0, 0, "")),
        ("羊abc", "羊adc", (2, 1, "d")),
        ("\N{SHEEP}abc", "\N{SHEEP}adc", (0, 0, "\N{SHEEP}adc")),  # browsers count it as two
    ],
)
def test_only_what_differs_is_sent(before: str, after: str, expected: tuple[object, ...]) -> None:
    assert change(before, after) == expected


# --- who may see ----------------------------------------------------------------------------------

ADDRESSES: Final = ("replay", "moments", "validated")


@pytest.mark.parametrize("name", ADDRESSES)
def test_private_game_is_not_there_for_strangers(
    running: Table, users: list[User], stranger: Client, anna: Client, name: str
) -> None:
    Game.objects.filter(pk=running.id).update(visibility=Visibility.PRIVATE)
    path = f"{page(running, name)}?v=3"
    assert stranger.get(path).status_code == 404
    assert anna.get(path).status_code == 404
    assert signed_in(users[0]).get(path).status_code == 200


@pytest.mark.parametrize("name", ["validate", "fork"])
def test_private_game_takes_nothing_from_strangers(running: Table, anna: Client, name: str) -> None:
    Game.objects.filter(pk=running.id).update(visibility=Visibility.PRIVATE)
    assert anna.post(page(running, name), {"v": 3}).status_code == 404
    assert not Validation.objects.exists()


def test_no_secrets_of_a_running_game(running: Table, users: list[User]) -> None:
    Game.objects.filter(pk=running.id).update(seed_chosen=False)
    game = running.game
    seen = text(signed_in(users[0]), page(running))
    seen += "".join(str(moments(signed_in(users[0]), running, v)) for v in (1, 21))
    for secret in (bytes(game.server_seed), bytes(game.salt)):
        assert secret.hex() not in seen
    assert "Seed is sealed" in seen


# --- badges ---------------------------------------------------------------------------------------


def test_validation_is_asked_for_and_told(finished: Table, stranger: Client) -> None:
    assert "Not checked" in text(stranger, page(finished))
    asked = stranger.post(page(finished, "validate"), headers=HTMX)
    assert asked.status_code == 200
    # Embedded it is done when the answer comes; with workers the badge asks again.
    validation.run_validation(validation_id=Validation.objects.get().pk, clock=timezone.now)
    shown = text(stranger, page(finished, "validated"))
    assert "By the rules" in shown
    assert f"all {finished.game.version} events" in shown
    assert stranger.post(page(finished, "validate")).headers["Location"] == page(finished)


def test_spoiled_game_is_said_to_be(finished: Table, stranger: Client) -> None:
    spoil(finished, 20, "digest", "00" * 32)
    asked = validation.request_validation(game=finished.game, user=None, now=timezone.now())
    validation.run_validation(validation_id=asked.pk, clock=timezone.now)
    shown = text(stranger, page(finished))
    assert "Not by the rules" in shown
    assert "Event 20:" in shown
    assert f'href="{page(finished)}?v=20"' in shown


def test_game_of_other_rules_says_so(finished: Table, stranger: Client) -> None:
    Validation.objects.create(
        game=finished.game,
        version=finished.game.version,
        status=Validation.Status.DRIFTED,
        checked=finished.game.version,
        rules=2,
        drifted=3,
        first_difference=json.dumps(
            {"version": 12, "code": "effects_differ", "sentence": "", "rules": 1}
        ),
        created_at=timezone.now(),
        finished_at=timezone.now(),
    )
    shown = text(stranger, page(finished))
    assert "Other rules" in shown
    assert "3 events would come out differently, number 12 first" in shown


def test_validation_that_goes_on_is_looked_after(finished: Table, stranger: Client) -> None:
    Validation.objects.create(
        game=finished.game,
        version=finished.game.version,
        status=Validation.Status.RUNNING,
        rules=1,
        created_at=timezone.now(),
    )
    shown = text(stranger, page(finished, "validated"))
    assert "Being checked" in shown
    assert 'hx-trigger="load delay:1s"' in shown
    assert "<form" not in shown


def test_validations_are_throttled(
    finished: Table, stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.views.replay.may_validate", lambda _request: False)
    refused = stranger.post(page(finished, "validate"), headers=HTMX)
    assert refused.status_code == 429
    assert "too often" in refused.content.decode()
    assert not Validation.objects.exists()


def test_seed_that_was_kept_and_one_that_was_not(finished: Table, stranger: Client) -> None:
    Game.objects.filter(pk=finished.id).update(seed_chosen=False)
    assert "Seed was kept" in text(stranger, page(finished))
    Game.objects.filter(pk=finished.id).update(commitment="0" * 64)
    assert "Seed was changed" in text(stranger, page(finished))
    Game.objects.filter(pk=finished.id).update(seed_chosen=True)
    assert "Seed was chosen" in text(stranger, page(finished))


# --- playing on, taking along ---------------------------------------------------------------------


def test_playing_on_from_a_version(finished: Table, anna: Client) -> None:
    assert "Play on from here" in text(anna, f"{page(finished)}?v=40")
    made = anna.post(page(finished, "fork"), {"v": "40", "seat": "1"})
    game = Game.objects.get(forked_from=finished.id)
    assert made.headers["Location"] == reverse("web:table", args=[game.pk])
    assert game.forked_version == 40
    assert game.visibility == Visibility.PRIVATE
    seats = {seat.index: seat.bot for seat in game.seats.all()}
    assert seats == {0: "steward", 1: ""}


def test_playing_on_alone_on_all_seats(finished: Table, anna: Client) -> None:
    anna.post(page(finished, "fork"), {"v": "40", "seat": "all"})
    game = Game.objects.get(forked_from=finished.id)
    assert {seat.bot for seat in game.seats.all()} == {""}


@pytest.mark.parametrize("version", ["", "x", "0", "99999"])
def test_playing_on_from_nowhere(finished: Table, anna: Client, version: str) -> None:
    refused = anna.post(page(finished, "fork"), {"v": version, "seat": "1"}, follow=True)
    assert 'class="notice error"' in refused.content.decode()
    assert not Game.objects.filter(forked_from=finished.id).exists()


def test_end_of_a_game_cannot_be_played_on(finished: Table, anna: Client) -> None:
    newest = finished.game.version
    refused = anna.post(page(finished, "fork"), {"v": str(newest)}, follow=True)
    assert "choose an earlier one" in refused.content.decode()


def test_who_may_play_on(running: Table, users: list[User], stranger: Client, anna: Client) -> None:
    assert "Play on from here" not in text(stranger, page(running))
    assert "Play on from here" not in text(anna, page(running))
    assert "Play on from here" in text(signed_in(users[0]), page(running))
    assert "/login/" in stranger.post(page(running, "fork"), {"v": "3"}).headers["Location"]


def test_downloads_are_those_of_the_api(finished: Table, stranger: Client) -> None:
    shown = text(stranger, page(finished))
    address = reverse("api:export", args=[finished.id])
    assert f'href="{address}"' in shown
    assert f'href="{address}?format=text"' in shown
    assert stranger.get(address).status_code == 200
    assert finished.game.status == Status.FINISHED


def test_nothing_in_the_page_needs_an_exception_of_the_policy(
    finished: Table, stranger: Client
) -> None:
    shown = text(stranger, page(finished))
    assert " style=" not in shown
    assert "<style" not in shown
    assert not re.search(r"<script(?![^>]* src=)", shown)
    assert not re.search(r"\son[a-z]+=", shown)


def test_refusal_to_play_on_says_what_to_do(running: Table, anna: Client) -> None:
    refused = anna.post(page(running, "fork"), {"v": "3"}, follow=True)
    assert "games that are over, and from your own" in refused.content.decode()
