"""A replica that lags behind, or is gone: whatever is read is as new as the database."""

import os
import re
from collections.abc import Iterator

import pytest

from simulation.postgres import Cluster
from simulation.processes import listens, wait_until
from tests.faults import laws
from tests.faults.players import Evening
from tests.faults.reader import Reader
from tests.faults.site import WEB_WORKERS, Site

pytestmark = [
    pytest.mark.services,
    pytest.mark.long,
    pytest.mark.skipif("CALEDONIA_FAULT_SECONDS" not in os.environ, reason="make faults runs it"),
]

FOLLOWS = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"
UNDONE = "SELECT count(*) FROM auth_group WHERE name = 'undone'"
THERE = "SELECT count(*) FROM games_game WHERE id = ANY(%s::uuid[])"
OWN = ("api_token", "games_session", "replays_validation", "games_receipt", "django_", "UPDATE")
"""What a replica is never asked for, or to do."""
ROLE = "caledonia_app"
"""As the server connects by docs/operations.md: as a role that owns nothing."""
ASKED = """
import django; django.setup()
from games import replica
print(replica.read(replica.alias))
"""


@pytest.fixture
def standby(site: Site) -> Iterator[Cluster]:
    """A standby of the site's database, of which its web processes know."""
    made = site.cluster.standby(site.folder, options={"log_statement": "all"})
    wait_until("it follows", lambda: site.cluster.query(FOLLOWS) == [(1,)])
    site.env["REPLICA_DATABASE_URL"] = made.url
    site.stop("web")
    web = site.start_web()
    wait_until("the web server has its workers", lambda: len(web.children()) == WEB_WORKERS)
    yield made
    del site.env["REPLICA_DATABASE_URL"]
    site.stop("web")
    if listens(made.port):
        made.stop("immediate")


def test_nothing_that_is_read_is_older_than_the_database(site: Site, standby: Cluster) -> None:
    """While it keeps up, while it stands still, when it goes on, and without it."""
    reader = Reader(site)
    first = played(reader, 2, seed=3100)
    read_all(reader, first, by="clan")
    assert all(asked(standby, game) for game in first)

    standby.query("SELECT pg_wal_replay_pause()")
    later = played(reader, 1, seed=3200)
    read_all(reader, first | later, by="place")
    assert standby.query(THERE, list(later)) == [(0,)]
    assert not any(asked(standby, game) for game in later)
    assert "the replica is not read: it is behind the database" in site.log("web")

    standby.query("SELECT pg_wal_replay_resume()")
    (game,) = later
    path = f"api/v1/replays/{game}"
    wait_until("it is read again", lambda: reader.get(path) and asked(standby, game))

    standby.stop("immediate")
    read_all(reader, first | later, by="players")
    assert re.search("the replica is not read: (?!it is behind)", site.log("web"))
    assert not any(word in said_by(standby) for word in OWN)


def test_a_standby_of_what_a_restore_has_undone_is_not_read(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the same cluster, and farther on in the log, but of the timeline that was given up."""
    with site.cluster.connect() as owner:
        owner.execute(f"CREATE ROLE {ROLE} LOGIN".encode())
    standby, restored = (beside(site, site.cluster, name) for name in ("undone", "restored"))
    restored.stop("fast")
    site.cluster.query("SELECT pg_switch_wal()")
    site.cluster.query("INSERT INTO auth_group (name) VALUES ('undone') RETURNING id")
    made = [standby, restored]
    try:
        assert asked_of(site, monkeypatch, site.cluster, standby) == "replica"
        restored.options["primary_conninfo"] = ""
        restored.start()
        assert restored.query("SELECT pg_promote()") == [(True,)]
        assert restored.query(UNDONE) == [(0,)]
        assert standby.query(UNDONE) == [(1,)]
        ((end,),) = restored.query("SELECT pg_current_wal_lsn()::text")
        assert standby.query("SELECT pg_last_wal_replay_lsn() > %s::pg_lsn", end) == [(True,)]
        assert asked_of(site, monkeypatch, restored, standby) == "default"
        made.append(beside(site, restored, "anew"))
        assert asked_of(site, monkeypatch, restored, made[-1]) == "replica"
    finally:
        for one in made:
            if listens(one.port):
                one.stop("immediate")
        with site.cluster.connect() as owner:
            owner.execute(f"DROP ROLE {ROLE}".encode())
            owner.execute(b"DELETE FROM auth_group")


def beside(site: Site, cluster: Cluster, name: str) -> Cluster:
    """A standby of a cluster in a folder of this name."""
    folder = site.folder / name
    folder.mkdir()
    folder.chmod(0o755)
    return cluster.standby(folder)


def asked_of(
    site: Site, monkeypatch: pytest.MonkeyPatch, database: Cluster, standby: Cluster
) -> str:
    """Which of the two a server reads."""
    for name, one in (("DATABASE_URL", database), ("REPLICA_DATABASE_URL", standby)):
        monkeypatch.setitem(site.env, name, one.url.replace("postgres@", f"{ROLE}@"))
    return site.python(ASKED).strip()


def played(reader: Reader, tables: int, *, seed: int) -> dict[str, int]:
    """The versions of some games that are over now."""
    with Evening(reader.site, tables, seed=seed) as evening:
        pass
    laws.check(evening)
    assert evening.away == []
    return reader.versions_of([table.game for table in evening.tables])


def read_all(reader: Reader, versions: dict[str, int], *, by: str) -> None:
    """Each game to its end, and all of them."""
    for game, version in versions.items():
        reader.reads_whole(game, version)
    reader.finds_all(versions, by)


def asked(standby: Cluster, game: str) -> bool:
    """Whether the stream of a game was read there."""
    return f"FROM games_event WHERE game_id = '{game.replace('-', '')}'" in said_by(standby)


def said_by(standby: Cluster) -> str:
    """The statements that it was given."""
    return (standby.folder / "log").read_text()
