"""What moves cost with a database, early and late in a game, and over the API too."""

import cProfile
import time
from collections.abc import Callable
from statistics import median
from uuid import UUID

import msgspec
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from api import tokens
from benchmarks import positions
from benchmarks.measure import Figure, figure
from benchmarks.positions import PLAYERS, MeasuredPosition
from benchmarks.profiling import print_profile
from games import services, store
from games.models import Game
from games.runtime import state_cache

EVENTS = (30, 300)
GAMES = 6
COPIES = 20
"""Of each position of each game; every copy is played at once only."""
WARM_UP = 10
GROWTH = 1.2
"""How much more a late move may cost: the state is larger, the stream must not matter."""


class Laid(msgspec.Struct, frozen=True):
    """A position in the database."""

    game: UUID
    position: MeasuredPosition


class Times(msgspec.Struct):
    """Nanoseconds of CPU in this process, and on the wall clock, which has the server in it."""

    cpu: list[float] = []
    wall: list[float] = []


class PlayPath:
    """One way to play a move."""

    name: str
    what: str

    def __init__(self, users: list[User]) -> None:
        self.users = users

    def prepare(self, laid: Laid) -> None:
        """What is done before the clock starts."""

    def play(self, laid: Laid) -> None:
        """What is measured."""
        raise NotImplementedError


class Service(PlayPath):
    """Through the service, as every view does."""

    name = "move"
    what = "move through the service"

    def play(self, laid: Laid) -> None:
        position = laid.position
        services.play_moves(
            game_id=laid.game,
            user=self.users[position.seat],
            moves=[position.move],
            seen_version=position.version,
            now=timezone.now(),
        )


class Uncached(Service):
    """Through the service, when the cache has lost the state: this one folds the stream."""

    name = "move-uncached"
    what = "the same, state not in the cache"

    def prepare(self, laid: Laid) -> None:
        state_cache.forget(laid.game, laid.position.version)


class Api(PlayPath):
    """Over the API, without the network."""

    name = "api"
    what = "POST moves over the API"

    def __init__(self, users: list[User]) -> None:
        super().__init__(users)
        self.client = Client(SERVER_NAME="localhost")
        now = timezone.now()
        issued = [tokens.issue(user=user, name="benchmark", now=now) for user in users]
        self.headers = [{"Authorization": f"Bearer {text}"} for _, text in issued]

    def play(self, laid: Laid) -> None:
        position = laid.position
        answer = self.client.post(
            f"/api/v1/games/{laid.game}/moves",
            msgspec.json.encode({"version": position.version, "move": position.move}),
            content_type="application/json",
            headers=self.headers[position.seat],
        )
        assert answer.status_code == 201, answer.content


class TablePage(PlayPath):
    """On the table page: the panel and all parts that have changed, without the network."""

    name = "page-move"
    what = "move on the table page, with the parts that change"

    def __init__(self, users: list[User]) -> None:
        super().__init__(users)
        self.clients = [Client(SERVER_NAME="localhost") for _ in users]
        for client, user in zip(self.clients, users, strict=True):
            client.force_login(user)

    def look(self, laid: Laid) -> None:
        """Load the page of the table, as every player does before the first move."""
        answer = self.clients[laid.position.seat].get(f"/games/{laid.game}/")
        assert answer.status_code == 200, answer.content

    def play(self, laid: Laid) -> None:
        position = laid.position
        answer = self.clients[position.seat].post(
            f"/games/{laid.game}/play/",
            {"version": position.version, "move": position.move.notation(), "key": laid.game.hex},
            headers={"HX-Request": "true"},
        )
        assert answer.status_code == 200, answer.content


WAYS: tuple[type[PlayPath], ...] = (Service, Uncached, Api, TablePage)


def lay_all(
    found: list[list[MeasuredPosition]], users: list[User], copies: int
) -> list[list[Laid]]:
    """Copies of all positions, by the event that they are near to."""
    now = timezone.now()
    return [
        [
            Laid(positions.lay(position, users, now=now), position)
            for _ in range(copies)
            for position in near
        ]
        for near in zip(*found, strict=True)
    ]


def measure(way: PlayPath, laid: list[list[Laid]]) -> list[Times]:
    """The times near each event; taken in turn, so that a busy machine slows all alike."""
    taken = [Times() for _ in laid]
    for number, row in enumerate(zip(*laid, strict=True)):
        for times, one in zip(taken, row, strict=True):
            way.prepare(one)
            wall, cpu = time.perf_counter_ns(), time.process_time_ns()
            way.play(one)
            cpu, wall = time.process_time_ns() - cpu, time.perf_counter_ns() - wall
            if number >= WARM_UP:
                times.cpu.append(cpu)
                times.wall.append(wall)
    for ended, event in zip(laid, EVENTS, strict=True):
        check(ended, event)
    return taken


def check(laid: list[Laid], event: int) -> None:
    """What was measured did happen: every game is one event longer and stands where it should."""
    for one in laid:
        version = Game.objects.values_list("version", flat=True).get(pk=one.game)
        assert version == one.position.version + 1, (event, version)
        assert store.head(one.game, version).version == version


def figures_of(way: PlayPath, found: list[list[MeasuredPosition]]) -> list[Figure]:
    """CPU and wall time near each event, the ratio, and the number of queries."""
    laid = lay_all(found, way.users, COPIES + WARM_UP // GAMES + 1)
    taken = measure(way, laid)
    figures = [
        figure(f"{way.what}, event {event}, {clock}", "ms", values)
        for event, times in zip(EVENTS, taken, strict=True)
        for clock, values in (("CPU", times.cpu), ("wall", times.wall))
    ]
    if not isinstance(way, Uncached):
        ratio = median(taken[-1].cpu) / median(taken[0].cpu)
        name = f"{way.what}, event {EVENTS[-1]} : {EVENTS[0]}, CPU"
        figures.append(Figure(name, "ratio", ratio, target=GROWTH))
    few = lay_all(found[:1], way.users, 1)
    for event, (one,) in zip(EVENTS, few, strict=True):
        way.prepare(one)
        figures.append(Figure(f"{way.what}, event {event}", "queries", queries(way.play, one)))
    return figures


def queries(play: Callable[[Laid], None], laid: Laid) -> int:
    """How many queries a move needs, without the frame of the transaction."""
    with CaptureQueriesContext(connection) as captured:
        play(laid)
    frame = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return sum(not query["sql"].startswith(frame) for query in captured.captured_queries)


def profile(way: PlayPath, found: list[list[MeasuredPosition]]) -> None:
    """Print where the time of late moves goes."""
    *_, late = lay_all(found, way.users, COPIES)
    profiler = cProfile.Profile()
    for number, one in enumerate(late):
        way.prepare(one)
        if number < WARM_UP:
            way.play(one)
        else:
            profiler.runcall(way.play, one)
    print_profile(profiler)


def run(name: str | None = None) -> bytes:
    """All figures as JSON, with the kind of database; with a name that one's profile is printed."""
    found = positions.find(EVENTS, GAMES)
    users = [User.objects.create_user(f"user{seat}") for seat in range(PLAYERS)]
    if name is not None:
        (kind,) = (way for way in WAYS if way.name == name)
        profile(kind(users), found)
        return b""
    figures = [line for kind in WAYS for line in figures_of(kind(users), found)]
    cache = "local memory" if settings.EMBEDDED else "Redis"
    return msgspec.json.encode((f"{connection.vendor}, cache in {cache}", figures))
