"""The worst inputs of every parser, and a flood of orders, against a server of its own.

``make attack`` runs it. The inputs are those of ``tests/parsing``, at the largest size that is let
in and at twice that; the flood is of standing orders for a game, set and changed by both of its
players. Other people's requests must be answered within ``PATIENCE`` seconds meanwhile, and nothing
may be answered with 500.
"""

import os
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

# What it takes the inputs from needs the settings.
from api.parsers import LARGEST_BODY  # noqa: E402
from caledonia.door import LONGEST_ADDRESS, LONGEST_HEADER  # noqa: E402
from simulation.served import Served  # noqa: E402
from tests.parsing import test_forms, test_headers, test_json_bodies  # noqa: E402
from tests.parsing.inputs import texts  # noqa: E402

PATIENCE: Final = 1.0
AT_ONCE: Final = 4
"""Attackers, as many as a server of one process has threads."""
PAUSE: Final = 0.05
FLOOD_SECONDS: Final = 30.0
ORDERS: Final = (b'{"order": ["cheese"]}', b'{"order": ["bread"], "keep": {"milk": 1}}', b"null")
PARTS: Final = "multipart/form-data; boundary=x"
PLAIN: Final = "application/x-www-form-urlencoded"
SECRET: Final = "a" * 32
"""Proves that a form comes from a page of the site, when its cookie says the same."""


class Attack(NamedTuple):
    """One request, and what it tries."""

    name: str
    method: str
    path: str
    body: bytes
    headers: dict[str, str]


def attacks(game: str, token: str) -> Iterator[Attack]:
    """Every input, once at the largest size that the door lets in and once at twice that."""
    own = {"Authorization": f"Bearer {token}"}
    for factor in (1, 2):
        yield from to_the_api(game, own, factor * LARGEST_BODY)
        yield from to_pages(factor * test_forms.LARGEST)
        yield from in_heads(own, factor)


def to_the_api(game: str, own: dict[str, str], largest: int) -> Iterator[Attack]:
    """Bodies of JSON."""
    headers = {**own, "Content-Type": "application/json"}
    for name, build in test_json_bodies.BODIES.items():
        yield Attack(name, "POST", f"/api/v1/{game}/moves", build(largest), headers)
    for name, build in test_json_bodies.OPTIONS.items():
        yield Attack(name, "POST", "/api/v1/games", build(largest), headers)


def to_pages(largest: int) -> Iterator[Attack]:
    """Forms: taken apart, and with long texts for what reads their fields."""
    for name, build in test_forms.PARTS.items():
        yield Attack(name, "POST", "/login/", build(largest), {"Content-Type": PARTS})
    for name, build in test_forms.PLAIN.items():
        yield Attack(name, "POST", "/login/", build(largest), {"Content-Type": PLAIN})
    headers = {"Content-Type": PLAIN, "Cookie": f"csrftoken={SECRET}"}
    for name, part in test_forms.TEXTS.items():
        start = f"csrfmiddlewaretoken={SECRET}&email=x&password=x&username="
        text = start + part * ((largest - len(start)) // len(part.encode()))
        for path in ("/login/", "/signup/", "/password/reset/"):
            yield Attack(f"{path} {name}", "POST", path, text.encode(), headers)


def in_heads(own: dict[str, str], factor: int) -> Iterator[Attack]:
    """Headers and queries."""
    for key, _ in test_headers.HEADERS.values():
        header = key.removeprefix("HTTP_").replace("_", "-").title()
        for name, written in texts(("", 'a="')).items():
            value = written(factor * LONGEST_HEADER).replace("\t", " ").strip()
            yield Attack(f"{header} {name}", "GET", "/api/v1/me", b"", {**own, header: value})
    for name, written in texts(("next=", "p=")).items():
        query = quote(written(factor * LONGEST_ADDRESS - 100), safe="%&=;+,")
        yield Attack(f"query {name}", "GET", f"/signup/?{query}", b"", {})


class Probe(threading.Thread):
    """Another user, who requests their account and notes how long that takes."""

    def __init__(self, port: int, token: str) -> None:
        super().__init__(daemon=True)
        self.port, self.token = port, token
        self.over = threading.Event()
        self.slowest = 0.0
        self.asked = 0
        self.wrong: list[str] = []

    def run(self) -> None:
        while not self.over.wait(PAUSE):
            began = time.monotonic()
            headers = {"Authorization": f"Bearer {self.token}"}
            status = send(self.port, Attack("me", "GET", "/api/v1/me", b"", headers))
            self.slowest = max(self.slowest, time.monotonic() - began)
            self.asked += 1
            if status != 200:
                self.wrong.append(f"GET /me: {status}")


def send(port: int, attack: Attack) -> int:
    """The status of the answer; 0 where the server hangs up."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.putrequest(attack.method, attack.path)
        headers = {**attack.headers, "Content-Length": str(len(attack.body))}
        for name, value in headers.items():
            connection.putheader(name, value.encode("utf-8"))
        connection.endheaders(attack.body)
        answer = connection.getresponse()
        answer.read()
    except (HTTPException, OSError):
        return 0
    finally:
        connection.close()
    return answer.status


def timed(port: int, attack: Attack) -> tuple[float, int, str]:
    """Seconds, status and name of an attack."""
    began = time.monotonic()
    status = send(port, attack)
    return time.monotonic() - began, status, attack.name


def watched(server: Served, attack: Callable[[], list[tuple[float, int, str]]]) -> bool:
    """Attack while another user asks, and tell what became of it; whether nothing was harmed."""
    probe = Probe(server.port, server.tokens["charlie"])
    probe.start()
    done = attack()
    probe.over.set()
    probe.join()
    print(f"{len(done)} requests: {dict(Counter(status for _, status, _ in done))}")
    print("slowest:", *(f"{seconds:.2f} s {name}" for seconds, _, name in sorted(done)[-3:]))
    print(f"GET /me of another user: {probe.asked} times, at most {probe.slowest:.2f} s")
    wrong = [f"{name}: {status}" for _, status, name in done if status >= 500]
    print(*wrong, *probe.wrong, sep="\n")
    return not (wrong or probe.wrong) and probe.slowest <= PATIENCE


def worst_inputs(server: Served, game: str) -> list[tuple[float, int, str]]:
    """Every input once."""
    todo = attacks(game, server.tokens["alice"])
    with ThreadPoolExecutor(AT_ONCE) as attackers:
        return list(attackers.map(partial(timed, server.port), todo))


def flood_of_orders(server: Served, game: str) -> list[tuple[float, int, str]]:
    """Both players change their standing orders as often as they can, whatever is answered."""
    until = time.monotonic() + FLOOD_SECONDS

    def flood(player: str) -> list[tuple[float, int, str]]:
        headers = {
            "Authorization": f"Bearer {server.tokens[player]}",
            "Content-Type": "application/json",
        }
        path, done = f"/api/v1/{game}/standing-order", []
        while time.monotonic() < until:
            body = ORDERS[len(done) % len(ORDERS)]
            done.append(timed(server.port, Attack("an order", "PUT", path, body, headers)))
        return done

    players = ("alice", "bob") * (AT_ONCE // 2)
    with ThreadPoolExecutor(len(players)) as attackers:
        return [one for done in attackers.map(flood, players) for one in done]


def main() -> int:
    """Attack in each way; 1 if something was harmed."""
    with tempfile.TemporaryDirectory() as folder:
        # Passwords cost half a second each by design; how many are tried is for the throttle.
        server = Served(Path(folder), THROTTLE_SIGN_IN="3/min")
        try:
            server.start()
            game = server.game("alice", "bob")
            ways = (worst_inputs, flood_of_orders)
            unharmed = [watched(server, partial(way, server, game)) for way in ways]
        finally:
            server.close()
    return int(not all(unharmed))


if __name__ == "__main__":
    sys.exit(main())
