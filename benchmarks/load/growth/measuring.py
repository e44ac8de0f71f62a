"""Fills the tables step by step and measures at each size, on a database of its own."""

import sys
import time
from collections.abc import Sequence

import msgspec
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection

from benchmarks import positions
from benchmarks.load.growth import filling, templates
from benchmarks.load.growth.requests import Asker, measured
from benchmarks.load.growth.sizes import Size
from benchmarks.positions import PLAYERS
from benchmarks.rows.bare import Bare

EVENT = 150
GAMES = 4
READER = "made-up-1"


def measure(sizes: Sequence[int]) -> None:
    """Print the findings of all sizes as JSON."""
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    users = [User.objects.create_user(f"user{number}") for number in range(PLAYERS)]
    laid = templates.lay(users)
    found = [near for (near,) in positions.find((EVENT,), GAMES)]
    bare = Bare()
    sizes_found, before = [], 0
    for games in sizes:
        began = time.monotonic()
        filling.grow(laid, before=before, after=games)
        seconds, before = time.monotonic() - began, games
        costs, plans = measured(Asker(READER, users, found, bare))
        events, gigabytes = _stored()
        sizes_found.append(Size(games, events, gigabytes, seconds, costs, plans))
        print(f"{games} games, {events} events, {seconds:.0f} s", file=sys.stderr, flush=True)
    sys.stdout.buffer.write(msgspec.json.encode(sizes_found))


def _stored() -> tuple[int, float]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT reltuples::bigint, pg_database_size(current_database()) / 1e9 "
            "FROM pg_class WHERE relname = 'games_event'"
        )
        events, gigabytes = cursor.fetchone()
        return int(events), float(gigabytes)
