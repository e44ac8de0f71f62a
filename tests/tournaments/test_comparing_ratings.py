"""``manage.py compare_ratings``: every model in every pool, on the games that ended here."""

import math
import re
from datetime import timedelta
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from games.models import Game
from replays.validation.progress import Progress
from tests.marks import in_one_test
from tests.tournaments.rated_games import START, finish, steps
from tournaments.management.commands import compare_ratings
from tournaments.models import Pool, RatingStep
from tournaments.ratings import projecting
from tournaments.ratings.comparing import Backtest
from tournaments.ratings.finished import RatedGame
from tournaments.ratings.formulas import MODELS, RatingModel, grown


def game(number: int, *, day: float, places: tuple[int, ...] = (1, 2)) -> RatedGame:
    """A game of the first players."""
    people = tuple((player, "") for player in range(1, len(places) + 1))
    at = START + timedelta(days=day)
    return RatedGame(number, UUID(int=number), at, people, places)


@in_one_test("model", MODELS)
def test_a_game_is_predicted_with_what_months_have_made_less_certain(
    model: RatingModel,
) -> None:
    test = Backtest(model)
    test.take(game(1, day=0))
    known = [test.standings[one, ""].skill for one in (1, 2)]
    test.take(game(2, day=700))
    later = [grown(model, skill, START, START + timedelta(days=700)) for skill in known]
    assert test.losses[1] == -math.log(model.chance(later, (1, 2)))
    if model.name != "Elo":
        assert test.losses[1] > -math.log(model.chance(known, (1, 2)))


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Progress]:
    """The progress bars of a command."""
    made: list[Progress] = []

    class Seen(Progress):
        def close(self) -> None:
            """Keeps it."""
            made.append(self)
            super().close()

    monkeypatch.setattr(compare_ratings, "Progress", Seen)
    return made


@pytest.mark.django_db
def test_each_pool_has_a_table_and_nothing_changes(
    shown: list[Progress], capsys: pytest.CaptureFixture[str]
) -> None:
    users = [User.objects.create_user(name) for name in ("alice", "bob", "charlie")]
    finish(users[:2])
    for day in range(3):
        finish(users, day=day)
    unrated = finish(users[:2], day=4)
    Game.objects.filter(pk=unrated.pk).update(seed_chosen=True)
    projecting.keep_up()
    before = steps()
    call_command("compare_ratings")
    printed = capsys.readouterr().out
    rated = re.findall(r"Pool (\S+): (\d+) rated games of 5", printed)
    assert rated == [("2", "1"), ("3-4", "3"), ("overall", "4")]
    assert all(printed.count(f"{model.name} ") == len(Pool) for model in MODELS)
    assert steps() == before
    assert RatingStep.objects.exists()
    assert [(one.done, one.total) for one in shown] == [(5, 5)]


@pytest.mark.django_db
def test_comparing_no_games_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("compare_ratings")
    assert "Pool overall: 0 rated games" in capsys.readouterr().out
