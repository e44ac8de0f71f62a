"""The demo of `make run`."""

from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client

from games.models import Game
from tests.conftest import Settled

PASSWORD = "first-of-three"  # noqa: S105 - of users that live for one test


@pytest.mark.django_db(transaction=True)
def test_the_demo_is_made_once(
    capsys: pytest.CaptureFixture[str],
    client: Client,
    settled: Settled,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    call_command("demo", "--password", PASSWORD, "--url", "http://here")
    told = capsys.readouterr().out
    call_command("demo")
    assert Game.objects.count() == 3
    for game in Game.objects.all():
        settled(game.id)
        assert f"http://here/api/v1/games/{game.id}" in told
    statuses = dict(Game.objects.values_list("status", "id"))
    assert set(statuses) == {"open", "running", "finished"}
    running = Game.objects.get(status="running")
    assert [seat.user.username for seat in running.seats.filter(waiting=True)] == ["ada"]  # type: ignore[union-attr]
    assert running.round > 0
    assert not Game.objects.get(status="finished").seats.exclude(user=None).exists()
    assert PASSWORD in told
    for name in ("ada", "ben", "cleo"):
        assert client.login(username=name, password=PASSWORD)


def test_no_demo_on_a_public_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DEV", False)
    with pytest.raises(CommandError, match="CALEDONIA_DEV"):
        call_command("demo")
