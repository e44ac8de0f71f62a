"""All guests and tables: who plays next is drawn, so that moves come as those of many people do."""

import asyncio
import random
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Self

from benchmarks.load.guests import Guest
from benchmarks.load.meter import Meter
from benchmarks.load.played_tables import PlayedTable, follow_turns
from benchmarks.load.served import LoadSite
from benchmarks.load.stores import NAME
from benchmarks.load.web_client import NoAnswer, WebClient

SIZES: Final = (2, 3, 4, 4)
"""Players of the tables, in turn."""
OPENING: Final = 4
"""Tables that are made at a time."""


@dataclass
class ReadyTables:
    """The tables at which somebody could play now, to draw one from."""

    tables: list[PlayedTable]
    rng: random.Random

    def add(self, table: PlayedTable) -> None:
        """Somebody could play there, unless that is known, or somebody does just now."""
        if not table.busy and not table.queued:
            table.queued = True
            self.tables.append(table)

    def draw(self) -> PlayedTable | None:
        """Any of them, at which somebody plays from now on."""
        if not self.tables:
            return None
        at = self.rng.randrange(len(self.tables))
        self.tables[at], self.tables[-1] = self.tables[-1], self.tables[at]
        table = self.tables.pop()
        table.queued, table.busy = False, True
        return table


class Crowd:
    """The clients of a server. As an async context manager it ends them, and closes everything."""

    def __init__(self, site: LoadSite, *, games: int, pages: float, seed: int) -> None:
        self.site, self.meter = site, Meter()
        self.rng = random.Random(seed)  # noqa: S311 - games, no secrets
        self.ready = ReadyTables([], self.rng)
        self.guests = [self._guest(number, pages) for number in range(len(site.users))]
        self.tables = [PlayedTable(group, self.ready.add) for group in self._groups(games)]
        self.tasks: set[asyncio.Task[None]] = set()

    def _guest(self, number: int, pages: float) -> Guest:
        address = f"127.{1 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}"
        headers = {"Host": NAME, "X-Forwarded-Proto": "http"}
        port, streams = self.site.port, self.site.stream_port_of_clients
        client = WebClient(port, streams, address, headers)
        on_pages = number < pages * len(self.site.users)
        rng = random.Random(self.rng.random())  # noqa: S311 - games, no secrets
        return Guest(self.site.users[number], client, self.meter, on_pages, rng)

    def _groups(self, games: int) -> list[Sequence[Guest]]:
        """Who sits together: everybody has about as many seats as everybody else."""
        row: list[Guest] = []
        found: list[Sequence[Guest]] = []
        for size in islice(SIZES * games, games):
            size = min(size, len(self.guests))
            if len(row) < size:
                row += [one for one in self._shuffled() if one not in row]
            found.append(row[:size])
            del row[:size]
        return found

    def _shuffled(self) -> list[Guest]:
        return self.rng.sample(self.guests, len(self.guests))

    async def __aenter__(self) -> Self:
        self.following = [asyncio.create_task(follow_turns(guest)) for guest in self.guests]
        makers = asyncio.Semaphore(OPENING)

        async def begin(table: PlayedTable) -> None:
            async with makers:
                await table.begin()

        await asyncio.gather(*map(begin, self.tables))
        return self

    async def __aexit__(self, *_: object) -> None:
        followers = [one for table in self.tables for one in table.followers]
        everything = [*self.following, *followers, *self.tasks]
        for task in everything:
            task.cancel()
        await asyncio.gather(*everything, return_exceptions=True)
        for guest in self.guests:
            guest.client.close()

    def play_once(self) -> bool:
        """Have one move made at a table that is drawn; False when nobody could play."""
        table = self.ready.draw()
        if table is None:
            return False
        self.start(table.play())
        return True

    def insert_once(self) -> bool:
        """Have one row inserted by the bare view, in place of a move."""
        self.start(self._insert(self.rng.choice(self.guests)))
        return True

    async def _insert(self, guest: Guest) -> None:
        try:
            await guest.ask("bare", "POST", "bare", {"version": 1, "text": "buy 1 whisky"})
        except NoAnswer as error:
            self.meter.trouble(f"no answer: {error}")

    def start(self, work: Coroutine[object, object, None]) -> None:
        """Something that goes on beside everything else."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.meter.trouble(repr(error))
