"""Games as files over the API: one, and many."""

import gzip
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.settings import api_settings

from games import selectors, services
from games.engine.clans import all_clans
from games.models import Game
from replays.exporting import json_lines, text_record
from replays.files import read_game, read_games
from replays.narration import vocabulary
from tests.api.conftest import Caller, Turn, problem
from tests.marks import in_one_test
from tests.replays.game_files import sound
from tests.replays.servers import fetched, finished_game, imported

Table = Callable[..., Game]
JSONL = "application/jsonl"
GAME = "5e1f0000-0000-4000-8000-00000000c0de"


def streamed(response: Any) -> bytes:
    return b"".join(response.streaming_content)


def send(caller: Caller, data: bytes, query: str = "", kind: str = JSONL) -> HttpResponse:
    return caller.raw(f"replays/import{query}", data, kind)


# --- one game ------------------------------------------------------------------------------------


@pytest.mark.uncounted
def test_a_running_game_without_what_is_hidden(turn: Turn, anonymous: Caller) -> None:
    turn.play_first(6)
    answered = anonymous.get(f"{turn.path}/export")
    assert answered.status_code == 200
    assert answered["Content-Type"] == JSONL
    assert answered["Content-Disposition"] == f'attachment; filename="{turn.game.pk}.jsonl"'
    found = read_game(answered.content)
    assert (found.header.status, len(found.rows)) == ("running", turn.version)
    game = fetched(turn.game)
    for hidden in (game.server_seed, game.salt):
        assert bytes(hidden).hex().encode() not in answered.content


def test_a_finished_game_with_all_of_it(anonymous: Caller, alice: Caller) -> None:
    assert alice.user is not None
    game = imported(sound(), alice.user)
    answered = anonymous.get(f"games/{game.pk}/export?format=jsonl")
    assert answered.content == sound()


def test_the_play_of_a_finished_game_for_bg_stats(
    anonymous: Caller, alice: Caller, turn: Turn
) -> None:
    assert alice.user is not None
    game = finished_game("Played out", alice.user)
    answered = anonymous.get(f"games/{game.pk}/export?format=bgstats")
    assert answered["Content-Disposition"] == f'attachment; filename="{game.pk}.bgsplay"'
    known = answered.json()
    (play,) = known["plays"]
    names = {player["id"]: player["name"] for player in known["players"]}
    best = selectors.final_scores([game])[game.pk]
    assert [
        (one["playerRefId"] - 1, one["score"], one["rank"])
        for one in sorted(play["playerScores"], key=lambda one: (one["rank"], one["seatOrder"]))
    ] == [(sheet.seat, str(sheet.total), sheet.rank) for sheet in best]
    assert list(names.values()) == selectors.names_of(game)
    assert {one["role"] for one in play["playerScores"]} <= {*map(vocabulary.clan, all_clans())}
    running = anonymous.get(f"{turn.path}/export?format=bgstats")
    problem(running, 409, "game_not_running")


@pytest.mark.uncounted
def test_as_text(anonymous: Caller, turn: Turn) -> None:
    turn.play_first(6)
    answered = anonymous.get(f"{turn.path}/export?format=text")
    assert answered["Content-Type"] == "text/plain; charset=utf-8"
    assert answered["Content-Disposition"] == f'attachment; filename="{turn.game.pk}.txt"'
    assert answered.content == text_record(fetched(turn.game))
    assert b"# alice " in answered.content


@pytest.mark.uncounted
@pytest.mark.parametrize("accept", ["*/*", JSONL, "application/json", "text/plain"])
def test_any_type_of_a_file_may_be_asked_for(turn: Turn, anonymous: Caller, accept: str) -> None:
    assert anonymous.get(f"{turn.path}/export", Accept=accept).status_code == 200


def test_who_has_it_already_gets_nothing(turn: Turn, anonymous: Caller) -> None:
    first = anonymous.get(f"{turn.path}/export")
    again = anonymous.get(f"{turn.path}/export", If_None_Match=f'"x", W/{first["ETag"]}')
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    text = anonymous.get(f"{turn.path}/export?format=text")["ETag"]
    assert text.startswith('W/"')
    assert text != f"W/{first['ETag']}"
    again = anonymous.get(f"{turn.path}/export?format=text", If_None_Match=text)
    assert again.status_code == 304
    turn.play_first(1)
    moved = anonymous.get(f"{turn.path}/export", If_None_Match=first["ETag"])
    assert moved.status_code == 200
    assert moved["ETag"] != first["ETag"]
    head = anonymous.send("HEAD", f"{turn.path}/export")
    assert (head.status_code, head["ETag"]) == (200, moved["ETag"])


def test_strangers_of_a_private_game_do_not_know_of_it(
    table: Table, alice: Caller, bob: Caller, charlie: Caller, anonymous: Caller
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
        for caller in (charlie, anonymous):
            problem(caller.get(path), 404, "no_such_game")


def test_an_open_table_has_no_file(table: Table, alice: Caller) -> None:
    path = f"games/{table().pk}/export"
    problem(alice.get(path), 409, "game_not_running")
    problem(alice.get(f"{path}?format=text"), 409, "game_not_running")


def test_a_format_that_there_is_not(turn: Turn, anonymous: Caller) -> None:
    refusal = problem(anonymous.get(f"{turn.path}/export?format=pdf"), 400, "malformed")
    assert "format" in refusal["detail"]
    problem(anonymous.get(f"{turn.path}/export?secrets=yes"), 400, "malformed")


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


@pytest.mark.once
@pytest.mark.uncounted
@pytest.mark.long
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


@pytest.mark.uncounted
@pytest.mark.long
def test_games_since_a_day(games: list[Game], bob: Caller) -> None:
    for since, wanted in (
        ("2026-04-02", games[1:]),
        ("2026-04-02T12:00:00Z", games[2:]),
        ("2026-04-02T13:59:59%2B02:00", games[1:]),
        ("2027-01-01", []),
    ):
        found = ids_in(bob.get(f"replays/export?finished_after={since}"))
        assert found == [str(game.pk) for game in wanted], since


@pytest.mark.long
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


@pytest.mark.once
@pytest.mark.uncounted
def test_head_makes_no_file(
    games: list[Game], bob: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr("replays.bulk.archive", asked.append)
    answered = bob.send("HEAD", "replays/export?limit=1")
    assert answered.status_code == 200
    assert answered.has_header("Link")
    assert asked == []


@pytest.mark.once
@pytest.mark.uncounted
def test_many_games_are_for_users(games: list[Game], anonymous: Caller) -> None:
    problem(anonymous.get("replays/export"), 401)


@in_one_test(
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


@pytest.mark.uncounted
def test_who_asks_for_too_much_has_to_wait(
    games: list[Game], bob: Caller, alice: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    rates = {**api_settings.DEFAULT_THROTTLE_RATES, "export": "2/h"}
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", rates)
    for _ in range(2):
        assert ids_in(bob.get("replays/export"))
    assert problem(bob.get("replays/export"), 429)
    assert ids_in(alice.get("replays/export"))
    assert bob.get(f"games/{games[0].pk}/export").status_code == 200


def test_one_file_of_many_games_is_made_at_a_time(games: list[Game], bob: Caller) -> None:
    first = bob.get("replays/export")
    refused = bob.get("replays/export")
    refusal = problem(refused, 429, "long_game_busy")
    assert refusal["status"] == 429
    assert refused["Retry-After"] == "2"
    assert bob.send("HEAD", "replays/export").status_code == 200
    assert len(ids_in(first)) == len(games)
    assert len(ids_in(bob.get("replays/export"))) == len(games)


@pytest.mark.uncounted
@pytest.mark.django_db(transaction=True)  # closing an answer closes the connection
@pytest.mark.long
def test_an_answer_that_nobody_reads_makes_room(games: list[Game], bob: Caller) -> None:
    bob.get("replays/export").close()
    assert len(ids_in(bob.get("replays/export"))) == len(games)


@pytest.mark.once
@pytest.mark.uncounted
def test_an_answer_has_so_many_events_and_says_where_to_go_on(
    games: list[Game], bob: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    for most, sizes in ((games[0].version + games[1].version, [2, 1]), (1, [1, 1, 1])):
        monkeypatch.setattr("replays.bulk.EVENTS_AT_ONCE", most)
        path, seen = "replays/export?limit=500", []
        while path:
            answered = bob.get(path)
            seen.append(ids_in(answered))
            link = answered.headers.get("Link", "")
            path = link.partition("/api/v1/")[2].partition(">")[0]
        assert [len(found) for found in seen] == sizes
        assert [one for found in seen for one in found] == [str(game.pk) for game in games]
