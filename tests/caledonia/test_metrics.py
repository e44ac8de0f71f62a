"""What is counted, and who may read it."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client, override_settings
from django.utils import timezone
from prometheus_client import REGISTRY

from games import engine, selectors, services
from games.errors import NotSeated, StaleVersion
from games.models import Game
from games.runtime import metrics
from replays.heads import signing
from tests.games.conftest import alice, bob, charlie, dora, table
from tests.games.tables import Table

__all__ = ["alice", "bob", "charlie", "dora", "table"]

TOKEN = "a-token-for-prometheus-9f2c"  # noqa: S105 - of this test
AUTH = {"authorization": f"Bearer {TOKEN}"}

Commit = Callable[..., AbstractContextManager[list[Callable[[], object]]]]


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


class Change:
    """How much a number has grown since."""

    def __init__(self, name: str, **labels: str) -> None:
        self.name, self.labels = name, labels
        self.before = value(name, **labels)

    @property
    def by(self) -> float:
        return value(self.name, **self.labels) - self.before


def read(**headers: str) -> tuple[int, str]:
    answered = Client().get("/metrics", headers=headers)
    return answered.status_code, answered.content.decode()


def test_without_a_token_there_is_no_such_page() -> None:
    assert read() == (404, "")
    assert read(**AUTH) == (404, "")
    assert read(authorization="Bearer ") == (404, "")


@pytest.mark.django_db
@override_settings(METRICS_TOKEN=TOKEN)
def test_the_token_opens_the_page() -> None:
    for wrong in ({}, {"authorization": "Bearer no"}, {"authorization": f"Bearer {TOKEN}x"}):
        status, text = read(**wrong)
        assert status == 401
        assert "caledonia_" not in text
    assert read(authorization="Bearer ümlaut")[0] == 401
    status, text = read(**AUTH)
    assert status == 200
    for name in ("moves_accepted", "moves_refused", "conflicts", "stream_subscribers"):
        assert f"# TYPE caledonia_{name}" in text
    assert "caledonia_stalled_games 0.0" in text


@pytest.mark.uncounted
@pytest.mark.django_db
@override_settings(METRICS_TOKEN=TOKEN)
def test_stalled_games_are_counted_when_asked_for(table: Table) -> None:
    late = timezone.now() - selectors.FORGOTTEN - timedelta(seconds=1)
    Game.objects.update(due=True)
    assert "caledonia_stalled_games 0.0" in read(**AUTH)[1]
    Game.objects.update(active_at=late)
    assert "caledonia_stalled_games 1.0" in read(**AUTH)[1]
    assert "caledonia_games_ahead 0.0" in read(**AUTH)[1]
    Game.objects.update(active_at=timezone.now() + timedelta(days=1))
    assert "caledonia_stalled_games 1.0" in read(**AUTH)[1]
    assert "caledonia_games_ahead 1.0" in read(**AUTH)[1]
    Game.objects.update(status="finished")
    assert "caledonia_stalled_games 0.0" in read(**AUTH)[1]


@pytest.mark.uncounted
@pytest.mark.django_db
@override_settings(METRICS_TOKEN=TOKEN, HEADS_KEY="0123456789abcdef" * 4)
def test_the_age_of_the_last_head_is_told_once_there_is_one(table: Table) -> None:
    name = "caledonia_head_age_seconds"
    assert name not in read(**AUTH)[1]
    signing.sign_head(now=timezone.now() - timedelta(days=2))
    age = re.search(rf"^{name} ([\d.]+)$", read(**AUTH)[1], re.MULTILINE)
    assert age is not None
    assert timedelta(days=2) <= timedelta(seconds=float(age[1])) < timedelta(days=2, hours=1)


@pytest.mark.django_db
def test_a_move_counts_when_it_is_committed(
    table: Table, django_capture_on_commit_callbacks: Commit
) -> None:
    moves = Change("caledonia_moves_accepted_total", origin="player", kind="choose_clan")
    with django_capture_on_commit_callbacks() as left:
        table.play()
    assert moves.by == 0
    for callback in left:
        callback()
    assert moves.by == 1


@pytest.mark.django_db
def test_refusals_count_by_code(table: Table, dora: User, bob: User) -> None:
    illegal = Change("caledonia_moves_refused_total", code="out_of_place")
    with pytest.raises(engine.IllegalMove):
        table.play(engine.parse("buy 2 whisky"))
    assert illegal.by == 1
    stranger = Change("caledonia_moves_refused_total", code="not_seated")
    with pytest.raises(NotSeated):
        table.play(by=dora)
    assert stranger.by == 1
    early = Change("caledonia_moves_refused_total", code="not_your_decision")
    other = next(user for user in table.users if user != table.user)
    with pytest.raises(engine.NotYourDecision):
        services.undo(game_id=table.id, user=other, now=timezone.now())
    assert early.by == 1


@pytest.mark.django_db
def test_a_stale_move_is_a_conflict(table: Table) -> None:
    user, conflicts = table.user, Change("caledonia_conflicts_total")
    refused = set(samples("caledonia_moves_refused"))
    table.play()
    with pytest.raises(StaleVersion):
        table.play(by=user, seen_version=1)
    assert conflicts.by == 1
    assert set(samples("caledonia_moves_refused")) == refused


def samples(name: str) -> list[tuple[str, float]]:
    return [
        (str(sorted(sample.labels.items())), sample.value)
        for metric in REGISTRY.collect()
        if metric.name == name
        for sample in metric.samples
        if sample.name.endswith("_total")
    ]


@pytest.mark.uncounted
@pytest.mark.django_db
def test_the_end_of_a_round_is_timed(
    table: Table, django_capture_on_commit_callbacks: Commit
) -> None:
    table.play_until(lambda state: state.awaits_step and state.round == 1)
    rounds, times = (
        Change("caledonia_round_ends_total"),
        Change("caledonia_round_end_seconds_count"),
    )
    steps = Change("caledonia_steps_total", kind="production")
    with django_capture_on_commit_callbacks(execute=True):
        table.play_until(lambda state: state.round == 2 and not state.awaits_step)
    assert rounds.by == 1
    assert steps.by == 1
    assert 1 <= times.by <= 2


def test_subscribers_come_and_go() -> None:
    open_ = Change("caledonia_stream_subscribers", kind="game")
    with metrics.subscribed("game"), metrics.subscribed("game"):
        assert open_.by == 2
    assert open_.by == 0


def crash() -> None:
    with metrics.subscribed("user"):
        raise RuntimeError


def test_a_stream_that_breaks_is_gone() -> None:
    open_ = Change("caledonia_stream_subscribers", kind="user")
    with pytest.raises(RuntimeError):
        crash()
    assert open_.by == 0


@pytest.mark.uncounted
@pytest.mark.django_db
def test_requests_count_by_route_and_not_by_address(table: Table) -> None:
    route = "api/v1/games/<uuid:game_id>/state"
    answers = Change("caledonia_responses_total", method="GET", route=route, status="200")
    timed = Change("caledonia_request_seconds_count", method="GET", route=route)
    Client().get(f"/api/v1/games/{table.id}/state")
    assert (answers.by, timed.by) == (1, 1)
    before = routes_counted()
    for number in range(5):
        Client().generic(f"M{number}", f"/nothing/{number}")
        Client().get(f"/api/v1/games/{number}/nothing-{number}")
    assert routes_counted() - before <= {("OTHER", "unmatched"), ("GET", "api/")}
    assert ("OTHER", "unmatched") in routes_counted()


def routes_counted() -> set[tuple[str, str]]:
    """Methods and routes that have a number."""
    return {
        (sample.labels["method"], sample.labels["route"])
        for metric in REGISTRY.collect()
        if metric.name == "caledonia_responses"
        for sample in metric.samples
    }


@pytest.mark.django_db
def test_no_label_holds_an_id(table: Table) -> None:
    Client().get(f"/api/v1/games/{table.id}/state")
    text = metrics.exposition().decode()
    assert str(table.id) not in text
    assert "alice" not in text
    assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}-", text)
