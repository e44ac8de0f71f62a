"""Whatever is sent beside moves, the answer is a problem with a sentence, and nothing comes of it.

A table is one test: nothing of what is refused changes what the next case finds.
"""

from base64 import b64encode
from collections.abc import Callable
from urllib.parse import quote

import pytest

from games.models import Game
from tests.api.conftest import Caller, Turn, problem
from tests.marks import case

QUERIES = [
    "state?version=x",
    "state?version=-1",
    "state?version=1.0",
    "state?version=true",
    "state?version=",
    "state?version=" + "9" * 30,
    "state?version=" + "9" * 5_000,
    "state?version=1&version=2",
    "state?version=%00",
    "state?version=%ff",
    "state?ver=1",
    "events?after=x",
    "events?after=-1",
    "events?after=99999999999",
    "events?limit=0",
    "events?limit=501",
    "events?limit=ten",
    "events?before=3",
    "moves?type=cheat",
    "moves?type=",
    "moves?colour=red",
    "moves?unit=dragon",
    "moves?hex=Z9",
    "moves?type=expand&good=wool",
    "moves?quantity=x",
    "moves?type=trade&type=pass",
    "moves?type=%00",
    "moves?type=%ff",
    "map?layer=1",
]


def test_bad_query(turn: Turn) -> None:
    active = turn.active
    for query in QUERIES:
        with case(query):
            problem(active.get(f"{turn.path}/{query}"), 400)


QUERIES_OF_THE_LIST = [
    "status=lost",
    "status=",
    "player=bob",
    "waiting=1",
    "limit=0",
    "limit=101",
    "limit=x",
    "page=2",
    "status=open&status=running",
    "status=%00",
    "cursor=x",
    "cursor=%00",
    "cursor=" + "A" * 501,
    "cursor=cD1ub3cmcg",
    "cursor=cD1ub3cmcj0x",
    "limit=" + "9" * 5_000,
    "limit=1e999",
    *(
        "cursor=" + b64encode(f"p={quote(time)}".encode()).decode()
        for time in (
            "0001-01-01T00:00:00+10:00",
            "9999-12-31T23:59:59-10:00",
            "2026-02-30T00:00:00+00:00",
            "2026-01-01T00:00:00",
        )
    ),
]


def test_bad_query_of_the_list(alice: Caller) -> None:
    for query in QUERIES_OF_THE_LIST:
        with case(query):
            problem(alice.get(f"games?{query}"), 400)


GAMES = [
    {},
    {"name": ""},
    {"name": "   "},
    {"name": "x" * 101},
    {"name": 5},
    {"name": None},
    {"name": "a\0b"},
    {"name": "x", "visibility": "secret"},
    {"name": "x", "visibility": None},
    {"name": "x", "host": "bob"},
    {"name": "x", "server_seed": "00"},
    {"name": "x", "options": None},
    {"name": "x", "options": []},
    {"name": "x", "options": "players"},
    {"name": "x", "options": {"players": 0}},
    {"name": "x", "options": {"players": 5}},
    {"name": "x", "options": {"players": -2}},
    {"name": "x", "options": {"players": True}},
    {"name": "x", "options": {"players": "4"}},
    {"name": "x", "options": {"players": 4.0}},
    {"name": "x", "options": {"players": 10**30}},
    {"name": "x", "options": {"colour": "red"}},
    {"name": "x", "options": {"map": ["A1"]}},
    {"name": "x", "options": {"map": ["A1", "B1", "C1", "Z9"]}},
    {"name": "x", "options": {"map": ["D1", "C1", "B1", "A1"]}},
    {"name": "x", "options": {"map": "A1B1C1D1"}},
    {"name": "x", "options": {"map": [1, 2, 3, 4]}},
    {"name": "x", "options": {"edition": "1st"}},
]


def test_bad_game(alice: Caller) -> None:
    for game in GAMES:
        with case(game):
            problem(alice.post("games", game), 400)
            assert not Game.objects.exists()


@pytest.mark.parametrize("value", [b"1e999", b"9" * 5_000, b"-1e999", b"[1e999]"])
def test_numbers_in_options_that_no_number_can_hold(alice: Caller, value: bytes) -> None:
    raw = b'{"name":"x","options":{"players":' + value + b"}}"
    problem(alice.raw("games", raw), 400, "invalid_options")
    assert not Game.objects.exists()


SEATINGS = [
    ("bots", {"bot": "grandmaster"}),
    ("bots", {"bot": ""}),
    ("bots", {"bot": "random", "seat": 0}),
    ("bots", {"bot": ["random"]}),
    ("bots", "random"),
    ("join", {"invite": 5}),
    ("join", {"invite": "x" * 101}),
    ("join", {"seat": 3}),
]


def test_bad_seating(table: Callable[..., Game], alice: Caller) -> None:
    game = table()
    for path, sent in SEATINGS:
        with case((path, sent)):
            problem(alice.post(f"games/{game.pk}/{path}", sent), 400)


STANDING_ORDERS = [
    [],
    5,
    {"order": "cheese"},
    {"order": ["beer"]},
    {"order": ["bread", "bread"]},
    {"order": ["bread"] * 9},
    {"keep": {"grain": -1}},
    {"keep": {"grain": True}},
    {"keep": {"wool": 1}},
    {"keep": []},
    {"clan": {"cellar": 3.5}},
    {"clan": {"spell": 1}},
    {"priority": ["bread"]},
]


def test_bad_standing_order(turn: Turn) -> None:
    active = turn.active
    for order in STANDING_ORDERS:
        with case(order):
            problem(active.put(f"{turn.path}/standing-order", order), 400)


MAX_BIDS = [{}, [], 3, {"amount": -1}, {"amount": 100}, {"amount": "3"}, {"amount": 3, "round": 0}]


def test_bad_max_bid(turn: Turn) -> None:
    active = turn.active
    for bid in MAX_BIDS:
        with case(bid):
            problem(active.put(f"{turn.path}/max-bid", bid), 400)


UNDOS = [{"to_version": -1}, {"to_version": "1"}, {"to": 1}, [], 1]


def test_bad_undo(turn: Turn) -> None:
    active = turn.active
    for undo in UNDOS:
        with case(undo):
            problem(active.post(f"{turn.path}/undo", undo), 400)


TOKENS = [
    {"name": ""},
    {"name": "x" * 101},
    {"name": 1},
    {"scope": "all"},
    {"scopes": []},
    {"scopes": ["all"]},
    {"scopes": "read"},
    {"scopes": ["read"] * 4},
    {"expires_at": "tomorrow"},
    {"expires_at": "2099-01-01T00:00:00"},
    {"expires_at": "2099-01-01T00:00:00Z"},
    {"expires_at": "2020-01-01T00:00:00Z"},
    {"expires_at": "0001-01-01T00:00:00+14:00"},
    {"expires_at": 1},
]


def test_bad_token(alice: Caller) -> None:
    for token in TOKENS:
        with case(token):
            problem(alice.by_password("POST", "tokens", token), 400)
            assert len(alice.get("tokens").json()["results"]) == 1
