"""The requests that are measured at each size, through the test client."""

import time
from collections.abc import Iterator
from functools import partial
from statistics import median
from typing import Any, Final
from uuid import UUID

import msgspec
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from api import tokens
from benchmarks import positions
from benchmarks.load.cores import nanoseconds_of
from benchmarks.load.growth.plans import growing_tables, plan_of, read_whole, recorded, summary
from benchmarks.load.growth.sizes import CONTROL, QueryPlan, RequestCost
from benchmarks.load.stores import NAME
from benchmarks.measure import Thunk
from benchmarks.positions import MeasuredPosition
from benchmarks.rows.bare import Bare

ROUNDS: Final = 12
JSON: Final = "application/json"


class Asker:
    """A user with as many games as everybody else, and four who play."""

    def __init__(
        self, reader: str, players: list[User], found: list[MeasuredPosition], bare: Bare
    ) -> None:
        self.reader, self.players, self.found, self.bare = reader, players, found, bare
        user = User.objects.get(username=reader)
        self.client = Client(SERVER_NAME=NAME, REMOTE_ADDR="127.0.0.1")
        self.page = Client(SERVER_NAME=NAME, REMOTE_ADDR="127.0.0.1")
        self.page.force_login(user)
        self.token = self._token(user)
        self.tokens = [self._token(one) for one in players]

    def _token(self, user: User) -> str:
        return tokens.issue(user=user, name="growth", now=timezone.now())[1]

    def kinds(self) -> Iterator[tuple[str, list[Thunk], bool]]:
        """What is measured: its name, the calls, and whether nothing may be kept from before."""
        laid = [
            (positions.lay(one, self.players, now=timezone.now()), one)
            for _ in range(-(-ROUNDS // len(self.found)))
            for one in self.found
        ]
        states: list[Thunk] = [
            partial(self.get, f"games/{game}/state", self.tokens[one.seat]) for game, one in laid
        ]
        moves: list[Thunk] = [partial(self.play, game, one) for game, one in laid]
        yield CONTROL, [self.bare.insert] * ROUNDS, False
        yield "GET state", states, False
        yield "POST a move", moves, False
        get, read = partial(self.get, token=self.token), self.read
        yield "GET games?waiting=me", [partial(get, "games?waiting=me")] * ROUNDS, False
        yield "GET games", [partial(get, "games")] * ROUNDS, False
        yield "GET statistics", [partial(get, "statistics?by=clan")] * ROUNDS, True
        yield "lobby page", [partial(read, "/games/")] * ROUNDS, False
        yield "page of a player", [partial(read, f"/players/{self.reader}/")] * ROUNDS, False
        yield "page of ratings", [partial(read, "/ratings/")] * ROUNDS, False

    def get(self, path: str, token: str) -> None:
        """Ask the API."""
        answer = self.client.get(
            f"/api/v1/{path}", headers={"Authorization": f"Bearer {token}"}, follow=False
        )
        assert answer.status_code == 200, answer.content

    def play(self, game: UUID, one: MeasuredPosition) -> None:
        """Make the move of a position."""
        answer = self.client.post(
            f"/api/v1/games/{game}/moves",
            msgspec.json.encode({"version": one.version, "move": one.move}),
            content_type=JSON,
            headers={"Authorization": f"Bearer {self.tokens[one.seat]}"},
        )
        assert answer.status_code == 201, answer.content

    def read(self, path: str) -> None:
        """Ask for a page."""
        answer = self.page.get(path)
        assert answer.status_code == 200, answer.content


def measured(asker: Asker) -> tuple[list[RequestCost], list[QueryPlan]]:
    """The costs of all requests, and the plans of their queries."""
    growing = growing_tables()
    costs: list[RequestCost] = []
    plans: list[QueryPlan] = []
    for what, thunks, anew in asker.kinds():
        first, second, *others = thunks
        # What is kept between requests is there from the second one on.
        first()
        queries = recorded(second)
        costs.append(RequestCost(what, median(_times(others, anew))))
        plans += [_planned(what, query, growing) for query in queries]
    return costs, plans


def _times(thunks: list[Thunk], anew: bool) -> list[float]:
    """Milliseconds of CPU of this process and of its process in the database."""
    with connection.cursor() as cursor:
        # Other processes would take a part of the work, and not be counted.
        cursor.execute("SET max_parallel_workers_per_gather = 0")
        cursor.execute("SELECT pg_backend_pid()")
        (backend,) = cursor.fetchone()
    times = []
    for thunk in thunks:
        if anew:
            cache.clear()
        began = time.process_time_ns() + nanoseconds_of(backend)
        thunk()
        times.append((time.process_time_ns() + nanoseconds_of(backend) - began) / 1e6)
    return times


def _planned(what: str, query: tuple[str, Any], growing: set[str]) -> QueryPlan:
    steps = plan_of(query)
    return QueryPlan(what, " ".join(query[0].split()), summary(steps), read_whole(steps, growing))
