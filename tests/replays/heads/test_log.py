"""What the log has of games: which leaves, which heads, and what it does not reveal."""

import re
from datetime import timedelta
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from django.conf import LazySettings
from django.core.checks import run_checks
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import services, store
from replays import tasks
from replays.heads import merkle, outside, proofs, signing, tree
from replays.heads.errors import ClocksDiffer, HeadsFileDiffers, HeadsNotSigned, NotInHead
from replays.heads.models import HeadLeaf, HeadNode, LoggedGame, SignedHead
from replays.heads.statements import Head
from replays.heads.streams import GAMES
from replays.heads.triggers import TABLES
from tests.games.tables import Table, new_table
from tests.replays.heads.reader import KEY, PUBLIC, day, play, sign

pytestmark = pytest.mark.django_db


def written(file: Path) -> list[Head]:
    return [msgspec.json.decode(line, type=Head) for line in file.read_bytes().splitlines()]


@pytest.mark.uncounted
def test_a_head_has_the_streams_that_grew_since_the_one_before(
    tables: list[Table], heads_file: Path
) -> None:
    new_table(tables[0].users)  # has no stream yet
    assert sign(1).size == 3
    play(tables[1], 2)
    second = sign(2)
    assert (second.number, second.size, second.key) == (2, 4, PUBLIC)
    newest = HeadLeaf.objects.get(index=3)
    assert (newest.stream, newest.version) == (tables[1].id, tables[1].game.version)
    entries = [bytes(leaf.entry) for leaf in HeadLeaf.objects.order_by("index")]
    leaf = proofs.inclusion(GAMES, tables[1].id).leaf
    assert leaf.entry() == entries[3]
    assert leaf.chain == store.head(tables[1].id, leaf.version).chain
    whole = list(merkle.added(0, [], entries))
    assert HeadNode.objects.count() == len([node for node, _ in whole if node.level])
    assert [head.number for head in written(heads_file)] == [1, 2]


def test_one_head_a_day_whatever_grows(
    tables: list[Table],
) -> None:
    """However often the task comes: more heads would show when each game grows."""
    sign(1)
    play(tables[0], 2)
    assert signing.sign_heads(clock=lambda: day(1, hour=23)) == []
    assert sign(2).size == 4
    assert sign(3).size == 4


def test_a_second_head_of_a_day_is_for_who_says_so(tables: list[Table]) -> None:
    sign(1)
    play(tables[0], 2)

    def again() -> list[int]:
        made = signing.sign_heads(clock=lambda: day(1, hour=4), again=True)
        return [head.size for head in made]

    assert (again(), again()) == ([4], [])


def test_more_than_one_head_may_hold_is_signed_in_several(
    tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing, "MOST_LEAVES", 2)
    made = signing.sign_heads(clock=lambda: day(1))
    assert [head.size for head in made] == [2, 3]


def test_what_a_worker_left_over_that_died_is_signed_on_the_same_day(
    tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing, "MOST_LEAVES", 2)
    signing.sign_head(now=day(1))
    made = signing.sign_heads(clock=lambda: day(1, hour=4))
    assert [head.size for head in made] == [3]
    play(tables[0], 2)
    assert signing.sign_heads(clock=lambda: day(1, hour=5)) == []


def test_without_a_key_nothing_is_signed(tables: list[Table], settings: LazySettings) -> None:
    settings.HEADS_KEY = ""
    with pytest.raises(HeadsNotSigned, match="--new-key"):
        signing.sign_heads(clock=timezone.now)
    tasks.sign_head()
    assert not SignedHead.objects.exists()


@pytest.mark.uncounted
@pytest.mark.long
def test_a_proof_costs_as_many_queries_for_a_large_log_as_for_a_small_one(
    tables: list[Table],
) -> None:
    sign(1)

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            proofs.inclusion(GAMES, tables[0].id)
            proofs.consistency(first=1, second=proofs.head(2).number)
        return len(asked)

    play(tables[0], 2)
    sign(2)
    few = queries()
    entries = [bytes([index % 256]) * 32 for index in range(3000)]
    size = HeadLeaf.objects.count()
    tree.grow(size, entries)
    filler = [
        HeadLeaf(index=at, kind="game", stream=tables[1].id, version=at + 1000, entry=entry)
        for at, entry in enumerate(entries, size)
    ]
    HeadLeaf.objects.bulk_create(filler)
    play(tables[0], 2)
    signing._signed(signing.private_key(), number=3, size=size + 3000, now=day(3))
    with CaptureQueriesContext(connection) as asked:
        shown = proofs.inclusion(GAMES, tables[0].id, number=3)
        grown = proofs.consistency(first=2, second=3)
    assert len(asked) <= few
    assert len(shown.path) <= 12
    assert merkle.consistent(
        first=size,
        second=size + 3000,
        path=[bytes.fromhex(one) for one in grown.path],
        first_root=bytes.fromhex(grown.first.root),
        second_root=bytes.fromhex(grown.second.root),
    )


# --- what is hidden -------------------------------------------------------------------------------


def test_leaves_of_one_game_show_no_common_salt_and_no_id(tables: list[Table]) -> None:
    sign(1)
    first = proofs.inclusion(GAMES, tables[0].id).leaf
    play(tables[0], 2)
    sign(2)
    second = proofs.inclusion(GAMES, tables[0].id).leaf
    assert first.salt != second.salt
    assert proofs.inclusion(GAMES, tables[0].id, number=1).leaf == first
    secret = bytes(LoggedGame.objects.get(game=tables[0].id).secret).hex()
    assert secret not in (first.salt, second.salt)
    assert len(set(LoggedGame.objects.values_list("secret", flat=True))) == 3


def test_leaves_of_an_erased_game_stay_and_say_nothing(tables: list[Table]) -> None:
    sign(1)
    game, kept = tables[0].game, proofs.inclusion(GAMES, tables[0].id)
    services.erase_game(game_id=game.pk, by=None, reason="test", now=timezone.now())
    assert HeadLeaf.objects.filter(stream=game.pk).count() == 1
    assert not LoggedGame.objects.filter(pk=game.pk).exists()
    with pytest.raises(NotInHead):
        proofs.inclusion(GAMES, game.pk)
    play(tables[1], 2)
    second = sign(2)
    assert (second.size, tree.root(3).hex()) == (4, kept.head.root)
    # Who kept the proof can still show it.
    assert merkle.included(
        entry=kept.leaf.entry(),
        index=kept.leaf.index,
        size=kept.head.size,
        path=[bytes.fromhex(one) for one in kept.path],
        root=bytes.fromhex(kept.head.root),
    )


# --- the database's guard -------------------------------------------------------------------------

STATEMENTS = [
    'UPDATE replays_headleaf SET version = 9 WHERE "index" = 0',
    "UPDATE replays_headnode SET level = 2",
    "UPDATE replays_signedhead SET size = 9",
    "DELETE FROM replays_headleaf",
    "DELETE FROM replays_headnode",
    "DELETE FROM replays_signedhead",
]
ONLY_SQLITE = "INSERT OR REPLACE INTO {table} SELECT * FROM {table}"
ONLY_POSTGRESQL = "TRUNCATE {table}"


def test_the_database_refuses_to_change_the_log(tables: list[Table]) -> None:
    sign(1)
    other = ONLY_SQLITE if connection.vendor == "sqlite" else ONLY_POSTGRESQL
    for statement in [*STATEMENTS, *(other.format(table=table) for table in TABLES.keys)]:
        with (
            pytest.raises(IntegrityError, match="the log of heads is append-only"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)


def test_a_check_misses_a_trigger_and_migrate_puts_it_back(db: None) -> None:
    wanted = TABLES.sqlite if connection.vendor == "sqlite" else TABLES.postgresql
    name = next(iter(wanted))
    table = next(table for table in TABLES.keys if name.startswith(table))
    on = "" if connection.vendor == "sqlite" else f" ON {table}"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}{on}")
    said = [found for found in run_checks(databases=["default"]) if found.id == "replays.W004"]
    assert len(said) == 1
    assert name in said[0].msg
    TABLES.triggers.after_migrate(signing)  # type: ignore[arg-type]
    assert TABLES.missing(connection) == []


# --- the command ----------------------------------------------------------------------------------


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("sign_head", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_signs_and_says_what(tables: list[Table], heads_file: Path) -> None:
    root = re.fullmatch(r"Head 1: 3 leaves, root ([0-9a-f]{64})\n", run())
    assert root is not None
    assert [head.root for head in written(heads_file)] == [root[1]]
    assert "There is a head of today" in run()
    play(tables[0], 2)
    assert "There is a head of today" in run()
    assert run("--again").startswith("Head 2: 4 leaves")


def test_one_leaf_is_told_as_one(tables: list[Table]) -> None:
    for table in tables[1:]:
        services.erase_game(game_id=table.id, by=None, reason="test", now=day(1))
    assert run().startswith("Head 1: 1 leaf, root ")
    assert str(SignedHead.objects.get()) == "1: 1 leaf"


def test_the_command_makes_keys_and_asks_for_one(
    tables: list[Table], settings: LazySettings
) -> None:
    settings.HEADS_KEY = run("--new-key").strip()
    assert len(settings.HEADS_KEY) == 64
    assert signing.public_key(signing.private_key()) != PUBLIC
    settings.HEADS_KEY = ""
    with pytest.raises(CommandError, match="HEADS_KEY is not set"):
        run()


def test_another_key_signs_on_and_the_old_one_stays_listed(
    tables: list[Table], settings: LazySettings
) -> None:
    sign(1)
    settings.HEADS_KEY = run("--new-key").strip()
    new = signing.public_key(signing.private_key())
    assert (sign(2).key, proofs.key()) == (new, new)
    assert proofs.keys() == sorted([PUBLIC, new])


def test_a_database_that_was_restored_signs_only_when_told_to(
    tables: list[Table], heads_file: Path
) -> None:
    sign(1)
    point = transaction.savepoint()
    play(tables[0], 2)
    sign(2)
    transaction.savepoint_rollback(point)  # as of the backup
    with pytest.raises(HeadsFileDiffers, match="HEADS_FILE ends with head 2"):
        sign(3)
    (head,) = signing.sign_heads(clock=lambda: day(3), after_restore=True)
    assert head.number == 3
    assert outside.deliver(now=day(3))
    assert [head.number for head in written(heads_file)] == [1, 2, 3]
    assert sign(4).number == 4


def test_without_a_file_who_restores_says_the_first_free_number(
    tables: list[Table], settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.HEADS_FILE = ""
    monkeypatch.setattr(signing, "MOST_LEAVES", 2)
    assert run().startswith("Head 1: 2 leaves")
    with pytest.raises(CommandError, match=r"Ask who gets the heads .* --after-restore N` with"):
        run("--after-restore")
    with pytest.raises(CommandError, match="2 is no free number: there are heads up to 2"):
        run("--after-restore", "2")
    assert SignedHead.objects.count() == 2
    # Also when nothing has grown: the next run has to know it.
    assert run("--after-restore", "7").startswith("Head 7: 3 leaves")
    assert "There is a head of today" in run("--after-restore", "8")
    for table in tables:
        play(table, 2)
    said = run("--after-restore", "11")
    assert re.findall(r"Head (\d+): (\d)", said) == [("11", "5"), ("12", "6")]


def test_a_number_beyond_those_of_the_file_may_be_said(
    tables: list[Table], heads_file: Path
) -> None:
    """A file that has not got all heads either."""
    sign(1)
    with pytest.raises(CommandError, match="is far ahead of 2, the first number that is free"):
        run("--after-restore", str(2**63))
    with pytest.raises(CommandError, match="1 is no free number: there are heads up to 1"):
        run("--after-restore", "1")
    assert run("--after-restore", "5").startswith("Head 5: ")
    assert [head.number for head in written(heads_file)] == [1, 5]


# --- clocks ---------------------------------------------------------------------------------------


def test_nothing_is_signed_after_a_head_of_a_later_time_unless_asked_for(
    tables: list[Table],
) -> None:
    now = timezone.now()
    signing.sign_heads(clock=lambda: now + timedelta(days=1))
    with pytest.raises(CommandError, match=r"Head 1 was signed at .*--again"):
        run()
    assert run("--again").startswith("Head 2: 3 leaves")
    signing.sign_heads(clock=lambda: SignedHead.objects.get(pk=2).signed_at - timedelta(minutes=9))


@pytest.mark.skipif(connection.vendor == "sqlite", reason="its clock is the process's")
@pytest.mark.parametrize("off", [timedelta(days=1), -timedelta(minutes=11)])
def test_nothing_is_signed_by_a_machine_with_another_time_than_the_database(
    tables: list[Table], monkeypatch: pytest.MonkeyPatch, off: timedelta
) -> None:
    real = timezone.now
    with monkeypatch.context() as patched:
        patched.setattr("django.utils.timezone.now", lambda: real() + off)
        with pytest.raises(ClocksDiffer, match="Correct the clock that is wrong"):
            tasks.sign_head()
    assert not SignedHead.objects.exists()
    with monkeypatch.context() as patched:
        patched.setattr("django.utils.timezone.now", lambda: real() + timedelta(minutes=9))
        tasks.sign_head()
    assert abs(SignedHead.objects.get().signed_at - real()) < timedelta(minutes=1)


def test_places_outside_are_missed_by_a_check(settings: LazySettings) -> None:
    settings.HEADS_KEY = KEY
    assert [found.id for found in run_checks() if found.id == "replays.W003"] == ["replays.W003"]
    settings.HEADS_FILE = "/srv/heads.jsonl"
    assert "replays.W003" not in [found.id for found in run_checks()]
    settings.HEADS_FILE = "/dev/null/heads.jsonl"
    assert [found.id for found in run_checks() if found.id == "replays.W005"] == ["replays.W005"]
