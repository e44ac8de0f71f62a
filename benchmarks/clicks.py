"""What a click at a table costs the server: every step that the panel offers in one position."""

import cProfile
import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from html import unescape
from statistics import median
from typing import Final

import msgspec
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client, TestCase

from benchmarks.measure import Figure
from benchmarks.profiling import print_profile
from replays import log_memory
from simulation.page_games import game_against_bots, play_to_round
from simulation.tables import percentile
from web.templatetags import memoized

PLAYERS: Final = 4
ROUND: Final = 4
WIDEST: Final = 5
"""So many choices of a step are followed."""
MOST_MS: Final = 40.0
CHOICE: Final = re.compile(r'<a class="choice[^>]*hx-get="([^"]+)"')
CONFIRMED: Final = re.compile(r'class="confirm">.*?name="move" value="([^"]+)"', re.DOTALL)
HTMX: Final = {"HX-Request": "true"}


class Clicker:
    """A player of a running game who clicks through all that the panel offers."""

    def __init__(self, clock: Callable[[], int] = time.process_time_ns) -> None:
        user = User.objects.create_user("clicker")
        self.game = play_to_round(game_against_bots(user, players=PLAYERS), user, ROUND)
        self.client = Client(SERVER_NAME="localhost")
        self.client.force_login(user)
        self.path = f"/games/{self.game.pk}/"
        self.profiler: cProfile.Profile | None = None
        self._clock = clock

    def clicks(self) -> Iterator[tuple[str, float]]:
        """By kind, the milliseconds of each click: steps, moves, taking them back."""
        yield from self._below(f"{self.path}panel/")

    def _below(self, address: str, depth: int = 0) -> Iterator[tuple[str, float]]:
        text, took = self._timed(lambda: self.client.get(address, headers=HTMX))
        yield "step", took
        move = CONFIRMED.search(text)
        if move:
            yield from self._made(unescape(move[1]))
        elif depth < WIDEST:
            for found in CHOICE.findall(text)[: WIDEST if depth else None]:
                yield from self._below(unescape(found), depth + 1)

    def _made(self, notation: str) -> Iterator[tuple[str, float]]:
        if notation.startswith("pass"):
            return  # what bots do then is no part of the answer
        # It is rolled back: no real game has a log full of moves that were taken back.
        with transaction.atomic():
            yield from self._made_and_undone(notation)
            transaction.set_rollback(True)
        # Nor of what was kept in memory of it: the next one finds the page as if it had just come.
        cache.clear()
        memoized.forget()
        log_memory.forget()
        self.client.get(self.path)

    def _made_and_undone(self, notation: str) -> Iterator[tuple[str, float]]:
        for kind, path, sent in (("move", "play/", {"move": notation}), ("undo", "undo/", {})):
            self.game.refresh_from_db()
            body = {"version": self.game.version, **sent}
            _, took = self._timed(partial(self._posted, self.path + path, body))
            yield kind, took

    def _posted(self, address: str, body: dict[str, object]) -> object:
        """The answer to a form, with what follows the commit, such as keeping the state."""
        with TestCase.captureOnCommitCallbacks(execute=True):
            return self.client.post(address, body, headers=HTMX)

    def _timed(self, ask: Callable[[], object]) -> tuple[str, float]:
        began = self._clock()
        answer = self.profiler.runcall(ask) if self.profiler else ask()
        took = (self._clock() - began) / 1_000_000
        assert answer.status_code == 200, answer.content  # type: ignore[attr-defined]
        return answer.content.decode(), took  # type: ignore[attr-defined]


def run(name: str | None = None) -> bytes:
    """All figures as JSON, with the kind of database; with a name the profile of the clicks."""
    clicker = Clicker()
    warm = [*clicker.clicks()]
    if name is not None:
        clicker.profiler = cProfile.Profile()
        for _ in clicker.clicks():
            pass
        print_profile(clicker.profiler)
        return b""
    found = [*clicker.clicks()]
    assert len(found) == len(warm)
    figures = []
    for kind in ("step", "move", "undo"):
        times = [took for one, took in found if one == kind]
        figures.append(Figure(f"a {kind}", "ms", median(times), percentile(times, 99), len(times)))
    times = [took for _, took in found]
    worst = percentile(times, 95)
    figures.append(Figure("all clicks, p95", "ms", worst, samples=len(times), target=MOST_MS))
    return msgspec.json.encode((connection.vendor, figures))
