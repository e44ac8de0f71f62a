"""How pages call rounds, states and times of tournaments."""

import re
from datetime import timedelta
from importlib import import_module
from uuid import UUID

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.utils import timezone

from games import services as games
from games.models import Game
from games.models.game import EndedBy, Status
from tests.marks import in_one_test
from tests.web.conftest import user_of
from tests.web.test_tournament_form import FORM
from tests.web.tournaments import (
    BY_HAND,
    drawn,
    page,
    part,
    result,
    state,
    text_of,
    tournament,
    url,
)
from tournaments import services
from tournaments.models import Tournament
from tournaments.state import RoundTable, Settings
from web.pages.tournaments.wording import hours_text, state_text, status_of

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

SWISS = Settings(
    format="swiss", played_here=False, format_options={"rounds": 2, "final": 4, "table_size": 4}
)
NAMES = [f"Player {number}" for number in range(1, 9)]


@pytest.mark.long
def test_the_final_is_called_the_final(anna: Client) -> None:
    made = drawn(user_of(anna), settings=SWISS, labels=NAMES)
    director = user_of(anna)
    for _ in range(2):
        for table in state(made).tables.values():
            if table.result is None:
                result(made, table.id, [100, 90, 80, 70])
        if state(made).round == 2:
            preview = text_of(page(anna, made, "direct/draw"))
            assert "Preview: Final" in preview
            assert "table 1" not in preview
        services.publish_draw(tournament_id=made.pk, user=director, now=timezone.now())
    number = max(state(made).tables)
    for name in ("", "rounds", f"tables/{number}", "direct/results", "print"):
        shown = text_of(page(anna, made, name))
        assert "Final" in shown, name
        assert "Round 3, table" not in shown, name
        assert "Round 3" not in shown, name
    assert "Final: who sits where" in text_of(page(anna, made, "print"))


@pytest.mark.long
def test_the_game_of_a_final_is_named_so(anna: Client) -> None:
    settings = Settings(format="swiss", format_options={"rounds": 2, "final": 2})
    made = tournament(user_of(anna), settings=settings)
    who = {"tournament_id": made.pk, "user": user_of(anna), "now": timezone.now()}
    services.add_entrants(bots=["random"] * 5, **who)
    for _ in range(3):
        services.publish_draw(**who)
        for table in state(made).tables.values():
            if table.result is None and state(made).round < 3:
                places = [*range(1, len(table.seats) + 1)]
                services.record_result(table=table.id, places=places, **who)
    names = {*Game.objects.filter(tournament=made.pk).values_list("name", flat=True)}
    assert names == {"Cup 1.1", "Cup 1.2", "Cup 2.1", "Cup 2.2", "Cup: Final"}


def badge(client: Client, made: Tournament, address: str = "/tournaments/") -> str:
    """What the lists say of a tournament's state."""
    shown = client.get(address).content.decode()
    return text_of(part(part(shown, f'href="{url(made)}"', "</li>"), 'class="facts"', "</span>"))


def test_lists_say_when_registration_opens(anna: Client, stranger: Client) -> None:
    opens = timezone.now() + timedelta(days=3)
    settings = Settings(format="league", played_here=False, registration_opens=opens)
    made = tournament(user_of(anna), settings=settings)
    day = f"{opens.day} "
    for said in (
        badge(stranger, made),
        text_of(part(page(stranger, made), 'class="facts"', "</p>")),
    ):
        assert f"Registration opens on {day}" in said
    now = tournament(user_of(anna))
    assert badge(stranger, now).endswith("Registration open")
    services.change_tournament(
        tournament_id=now.pk, user=user_of(anna), registration_closed=True, now=timezone.now()
    )
    assert badge(stranger, now).endswith("Registration closed")


def test_lists_know_of_those_of_before_when_they_open(anna: Client, stranger: Client) -> None:
    opens = timezone.now() + timedelta(days=3)
    settings = Settings(format="league", played_here=False, registration_opens=opens)
    later, closed = tournament(user_of(anna), settings=settings), tournament(user_of(anna))
    services.change_tournament(
        tournament_id=closed.pk, user=user_of(anna), registration_closed=True, now=timezone.now()
    )
    Tournament.objects.update(registration_opens=None, registration_closed=False)
    migration = import_module("tournaments.migrations.0015_registration_of_open_ones")
    migration.note_registration(apps, connection.schema_editor())
    assert "Registration opens on" in badge(stranger, later)
    assert badge(stranger, closed).endswith("Registration closed")


def test_a_ladder_is_open(anna: Client, stranger: Client) -> None:
    """Also once somebody has been challenged."""
    ladder = Settings(format="ladder", played_here=False)
    made = tournament(user_of(anna), user_of(anna), settings=ladder, labels=["B"])
    for phase in ("open", "running"):
        assert Tournament.objects.get(pk=made.pk).phase == phase
        assert badge(stranger, made).endswith("Open ladder")
        assert "Open ladder" in text_of(part(page(stranger, made), 'class="facts"', "</p>"))
        if phase == "open":
            services.challenge(
                tournament_id=made.pk, user=user_of(anna), opponents=[2], now=timezone.now()
            )


@pytest.mark.long
def test_paper_says_who_forfeited_and_resigned(anna: Client) -> None:
    made = drawn(
        user_of(anna), labels=["A", "B"], settings=Settings(format="series", played_here=False)
    )
    loser = state(made).tables[1].seats[1]
    services.record_result(
        tournament_id=made.pk,
        user=user_of(anna),
        table=1,
        places=[1, 2],
        forfeited=[loser],
        now=timezone.now(),
    )
    sheet = part(page(anna, made, "print"), 'class="t-sheet"', "</table>")
    assert text_of(sheet).endswith("forfeited · last place")


@in_one_test(
    ("hours", "text"),
    [
        *((1, "1 hour"), (24, "1 day"), (36, "36 hours"), (48, "2 days"), (50, "2 days 2 hours")),
        (168, "7 days"),
    ],
)
def test_how_long_a_round_lasts_is_said_in_days(hours: int, text: str) -> None:
    assert hours_text(hours) == text


@pytest.mark.long
def test_the_time_for_rounds_is_given_in_days_or_hours(anna: Client, stranger: Client) -> None:
    for length, unit, hours in (("7", "days", 168), ("36", "hours", 36), ("", "", 0)):
        sent = {**FORM, "round_length": length, "round_unit": unit, "format": "league"}
        made = anna.post("/tournaments/new/", {**sent, "league-division": "7"})
        assert made.status_code == 302
        found = Tournament.objects.get(pk=made["Location"].split("/")[2])
        assert state(found).settings.round_hours == hours
        shown = page(anna, found, "direct/edit")
        value = {168: 'value="7"', 36: 'value="36"', 0: ""}[hours]
        assert value in part(shown, 'name="round_length"', ">")
        assert f'value="{unit or "days"}" selected' in shown
    far = {**FORM, "round_length": "8760", "round_unit": "days"}
    assert anna.post("/tournaments/new/", far).status_code == 422
    league = tournament(
        user_of(anna), settings=Settings(format="league", played_here=False, round_hours=336)
    )
    assert "Time for each season 14 days" in text_of(page(stranger, league, "about"))


@pytest.mark.long
def test_what_means_nothing_in_a_format_is_hidden_and_left_out(anna: Client) -> None:
    shown = anna.get("/tournaments/new/").content.decode()
    lacks = dict(re.findall(r'value="(\w+)"[^>]* class="lacks-([^"]*)"', shown))
    assert lacks == {
        "league": "duplicate lacks-size-2",
        "round_robin": "size-4 lacks-size-3",
        "ladder": "rounds lacks-duplicate",
    } | {name: lacks[name] for name in ("heats", "designs") if name in lacks}
    assert {*re.findall(r'class="[^"]*needs-([^"]*)"', shown)} == {
        *("rounds", "duplicate", "size-2", "size-3", "size-4")
    }
    given = {"duplicate": "on", "check_in": "on", "round_length": "many", "seeding": "rating"}
    made = anna.post("/tournaments/new/", {**FORM, **given, "format": "ladder"})
    assert made.status_code == 302
    settings = state(Tournament.objects.get(pk=made["Location"].split("/")[2])).settings
    assert (settings.duplicate, settings.check_in, settings.round_hours) == (False, False, 0)
    assert settings.seeding == "drawn"
    assert BY_HAND.seeding == "drawn"


@pytest.mark.long
def test_a_league_speaks_of_seasons_wherever_it_counts_them(anna: Client) -> None:
    settings = Settings(format="league", played_here=False, format_options={"seasons": 2})
    made = tournament(user_of(anna), user_of(anna), settings=settings, labels=NAMES[:6])
    names = ("", "rounds", "cross", "about", "direct", "direct/draw", "direct/results", "print")
    asked = [text_of(page(anna, made, name)) for name in names]
    services.publish_draw(tournament_id=made.pk, user=user_of(anna), now=timezone.now())
    asked += [text_of(page(anna, made, name)) for name in (*names, "standings", "tables/1")]
    for number in state(made).tables:
        result(made, number, [100, 90, 80, 70])
    services.publish_draw(tournament_id=made.pk, user=user_of(anna), now=timezone.now())
    asked += [text_of(page(anna, made, name)) for name in (*names, "standings")]
    found = {word for text in asked for word in re.findall(r"\w+ [Rr]ounds?\b[^.]{,20}", text)}
    assert found == set()
    assert "After season 1" in asked[-1]


@pytest.mark.long
def test_a_ladder_has_tables_and_no_rounds(anna: Client, stranger: Client) -> None:
    ladder = Settings(format="ladder", played_here=False)
    made = tournament(user_of(anna), labels=["A", "B"], settings=ladder)
    shown = text_of(page(stranger, made, "rounds"))
    assert "Nobody has been challenged yet." in shown
    assert "round" not in shown.lower().replace("rounds/", "")


@pytest.mark.long
def test_players_without_accounts_challenge_nobody_and_the_page_says_so(anna: Client) -> None:
    for here in (True, False):
        ladder = Settings(format="ladder", played_here=here)
        made = tournament(user_of(anna), user_of(anna), settings=ladder)
        who = {"tournament_id": made.pk, "user": user_of(anna), "now": timezone.now()}
        services.add_entrants(labels=["Ada", "Bea"], **who)
        shown = text_of(page(anna, made))
        assert "Without an account: Ada, Bea. They can be challenged, but" in shown
        assert ("there is no game on this site" in shown) is here


@pytest.mark.long
def test_nothing_is_to_be_played_where_a_result_was_given(anna: Client, bruce: Client) -> None:
    settings = Settings(format="series", played_here=False, round_hours=48)
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=settings)
    waits = "To be played until"
    assert all(waits in page(anna, made, name) for name in ("", "tables/1"))
    services.report_result(
        tournament_id=made.pk, user=user_of(bruce), table=1, scores=[90, 80], now=timezone.now()
    )
    assert not any(waits in page(anna, made, name) for name in ("", "tables/1"))


@pytest.mark.long
def test_a_substitute_has_met_whom_the_place_has_met(anna: Client) -> None:
    made = drawn(user_of(anna), settings=SWISS, labels=NAMES)
    who = {"tournament_id": made.pk, "user": user_of(anna), "now": timezone.now()}
    for number in state(made).tables:
        result(made, number, [100, 90, 80, 70])
    assert "Points and meetings belong to the place" not in page(anna, made, "direct/draw")
    services.substitute(entrant=3, label="Zoe", **who)
    hint = text_of(part(page(anna, made, "direct/draw"), 'id="substitutes"', "</p>"))
    assert hint.endswith("has those of it, from before too: Zoe.")


@pytest.mark.parametrize(
    ("end", "said"),
    [
        (EndedBy.SCORING, "No result yet"),
        (EndedBy.RESIGNATION, "No result yet"),
        (EndedBy.AGREEMENT, "Ended without a result"),
        (EndedBy.DIRECTOR, "Ended without a result"),
    ],
)
def test_a_game_whose_result_is_about_to_count_has_not_ended_without_one(
    end: EndedBy, said: str
) -> None:
    table = RoundTable(id=1, round=1, stage="swiss", seats=(1, 2))
    game = Game(status=Status.FINISHED, ended_by=end)
    assert state_text(table, game, status_of(table, game), ruled=False) == said


@pytest.mark.long
def test_a_table_of_bots_ends_what_can_be_drawn_again_and_pages_say_so(
    anna: Client, bruce: Client
) -> None:
    settings = Settings(format="swiss", format_options={"rounds": 2, "final": 0}, seeding="hand")
    made = tournament(user_of(anna), user_of(anna), user_of(bruce), settings=settings)
    who = {"tournament_id": made.pk, "user": user_of(anna), "now": timezone.now()}
    hint = "A table of bots alone is played within seconds: its end is such a result."
    services.add_entrants(bots=["random"] * 3, **who)
    while hint not in page(anna, made, "direct/draw"):
        services.add_entrants(bots=["random"], **who)
    services.publish_draw(**who)
    stands = "A table of bots has ended, so the draw of this round stands."
    shown = page(anna, made, "direct")
    assert "Draw again" in shown
    assert stands not in shown
    table = next(one for one in state(made).tables.values() if not {1, 2} & {*one.seats})
    game_id = UUID(table.game or "")
    while Game.objects.filter(pk=game_id, status=Status.RUNNING).exists():
        games.run_steps(game_id=game_id, now=timezone.now())
        games.play_bots(game_id=game_id, clock=timezone.now)
    services.game_over(game_id=game_id, now=timezone.now())
    shown = page(anna, made, "direct")
    assert "Draw again" not in shown
    assert stands in shown
