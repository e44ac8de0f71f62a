"""Through processes whose clocks are wrong: deadlines and limits go by the database's."""

from base64 import b64encode
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.selectors import database_now
from tests.api.conftest import Caller, problem
from tests.api.tournament_callers import done, entered, made, plain, seats, stored

__all__ = ["plain"]
pytestmark = [
    pytest.mark.usefixtures("plain"),
    pytest.mark.skipif(connection.vendor == "sqlite", reason="its clock is the process's"),
]


@pytest.mark.parametrize("ahead", [timedelta(hours=30), timedelta(hours=-30)])
def test_deadlines_go_by_the_clock_of_the_database(
    alice: Caller,
    bob: Caller,
    charlie: Caller,
    monkeypatch: pytest.MonkeyPatch,
    ahead: timedelta,
) -> None:
    path = made(alice, settings={"format": "plain", "round_hours": 24})
    entered(path, bob, charlie)
    signed_in = Client()
    signed_in.force_login(stored(path).director)
    wrong = timezone.now() + ahead
    monkeypatch.setattr("django.utils.timezone.now", lambda: wrong)
    done(alice.post(f"{path}/draw"))
    due = stored(path).due_at
    assert due is not None
    assert abs(due - database_now() - timedelta(hours=24)) < timedelta(minutes=5)
    table = done(alice.get(f"{path}/tables/1"))
    ruling = {"reason": "Too late.", "forfeited": seats(table)[:1]}
    problem(alice.post(f"{path}/tables/1/ruling", ruling), 409, "wrong_phase")
    sent = {"entrant": seats(table)[0], "reason": "Too late.", "sure": "on"}
    address = f"/{path}/tables/1/do/forfeit/"
    answer = signed_in.post(address, sent)
    assert answer.status_code == 422
    if ahead > timedelta(0):
        assert "UTC, only bots, and who has left, are forfeited" in answer.content.decode()
    assert done(alice.get(f"{path}/tables/1"))["forfeited"] == []


@pytest.mark.parametrize(
    "ahead",
    [timedelta(hours=2), timedelta(days=1), timedelta(seconds=-90), timedelta(days=-1, minutes=-2)],
)
def test_limits_of_guesses_hold_while_clocks_differ(
    db: None, monkeypatch: pytest.MonkeyPatch, settings: LazySettings, ahead: timedelta
) -> None:
    settings.ATTEMPT_RATES = {"sign-in": "1000/min", "sign-in-user": "3/min"}
    User.objects.create_user("dora", password="heather-and-peat-1")  # noqa: S106
    known, answers = b64encode(b"dora:wrong").decode(), list[int]()
    headers, real = {"Authorization": f"Basic {known}"}, timezone.now
    for number in range(8):
        wrong = real() + ahead * (number % 2)
        monkeypatch.setattr("django.utils.timezone.now", lambda wrong=wrong: wrong)
        answer = Client().post(
            "/api/v1/session", "", content_type="application/json", headers=headers
        )
        answers.append(answer.status_code)
    assert answers == [401] * 3 + [429] * 5
