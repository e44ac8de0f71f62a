"""The command that prints a stream."""

import io

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from tests.games.tables import Table
from tests.replays.tables import played_to

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def table(users: list[User]) -> Table:
    return played_to(users, 30)


def shown(table: Table, *arguments: str) -> list[str]:
    out = io.StringIO()
    call_command("show_stream", str(table.id), *arguments, stdout=out)
    return out.getvalue().splitlines()


def test_it_prints_every_event_in_order(table: Table) -> None:
    lines = shown(table)
    assert [int(line.split()[0]) for line in lines] == list(range(1, table.game.version + 1))
    assert "The game is set up for 3 players" in lines[0]
    assert "pile_order" not in "".join(lines)


def test_a_part_of_it_and_what_is_hidden(table: Table) -> None:
    assert [line.split()[0] for line in shown(table, "--from", "5", "--to", "6")] == ["5", "6"]
    seed = table.state.secret.seed  # type: ignore[union-attr]
    assert seed in "".join(shown(table, "--secrets"))
    assert seed not in "".join(shown(table))


def test_what_is_not_there_is_told(table: Table) -> None:
    with pytest.raises(CommandError, match="has the versions 1 to"):
        shown(table, "--to", "9999")
    with pytest.raises(CommandError, match="There is no game"):
        call_command("show_stream", "00000000-0000-4000-8000-000000000000")
