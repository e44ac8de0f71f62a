"""Games to replay, and how tests look at them."""

import json
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import services
from tests.games.tables import Table
from tests.replays.tables import played_out, played_to


def page(table: Table, name: str = "replay") -> str:
    """The path of a page about a game."""
    return reverse(f"web:{name}", args=[table.id])


def text(client: Client, path: str, status: int = 200) -> str:
    """What a page says."""
    answer = client.get(path)
    assert answer.status_code == status
    return answer.content.decode()


def moments(client: Client, table: Table, version: int) -> dict[str, object]:
    """The stretch of a version."""
    answer = client.get(f"{page(table, 'moments')}?v={version}")
    assert answer.status_code == 200
    return json.loads(answer.content)


def versions(shown: str) -> list[int]:
    """The versions in a log, in order."""
    return [int(version) for version in re.findall(r'<li[^>]* data-v="(\d+)"', shown)]


def tones(shown: str) -> list[str]:
    """What the badges of a replay say: of its validation, of its seed, and of where it is from."""
    return re.findall(r'<summary><span class="badge ?(\w*)">', shown)


def offers_fork(shown: str, version: int) -> bool:
    """Whether a page offers to play on from a version."""
    form = shown.partition('class="fork">')[2].partition("</form>")[0]
    return f'name="v" value="{version}"' in form


def signed_in(user: User) -> Client:
    """The browser of a user."""
    client = Client()
    client.force_login(user)
    return client


def take_back(table: Table) -> int:
    """Let whoever decides do something and take it back; the version of the undo."""
    while not any("hire" in move.notation() or "buy" in move.notation() for move in table.moves()):
        table.play()
    user = table.user
    done = next(m for m in table.moves() if "hire" in m.notation() or "buy" in m.notation())
    table.play(done)
    services.undo(game_id=table.id, user=user, now=timezone.now())
    return table.game.version


@pytest.fixture
def users(db: None) -> list[User]:
    """Two players."""
    return [User.objects.create_user(name) for name in ("alice", "bob")]


@pytest.fixture
def running(users: list[User]) -> Table:
    """A game of theirs that goes on."""
    return played_to(users, 25)


@pytest.fixture
def finished(users: list[User]) -> Table:
    """A game of theirs that is over."""
    return played_out(users)
