"""What pages of tournaments say to a new organiser: which name has a place, and in which line."""

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game
from tests.web.conftest import browser, user_of
from tests.web.tournaments import HERE, drawn, page, result, text_of, tournament
from tournaments import services
from tournaments.errors import AlreadyEntered
from tournaments.files.players_csv import BadTable
from tournaments.state import Settings

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.uncounted]


def test_a_name_that_has_a_place_is_named(anna: Client, bruce: Client) -> None:
    """Also in a CSV, by its line, and to programs that send a list."""
    made = tournament(user_of(anna), user_of(bruce))
    who = {"tournament_id": made.pk, "user": user_of(anna), "now": timezone.now()}
    with pytest.raises(BadTable, match="bruce has a place"):
        services.import_players(data=b"name\nIda\nbruce\n", **who)
    with pytest.raises(AlreadyEntered, match="bruce has a place"):
        services.add_players(labels=["Ida", "bruce"], **who)


def test_a_director_finds_games_of_tournaments_among_those_of_others(
    anna: Client, bruce: Client
) -> None:
    made = drawn(user_of(anna), user_of(bruce), user_of(browser("cleo")), settings=HERE)
    address = f"/games/{Game.objects.get(tournament=made.pk).pk}/"
    lobby = anna.get("/").content.decode()
    mine = lobby[lobby.index("My other games") :].partition("</section>")[0]
    assert address not in mine
    assert address in lobby.replace(mine, "")


def test_standings_of_a_ladder_and_of_heats_say_what_orders_them(
    anna: Client, stranger: Client
) -> None:
    labels = ["Ada", "Bea", "Cem", "Dan"]
    ladder = Settings(format="ladder", played_here=False)
    made = tournament(user_of(anna), labels=labels, settings=ladder)
    shown = text_of(page(stranger, made, "standings"))
    assert "so far this list has the order of registration" in shown
    assert " Lot " not in shown
    heats = tournament(user_of(anna), settings=Settings(format="heats", played_here=False))
    assert "look only at the heats that count" in text_of(page(stranger, heats, "about"))
    assert "look only at the heats that count" in page(anna, heats), "in the announcement, too"


def test_forms_say_that_scores_decide_ties(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(bruce), labels=["Ada", "Bea", "Cem"])
    said = "Scores also decide ties of the standings."
    assert said in page(anna, made, "tables/1"), "entering"
    assert said in page(anna, made, "direct/results")
    assert said in page(bruce, made, "tables/1"), "reporting"
    result(made, 1, [9, 8, 7, 6])
    assert said in page(anna, made, "tables/1"), "correcting"
