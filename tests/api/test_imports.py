"""Games from files over the API: sending one, and asking what became of it."""

import gzip
import hashlib
import time
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.test import Client, override_settings
from django.utils import timezone
from rest_framework.settings import api_settings

from api.files import TAKEN, read_file
from api.views.imports import ImportView
from games.models import Erasure, Game
from replays import files
from replays.exporting import text_record
from replays.files import packed, read_game
from replays.files.record import write_record
from replays.models import Import
from tests.api.conftest import Caller, problem
from tests.database import PATIENCE
from tests.marks import first_of
from tests.replays.bad_files import header
from tests.replays.game_files import changed, running, sound
from tests.replays.jobs import JSONL, read_here, refused, send, taken
from tests.replays.servers import census, gone, imported

__all__ = ["read_here"]

pytestmark = pytest.mark.usefixtures("read_here")
GAME = "5e1f0000-0000-4000-8000-00000000c0de"
EVENTS = len(read_game(sound()).rows)
FIELDS = {
    *("id", "status", "visibility", "size", "sha256", "game", "problem"),
    *("created_at", "started_at", "finished_at"),
}


@pytest.mark.parametrize("kind", first_of([JSONL, "application/gzip", "application/octet-stream"]))
@pytest.mark.parametrize("make", [bytes, packed], ids=["plain", "gzip"])
@pytest.mark.uncounted
def test_a_game_comes_in(bob: Caller, make: Callable[[bytes], bytes], kind: str) -> None:
    data = make(sound())
    found = taken(bob, data, kind=kind)
    assert set(found) == FIELDS
    assert (found["status"], found["game"], found["problem"]) == ("done", GAME, None)
    assert (found["size"], found["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())
    shown = bob.get(f"games/{GAME}").json()
    assert (shown["id"], shown["source"]) == (GAME, "imported")
    assert (shown["status"], shown["visibility"], shown["host"]) == ("finished", "unlisted", "bob")
    assert shown["seats"][0] == {
        "seat": 0,
        "user": None,
        "bot": None,
        "label": "ada",
        "waiting": False,
        "seal": None,
        "opened": False,
        "resigned": False,
        "abandons": False,
        "asked": False,
        "experience": None,
    }
    assert bob.get(f"games/{GAME}/export").content == sound()
    assert Import.objects.get().data is None


def test_it_is_a_job_that_can_be_asked_about(bob: Caller) -> None:
    sent = send(bob, sound())
    assert sent.status_code == 202
    found = sent.json()
    assert sent["Location"].endswith(f"/api/v1/imports/{found['id']}")
    assert (found["status"], found["game"], found["started_at"]) == ("waiting", None, None)
    for answered in (sent, bob.get(f"imports/{found['id']}")):
        assert answered.json() == found
        assert answered["Retry-After"] == "1"
    assert census() == (0, 0, 0, 0)


@pytest.mark.django_db(transaction=True)
@pytest.mark.long
def test_a_worker_does_it(bob: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process of its own, by the worker or here."""
    monkeypatch.undo()
    sent = send(bob, sound("files-short"))
    assert sent.status_code == 202
    end = time.monotonic() + PATIENCE
    while (found := bob.get(f"imports/{sent.json()['id']}").json())["status"] != "done":
        assert not settings.EMBEDDED, found
        assert time.monotonic() < end
        time.sleep(0.05)
    assert bob.get(f"games/{found['game']}/export").content == sound("files-short")


@pytest.mark.uncounted
def test_imports_are_of_one_user(bob: Caller, alice: Caller, anonymous: Caller) -> None:
    first, second = taken(bob, sound()), taken(bob, running())
    assert bob.get("imports").json() == {"results": [second, first]}
    assert alice.get("imports").json() == {"results": []}
    problem(alice.get(f"imports/{first['id']}"), 404, "not_found")
    problem(bob.get(f"imports/{uuid4()}"), 404, "not_found")
    for path in ("imports", f"imports/{first['id']}"):
        problem(anonymous.get(path), 401)


def test_a_key_makes_a_retry_safe(bob: Caller, alice: Caller) -> None:
    sent = send(bob, sound(), Idempotency_Key="one")
    again = send(bob, sound(), Idempotency_Key="one")
    assert (again.status_code, again.json()) == (202, sent.json())
    assert again["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in sent
    problem(send(bob, sound() + b"\n", Idempotency_Key="one"), 422, "key_reused")
    problem(send(bob, sound(), "?visibility=public", Idempotency_Key="one"), 422, "key_reused")
    problem(send(bob, sound(), Idempotency_Key="not a key"), 400, "malformed")
    assert send(alice, sound(), Idempotency_Key="one").json()["id"] != sent.json()["id"]
    assert Import.objects.count() == 2


@pytest.mark.once
@pytest.mark.uncounted
def test_a_text_record_comes_in(bob: Caller, alice: Caller) -> None:
    assert alice.user is not None
    game = imported(sound(), alice.user)
    found = taken(bob, text_record(game), kind="text/plain")
    assert found["game"] not in (None, str(game.pk))
    assert bob.get(f"games/{found['game']}").json()["version"] == game.version


@pytest.mark.once
@pytest.mark.uncounted
@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
@pytest.mark.long
def test_who_may_see_it_can_be_chosen(
    bob: Caller, alice: Caller, anonymous: Caller, visibility: str
) -> None:
    found = taken(bob, sound(), f"?visibility={visibility}")
    assert found["visibility"] == visibility
    assert bob.get(f"games/{GAME}").json()["visibility"] == visibility
    status = 404 if visibility == "private" else 200
    for caller in (alice, anonymous):
        assert caller.get(f"games/{GAME}").status_code == status
    listed = [game["id"] for game in anonymous.get("games").json()["results"]]
    assert (GAME in listed) == (visibility == "public")
    assert GAME in [game["id"] for game in bob.get("games").json()["results"]]


@pytest.mark.uncounted
def test_it_looks_like_any_finished_game(bob: Caller, anonymous: Caller) -> None:
    taken(bob, sound())
    view = anonymous.get(f"games/{GAME}/state").json()
    assert view["players"][0]["name"] == "ada"
    assert len(view["scores"]) == 4
    assert anonymous.get(f"replays/{GAME}").status_code == 200
    assert anonymous.get(f"replays/{GAME}/frames?from=1&to=20").status_code == 200
    assert anonymous.client.get("/").status_code == 200
    problem(bob.post(f"games/{GAME}/undo"), 403, "not_seated")


def test_nobody_is_not_let_in(anonymous: Caller) -> None:
    problem(send(anonymous, sound()), 401)
    assert not Import.objects.exists()


@pytest.mark.once
@pytest.mark.uncounted
def test_a_game_that_is_here_is_named(bob: Caller, alice: Caller) -> None:
    assert alice.user is not None
    game = imported(sound(), alice.user)
    found = refused(bob, sound(), "game_exists")
    assert found["status"] == 409
    assert found["facts"] == {"game": GAME, "link": f"/api/v1/games/{GAME}"}
    assert bob.client.get(found["facts"]["link"]).status_code == 200
    gone(game)
    imported(sound(), alice.user, visibility="private")
    assert refused(bob, sound(), "game_exists")["facts"] == {"game": GAME}


def test_what_is_not_legal_is_told_with_line_rule_and_reason(bob: Caller) -> None:
    def cheat(line: Any) -> None:
        line["public"]["move"] = {"type": "hire_merchant"}

    number = 2 + next(
        row.version
        for row in read_game(sound()).rows
        if b'"type":"buy"' in row.public.encode() or row.public.startswith('{"kind":"end_turn"')
    )
    before = census()
    found = refused(bob, changed(sound(), number, cheat), "move_refused")
    assert found["status"] == 422
    assert found["rule"]
    assert found["facts"]["line"] == number
    assert found["facts"]["version"] == number - 2
    assert found["facts"]["refusal"]
    assert found["detail"].startswith(f"Line {number}: Event {number - 2} cannot be decided again")
    assert census() == before


def test_a_refusal_quotes_little_of_the_file(bob: Caller) -> None:
    """It is kept for weeks, and listed with many others."""
    strange = header(options={"x" * 1_000_000: 1})
    detail = refused(bob, strange, "options_differ")["detail"]
    assert detail.startswith("Line 1: The options cannot be read: ")
    assert len(detail) < 600
    assert len(bob.get("imports").content) < 3000


@pytest.mark.uncounted
@pytest.mark.parametrize(
    ("data", "code", "status"),
    [
        (running(), "no_secrets", 422),
        (packed(sound()) * 2, "several_games", 422),
        (b"hello", "not_a_game_file", 422),
        (gzip.compress(bytes(99_000_000)), "unpacked_too_large", 413),
    ],
)
def test_files_that_are_no_sound_game(bob: Caller, data: bytes, code: str, status: int) -> None:
    found = refused(bob, data, code)
    assert found["status"] == status
    assert "rule" not in found
    assert census() == (0, 0, 0, 0)


def test_other_bodies(bob: Caller) -> None:
    problem(send(bob, b""), 422, "empty_file")
    for kind in ("text/html", "application/x-www-form-urlencoded", "multipart/form-data"):
        detail = problem(send(bob, sound(), kind=kind), 415)["detail"]
        assert kind in detail
        assert all(taken in detail for taken in TAKEN)
    problem(send(bob, sound(), "?visibility=secret"), 400, "malformed")
    assert not Import.objects.exists()


def test_a_body_that_is_too_large_is_not_read(bob: Caller) -> None:
    answered = problem(send(bob, b"x" * (files.LARGEST_GAME + 1)), 413, "file_too_large")
    assert str(files.LARGEST_GAME) in answered["detail"]

    class Watched(BytesIO):
        """A body of a hundred megabytes, as far as it is read."""

        taken = 0

        def read(self, size: int | None = -1) -> bytes:
            type(self).taken += size or 0
            return b"x" * (size or 0)

    request = ImportView().initialize_request(_request(Watched(), 100 * 1024 * 1024))
    with pytest.raises(files.BadFile) as caught:
        read_file(request)
    assert caught.value.code == "file_too_large"
    assert Watched.taken == 0


def _request(body: Any, length: int) -> Any:
    return WSGIRequest(
        {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": "/api/v1/replays/import",
            "CONTENT_TYPE": JSONL,
            "CONTENT_LENGTH": str(length),
            "wsgi.input": body,
        }
    )


def test_a_session_needs_its_csrf_token(bob: Caller) -> None:
    client = Client(enforce_csrf_checks=True)
    assert bob.user is not None
    client.force_login(bob.user)
    answered = client.generic("POST", "/api/v1/replays/import", sound(), content_type=JSONL)
    problem(answered, 403, "csrf_failed")


@override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=1000)
def test_files_are_larger_than_other_bodies(bob: Caller) -> None:
    assert len(sound()) > 64 * 1024
    assert send(bob, sound()).status_code == 202


# --- how much one user may send -------------------------------------------------------------------


def test_so_many_files_of_a_user_wait(bob: Caller, alice: Caller, settings: Any) -> None:
    settings.MOST_OPEN_IMPORTS = 2
    for number in range(2):
        assert send(bob, sound(), Idempotency_Key=f"{number}").status_code == 202
    answered = problem(send(bob, sound()), 409, "too_many_imports")
    assert "2 imports" in answered["detail"]
    # An answer that was lost is given again all the same.
    assert send(bob, sound(), Idempotency_Key="0").status_code == 202
    assert send(alice, sound()).status_code == 202
    assert Import.objects.filter(user=bob.user).count() == 2


def test_so_many_bytes_of_a_user_in_an_hour(bob: Caller, alice: Caller, settings: Any) -> None:
    settings.IMPORT_BYTES_PER_HOUR = 2 * len(sound())
    for _ in range(2):
        taken(bob, sound())
    answered = send(bob, sound())
    problem(answered, 429, "import_bytes_per_hour")
    assert 3590 < int(answered["Retry-After"]) <= 3600
    assert send(alice, sound()).status_code == 202
    early = Import.objects.filter(user=bob.user).order_by("created_at")[0]
    early.created_at -= timedelta(hours=1)
    early.save()
    assert send(bob, sound()).status_code == 202


@pytest.mark.once
def test_games_from_files_have_room_by_their_events(
    bob: Caller, alice: Caller, settings: Any
) -> None:
    settings.IMPORTED_EVENTS = EVENTS
    first = taken(bob, sound())
    answered = problem(send(bob, sound()), 409, "imports_full")
    assert str(EVENTS) in answered["detail"]
    assert bob.send("DELETE", f"games/{first['game']}").status_code == 204
    assert not Game.objects.exists()
    assert send(bob, sound()).status_code == 202
    settings.IMPORTED_EVENTS = EVENTS - 1
    refused(alice, another(), "imports_full")
    assert not Game.objects.exists()


@pytest.mark.once
def test_so_many_events_of_a_user_in_an_hour(bob: Caller, alice: Caller, settings: Any) -> None:
    settings.IMPORT_EVENTS_PER_HOUR = EVENTS
    first = taken(bob, sound())
    assert bob.send("DELETE", f"games/{first['game']}").status_code == 204
    answered = send(bob, sound())
    problem(answered, 429, "import_events_per_hour")
    assert 3590 < int(answered["Retry-After"]) <= 3600
    Import.objects.update(finished_at=timezone.now() - timedelta(hours=1))
    assert send(bob, sound()).status_code == 202
    settings.IMPORT_EVENTS_PER_HOUR = EVENTS - 1
    refused(alice, another(), "import_events_per_hour")


def another() -> bytes:
    """The same game as a text record, which gets an id of its own."""
    return write_record(read_game(sound()), {}).encode()


@pytest.mark.once
@pytest.mark.uncounted
def test_who_imported_a_game_deletes_it_and_nobody_else_does(bob: Caller, alice: Caller) -> None:
    game = taken(bob, sound(), "?visibility=public")["game"]
    problem(alice.send("DELETE", f"games/{game}"), 403, "not_host")
    assert bob.send("DELETE", f"games/{game}").status_code == 204
    assert Erasure.objects.get().by == bob.user
    refused(bob, sound(), "game_exists")


@pytest.mark.once
@pytest.mark.uncounted
def test_a_game_whose_id_is_taken_comes_in_as_a_record_with_another_name(
    bob: Caller, alice: Caller
) -> None:
    record = another()
    ids = [taken(alice, data, "?visibility=private")["game"] for data in (sound(), record)]
    assert alice.send("DELETE", f"games/{ids[1]}").status_code == 204
    for data in (sound(), record):
        assert "link" not in refused(bob, data, "game_exists")["facts"]
    names = (b"Friday, again", b"Friday, once more")
    renamed = [record.replace(b"name: Friday\n", b"name: %s\n" % name) for name in names]
    ids += [taken(bob, data)["game"] for data in renamed]
    assert len(set(ids)) == 4
    views = [
        alice.get(f"games/{ids[0]}/state"),
        *(bob.get(f"games/{game}/state") for game in ids[2:]),
    ]
    scores = [view.json()["scores"] for view in views]
    assert scores[0] == scores[1] == scores[2]


def test_who_asks_for_too_much_has_to_wait(bob: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    rates = {**api_settings.DEFAULT_THROTTLE_RATES, "import": "1/h"}
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", rates)
    assert send(bob, running()).status_code == 202
    answered = send(bob, running())
    problem(answered, 429)
    assert int(answered["Retry-After"]) > 0
    assert not Game.objects.exists()
