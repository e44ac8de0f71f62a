"""A whole game over HTTP: several users choose random legal moves until the score sheet is there.

``python -m tests.play_over_http --url http://127.0.0.1:8000 --users ada ben cleo``
asks for nothing but the API. The final scores are compared with a recount from the final view.
"""

import argparse
import base64
import http.client
import json
import random
import select
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.recount import recount

Json = Any
Observer = Callable[[str, bytes], None]
"""Called with the address and the body of every response."""

PATIENCE = 120.0
"""Seconds to wait for the game's own step, which a worker may have to take."""
LINES = [
    *("glory", "basic_goods", "processed_goods", "money", "hops"),
    *("cotton", "tobacco", "sugar_cane", "exports", "settlements", "auction", "total", "rank"),
]


class UnreachableError(Exception):
    """There is no server, or something else answers in its place."""


class RefusedError(Exception):
    """The server answered with a problem."""

    def __init__(self, call: str, status: int, problem: Json) -> None:
        self.call = call
        self.status = status
        self.problem = problem
        super().__init__(f"{call}: {status} {problem}")


@dataclass
class Client:
    """One user at the API, over one connection that is kept open."""

    url: str
    user: str
    observer: Observer | None = None
    headers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        secure = parts.scheme == "https"
        connection = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        self.connection = connection(parts.netloc, timeout=60)

    def sign_in(self, password: str) -> None:
        """Get a token for the password and use it from now on.

        Raises RefusedError, UnreachableError.
        """
        basic = base64.b64encode(f"{self.user}:{password}".encode()).decode()
        self.headers = {"Authorization": f"Basic {basic}"}
        try:
            token = self.post("tokens", {"name": "play_over_http"})["token"]
        except RefusedError as error:
            error.call = f"Signing in as {self.user} at {self.url}"
            raise
        self.headers = {"Authorization": f"Bearer {token}"}

    def get(self, path: str, **query: str) -> Json:
        """The decoded body. Raises RefusedError."""
        return self.call("GET", path + ("?" + urlencode(query) if query else ""))

    def post(self, path: str, body: Json = None) -> Json:
        """The decoded body. Raises RefusedError."""
        return self.call("POST", path, body)

    def call(self, method: str, path: str, body: Json = None) -> Json:
        """The decoded body. Raises RefusedError, UnreachableError."""
        headers = dict(self.headers)
        content = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            content = json.dumps(body)
        self._leave_if_closed()
        try:
            self.connection.request(method, f"/api/v1/{path}", content, headers)
            response = self.connection.getresponse()
            raw = response.read()
        except (OSError, http.client.HTTPException) as error:
            raise UnreachableError(f"No answer from {self.url}: {error}.") from error
        if self.observer:
            self.observer(f"{method} {path}", raw)
        try:
            answer = json.loads(raw) if raw else None
        except ValueError as error:
            raise UnreachableError(
                f"{self.url} answers {response.status}, but not like this API."
            ) from error
        if response.status >= 400:
            raise RefusedError(f"{method} {path}", response.status, answer)
        return answer

    def _leave_if_closed(self) -> None:
        """Connect anew for the next call if the server has closed the connection meanwhile.

        Servers close what was idle for some seconds. Nothing has been sent yet, so nothing is done
        twice.
        """
        socket = self.connection.sock
        if socket is not None and select.select([socket], [], [], 0)[0]:
            self.connection.close()


@dataclass
class Report:
    """A game that was played to its end."""

    game: str
    moves: int
    seconds: float
    view: Json
    counted: list[Json]

    @property
    def differences(self) -> list[str]:
        """Where the server's score sheet and the recount differ."""
        return [
            f"seat {seat} {line}: {sheet.get(line)} on the sheet, {own.get(line)} counted"
            for seat, (sheet, own) in enumerate(zip(self.view["scores"], self.counted, strict=True))
            for line in (*LINES, "rating")
            if sheet.get(line) != own.get(line)
        ]


def play(
    clients: Sequence[Client], *, seed: int = 1, name: str = "Over HTTP", **options: Json
) -> Report:
    """Seat the users at a new table, play it to the end, and count the scores anew."""
    rng = random.Random(seed)  # noqa: S311 - a game, not a secret
    began = time.monotonic()
    host = clients[0]
    game = host.post("games", {"name": name, "options": {"players": len(clients), **options}})["id"]
    seated = {seat["user"] for seat in host.get(f"games/{game}")["seats"]}
    for client in clients:
        if client.user not in seated:
            client.post(f"games/{game}/join")
    if options.get("clan_experience") == "by_player":
        for client in clients:
            said = rng.choice(["easier", "ordinary", "harder"])
            client.call("PUT", f"games/{game}/experience", {"experience": said})
    seats = host.post(f"games/{game}/start")["seats"]
    by_user = {client.user: client for client in clients}
    at = {seat["seat"]: by_user[seat["user"]] for seat in seats}
    moves = 0
    waiting: list[int] = []
    while waiting := waiting or next_seats(host, game):
        played = move_once(at[rng.choice(waiting)], game, rng)
        moves += played is not None
        waiting = [decision["seat"] for decision in played["decisions"]] if played else []
    view = host.get(f"games/{game}/state")
    drawn, content = host.get(f"games/{game}/map"), host.get(f"content/{view['content']}")
    counted = recount(view, drawn, content, host.get(f"games/{game}")["options"])
    return Report(game, moves, time.monotonic() - began, view, counted)


def next_seats(client: Client, game: str) -> list[int]:
    """The seats that have to decide, once the game has taken its own steps; none at the end."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        summary = client.get(f"games/{game}")
        if summary["waiting"] or summary["status"] == "finished":
            return list(summary["waiting"])
        time.sleep(0.02)
    raise TimeoutError(f"game {game} has waited {PATIENCE} s for its own step")


def move_once(client: Client, game: str, rng: random.Random) -> Json | None:
    """Play a random legal move of the user's open decision; None when there was none to play."""
    listed = legal(client, game, rng)
    if not listed["moves"]:
        return None
    chosen = rng.choice(listed["moves"])
    body: Json = {"version": listed["version"]}
    if rng.random() < 0.5:
        body["move"] = chosen["move"]
    else:
        body["notation"] = chosen["notation"]
    return client.post(f"games/{game}/moves", body)


def legal(client: Client, game: str, rng: random.Random) -> Json:
    """The legal moves; of very many, a random part as the counts tell to narrow them.

    Of a field that is a list, several values may be wanted.
    """
    query: dict[str, str] = {}
    listed = client.get(f"games/{game}/moves")
    while listed["counts"]:
        kind = rng.choice(listed["counts"])
        query["type"] = kind["type"]
        queries = [
            (name, f"{query[name]},{value}" if name in query else str(value))
            for name, values in kind["narrow_by"].items()
            for value in values
            if str(value) not in query.get(name, "").split(",")
        ]
        query.update([rng.choice(queries)] if queries else [])
        listed = client.get(f"games/{game}/moves", **query)
    return listed


def main(arguments: Sequence[str] | None = None) -> int:
    """Play once and print the score sheet; 1 when that fails or the recount differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument(
        "--users", nargs="+", default=["ada", "ben", "cleo"], help="one to four of them"
    )
    parser.add_argument("--password", default="caledonia", help="the same for all of them")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(arguments)
    if urlsplit(args.url).scheme not in ("http", "https"):
        parser.error(f"--url begins with http:// or https://, not {args.url!r}")
    if not 1 <= len(set(args.users)) == len(args.users) <= 4:
        parser.error("--users names one to four different users")
    try:
        report = sign_in_and_play(args.url, args.users, args.password, args.seed)
    except (UnreachableError, TimeoutError) as error:
        print(error, file=sys.stderr)
        return 1
    except RefusedError as error:
        print(f"{error.call}: {error.problem['detail']}", file=sys.stderr)
        return 1
    print_report(report)
    return 1 if report.differences else 0


def sign_in_and_play(url: str, users: Sequence[str], password: str, seed: int) -> Report:
    """A game of users with one password. Raises RefusedError, UnreachableError, TimeoutError."""
    clients = [Client(url, user) for user in users]
    try:
        for client in clients:
            client.sign_in(password)
        return play(clients, seed=seed)
    finally:
        for client in clients:
            client.connection.close()


def print_report(report: Report) -> None:
    """The score sheet, and where the recount differs from it."""
    print(f"game {report.game}: {report.moves} moves in {report.seconds:.1f} s")
    if len(report.counted) == 1:
        print(f"alone: {report.counted[0]['rating']}")
    print("seat " + " ".join(f"{line[:8]:>8}" for line in LINES))
    for seat, sheet in enumerate(report.counted):
        print(f"{seat:>4} " + " ".join(f"{sheet[line]:>8}" for line in LINES))
    for difference in report.differences:
        print(f"DIFFERENT: {difference}")


if __name__ == "__main__":
    sys.exit(main())
