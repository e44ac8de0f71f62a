"""Requests to pages that no browser should send, drawn from one seeded source.

Forms are read off the pages themselves, then spoiled; addresses come from the resolver. So a new
page, with its forms, is tried without being named here.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any, Final
from urllib.parse import parse_qsl, quote, urlencode

from django.http import HttpResponse
from django.urls import Resolver404, resolve

from tests.api import junk
from tests.api.junk import Junk, Route

Fields = list[tuple[str, str]]

PARTS: Final = "multipart/form-data; boundary=x"
PLAIN: Final = "application/x-www-form-urlencoded"
METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "BREW")
NAMES: Final = (
    *(
        "next",
        "p",
        "why",
        "upto",
        "since",
        "after",
        "before",
        "v",
        "page",
        "show",
        "name",
        "undone",
    ),
    *("players", "q", "chapter", "stamp", "decision", "at", "mine", "opened", "invite", "x"),
)
CHARSETS: Final = ("hex", "rot13", "idna", "undefined", "utf-7", "utf-16", "latin-1", "klingon")
LONG: Final = ("x" * 5000, "\u0301" * 3000, " " * 4000 + "x", "9" * 4301, "\r\n" * 2000)
TEXTS: Final = (
    *junk.VALUES,
    *LONG,
    *(
        "on",
        "true",
        "false",
        "-0",
        "1e3",
        "\u0663",
        "0x1",
        "1,2",
        "//evil.example",
        "/games/",
        "foo",
    ),
    *(
        "a@b",
        "a@b.c",
        "<script>",
        "{{ 7 }}",
        "%(name)s",
        "%s",
        "{0}",
        "..",
        "\u202e",
        "\x1b",
        "\x7f",
    ),
    *("buy 1 wool", "expand bakery F5", "pass", "seat0", "random", "steward", "withdraw", "A1 B1"),
)
HEADERS: Final = {
    **junk.HEADERS,
    "HX-Request": ("true", "false", "x"),
    "HX-Boosted": ("true",),
    "HX-Target": ("panel-why", "\xff", "x" * 300),
    "HX-Current-URL": ("http://[", "x", "http://testserver/"),
    "HX-History-Restore-Request": ("true",),
    "Referer": (
        "http://[",
        "\xff",
        "https://evil.example/",
        "http://testserver/rules/",
        "x" * 8000,
    ),
    "Cookie": (
        *junk.HEADERS["Cookie"],
        *(
            "django_language=../x",
            "messages=x",
            "device=1.x:y",
            'a="' + "\\" * 8000 + '"',
            "=;;=\xff",
        ),
        *("csrftoken=" + "x" * 64, "x" * 8190, "x" * 8191, "device=" + "9" * 30 + "."),
    ),
}


@dataclass
class Known:
    """What pages have shown, by the pattern of the address that it is about."""

    forms: dict[str, list[Fields]] = field(default_factory=lambda: defaultdict(list))
    queries: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Names of parameters."""
    methods: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def learn(self, shown: HttpResponse, path: str) -> None:
        """Take up the forms and links of an answer."""
        if not shown["Content-Type"].startswith("text/html") or shown.status_code >= 400:
            return
        reader = PageReader()
        reader.feed(shown.content.decode())
        for action, fields in reader.forms:
            pattern = route_of(action or path)
            if pattern is not None and fields not in self.forms[pattern]:
                self.forms[pattern].append(fields)
        for link in reader.links:
            address, _, query = link.partition("?")
            pattern = route_of(address or path)
            if pattern is not None:
                self.queries[pattern] += [name for name, _ in parse_qsl(query, True)]


class PageReader(HTMLParser):
    """The links and forms of a page: where each form leads, and the values its fields can have."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, Fields]] = []
        self.links: list[str] = []
        self._select = ""
        self._open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        self.links += [known[name] for name in ("href", "hx-get", "action") if name in known]
        if tag == "form":
            self.forms.append((known.get("action", ""), []))
            self._open = True
        elif self._open and tag == "select":
            self._select = known.get("name", "")
        elif self._open and tag == "option" and self._select:
            self._add(self._select, known.get("value", ""))
        elif self._open and tag in ("input", "textarea", "button") and known.get("name"):
            self._add(known["name"], known.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = False
        elif tag == "select":
            self._select = ""

    def _add(self, name: str, value: str) -> None:
        self.forms[-1][1].append((name, value))


def page_routes() -> list[Route]:
    """Every page, and addresses that are none."""
    pages = [route for route in junk.routes() if not route.pattern.startswith("api/")]
    return [*pages, Route("nowhere/", ()), Route("games/<uuid:game_id>/nowhere/", ())]


def route_of(path: str) -> str | None:
    """The pattern of an address, if it has a page."""
    try:
        return resolve(path.partition("?")[0]).route
    except Resolver404:
        return None


class PageSource(junk.Source):
    """Requests to pages; ``known`` is what they have shown of themselves."""

    def __init__(self, seed: int, *, ids: dict[str, list[Any]], known: Known) -> None:
        super().__init__(seed, ids=ids, bodies={"": {"a": 1}}, tokens=[""])
        self.routes = page_routes()
        self.known = known

    def some_path(self, route: Route) -> str:
        """An address of this page, of something that there is if it is about something."""
        return self._path(route.pattern)

    def request(self, route: Route) -> Junk:
        """One to this page: usually a form or a query that is nearly right."""
        usual = self.known.methods.get(route.pattern, ["GET"])
        method = self.chance.choice(usual if self._rarely(0.92) else METHODS)
        path = self._path(route.pattern)
        if self._rarely(0.05):
            path = path.rstrip("/")
        kind, body = self._sent(route.pattern) if method == "POST" else ("", b"")
        if method not in ("POST", "GET", "HEAD") or self._rarely(0.03):
            kind, body = self.chance.choice(junk.KINDS), self._body({})
        return Junk(method, path + self._page_query(route.pattern), body, kind, self._headers())

    def _sent(self, pattern: str) -> tuple[str, bytes]:
        fields = self._fields(pattern)
        way = self.chance.random()
        if way < 0.08:
            return self._raw(fields)
        if way < 0.3:
            return PARTS, in_parts(fields, self._part)
        return PLAIN, urlencode(fields, errors="surrogatepass").encode()

    def _fields(self, pattern: str) -> Fields:
        """The fields of a form that leads here, or of another one, with some of them spoiled."""
        every = [fields for forms in self.known.forms.values() for fields in forms]
        found = self.known.forms.get(pattern, [])
        fields = list(self.chance.choice(found if found and self._rarely(0.9) else every))
        for _ in range(self.chance.choice((0, 1, 1, 1, 2, 5))):
            place = self.chance.randrange(len(fields) + 1)
            name, value = self.chance.choice([*fields, ("x", "")])
            other = (name, self.chance.choice((*TEXTS, value)))
            fields[place : place + self.chance.choice((0, 1))] = self.chance.choice(([other], []))
        # Later values of a select or of buttons count as much as earlier ones.
        self.chance.shuffle(fields)
        return fields

    def _raw(self, fields: Fields) -> tuple[str, bytes]:
        """A form in a charset, cut off, of no kind, or that is too large."""
        text = urlencode(fields).encode()
        return self.chance.choice(
            (
                (f"{PLAIN}; charset={self.chance.choice(CHARSETS)}", text),
                (f"{PARTS}; charset={self.chance.choice(CHARSETS)}", in_parts(fields, self._part)),
                (PARTS, in_parts(fields, self._part)[: self.chance.randrange(400)]),
                ("multipart/form-data", text),
                (PARTS, text),
                (PLAIN, self.chance.choice((b"a=1&" * 300, b"\xff=%ff&%", b"a=" + b"x" * 2**17))),
                (self.chance.choice(junk.KINDS), text),
            )
        )

    def _part(self) -> str:
        """What may stand in the header of a part."""
        rare = ('; filename="f"', "\r\nContent-Transfer-Encoding: base64", "; filename*=hex''%41")
        return self.chance.choice(rare) if self._rarely(0.05) else ""

    def _page_query(self, pattern: str) -> str:
        if self._rarely(0.4):
            return ""
        if self._rarely(0.05):
            return "?" + self.chance.choice(
                ("%ff", "%", "&&&", "=", "a=1&a=2", "%00=%00", "a&" * 300)
            )
        found = self.known.queries.get(pattern, [])
        given = []
        for _ in range(self.chance.choice((1, 1, 2, 3))):
            name = self.chance.choice(found if found and self._rarely(0.7) else NAMES)
            text = self.chance.choice(TEXTS)
            given.append((name, text if self._rarely(0.05) else text[:200]))
        return "?" + "&".join(f"{quote(name)}={quote(value)}" for name, value in given)

    def _headers(self) -> dict[str, str]:
        headers = {"HX-Request": "true"} if self._rarely(0.3) else {}
        for _ in range(self.chance.choice((0, 0, 1, 1, 2))):
            name = self.chance.choice(tuple(HEADERS))
            headers[name] = self.chance.choice(HEADERS[name])
        return headers


def in_parts(fields: Iterable[tuple[str, str]], more: Callable[[], str]) -> bytes:
    """A form as multipart/form-data; ``more`` is added to the head of each part."""

    def parts() -> Iterator[str]:
        for name, value in fields:
            yield f'--x\r\nContent-Disposition: form-data; name="{name}"{more()}\r\n\r\n{value}\r\n'
        yield "--x--\r\n"

    return "".join(parts()).encode(errors="surrogatepass")
