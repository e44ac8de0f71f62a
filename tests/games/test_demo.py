"""The demo of `make run`."""

from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from games import engine, selectors, services
from games.management.commands import demo
from games.models import Game
from tests.database import Settled

pytestmark = pytest.mark.once

PASSWORD = "first-of-three"  # noqa: S105 - of users that live for one test

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_the_demo_is_made_once_and_is_the_same_every_time(
    capsys: Capture, client: Client, settled: Settled, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One test, because the games take seconds to play."""
    call_command("demo", "--password", PASSWORD, "--url", "http://here")
    made = capsys.readouterr().out
    call_command("demo")
    assert Game.objects.count() == 3
    for game in Game.objects.all():
        settled(game.id)
        assert f"http://here/games/{game.id}/" in made
    statuses = dict(Game.objects.values_list("status", "id"))
    assert set(statuses) == {"open", "running", "finished"}
    finished = Game.objects.get(status="finished")
    assert [seat.bot for seat in finished.seats.all()] == ["steward"] * 4
    assert PASSWORD in made
    for name in demo.NAMES:
        assert client.login(username=name, password=PASSWORD)
    running_game_is_as_the_readme_tells()
    first = streams()
    no_other_game_of_its_users_is_listed(made, capsys)
    password_is_printed_while_it_is_right_each_database_having_its_own(capsys, monkeypatch)
    # That bots play a whole game as they did before, test_shares.py sees.
    for game in Game.objects.exclude(pk=finished.pk):
        services.erase_game(game_id=game.id, by=None, reason="", now=timezone.now())
    call_command("demo")
    assert streams() == first
    for game in Game.objects.all():
        assert game.commitment == engine.randomness.commitment(bytes(game.server_seed))


def running_game_is_as_the_readme_tells() -> None:
    """The example of the README is legal there."""
    running = Game.objects.get(status="running")
    (seat,) = running.seats.filter(waiting=True)
    assert seat.name == "ada"
    assert running.round in (2, 3)
    state = selectors.state_of(running)
    assert [d.kind for d in state.open_decisions()] == ["main_action"]
    kinds = {move.type_name() for move in engine.legal_moves(state, engine.Seat(seat.index))}
    assert {"hire_merchant", "expand"} <= kinds


def streams() -> dict[str, list[str]]:
    return {
        game.name: [row.public for row in selectors.events_after(game, 0, 10_000)]
        for game in Game.objects.all()
    }


def no_other_game_of_its_users_is_listed(made: str, capsys: Capture) -> None:
    listed = made.count("/games/")
    ada = User.objects.get(username="ada")
    for name in ("Another one", demo.RUNNING):
        services.create_game(
            host=ada,
            name=name,
            options=engine.Options(players=2),
            visibility="private",
            now=timezone.now(),
        )
    capsys.readouterr()
    call_command("demo")
    output = capsys.readouterr().out
    assert output.count("/games/") == listed == 3
    assert "Another one" not in output


def password_is_printed_while_it_is_right_each_database_having_its_own(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = demo.password_file()
    with monkeypatch.context() as elsewhere:
        elsewhere.setitem(connection.settings_dict, "HOST", "elsewhere")
        assert demo.password_file() != here
        demo.set_password(list(User.objects.filter(username="cleo")), "of-elsewhere")
    call_command("demo")
    assert PASSWORD in capsys.readouterr().out
    ada = User.objects.get(username="ada")
    ada.set_password("another")
    ada.save()
    call_command("demo")
    output = capsys.readouterr().out
    assert PASSWORD not in output
    assert "manage.py demo --password NEW" in output


def test_no_demo_on_a_public_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DEV", False)
    with pytest.raises(CommandError, match="CALEDONIA_DEV"):
        call_command("demo")
