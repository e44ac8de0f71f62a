"""Permissions: every method of every address, for all callers, in games of every kind.

One table of what should be answered. It fails when an address or a method is missing from it.
"""

import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from django.core.signals import request_finished
from django.db import close_old_connections, transaction
from django.http import HttpResponse
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from api.models import Token
from games import engine, services
from games.models import Game
from replays.models import Validation
from tests.api.conftest import Caller, problem
from tests.replays.jobs import asked

pytestmark = [pytest.mark.long, pytest.mark.once]


Json = Any

ROLES: Final = ("host", "player", "stranger", "anonymous")
STAGES: Final = ("open", "running", "finished")
VISIBILITIES: Final = ("public", "unlisted", "private")
UNCOUNTED: Final = pytest.mark.uncounted
SEAL: Final = "0" * 64


@dataclass(frozen=True)
class Operation:
    """A method of an address, and the status that each of ``ROLES`` gets, by stage of the game.

    That of strangers and of anonymous callers is the one in games that all may see; in a private
    game it is 404, or 401 where signing in is required anyway. ``201/403`` is for the player who
    has to decide and for others.
    """

    method: str
    path: str
    open: str
    running: str
    finished: str
    body: Json = None
    raw: str = field(default="", kw_only=True)

    @property
    def of_a_game(self) -> bool:
        return "{game}" in self.path or "{validation}" in self.path


def always(method: str, path: str, statuses: str, body: Json = None, **more: str) -> Operation:
    """The same answers whatever the stage of the game."""
    return Operation(method, path, statuses, statuses, statuses, body, **more)


def game(method: str, path: str, *statuses: str, body: Json = None) -> Operation:
    """The answers below the address of a game, by stage."""
    return Operation(method, f"games/{{game}}{path}", *statuses, body)


ALL: Final = "200 200 200 200"
USERS: Final = "200 200 200 401"
UNSTARTED: Final = "409 409 409 409"
NOT_NOW: Final = "409 409 403 401"
SEATED: Final = "200 200 403 401"
HOST_TOO_LATE: Final = "409 403 403 401"

NO_HEADS: Final = "404 404 404 404"

TABLE: Final = (
    # --- a game ---
    game("GET", "", ALL, ALL, ALL),
    game("PATCH", "", *["200 403 403 401"] * 3, body={"name": "Lowlands"}),
    game("DELETE", "", "204 403 403 401", HOST_TOO_LATE, HOST_TOO_LATE),
    game("POST", "/join", "409 409 200 401", *["409 409 409 401"] * 2),
    game("POST", "/leave", SEATED, NOT_NOW, NOT_NOW),
    game("POST", "/start", HOST_TOO_LATE, HOST_TOO_LATE, HOST_TOO_LATE),
    game("POST", "/invite", "200 403 403 401", HOST_TOO_LATE, HOST_TOO_LATE),
    game("POST", "/bots", "200 403 403 401", HOST_TOO_LATE, HOST_TOO_LATE),
    game("DELETE", "/bots/{seat}", "404 403 403 401", HOST_TOO_LATE, HOST_TOO_LATE),
    game("PUT", "/word", SEATED, NOT_NOW, NOT_NOW, body={"seal": SEAL}),
    game("DELETE", "/word", SEATED, NOT_NOW, NOT_NOW),
    game(
        "PUT",
        "/experience",
        "409 409 403 401",
        NOT_NOW,
        NOT_NOW,
        body={"experience": "easier"},
    ),
    game("POST", "/resign", NOT_NOW, SEATED, NOT_NOW),
    game("POST", "/abandon", NOT_NOW, SEATED, SEATED),
    game("DELETE", "/abandon", NOT_NOW, SEATED, NOT_NOW),
    game("GET", "/state", UNSTARTED, ALL, ALL),
    game("GET", "/map", UNSTARTED, ALL, ALL),
    game("GET", "/head-proof", UNSTARTED, NO_HEADS, NO_HEADS),
    game("GET", "/events", ALL, ALL, ALL),
    game("GET", "/stream", ALL, ALL, ALL),
    game("GET", "/moves", NOT_NOW, SEATED, SEATED),
    game(
        "POST",
        "/moves",
        NOT_NOW,
        "201/403 201/403 403 401",
        NOT_NOW,
        body={"version": 1, "notation": "choose 0"},
    ),
    game("POST", "/undo", NOT_NOW, "422/403 422/403 403 401", NOT_NOW),
    game("GET", "/standing-order", SEATED, SEATED, SEATED),
    game("PUT", "/standing-order", SEATED, SEATED, NOT_NOW, body={"order": ["bread"]}),
    game("GET", "/max-bid", SEATED, SEATED, SEATED),
    game("PUT", "/max-bid", NOT_NOW, NOT_NOW, NOT_NOW, body={"amount": 3}),
    game(
        "POST",
        "/fork",
        "409 409 409 401",
        "201 201 403 401",
        "201 201 201 401",
        body={"version": 1},
    ),
    game("POST", "/rematch", NOT_NOW, NOT_NOW, SEATED),
    game("GET", "/export", UNSTARTED, ALL, ALL),
    game("GET", "/fairness", ALL, ALL, ALL),
    game("POST", "/validation", UNSTARTED, *["202 202 202 202"] * 2),
    Operation("GET", "replays/{game}", UNSTARTED, ALL, ALL),
    Operation("GET", "replays/{game}/frames", UNSTARTED, ALL, ALL),
    Operation("GET", "replays/{game}/statistics", UNSTARTED, ALL, ALL),
    always("GET", "validations/{validation}", ALL),
    # --- beside games ---
    always("GET", "games", ALL),
    always("POST", "games", "201 201 201 401", {"name": "Another"}),
    always("GET", "options", ALL),
    always("GET", "content/{content}", ALL),
    always("GET", "rules/{rule}", ALL),
    always("GET", "statistics", ALL),
    always("GET", "players/{name}", ALL),
    always("GET", "ratings", ALL),
    always("GET", "ratings/{name}/history", ALL),
    always("GET", "heads", ALL),
    always("GET", "heads/{head}", NO_HEADS),
    always("GET", "heads/{head}/consistency", "400 400 400 400"),
    always("GET", "replays/export", USERS),
    always("POST", "replays/import", "202 202 202 401", raw="no game"),
    always("GET", "imports", USERS),
    always("GET", "imports/{import}", "200 404 404 401"),
    always("GET", "me", USERS),
    # With a token, which is not the password.
    always("DELETE", "me", "403 403 403 401", {"username": "somebody else"}),
    always("POST", "session", "403 403 403 401"),
    always("DELETE", "session", "204 204 204 401"),
    always("GET", "me/stream", USERS),
    always("GET", "tokens", USERS),
    always("POST", "tokens", "403 403 403 401"),
    always("DELETE", "tokens", "204 204 204 401"),
    always("DELETE", "tokens/{token}", "204 404 404 401"),
)


# --- the table is complete ------------------------------------------------------------------------


def addresses() -> Iterator[tuple[str, str]]:
    """Method and path of everything under version 1, parameters without their names."""

    def walk(patterns: list[URLPattern | URLResolver], prefix: str) -> Iterator[tuple[str, str]]:
        for pattern in patterns:
            path = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from walk(pattern.url_patterns, path)
            elif path.startswith("api/v1/"):
                plain = re.sub(r"<[^>]+>", "*", path.removeprefix("api/v1/"))
                view: Any = pattern.callback
                methods = getattr(view, "view_class", getattr(view, "cls", None)).http_method_names
                for name in methods:
                    if hasattr(view.cls, name) and name not in ("options", "head"):
                        yield name.upper(), plain

    yield from walk(get_resolver().url_patterns, "")


def test_every_method_of_every_address_stands_in_the_table_once() -> None:
    """Those of tournaments stand in a table of their own."""
    listed = [(row.method, re.sub(r"{\w+}", "*", row.path)) for row in TABLE]
    others = {one for one in addresses() if not one[1].startswith("tournaments")}
    assert sorted(listed) == sorted(others)


# --- the answers ----------------------------------------------------------------------------------


@dataclass
class Place:
    """A game at a stage, and who looks at it."""

    game: Game
    callers: dict[str, Caller]
    values: dict[str, str]

    def ask(self, row: Operation, role: str, **values: str) -> HttpResponse:
        """The answer to a role; nothing that it changes stays."""
        caller = self.callers[role]
        path = row.path.format(**(self.values | values))
        with transaction.atomic():
            if row.raw:
                answered = caller.raw(path, row.raw.encode(), "application/jsonl")
            else:
                answered = caller.send(row.method, path, row.body)
            if answered.streaming:
                let_go(answered)
            transaction.set_rollback(True)
        return answered

    def waits_for(self, role: str) -> bool:
        seats = {seat.user_id: seat.waiting for seat in self.game.seats.all()}
        user = self.callers[role].user
        return user is not None and seats.get(user.pk, False)


def let_go(answered: HttpResponse) -> None:
    """Close a stream that may have no end, and not the connection of this test with it."""
    request_finished.disconnect(close_old_connections)
    try:
        answered.close()
    finally:
        request_finished.connect(close_old_connections)


@pytest.fixture
def place(
    request: pytest.FixtureRequest, alice: Caller, bob: Caller, charlie: Caller, anonymous: Caller
) -> Place:
    """A game of Alice, who made it, and Bob, with Charlie outside."""
    stage, visibility = request.param
    made = services.create_game(
        host=alice.user,
        name="A name that no user has",
        options=engine.Options(players=3 if stage == "open" else 2),
        visibility=visibility,
        now=timezone.now(),
        seed=bytes(32),
    )
    services.join_game(game_id=made.pk, user=bob.user, invite=made.invite_code, now=timezone.now())
    if stage != "open":
        services.start_game(game_id=made.pk, user=alice.user, now=timezone.now())
    if stage == "finished":
        for caller in (alice, bob):
            services.agree_to_abandon(game_id=made.pk, user=caller.user, now=timezone.now())
    checked = Validation.objects.create(
        game=made, version=0, rules=1, created_at=timezone.now(), status="passed"
    )
    found = Game.objects.get(pk=made.pk)
    values = {
        "game": str(found.pk),
        "validation": str(checked.pk),
        "content": found.content_id,
        "rule": "NBR-09",
        "seat": "0",
        "token": str(Token.objects.get(user=alice.user).pk),
        "head": "1",
        "import": str(asked(alice.user).pk),
        "name": alice.user.get_username(),
    }
    callers = dict(zip(ROLES, (alice, bob, charlie, anonymous), strict=True))
    return Place(found, callers, values)


def expected(row: Operation, place: Place, role: str) -> int:
    """The status in the table."""
    stage = place.game.status
    statuses = dict(zip(ROLES, getattr(row, stage).split(), strict=True))[role]
    if row.of_a_game and place.game.visibility == "private" and role in ("stranger", "anonymous"):
        return 401 if statuses == "401" else 404
    to_decide, _, otherwise = statuses.partition("/")
    return int(to_decide if place.waits_for(role) or not otherwise else otherwise)


@pytest.mark.parametrize(
    "place",
    [
        # The other games run no other lines.
        pytest.param((stage, visibility), marks=() if visibility == "private" else UNCOUNTED)
        for stage in STAGES
        for visibility in VISIBILITIES
    ],
    ids="-".join,
    indirect=True,
)
def test_everybody_gets_what_the_table_says(place: Place) -> None:
    wrong = []
    visibility = place.game.visibility
    # What is no game's answers the same whatever game there is.
    table = TABLE if visibility == "private" else [row for row in TABLE if row.of_a_game]
    # Who sits at a table has its address: an unlisted game is to them as a public one.
    for row in table:
        for role in ROLES[2:] if visibility == "unlisted" else ROLES:
            found = place.ask(row, role).status_code
            wanted = expected(row, place, role)
            if found != wanted:
                wrong.append(f"{row.method} {row.path} {role}: {found}, not {wanted}")
    assert not wrong, "\n".join(wrong)


def refused_body(answered: HttpResponse) -> Json:
    """What an answer says, and its headers, without what is of the request."""
    headers = {name: value for name, value in answered.items() if name != "X-Request-ID"}
    return {**answered.json(), "request_id": ""}, headers


@pytest.mark.parametrize("place", [(stage, "private") for stage in STAGES], indirect=True)
def test_a_private_game_is_to_strangers_as_if_it_were_not_there(place: Place) -> None:
    """The same answer, but for the id of the request, as for a game that does not exist."""
    looked = 0
    for row in TABLE:
        for role in ("stranger", "anonymous"):
            if not row.of_a_game:
                continue
            found = place.ask(row, role)
            other = {"game": str(uuid.uuid4()), "validation": str(uuid.uuid4())}
            absent = place.ask(row, role, **other)
            assert refused_body(found) == refused_body(absent), f"{row.method} {row.path}"
            assert found.status_code == absent.status_code in (401, 404)
            looked += 1
    assert looked > 50


@pytest.mark.parametrize(
    "place",
    [(stage, visibility) for stage in STAGES for visibility in VISIBILITIES],
    ids="-".join,
    indirect=True,
)
def test_lists_name_a_game_to_whom_they_should(place: Place) -> None:
    public = place.game.visibility == "public"
    for role in ROLES:
        listed = place.callers[role].get("games").json()["results"]
        known = public or role in ("host", "player")
        assert [one["id"] for one in listed] == [str(place.game.pk)] * known, role
        page = place.callers[role].client.get("/")
        assert (place.game.name in page.content.decode()) == public, role
    exported = place.callers["host"].get("replays/export")
    packed = b"".join(exported.streaming_content)  # type: ignore[attr-defined]
    assert bool(packed) == (public and place.game.status == "finished")


@pytest.mark.parametrize("place", [("open", "private")], indirect=True)
def test_who_holds_the_invite_code_may_look_at_the_table_and_sit_down(place: Place) -> None:
    host, stranger, anonymous = (place.callers[role] for role in ("host", "stranger", "anonymous"))
    path = f"games/{place.game.pk}"
    link = host.get(path).json()["invite"]
    code = link.partition("?invite=")[2]
    assert code
    for caller in (stranger, anonymous):
        shown = caller.get(f"{path}?invite={code}")
        assert shown.status_code == 200
        assert shown.json()["invite"] is None
        problem(caller.get(f"{path}?invite={code[:-1]}"), 404, "no_such_game")
        problem(caller.get(f"{path}?invite="), 404, "no_such_game")
    problem(stranger.post(f"{path}/join", {"invite": "wrong"}), 404, "no_such_game")
    assert stranger.post(f"{path}/join?invite={code}").status_code == 200
    assert stranger.get(path).status_code == 200


@pytest.mark.parametrize("place", [("running", "private")], indirect=True)
def test_the_invite_code_opens_nothing_once_the_game_has_started(place: Place) -> None:
    path = f"games/{place.game.pk}"
    for role in ("stranger", "anonymous"):
        code = place.game.invite_code
        problem(place.callers[role].get(f"{path}?invite={code}"), 404, "no_such_game")
    joined = place.callers["stranger"].post(f"{path}/join", {"invite": place.game.invite_code})
    problem(joined, 404, "no_such_game")
