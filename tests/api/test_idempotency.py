"""Requests that are sent again with their Idempotency-Key."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.http import HttpResponse
from msgspec.json import decode

from games import tasks
from games.models import Game, Receipt
from games.selectors import database_now
from games.services.records import receipts
from tests.api.conftest import Caller, Json, problem
from tests.games.tables import new_table, started
from tests.games.test_races import at_once

KEY = "0b8e"


@dataclass(frozen=True)
class Case:
    """An operation: where it is asked for, two bodies for it, and its status."""

    path: str
    body: Json
    other: Json
    status: int = 201

    def send(self, by: Caller, *, other: bool = False, key: str = KEY) -> HttpResponse:
        return by.post(self.path, self.other if other else self.body, Idempotency_Key=key)


def create(alice: Caller, bob: Caller) -> Case:
    return Case("games", {"name": "x", "options": {"players": 2}}, {"name": "y"})


def fork(alice: Caller, bob: Caller) -> Case:
    table = started([alice.user, bob.user])
    return Case(f"games/{table.id}/fork", {"version": 1}, {"version": 1, "name": "y"})


def join(alice: Caller, bob: Caller) -> Case:
    table = new_table([bob.user], players=3)
    return Case(f"games/{table.id}/join", {}, {"seal": "0" * 64}, 200)


def undo(alice: Caller, bob: Caller) -> Case:
    table = started([alice.user, bob.user])
    table.play_until(lambda s: s.phase == "action" and s.open_decisions()[0].seat == 0)
    move = {"version": table.game.version, "notation": "hire"}
    assert alice.post(f"games/{table.id}/moves", move, Idempotency_Key=KEY).status_code == 201
    return Case(f"games/{table.id}/undo", {}, {"to_version": table.game.version - 1})


CASES = [create, fork, join, undo]
MakeCase = Callable[[Caller, Caller], Case]


def rows() -> tuple[int, int, list[int]]:
    """What a request that is carried out twice would leave twice."""
    games = Game.objects.order_by("created_at")
    return (Receipt.objects.count(), Game.objects.count(), [game.version for game in games])


@pytest.mark.parametrize("case", CASES)
def test_a_repeated_request_is_carried_out_once(alice: Caller, bob: Caller, case: MakeCase) -> None:
    asked = case(alice, bob)
    first = asked.send(alice)
    before = rows()
    again = asked.send(alice)
    assert (first.status_code, again.status_code) == (asked.status, asked.status)
    assert decode(again.content) == decode(first.content)
    assert again.get("Location") == first.get("Location")
    assert ("Idempotent-Replayed" in first, again["Idempotent-Replayed"]) == (False, "true")
    assert rows() == before


@pytest.mark.parametrize("case", CASES)
def test_a_key_belongs_to_one_request_of_one_user(
    alice: Caller, bob: Caller, charlie: Caller, case: MakeCase
) -> None:
    asked = case(alice, bob)
    assert asked.send(alice).status_code == asked.status
    problem(asked.send(alice, other=True), 422, "key_reused")
    assert "Idempotent-Replayed" not in asked.send(charlie)
    problem(asked.send(alice, key="a b"), 400, "malformed")


def test_a_refused_request_leaves_its_key_free(alice: Caller, bob: Caller) -> None:
    full = new_table([bob.user], players=1)
    asked = Case(f"games/{full.id}/join", {}, {}, 200)
    problem(asked.send(alice), 409, "game_full")
    assert bob.post(f"games/{full.id}/leave").status_code == 200
    assert asked.send(alice).status_code == 200


def test_who_has_left_a_private_table_is_not_shown_it_again(alice: Caller, bob: Caller) -> None:
    table = new_table([bob.user], players=3)
    Game.objects.update(visibility="private", invite_code="code")
    asked = Case(f"games/{table.id}/join", {"invite": "code"}, {}, 200)
    assert asked.send(alice).status_code == 200
    assert alice.post(f"games/{table.id}/leave").status_code == 200
    problem(asked.send(alice), 404, "no_such_game")


def test_receipts_go_with_their_game(alice: Caller, bob: Caller) -> None:
    asked = create(alice, bob)
    made = decode(asked.send(alice).content)
    assert alice.delete(f"games/{made['id']}").status_code == 204
    assert decode(asked.send(alice).content)["id"] != made["id"]


@pytest.mark.uncounted
@pytest.mark.parametrize(
    ("age", "kept"),
    [
        (timedelta(hours=48, seconds=-9), ["create", "fork", "join", "play", "undo"]),
        (timedelta(hours=48, seconds=9), ["create", "fork", "join", "undo"]),
        (timedelta(days=7, seconds=-9), ["create", "fork", "join", "undo"]),
        (timedelta(days=7, seconds=9), []),
    ],
)
@pytest.mark.long
def test_receipts_of_moves_go_after_two_days_and_others_after_a_week(
    alice: Caller, bob: Caller, age: timedelta, kept: list[str]
) -> None:
    for case in CASES:
        assert case(alice, bob).send(alice).status_code < 300
    Receipt.objects.update(created_at=database_now() - age)
    bob.post("games", {"name": "new"}, Idempotency_Key="new")
    assert tasks.forget_receipts() == 5 - len(kept)
    left = Receipt.objects.exclude(key="new").values_list("operation", flat=True)
    assert sorted(left) == kept
    assert Receipt.objects.filter(key="new").exists()


@pytest.mark.long
def test_receipts_go_in_batches_and_the_oldest_first(
    alice: Caller, bob: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receipts, "BATCH", 2)
    monkeypatch.setattr(receipts, "MOST_BATCHES", 2)
    now = database_now()
    for days in range(8, 14):
        assert create(alice, bob).send(alice, key=str(days)).status_code == 201
        Receipt.objects.filter(key=days).update(created_at=now - timedelta(days=days))
    assert receipts.forget_receipts(now=now) == 4
    assert set(Receipt.objects.values_list("key", flat=True)) == {"8", "9"}
    assert receipts.forget_receipts(now=now) == 2
    assert receipts.forget_receipts(now=now) == 0


@pytest.mark.parametrize("taken_back", [False, True])
def test_a_move_that_comes_again_when_its_key_is_forgotten_is_stale(
    alice: Caller, bob: Caller, taken_back: bool
) -> None:
    table = started([alice.user, bob.user])
    table.play_until(lambda s: s.phase == "action" and s.open_decisions()[0].seat == 0)
    asked = Case(f"games/{table.id}/moves", {"version": table.game.version, "notation": "hire"}, {})
    assert asked.send(alice).status_code == 201
    if taken_back:
        assert alice.post(f"games/{table.id}/undo").status_code == 201
    Receipt.objects.update(created_at=database_now() - timedelta(days=3))
    tasks.forget_receipts()
    before = rows()
    problem(asked.send(alice), 409, "stale_version")
    assert rows() == before


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_old_receipts_are_found_by_an_index_and_locked_ones_are_left(
    alice: Caller, bob: Caller
) -> None:
    game = decode(create(alice, bob).send(alice).content)["id"]
    old = database_now() - timedelta(days=3)
    shared = {"game_id": game, "user": alice.user, "operation": "play", "created_at": old}
    Receipt.objects.bulk_create(Receipt(key=str(n), **shared) for n in range(3_000))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_receipt")
    with transaction.atomic():
        plan = receipts.oldest(Receipt.objects.filter(operation="play"), database_now()).explain()
    assert "games_receipt_age" in plan
    assert "Seq Scan" not in plan
    with transaction.atomic():
        Receipt.objects.select_for_update().get(key="7")
        forget: Callable[[], int] = lambda: receipts.forget_receipts(now=database_now())  # noqa: E731
        assert at_once([forget]) == [2_999]
    assert Receipt.objects.filter(operation="play").get().key == "7"


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("case", CASES)
def test_of_the_same_request_at_once_one_is_carried_out(
    alice: Caller, bob: Caller, case: MakeCase
) -> None:
    asked = case(alice, bob)
    games, receipts_before = Game.objects.count(), Receipt.objects.count()
    answers = at_once([lambda: asked.send(alice)] * 6)
    assert [getattr(one, "status_code", one) for one in answers] == [asked.status] * 6
    assert len({getattr(one, "content", one) for one in answers}) == 1
    marked = [isinstance(one, HttpResponse) and "Idempotent-Replayed" in one for one in answers]
    assert sorted(marked) == [False] + [True] * 5
    assert Game.objects.count() == games + (case in (create, fork))
    assert Receipt.objects.count() == receipts_before + 1
