"""The database comes back as it was at a point in time: the drill of docs/operations.md."""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from simulation.postgres import Cluster
from simulation.processes import wait_until
from tests.faults import laws
from tests.faults.players import Evening
from tests.faults.site import Site

pytestmark = [
    pytest.mark.services,
    pytest.mark.long,
    pytest.mark.skipif("CALEDONIA_FAULT_SECONDS" not in os.environ, reason="make faults runs it"),
]

FILE = settings.BASE_DIR / "docker-compose.archive.yml"
CHECK = ("check", "--tag", "database", "--database", "default", "--fail-level", "WARNING")
ARCHIVED = "SELECT last_archived_wal >= %s FROM pg_stat_archiver"
GAMES = "SELECT id::text, name FROM games_game ORDER BY id"
MISTAKE = "UPDATE games_game SET name = 'lost' RETURNING id"
EVENTS = "SELECT game_id::text, version, chain FROM games_event ORDER BY 1, 2"


def archiving(archive: Path) -> dict[str, str]:
    """What the file for compose has PostgreSQL archive, into another folder."""
    words: list[str] = yaml.safe_load(FILE.read_text())["services"]["db"]["command"]
    options = dict(word.split("=", 1) for word in words if "=" in word)
    return {name: value.replace("/archive/", f"{archive}/") for name, value in options.items()}


@pytest.fixture
def archive(site: Site) -> Iterator[Path]:
    """Where the site archives its log while this test runs."""
    folder = site.cluster.folder / "archive"
    site.cluster.run("/bin/mkdir", str(folder))
    site.cluster.stop("fast")
    before = site.cluster.options
    site.cluster.options = {**before, **archiving(folder)}
    site.cluster.start()
    yield folder
    site.cluster.stop("immediate")
    site.cluster.options = before
    site.cluster.start()


def restored(
    site: Site, archive: Path, base: Path, until: datetime, name: str = "restored"
) -> Cluster:
    """A second cluster out of the base backup and the archive, as it was then."""
    options = {
        "restore_command": f"cp {archive}/%f %p",
        "recovery_target_time": until.isoformat(),
        "recovery_target_action": "promote",
    }
    cluster = Cluster(site.folder, name=name, base=base, options=options)
    cluster.run("/usr/bin/touch", str(cluster.data / "recovery.signal"))
    cluster.start()
    wait_until("it is no longer recovering", lambda: recovered(cluster))
    return cluster


def recovered(cluster: Cluster) -> bool:
    return cluster.query("SELECT pg_is_in_recovery()") == [(False,)]


def backed_up(cluster: Cluster, archive: Path) -> Path:
    """A base backup beside the files that are archived."""
    base = archive / "base"
    where = ("--host=127.0.0.1", f"--port={cluster.port}", "--username=postgres")
    cluster.run("pg_basebackup", *where, "--checkpoint=fast", f"--pgdata={base}")
    cluster.run("pg_verifybackup", str(base))
    return base


def archived(cluster: Cluster) -> None:
    """All until now is in the archive."""
    ((segment,),) = rows(cluster, "SELECT pg_walfile_name(pg_switch_wal())")
    wait_until("the log is archived", lambda: cluster.query(ARCHIVED, segment) == [(True,)])


def manage(site: Site, cluster: Cluster, *command: str) -> subprocess.CompletedProcess[str]:
    """A command of the server on a cluster."""
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        env={**site.env, "DATABASE_URL": cluster.url, "PYTHONPATH": os.fspath(settings.BASE_DIR)},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )


def rows(cluster: Cluster, statement: str) -> list[tuple[Any, ...]]:
    return cluster.query(statement)


def test_back_to_a_point_in_time(site: Site, archive: Path) -> None:
    """What was played until then is there and verifies; what came after, mistakes too, is not."""
    base = backed_up(site.cluster, archive)
    with Evening(site, 2, seed=2100) as evening:
        pass
    laws.check(evening)
    expected = [rows(site.cluster, statement) for statement in (GAMES, EVENTS)]
    ((until,),) = rows(site.cluster, "SELECT clock_timestamp()")
    with Evening(site, 1, seed=2200) as later:
        pass
    assert rows(site.cluster, MISTAKE)
    archived(site.cluster)
    cluster = restored(site, archive, base, until)
    try:
        assert [rows(cluster, statement) for statement in (GAMES, EVENTS)] == expected
        assert later.tables[0].game not in dict(expected[0])
        for command in (CHECK, ("migrate", "--check")):
            assert manage(site, cluster, *command).returncode == 0
        validated = manage(site, cluster, "validate_replays", "--again")
        assert validated.returncode == 0, validated.stdout + validated.stderr
        assert f"{len(expected[0])} passed" in validated.stdout + validated.stderr
        goes_on(site, cluster, expected)
    finally:
        cluster.stop("immediate")
    again = restored(site, archive, base, until, "restored-again")
    try:
        goes_on(site, again, expected)
    finally:
        again.stop("immediate")


def goes_on(site: Site, cluster: Cluster, expected: list[list[tuple[Any, ...]]]) -> None:
    """What was restored archives in a directory of its own, out of which it is restored again.

    It begins the same timeline each time, with other files.
    """
    assert [rows(cluster, statement) for statement in (GAMES, EVENTS)] == expected
    anew = cluster.folder / "archive"
    cluster.run("/bin/mkdir", str(anew))
    cluster.stop("fast")
    cluster.options |= archiving(anew)
    cluster.start()
    base = backed_up(cluster, anew)
    ((until,),) = rows(cluster, "SELECT clock_timestamp()")
    assert rows(cluster, MISTAKE)
    archived(cluster)
    last = restored(site, anew, base, until, f"{cluster.folder.name}-anew")
    try:
        assert [rows(last, statement) for statement in (GAMES, EVENTS)] == expected
    finally:
        last.stop("immediate")
