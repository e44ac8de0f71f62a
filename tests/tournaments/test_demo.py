"""The tournaments of the demo."""

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from games.management.commands.demo import NAMES
from tests.database import Settled
from tournaments.models import Tournament

pytestmark = pytest.mark.once


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_the_tournaments_of_the_demo_are_made_once(
    capsys: pytest.CaptureFixture[str], settled: Settled
) -> None:
    for name in NAMES:
        User.objects.create_user(name)
    call_command("demo_tournaments", "--url", "http://here")
    phases = Tournament.objects.values_list("phase", "round")
    assert sorted(phases) == [("finished", 2), ("running", 1)], "made at once, by the first call"
    call_command("demo_tournaments", "--url", "http://here")
    assert dict(Tournament.objects.values_list("phase", "round")) == {"finished": 2, "running": 1}
    output = capsys.readouterr().out
    for one in Tournament.objects.all():
        assert output.count(f"http://here/tournaments/{one.pk}/") == 2


def test_without_its_people_there_is_no_demo(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DEV", True)
    with pytest.raises(CommandError, match="run manage"):
        call_command("demo_tournaments")
