"""The command that prints a position."""

import io

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from games import engine
from games.runtime import state_cache
from tests.games.tables import Table
from tests.replays.tables import played_to

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def table(users: list[User]) -> Table:
    return played_to(users, 30)


def printed(table: Table, *arguments: str) -> str:
    out = io.StringIO()
    call_command("position", str(table.id), *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("version", [1, 7, 30])
def test_it_prints_any_version(table: Table, version: int) -> None:
    known = state_cache.rebuild(table.game, version)
    assert engine.dump(engine.read_position(printed(table, str(version), "--secrets"))) == (
        engine.dump(known)
    )
    assert engine.read_position(printed(table, str(version))).version == version


def test_it_prints_the_newest_one_without_what_is_hidden(table: Table) -> None:
    state = engine.read_position(printed(table))
    assert state.version == table.game.version
    assert state.secret is None
    assert table.state.secret.seed not in printed(table)  # type: ignore[union-attr]


def test_what_does_not_exist_is_refused(table: Table) -> None:
    for version in ("0", "-1", str(table.game.version + 1)):
        with pytest.raises(CommandError, match=f"versions 1 to {table.game.version}"):
            call_command("position", str(table.id), "--", version)
    with pytest.raises(CommandError, match="There is no game"):
        call_command("position", "00000000-0000-4000-8000-000000000000")
