"""People who play over HTTP while things break, and who note the responses."""

import http.client
import json
import os
import random
import threading
import time
import uuid
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from tests.faults.site import HEADERS, HOST, Site
from tests.play_over_http import RefusedError, legal

Json = Any
ANSWER_WITHIN = 20.0
"""Seconds; a request that takes longer hangs."""
PAUSE = 0.03
AWAY = (429, 502, 503, 504)
"""Come again: whether something was carried out is open."""
TABLES = 3 if "CALEDONIA_FAULT_SECONDS" in os.environ else 2
"""Games of an evening at once; `make faults` has one more."""
LONGEST = 150.0
"""Seconds for games to come to their ends, whatever is broken meanwhile; mostly 10 to 20."""


class Lost(Exception):
    """The connection broke before there was an answer."""


class Stopped(Exception):
    """The test is over."""


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: http.client.HTTPMessage
    body: Json


@dataclass
class Sent:
    """One move, sent with one key until there was an answer that decides."""

    key: str
    seat: int
    body: Json
    doubts: list[str] = field(default_factory=list)
    answer: Answer | None = None

    @property
    def accepted(self) -> bool:
        """Whether the player got the response that it stands."""
        return self.answer is not None and self.answer.status == 201


class Player:
    """One user; asks over a new connection each time, and again until there is a response."""

    def __init__(self, site: Site, name: str, stop: threading.Event) -> None:
        self.site, self.name, self.stop = site, name, stop
        self.host = HOST
        self.slowest = 0.0
        self.seen: list[Answer] = []

    def get(self, path: str, **query: str) -> Json:
        """The decoded body, as soon as there is one. Raises RefusedError, Stopped."""
        return self.insist("GET", path + ("?" + urlencode(query) if query else "")).body

    def post(self, path: str, body: Json = None) -> Json:
        """The decoded body. Only for what is asked for before anything breaks."""
        return self.insist("POST", path, body).body

    def insist(self, method: str, path: str, body: Json = None) -> Answer:
        """Ask until there is an answer. Raises RefusedError, Stopped."""
        while True:
            try:
                answer = self.ask(method, path, body)
            except Lost:
                answer = None
            if answer is not None and answer.status not in AWAY:
                break
            self.pause()
        if answer.status >= 400:
            raise RefusedError(f"{method} {path}", answer.status, answer.body)
        return answer

    def ask(self, method: str, path: str, body: Json = None, key: str = "") -> Answer:
        """Ask once. Raises Lost."""
        headers = {
            **HEADERS,
            "Authorization": f"Bearer {self.site.tokens[self.name]}",
            **({} if body is None else {"Content-Type": "application/json"}),
            **({"Idempotency-Key": key} if key else {}),
        }
        connection = http.client.HTTPConnection(
            self.host, self.site.web_port, timeout=ANSWER_WITHIN
        )
        began = time.monotonic()
        try:
            content = None if body is None else json.dumps(body)
            connection.request(method, f"/api/v1/{path}", content, headers)
            response = connection.getresponse()
            raw = response.read()
        except (OSError, http.client.HTTPException) as error:
            raise Lost(repr(error)) from error
        finally:
            connection.close()
            self.slowest = max(self.slowest, time.monotonic() - began)
        # The proxy's own answers have no body.
        answer = Answer(response.status, response.headers, json.loads(raw or b"null"))
        if answer.status >= 500:
            self.seen.append(answer)
        return answer

    def pause(self) -> None:
        """Before asking again. Raises Stopped."""
        if self.stop.wait(PAUSE):
            raise Stopped


class Table(threading.Thread):
    """One game, played by chance to its end; ``sent`` is what its players noted."""

    def __init__(self, players: list[Player], *, seed: int, bot: bool) -> None:
        super().__init__(name=f"table {seed}")
        self.players = players[:1] if bot else players
        self.rng = random.Random(seed)  # noqa: S311 - a game, not a secret
        self.sent: list[Sent] = []
        self.failure: BaseException | None = None
        host = players[0]
        made = host.post("games", {"name": self.name, "options": {"players": 2}})
        self.game: str = made["id"]
        path = f"games/{self.game}"
        if bot:
            host.post(f"{path}/bots", {"bot": "random"})
        else:
            players[1].post(f"{path}/join")
        seats = host.post(f"{path}/start")["seats"]
        by_name = {player.name: player for player in self.players}
        self.at = {one["seat"]: by_name[one["user"]] for one in seats if one["user"]}

    def run(self) -> None:
        """Play to the end; what goes wrong is kept for who waits for it."""
        try:
            while not self.over():
                pass
        except Stopped:
            pass
        except BaseException as error:  # noqa: BLE001 - raised again where the test sees it
            self.failure = error

    def over(self) -> bool:
        """Play one move, if a person has to; whether the game is over."""
        answer = self.players[0].get(f"games/{self.game}")
        if answer["status"] == "finished":
            return True
        own = [seat for seat in answer["waiting"] if seat in self.at]
        if own:
            self.move(self.rng.choice(own))
        else:
            self.players[0].pause()
        return False

    def move(self, seat: int) -> None:
        """Choose a move of a seat and send it until it is decided."""
        player = self.at[seat]
        listed = legal(player, self.game, self.rng)  # type: ignore[arg-type]
        if not listed["moves"]:
            return
        lines = [one["notation"] for one in listed["moves"]]
        # Who passes soon comes to the ends of rounds soon.
        hurried = "pass" in lines and self.rng.random() < 0.4
        line = "pass" if hurried else self.rng.choice(lines)
        body = {"version": listed["version"], "notation": line}
        sent = Sent(str(uuid.uuid4()), seat, body)
        self.sent.append(sent)
        while sent.answer is None:
            try:
                answer = player.ask("POST", f"games/{self.game}/moves", body, sent.key)
            except Lost as error:
                sent.doubts.append(str(error))
            else:
                if answer.status not in AWAY:
                    sent.answer = answer
                    return
                sent.doubts.append(str(answer.status))
            player.pause()


class Evening:
    """Several tables at once, the first ``bots`` of them with a bot on the second seat.

    As a context manager it waits for all games to end.
    """

    def __init__(
        self, site: Site, tables: int, *, seed: int, bots: int = 1, patience: float = LONGEST
    ) -> None:
        self.site = site
        self.patience = patience
        self.stop = threading.Event()
        self.players = [
            Player(site, name, self.stop) for _ in range(tables) for name in ("alice", "bob")
        ]
        self.tables = [
            Table(self.players[2 * index : 2 * index + 2], seed=seed + index, bot=index < bots)
            for index in range(tables)
        ]

    def __enter__(self) -> "Evening":
        for table in self.tables:
            table.start()
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        try:
            if kind is None:
                self.play_out()
        finally:
            self.stop.set()
            for table in self.tables:
                table.join()

    def play_out(self) -> None:
        """Wait for the ends of all games. Raises what went wrong at a table."""
        end = time.monotonic() + self.patience
        for table in self.tables:
            table.join(max(0, end - time.monotonic()))
        for table in self.tables:
            if table.failure is not None:
                raise table.failure
            assert not table.is_alive(), f"{table.name} has not come to its end: {self.stuck()}"

    def stuck(self) -> list[tuple[Any, ...]]:
        """The games that are not over."""
        return self.site.cluster.query(
            "SELECT id::text, status, version, due, awaits_step, active_at FROM games_game "
            "WHERE status = 'running' ORDER BY active_at"
        )

    def due(self) -> int:
        """How many of the games wait for the server."""
        found = "SELECT count(*) FROM games_game WHERE due AND id = ANY(%s::uuid[])"
        games = [table.game for table in self.tables]
        return int(self.site.cluster.query(found, games)[0][0])

    @property
    def accepted(self) -> int:
        """How many moves were accepted so far."""
        return sum(sent.accepted for table in self.tables for sent in list(table.sent))

    @property
    def doubted(self) -> list[Sent]:
        """The moves that were sent again, because it was open what became of them."""
        return [sent for table in self.tables for sent in list(table.sent) if sent.doubts]

    @property
    def away(self) -> list[Answer]:
        """The answers of 500 and above."""
        return [answer for player in self.players for answer in list(player.seen)]

    @property
    def slowest(self) -> float:
        """Seconds that the slowest request took."""
        return max(player.slowest for player in self.players)
