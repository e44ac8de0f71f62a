"""Games as files: every byte of the stream, the same each time, and nothing hidden too early."""

import time
from pathlib import Path

import msgspec
import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from pytest_django import Settings

from games import engine, services, store
from games.errors import GameNotRunning
from games.models import Game, Seat
from replays import exporting, files
from replays.exporting import json_lines, tag_of, text_record
from replays.files import read_game
from tests.games.tables import Table, new_table, started
from tests.games.test_packs import _own
from tests.replays.game_files import Json, file_of, half_played, lines_of, played, running, sound
from tests.replays.servers import fetched, moved
from tests.replays.streams import SALT, Stored
from tests.replays.tables import played_out, played_to

FORMS = [json_lines, text_record]


def decoded(data: bytes) -> list[Json]:
    return [msgspec.json.decode(line) for line in lines_of(data)]


@pytest.mark.engine
def test_a_line_for_the_game_its_pack_each_event_and_the_end() -> None:
    game = played()
    header, pack, *events, end = decoded(sound())
    assert [header["type"], pack["type"], end["type"]] == ["game", "pack", "end"]
    assert {event["type"] for event in events} == {"event"}
    assert [event["version"] for event in events] == [row.version for row in game.rows]
    assert header["format"] == 1
    assert header["commitment"] == engine.randomness.commitment(bytes.fromhex(end["server_seed"]))
    assert header["salt"] == SALT.hex()
    assert header["started_at"] == events[0]["recorded_at"]
    assert header["finished_at"] == events[-1]["recorded_at"]
    assert header["seats"][-1] == {"bot": "random"}
    assert (end["events"], end["digest"], end["chain"]) == (
        len(events),
        game.rows[-1].digest,
        game.rows[-1].chain,
    )
    assert [sheet["total"] for sheet in end["scores"]] == [
        sheet.total for sheet in engine.rebuild(game.rows).scores
    ]


@pytest.mark.engine
def test_what_is_read_is_what_was_written_to_the_last_byte() -> None:
    found = read_game(sound())
    assert found.rows == played().rows
    assert found == file_of(played())
    assert files.write(found) == sound()


@pytest.mark.engine
def test_payloads_are_json_and_yet_exact() -> None:
    for event, row in zip(decoded(sound())[2:-1], played().rows, strict=True):
        assert engine.read_payload(row.public).kind == event["public"]["kind"]
    texts = [row.public.encode() for row in played().rows]
    assert all(text in line for text, line in zip(texts, lines_of(sound())[2:], strict=False))


@pytest.mark.engine
def test_nothing_hidden_is_in_the_file_of_a_running_game() -> None:
    game, data = half_played(), running()
    subject = game.subject
    header, _, *events, end = decoded(data)
    assert (header["status"], header["salt"], header["finished_at"]) == ("running", None, None)
    assert (end["server_seed"], end["contributions"], end["scores"]) == (None, [], None)
    assert {event["secret"] for event in events} == {None}
    assert [event["secret_hash"] for event in events] == [row.secret_hash for row in game.rows]
    assert subject.seed is not None
    assert subject.server_seed is not None
    for hidden in (subject.server_seed, subject.seed, SALT):
        assert hidden.hex().encode() not in data
    assert b"pile_order" not in data
    assert b"pile_order" in sound()


@pytest.mark.engine
def test_two_orders_of_the_pile_give_files_that_differ_in_hashes_only() -> None:
    game = half_played()
    secret = (game.rows[0].secret or "").replace("pile_order", "pile_order_of_another_game")
    other = Stored(game.subject, game.changed(1, secret=secret), game.states)
    assert files.write(file_of(other, finished=False)) == running()


@pytest.mark.engine
def test_packing_the_same_gives_the_same_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    first = files.packed(sound())
    later = time.time() + 3600
    monkeypatch.setattr(time, "time", lambda: later)
    assert files.packed(sound()) == first


@pytest.mark.parametrize("form", FORMS)
def test_an_open_table_has_no_file(users: list[User], form: object) -> None:
    table = new_table(users[:1], players=2)
    with pytest.raises(GameNotRunning):
        form(table.game)  # type: ignore[operator]


def test_the_file_of_a_stored_game_has_its_rows_and_people(users: list[User]) -> None:
    table = played_to(users, 30)
    game = fetched(table.game)
    found = read_game(json_lines(game))
    public = [msgspec.structs.replace(row, secret=None) for row in store.rows(game.pk)]
    assert found.rows == public
    assert [seat.player for seat in found.header.seats] == ["alice", "bob", "charlie"]
    assert (found.header.game, found.header.name) == (str(game.pk), game.name)
    assert found.header.created_at == engine.sealing.instant(game.created_at)
    assert bytes(found.header.options).decode() == game.options


def test_export_import_export_gives_the_same_bytes(users: list[User], dora: User) -> None:
    game = played_out(users[:2]).game
    data, text = json_lines(game), text_record(game)
    copy = moved(game, dora)
    assert json_lines(copy) == data
    assert text_record(copy) == text
    assert read_game(data).header.status == "finished"


@pytest.mark.long
@pytest.mark.uncounted
def test_a_game_with_a_bot_comes_back_with_its_bot(users: list[User], dora: User) -> None:
    alice = users[0]
    made = services.create_game(
        host=alice,
        name="Ben & \u0141ukasz \U0001f3f4",
        options=engine.Options(players=2),
        visibility="private",
        now=timezone.now(),
    )
    services.add_bot(game_id=made.pk, user=alice, bot="random", now=timezone.now())
    services.start_game(game_id=made.pk, user=alice, now=timezone.now())
    table, chance = Table(made.pk, [alice, alice]), engine.randomness.Stream(SALT, "alice")
    services.play_bots(game_id=made.pk, clock=timezone.now)
    while not table.state.over:
        table.play(chance.choice(table.moves(0)), by=alice)
        services.play_bots(game_id=made.pk, clock=timezone.now)
    data = json_lines(table.game)
    assert json_lines(moved(table.game, dora)) == data
    assert [seat.bot for seat in read_game(data).header.seats] == [None, "random"]


@pytest.mark.once
@pytest.mark.uncounted
def test_an_own_content_pack_goes_with_the_game(
    tmp_path: Path, settings: Settings, users: list[User], dora: User
) -> None:
    settings.CONTENT_PACK = str(_own(tmp_path, "built-in values", "other values"))
    game = played_out(users[:2]).game
    settings.CONTENT_PACK = ""
    assert game.content_id != engine.packs.builtin().hash
    data = json_lines(game)
    assert read_game(data).pack == bytes(game.content.raw)
    copy = moved(game, dora)
    assert copy.content_id == game.content_id
    assert json_lines(copy) == data


@pytest.mark.uncounted
@pytest.mark.parametrize("form", FORMS)
def test_the_tag_stands_for_the_bytes(users: list[User], form: object) -> None:
    table = played_to(users[:2], 20)

    def both() -> tuple[str, bytes]:
        game = fetched(table.game)
        return tag_of(game, form.__name__), form(game)  # type: ignore[attr-defined, operator]

    first = both()
    assert both() == first
    table.play()
    second = both()
    User.objects.filter(pk=users[1].pk).update(username="robert")
    third = both()
    Game.objects.filter(pk=table.id).update(name="Another name")
    fourth = both()
    tags, texts = zip(first, second, third, fourth, strict=True)
    assert len(set(tags)) == len(set(texts)) == 4
    assert tag_of(table.game, "jsonl") != tag_of(table.game, "text")


def test_seats_are_in_order_however_they_come(users: list[User]) -> None:
    game = fetched(started(users).game)
    assert [seat.index for seat in exporting.seats_of(game)] == [0, 1, 2]
    Seat.objects.filter(game=game, index=0).update(index=9)
    Seat.objects.filter(game=game, index=9).update(index=0)
    assert [one.player for one in exporting.players_of(game)] == ["alice", "bob", "charlie"]
