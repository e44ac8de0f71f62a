"""What waits for directors alone: seats of who has left, reports, and games that are closed."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game
from tests.web.conftest import browser, user_of
from tests.web.tournaments import HERE, do, drawn, page, part, text_of, tournament, url
from tournaments import services
from tournaments.models import Tournament
from tournaments.state import Settings

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.uncounted]

CONFIRMED = Settings(format="series", played_here=False, director_confirms=False)


def following(client: Client, made: Tournament) -> str:
    return text_of(part(page(client, made), 'id="next"'))


@pytest.fixture
def left(anna: Client, bruce: Client) -> Tournament:
    """A series of two with a bot; the player has been taken out while the game runs."""
    hours = Settings(format="series", format_options={"games": 2}, round_hours=72)
    made = tournament(user_of(anna), user_of(bruce), settings=hours)
    given: dict[str, Any] = {"tournament_id": made.pk, "user": user_of(anna)}
    services.add_entrants(**given, bots=["random"], now=timezone.now())
    services.publish_draw(**given, now=timezone.now())
    do(anna, made, "drop", {"entrant": "1", "sure": "on"})
    return made


def test_whose_game_runs_on_after_leaving_is_named_to_directors(
    anna: Client, left: Tournament
) -> None:
    for name in ("", "direct"):
        step = part(page(anna, left, name), 'id="next"')
        assert "comes by itself" not in text_of(step)
        assert "somebody who has left has a seat: bruce." in text_of(step)
        assert f'href="{url(left, "tables/1")}"' in step
    table = page(anna, left, "tables/1")
    assert "Enter the result" in table
    assert "Until then the result is that of the game." not in text_of(table)


def test_a_bot_that_was_taken_out_plays_on_and_is_not_waited_for(
    anna: Client, bruce: Client
) -> None:
    made = tournament(user_of(anna), user_of(bruce), settings=Settings(format="series"))
    given: dict[str, Any] = {"tournament_id": made.pk, "user": user_of(anna)}
    services.add_entrants(**given, bots=["random"], now=timezone.now())
    services.publish_draw(**given, now=timezone.now())
    do(anna, made, "drop", {"entrant": "2", "sure": "on"})
    step = following(anna, made)
    assert "its result comes by itself" in step
    assert "somebody who has left" not in step


def test_who_has_left_reads_of_the_game_that_runs(bruce: Client, left: Tournament) -> None:
    step = part(page(bruce, left), 'id="next"')
    assert "anna, who directs, has entered that you drop out. Your results stay." in text_of(step)
    assert "A game that runs is still yours to play or to resign." in text_of(step)
    assert f"/games/{Game.objects.get(tournament=left.pk).pk}/" in step


def test_results_that_wait_for_directors_alone_say_so(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(bruce), labels=["Ida"], settings=CONFIRMED)
    now = timezone.now()
    services.report_result(
        tournament_id=made.pk, user=user_of(bruce), table=1, scores=[90, 80], now=now
    )
    said = "1 report waits for you alone: all players of its table with an account agree."
    assert said in following(anna, made)
    table = text_of(page(bruce, made, "tables/1"))
    assert "It counts once a director confirms it: nobody else here has an account." in table
    both = drawn(user_of(anna), user_of(bruce), user_of(browser("dora")), settings=CONFIRMED)
    services.report_result(
        tournament_id=both.pk, user=user_of(bruce), table=1, scores=[90, 80], now=now
    )
    assert "Your word is enough, too." in following(anna, both)
    assert "once all at the table, or a director" in text_of(page(bruce, both, "tables/1"))


def test_rounds_say_why_games_with_the_same_set_up_are_closed(
    anna: Client, bruce: Client, stranger: Client
) -> None:
    said = "Until the round ends, only who plays there sees its games"
    same = Settings(format="series", format_options={"games": 2}, duplicate=True)
    made = drawn(user_of(anna), user_of(bruce), user_of(browser("dora")), settings=same)
    for client in (anna, stranger):
        assert said in text_of(page(client, made))
        assert said in text_of(page(client, made, "rounds"))
    game = Game.objects.get(tournament=made.pk).pk
    answer = anna.get(f"/games/{game}/")
    assert answer.status_code == 404
    assert "can be watched once its round has ended" in text_of(answer.content.decode())
    plain = drawn(user_of(anna), user_of(bruce), user_of(browser("emil")), settings=HERE)
    assert said not in text_of(page(anna, plain))
