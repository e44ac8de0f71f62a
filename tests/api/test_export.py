"""Games as files over the API: one, many, and back."""

import gzip
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse
from django.test import Client, override_settings
from django.utils import timezone
from rest_framework.settings import api_settings

from api.files import read_file
from api.views.export import ImportView
from games import services
from games.models import Game
from replays import files
from replays.exporting import json_lines, text_record
from replays.files import packed, read_game, read_games
from tests.api.conftest import Caller, Turn, problem
from tests.replays.game_files import changed, running, sound
from tests.replays.servers import census, fetched, finished_game, gone, imported

Table = Callable[..., Game]
JSONL = "application/jsonl"
GAME = "5e1f0000-0000-4000-8000-00000000c0de"


def streamed(response: Any) -> bytes:
    return b"".join(response.streaming_content)


def send(caller: Caller, data: bytes, query: str = "", kind: str = JSONL) -> HttpResponse:
    return caller.raw(f"replays/import{query}", data, kind)


# --- one game ------------------------------------------------------------------------------------


def test_a_running_game_without_what_is_hidden(turn: Turn, nobody: Caller) -> None:
    turn.play_first(6)
    answered = nobody.get(f"{turn.path}/export")
    assert answered.status_code == 200
    assert answered["Content-Type"] == JSONL
    assert answered["Content-Disposition"] == f'attachment; filename="{turn.game.pk}.jsonl"'
    found = read_game(answered.content)
    assert (found.header.status, len(found.rows)) == ("running", turn.version)
    game = fetched(turn.game)
    for hidden in (game.server_seed, game.salt):
        assert bytes(hidden).hex().encode() not in answered.content


def test_a_finished_game_with_all_of_it(nobody: Caller, alice: Caller) -> None:
    assert alice.user is not None
    game = imported(sound(), alice.user)
    answered = nobody.get(f"games/{game.pk}/export?format=jsonl")
    assert answered.content == sound()


def test_as_text(nobody: Caller, turn: Turn) -> None:
    turn.play_first(6)
    answered = nobody.get(f"{turn.path}/export?format=text")
    assert answered["Content-Type"] == "text/plain; charset=utf-8"
    assert answered["Content-Disposition"] == f'attachment; filename="{turn.game.pk}.txt"'
    assert answered.content == text_record(fetched(turn.game))
    assert b"# alice " in answered.content


@pytest.mark.parametrize("accept", ["*/*", JSONL, "application/json", "text/plain"])
def test_any_type_of_a_file_may_be_asked_for(turn: Turn, nobody: Caller, accept: str) -> None:
    assert nobody.get(f"{turn.path}/export", Accept=accept).status_code == 200


def test_who_has_it_already_gets_nothing(turn: Turn, nobody: Caller) -> None:
    first = nobody.get(f"{turn.path}/export")
    again = nobody.get(f"{turn.path}/export", If_None_Match=f'"x", W/{first["ETag"]}')
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    text = nobody.get(f"{turn.path}/export?format=text")["ETag"]
    assert text.startswith('W/"')
    assert text != f"W/{first['ETag']}"
    again = nobody.get(f"{turn.path}/export?format=text", If_None_Match=text)
    assert again.status_code == 304
    turn.play_first(1)
    moved = nobody.get(f"{turn.path}/export", If_None_Match=first["ETag"])
    assert moved.status_code == 200
    assert moved["ETag"] != first["ETag"]
    head = nobody.send("HEAD", f"{turn.path}/export")
    assert (head.status_code, head["ETag"]) == (200, moved["ETag"])


def test_strangers_of_a_private_game_do_not_know_of_it(
    table: Table, alice: Caller, bob: Caller, charlie: Caller, nobody: Caller
) -> None:
    made = table(visibility="private")
    assert bob.user is not None
    code = Game.objects.get(pk=made.pk).invite_code
    services.join_game(game_id=made.pk, user=bob.user, invite=code, now=timezone.now())
    services.start_game(game_id=made.pk, user=alice.user, now=timezone.now())  # type: ignore[arg-type]
    for query in ("", "?format=text"):
        path = f"games/{made.pk}/export{query}"
        for caller in (alice, bob):
            assert caller.get(path).status_code == 200
        for caller in (charlie, nobody):
            problem(caller.get(path), 404, "no_such_game")


def test_an_open_table_has_no_file(table: Table, alice: Caller) -> None:
    path = f"games/{table().pk}/export"
    problem(alice.get(path), 409, "game_not_running")
    problem(alice.get(f"{path}?format=text"), 409, "game_not_running")


def test_a_format_that_there_is_not(turn: Turn, nobody: Caller) -> None:
    told = problem(nobody.get(f"{turn.path}/export?format=pdf"), 400, "malformed")
    assert "format" in told["detail"]
    problem(nobody.get(f"{turn.path}/export?secrets=yes"), 400, "malformed")


# --- many games ----------------------------------------------------------------------------------


@pytest.fixture
def games(alice: Caller) -> list[Game]:
    """Three public games of three days."""
    assert alice.user is not None
    return [
        finished_game(f"Game {day}", alice.user, finished=f"2026-04-0{day}") for day in (1, 2, 3)
    ]


def ids_in(response: Any) -> list[str]:
    data = gzip.decompress(streamed(response))
    return [game.header.game for game in read_games(BytesIO(data))] if data else []


def test_all_public_games_as_one_file(games: list[Game], bob: Caller, alice: Caller) -> None:
    assert alice.user is not None
    finished_game("Private", alice.user, visibility="private")
    imported(sound(), alice.user, visibility="public")
    for caller in (alice, bob):
        answered = caller.get("replays/export")
        assert answered.status_code == 200
        assert answered["Content-Type"] == "application/gzip"
        assert 'filename="caledonia-games.jsonl.gz"' in answered["Content-Disposition"]
        assert not answered.has_header("Link")
        assert gzip.decompress(streamed(answered)) == b"".join(json_lines(g) for g in games)


def test_games_since_a_day(games: list[Game], bob: Caller) -> None:
    for since, wanted in (
        ("2026-04-02", games[1:]),
        ("2026-04-02T12:00:00Z", games[2:]),
        ("2026-04-02T13:59:59%2B02:00", games[1:]),
        ("2027-01-01", []),
    ):
        found = ids_in(bob.get(f"replays/export?finished_after={since}"))
        assert found == [str(game.pk) for game in wanted], since


def test_page_by_page(games: list[Game], bob: Caller) -> None:
    seen, path = [], "replays/export?limit=1"
    for _ in range(len(games)):
        answered = bob.get(path)
        seen += ids_in(answered)
        if not answered.has_header("Link"):
            break
        link = answered["Link"]
        assert link.endswith('>; rel="next"')
        path = link.partition("/api/v1/")[2].partition(">")[0]
    assert seen == [str(game.pk) for game in games]
    assert not answered.has_header("Link")


def test_head_makes_no_file(
    games: list[Game], bob: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr("replays.bulk.archive", asked.append)
    answered = bob.send("HEAD", "replays/export?limit=1")
    assert answered.status_code == 200
    assert answered.has_header("Link")
    assert asked == []


def test_many_games_are_for_users(games: list[Game], nobody: Caller) -> None:
    problem(nobody.get("replays/export"), 401)


@pytest.mark.parametrize(
    "query",
    [
        "finished_after=soon",
        "finished_after=2026-13-01",
        "finished_after=9999-12-31T23:59:59-05:00",
        f"after={GAME}",
        "finished_after=2026-01-01&after=1",
        "limit=0",
        "limit=501",
        "visibility=private",
    ],
)
def test_queries_that_make_no_sense(bob: Caller, query: str) -> None:
    problem(bob.get(f"replays/export?{query}"), 400, "malformed")


def test_who_asks_for_too_much_has_to_wait(
    games: list[Game], bob: Caller, alice: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    rates = {**api_settings.DEFAULT_THROTTLE_RATES, "export": "2/h", "import": "1/h"}
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", rates)
    for _ in range(2):
        assert bob.get("replays/export").status_code == 200
    assert problem(bob.get("replays/export"), 429)
    assert alice.get("replays/export").status_code == 200
    problem(send(bob, running()), 422)
    refused = send(bob, running())
    problem(refused, 429)
    assert int(refused["Retry-After"]) > 0
    assert bob.get(f"games/{games[0].pk}/export").status_code == 200


# --- and back ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [JSONL, "application/gzip", "application/octet-stream"])
@pytest.mark.parametrize("make", [bytes, packed], ids=["plain", "gzip"])
def test_a_game_comes_in(bob: Caller, make: Callable[[bytes], bytes], kind: str) -> None:
    answered = send(bob, make(sound()), kind=kind)
    assert answered.status_code == 201
    told = answered.json()
    assert told["id"] == GAME
    assert answered["Location"].endswith(f"/api/v1/games/{GAME}")
    assert told["source"] == "imported"
    assert (told["status"], told["visibility"], told["host"]) == ("finished", "unlisted", "bob")
    assert told["seats"][0] == {
        "seat": 0,
        "user": None,
        "bot": None,
        "label": "ada",
        "waiting": False,
        "seal": None,
        "opened": False,
        "resigned": False,
        "abandons": False,
    }
    assert bob.get(f"games/{GAME}").json() == told
    assert bob.get(f"games/{GAME}/export").content == sound()


def test_a_text_record_comes_in(bob: Caller, alice: Caller) -> None:
    assert alice.user is not None
    game = imported(sound(), alice.user)
    answered = send(bob, text_record(game), kind="text/plain")
    assert answered.status_code == 201
    assert answered.json()["id"] != str(game.pk)
    assert answered.json()["version"] == game.version


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
def test_who_may_see_it_can_be_chosen(
    bob: Caller, alice: Caller, nobody: Caller, visibility: str
) -> None:
    answered = send(bob, sound(), f"?visibility={visibility}")
    assert answered.json()["visibility"] == visibility
    status = 404 if visibility == "private" else 200
    for caller in (alice, nobody):
        assert caller.get(f"games/{GAME}").status_code == status
    listed = [game["id"] for game in nobody.get("games").json()["results"]]
    assert (GAME in listed) == (visibility == "public")
    assert GAME in [game["id"] for game in bob.get("games").json()["results"]]


def test_it_looks_like_any_finished_game(bob: Caller, nobody: Caller) -> None:
    send(bob, sound())
    view = nobody.get(f"games/{GAME}/state").json()
    assert view["players"][0]["name"] == "ada"
    assert len(view["scores"]) == 4
    assert nobody.get(f"replays/{GAME}").status_code == 200
    assert nobody.get(f"replays/{GAME}/frames?from=1&to=20").status_code == 200
    assert nobody.client.get("/").status_code == 200
    problem(bob.post(f"games/{GAME}/undo"), 403, "not_seated")


def test_nobody_is_not_let_in(nobody: Caller) -> None:
    problem(send(nobody, sound()), 401)
    assert census() == (0, 0, 0, 0)


def test_a_game_that_is_here_is_named(bob: Caller, alice: Caller) -> None:
    assert alice.user is not None
    game = imported(sound(), alice.user)
    told = problem(send(bob, sound()), 409, "game_exists")
    assert told["facts"] == {"game": GAME, "link": f"/api/v1/games/{GAME}"}
    assert bob.client.get(told["facts"]["link"]).status_code == 200
    gone(game)
    imported(sound(), alice.user, visibility="private")
    told = problem(send(bob, sound()), 409, "game_exists")
    assert told["facts"] == {"game": GAME}


def test_what_is_not_legal_is_told_with_line_rule_and_reason(bob: Caller) -> None:
    def cheat(line: Any) -> None:
        line["public"]["move"] = {"type": "hire_merchant"}

    number = 2 + next(
        row.version
        for row in read_game(sound()).rows
        if b'"type":"buy"' in row.public.encode() or row.public.startswith('{"kind":"end_turn"')
    )
    before = census()
    told = problem(send(bob, changed(sound(), number, cheat)), 422)
    assert told["code"] == "move_refused"
    assert told["rule"]
    assert told["facts"]["line"] == number
    assert told["facts"]["version"] == number - 2
    assert told["facts"]["refusal"]
    assert told["detail"].startswith(f"Line {number}: Event {number - 2} cannot be decided again")
    assert census() == before


def test_a_running_game_is_refused(bob: Caller) -> None:
    told = problem(send(bob, running()), 422, "no_secrets")
    assert "when it is over" in told["detail"]
    assert "rule" not in told


def test_two_games_are_refused(bob: Caller) -> None:
    problem(send(bob, packed(sound()) * 2), 422, "several_games")
    assert census() == (0, 0, 0, 0)


def test_other_bodies(bob: Caller) -> None:
    problem(send(bob, b""), 400, "malformed")
    problem(send(bob, b"hello"), 422, "not_a_game_file")
    for kind in ("text/html", "application/x-www-form-urlencoded", "multipart/form-data"):
        problem(send(bob, sound(), kind=kind), 415)
    problem(send(bob, sound(), "?visibility=secret"), 400, "malformed")
    chunked = bob.client.generic(
        "POST",
        "/api/v1/replays/import",
        b"",
        content_type=JSONL,
        headers=bob.headers({"Transfer_Encoding": "chunked"}),
    )
    problem(chunked, 411, "length_required")
    assert census() == (0, 0, 0, 0)


def test_a_body_that_is_too_large_is_not_read(bob: Caller) -> None:
    told = problem(send(bob, b"x" * (files.LARGEST_GAME + 1)), 413, "file_too_large")
    assert str(files.LARGEST_GAME) in told["detail"]
    problem(send(bob, gzip.compress(bytes(99_000_000))), 413, "unpacked_too_large")

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
    refused = client.generic("POST", "/api/v1/replays/import", sound(), content_type=JSONL)
    problem(refused, 403, "csrf_failed")


@override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=1000)
def test_files_are_larger_than_other_bodies(bob: Caller) -> None:
    assert len(sound()) > 64 * 1024
    assert send(bob, sound()).status_code == 201
