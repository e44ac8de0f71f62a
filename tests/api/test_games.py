"""Creating and listing games, and the seats at their tables."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from django.conf import settings
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games import engine, services
from games.models import Game, Seat
from tests.api.conftest import Caller, Turn, problem

Table = Callable[..., Game]


def test_create(alice: Caller) -> None:
    made = alice.post(
        "games", {"name": " Skye ", "options": {"players": 3}, "visibility": "unlisted"}
    )
    assert made.status_code == 201
    body = made.json()
    assert made["Location"].endswith(f"/api/v1/games/{body['id']}")
    assert body["name"] == "Skye"
    assert body["status"] == "open"
    assert body["visibility"] == "unlisted"
    assert body["host"] == "alice"
    assert body["options"] == msgspec.structs.asdict(engine.Options(players=3))
    assert body["revealed"] is None
    assert body["players"] == 3
    assert body["seats"] == [
        {
            "seat": 0,
            "user": "alice",
            "bot": None,
            "label": None,
            "waiting": False,
            "seal": None,
            "opened": False,
            "resigned": False,
            "abandons": False,
            "asked": False,
            "experience": None,
        }
    ]
    assert body["source"] == "played"
    assert body["waiting"] == []
    assert (body["version"], body["round"]) == (0, 0)
    assert len(body["commitment"]) == 64
    assert body["started_at"] is None
    assert alice.get(f"games/{body['id']}").json() == body
    assert len(alice.get(f"content/{body['content']}").json()["contracts"]) == 50


def test_create_needs_an_account(anonymous: Caller) -> None:
    problem(anonymous.post("games", {"name": "x"}), 401)
    assert not Game.objects.exists()


def test_seats_fill_and_the_game_starts(alice: Caller, bob: Caller, charlie: Caller) -> None:
    path = f"games/{alice.post('games', {'name': 'x', 'options': {'players': 2}}).json()['id']}"
    problem(alice.post(f"{path}/start"), 409, "too_few_players")
    assert bob.post(f"{path}/join").json()["seats"][1]["user"] == "bob"
    problem(bob.post(f"{path}/join"), 409, "already_seated")
    problem(charlie.post(f"{path}/join", {}), 409, "game_full")
    problem(bob.post(f"{path}/start"), 403, "not_host")
    started = alice.post(f"{path}/start")
    assert started.status_code == 200
    body = started.json()
    assert body["status"] == "running"
    assert body["version"] >= 1
    assert len(body["waiting"]) == 1
    assert body["seats"][body["waiting"][0]]["waiting"]
    assert body["started_at"] is not None
    problem(alice.post(f"{path}/start"), 409, "game_not_open")
    problem(charlie.post(f"{path}/join"), 409, "game_not_open")
    problem(bob.post(f"{path}/leave"), 409, "game_not_open")
    problem(alice.post(f"{path}/bots"), 409, "game_not_open")


def test_leave_and_come_back(table: Table, alice: Caller, bob: Caller, charlie: Caller) -> None:
    path = f"games/{table().pk}"
    bob.post(f"{path}/join")
    problem(charlie.post(f"{path}/leave"), 403, "not_seated")
    assert [seat["user"] for seat in alice.post(f"{path}/leave").json()["seats"]] == ["bob"]
    assert charlie.post(f"{path}/join").json()["seats"][0]["user"] == "charlie"
    assert alice.get(path).json()["host"] == "alice"


def test_seating_needs_an_account(table: Table, anonymous: Caller) -> None:
    path = f"games/{table().pk}"
    for verb in ("join", "leave", "start", "bots"):
        problem(anonymous.post(f"{path}/{verb}"), 401)
    assert Seat.objects.count() == 1


def test_bots_fill_seats_and_play(table: Table, alice: Caller, bob: Caller) -> None:
    path = f"games/{table(players=3).pk}"
    problem(bob.post(f"{path}/bots", {"bot": "random"}), 403, "not_host")
    alice.post(f"{path}/bots", {"bot": "steward"})
    seats = alice.post(f"{path}/bots").json()["seats"]
    assert [(seat["user"], seat["bot"]) for seat in seats] == [
        ("alice", None),
        (None, "steward"),
        (None, "random"),
    ]
    problem(alice.post(f"{path}/bots"), 409, "game_full")


def test_bots_are_sent_away_before_the_start(table: Table, alice: Caller, bob: Caller) -> None:
    path = f"games/{table(players=3).pk}"
    for bot in ("steward", "random"):
        alice.post(f"{path}/bots", {"bot": bot})
    problem(bob.delete(f"{path}/bots/1"), 403, "not_host")
    for seat in (0, 3, 10**30):
        refusal = problem(alice.delete(f"{path}/bots/{seat}"), 404, "no_bot")
        assert str(seat) in refusal["detail"]
    freed = alice.delete(f"{path}/bots/1").json()["seats"]
    assert [(seat["seat"], seat["bot"]) for seat in freed] == [(0, None), (2, "random")]
    problem(alice.delete(f"{path}/bots/1"), 404, "no_bot")
    assert bob.post(f"{path}/join").json()["seats"][1]["user"] == "bob"
    alice.post(f"{path}/start")
    problem(alice.delete(f"{path}/bots/2"), 409, "game_not_open")
    assert Seat.objects.filter(bot="random").exists()


def test_private_game_is_joined_by_its_link(table: Table, alice: Caller, bob: Caller) -> None:
    path = f"games/{table(visibility='private').pk}"
    problem(bob.post(f"{path}/join", {"invite": "guess"}), 404, "no_such_game")
    link = alice.get(path).json()["invite"]
    address = urlsplit(link)
    relative = f"{address.path}?{address.query}".removeprefix("/api/v1/")
    joined = bob.post(relative)
    assert joined.status_code == 200
    assert joined.json()["invite"] is None
    assert bob.get(path).status_code == 200
    code = address.query.removeprefix("invite=")
    assert bob.post(f"{path}/leave").status_code == 200
    problem(bob.get(path), 404)
    assert bob.post(f"{path}/join", {"invite": code}).status_code == 200


def test_invite_is_for_the_host_of_an_open_table(turn: Turn, table: Table, bob: Caller) -> None:
    alice = turn.callers[0]
    assert alice.get(turn.path).json()["invite"] is None
    path = f"games/{table().pk}"
    assert "/join?invite=" in alice.get(path).json()["invite"]
    assert bob.get(path).json()["invite"] is None


@pytest.fixture
def many(table: Table, alice: Caller, bob: Caller) -> list[Game]:
    """Seven public games, the last of them the newest; Bob sits in the even ones."""
    games = []
    for number in range(7):
        game = table(name=f"Game {number}")
        if number % 2 == 0:
            services.join_game(game_id=game.pk, user=bob.user, now=timezone.now())
        time = timezone.now() + timedelta(minutes=number)
        Game.objects.filter(pk=game.pk).update(active_at=time)
        games.append(game)
    return games


def names(page: Any) -> list[str]:
    return [game["name"].removeprefix("Game ") for game in page["results"]]


def test_list_is_newest_activity_first(many: list[Game], anonymous: Caller) -> None:
    assert names(anonymous.get("games").json()) == list("6543210")


def test_list_in_pages(many: list[Game], anonymous: Caller, table: Table) -> None:
    page = anonymous.get("games?limit=3").json()
    assert (names(page), page["previous"]) == (list("654"), None)
    # A game that moves to the front meanwhile shifts nothing.
    Game.objects.filter(pk=many[1].pk).update(active_at=timezone.now() + timedelta(hours=1))
    second = anonymous.client.get(page["next"]).json()
    assert names(second) == list("320")
    assert second["next"] is None
    back = anonymous.client.get(second["previous"]).json()
    assert names(back) == list("654")


def test_pages_of_games_with_the_same_time(many: list[Game], anonymous: Caller) -> None:
    Game.objects.update(active_at=timezone.now())
    seen, path = [], "games?limit=2"
    while path:
        page = anonymous.get(path).json()
        seen += names(page)
        path = (page["next"] or "").partition("/api/v1/")[2]
    assert sorted(seen) == list("0123456")


@pytest.mark.uncounted
def test_list_by_status_player_and_waiting(
    many: list[Game], alice: Caller, bob: Caller, charlie: Caller
) -> None:
    services.start_game(game_id=many[4].pk, user=alice.user, now=timezone.now())
    assert names(bob.get("games?status=running").json()) == ["4"]
    assert names(bob.get("games?status=finished").json()) == []
    assert sorted(names(bob.get("games?player=me").json())) == list("0246")
    assert names(charlie.get("games?player=me").json()) == []
    due = [c for c in (alice, bob) if names(c.get("games?waiting=me").json()) == ["4"]]
    assert len(due) == 1
    assert names(due[0].get("games?waiting=me&player=me&status=running").json()) == ["4"]
    assert names(due[0].get("games?waiting=me&status=open").json()) == []


def test_a_game_that_is_set_aside_waits_for_nobody(
    many: list[Game], alice: Caller, bob: Caller
) -> None:
    services.start_game(game_id=many[4].pk, user=alice.user, now=timezone.now())
    for aside, found in ((True, []), (False, ["4"])):
        services.set_aside(game_ids=[many[4].pk], aside=aside)
        first, second = (names(who.get("games?waiting=me").json()) for who in (alice, bob))
        assert first + second == found
    services.set_aside(game_ids=[many[4].pk], aside=True)
    assert names(alice.get("games?player=me&status=running").json()) == ["4"]


def test_list_of_own_games_needs_an_account(anonymous: Caller) -> None:
    problem(anonymous.get("games?player=me"), 401)
    problem(anonymous.get("games?waiting=me"), 401)


def test_list_shows_unlisted_and_private_games_to_their_players(
    table: Table, alice: Caller, bob: Caller, anonymous: Caller
) -> None:
    unlisted = table(name="Game u", visibility="unlisted")
    table(name="Game p", visibility="private")
    assert names(anonymous.get("games").json()) == names(bob.get("games").json()) == []
    assert sorted(names(alice.get("games").json())) == ["p", "u"]
    assert anonymous.get(f"games/{unlisted.pk}").status_code == 200


def test_queries_do_not_grow_with_the_list(
    many: list[Game], anonymous: Caller, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for limit in (1, 7):
        with django_assert_num_queries(2 + settings.EMBEDDED):
            anonymous.get(f"games?limit={limit}")


def test_options_describe_a_game_that_can_be_created(alice: Caller, anonymous: Caller) -> None:
    body = anonymous.get("options").json()
    by_name = {option["name"]: option for option in body["options"]}
    assert by_name["players"]["values"] == [1, 2, 3, 4]
    fields = {"name", "meaning", "kind", "default", "values", "excludes", "rule", "changes"}
    fields |= {"group", "needs", "players", "chosen_by"}
    assert set(by_name["players"]) == fields
    defaults = {name: option["default"] for name, option in by_name.items()}
    assert alice.post("games", {"name": "x", "options": defaults}).status_code == 201
    sides = by_name["map"]["values"]
    chosen = [next(side for side in sides if side.startswith(module)) for module in "ABCD"]
    assert alice.post("games", {"name": "x", "options": {"map": chosen}}).status_code == 201
    for preset in body["presets"]:
        body = {"name": "x", "options": preset["options"]}
        assert alice.post("games", body).status_code == 201
    assert by_name["port3_goods"]["changes"] == "ports/3"
