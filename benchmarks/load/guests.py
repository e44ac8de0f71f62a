"""One user who plays: over the API, or on the pages, and who reads as a client of each does."""

import asyncio
import random
import uuid
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from msgspec import Struct

from benchmarks.load.meter import SHED, Meter, RequestKind
from benchmarks.load.signed_in import SignedIn
from benchmarks.load.web_client import NoAnswer, ServerAnswer, WebClient

CSRF: Final = "load" * 8
"""Any 32 letters: the cookie and the header have to agree."""
TRIES: Final = 20
"""How often a request is sent again when it is open what became of it."""
UNDECIDED: Final = (502, 504)
"""The proxy had no answer: with the same key the request may be sent again."""
NARROWER: Final = 4


class NotCarriedOut(Exception):
    """The server did not carry it out; after ``wait`` seconds one may ask again."""

    def __init__(self, status: int, wait: float) -> None:
        super().__init__(f"status {status}")
        self.status, self.wait = status, wait


class ListedMove(Struct, frozen=True):
    """A move of a listing; the move itself is not looked at."""

    notation: str


class ListedCount(Struct, frozen=True):
    """A type of moves of which there are too many to list."""

    type: str
    narrow_by: dict[str, list[str | int]]


class Listing(Struct, frozen=True):
    """As much of a listing as is needed to choose."""

    version: int
    moves: list[ListedMove]
    counts: list[ListedCount] | None = None


@dataclass(eq=False)
class Guest:
    """A user with an address, connections and a token of their own."""

    signed_in: SignedIn
    client: WebClient
    meter: Meter
    on_pages: bool
    rng: random.Random
    etags: dict[str, str] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)
    """The version of each game that this user's page shows."""

    @property
    def token(self) -> dict[str, str]:
        """What signs in at the API."""
        return {"Authorization": f"Bearer {self.signed_in.token}"}

    @property
    def cookies(self) -> dict[str, str]:
        """What signs in on the pages."""
        return {
            "Cookie": f"sessionid={self.signed_in.session}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
            "Accept-Encoding": "gzip",
        }

    async def ask(
        self, kind: RequestKind, method: str, path: str, body: Any = None, **more: str
    ) -> ServerAnswer:
        """Ask the API once. Raises NoAnswer."""
        headers = {**self.token, **({"Content-Type": "application/json"} if body else {}), **more}
        content = msgspec.json.encode(body) if body else b""
        return await self.send(kind, method, f"/api/v1/{path}", headers, content)

    async def send(
        self, kind: RequestKind, method: str, path: str, headers: dict[str, str], body: bytes
    ) -> ServerAnswer:
        """Ask once, and note how long it took. Raises NoAnswer."""
        try:
            answer = await self.client.ask(method, path, headers, body)
        except NoAnswer:
            self.meter.note(kind, 0.0, 0)
            raise
        polite = answer.status not in SHED or "retry-after" in answer.headers
        self.meter.note(kind, answer.seconds, answer.status, polite=polite)
        return answer

    async def get(self, path: str, **query: str) -> Any:
        """A decoded body of the API. Raises NotCarriedOut, NoAnswer."""
        asked = path + ("?" + urlencode(query) if query else "")
        return msgspec.json.decode(good(await self.ask("read", "GET", asked)).body)

    async def post(self, path: str, body: Any = None) -> Any:
        """The same of what makes a table, sent until it is done. Raises NotCarriedOut, NoAnswer."""
        for _ in range(TRIES):
            try:
                answer = await self.insist("table", f"/api/v1/{path}", body)
            except NotCarriedOut as refusal:
                if refusal.status not in SHED:
                    raise
                await asyncio.sleep(refusal.wait)
            else:
                return msgspec.json.decode(answer.body)
        raise NoAnswer(f"{path}: refused {TRIES} times")

    async def insist(self, kind: RequestKind, path: str, body: Any) -> ServerAnswer:
        """Send to the API with one key until the answer decides. Raises NotCarriedOut, NoAnswer."""
        headers = {**self.token, "Content-Type": "application/json"}
        return await self.decided(kind, path, headers, msgspec.json.encode(body or {}))

    async def decided(
        self, kind: RequestKind, path: str, headers: dict[str, str], body: bytes
    ) -> ServerAnswer:
        """POST until it is known what became of it. Raises NotCarriedOut, NoAnswer."""
        headers = {**headers, "Idempotency-Key": str(uuid.uuid4())}
        for _ in range(TRIES):
            try:
                answer = await self.send(kind, "POST", path, headers, body)
            except NoAnswer:
                continue
            if answer.status not in UNDECIDED:
                return good(answer)
        raise NoAnswer(f"{path}: none in {TRIES} tries")

    # --- What a client reads before it moves ----------------------------------------------------

    async def look(self, game: str) -> None:
        """Read what is new, as a program or a page does. Raises NotCarriedOut, NoAnswer."""
        if self.on_pages:
            await self._look_at_page(game)
            return
        known = self.etags.get(game)
        more = {"If-None-Match": known} if known else {}
        answer = good(await self.ask("read", "GET", f"games/{game}/state", **more))
        self.etags[game] = answer.headers.get("etag", "")

    async def _look_at_page(self, game: str) -> None:
        path, headers = f"/games/{game}/", self.cookies
        if game in self.seen:
            path += f"refresh/?since={self.seen[game]}"
            headers["HX-Request"] = "true"
        good(await self.send("page", "GET", path, headers, b""))

    async def listed(self, game: str) -> Listing:
        """Moves to choose from, narrowed where they are many. Raises NotCarriedOut, NoAnswer."""
        query: dict[str, str] = {}
        for _ in range(NARROWER):
            found = msgspec.convert(await self.get(f"games/{game}/moves", **query), Listing)
            if not found.counts:
                return found
            kind = self.rng.choice(found.counts)
            query["type"] = kind.type
            fields = [(name, one) for name, values in kind.narrow_by.items() for one in values]
            if fields:
                name, value = self.rng.choice(fields)
                query[name] = str(value)
        return found


def good(answer: ServerAnswer) -> ServerAnswer:
    """The answer, if what was asked for was done. Raises NotCarriedOut."""
    if answer.status >= 400:
        raise NotCarriedOut(answer.status, float(answer.headers.get("retry-after", "1")))
    return answer
