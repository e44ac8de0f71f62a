"""A table of the load: who sits there, what it waits for, and one move after the other."""

import asyncio
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlencode

import msgspec
from msgspec import Struct

from benchmarks.load.accounts import AcceptedMove, GameAccount, StreamedEvent
from benchmarks.load.guests import Guest, NotCarriedOut
from benchmarks.load.web_client import NoAnswer, fields_of

SOONEST: Final = "pass"
PASSING: Final = 0.3
"""How often a player passes who may."""
REOPEN_SECONDS: Final = 0.5
STALE: Final = (409, 422)
"""Somebody else was quicker, as in production: look again."""
PATIENCE: Final = 10.0
"""Seconds after which a table that waits for the server is looked at without a hint."""


class MoveEvent(Struct, frozen=True):
    """An event in the answer to a move."""

    version: int
    chain: str
    seat: int
    notation: str


class SeatToMove(Struct, frozen=True):
    """Who has to decide."""

    seat: int


class AnswerToMove(Struct, frozen=True):
    """As much of the answer to a move as is compared."""

    version: int
    events: list[MoveEvent]
    decisions: list[SeatToMove]


class Summary(Struct, frozen=True):
    """As much of a game's summary as is needed to go on."""

    status: str
    waiting: list[int]


@dataclass(eq=False)
class PlayedTable:
    """One game after the other of the same guests.

    ``ready`` is called when there is something to do: a move, or a look at what the game waits for.
    """

    guests: Sequence[Guest]
    ready: Callable[["PlayedTable"], None]
    accounts: list[GameAccount] = field(default_factory=list)
    seats: dict[int, Guest] = field(default_factory=dict)
    waiting: list[int] = field(default_factory=list)
    busy: bool = False
    queued: bool = False
    hinted: bool = False
    followers: list[asyncio.Task[None]] = field(default_factory=list)

    @property
    def account(self) -> GameAccount:
        """That of the game which is played now."""
        return self.accounts[-1]

    @property
    def path(self) -> str:
        """Where the API has the game."""
        return f"games/{self.account.game}"

    async def begin(self) -> None:
        """Make a table, fill it, start the game and follow its stream."""
        host, *others = self.guests
        options = {"players": len(self.guests)}
        body = {"name": "Load", "visibility": "public", "options": options}
        made = await host.post("games", body)
        path = f"games/{made['id']}"
        for guest in others:
            await guest.post(f"{path}/join")
        started = await host.post(f"{path}/start")
        names = {guest.signed_in.name: guest for guest in self.guests}
        self.seats = {one["seat"]: names[one["user"]] for one in started["seats"]}
        self.accounts.append(GameAccount(made["id"]))
        self.waiting = []
        self.followers.append(asyncio.create_task(self.follow(self.account)))
        self.hint()

    def hint(self) -> None:
        """There may be something to do; while somebody plays it is found afterwards."""
        if self.busy:
            self.hinted = True
        else:
            self.ready(self)

    # --- Playing --------------------------------------------------------------------------------

    async def play(self) -> None:
        """One move, or a look at what the game waits for."""
        wait, self.hinted = 0.0, False
        try:
            if not self.waiting:
                await self.find_out()
            if self.waiting:
                await self.move(self.waiting[0])
        except NotCarriedOut as refusal:
            self.waiting = [] if refusal.status in STALE else self.waiting
            self._note(refusal)
            wait = refusal.wait if refusal.status not in STALE else 0.0
        except NoAnswer as error:
            self.guests[0].meter.trouble(f"no answer: {error}")
            self.waiting = []
        finally:
            self.busy = False
        self._go_on(wait)

    def _go_on(self, wait: float) -> None:
        if wait:
            asyncio.get_running_loop().call_later(wait, self.hint)
        elif self.waiting or self.hinted:
            self.hint()
        else:
            # In general an event of the game itself comes first.
            asyncio.get_running_loop().call_later(PATIENCE, self.hint)

    def _note(self, refusal: NotCarriedOut) -> None:
        if refusal.status not in (*STALE, 429, 503):
            self.guests[0].meter.trouble(str(refusal))

    async def find_out(self) -> None:
        """Ask whom the game waits for; after its end the next one begins."""
        known = await self.guests[0].get(self.path)
        found = msgspec.convert(known, Summary)
        self.waiting = found.waiting
        if found.status == "finished":
            await self.begin()

    async def move(self, seat: int) -> None:
        """Let the player of a seat look, choose by chance and move."""
        guest, game = self.seats[seat], self.account.game
        await guest.look(game)
        listing = await guest.listed(game)
        if not listing.moves:
            self.waiting = []
            return
        chosen = _choice(guest, [one.notation for one in listing.moves])
        if guest.on_pages:
            await self._move_on_page(guest, seat, listing.version, chosen)
        else:
            await self._move_by_api(guest, seat, listing.version, chosen)

    async def _move_by_api(self, guest: Guest, seat: int, version: int, notation: str) -> None:
        body = {"version": version, "notation": notation}
        answer = await guest.insist("move", f"/api/v1/{self.path}/moves", body)
        found = msgspec.json.decode(answer.body, type=AnswerToMove)
        for event in found.events:
            one = AcceptedMove(event.seat, event.notation, event.version, event.chain)
            self.account.accepted.append(one)
        self.waiting = [one.seat for one in found.decisions]

    async def _move_on_page(self, guest: Guest, seat: int, version: int, notation: str) -> None:
        headers = {
            **guest.cookies,
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
        }
        # The form has the key itself.
        fields = {"version": version, "move": notation, "key": uuid.uuid4().hex, "seat": seat}
        path, body = f"/games/{self.account.game}/play/", urlencode(fields).encode()
        await guest.decided("page move", path, headers, body)
        self.account.accepted.append(AcceptedMove(seat, notation))
        guest.seen[self.account.game] = version + 1
        self.waiting = []
        self.hint()

    # --- Following ------------------------------------------------------------------------------

    async def follow(self, account: GameAccount) -> None:
        """Read the stream of a game, and open it again whenever it breaks off, to its end."""
        guest = self.guests[len(self.accounts) % len(self.guests)]
        path = f"/api/v1/games/{account.game}/stream"
        while True:
            more = {**guest.token, "Last-Event-ID": str(account.last)}
            try:
                async for block in guest.client.events(path, more):
                    if self._received(account, fields_of(block)):
                        return
            except NoAnswer as error:
                if str(error) == "204":
                    return
                guest.meter.trouble(f"stream: {error}")
            await asyncio.sleep(REOPEN_SECONDS)

    def _received(self, account: GameAccount, found: dict[str, bytes]) -> bool:
        """Note what the stream has sent; whether it was its end."""
        if found.get("event") == b"event":
            event = msgspec.json.decode(found["data"], type=StreamedEvent)
            account.receive(event, at=time.time())
            if event.origin != "player" and account is self.account and not self.waiting:
                self.hint()
        return found.get("event") == b"end"


def _choice(guest: Guest, moves: Sequence[str]) -> str:
    """One by chance; who passes often comes to the ends of rounds soon."""
    if SOONEST in moves and guest.rng.random() < PASSING:
        return SOONEST
    return guest.rng.choice(moves)


async def follow_turns(guest: Guest) -> None:
    """Keep the stream of a user's turns open, as a page of the site does."""
    while True:
        try:
            async for _ in guest.client.events("/api/v1/me/stream", guest.token):
                pass
        except NoAnswer as error:
            guest.meter.trouble(f"stream of turns: {error}")
        await asyncio.sleep(REOPEN_SECONDS)
