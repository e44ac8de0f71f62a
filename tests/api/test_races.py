"""Requests at the same moment, over HTTP."""

import http.client
import json
import threading
from collections import Counter
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from api import tokens
from games import engine
from tests.games.tables import Table, started

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

MoveRequest = tuple[str, dict[str, object]]
"""A token and the body of a move."""


def at_once(
    server: LiveServer, table: Table, requests: list[MoveRequest]
) -> list[tuple[int, object]]:
    """Status and body of moves that are sent together, each over a connection of its own."""
    answers: list[tuple[int, object]] = [(0, None)] * len(requests)
    barrier = threading.Barrier(len(requests))

    def send(index: int, token: str, body: dict[str, object]) -> None:
        connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=30)
        connection.connect()
        barrier.wait()
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        path = f"/api/v1/games/{table.id}/moves"
        connection.request("POST", path, json.dumps(body), headers)
        response = connection.getresponse()
        answers[index] = (response.status, json.loads(response.read()))
        connection.close()

    threads = [
        threading.Thread(target=send, args=(index, *request))
        for index, request in enumerate(requests)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def token_of(user: User) -> str:
    return tokens.issue(user=user, name="race", now=timezone.now())[1]


@pytest.fixture
def users() -> list[User]:
    return [User.objects.create_user(name) for name in ("alice", "bob", "charlie")]


def test_of_eight_requests_for_one_version_one_is_201_and_seven_are_409(
    live_server: LiveServer, users: list[User]
) -> None:
    table = started(users[:2])
    token, version = token_of(table.user), table.game.version
    notations = [move.notation() for move in (table.moves() * 8)[:8]]
    requests: list[MoveRequest] = [
        (token, {"version": version, "notation": line}) for line in notations
    ]
    answers = at_once(live_server, table, requests)
    assert Counter(status for status, _ in answers) == {201: 1, 409: 7}
    assert [row.version for row in table.rows] == [1, 2]
    for status, body in answers:
        assert isinstance(body, dict)
        assert [event["version"] for event in body["events"]] == [2], status


def test_two_seats_that_answer_production_at_once_are_both_201(
    live_server: LiveServer, users: list[User]
) -> None:
    table = started(users)
    state = table.play_until(lambda s: [d.kind for d in s.open_decisions()[:2]] == ["produce"] * 2)
    seats = [decision.seat for decision in state.open_decisions()[:2]]
    body = {"version": state.version, "notation": "produce nothing"}
    answers = at_once(
        live_server, table, [(token_of(table.users[seat]), dict(body)) for seat in seats]
    )
    assert [status for status, _ in answers] == [201, 201]
    # Once: a worker may be going on with the game.
    rows = table.rows
    answered = [row for row in rows[state.version :] if row.origin == "player"]
    assert {row.seat for row in answered} == set(seats)
    assert engine.rebuild(rows).version == len(rows)
