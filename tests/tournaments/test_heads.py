"""Tournaments in the log of signed heads: who rewrites one is found by a head that was kept."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.db import connection
from msgspec.structs import replace

from games import services as games
from games.store.stream_table import key
from replays.heads import proofs
from replays.heads.models import HeadLeaf
from tests.replays.heads.reader import KEY, Reader, sign
from tests.tournaments.by_hand import NOON, played
from tests.tournaments.forging import rewritten
from tournaments import services
from tournaments.exporting import json_lines
from tournaments.files.reading import read_file
from tournaments.heads import TOURNAMENTS
from tournaments.log import Entry
from tournaments.log.events import ResultRecorded
from tournaments.models import LoggedTournament, Tournament
from tournaments.state import Settings
from tournaments.store.triggers import TABLES
from tournaments.verify import SOUND, UNREADABLE, WRONG, main

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain")]


@pytest.fixture
def reader(settings: LazySettings, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Reader:
    settings.HEADS_KEY = KEY
    return Reader(tmp_path, capsys)


@contextmanager
def owner() -> Iterator[None]:
    """Without the triggers on the logs."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            TABLES.triggers.remove(connection)
        else:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE tournaments_log DISABLE TRIGGER USER")
        yield
        if connection.vendor != "sqlite":
            cursor.execute("ALTER TABLE tournaments_log ENABLE TRIGGER USER")
        TABLES.install(connection)


def rewrite(cup: Tournament) -> None:
    """Turn the first result round, and make every hash after it again."""

    def turned(event: Entry) -> Iterator[Entry]:
        if isinstance(event, ResultRecorded) and event.table == 2 and event.result:
            result = replace(
                event.result, places=event.result.places[::-1], scores=event.result.scores[::-1]
            )
            event = replace(event, result=result)
        yield event

    forged = rewritten(read_file(json_lines(cup)), turned)
    with owner(), connection.cursor() as cursor:
        for row in forged.rows:
            cursor.execute(
                "UPDATE tournaments_log SET public = %s, digest = %s, chain = %s "
                "WHERE tournament_id = %s AND version = %s",
                [row.public, row.digest, row.chain, key(cup.pk), row.version],
            )


def test_a_rewritten_tournament_is_found(alice: User, reader: Reader) -> None:
    cup = played(alice)
    sign(1)
    head = ["--head", reader.keep("head.json", "heads/1")]
    proof = reader.keep("proof.json", f"tournaments/{cup.pk}/head-proof?head=1")
    file = reader.keep("cup.jsonl", f"tournaments/{cup.pk}/export")
    assert main([file, *head, "--proof", proof]) == SOUND
    shown = reader.capsys.readouterr().out
    assert [line.split()[1] for line in shown.splitlines() if line.startswith("ok")][-1] == "head:"

    rewrite(cup)
    new = reader.keep("new.jsonl", f"tournaments/{cup.pk}/export")
    # The stream itself says nothing: row, chain and file fit each other.
    assert main([new]) == SOUND
    assert main([new, *head, "--proof", proof]) == WRONG
    assert "FAILED   head: Up to version" in reader.capsys.readouterr().out
    # Nor does a proof that the server makes now.
    now = reader.keep("now.json", f"tournaments/{cup.pk}/head-proof?head=1")
    assert main([new, *head, "--proof", now]) == WRONG
    assert "inclusion   FAILED" in reader.capsys.readouterr().out
    # A file goes with its proof, and a proof with its file.
    with pytest.raises(SystemExit):
        main([new, *head])
    assert main([*head]) == SOUND
    assert main([new, "--head", new, "--proof", now]) == UNREADABLE


@pytest.mark.uncounted
def test_a_tournament_has_a_leaf_for_each_head_in_which_it_grew(
    alice: User, reader: Reader
) -> None:
    cup = played(alice, finish=False)
    sign(1)
    first = proofs.inclusion(TOURNAMENTS, cup.pk).leaf
    assert (first.kind, first.version) == ("tournament", cup.version)
    services.finish_tournament(tournament_id=cup.pk, user=alice, now=NOON)
    sign(2)
    second = proofs.inclusion(TOURNAMENTS, cup.pk).leaf
    assert (second.version, second.salt == first.salt) == (first.version + 1, False)
    sign(3)
    assert HeadLeaf.objects.count() == 2
    secret = bytes(LoggedTournament.objects.get(pk=cup.pk).secret).hex()
    assert secret not in (first.salt, second.salt)


def test_what_strangers_may_not_see_is_not_proved_to_them(alice: User, reader: Reader) -> None:
    settings = Settings(format="plain", played_here=False)
    cup = services.create_tournament(
        user=alice, name="Secret", settings=settings, visibility="private", now=NOON
    )
    sign(1)
    address = f"/api/v1/tournaments/{cup.pk}/head-proof"
    assert reader.client.get(address).status_code == 404
    reader.client.force_login(alice)
    proof = reader.client.get(address).json()
    # Without the salt a leaf is not found by trying: it is no hash of what can be guessed.
    leaf = HeadLeaf.objects.get()
    assert len(proof["leaf"]["salt"]) == 64
    assert str(cup.pk).encode() not in bytes(leaf.entry)


@pytest.mark.uncounted
def test_names_can_be_erased_all_the_same(alice: User, bob: User, reader: Reader) -> None:
    cup = played(alice)
    sign(1)
    head = ["--head", reader.keep("head.json", "heads/1")]
    games.delete_account(user=alice, now=NOON)
    file = reader.keep("cup.jsonl", f"tournaments/{cup.pk}/export")
    assert b"alice" not in Path(file).read_bytes()
    proof = reader.keep("proof.json", f"tournaments/{cup.pk}/head-proof?head=1")
    assert main([file, *head, "--proof", proof]) == SOUND
