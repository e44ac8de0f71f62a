"""Heads that are signed at the same moment, and games that go on or are erased meanwhile."""

from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from games import services
from replays.heads import merkle, signing, tree
from replays.heads.models import HeadLeaf, LoggedGame, SignedHead
from replays.heads.triggers import TABLES
from tests.games.tables import Table, started
from tests.games.test_races import at_once
from tests.replays.heads.reader import KEY, day

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tables(settings: LazySettings) -> Iterator[list[Table]]:
    """Games of two people; the log is emptied afterwards, past its triggers."""
    settings.HEADS_KEY = KEY
    users = [User.objects.create_user(name) for name in ("alice", "bob")]
    yield [started(users) for _ in range(4)]
    names = ", ".join(TABLES.keys)
    with connection.cursor() as cursor:
        for table in TABLES.keys:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        cursor.execute(f"TRUNCATE {names}")
        for table in TABLES.keys:
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def test_one_log_grows_however_many_sign_and_play_and_erase(tables: list[Table]) -> None:
    gone = tables.pop()
    results = at_once(
        [
            *[lambda: signing.sign_heads(clock=lambda: day(1))] * 5,
            *[table.play for table in tables],
            lambda: services.erase_game(
                game_id=gone.id, by=None, reason="test", now=timezone.now()
            ),
        ]
    )
    assert not [one for one in results if isinstance(one, Exception)]
    signing.sign_heads(clock=lambda: day(2))
    entries = [bytes(leaf.entry) for leaf in HeadLeaf.objects.order_by("index")]
    kept = dict(merkle.added(0, [], entries))
    for head in SignedHead.objects.all():
        nodes = merkle.cover(merkle.LeafSpan(0, head.size))
        assert tree.root(head.size).hex() == head.root
        assert merkle.fold([kept[node] for node in nodes]).hex() == head.root
    last = SignedHead.objects.latest("number")
    assert list(HeadLeaf.objects.values_list("index", flat=True)) == list(range(last.size))
    logged = dict(LoggedGame.objects.values_list("game", "version"))
    assert logged == {table.id: table.game.version for table in tables}
