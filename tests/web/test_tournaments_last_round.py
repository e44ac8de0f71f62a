"""What the pages of a tournament offer towards its end and after the last round, and duels."""

import pytest
from django.test import Client
from django.utils import timezone

from tests.web.conftest import browser, user_of
from tests.web.tournaments import do, drawn, page, part, result, state, text_of, tournament
from tournaments import services
from tournaments.models import Tournament
from tournaments.state import Settings

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.uncounted]

NAMES = [f"Player {number}" for number in range(1, 9)]
DUELS = Settings(format="round_robin", played_here=False)
ONE_GAME = Settings(format="series", played_here=False)


def following(client: Client, made: Tournament) -> str:
    return text_of(part(page(client, made), 'id="next"'))


def play(made: Tournament) -> None:
    """All open tables get the same scores."""
    for table in [*state(made).tables.values()]:
        if table.result is None:
            result(made, table.id, [90, 80, 70, 60][: len(table.seats)])


def draw(made: Tournament, client: Client) -> None:
    services.publish_draw(tournament_id=made.pk, user=user_of(client), now=timezone.now())


def test_duels_have_no_column_of_third_places(anna: Client) -> None:
    made = tournament(user_of(anna), labels=NAMES[:4], settings=DUELS)
    assert "Third places" not in page(anna, made), "in the announcement"
    assert "Third places" not in page(anna, made, "about")
    draw(made, anna)
    play(made)
    for name in ("", "standings", "print"):
        shown = page(anna, made, name)
        assert "Second places" in shown
        assert "Third places" not in shown
    pods = drawn(user_of(anna), labels=NAMES[:4], settings=ONE_GAME)
    play(pods)
    assert "Third places" in page(anna, pods, "standings")
    two = drawn(user_of(anna), labels=NAMES[:2], settings=ONE_GAME)
    play(two)
    assert "Third places" not in page(anna, two, "standings")


def test_after_the_last_round_only_what_still_helps_is_offered(
    anna: Client, bruce: Client, stranger: Client
) -> None:
    made = drawn(user_of(anna), user_of(bruce), labels=NAMES[:3], settings=ONE_GAME)
    late = browser("dora")
    services.register(tournament_id=made.pk, user=user_of(late), now=timezone.now())
    needless = (
        *("add-players", "admit", "substitute", "drop"),
        *("close-registration", "pause"),
    )
    before = page(anna, made, "direct")
    assert all(f'id="{name}"' in before for name in needless)
    assert "do/withdraw/" in page(bruce, made)
    assert "do/register/" in page(browser("emil"), made)
    play(made)
    after = page(anna, made, "direct")
    assert [name for name in needless if f'id="{name}"' in after] == []
    assert 'id="finish"' in after
    assert 'id="cancel"' in after
    assert "do/withdraw/" not in page(bruce, made)
    assert "do/register/" not in page(browser("fred"), made)
    assert "can let you in" not in following(late, made)
    assert "All rounds are played." in following(late, made)


def test_where_too_few_are_left_others_can_come_in(anna: Client) -> None:
    settings = Settings(
        format="swiss", played_here=False, format_options={"rounds": 3, "table_size": 3, "final": 0}
    )
    made = drawn(user_of(anna), labels=NAMES[:6], settings=settings)
    play(made)
    for one in range(1, 6):
        do(anna, made, "drop", {"entrant": str(one), "sure": "on"})
    assert "Too few players are left" in following(anna, made)
    shown = page(anna, made, "direct")
    assert 'id="admit"' in shown
    assert 'id="add-players"' in shown


def test_before_semi_finals_they_are_named(anna: Client) -> None:
    settings = Settings(
        format="heats", played_here=False, format_options={"heats": 2, "counting": 1}
    )
    made = drawn(user_of(anna), labels=NAMES, settings=settings)
    for follows in ("draw the next one", "draw the semi-finals", "draw the final"):
        play(made)
        assert follows in following(anna, made)
        draw(made, anna)


def test_the_help_says_that_a_final_is_drawn(client: Client, db: None) -> None:
    said = text_of(client.get("/help/organisers/").content.decode())
    assert "come by themselves after" not in said
    assert "Where the format has semi-finals or a final, preview and publish them" in said
