"""The table of events in parts: nothing that reads or writes notices, and nothing is easier."""

import os
import re
import subprocess
import sys

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.checks import run_checks
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from games import store, triggers
from games.store import partitions
from tests.games.tables import Table, started

pytestmark = [pytest.mark.services, pytest.mark.django_db]

PARTS = 4
STORE_TESTS = [
    "tests/games/test_stream.py",
    "tests/games/test_playing.py",
    "tests/games/test_races.py",
]


def ask(sql: str, *values: object) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall()) if cursor.description else []


def shape(table: str = "games_event") -> list[object]:
    """Columns, constraints, indexes and privileges of a table."""
    return [
        ask(
            "SELECT attname, atttypid, atttypmod, attnotnull FROM pg_attribute "
            "WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
            table,
        ),
        ask(
            "SELECT conname, contype::text, condeferrable, condeferred, pg_get_constraintdef(oid) "
            "FROM pg_constraint WHERE conrelid = %s::regclass ORDER BY conname",
            table,
        ),
        ask("SELECT indexname FROM pg_indexes WHERE tablename = %s ORDER BY 1", table),
        sorted(str(grant) for grant in partitions._grants(connection.cursor(), table)),
        ask("SELECT relowner FROM pg_class WHERE oid = %s::regclass", table),
    ]


@pytest.fixture
def parted(db: None) -> list[str]:
    """The names of the parts; a table with games in it cannot be cut in their own transaction."""
    partitions.partition(PARTS)
    return triggers.partitions(connection)


def test_the_shape_and_the_privileges_stay(db: None) -> None:
    ask("CREATE INDEX by_origin ON games_event (origin) WHERE seat = 1")
    ask("REVOKE UPDATE, TRUNCATE ON games_event FROM CURRENT_USER")
    ask("GRANT SELECT ON games_event TO PUBLIC")
    before = shape()
    partitions.partition(PARTS)
    assert shape() == before
    assert ask("SELECT to_regclass('games_event_whole')") == [(None,)]


def test_default_privileges_open_no_part(db: None) -> None:
    ask("ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO PUBLIC")
    partitions.partition(2)
    for table in ("games_event", *triggers.partitions(connection)):
        assert "PUBLIC" not in {g.grantee for g in partitions._grants(connection.cursor(), table)}


@pytest.mark.django_db(transaction=True)
def test_games_go_on_where_they_were(alice: User, bob: User) -> None:
    tables = [started([alice, bob]) for _ in range(6)]
    for table in tables:
        table.play()
    before = [table.rows for table in tables]
    try:
        assert partitions.partition(PARTS) == sum(map(len, before))
        assert [table.rows for table in tables] == before
        filled = ask("SELECT DISTINCT tableoid::regclass::text FROM games_event")
        assert len(filled) > 1
        for table in tables:
            table.play()
            assert [row.version for row in table.rows] == [1, 2, 3]
        (plan,) = ask(
            "EXPLAIN (FORMAT JSON) SELECT 1 FROM games_event WHERE game_id = %s", tables[0].id
        )
        assert len(set(re.findall(r"games_event_p[0-9]+", str(plan)))) == 1
    finally:
        make_whole()


def make_whole() -> None:
    """Undo a partitioning that was committed."""
    with transaction.atomic():
        ask("CREATE TEMP TABLE kept ON COMMIT DROP AS SELECT * FROM games_event")
        definitions = ask(
            "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint "
            "WHERE conrelid = 'games_event'::regclass AND contype IN ('p', 'f') "
            "ORDER BY contype DESC"
        )
        ask("CREATE TABLE whole (LIKE games_event INCLUDING ALL EXCLUDING INDEXES)")
        ask("INSERT INTO whole SELECT * FROM kept")
        ask("DROP TABLE games_event")
        ask("ALTER TABLE whole RENAME TO games_event")
        for name, definition in definitions:
            ask(f'ALTER TABLE games_event ADD CONSTRAINT "{name}" {definition}')
        triggers.install(connection)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE {} SET seat = 1",
        "DELETE FROM {}",
        "TRUNCATE {}",
    ],
)
def test_a_part_is_as_closed_as_the_whole(parted: list[str], table: Table, sql: str) -> None:
    ask("SET CONSTRAINTS ALL IMMEDIATE")
    ((part,),) = ask("SELECT DISTINCT tableoid::regclass::text FROM games_event")
    for name in ("games_event", str(part)):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            ask(sql.format(name))
    assert len(store.rows(table.id)) == 1


def test_a_check_misses_a_trigger_of_a_part(parted: list[str]) -> None:
    assert len(parted) == PARTS
    assert run_checks(databases=["default"], tags=["database"]) == []
    ask(f"DROP TRIGGER games_event_no_truncate ON {parted[1]}")
    (message,) = run_checks(databases=["default"], tags=["database"])
    assert f"games_event_no_truncate on {parted[1]}" in message.msg
    triggers.install(connection)
    assert triggers.missing(connection) == []
    ask(f"ALTER TABLE {parted[0]} DISABLE TRIGGER games_event_guard")
    assert triggers.missing(connection) == [f"games_event_guard on {parted[0]}"]


def test_the_command_says_what_it_did(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("partition_events", "--partitions", "3")
    assert capsys.readouterr().out == "0 events are in 3 partitions now.\n"
    with pytest.raises(CommandError, match="partitioned already"):
        call_command("partition_events")
    assert len(triggers.partitions(connection)) == 3


@pytest.mark.parametrize("number", [0, 1, 1025])
def test_a_number_that_makes_no_sense(db: None, number: int) -> None:
    with pytest.raises(CommandError, match="from 2 to 1024"):
        call_command("partition_events", f"--partitions={number}")


def test_a_copy_that_differs_is_not_taken(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def losing(cursor: object) -> int:
        raise partitions.CannotPartition("The copy differs")

    monkeypatch.setattr(partitions, "_move", losing)
    with pytest.raises(partitions.CannotPartition):
        partitions.partition(2)
    assert triggers.partitions(connection) == []
    assert triggers.missing(connection) == []


def test_the_tests_of_the_store_pass_on_a_partitioned_table() -> None:
    """In a run of their own, on a database whose table is cut before the first of them."""
    server, _, name = os.environ["DATABASE_URL"].partition("?")[0].rpartition("/")
    environment = {
        **os.environ,
        "DATABASE_URL": f"{server}/{name}_parts_{os.getpid()}",
        "CALEDONIA_TEST_PARTITIONS": str(PARTS),
        # Its keys in Redis are its own; the migrated database that it copies is that of this run.
        "PYTEST_XDIST_WORKER": f"{os.environ.get('PYTEST_XDIST_WORKER', 'main')}-parts",
    }
    environment.pop("PYTEST_ADDOPTS", None)
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "--create-db",
            *STORE_TESTS,
        ],
        env=environment,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-1000:]
    assert re.search(r"[1-9][0-9]+ passed", run.stdout), run.stdout
