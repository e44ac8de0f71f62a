"""What pages say of games beside an entered result, and how a director ends them."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game
from tests.web.conftest import user_of
from tests.web.tournaments import HERE, do, drawn, page, part, result, state, text_of, url
from tournaments import services
from tournaments.models import Tournament
from tournaments.state import Settings

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


@pytest.fixture
def cup(anna: Client, bruce: Client) -> Tournament:
    """A series of two whose first game runs beside an entered result."""
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    result(made, 1, [90, 80])
    return made


def ended_by(made: Tournament) -> list[str]:
    return [*Game.objects.filter(tournament=made.pk).values_list("ended_by", flat=True)]


@pytest.mark.long
def test_directors_see_before_the_end_which_games_still_run(
    anna: Client, bruce: Client, cup: Tournament
) -> None:
    link = f'href="{url(cup, "tables/1")}"'
    step = part(page(anna, cup, "direct"), 'id="next"')
    assert "1 game that no longer counts is still running." in text_of(step)
    assert link in step
    finish = part(page(anna, cup, "direct"), 'id="finish"', "</details>")
    assert link in finish
    assert 'name="end_games"' in finish
    assert "still running" not in text_of(page(bruce, cup))
    assert do(anna, cup, "finish", {"sure": "on", "end_games": "on"}) == 302
    assert ended_by(cup) == ["director"]
    assert state(cup).seed
    ruling = text_of(part(page(bruce, cup, "rulings"), 'id="rulings"'))
    assert "The game that still ran has ended, without scores. The result stands." in ruling
    assert "before" not in ruling.casefold()


def test_who_leaves_a_game_that_no_longer_counts_asks_no_director(
    anna: Client, bruce: Client, cup: Tournament
) -> None:
    game = state(cup).tables[1].game
    beside = "This game no longer counts for its tournament"
    asked = ("ask a director for a substitute", "a director then decides what counts")
    for end in (False, True):
        if end:
            assert do(anna, cup, "finish", {"sure": "on"}) == 302
        text = text_of(bruce.get(f"/games/{game}/seat/").content.decode())
        assert beside in text
        assert not any(one in text for one in asked)
    counts = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    text = text_of(bruce.get(f"/games/{state(counts).tables[1].game}/seat/").content.decode())
    assert beside not in text
    assert all(one in text for one in asked)


@pytest.mark.long
def test_where_several_games_still_run_each_is_a_link_and_none_a_button(
    anna: Client, cup: Tournament
) -> None:
    assert 'id="step-sealed"' in page(anna, cup, "direct")
    director = user_of(anna)
    services.publish_draw(tournament_id=cup.pk, user=director, now=timezone.now())
    result(cup, 2, [90, 80])
    step = part(page(anna, cup, "direct"), 'id="next"')
    assert "2 games that no longer count are still running." in text_of(step)
    assert all(f'href="{url(cup, f"tables/{table}")}"' in step for table in (1, 2))
    assert "Look at the table" not in step


@pytest.mark.long
def test_the_end_leaves_games_running_if_the_director_says_nothing(
    anna: Client, cup: Tournament
) -> None:
    assert do(anna, cup, "finish", {"sure": "on"}) == 302
    assert (ended_by(cup), state(cup).seed) == ([""], "")
    step = part(page(anna, cup), 'id="next"')
    assert f'href="{url(cup, "tables/1")}"' in step
    table = page(anna, cup, "tables/1")
    assert "do/forfeit/" not in table, "nobody is marked as forfeited after the end"
    ending = {"reason": "By hand.", "sure": "on"}
    assert anna.post(url(cup, "tables/1/do/end-game"), ending).status_code == 302
    assert ended_by(cup) == ["director"]
    assert "forfeited" not in text_of(part(page(anna, cup, "tables/1"), 'class="t-seats"', "</ol>"))


def test_the_page_of_the_table_ends_its_game(anna: Client, bruce: Client, cup: Tournament) -> None:
    form = part(page(anna, cup, "tables/1"), 'id="end-game"', "</details>")
    assert "The result was entered by hand" in form, "a usual reason"
    assert "do/end-game/" not in page(bruce, cup, "tables/1")
    address = url(cup, "tables/1/do/end-game")
    assert anna.post(address, {"reason": "By hand."}).status_code == 422, "not confirmed"
    assert anna.post(address, {"reason": "", "sure": "on"}).status_code == 422
    assert bruce.post(address, {"reason": "x", "sure": "on"}).status_code in (403, 404)
    assert anna.post(address, {"reason": "By hand.", "sure": "on"}).status_code == 302
    assert ended_by(cup) == ["director"]
    assert "do/end-game/" not in page(anna, cup, "tables/1")
    assert 'name="end_games"' not in page(anna, cup, "direct")
    game = text_of(bruce.get(f"/games/{Game.objects.get(tournament=cup.pk).pk}/").content.decode())
    assert "A director of the tournament ended the game without scores" in game


BY_HAND_OF_TWO = Settings(format="series", played_here=False)
BADGE = '<span class="badge warn">ruling</span>'


def test_the_end_of_a_game_is_no_ruling_on_a_result(anna: Client, cup: Tournament) -> None:
    """The badge of a table says what happened, and stays once a result was ruled on as well."""
    places = ("", "rounds", "tables/1", "direct/results")
    director: dict[str, Any] = {
        "tournament_id": cup.pk,
        "user": user_of(anna),
        "now": timezone.now(),
    }
    services.rule(table=1, reason="By hand.", end_game=True, **director)
    for name in places:
        shown = page(anna, cup, name)
        assert BADGE not in shown, name
        assert "game ended by a director" in text_of(shown), name
        assert "entered by hand; its game does not count" in text_of(shown), name
    services.rule(table=1, reason="Miscounted.", scores=[80, 90], **director)
    for name in places:
        shown = page(anna, cup, name)
        assert BADGE in shown, name
        assert "game ended by a director" in text_of(shown), name


@pytest.mark.long
def test_a_result_that_comes_with_the_end_of_its_game_is_ruled_on(
    anna: Client, cup: Tournament
) -> None:
    director: dict[str, Any] = {
        "tournament_id": cup.pk,
        "user": user_of(anna),
        "now": timezone.now(),
    }
    services.rule(table=1, reason="Miscounted.", scores=[80, 90], end_game=True, **director)
    assert BADGE in page(anna, cup, "tables/1")


@pytest.mark.long
def test_a_game_that_gives_the_result_is_not_ended(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    shown = page(anna, made, "tables/1")
    assert "do/end-game/" not in shown
    assert "do/forfeit/" in shown
    beside = "What you enter here counts in its place."
    assert beside in text_of(part(shown, 'id="record"', "</details>"))
    by_hand = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=BY_HAND_OF_TWO)
    shown = page(anna, by_hand, "tables/1")
    assert 'id="record"' in shown
    assert beside not in text_of(shown)
    services.cancel_tournament(
        tournament_id=made.pk, user=user_of(anna), reason="Rain.", now=timezone.now()
    )
    assert "do/end-game/" in page(anna, made, "tables/1")
    assert f'href="{url(made, "tables/1")}"' in part(page(anna, made, "direct"), 'id="next"')
