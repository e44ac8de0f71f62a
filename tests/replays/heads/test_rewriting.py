"""The owner of the database, with the key, rewrites a game and more: kept heads show it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from uuid import uuid4

import msgspec
import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from games.store.reading import key
from replays.heads import merkle, outside, proofs, salts, signing
from replays.heads.errors import HeadsFileDiffers
from replays.heads.models import HeadLeaf, HeadNode, LoggedGame, SignedHead
from replays.heads.statements import GAME, Leaf
from replays.heads.triggers import TABLES
from tests.games.tables import Table
from tests.marks import long
from tests.replays.heads.reader import Reader, day, play, rechained, sign
from tests.replays.tables import unguarded

pytestmark = pytest.mark.django_db


@contextmanager
def owner() -> Iterator[None]:
    """Without the triggers on the log and on the streams."""
    with unguarded():
        if connection.vendor == "sqlite":
            TABLES.triggers.remove(connection)
        else:
            _alter("DISABLE")
        yield
        if connection.vendor != "sqlite":
            _alter("ENABLE")
        TABLES.install(connection)


def _alter(what: str) -> None:
    with connection.cursor() as cursor:
        for table in TABLES.keys:
            cursor.execute(f"ALTER TABLE {table} {what} TRIGGER USER")


def rewrite_game(table: Table) -> None:
    """Change an early event, and make every chain of the game again."""
    rows = rechained(table.rows, str(table.id), 2)
    adapt = connection.ops.adapt_datetimefield_value
    with owner(), connection.cursor() as cursor:
        for row in rows:
            cursor.execute(
                "UPDATE games_event SET recorded_at = %s, chain = %s "
                "WHERE game_id = %s AND version = %s",
                [adapt(row.recorded_at), row.chain, key(table.id), row.version],
            )


def rewrite_log(table: Table) -> None:
    """Give the leaves of the game the new chains, and make the whole tree again."""
    chains = {row.version: row.chain for row in table.rows}
    secret = bytes(LoggedGame.objects.get(game=table.id).secret)
    with owner():
        for leaf in HeadLeaf.objects.filter(stream=table.id):
            entry = Leaf(
                index=leaf.index,
                kind=GAME,
                stream=str(table.id),
                version=leaf.version,
                chain=chains[leaf.version],
                salt=salts.salt_of(secret, leaf.version),
            ).entry()
            HeadLeaf.objects.filter(pk=leaf.pk).update(entry=entry)
        HeadNode.objects.all().delete()
        entries = [bytes(one.entry) for one in HeadLeaf.objects.order_by("index")]
        for node, value in merkle.added(0, [], entries):
            if node.level:
                HeadNode.objects.create(level=node.level, position=node.position, hash=value)


def rewrite_heads() -> None:
    """Sign every head again over the log as it is now, at the times of before."""
    old = list(SignedHead.objects.order_by("number"))
    with owner():
        SignedHead.objects.all().delete()
        for head in old:
            made = signing._signed(
                signing.private_key(), number=head.number, size=head.size, now=head.signed_at
            )
            assert (made.number, made.signed_at) == (head.number, head.signed_at)


def rewrite_file() -> None:
    Path(settings.HEADS_FILE).write_bytes(
        b"".join(
            msgspec.json.encode(proofs.statement(head)) + b"\n"
            for head in SignedHead.objects.order_by("number")
        )
    )


def game_only(table: Table) -> None:
    rewrite_game(table)


def game_and_log(table: Table) -> None:
    rewrite_game(table)
    rewrite_log(table)


def everything(table: Table) -> None:
    rewrite_game(table)
    rewrite_log(table)
    rewrite_heads()
    rewrite_file()


@pytest.mark.parametrize(
    ("rewrite", "by_heads"),
    [(everything, True), (game_only, False), long(game_and_log, True)],
)
def test_a_rewritten_game_is_found(
    tables: list[Table], reader: Reader, rewrite: Callable[[Table], None], by_heads: bool
) -> None:
    table = tables[1]
    play(table, 3)
    sign(1)
    first = reader.keep("head1.json", "heads/1")
    game = reader.keep_game("game.jsonl", table)
    proof = reader.keep("proof.json", f"games/{table.id}/head-proof?head=1")
    for other in tables:
        play(other, 2)
    sign(2)
    second = reader.keep("head2.json", "heads/2")
    honest = reader.keep("growth.json", "heads/2/consistency?from=1")
    good = reader.verify(game, "--head", first, "--proof", proof)
    assert (good.status, good.failed) == (0, set())
    two = ("--head", first, "--head", second, "--consistency")
    assert reader.verify(*two, honest).status == 0

    rewrite(table)
    play(tables[0], 2)
    if rewrite is game_and_log:
        # Its own check would not sign this log, so the owner goes around it.
        with pytest.raises(signing.HeadLogDamaged):
            signing.sign_head(now=day(3))
        signing._signed(signing.private_key(), number=3, size=second_size(), now=day(3))
        outside.deliver(now=day(3))
    else:
        sign(3)

    # The stream itself says nothing: it is sound from the first event to the last.
    new = reader.keep_game("new.jsonl", table)
    assert reader.verify(new).status == 0
    # One head that was kept, with the game's file, finds it: by the proof that was kept then,
    found = reader.verify(new, "--head", first, "--proof", proof)
    assert (found.status, found.failed) == (1, {"head"})
    # and by the one that the server gives now.
    now = reader.keep("now.json", f"games/{table.id}/head-proof?head=1")
    found = reader.verify(new, "--head", first, "--proof", now)
    assert (found.status, found.failed) == (1, {"inclusion"})
    # Two heads, one of before and one of after, find a log that was rewritten.
    third = reader.keep("head3.json", "heads/3")
    growth = reader.keep("growth3.json", "heads/3/consistency?from=1")
    found = reader.verify("--head", first, "--head", third, "--consistency", growth)
    assert (found.status, found.failed) == ((1, {"consistency"}) if by_heads else (0, set()))
    assert found.checks["signature"] == "ok"
    # So do two that were kept before, when their proof is asked for again and the heads changed.
    again = reader.keep("again.json", "heads/2/consistency?from=1")
    found = reader.verify(*two, again)
    assert found.failed == ({"consistency"} if by_heads else set())


def test_an_older_leaf_does_not_stand_for_the_newest(tables: list[Table], reader: Reader) -> None:
    """The owner rewrites what came after it, and has the newest leaf be that of a game unknown."""
    table = tables[1]
    now = timezone.now()
    for signed in (now, now + timedelta(days=1)):
        play(table, 2)
        signing.sign_heads(clock=partial(datetime.fromtimestamp, signed.timestamp(), UTC))
    kept = reader.keep("head.json", "heads/2")
    proof = reader.keep("proof.json", f"games/{table.id}/head-proof?head=2")
    game = reader.keep_game("game.jsonl", table)
    assert reader.verify(game, "--head", kept, "--proof", proof).status == 0
    first, second = HeadLeaf.objects.filter(stream=table.id).order_by("version")
    with owner():
        HeadLeaf.objects.filter(pk=second.pk).update(stream=uuid4())
    proof = reader.keep("older.json", f"games/{table.id}/head-proof?head=2")
    found = reader.verify(game, "--head", kept, "--proof", proof)
    assert (found.status, found.failed) == (1, {"head"})
    assert f"its proof ends with version {first.version}, though the next" in found.texts["head"]
    # Of a head of the time of that leaf there is nothing to say.
    kept = reader.keep("head1.json", "heads/1")
    early = reader.keep("early.json", f"games/{table.id}/head-proof?head=1")
    assert reader.verify(game, "--head", kept, "--proof", early).status == 0


def second_size() -> int:
    return SignedHead.objects.get(number=2).size


def test_a_log_that_was_changed_is_not_signed_on(tables: list[Table], heads_file: Path) -> None:
    sign(1)
    with owner():
        HeadLeaf.objects.filter(index=1).update(entry=bytes(32))
        HeadNode.objects.all().delete()
    with pytest.raises(signing.HeadLogDamaged, match="damaged"):
        signing.sign_head(now=day(2))
    with owner():
        HeadLeaf.objects.filter(index=2).delete()
    with pytest.raises(signing.HeadLogDamaged, match="the last head has 3 leaves"):
        signing.sign_head(now=day(2))
    assert len(heads_file.read_bytes().splitlines()) == 1


def test_a_head_that_was_signed_anew_is_not_the_one_outside(tables: list[Table]) -> None:
    sign(1)
    with owner():
        SignedHead.objects.all().delete()
    signing._signed(signing.private_key(), number=1, size=3, now=day(1, hour=4))
    with pytest.raises(HeadsFileDiffers):
        signing.sign_head(now=day(2))
