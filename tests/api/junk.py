"""Malformed requests: every address and method, with bodies and headers of all kinds.

Everything is drawn from one seeded source, so a request that did harm can be had again.
"""

import gzip
import json
import random
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote

from django.db import DataError
from django.urls import URLPattern, URLResolver, get_resolver

Json = Any

MEGABYTES: Final = 5 * 1024 * 1024
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")
HOLE: Final = "@hole@"
RAW: Final = (
    *(b"NaN", b"Infinity", b"-Infinity", b"1e999", b"-0.0", b"01", b"1.0", b"-1", b"9" * 400),
    *(b"2147483648", b"9223372036854775808", b"true", b"null", b"[]", b"{}", b'""', b"[[[[]]]]"),
    *(b'"\\ud800"', b'"\\u0000"', b'"\x00"', b'"\xff"', b'"\xc0\xaf"', b'"\xed\xa0\x80"'),
    *('"\u202e\u0645"'.encode(), '"\U0001f411"'.encode(), b'"' + b"x" * 70_000 + b'"'),
    *(b'"__proto__"', b'"%s%n{0}${7*7}"', b"'single'", b'"<script>"', b"undefined"),
)
"""What may stand where a value belongs."""
WHOLE: Final = (
    *(
        b"",
        b" ",
        b"\0",
        b"null",
        b"[]",
        b"5",
        b'"text"',
        b"{",
        b"}",
        b"\xff\xfe",
        b"\xef\xbb\xbf{}",
    ),
    *(b"[" * 60_000, b"[" * 30_000 + b"]" * 30_000, b'{"a":' * 10_000, b"[" * 41 + b"]" * 41),
    *(b"[" * 100_000, b"[" * 100_000 + b"]" * 100_000, b'{"a":' * 100_000, b'{"a":[' * 20_000),
    *(
        b'{"version":1,"version":2}',
        b"a=1&b=2",
        b"<xml/>",
        b"--x\r\n\r\n--x--",
        b"\x1f\x8b\x08junk",
    ),
)
KINDS: Final = (
    *("text/plain", "", "multipart/form-data", "multipart/form-data; boundary=x", "text/html"),
    *("application/x-www-form-urlencoded", "application/json; charset=utf-7", "application/jsonl"),
    *("application/json; charset=klingon", "application/gzip", "application/xml", "/", "x" * 300),
    *("application/json;;;", "APPLICATION/JSON", "application/problem+json", "*/*"),
)
HEADERS: Final = {
    "Authorization": (
        *("Bearer", "Bearer a b", "Bearer \xff", "Token ", "Basic", "Basic !!!", "Digest x", ""),
        *(f"Basic {b64encode(raw).decode()}" for raw in (b"a", b"a:b", b"\xff:\xff", b"\0:\0")),
        "Bearer " + "x" * 8000,
    ),
    "Idempotency-Key": ("", "k", "x" * 300, "\xe9", "two words", "\t"),
    "Last-Event-ID": ("", "-1", "1", "x", "9" * 30, "1.5", "\xb2", "1,2"),
    "Accept-Language": ("", "xx-yy", "de;q=x", "*", "en" * 500, "\xff", "../../etc"),
    "X-Request-ID": ("", "x" * 999, "a b", "\xff", "id-1", "${jndi}"),
    "Host": ("evil.example", "localhost:99999999", "[::1", "", "a" * 300, "localhost:x", "\xff"),
    "Cookie": ("sessionid=\xff", ";;;===", "sessionid=" + "a" * 5000, "csrftoken=x; sessionid=y"),
    "Accept": ("text/html", "*/*;q=x", "application/xml", "", "text/event-stream", ",;,"),
    "If-None-Match": ('"', "W/", "*", '"x"' * 500, "\xff"),
    "If-Modified-Since": ("yesterday", "Thu, 01 Jan 0000 00:00:00 GMT"),
    "Range": ("bytes=0-", "bytes=9-1,,,"),
    "Origin": ("null", "http://evil.example", "\xff"),
    "Sec-Fetch-Site": ("cross-site", "x"),
    "X-Forwarded-For": ("1.2.3.4, \xff", "x" * 999, ",,,"),
    "X-HTTP-Method-Override": ("DELETE", "x"),
    "Content-Encoding": ("gzip", "br", "x"),
    "Transfer-Encoding": ("chunked", "x"),
    "X-CSRFToken": ("x", "\xff"),
}
PROBES: Final = ("healthz", "readyz", "metrics", "static/x")
NAMES: Final = (
    *(
        "version",
        "v",
        "after",
        "limit",
        "cursor",
        "type",
        "unit",
        "good",
        "hex",
        "status",
        "player",
    ),
    *(
        "waiting",
        "ended_by",
        "invite",
        "last_event_id",
        "finished_after",
        "every",
        "format",
        "\xff",
    ),
)
VALUES: Final = (
    *(
        "",
        "1",
        "0",
        "-1",
        "1.0",
        "x",
        "9" * 40,
        "true",
        "null",
        "\0",
        "\ud7ff",
        "\U0001f411",
        "NaN",
    ),
    *("me", "open", "trade", "cow", "wool", "F5", "random", "2026-01-01", "[]", "x" * 3000, "%"),
    *(
        b64encode(raw).decode()
        for raw in (b"p=x", b"p=0001-01-01", b"r=1&p=\xff", b"o=99999999999")
    ),
)
SEGMENTS: Final = (
    "x",
    "0",
    "-1",
    "9" * 40,
    "\0",
    "..",
    "%",
    "\u0661",
    "a b",
    "\U0001f411",
    "'--",
    "",
)


@dataclass(frozen=True)
class Junk:
    """One request."""

    method: str
    path: str
    body: bytes
    kind: str
    headers: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        headers = {name: value[:80] for name, value in self.headers.items()}
        return f"{self.method} {self.path[:300]} {self.kind[:60]!r} {self.body[:120]!r} {headers}"


@dataclass(frozen=True)
class Route:
    """An address with its parameters, and the methods that its view knows."""

    pattern: str
    methods: tuple[str, ...]


def strict_about_nul(
    execute: Callable[..., object], sql: str, params: Any, many: bool, context: Any
) -> object:
    """Refuse text with a NUL as PostgreSQL does, where SQLite takes it. Wraps ``execute``."""
    for row in params or () if many else [params or ()]:
        values = row.values() if isinstance(row, dict) else row
        if any(isinstance(value, str) and "\0" in value for value in values):
            raise DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")
    return execute(sql, params, many, context)


def routes() -> list[Route]:
    """Every address of the server, new ones included."""

    def walk(patterns: list[URLPattern | URLResolver], prefix: str) -> Iterator[Route]:
        for pattern in patterns:
            path = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from walk(pattern.url_patterns, path)
                continue
            view: Any = getattr(pattern.callback, "cls", None)
            # Every view of the framework has OPTIONS, and refuses it here.
            known = [one for one in METHODS if one != "OPTIONS" and hasattr(view, one.lower())]
            yield Route(path, tuple(known or ["GET"]))

    probes = (Route(path, ("GET",)) for path in PROBES)
    return [*walk(get_resolver().url_patterns, ""), *probes]


class Source:
    """Requests, drawn one after the other.

    ``ids`` are values of parameters by name, ``bodies`` JSON that is about right by the last word
    of an address, ``tokens`` those of callers.
    """

    def __init__(
        self, seed: int, *, ids: dict[str, list[Any]], bodies: dict[str, Json], tokens: list[str]
    ) -> None:
        self.chance = random.Random(seed)  # noqa: S311
        # Pages have a source of their own, which knows their forms.
        self.routes = [one for one in routes() if one.pattern.startswith(("api/", *PROBES))]
        self.ids = ids
        self.bodies = bodies
        self.tokens = tokens

    def requests(self, number: int) -> Iterator[Junk]:
        """So many; every address has its turn."""
        for index in range(number):
            yield self.request(self.routes[index % len(self.routes)])

    def unbroken(self) -> Iterator[Junk]:
        """One to every address that a client could send, though its body need not fit the game."""
        yield from map(self._unbroken, self.routes)

    def _unbroken(self, route: Route) -> Junk:
        method = "POST" if "POST" in route.methods else route.methods[0]
        body = json.dumps(self._right(route)).encode() if method == "POST" else b""
        token = self.chance.choice(self.tokens)
        headers = {"Authorization": f"Bearer {token}"}
        return Junk(method, self._path(route.pattern), body, "application/json", headers)

    def request(self, route: Route) -> Junk:
        """One to this address, usually with a method that it knows."""
        often = self.chance.random() < 0.8
        method = self.chance.choice(route.methods if often else METHODS)
        path = self._path(route.pattern)
        right = self._right(route)
        body = b"" if method in ("GET", "HEAD") and self._rarely(0.8) else self._body(right)
        kind = "application/json" if self._rarely(0.8) else self.chance.choice(KINDS)
        return Junk(method, path + self._query(), body, kind, self._headers())

    def _right(self, route: Route) -> Json:
        return self.bodies.get(route.pattern.rpartition("/")[2], {})

    def _rarely(self, share: float) -> bool:
        return self.chance.random() < share

    def _path(self, pattern: str) -> str:
        parts = []
        for part in pattern.split("/"):
            name = part[1:-1].partition(":")[2] if part.startswith("<") else None
            if name is None:
                parts.append(part)
            elif name in self.ids and self._rarely(0.9):
                parts.append(str(self.chance.choice(self.ids[name])))
            else:
                parts.append(quote(self.chance.choice(SEGMENTS)))
        if self._rarely(0.03):
            parts.insert(self.chance.randrange(len(parts)), quote(self.chance.choice(SEGMENTS)))
        return "/" + "/".join(parts)

    def _query(self) -> str:
        if self._rarely(0.6):
            return ""
        if self._rarely(0.1):
            return "?" + self.chance.choice(("%ff", "%", "&&&", "=", "a=1&a=2", "%00=%00", "+"))
        pairs = [(self.chance.choice(NAMES), self.chance.choice(VALUES)) for _ in range(2)]
        chosen = pairs[: self.chance.randint(1, 2)]
        return "?" + "&".join(f"{quote(name)}={quote(value)}" for name, value in chosen)

    def _headers(self) -> dict[str, str]:
        headers = {"Authorization": f"Bearer {self.chance.choice(self.tokens)}"}
        if self._rarely(0.1):
            headers = {}
        for _ in range(self.chance.choice((0, 0, 0, 1, 2))):
            name = self.chance.choice(tuple(HEADERS))
            headers[name] = self.chance.choice(HEADERS[name])
        return headers

    def _body(self, right: Json) -> bytes:
        way = self.chance.random()
        if way < 0.01:
            return b'{"name":"' + b"x" * MEGABYTES + b'"}'
        if way < 0.2:
            return self.chance.choice(WHOLE)
        if way < 0.6:
            return self._holed(right).replace(b'"' + HOLE.encode() + b'"', self.chance.choice(RAW))
        if way < 0.7:
            return json.dumps(right).encode()
        return self._spoiled(json.dumps(self.chance.choice([right, self._any()])).encode())

    def _holed(self, right: Json) -> bytes:
        """The right body with a hole at some place, or one more field."""
        if isinstance(right, dict) and right and self._rarely(0.9):
            name = self.chance.choice([*right, *right, "more"])
            inner = right.get(name)
            filled = json.loads(self._holed(inner)) if isinstance(inner, dict) and inner else HOLE
            return json.dumps({**right, name: filled}).encode()
        return json.dumps(HOLE).encode()

    def _any(self) -> Json:
        return self.chance.choice(list(self.bodies.values()))

    def _spoiled(self, body: bytes) -> bytes:
        """The bytes as they are, or cut, turned, doubled, packed or in another encoding."""
        place = self.chance.randrange(len(body) + 1)
        ways = (
            body,
            body,
            body[:place],
            body[:place] + bytes([self.chance.randrange(256)]) + body[place + 1 :],
            body[:place] + self.chance.choice(RAW) + body[place:],
            body * 2,
            body.decode().encode("utf-16"),
            gzip.compress(body),
            self.chance.randbytes(50),
        )
        return self.chance.choice(ways)
