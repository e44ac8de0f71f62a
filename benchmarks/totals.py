"""What adding up the results of all games costs, on the wall clock: a database does most of it."""

import cProfile
import random
import time
import uuid
from collections.abc import Iterable
from typing import Final, get_args

import msgspec
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils import timezone

from benchmarks.measure import Figure, figure
from benchmarks.profiling import print_profile
from games import engine, packs
from games.engine.clans import all_clans
from games.models import ContentPack, Game
from games.models.game import EndedBy, Status, Visibility
from replays.models import Result, SeatResult
from replays.statistics.results import WIN
from replays.statistics.totals import By, StatisticsFilter, totals

GAMES: Final = 10_000
PLAYERS: Final = 4
ROUNDS: Final = 5
AT_ONCE: Final = 1_000
CLANS: Final = list(all_clans())
EVERYBODY: Final = StatisticsFilter(with_="all")
MOST_MS: Final = 150.0


def lay_results(number: int) -> None:
    """So many results of games that have no events, of people and bots by chance."""
    chance = random.Random(1)  # noqa: S311 - made-up results, not a secret
    names = [line.name for line in engine.score_lines()]
    host = User.objects.create_user("host")
    content = packs.keep(engine.packs.builtin(), now=timezone.now())
    for _ in range(number // AT_ONCE):
        games = [_game(host, content) for _ in range(AT_ONCE)]
        results = [_result(game, chance) for game in games]
        with transaction.atomic():
            Game.objects.bulk_create(games)
            Result.objects.bulk_create(results)
            SeatResult.objects.bulk_create(
                seat for result in results for seat in _seats(result, names, chance)
            )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as a database does by itself after a while


def _game(host: User, content: ContentPack) -> Game:
    now = timezone.now()
    return Game(
        pk=uuid.uuid4(),
        name="Laid",
        host=host,
        content=content,
        visibility=Visibility.PRIVATE,
        status=Status.FINISHED,
        ended_by=EndedBy.SCORING,
        players=PLAYERS,
        created_at=now,
        finished_at=now,
        active_at=now,
    )


def _result(game: Game, chance: random.Random) -> Result:
    return Result(
        game=game,
        version=300,
        players=PLAYERS,
        people=chance.randrange(PLAYERS + 1),
        modules=" ".join(chance.sample(["A1", "B2", "C1", "D2"], 4)),
        scoring_tiles=_some(9, 5, chance),
        port_tiles=_some(9, 4, chance),
        finished_at=game.active_at,
    )


def _some(of: int, count: int, chance: random.Random) -> str:
    return " ".join(sorted(str(tile) for tile in chance.sample(range(1, of + 1), count)))


def _seats(result: Result, names: list[str], chance: random.Random) -> Iterable[SeatResult]:
    clans, tiles = chance.sample(CLANS, PLAYERS), chance.sample(range(1, 10), PLAYERS)
    for seat in range(PLAYERS):
        lines = {name: chance.randrange(40) for name in names}
        yield SeatResult(
            result=result,
            seat=seat,
            bot="" if seat < result.people else "random",
            clan=clans[seat],
            start_tile=tiles[seat],
            place=seat + 1,
            rank=seat + 1,
            win=WIN * (seat == 0),
            total=sum(lines.values()),
            lines=lines,
        )


def added_up(by: By) -> Figure:
    """How long all seats take, added up by a value."""
    times = []
    totals(by, EVERYBODY)
    for _ in range(ROUNDS):
        began = time.perf_counter_ns()
        found = totals(by, EVERYBODY)
        times.append(time.perf_counter_ns() - began)
        assert found.all.seats == GAMES * PLAYERS
    return figure(f"{GAMES:,} games by {by}", "ms", times, target=MOST_MS)


def run(name: str | None = None) -> bytes:
    """All figures as JSON, with the kind of database; with a name its profile is printed."""
    lay_results(GAMES)
    if name is not None:
        profiler = cProfile.Profile()
        for by in get_args(By):
            profiler.runcall(totals, by, EVERYBODY)
        print_profile(profiler)
        return b""
    return msgspec.json.encode((connection.vendor, [added_up(by) for by in get_args(By)]))
