"""Validations of stored games: what is tampered with is found, and drift is distinguished."""

import uuid
from collections.abc import Callable
from contextlib import AbstractContextManager

import msgspec
import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction

from games import engine, packs, services
from games.models import ContentPack, Game
from games.models.event import Event
from replays.validation import results
from replays.validation.batches import validate_batch
from tests.games.tables import Table, new_table
from tests.replays import tables
from tests.replays.newer_rules import prices_move_twice_as_far, raise_version
from tests.replays.validating import NOW, found, validated

pytestmark = [pytest.mark.django_db, pytest.mark.long]

Callbacks = Callable[..., AbstractContextManager[object]]


@pytest.fixture
def table(users: list[User]) -> Table:
    """A running game of some forty events."""
    return tables.played_to(users, 40)


def test_a_stream_passes(table: Table) -> None:
    done = validated(table)
    assert (done.status, done.first_difference, done.drifted) == ("passed", None, 0)
    assert done.checked == done.version == table.game.version == len(table.rows)
    assert done.rules == engine.RULES_VERSION
    assert done.started_at is not None
    assert done.finished_at is not None
    assert done.created_at <= done.started_at <= done.finished_at


def test_a_finished_game_passes(users: list[User]) -> None:
    table = tables.played_out(users)
    assert validated(table).status == "passed"


def test_a_game_with_undos_and_all_origins_passes(users: list[User]) -> None:
    """Undos, standing orders, bots and steps, as the services store them."""
    table = new_table(users[:2], players=3)
    services.add_bot(game_id=table.id, user=users[0], bot="random", now=NOW())
    services.start_game(game_id=table.id, user=users[0], now=NOW())
    order = {"kind": "nothing"}
    chance = engine.randomness.Stream(b"undos", "test")
    while table.game.round < 3:
        services.play_bots(game_id=table.id, clock=NOW)
        _play_and_take_back(table, chance)
    assert order
    origins = {row.origin for row in table.rows}
    assert {"player", "bot", "game"} <= origins
    assert any(engine.is_undo(row) for row in table.rows)
    assert validated(table).status == "passed"


def _play_and_take_back(table: Table, chance: engine.randomness.Stream) -> None:
    state = table.state
    if not state.open_decisions():
        return
    seat = table.seat
    if seat >= len(table.users):
        return
    moves = table.moves()
    played = table.play(chance.choice(moves))
    if played.state.phase == "action" and played.state.undo_to < played.state.head:
        waiting = [decision.seat for decision in played.state.open_decisions()]
        if waiting == [seat] and chance.below(2):
            services.undo(game_id=table.id, user=table.users[seat], now=NOW())


COLUMNS = {
    "parent": (7, "columns_differ"),
    "recorded_at": ("2030-01-01 00:00:00", "columns_differ"),
    "seat": (9, "move_refused"),
    "origin": ("bot", "columns_differ"),
    "cause": (3, "columns_differ"),
    "rules": (9, "columns_differ"),
    "digest": ("0" * 64, "digest_differs"),
    "chain": ("0" * 64, "chain_broken"),
    "secret_hash": ("0" * 64, "secret_differs"),
    "secret": ("{}", "secret_differs"),
}


@pytest.mark.parametrize("column", COLUMNS)
def test_a_column_changed_in_the_database_is_found(table: Table, column: str) -> None:
    value, code = COLUMNS[column]
    version = next(row.version for row in table.rows if row.version > 20 and row.seat is not None)
    tables.spoil(table, version, column, value)
    assert found(table) == (code, version)


def test_a_tampered_effect_is_found_and_shown(table: Table) -> None:
    row = next(r for r in table.rows if '["money"' in r.public and r.version > 10)
    changed = msgspec.json.decode(row.public)
    effect = next(effect for effect in changed["effects"] if effect[0] == "money")
    effect[2] += 5
    text = msgspec.json.encode(changed).decode()
    tables.spoil(table, row.version, "public", text)
    done = validated(table)
    first = results.difference_of(done)
    assert first is not None
    assert (first.code, first.version) == ("effects_differ", row.version)
    assert first.expected == msgspec.Raw(row.public.encode())
    assert first.recorded == msgspec.Raw(text.encode())
    assert done.checked == row.version - 1


def test_a_missing_event_is_found(table: Table) -> None:
    tables.remove(table, 17)
    assert found(table) == ("missing_version", 17)


def test_a_stream_cut_off_is_found(table: Table) -> None:
    """No chain can tell; the game knows how many events it has."""
    last = table.game.version
    tables.remove(table, last)
    assert found(table) == ("missing_version", last)


def test_an_event_behind_the_end_is_found(table: Table) -> None:
    version = table.game.version
    Game.objects.filter(pk=table.id).update(version=version - 1)
    assert found(table) == ("surplus_version", version)


GAME: dict[str, list[tuple[object, str]]] = {
    "server_seed": [
        (b"x" * 32, "seed_differs"),
        (b"x" * 31, "seed_differs"),
        (b"", "seed_differs"),
    ],
    "commitment": [("0" * 64, "seed_differs"), ("", "seed_differs")],
    "salt": [(b"x" * 32, "salt_differs"), (b"", "salt_differs")],
    "contributions": [
        (["00" * 32], "seed_differs"),
        (["00"], "seed_differs"),
        (["no hex"], "seed_differs"),
        ([7], "seed_differs"),
        (7, "seed_differs"),
        ({}, "seed_differs"),
    ],
    "options": [
        ('{"players":4}', "options_differ"),
        ('{"players":3,"meat_single":true}', "options_differ"),
        ("{", "options_differ"),
        ("", "options_differ"),
    ],
    "players": [(4, "game_differs")],
    "status": [("finished", "game_differs"), ("open", "game_differs")],
    "round": [(0, "game_differs"), (5, "game_differs")],
    "awaits_step": [(True, "game_differs")],
    "started_at": [("2026-01-01T00:00:00Z", "game_differs"), (None, "game_differs")],
    "ended_by": [("scoring", "game_differs")],
    "finished_at": [("2026-01-01T00:00:00Z", "game_differs")],
}
"""Columns of a game, with what they are changed to and what that is called."""
SPOILED = [(name, value, code) for name, cases in GAME.items() for value, code in cases]
AT_THE_END = {"game_differs"}
OF_NO_STREAM = {
    *("id", "name", "named_after", "host", "visibility", "invite_code", "created_at", "active_at"),
    *("source", "forked_from", "forked_version", "seed_chosen", "due", "chat_number"),
    *("swept_version", "asking", "rematch_of", "tournament", "withheld", "set_aside"),
    "finish_position",
}
"""No event tells them, or (``due``) they rest on what stands outside of the stream as well. The
position of a fork is compared with ``forked_from`` in ``tests/games/test_fork.py``."""
TESTED_ELSEWHERE = {"version", "content"}


@pytest.mark.parametrize(("column", "value", "code"), SPOILED)
def test_a_changed_column_of_the_game_is_found(
    table: Table, column: str, value: object, code: str
) -> None:
    Game.objects.filter(pk=table.id).update(**{column: value})
    assert found(table) == (code, table.game.version if code in AT_THE_END else 1)


def test_every_column_of_a_game_is_changed_above() -> None:
    columns = {field.name for field in Game._meta.concrete_fields}
    assert columns == {*GAME, *OF_NO_STREAM, *TESTED_ELSEWHERE}
    assert {field.name for field in Event._meta.concrete_fields} == {
        *COLUMNS,
        *("game", "version", "public"),
    }


def test_a_finished_game_that_is_said_to_go_on_is_found(users: list[User]) -> None:
    table = tables.played_out(users)
    last = table.game.version
    for column, value in (("status", "running"), ("finished_at", NOW()), ("finished_at", None)):
        with transaction.atomic():
            Game.objects.filter(pk=table.id).update(**{column: value})
            assert found(table) == ("game_differs", last)
            transaction.set_rollback(True)
    assert validated(table).status == "passed"


@pytest.mark.parametrize("column", ["server_seed", "salt"])
def test_every_byte_of_a_secret_of_the_game_counts(table: Table, column: str) -> None:
    whole = bytes(getattr(table.game, column))
    for place in range(0, len(whole), 5):
        spoiled = bytearray(whole)
        spoiled[place] ^= 1
        Game.objects.filter(pk=table.id).update(**{column: bytes(spoiled)})
        assert found(table) == (f"{column.removeprefix('server_')}_differs", 1)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite keeps any text there")
def test_contributions_that_are_no_json_are_found(table: Table) -> None:
    with connection.cursor() as cursor:
        # The check of the column itself is one that somebody who edits the file goes around.
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        cursor.execute(
            "UPDATE games_game SET contributions = 'x' WHERE id = %s", [tables.key(table.id)]
        )
        cursor.execute("PRAGMA ignore_check_constraints = OFF")
    (outcome,) = validate_batch([table.id], run=uuid.uuid4(), clock=NOW)
    assert outcome.status == "failed"
    assert b"seed_differs" in bytes(outcome.first_difference or b"")


def test_a_changed_byte_of_the_stored_pack_is_found(table: Table) -> None:
    pack = packs.current()
    raw = pack.raw.replace(b"wool", b"wood", 1)
    ContentPack.objects.filter(pk=pack.hash).update(raw=raw)
    assert found(table) == ("content_differs", 1)


def test_another_content_pack_is_found(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = packs.current()
    other = ContentPack.objects.create(hash="0" * 64, raw=pack.raw, created_at=NOW())
    Game.objects.filter(pk=table.id).update(content=other)
    assert found(table) == ("content_differs", 1)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite keeps text as a time")
def test_a_time_that_is_none_is_found(table: Table) -> None:
    tables.spoil(table, 12, "recorded_at", "yesterday")
    assert found(table) == ("unreadable", 12)


def test_nothing_is_decided_by_the_guard_alone(table: Table) -> None:
    """After the tests above the triggers are where they were."""
    tables.spoil(table, 12, "origin", "bot")
    with pytest.raises(Exception, match="append-only"), connection.cursor() as cursor:
        cursor.execute("UPDATE games_event SET origin = 'player'")


# --- rules that have changed ---------------------------------------------------------------------


def test_a_drifted_game_is_read_and_played_on(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From what is recorded; what is new follows the new rules."""
    prices_move_twice_as_far(monkeypatch)
    assert validated(table).status == "failed"
    raise_version(monkeypatch)
    drifted = validated(table)
    assert (drifted.status, drifted.checked) == ("drifted", table.game.version)
    first = results.difference_of(drifted)
    assert first is not None
    assert first.code == "effects_differ"
    rows = table.rows
    for version in (first.version - 1, first.version, first.version + 1, len(rows)):
        state = engine.rebuild(rows, upto=version)
        row = rows[version - 1]
        assert engine.digest(state, row.secret_hash) == row.digest
    before = table.game.version
    table.play_until(lambda state: state.version > before + 30)
    assert table.rows[-1].rules == first.rules + 1  # type: ignore[operator]
    again = validated(table)
    assert (again.status, again.drifted) == ("drifted", drifted.drifted)
    assert again.checked == table.game.version
