"""As many standing orders as the limits allow, by several users, while others play.

What the others wait for is measured before it and meanwhile: their requests, and the answers of a
bot, whose tasks stand in the same queues.
"""

import argparse
import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final

import msgspec
import redis

from benchmarks.load.crowd import Crowd
from benchmarks.load.guests import Guest, NotCarriedOut
from benchmarks.load.meter import SHED, Latencies, Meter
from benchmarks.load.pacing import Pacer, for_seconds
from benchmarks.load.played_tables import Summary
from benchmarks.load.served import LoadSite
from benchmarks.load.web_client import NoAnswer
from caledonia import queues
from simulation.text import table

FLOODERS: Final = 6
AT_ONCE: Final = 2
"""Requests of each of them; a third one would wait (``REQUESTS_PER_USER``)."""
GAMES: Final = 20
"""Of each of them, as many as can be branched off in an hour (``FORKS_PER_HOUR``)."""
USERS: Final = FLOODERS + 3
"""Two of the others play with each other, one against a bot."""
QUIET: Final = 15.0
"""Seconds without the flood, to compare with."""
RATE: Final = 2.0
"""Moves a second of those who play with each other."""
LOOK: Final = 0.2
SLOWEST_MS: Final = 1000
"""The p95 that others may come to."""
DRAINED: Final = 60.0
"""Seconds within which the queues are empty afterwards."""
ORDERS: Final = (
    {"order": ["cheese", "bread", "whisky"]},
    {"order": ["whisky"], "keep": {"grain": 1}},
    {"order": ["bread", "cheese"], "keep": {"milk": 2, "grain": 2}},
)
PREPARE: Final = """
from benchmarks.load.producing import make_productions
make_productions({names}, {games})
"""


@dataclass
class Flooder:
    """A user who sends orders, each another one than the game has."""

    guest: Guest
    games: Sequence[str]
    numbers: "count[int]" = field(default_factory=count)

    async def run(self) -> None:
        """Until it is cancelled; where that is said it waits."""
        while True:
            number = next(self.numbers)
            game = self.games[number % len(self.games)]
            order = ORDERS[number // len(self.games) % len(ORDERS)]
            try:
                answer = await self.guest.ask("order", "PUT", f"games/{game}/standing-order", order)
            except NoAnswer as error:
                self.guest.meter.trouble(f"no answer: {error}")
                continue
            if answer.status in SHED:
                await asyncio.sleep(float(answer.headers.get("retry-after", "1")))


@dataclass
class AgainstBot:
    """A user who plays with a bot; ``answers`` are when its moves came, and after how long."""

    guest: Guest
    answers: list[tuple[float, float]] = field(default_factory=list)
    moved: float = 0.0
    """When the bot came to move; 0 while the user is to move."""

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            try:
                await self.play()
            except (NotCarriedOut, NoAnswer) as error:
                self.guest.meter.trouble(f"against a bot: {error}")
                await asyncio.sleep(1)

    async def play(self) -> None:
        """A game, to its end."""
        made = await self.guest.post("games", {"name": "Bot", "options": {"players": 2}})
        path = f"games/{made['id']}"
        await self.guest.post(f"{path}/bots", {"bot": "steward"})
        started = await self.guest.post(f"{path}/start")
        own = next(one["seat"] for one in started["seats"] if one["user"])
        self.moved = 0.0
        while True:
            found = msgspec.convert(await self.guest.get(path), Summary)
            if found.status == "finished":
                return
            if own not in found.waiting:
                self.moved = self.moved or time.monotonic()
            else:
                self.note()
                self.moved = 0.0
                await self.move(made["id"])
            await asyncio.sleep(0.05)

    def note(self) -> None:
        """The bot has moved, or is waited for no longer."""
        if self.moved:
            self.answers.append((time.monotonic(), time.monotonic() - self.moved))

    async def move(self, game: str) -> None:
        """Any move."""
        listing = await self.guest.listed(game)
        if listing.moves:
            chosen = self.guest.rng.choice(listing.moves).notation
            body = {"version": listing.version, "notation": chosen}
            await self.guest.insist("move", f"/api/v1/games/{game}/moves", body)

    def between(self, began: float, ended: float) -> Latencies:
        """How long the bot took in a stretch of time."""
        return Latencies([seconds for at, seconds in self.answers if began <= at < ended])


@dataclass
class Queues:
    """How many tasks wait in each queue, looked at again and again."""

    site: LoadSite
    looks: list[tuple[float, Counter[str]]] = field(default_factory=list)

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            self.looks.append((time.monotonic(), await asyncio.to_thread(self.lengths)))
            await asyncio.sleep(LOOK)

    def lengths(self) -> Counter[str]:
        """As they are now, by name."""
        with redis.Redis.from_url(self.site.env["REDIS_URL"]) as client:
            return Counter({one: int(client.llen(one)) for one in queues.names("caledonia")})

    async def drained(self) -> float:
        """After how many seconds none has a task any more; DRAINED where that did not come."""
        began = time.monotonic()
        while time.monotonic() < began + DRAINED:
            if not (await asyncio.to_thread(self.lengths)).total():
                return time.monotonic() - began
            await asyncio.sleep(LOOK)
        return DRAINED

    def rows(self, began: float, ended: float) -> list[tuple[str, ...]]:
        """The mean and the most of each."""
        seen = [lengths for at, lengths in self.looks if began <= at < ended]
        return [
            (
                name,
                f"{sum(one[name] for one in seen) / len(seen):.1f}",
                str(max(one[name] for one in seen)),
            )
            for name in queues.names("caledonia")
        ]


async def run(site: LoadSite, args: argparse.Namespace) -> int:
    """Play, flood, and print what the others have noticed; 1 if that is too much."""
    crowd = Crowd(site, games=1, pages=0, seed=args.seed)
    playing = crowd.tables[0].guests
    alone, *flooding = [guest for guest in crowd.guests if guest not in playing]
    flood = Meter()
    for guest in flooding:
        guest.meter = flood
    names = [guest.signed_in.name for guest in flooding]
    made = site.python(PREPARE.format(names=names, games=GAMES))
    games = msgspec.json.decode(made, type=dict[str, list[str]])
    flooders = [Flooder(guest, games[guest.signed_in.name]) for guest in flooding]
    bot, watched = AgainstBot(alone), Queues(site)
    async with crowd:
        pacer = Pacer(crowd, crowd.play_once, RATE)
        others = (pacer.run, bot.run, watched.run)
        began = time.monotonic()
        await for_seconds(QUIET, *others)
        bot.moved = 0.0
        flooded = time.monotonic()
        await for_seconds(args.flood, *others, *[one.run for one in flooders] * AT_ONCE)
        bot.note()
        ended = time.monotonic()
        drained = await watched.drained()
    rows = []
    for name, window in (("before", (began, flooded)), ("meanwhile", (flooded, ended))):
        answered = crowd.meter.answered(*window, "move", "read")
        rows += [(f"requests, {name}", *answered.row), (f"bot, {name}", *bot.between(*window).row)]
    print("\n" + table(("ms", "number", "p50", "p95", "p99"), rows))
    accepted = len(flood.answered(flooded, ended, "order").seconds)
    shed = len(flood.shed(flooded, ended))
    print(f"\n{accepted} orders accepted in {ended - flooded:.0f} s, {shed} refused for a while")
    print("\n" + table(("tasks waiting", "mean", "most"), watched.rows(flooded, ended)))
    print(f"\nno task waits any more after {drained:.1f} s")
    failed = crowd.meter.failed(began, ended) + flood.failed(began, ended)
    troubles = crowd.meter.errors + flood.errors
    print(f"faults: {dict(failed) or 'none'}; troubles: {dict(troubles) or 'none'}")
    slowest = crowd.meter.answered(flooded, ended, "move", "read").ms(95)
    harmed = slowest > SLOWEST_MS or drained >= DRAINED
    return int(bool(harmed or failed or site.dead()))
