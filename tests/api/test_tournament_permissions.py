"""Permissions of tournaments: every method of every address, for all callers, at every stage.

One table of what should be answered. It fails when an address or a method is missing from it.
"""

import re
import uuid
from dataclasses import dataclass
from typing import Final

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.settings import api_settings

from games import services as games
from tests.api.conftest import Caller, Json, caller, problem
from tests.api.test_permissions import addresses, let_go, refused_body
from tests.api.tournament_callers import BY_HAND, done, entered, made, plain, stored
from tournaments.models import Tournament

__all__ = ["plain"]
pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.usefixtures("plain")]

ROLES: Final = ("director", "co_director", "player", "stranger", "staff", "anonymous")
STAGES: Final = ("draft", "open", "running", "finished")
LOOKERS: Final = {
    "public": ROLES,
    "unlisted": ("player", "stranger", "anonymous"),
    "private": ("player", "stranger", "staff", "anonymous"),
}
"""Who looks, by visibility: everybody, or a player and those from whom it may be hidden."""


SHOWN: Final = (
    *((stage, "public") for stage in STAGES),
    # A draft is hidden whatever else is said.
    *((stage, "private") for stage in STAGES[1:]),
    # Who has the address sees what all see.
    ("running", "unlisted"),
)


@dataclass(frozen=True)
class Operation:
    """A method below the address of a tournament, and the statuses by stage.

    Each stage has those of a director, of a player and of strangers; co-directors are directors,
    but for what only they can do (``co_director``) before the end,
    staff are strangers, and who is anonymous gets ``unknown``. In a draft, and where the tournament
    is private, it is 404 for strangers; a draft has no players.
    """

    method: str
    path: str
    draft: str
    open: str
    running: str
    finished: str
    body: Json = None
    unknown: int = 401
    csv: bytes = b""
    co_director: int = 0

    def expected(self, role: str, stage: str, *, hidden: bool) -> int:
        """The status in the table."""
        director, player, stranger = (int(one) for one in getattr(self, stage).split())
        if role == "anonymous" and self.unknown == 401:
            return 401
        if role in ("stranger", "staff", "anonymous"):
            return 404 if hidden else stranger
        if role == "co_director" and self.co_director and stage != "finished":
            return self.co_director
        return director if role in ("director", "co_director") else player


def directing(path: str, statuses: str, body: Json = None, csv: bytes = b"") -> Operation:
    """What directors alone do, with their statuses by stage."""
    draft, *others = statuses.split()
    stages = (f"{draft} 404 404", *(f"{one} 403 403" for one in others))
    return Operation("POST", path, *stages, body=body, csv=csv)


READ: Final = "200 200 200"
TABLE: Final = (
    *(
        Operation("GET", path, "200 404 404", READ, READ, READ, unknown=200)
        for path in (
            "",
            "/entrants",
            "/rounds",
            "/tables",
            "/standings",
            "/rulings",
            "/log",
            "/export",
        )
    ),
    # No head was signed yet.
    Operation("GET", "/head-proof", "404 404 404", *["404 404 404"] * 3, unknown=404),
    Operation("GET", "/stream", "200 404 404", READ, READ, READ, unknown=200),
    Operation("GET", "/tables/1", "404 404 404", "404 404 404", READ, READ, unknown=200),
    Operation("GET", "/standings/explain?a=1&b=2", "404 404 404", READ, READ, READ, unknown=200),
    Operation("GET", "/standings/changes?since=1", "200 404 404", READ, READ, READ, unknown=200),
    Operation("GET", "/draw", "409 404 404", "200 403 403", "409 403 403", "409 403 403"),
    Operation("PATCH", "", "200 404 404", *["200 403 403"] * 3, body={"announcement": "x"}),
    directing("/open", "200 409 409 409"),
    directing("/cancel", "200 200 200 409", {"reason": "x"}),
    directing("/finish", "409 409 409 409"),
    directing("/entrants", "201 201 201 409", {"labels": ["Edna"]}),
    directing("/entrants/csv", "200 200 200 409", csv=b"name\nEdna"),
    directing("/results/csv", "409 409 200 409", csv=b"table,entrant,place\n1,1,1\n1,2,2"),
    directing("/entrants/1/admit", "404 404 404 409"),
    directing("/entrants/1/withdraw", "404 200 200 409"),
    directing("/entrants/1/check-in", "409 200 409 409"),
    directing("/entrants/1/substitute", "409 200 200 409", {"bot": "random"}),
    directing("/draw", "409 200 409 409"),
    directing("/tables/1/result", "409 409 200 409", {"places": [1, 2]}),
    directing("/reports/confirm", "409 409 409 409"),
    directing("/tables/1/ruling", "409 409 200 200", {"places": [1, 2], "reason": "x"}),
    *(
        Operation(
            "POST",
            f"/co-directors/{path}",
            "403 404 404",
            "403 403 403",
            "403 403 403",
            "409 409 409",
            co_director=status,
        )
        for path, status in (("accept", 0), ("leave", 204))
    ),
    Operation("POST", "/register", "409 404 404", "200 409 200", "200 409 200", "409 409 409"),
    Operation("POST", "/withdraw", "403 404 404", "403 200 403", "403 200 403", "403 409 403"),
    Operation("POST", "/check-in", "403 404 404", "403 200 403", "403 409 403", "403 409 403"),
    Operation(
        "POST",
        "/challenges",
        "409 404 404",
        "403 409 403",
        "403 409 403",
        "409 409 409",
        body={"opponents": [1]},
    ),
    Operation(
        "POST",
        "/tables/1/report",
        "409 404 404",
        "409 409 409",
        "403 200 403",
        "409 409 409",
        body={"places": [1, 2]},
    ),
    Operation("POST", "/tables/1/confirm", "409 404 404", *["409 409 409"] * 3),
)
BESIDE: Final = {
    ("GET", "tournaments"): (200, 200),
    ("GET", "tournaments/formats"): (200, 200),
    ("GET", "tournaments/players/*"): (200, 200),
    ("POST", "tournaments"): (201, 401),
}
"""Statuses of users and of anonymous callers."""


def test_every_method_of_every_address_stands_in_the_table_once() -> None:
    listed = [
        (row.method, "tournaments/*" + re.sub(r"/\d+", "/*", row.path.partition("?")[0]))
        for row in TABLE
    ]
    known = {one for one in addresses() if one[1].startswith("tournaments")}
    assert sorted([*listed, *BESIDE]) == sorted(known)


@pytest.fixture
def people(alice: Caller, bob: Caller, charlie: Caller, anonymous: Caller) -> dict[str, Caller]:
    """Who is what; staff are users of the server's own."""
    staff = caller("steve")
    staff.user.is_staff = staff.user.is_superuser = True
    staff.user.save()
    roles = (alice, caller("carol"), bob, charlie, staff, anonymous)
    return dict(zip(ROLES, roles, strict=True))


def at(stage: str, visibility: str, people: dict[str, Caller]) -> str:
    """The path of a tournament of Alice that has come so far; its second table is over."""
    director = people["director"]
    path = made(director, opened=False, visibility=visibility, name="A name that nobody has")
    done(director.send("PATCH", path, {"co_directors": ["carol"]}))
    done(people["co_director"].post(f"{path}/co-directors/accept"))
    if stage == "draft":
        return path
    done(director.post(f"{path}/open"))
    entered(path, people["player"])
    done(director.post(f"{path}/entrants", {"labels": ["Ada"]}), 201)
    if stage == "open":
        return path
    done(director.post(f"{path}/draw"))
    if stage == "finished":
        done(director.post(f"{path}/tables/1/result", {"places": [1, 2]}))
        done(director.post(f"{path}/finish"))
    return path


def ask(row: Operation, path: str, by: Caller) -> HttpResponse:
    """The answer to a caller; nothing that it changes stays."""
    with transaction.atomic():
        if row.csv:
            answered = by.raw(path + row.path, row.csv, "text/csv")
        else:
            answered = by.send(row.method, path + row.path, row.body)
        answered.shown = text_of(answered)
        answered.over = Tournament.objects.filter(finished_at__isnull=False).exists()
        if answered.streaming:
            let_go(answered)
        transaction.set_rollback(True)
    return answered


def text_of(answered: HttpResponse) -> str:
    """All of an answer; what a stream sends at once."""
    if not answered.streaming:
        return answered.content.decode()
    return next(iter(answered.streaming_content)).decode()  # type: ignore[attr-defined]


@pytest.mark.uncounted
@pytest.mark.parametrize(("stage", "visibility"), SHOWN)
def test_everybody_gets_what_the_table_says(
    stage: str, visibility: str, people: dict[str, Caller], no_rates: None
) -> None:
    """And no answer has secrets before the end, nor the invite code for any but directors."""
    path = at(stage, visibility, people)
    hidden = stage == "draft" or visibility == "private"
    kept = stored(path)
    secrets = [bytes(one).hex() for one in (kept.server_seed, kept.salt)]
    wrong = []
    for row in TABLE:
        for role in LOOKERS[visibility]:
            if (stage, role) == ("draft", "player"):
                continue
            answered = ask(row, path, people[role])
            found, wanted = answered.status_code, row.expected(role, stage, hidden=hidden)
            if found != wanted:
                wrong.append(f"{row.method} {row.path} {role}: {found}, not {wanted}")
            assert answered.over or not any(one in answered.shown for one in secrets), row
            directs = role in ("director", "co_director")
            assert directs or kept.invite_code not in answered.shown, row
    assert not wrong, "\n".join(wrong)


@pytest.fixture
def no_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws are asked for more often here than one caller may."""
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", {})


@pytest.mark.uncounted
@pytest.mark.parametrize(("stage", "visibility"), [("draft", "public"), ("running", "private")])
def test_what_is_hidden_is_to_strangers_as_if_it_were_not_there(
    stage: str, visibility: str, people: dict[str, Caller], no_rates: None
) -> None:
    """The same answer, but for the id of the request, as for a tournament that does not exist."""
    path, absent = at(stage, visibility, people), f"tournaments/{uuid.uuid4()}"
    for row in TABLE:
        for role in ("stranger", "staff", "anonymous"):
            found, other = (ask(row, one, people[role]) for one in (path, absent))
            assert refused_body(found) == refused_body(other), f"{row.method} {row.path}"
            assert found.status_code in (401, 404)
    for role in ("stranger", "staff", "anonymous"):
        listed = people[role].get("tournaments").content.decode()
        assert "A name that nobody has" not in listed


def test_what_stands_beside_tournaments(people: dict[str, Caller]) -> None:
    body = {"name": "x", "settings": BY_HAND}
    for (method, path), (user, anonymous) in BESIDE.items():
        sent = body if method == "POST" else None
        asked = path.replace("*", people["player"].user.username)
        assert people["stranger"].send(method, asked, sent).status_code == user
        assert people["anonymous"].send(method, asked, sent).status_code == anonymous


def test_the_invite_code_opens_a_private_tournament_and_no_draft(
    people: dict[str, Caller],
) -> None:
    path = made(people["director"], opened=False, visibility="private")
    invite = done(people["director"].get(path))["invite"]
    code = invite.partition("?invite=")[2]
    assert code == stored(path).invite_code
    stranger = people["stranger"]
    problem(stranger.get(f"{path}?invite={code}"), 404)
    problem(stranger.post(f"{path}/register?invite={code}"), 404)
    done(people["director"].post(f"{path}/open"))
    assert done(stranger.get(f"{path}?invite={code}"))["invite"] is None
    for wrong in (code[:-1], "", "x" * 100):
        problem(stranger.get(f"{path}?invite={wrong}"), 404, "no_such_tournament")
        problem(stranger.post(f"{path}/register", {"invite": wrong}), 404, "no_such_tournament")
    assert (
        stranger.client.post(
            invite, headers=stranger.headers({}), content_type="application/json"
        ).status_code
        == 200
    )
    assert done(stranger.get(path))["own"] == {"directs": False, "asked": False, "entrant": 1}


def test_who_directed_once_gets_no_invite_code_of_an_earlier_version(
    people: dict[str, Caller],
) -> None:
    director, helper = people["director"], people["co_director"]
    path = made(director, visibility="private")
    named = {"co_directors": [helper.user.username]}
    done(director.send("PATCH", path, named))
    then = done(helper.post(f"{path}/co-directors/accept"))["version"]
    assert done(helper.get(path))["invite"]
    done(director.send("PATCH", path, {"co_directors": []}))
    assert done(helper.get(path))["invite"] is None
    assert done(helper.get(f"{path}?as_of={then}"))["invite"] is None


def test_who_directed_once_does_not_learn_who_is_asked_now(people: dict[str, Caller]) -> None:
    director, helper = people["director"], people["co_director"]
    path = made(director)
    done(director.send("PATCH", path, {"co_directors": [helper.user.username]}))
    then = done(helper.post(f"{path}/co-directors/accept"))["version"]
    assert helper.post(f"{path}/co-directors/leave").status_code == 204
    player = people["player"].user.username
    done(director.send("PATCH", path, {"co_directors": [player]}))
    assert [one["user"] for one in done(director.get(path))["asked"]] == [player]
    assert done(helper.get(f"{path}?as_of={then}"))["asked"] == []


def test_secrets_are_shown_at_the_end(people: dict[str, Caller]) -> None:
    path = at("finished", "public", people)
    seed = bytes(stored(path).server_seed).hex()
    assert seed in done(people["anonymous"].get(path))["revealed"]["server_seed"]


def test_a_director_who_has_gone_leaves_the_tournament_to_a_co_director(
    people: dict[str, Caller],
) -> None:
    path = at("open", "public", people)
    games.delete_account(user=people["director"].user, now=timezone.now())
    shown = done(people["co_director"].get(path))
    assert (shown["director"]["user"], shown["co_directors"]) == ("carol", [])
    assert done(people["anonymous"].get("tournaments"))["results"][0]["director"] == "carol"
    (entry,) = done(people["anonymous"].get(f"{path}/log?limit=1"))["entries"]
    assert entry["by"]["user"] is None
    assert entry["by"]["label"]
    done(people["co_director"].post(f"{path}/draw"))
