"""Ratings: which games count, what each does, and that they can be made anew."""

import json
import math
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import permutations

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone

from games import services
from games.models import Game, Seat
from games.models.game import EndedBy, Source
from tests.games.tables import started
from tests.tournaments import by_hand
from tests.tournaments.rated_games import START, finish, places, ratings, steps
from tournaments import tasks
from tournaments.models import (
    Formula,
    Pool,
    RatedPlayer,
    Rating,
    RatingProgress,
    RatingRewind,
    RatingStep,
)
from tournaments.ratings import formulas, projecting
from tournaments.ratings.finished import rated
from tournaments.ratings.formulas import CHOSEN, MODELS, Skill, grown, shown
from tournaments.reading import state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def users() -> list[User]:
    return [User.objects.create_user(name) for name in ("alice", "bob", "charlie", "dora")]


@pytest.fixture
def season(users: list[User]) -> Callable[[], Iterator[Game]]:
    """Games of two, three and four, which end one after the other."""

    def play() -> Iterator[Game]:
        tables = [list(table) for number in (2, 3, 4) for table in permutations(users, number)]
        for day, table in enumerate(tables[::7]):
            yield finish(table, day=day * 9.7)

    return play


def test_ratings_made_anew_are_those_that_were_lived(season: Callable[[], Iterator[Game]]) -> None:
    for _ in season():
        assert projecting.keep_up() == 1
    lived = steps(), ratings()
    assert len(lived[0]) == 2 * sum(len(set(game.seats.all())) for game in Game.objects.all())
    call_command("rebuild_ratings")
    assert (steps(), ratings()) == lived


@pytest.mark.long
def test_a_worker_that_comes_late_counts_all_games_as_one_after_each(
    season: Callable[[], Iterator[Game]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projecting, "AT_ONCE", 3)
    number = len([*season()])
    assert tasks.sweep_ratings() == number
    assert tasks.sweep_ratings() == 0
    together = steps(), ratings()
    call_command("rebuild_ratings")
    assert (steps(), ratings()) == together
    assert RatingProgress.objects.get().position == number


def test_a_game_counts_among_those_of_its_size_and_among_all(users: list[User]) -> None:
    finish(users[:2])
    finish(users[:3])
    projecting.keep_up()
    alice = RatedPlayer.objects.get(user=users[0])
    games = dict(Rating.objects.filter(player=alice).values_list("pool", "games"))
    assert games == {Pool.TWO: 1, Pool.MORE: 1, Pool.OVERALL: 2}


def test_a_step_says_what_the_game_did_and_by_which_formula(users: list[User]) -> None:
    game = finish(users[:3])
    projecting.keep_up()
    for step in RatingStep.objects.filter(pool=Pool.MORE):
        seat = game.seats.get(user=step.player.user)
        assert step.place == places(3)[seat.index]
        assert step.rating == shown(Skill(step.mu, step.sigma))
        assert step.change == step.rating - formulas.NEW_PLAYER
        assert (step.players, step.games, step.position) == (3, 1, game.finish_position)
        assert step.finished_at == game.finished_at
    formula = Formula.objects.get()
    assert formula.model == CHOSEN.name
    assert "openskill" in formula.version
    assert json.loads(formula.parameters)["beta"] == CHOSEN.parameters["beta"]
    best = RatingStep.objects.filter(pool=Pool.MORE).order_by("place")
    assert [step.mu for step in best] == sorted((step.mu for step in best), reverse=True)


@pytest.mark.uncounted
@pytest.mark.parametrize(
    "change",
    [
        {"source": Source.FORKED},
        {"source": Source.IMPORTED},
        {"seed_chosen": True},
        {"ended_by": EndedBy.AGREEMENT},
    ],
)
def test_what_was_not_simply_played_here_is_unrated(
    users: list[User], change: dict[str, object]
) -> None:
    Game.objects.filter(pk=finish(users[:2]).pk).update(**change)
    assert projecting.keep_up() == 1
    assert not RatingStep.objects.exists()


def test_games_with_bots_and_games_alone_are_unrated(users: list[User]) -> None:
    game = finish(users[:2])
    Seat.objects.filter(game=game, index=1).update(user=None, bot="steward")
    finish(users[:1])
    assert projecting.keep_up() == 2
    assert not RatingStep.objects.exists()


def test_a_game_of_one_person_on_two_seats_is_unrated_and_says_so(users: list[User]) -> None:
    game = finish(users[:2])
    assert game.rated
    Seat.objects.filter(game=game).update(user=users[0], shared=True)
    assert not Game.objects.get(pk=game.pk).rated
    assert projecting.keep_up() == 1
    assert not RatingStep.objects.exists()


@pytest.mark.parametrize(("round_", "counts"), [(1, False), (2, False), (3, True)])
def test_a_game_counts_if_nobody_resigned_before_round_3(
    users: list[User], round_: int, counts: bool
) -> None:
    table = started(users[:2])
    table.play_until(lambda state: state.round == round_ and state.phase == "action")
    Game.objects.filter(pk=table.id).update(seed_chosen=False)
    services.resign(game_id=table.id, user=users[0], now=timezone.now())
    assert table.game.status == "finished"
    projecting.keep_up()
    steps = RatingStep.objects.filter(pool=Pool.TWO)
    assert {step.player.user: step.place for step in steps} == (
        {users[0]: 2, users[1]: 1} if counts else {}
    )


def test_a_deleted_account_keeps_its_steps_under_the_name_of_its_seats(users: list[User]) -> None:
    game = finish(users[:3])
    projecting.keep_up()
    later = finish([users[0], users[3]])
    name = services.delete_account(user=users[0], now=timezone.now())
    projecting.keep_up()
    player = RatedPlayer.objects.get(label=name)
    assert player.user is None
    positions = RatingStep.objects.filter(player=player, pool=Pool.OVERALL)
    assert {step.position for step in positions} == {game.finish_position, later.finish_position}
    lived = steps(), ratings()
    call_command("rebuild_ratings")
    assert (steps(), ratings()) == lived


def test_an_account_deleted_before_its_game_is_counted_is_rated_by_name(users: list[User]) -> None:
    finish(users[:2])
    name = services.delete_account(user=users[0], now=timezone.now())
    projecting.keep_up()
    assert RatedPlayer.objects.get(label=name).ratings.count() == 2


def test_an_erased_game_counts_no_more_and_those_after_it_are_counted_again(
    season: Callable[[], Iterator[Game]],
) -> None:
    games = [*season()]
    projecting.keep_up()
    services.erase_game(game_id=games[2].pk, by=None, reason="test", now=timezone.now())
    assert projecting.behind()
    projecting.keep_up()
    lived = steps(), ratings()
    assert not RatingStep.objects.filter(position=games[2].finish_position).exists()
    assert not RatingRewind.objects.exists()
    call_command("rebuild_ratings")
    assert (steps(), ratings()) == lived
    assert RatingStep.objects.filter(position__gt=games[2].finish_position).exists()


def test_who_only_played_an_erased_game_has_no_rating(users: list[User]) -> None:
    game = finish(users[:2])
    projecting.keep_up()
    services.erase_game(game_id=game.pk, by=None, reason="test", now=timezone.now())
    tasks.sweep_ratings()
    assert not Rating.objects.exists()
    assert not projecting.behind()


def test_an_erased_game_that_counted_for_nothing_has_nothing_counted_again(
    users: list[User],
) -> None:
    """Or whoever deletes an account with a game against a bot has all ratings made anew."""
    alone = finish(users[:2])
    Seat.objects.filter(game=alone, index=1).update(user=None, bot="steward")
    finish(users[:2])
    projecting.keep_up()
    steps = set(RatingStep.objects.values_list("pk", flat=True))
    services.erase_game(game_id=alone.pk, by=None, reason="test", now=timezone.now())
    assert projecting.keep_up() == 0
    assert set(RatingStep.objects.values_list("pk", flat=True)) == steps
    assert not projecting.behind()


def test_an_erased_game_that_was_not_counted_yet_is_left_out(users: list[User]) -> None:
    finish(users[:2])
    game = finish(users[:3])
    services.erase_game(game_id=game.pk, by=None, reason="test", now=timezone.now())
    finish(users[:2])
    projecting.keep_up()
    assert set(RatingStep.objects.values_list("position", flat=True)) == {1, 3}


def test_skill_is_less_certain_after_months_between_stored_finishes() -> None:
    skill = Skill(30.0, 3.0)
    assert grown(CHOSEN, skill, START, START) == skill
    later = grown(CHOSEN, skill, START, START + timedelta(days=30))
    assert later == Skill(30.0, math.sqrt(9.0 + formulas.GROWTH**2))
    assert grown(CHOSEN, skill, START, START + timedelta(days=9000)).sigma == formulas.SIGMA
    assert grown(CHOSEN, skill, START, START - timedelta(days=90)) == skill
    wide = Skill(30.0, 9.0)
    assert grown(CHOSEN, wide, START, START + timedelta(days=30)) == wide


@pytest.mark.parametrize("live", [True, False], ids=["live", "rebuilt"])
def test_months_between_finishes_count_in_the_projection(users: list[User], live: bool) -> None:
    """Each player by the own newest finish: the winner of the second game was away for longer."""
    finish(users[:2])
    finish(users[1:3], day=60)
    finish(users[:2], day=300)
    if live:
        while projecting.rate_next():
            pass
    else:
        call_command("rebuild_ratings")
    new = CHOSEN.new()
    alice, bob = CHOSEN.rate([new, new], places(2))
    bob, _ = CHOSEN.rate([days(bob, 60), new], places(2))
    expected = CHOSEN.rate([days(alice, 300), days(bob, 240)], places(2))
    newest = RatingStep.objects.filter(position=3, pool=Pool.TWO).order_by("player__user")
    assert [Skill(step.mu, step.sigma) for step in newest] == expected
    assert expected != CHOSEN.rate([alice, bob], places(2))


def days(skill: Skill, number: int) -> Skill:
    """A skill after so many days without a finish."""
    return Skill(skill.mu, min(math.sqrt(skill.sigma**2 + number / 30), formulas.SIGMA))


def test_results_that_were_entered_by_hand_are_unrated(users: list[User], plain: None) -> None:
    cup = by_hand.played(users[0])
    assert state_of(cup).tables[1].result is not None
    assert projecting.keep_up() == 0
    assert not RatingStep.objects.exists()
    call_command("rebuild_ratings")
    assert not Rating.objects.exists()


def test_the_order_of_the_wall_clock_changes_nothing(users: list[User]) -> None:
    """A game that ended later may be stored as earlier: the position counts."""
    finish(users[:2], day=10)
    finish(users[:2], day=5)
    projecting.keep_up()
    sigmas = RatingStep.objects.filter(player__user=users[0], pool=Pool.TWO).order_by("position")
    assert [step.games for step in sigmas] == [1, 2]
    assert sigmas[1].sigma < sigmas[0].sigma


def test_a_new_player_has_a_thousand_and_counts_as_least_expected() -> None:
    assert shown(CHOSEN.new()) == formulas.NEW_PLAYER == 1000
    assert shown(Skill(formulas.MU, 0.0)) == 1333
    assert shown(Skill(0.0, formulas.SIGMA)) == 500


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_every_model_predicts_all_orders_with_one_as_their_sum(
    model: formulas.RatingModel,
) -> None:
    for number in (2, 3, 4):
        skills = [Skill(model.new().mu + 3 * i, model.new().sigma) for i in range(number)]
        orders = dict(model.orders(skills))
        assert len(orders) == math.factorial(number)
        assert sum(orders.values()) == pytest.approx(1.0)
        assert max(orders, key=orders.__getitem__) == tuple(reversed(range(number)))
        tied = [1] * number
        assert model.chance(skills, tied) == pytest.approx(1 / math.factorial(number))


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_every_model_raises_the_winner_and_leaves_equals_that_tie(
    model: formulas.RatingModel,
) -> None:
    new = model.new()
    won, lost = model.rate([new, new], [1, 2])
    assert won.mu > new.mu > lost.mu
    one, other = model.rate([new, new], [1, 1])
    assert one == other
    assert one.mu == pytest.approx(new.mu)
    first, tied, same = model.rate([new] * 3, [1, 2, 2])
    assert first.mu > tied.mu == pytest.approx(same.mu)
    assert model.rate([new, new], [2, 1]) == [lost, won]


def test_only_games_that_ended_here_are_looked_at(users: list[User]) -> None:
    assert list(rated([])) == []
    started(users[:2])
    assert projecting.keep_up() == 0
