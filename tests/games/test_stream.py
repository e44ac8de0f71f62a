"""The stream is append-only, in the database itself, and what is stored proves itself."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.checks import run_checks
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction
from django.utils import timezone

from games import engine, errors, services, store, triggers
from games.models import ContentPack, Erasure, Game, Seat
from games.models.records import NO_ROW
from games.runtime import state_cache
from games.store import writing
from tests.games.tables import Table, started
from tests.marks import in_one_test

pytestmark = pytest.mark.django_db

REFUSED = "append-only"


@contextmanager
def refused(match: str | None = REFUSED) -> Iterator[None]:
    """The database refuses, and the transaction around it goes on."""
    with pytest.raises(IntegrityError, match=match), transaction.atomic():
        yield


def execute(sql: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


@pytest.mark.uncounted
@in_one_test(
    "sql",
    [
        "UPDATE games_event SET seat = 1",
        "UPDATE games_event SET version = version + 100",
        "DELETE FROM games_event",
        "DELETE FROM games_event WHERE version = 2",
        "DELETE FROM games_game",
    ],
)
def test_nothing_changes_or_goes(table: Table, sql: str) -> None:
    table.play()
    before = table.rows
    with refused():
        execute(sql)
    assert table.rows == before


def test_a_version_is_stored_once(table: Table) -> None:
    (row,) = table.rows
    with refused(None):
        writing.append(table.id, [row])
    assert table.rows == [row]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite knows INSERT OR REPLACE")
def test_replacing_is_changing(table: Table) -> None:
    before = table.rows
    with refused():
        execute("INSERT OR REPLACE INTO games_event SELECT * FROM games_event WHERE version = 1")
    assert table.rows == before


@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL truncates")
@pytest.mark.parametrize("sql", ["TRUNCATE games_event", "TRUNCATE games_game CASCADE"])
def test_truncating_is_deleting(table: Table, sql: str) -> None:
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    before = table.rows
    with refused():
        execute(sql)
    assert table.rows == before


@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL truncates")
def test_an_empty_table_may_be_truncated(db: None) -> None:
    execute("TRUNCATE games_event")


def test_the_object_mapper_is_refused_too(table: Table) -> None:
    with pytest.raises(models.ProtectedError):
        table.game.delete()
    with refused():
        Game.objects.filter(pk=table.id)._raw_delete(connection.alias)
    assert table.game.status == "running"


def test_erasing_deletes_a_game_and_leaves_a_note(table: Table, alice: User) -> None:
    other = started(table.users)
    table.play(key="k", request_hash="h")
    services.erase_game(game_id=table.id, by=alice, reason="asked for", now=timezone.now())
    assert not Game.objects.filter(pk=table.id).exists()
    assert not Seat.objects.filter(game=table.id).exists()
    assert store.rows(table.id) == []
    erasure = Erasure.objects.get(game=table.id)
    assert (erasure.by, erasure.reason, erasure.unfinished_id) == (alice, "asked for", None)
    assert len(other.rows) == 1
    with pytest.raises(errors.NoSuchGame):
        services.erase_game(game_id=table.id, by=alice, reason="", now=timezone.now())


def test_erasing_drops_the_cached_state(
    table: Table, django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]]
) -> None:
    """It holds the secrets of the game."""
    _ = table.state
    key = state_cache._key(table.id, table.game.version)
    assert cache.get(key)
    with django_capture_on_commit_callbacks(execute=True):
        services.erase_game(game_id=table.id, by=None, reason="", now=timezone.now())
        assert cache.get(key)
    assert cache.get(key) is None


def test_an_erasure_of_one_game_does_not_open_another(table: Table) -> None:
    other = started(table.users)
    with refused():
        Erasure.objects.create(game=other.id, at=timezone.now(), reason="", unfinished_id=NO_ROW)
        writing.erase(table.id)
    assert len(table.rows) == 1


def test_a_closed_erasure_opens_nothing(table: Table) -> None:
    Erasure.objects.create(game=table.id, at=timezone.now(), reason="")
    with refused():
        writing.erase(table.id)


@pytest.mark.django_db(transaction=True)
def test_an_open_erasure_cannot_be_committed(table: Table) -> None:
    with refused(None):
        Erasure.objects.create(game=table.id, at=timezone.now(), reason="", unfinished_id=NO_ROW)
        writing.erase(table.id)
        table.game.seats.all().delete()
    assert not Erasure.objects.exists()
    assert len(table.rows) == 1


def test_an_open_erasure_points_nowhere_else(table: Table) -> None:
    closed = Erasure.objects.create(game=table.id, at=timezone.now(), reason="")
    with refused(None):
        Erasure.objects.create(game=table.id, at=timezone.now(), reason="", unfinished_id=closed.pk)


def test_the_command_erases(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("erase_game", str(table.id), "--reason", "a test", "--yes")
    assert not Game.objects.exists()
    assert Erasure.objects.get().reason == "a test"


def test_a_check_misses_a_trigger(table: Table) -> None:
    assert run_checks(databases=["default"], tags=["database"]) == []
    wanted = triggers.SQLITE if connection.vendor == "sqlite" else triggers.POSTGRESQL
    name = next(iter(wanted))
    on = "" if connection.vendor == "sqlite" else " ON games_event"
    execute(f"DROP TRIGGER {name}{on}")
    messages = run_checks(databases=["default"], tags=["database"])
    # One; of a table in parts, those of the parts went with it.
    assert len(messages) == 1 + (len(triggers.partitions(connection)) if on else 0)
    for message in messages:
        assert message.id == "games.W001"
        assert name in message.msg
    triggers.after_migrate(apps.get_app_config("games"))
    assert run_checks(databases=["default"], tags=["database"]) == []


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite makes tables anew")
def test_a_migration_takes_the_triggers_away_and_puts_them_back(table: Table) -> None:
    app = apps.get_app_config("games")
    triggers.before_migrate(app, plan=[])
    assert triggers.missing(connection) == []
    triggers.before_migrate(app, plan=["a migration"])
    assert triggers.missing(connection) == sorted(triggers.SQLITE)
    triggers.after_migrate(app)
    assert triggers.missing(connection) == []
    with refused():
        execute("DELETE FROM games_event")


@pytest.mark.uncounted
def test_every_row_of_a_whole_game_verifies(table: Table) -> None:
    """Chains, digests and hashes of secrets, and folding the stream gives the live state."""
    live = table.play_until(lambda state: state.over)
    rows = table.rows
    salt, game = bytes(table.game.salt), str(table.id)
    previous = ""
    for version, row in enumerate(rows, 1):
        assert row.version == version
        assert row.chain == engine.chain(row, game, previous)
        assert row.secret_hash == engine.hash_secrets(salt, game, version, row.secret)
        previous = row.chain
    for version in (1, 2, len(rows) // 2, len(rows)):
        state = engine.rebuild(rows, upto=version)
        assert rows[version - 1].digest == engine.digest(state, rows[version - 1].secret_hash)
    assert engine.dump(engine.rebuild(rows)) == engine.dump(live)
    assert table.game.status == "finished"
    assert table.game.finished_at is not None
    assert not table.game.due
    assert not table.game.seats.filter(waiting=True).exists()


def test_a_tampered_row_breaks_the_chain(table: Table) -> None:
    row = table.rows[0]
    for name, value in (("public", row.public + " "), ("origin", "admin"), ("cause", 1)):
        changed = engine.StoredEvent(
            **{**{f: getattr(row, f) for f in row.__struct_fields__}, name: value}
        )
        assert engine.chain(changed, str(table.id), "") != row.chain


def test_a_pack_comes_from_the_database(
    table: Table, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Callable[..., object]
) -> None:
    """A process that does not have a game's pack built in loads it once."""
    known: dict[str, engine.Pack] = {}

    def get(hash_: str) -> engine.Pack:
        if hash_ not in known:
            raise engine.UnknownPack(hash_)
        return known[hash_]

    monkeypatch.setattr(engine.packs, "get", get)
    monkeypatch.setattr(engine.packs, "register", lambda pack: known.update({pack.hash: pack}))
    assert table.state.content
    assert list(known) == [ContentPack.objects.get().hash]
