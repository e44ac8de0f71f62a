"""Requesting a validation, and what of its result is shown to whom."""

import uuid
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.conf import settings
from django.test import override_settings
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from api.settings import REST_FRAMEWORK
from games import engine, services
from games.models import Game
from replays import checking, tasks
from replays.models import Validation
from replays.validation import requests, results
from simulation.processes import wait_until
from tests.api.conftest import Caller, Turn, problem
from tests.database import PATIENCE
from tests.games.tables import Table
from tests.replays import tables
from tests.replays.newer_rules import prices_move_twice_as_far, raise_version

Json = Any
FIELDS = {
    *("id", "game", "status", "version", "checked", "rules", "drifted", "first_difference"),
    *("created_at", "started_at", "finished_at"),
}


def validated(game: Game) -> Validation:
    """A result that stands there when the game is looked at."""
    made = Validation.objects.create(
        game=game, version=game.version, rules=engine.RULES_VERSION, created_at=timezone.now()
    )
    requests.run_validation(validation_id=made.pk, clock=timezone.now)
    made.refresh_from_db()
    return made


def result(caller: Caller, game: Game) -> Json:
    """The validation of a game as a caller sees it."""
    return caller.get(f"validations/{validated(game).pk}").json()


@pytest.mark.uncounted
@pytest.mark.django_db(transaction=True)
def test_a_game_is_validated(turn: Turn, settled_validation: Callable[[str], Json]) -> None:
    turn.play_first(3)
    asked = turn.idle.post(f"{turn.path}/validation")
    assert asked.status_code == 202
    body = asked.json()
    assert asked["Location"].endswith(f"/api/v1/validations/{body['id']}")
    assert set(body) == FIELDS
    if settings.EMBEDDED:
        assert body["status"] == "passed"
    body = settled_validation(body["id"])
    assert (body["status"], body["first_difference"]) == ("passed", None)
    assert body["game"] == str(turn.game.pk)
    assert body["checked"] == body["version"] == turn.version
    assert Validation.objects.get().requested_by == turn.idle.user


@pytest.fixture
def settled_validation(alice: Caller) -> Callable[[str], Json]:
    """Waits until a validation is done: embedded it is at once."""

    def wait(validation_id: str) -> Json:
        def done() -> bool:
            return asked()["status"] not in {"pending", "running"}

        def asked() -> Json:
            return alice.get(f"validations/{validation_id}").json()

        wait_until("the validation is done", done, PATIENCE)
        return asked()

    return wait


@pytest.mark.django_db(transaction=True)
def test_whoever_may_see_a_game_may_ask(turn: Turn, charlie: Caller, anonymous: Caller) -> None:
    for caller in (charlie, anonymous):
        asked = caller.post(f"{turn.path}/validation")
        assert asked.status_code == 202
        assert caller.get(f"validations/{asked.json()['id']}").status_code == 200
    Game.objects.filter(pk=turn.game.pk).update(visibility="private")
    kept = asked.json()["id"]
    for caller in (charlie, anonymous):
        problem(caller.post(f"{turn.path}/validation"), 404, "no_such_game")
        problem(caller.get(f"validations/{kept}"), 404)
    assert turn.idle.get(f"validations/{kept}").status_code == 200


def test_a_table_without_a_stream(table: Callable[..., Game], alice: Caller) -> None:
    problem(alice.post(f"games/{table().pk}/validation"), 409, "game_not_running")
    assert not Validation.objects.exists()


def test_what_is_not_there(alice: Caller, turn: Turn) -> None:
    refusal = problem(alice.get(f"validations/{uuid.uuid4()}"), 404)
    assert "validation" in refusal["detail"]
    problem(alice.get("validations/1"), 404)
    problem(alice.post("games/00000000-0000-4000-8000-000000000000/validation"), 404)
    problem(alice.get(f"{turn.path}/validation"), 405)
    problem(alice.post(f"{turn.path}/validation?again=1"), 400)


def test_asking_is_throttled_more_tightly(
    turn: Turn, charlie: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "send", lambda _: None)
    monkeypatch.setitem(REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "validation", "2/min")  # type: ignore[arg-type]
    for _ in range(2):
        asked = charlie.post(f"{turn.path}/validation")
        assert asked.status_code == 202
    answer = charlie.post(f"{turn.path}/validation")
    problem(answer, 429)
    assert int(answer["Retry-After"]) <= 60
    assert turn.idle.post(f"{turn.path}/validation").status_code == 202
    for _ in range(5):
        assert charlie.get(f"validations/{asked.json()['id']}").status_code == 200


@pytest.mark.uncounted
def test_one_that_goes_on_is_shared(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "send", lambda _: None)
    one, two = (caller.post(f"{turn.path}/validation").json() for caller in turn.callers)
    assert one == two
    assert one["status"] == "pending"
    assert (one["started_at"], one["finished_at"], one["checked"]) == (None, None, 0)
    assert turn.idle.get(turn.path).json()["validation"] is None
    turn.play_first(1)
    assert turn.idle.post(f"{turn.path}/validation").json()["id"] != one["id"]


# --- what is shown -------------------------------------------------------------------------------


def tamper(game: Game, version: int, change: Callable[[Json], None]) -> tuple[Json, Json]:
    """Change an event's payload in the database; as it was, and as it is now."""
    table = Table(game.pk, [])
    text = table.rows[version - 1].public
    payload = msgspec.json.decode(text)
    change(payload)
    tables.spoil(table, version, "public", msgspec.json.encode(payload).decode())
    return msgspec.json.decode(text), payload


@pytest.mark.uncounted
def test_expected_and_recorded_effects_are_shown(turn: Turn) -> None:
    turn.until_action()
    turn.play("hire")
    version = turn.version
    before, after = tamper(turn.game, version, lambda payload: payload["effects"].pop(0))
    found = result(turn.idle, turn.game)
    assert (found["status"], found["checked"]) == ("failed", version - 1)
    first = found["first_difference"]
    assert (first["version"], first["code"]) == (version, "effects_differ")
    assert (first["expected"], first["recorded"], first["withheld"]) == (before, after, False)
    assert (first["rule"], first["refusal"]) == (None, None)
    assert first["sentence"].endswith(".")


def test_a_running_game_does_not_show_what_comes_next(turn: Turn) -> None:
    """A set-up reveals what was hidden, so the expected one is not shown before the end."""
    turn.play_first(2)
    text = Table(turn.game.pk, []).rows[0].public.replace('"players":2', '"players":4')
    tables.spoil(Table(turn.game.pk, []), 1, "public", text)
    made = validated(turn.game)
    first = results.difference_of(made)
    assert first is not None
    assert first.reveals
    assert first.expected != checking.NOTHING
    for caller in turn.callers:
        body = caller.get(f"validations/{made.pk}").json()["first_difference"]
        assert (body["expected"], body["withheld"]) == (None, True)
        assert body["recorded"] is not None
    Game.objects.filter(pk=turn.game.pk).update(status="finished")
    body = turn.idle.get(f"validations/{made.pk}").json()["first_difference"]
    assert body["withheld"] is False
    assert body["expected"]["effects"]


@pytest.mark.uncounted
@pytest.mark.parametrize("column", ["secret", "secret_hash"])
def test_no_secret_is_shown(turn: Turn, column: str) -> None:
    turn.play_first(1)
    row = Table(turn.game.pk, []).rows[0]
    assert row.secret is not None
    value = row.secret.replace("[", "[ ", 1) if column == "secret" else "0" * 64
    tables.spoil(Table(turn.game.pk, []), 1, column, value)
    made = validated(turn.game)
    answered = turn.idle.get(f"validations/{made.pk}")
    first = answered.json()["first_difference"]
    assert first["code"] == "secret_differs"
    assert first["expected"] is first["recorded"] is None
    seed = engine.randomness.game_seed(bytes(turn.game.server_seed)).hex()
    secrets = [seed, bytes(turn.game.server_seed).hex(), bytes(turn.game.salt).hex(), "pile_order"]
    assert not [secret for secret in secrets if secret in answered.content.decode()]


@pytest.mark.once
@pytest.mark.uncounted
def test_a_refused_move_names_rule_and_refusal(turn: Turn) -> None:
    turn.until_action()
    turn.play("hire")

    def forge(payload: Json) -> None:
        payload["move"] = {"type": "expand", "unit": "cow", "hex": "A1"}

    tamper(turn.game, turn.version, forge)
    first = result(turn.idle, turn.game)["first_difference"]
    assert first["code"] == "move_refused"
    assert first["rule"].startswith("EXPAND-")
    assert first["refusal"]


# --- the summary ---------------------------------------------------------------------------------


def test_the_summary_says_what_the_last_validation_said(turn: Turn) -> None:
    assert turn.idle.get(turn.path).json()["validation"] is None
    made = validated(turn.game)
    note = turn.idle.get(turn.path).json()["validation"]
    assert set(note) == {"id", "status", "version", "rules", "event", "code", "finished_at"}
    assert (note["id"], note["status"], note["version"]) == (str(made.pk), "passed", 1)
    assert (note["event"], note["code"]) == (None, None)
    turn.play_first(1)
    assert turn.idle.get(turn.path).json()["validation"] is None


@pytest.mark.once
@pytest.mark.uncounted
def test_the_summary_names_the_event_that_drifted(
    turn: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn.until_action()
    traded = _trade(turn)
    prices_move_twice_as_far(monkeypatch)
    raise_version(monkeypatch)
    body = result(turn.idle, Game.objects.get(pk=turn.game.pk))
    assert (body["status"], body["drifted"]) == ("drifted", 1)
    assert body["checked"] == body["version"] == turn.version
    note = turn.idle.get(turn.path).json()["validation"]
    assert (note["status"], note["event"]) == ("drifted", traded)
    assert (note["code"], note["rules"]) == ("effects_differ", engine.RULES_VERSION)
    in_list = turn.idle.get("games?player=me").json()["results"][0]
    assert in_list["validation"] == note
    turn.play_first(1)
    assert turn.idle.get(f"{turn.path}/state?version={traded}").status_code == 200


def _trade(turn: Turn) -> int:
    """Play a trade that moves a price; its version."""
    listed = turn.active.get(f"{turn.path}/moves?type=trade").json()
    for legal in listed["moves"]:
        if legal["move"]["quantity"] == 1:
            turn.play(legal["notation"])
            return turn.version
    pytest.fail("nothing can be traded")


@pytest.mark.uncounted
def test_queries_do_not_grow_with_validated_games(
    table: Callable[..., Game],
    alice: Caller,
    bob: Caller,
    anonymous: Caller,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    """One query for the validations of a whole page."""
    for number in range(3):
        game = table(name=f"Game {number}")
        services.join_game(game_id=game.pk, user=bob.user, now=timezone.now())
        game = services.start_game(game_id=game.pk, user=alice.user, now=timezone.now())
        validated(game)
        validated(game)
    for limit in (1, 3):
        with django_assert_num_queries(3 + settings.EMBEDDED):
            page = anonymous.get(f"games?limit={limit}").json()
        assert {game["validation"]["status"] for game in page["results"]} == {"passed"}


def test_few_of_an_address_wait(turn: Turn, anonymous: Caller) -> None:
    with override_settings(MOST_OPEN_JOBS_PER_ADDRESS=0):
        refused = anonymous.post(f"{turn.path}/validation")
    problem(refused, 429, "too_many_jobs")
    assert refused["Retry-After"] == "5"


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_worker_does_it(turn: Turn, settled_validation: Callable[[str], Json]) -> None:
    """One task sent twice, and a batch sent twice, by a real worker."""
    turn.play_first(3)
    made = Validation.objects.create(
        game=turn.game, version=turn.version, rules=engine.RULES_VERSION, created_at=timezone.now()
    )
    for _ in range(2):
        tasks.validate_game.delay(str(made.pk))
    body = settled_validation(str(made.pk))
    assert (body["status"], body["checked"]) == ("passed", turn.version)
