"""The maximum bid over HTTP: its owner's resource, and that nobody else can see it."""

import re
from datetime import UTC, datetime
from typing import Final

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from api.live.feeds import GameFeed, look
from games import engine, services
from games.models import Game, Seat
from tests.api.conftest import Caller, problem
from tests.api.test_live import viewer
from tests.games.tables import SEED
from tests.marks import first_of

REQUEST: Final = re.compile(rb'"request_id":"[^"]*"')
BEGAN: Final = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.fixture
def game(alice: Caller, bob: Caller) -> Game:
    """An open auction; Alice opens it."""
    made = services.create_game(
        host=alice.user,
        name="Glen",
        options=engine.Options(players=2, auction="open", turn_order="seats"),
        visibility="public",
        now=BEGAN,
        seed=SEED,
    )
    services.join_game(game_id=made.pk, user=bob.user, now=BEGAN)
    return services.start_game(game_id=made.pk, user=alice.user, now=BEGAN)


def bid(who: Caller, game: Game, amount: int) -> None:
    game.refresh_from_db()
    body = {"version": game.version, "notation": f"bid {amount}"}
    assert who.post(f"games/{game.pk}/moves", body).status_code == 201
    services.run_steps(game_id=game.pk, now=timezone.now())


def withdraw(who: Caller, path: str) -> HttpResponse:
    """Put null, which is a body."""
    headers = who.headers({})
    kind = "application/json"
    return who.client.put(f"/api/v1/{path}", "null", content_type=kind, headers=headers)


def test_it_is_set_read_changed_and_withdrawn(alice: Caller, bob: Caller, game: Game) -> None:
    path = f"games/{game.pk}/max-bid"
    assert bob.get(path).json() is None
    assert bob.put(path, {"amount": 5}).json() == {"amount": 5}
    assert bob.get(path).json() == {"amount": 5, "round": 1}
    assert alice.get(path).json() is None
    bid(alice, game, 2)
    view = alice.get(f"games/{game.pk}/state").json()
    assert view["auction"]["bids"][-1] == {"seat": 1, "amount": 3}
    problem(bob.put(path, {"amount": 3}), 409, "max_bid_out_of_range")
    problem(bob.put(path, {"amount": 9, "round": 2}), 409, "stale_version")
    assert bob.get(path).json()["amount"] == 5
    assert withdraw(bob, path).json() is None
    bid(alice, game, 4)
    assert bob.get(f"games/{game.pk}/moves").json()["decision"]["seat"] == 1, "it is asked again"
    event = alice.get(f"games/{game.pk}/events?after=2").json()["events"][0]
    assert (event["origin"], event["kind"], event["seat"]) == ("player", "bid", 1)


# --- it stays secret ------------------------------------------------------------------------------


def reading(game: Game) -> list[str]:
    """Every address of the API at which something of a running game can be read."""
    path = f"games/{game.pk}"
    return [
        "games",
        path,
        f"{path}/state",
        f"{path}/events?after=0",
        f"{path}/moves",
        f"{path}/max-bid",
        f"{path}/standing-order",
        f"{path}/fairness",
        f"{path}/export",
        f"{path}/export?format=text",
        f"replays/{game.pk}",
        f"replays/{game.pk}/frames?include=effects",
        f"replays/{game.pk}/statistics",
    ]


def pages(user: User | None, game: Game) -> dict[str, bytes]:
    """What the pages of a game say to a user, without what is new in every answer."""
    client = Client()
    if user is not None:
        client.force_login(user)
    found = {}
    for address in ("", "replay/", "panel/", "refresh/?since=1"):
        body = client.get(f"/games/{game.pk}/{address}", headers={"HX-Request": "true"}).content
        lines = body.splitlines()
        secret = (b"csrfmiddlewaretoken", b'name="key"', b"X-CSRFToken")
        kept = [line for line in lines if not any(word in line for word in secret)]
        found[f"page {address}"] = b"\n".join(kept)
    return found


def heard(one: Caller, game: Game) -> dict[str, bytes]:
    """All that a caller can read of a game."""
    (delivery,) = look([GameFeed(viewer(one), game.pk, 0)], now=BEGAN)
    answers = {path: REQUEST.sub(b"", one.get(path).content) for path in reading(game)}
    return answers | {"stream": delivery.text} | pages(one.user, game)


@pytest.mark.parametrize("made", first_of([2, 6]))
@pytest.mark.long
def test_the_answers_to_all_others_are_the_same_to_the_byte(
    alice: Caller,
    bob: Caller,
    charlie: Caller,
    game: Game,
    made: int,
) -> None:
    """With a maximum that holds, and with one that others have gone beyond."""
    bid(alice, game, 1)
    bid(bob, game, made)
    others = (alice, charlie)
    before = [heard(one, game) for one in others]
    unseen = pages(None, game)
    Seat.objects.filter(game=game.pk, user=bob.user).update(max_bid={"amount": 5, "round": 0})
    assert bob.get(f"games/{game.pk}/max-bid").json()["amount"] == 5
    for one, known in zip(others, before, strict=True):
        now = heard(one, game)
        assert [name for name in known if known[name] != now[name]] == []
    assert pages(None, game) == unseen


def test_a_raise_reads_like_a_bid_of_its_players_own(
    alice: Caller, bob: Caller, charlie: Caller, game: Game
) -> None:
    """Two games, one bid by hand and one by a maximum: the events differ in ids and hashes only."""
    twin = services.create_game(
        host=alice.user,
        name="Glen",
        options=engine.Options(players=2, auction="open", turn_order="seats"),
        visibility="public",
        now=BEGAN,
        seed=SEED,
    )
    services.join_game(game_id=twin.pk, user=bob.user, now=BEGAN)
    services.start_game(game_id=twin.pk, user=alice.user, now=BEGAN)
    bob.put(f"games/{twin.pk}/max-bid", {"amount": 9})
    for one in (game, twin):
        bid(alice, one, 4)
    bid(bob, game, 5)
    found = []
    for one in (game, twin):
        events = charlie.get(f"games/{one.pk}/events?after=0").json()["events"]
        for event in events:
            for name in ("recorded_at", "digest", "secret_hash", "chain"):
                event.pop(name, None)
        found.append(events)
    assert found[0] == found[1]
