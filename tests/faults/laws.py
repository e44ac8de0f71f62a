"""What holds after every fault."""

from typing import Any

import msgspec

from games import engine
from games.engine.sealing import StoredEvent
from replays import checking
from simulation.postgres import Cluster
from tests.faults.players import Evening, Table

COLUMNS = StoredEvent.__struct_fields__
GAME = (
    "SELECT options, content_id, commitment, server_seed, contributions, salt, version, status, "
    "due, awaits_step FROM games_game WHERE id = %s"
)


def check(evening: Evening) -> None:
    """No accepted move lost, none doubled, every chain and rule holds, every game went on."""
    assert [answer for answer in evening.away if answer.status == 500] == []
    for table in evening.tables:
        rows = stream(evening.site.cluster, table.game)
        check_moves(table, rows)
        check_receipts(evening.site.cluster, table)
        check_stream(evening.site.cluster, table.game, rows)


def stream(cluster: Cluster, game: str) -> list[StoredEvent]:
    """The events of a game as they are stored."""
    listed = f"SELECT {', '.join(COLUMNS)} FROM games_event WHERE game_id = %s ORDER BY version"  # noqa: S608
    return [StoredEvent(*found) for found in cluster.query(listed, game)]


def check_moves(table: Table, rows: list[StoredEvent]) -> None:
    """Each accepted move stands once, where its answer said; and nothing stands that was not."""
    stored = {row.version: row for row in rows if row.origin == "player"}
    chains: dict[int, str] = {}
    for sent in table.sent:
        assert sent.answer is not None
        assert sent.accepted or sent.answer.status in (409, 422), sent.answer
        for event in sent.answer.body["events"] if sent.accepted else []:
            assert event["version"] not in chains, f"version {event['version']} was sent twice"
            chains[event["version"]] = event["chain"]
            assert event["seat"] == sent.seat
            assert event["notation"] == sent.body["notation"]
    assert chains == {version: row.chain for version, row in stored.items()}


def check_receipts(cluster: Cluster, table: Table) -> None:
    """One receipt for each accepted move, none for others."""
    found = cluster.query("SELECT key FROM games_receipt WHERE game_id = %s", table.game)
    assert sorted(key for (key,) in found) == sorted(s.key for s in table.sent if s.accepted)


def check_stream(cluster: Cluster, game: str, rows: list[StoredEvent]) -> None:
    """Chain, digests and rules hold from the first event to the last, and the game is over."""
    (found,) = cluster.query(GAME, game)
    known: dict[str, Any] = dict(zip(GAME.removeprefix("SELECT ").split(", "), found, strict=False))
    *_, version, status, due, awaits_step = found
    assert (version, status, due, awaits_step) == (len(rows), "finished", False, False)
    pack = engine.packs.builtin()
    assert known["content_id"] == pack.hash
    subject = checking.Subject(
        id=game,
        options=known["options"],
        content=known["content_id"],
        pack=pack,
        commitment=known["commitment"],
        server_seed=bytes(known["server_seed"]),
        contributions=[bytes.fromhex(one) for one in known["contributions"]],
        salt=bytes(known["salt"]),
        version=version,
    )
    report = checking.check(subject, rows)
    assert report.status == "passed", msgspec.json.encode(report.first_difference)
