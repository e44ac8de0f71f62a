"""Requests about tournaments that are sent again, that come late, and what their answers hold."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.utils import timezone
from msgspec.json import decode

from api.schema import components
from games import engine, selectors, services
from games.models import Game, Receipt
from games.services.records import receipts
from games.services.records.receipts import KEPT
from tests.api.conftest import Caller, Json, problem
from tests.api.tournament_callers import BY_HAND, done, entered, made, plain, stored
from tests.games.tables import new_table
from tests.games.test_races import at_once
from tests.marks import in_one_test
from tournaments import tasks
from tournaments.log.events import KINDS
from tournaments.models import Tournament, TournamentOperation, TournamentReceipt

__all__ = ["plain"]
pytestmark = pytest.mark.usefixtures("plain")

KEY = "0b8e"
Case = tuple[str, Json, Json]
"""A path, a body, and another one for it."""


def create(alice: Caller, bob: Caller) -> Case:
    body = {"name": "x", "settings": BY_HAND}
    return "tournaments", body, body | {"name": "y"}


def register(alice: Caller, bob: Caller) -> Case:
    return f"{made(bob)}/register", {}, {"invite": "x"}


def add(alice: Caller, bob: Caller) -> Case:
    return f"{made(alice)}/entrants", {"labels": ["Ada"]}, {"labels": ["Ben"]}


def draw(alice: Caller, bob: Caller) -> Case:
    path = made(alice)
    done(alice.post(f"{path}/entrants", {"labels": ["Ada", "Ben"]}), 201)
    return f"{path}/draw", {}, {"again": True}


def drawn(alice: Caller, bob: Caller) -> str:
    path = made(alice)
    entered(path, alice, bob)
    done(alice.post(f"{path}/draw"))
    return f"{path}/tables/1"


def record(alice: Caller, bob: Caller) -> Case:
    return f"{drawn(alice, bob)}/result", {"places": [1, 2]}, {"places": [2, 1]}


def report(alice: Caller, bob: Caller) -> Case:
    return f"{drawn(alice, bob)}/report", {"places": [1, 2]}, {"places": [2, 1]}


def rule(alice: Caller, bob: Caller) -> Case:
    ruling = {"places": [1, 2], "reason": "x"}
    return f"{drawn(alice, bob)}/ruling", ruling, ruling | {"reason": "y"}


def cancel(alice: Caller, bob: Caller) -> Case:
    return f"{made(alice)}/cancel", {"reason": "x"}, {"reason": "y"}


CASES = [create, register, add, draw, record, report, rule, cancel]
MakeCase = Callable[[Caller, Caller], Case]


def rows() -> tuple[int, list[int]]:
    """What a request that is carried out twice would leave twice."""
    tournaments = Tournament.objects.order_by("created_at")
    return TournamentReceipt.objects.count(), [one.version for one in tournaments]


@pytest.mark.parametrize("case", CASES)
def test_a_repeated_request_is_carried_out_once(alice: Caller, bob: Caller, case: MakeCase) -> None:
    path, body, other = case(alice, bob)
    first = alice.post(path, body, Idempotency_Key=KEY)
    before = rows()
    again = alice.post(path, body, Idempotency_Key=KEY)
    assert first.status_code == again.status_code < 300, first.content
    assert decode(again.content) == decode(first.content)
    assert again.get("Location") == first.get("Location")
    assert ("Idempotent-Replayed" in first, again["Idempotent-Replayed"]) == (False, "true")
    assert rows() == before
    problem(alice.post(path, other, Idempotency_Key=KEY), 422, "key_reused")
    problem(alice.post(path, body, Idempotency_Key="a b"), 400, "malformed")


@pytest.mark.uncounted
@pytest.mark.long
def test_of_one_user_the_newest_keys_are_known(
    alice: Caller, bob: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receipts, "MOST_KEPT", 3)
    path, game = made(alice), new_table([bob.user], players=2)
    for number in range(5):
        done(alice.send("PATCH", path, {"name": "Cup"}, Idempotency_Key=f"key-{number}"))
        done(alice.post(f"games/{game.id}/join", {}, Idempotency_Key=f"key-{number}"))
        done(alice.post(f"games/{game.id}/leave"))
    for model in (TournamentReceipt, Receipt):
        kept = model.objects.filter(user=alice.user).order_by("pk")
        assert [one.key for one in kept] == ["key-2", "key-3", "key-4"]


def twice(by: Caller, path: str, body: Json = None, *, method: str = "POST") -> Json:
    """A request with a key of its own, sent again: nothing more is done, and the answer is it."""
    key = f"{method}-{path.rpartition('/')[2]}-{by.user.username}"

    def send() -> HttpResponse:
        if isinstance(body, bytes):
            return by.raw(path, body, "text/csv", Idempotency_Key=key)
        return by.send(method, path, body, Idempotency_Key=key)

    first, before = send(), rows()
    assert first.status_code < 300, f"{method} {path}: {first.content!r}"
    again = send()
    assert (again.content, again.get("Idempotent-Replayed")) == (first.content, "true"), path
    assert rows() == before, path
    return first.json()


@pytest.mark.once
@pytest.mark.uncounted
@pytest.mark.long
def test_every_operation_can_be_repeated(alice: Caller, bob: Caller) -> None:
    path = f"tournaments/{twice(alice, 'tournaments', {'name': 'x', 'settings': BY_HAND})['id']}"
    twice(alice, path, {"name": "Cup"}, method="PATCH")
    done(alice.send("PATCH", path, {"co_directors": ["bob"]}))
    twice(bob, f"{path}/co-directors/accept")
    done(alice.send("PATCH", path, {"co_directors": []}))
    twice(alice, f"{path}/open")
    for one in (alice, bob):
        twice(one, f"{path}/register")
    twice(alice, f"{path}/entrants", {"labels": ["Ada"]})
    twice(alice, f"{path}/entrants/csv", b"name\nBen")
    twice(bob, f"{path}/check-in")
    twice(alice, f"{path}/entrants/1/check-in")
    twice(alice, f"{path}/draw")
    tables = done(alice.get(f"{path}/tables"))["tables"]
    own = next(one["table"] for one in tables if 2 in [seat["entrant"] for seat in one["seats"]])
    twice(bob, f"{path}/tables/{own}/report", {"places": [1, 2]})
    twice(alice, f"{path}/tables/{own}/confirm")
    twice(alice, f"{path}/tables/{3 - own}/result", {"places": [1, 2]})
    twice(alice, f"{path}/tables/{own}/ruling", {"places": [2, 1], "reason": "x"})
    twice(alice, f"{path}/entrants/3/substitute", {"label": "Dan"})
    twice(bob, f"{path}/withdraw")
    twice(alice, f"{path}/entrants/2/admit")
    twice(alice, f"{path}/finish")
    ladder = made(alice, settings={"format": "ladder", "played_here": False})
    entered(ladder, alice, bob)
    twice(alice, f"{ladder}/challenges", {"opponents": [2]})
    twice(alice, f"{ladder}/cancel", {"reason": "x"})
    kept = {one.operation for one in TournamentReceipt.objects.all()}
    assert kept == set(TournamentOperation.values)


@pytest.mark.uncounted
def test_keys_are_of_one_user_tournament_and_operation(alice: Caller, bob: Caller) -> None:
    for one in (made(alice), made(bob)):
        done(alice.post(f"{one}/register", Idempotency_Key=KEY))
        done(bob.post(f"{one}/register", Idempotency_Key=KEY))
        done(alice.post(f"{one}/withdraw", Idempotency_Key=KEY))
    assert TournamentReceipt.objects.count() == 6


def test_a_refused_request_leaves_its_key_free(alice: Caller, bob: Caller) -> None:
    path = made(alice)
    body = {"labels": ["Ada"], "version": 1}
    problem(alice.post(f"{path}/entrants", body, Idempotency_Key=KEY), 409, "tournament_changed")
    body["version"] = 2
    done(alice.post(f"{path}/entrants", body, Idempotency_Key=KEY), 201)


@pytest.mark.long
def test_receipts_go_after_a_week_and_with_their_user(alice: Caller, bob: Caller) -> None:
    path = made(alice)
    done(bob.post(f"{path}/register", Idempotency_Key=KEY))
    old = TournamentReceipt.objects.get().created_at - KEPT - timedelta(seconds=1)
    TournamentReceipt.objects.update(created_at=old)
    done(bob.post(f"{path}/withdraw", Idempotency_Key="new"))
    assert tasks.forget_receipts() == 1
    assert [one.key for one in TournamentReceipt.objects.all()] == ["new"]
    assert bob.by_password("DELETE", "me", {"username": "bob"}).status_code == 204
    assert not TournamentReceipt.objects.exists()


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("case", [create, register, add, draw])
def test_of_the_same_request_at_once_one_is_carried_out(
    alice: Caller, bob: Caller, case: MakeCase
) -> None:
    path, body, _ = case(alice, bob)
    count = Tournament.objects.count()
    answers = at_once([lambda: alice.post(path, body, Idempotency_Key=KEY)] * 6)
    assert {getattr(one, "status_code", one) for one in answers} <= {200, 201}
    assert len({getattr(one, "content", one) for one in answers}) == 1
    marked = [isinstance(one, HttpResponse) and "Idempotent-Replayed" in one for one in answers]
    assert sorted(marked) == [False] + [True] * 5
    assert Tournament.objects.count() == count + (case is create)


@pytest.mark.once
@pytest.mark.uncounted
@in_one_test(
    ("method", "rest", "body"),
    [
        ("PATCH", "", {"name": "Other"}),
        ("POST", "/cancel", {"reason": "x"}),
        ("POST", "/draw", {}),
        ("POST", "/entrants", {"labels": ["x"]}),
        ("POST", "/entrants/1/withdraw", {}),
        ("POST", "/withdraw", {}),
    ],
)
def test_what_was_not_seen_is_not_overwritten(
    alice: Caller, method: str, rest: str, body: Json
) -> None:
    path = made(alice)
    entered(path, alice)
    done(alice.post(f"{path}/entrants", {"labels": ["Ada"]}), 201)
    version = done(alice.get(path))["version"]
    for seen in (version - 1, version + 1):
        refused = alice.send(method, path + rest, body | {"version": seen})
        known = problem(refused, 409, "tournament_changed")
        assert known["version"] == version
        assert str(version) in known["detail"]
    assert stored(path).version == version
    assert alice.send(method, path + rest, body | {"version": version}).status_code < 300


@pytest.mark.uncounted
def test_who_registers_can_say_what_was_seen(alice: Caller, bob: Caller) -> None:
    path = made(alice)
    version = done(bob.get(path))["version"]
    refused = bob.post(f"{path}/register", {"version": version - 1})
    assert problem(refused, 409, "tournament_changed")["version"] == version
    done(bob.post(f"{path}/register", {"version": version}))


@pytest.mark.once
@pytest.mark.uncounted
@in_one_test(
    ("rest", "name", "inner"),
    [
        ("", "TournamentInfo", None),
        ("/entrants", "EntrantList", ("entrants", "EntrantInfo")),
        ("/rounds", "RoundList", ("rounds", "RoundInfo")),
        ("/tables", "TournamentTablePage", ("tables", "TournamentTable")),
        ("/standings", "Standings", ("rows", "StandingsRow")),
        ("/standings/explain?a=1&b=2", "StandingsExplanation", None),
        ("/standings/changes?since=1", "StandingsChange", ("moves", "StandingsMove")),
        ("/rulings", "RulingPage", ("rulings", "Ruling")),
        ("/log", "EntryPage", ("entries", "LogEntry")),
    ],
)
def test_answers_have_the_fields_that_are_described(
    alice: Caller, rest: str, name: str, inner: tuple[str, str] | None
) -> None:
    schemas = components()
    path = made(alice)
    done(alice.post(f"{path}/entrants", {"labels": ["Ada", "Ben"]}), 201)
    done(alice.post(f"{path}/draw"))
    done(alice.post(f"{path}/tables/1/ruling", {"places": [1, 2], "reason": "x"}))
    sent = done(alice.get(path + rest))
    assert set(sent) == set(schemas[name]["properties"]) == set(schemas[name]["required"])
    if inner:
        field, part = inner
        assert sent[field]
        for one in sent[field]:
            assert set(one) == set(schemas[part]["required"])


def test_every_kind_of_entry_in_a_log_is_described() -> None:
    mapping = components()["TournamentLogEvent"]["discriminator"]["mapping"]
    assert set(mapping) == set(KINDS)
    assert {one.removeprefix("#/components/schemas/") for one in mapping.values()} <= set(
        components()
    )


def test_a_round_is_drawn_again_until_a_person_has_moved(alice: Caller, bob: Caller) -> None:
    path = made(alice, settings={"format": "plain"})
    entered(path, alice, bob)
    done(alice.post(f"{path}/draw"))
    done(alice.post(f"{path}/draw", {"again": True}))
    game = Game.objects.get(tournament=stored(path).pk)
    seat = game.seats.select_related("user").get(waiting=True)
    assert seat.user is not None
    services.play_moves(
        game_id=game.pk,
        user=seat.user,
        moves=engine.legal_moves(selectors.state_of(game), engine.Seat(seat.index))[:1],
        seen_version=game.version,
        now=timezone.now(),
    )
    drawn_once = stored(path).version
    problem(alice.post(f"{path}/draw", {"again": True}), 409, "round_begun")
    assert stored(path).version == drawn_once
    assert Game.objects.filter(pk=game.pk, status="running").exists()
