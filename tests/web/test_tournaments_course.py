"""What is next for who directs: the end of a series, who came and went, the final."""

import re
from importlib import import_module
from typing import Any

import msgspec
import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.models import Game
from tests.web.conftest import user_of
from tests.web.test_tournament_form import FORM
from tests.web.tournaments import (
    BY_HAND,
    HERE,
    do,
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
from tournaments.state import Settings

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.uncounted]

SWISS = Settings(
    format="swiss",
    played_here=False,
    format_options={"rounds": 2, "final": 4},
    entrants_most=9,
)
NAMES = [f"Player {number}" for number in range(1, 10)]


def draw(made: Tournament, director: User) -> None:
    services.publish_draw(tournament_id=made.pk, user=director, now=timezone.now())


def play(made: Tournament) -> None:
    """Give every open table a result."""
    for table in state(made).tables.values():
        if table.result is None:
            result(made, table.id, [100, 90, 80, 70][: len(table.seats)])


def following(client: Client, made: Tournament, name: str = "direct") -> str:
    return text_of(part(page(client, made, name), 'id="next"'))


def test_a_series_that_is_decided_is_to_be_finished(anna: Client, bruce: Client) -> None:
    settings = Settings(format="series", played_here=False, format_options={"games": 3})
    made = drawn(user_of(anna), user_of(bruce), settings=settings, labels=["Dora"])
    for number in (1, 2):
        table = state(made).tables[number]
        result(made, number, [90 if one == 2 else 50 for one in table.seats])
        if number == 1:
            assert "draw the next one" in following(anna, made)
            draw(made, user_of(anna))
    decided = "The series is decided: nobody can catch Dora."
    assert f"{decided} Finish the tournament." in following(anna, made)
    assert 'id="step-finish"' in page(anna, made)
    assert f"{decided} The tournament ends once a director" in following(bruce, made, "")
    preview = page(anna, made, "direct/draw")
    assert decided in part(preview, 'id="no-draw"')
    assert 'id="to-finish"' in preview
    assert "Try again" not in preview
    lobby = text_of(part(anna.get("/games/").content.decode(), 'class="my-tournaments"'))
    assert "it can be finished" in lobby


def test_who_drops_out_of_a_schedule_leaves_the_pages_standing(anna: Client) -> None:
    settings = Settings(format="designs", played_here=False, format_options={"table_size": 3})
    made = drawn(user_of(anna), settings=settings, labels=NAMES)
    play(made)
    services.withdraw(tournament_id=made.pk, user=user_of(anna), entrant=1, now=timezone.now())
    assert "draw the next one" in following(anna, made)


def test_who_came_and_went_stands_beside_the_next_draw(anna: Client, bruce: Client) -> None:
    settings = msgspec.structs.replace(SWISS, entrants_most=9)
    made = tournament(user_of(anna), user_of(bruce), settings=settings, labels=NAMES[:8])
    do(anna, made, "add-players", {"names": "Dora\nEmil"})
    assert "On the waiting list: Dora, Emil." in following(anna, made)
    draw(made, user_of(anna))
    assert "On the waiting list" not in following(anna, made), "there is nothing to decide yet"
    play(made)
    do(bruce, made, "withdraw", {"sure": "on"})
    gone = (
        "Dropped out since the last draw: bruce. Free places: 1. On the waiting list: Dora, Emil."
    )
    assert gone in following(anna, made)
    assert gone in text_of(page(anna, made, "direct/draw"))
    do(anna, made, "substitute", {"entrant": "2", "by": "waiting-11", "sure": "on"})
    do(anna, made, "admit", {"entrant": "10"})
    assert (
        "Dropped out since the last draw: bruce. Substituted since the last draw: Emil in place of"
        " Player 1. New in the next draw: Dora."
    ) in following(anna, made)
    draw(made, user_of(anna))
    play(made)
    assert "since the last draw" not in following(anna, made)
    assert "draw the final" in following(anna, made)
    finish = text_of(part(page(anna, made, "direct"), 'id="finish"', "</details>"))
    assert "The final has not been drawn: if you finish now, the places are those after" in finish
    before = points_of_preview(page(anna, made, "direct/draw"))
    draw(made, user_of(anna))
    assert points_of_preview(page(anna, made, "direct/draw", "?again=yes")) == before
    assert float(before[-1]) > 0


def points_of_preview(shown: str) -> list[str]:
    """The points beside the names of a draw that is looked at, in no order: seats are drawn."""
    return sorted(re.findall(r'class="t-points">.*?</span>([^<]+)</span>', shown), key=float)


def test_who_took_a_seat_over_in_a_round_stands_beside_the_next_draw(
    anna: Client, bruce: Client
) -> None:
    made = tournament(user_of(anna), user_of(bruce), settings=SWISS, labels=NAMES[:5])
    draw(made, user_of(anna))
    for number, name in enumerate(("Zoe", "Yan")):
        sent = {"entrant": "1", "by": "label", "label": name, "sure": "on"}
        assert do(anna, made, "substitute", sent) == 302, number
    play(made)
    said = "Substituted since the last draw: Yan in place of bruce."
    assert said in following(anna, made)
    assert said in text_of(page(anna, made, "direct/draw"))
    draw(made, user_of(anna))
    play(made)
    assert said not in following(anna, made)


def test_who_is_added_beyond_the_limit_is_said_to_wait(anna: Client) -> None:
    made = tournament(user_of(anna), settings=Settings(format="swiss", entrants_most=6))
    sent = {"names": "\n".join(NAMES[:5])}
    answer = anna.post(url(made, "do/add-players"), sent, follow=True).content.decode()
    assert "The players are entered." in text_of(answer)
    bots = {"bot": "steward", "count": "2"}
    answer = anna.post(url(made, "do/add-bots"), bots, follow=True).content.decode()
    assert "Entered: 1. On the waiting list: steward bot 2." in text_of(answer)


def test_who_waits_reads_one_thing_about_checking_in(anna: Client, bruce: Client) -> None:
    settings = Settings(format="swiss", played_here=False, entrants_most=5, check_in=True)
    made = tournament(user_of(anna), settings=settings, labels=NAMES[:5])
    do(bruce, made, "register")
    shown = following(bruce, made, "")
    assert "you are number 1 on the waiting list. Check in, too" in shown
    assert "you need not do anything" not in shown
    do(bruce, made, "check-in")
    assert "you need not do anything" in following(bruce, made, "")


def test_who_loses_the_place_by_not_checking_in_reads_so(anna: Client, bruce: Client) -> None:
    settings = Settings(format="series", played_here=False, entrants_most=3, check_in=True)
    made = tournament(user_of(anna), settings=settings, labels=["Ida", "Jon"])
    who: dict[str, Any] = {"tournament_id": made.pk, "user": user_of(anna), "now": timezone.now()}
    services.check_in_all(**who)
    do(bruce, made, "register")
    services.publish_draw(**who)
    listed = text_of(page(bruce, made, "entrants"))
    assert "had not checked in" in listed
    assert "withdrawn" not in listed
    assert "You had not checked in when the first round was drawn" in following(bruce, made, "")
    assert "You had not checked in" not in following(anna, made, "")


def test_the_numbers_of_the_seeding_stay_when_somebody_drops_out(anna: Client) -> None:
    made = tournament(user_of(anna), settings=SWISS, labels=NAMES)
    who: dict[str, Any] = {"tournament_id": made.pk, "user": user_of(anna), "now": timezone.now()}
    services.change_tournament(**who, order=sorted(state(made).active(), reverse=True))
    services.publish_draw(**who)
    first = state(made).in_order()[0]
    services.withdraw(**who, entrant=first)
    entrants = page(anna, made, "entrants")
    assert "The numbers are those of the seeding." in text_of(entrants)
    assert re.findall(r'value="(\d+)"', part(entrants, 'class="t-entrants"')) == [
        str(number) for number in range(2, len(NAMES) + 1)
    ]


def test_rulings_name_who_held_the_place_then(anna: Client) -> None:
    made = drawn(user_of(anna), settings=SWISS, labels=NAMES)
    result(made, 1, [90, 80, 70])
    before = state(made).tables[1].seats
    services.rule(
        tournament_id=made.pk,
        user=user_of(anna),
        table=1,
        reason="Swapped.",
        scores=[70, 80, 90],
        now=timezone.now(),
    )
    rulings = text_of(page(anna, made, "rulings"))
    name = f"Player {before[0]}"
    assert f"{name} falls from place" in rulings
    services.substitute(
        tournament_id=made.pk,
        user=user_of(anna),
        entrant=before[0],
        label="Zoe",
        now=timezone.now(),
    )
    assert "Zoe" not in text_of(page(anna, made, "rulings"))
    for name in ("standings", "cross", ""):
        assert f"Zoe in place of Player {before[0]}" in text_of(page(anna, made, name)), name


def test_a_game_beside_a_result_can_be_let_count_again(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    result(made, 1, [90, 80])
    table = page(anna, made, "tables/1")
    assert "counts again, and gives the result by itself" in part(
        table, 'id="reopen"', "</details>"
    )
    assert "until somebody enters one" not in table
    assert "take the result away instead" in part(table, 'id="end-game"', "</details>")
    steps = following(anna, made)
    assert steps.index("draw the next one") < steps.index("holds up nothing")
    services.rule(
        tournament_id=made.pk,
        user=user_of(anna),
        table=1,
        reason="Swapped.",
        scores=[80, 90],
        now=timezone.now(),
    )
    for name in ("rounds", "tables/1"):
        assert "its game does not count" in text_of(page(anna, made, name)), name


def test_a_round_without_a_deadline_says_when_a_seat_is_forfeited(
    anna: Client, bruce: Client
) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    assert "you decide when somebody is late" in page(anna, made, "tables/1")
    assert "Until the deadline" not in page(anna, made, "tables/1")
    do(anna, made, "deadline", {"moment": "2031-01-01T10:00"})
    do(bruce, made, "withdraw", {"sure": "on"})
    assert "Until the deadline" in page(anna, made, "tables/1")


def test_heats_say_which_results_count(anna: Client) -> None:
    settings = Settings(
        format="heats",
        played_here=False,
        format_options={"heats": 2, "counting": 1, "semi_finals": 0, "final": 0},
    )
    made = drawn(user_of(anna), settings=settings, labels=NAMES[:4])
    result(made, 1, [100, 90, 80, 70])
    first, second, *_ = state(made).tables[1].seats
    draw(made, user_of(anna))
    seats = state(made).tables[2].seats
    result(made, 2, [90 if one == first else 100 if one == second else 50 for one in seats])
    standings = page(anna, made, "standings", f"?a={first}&b={second}")
    assert "The points of all results that count, together." in standings
    why = text_of(part(standings, 'id="why"'))
    assert f"Player {first} at place 2 of 4, points: 6. This does not count" in why
    cross = text_of(page(anna, made, "cross"))
    assert "Points in brackets do not count" in cross
    line = part(page(anna, made, "cross"), f">Player {first}</th>", "</tr>")
    assert text_of(line).split() == ["place", "1", "10", "place", "2", "(6)", "10"]


def test_a_ladder_announces_what_orders_it(anna: Client, bruce: Client) -> None:
    made = tournament(user_of(anna), user_of(bruce), settings=Settings(format="ladder"))
    text = text_of(page(anna, made, "about"))
    assert "The rating orders all. Equal ratings are parted by these" in text
    assert "Lot" not in text
    assert "Drawn by lot" not in text
    announced = part(page(anna, made), 'id="announce-text"', "</textarea>")
    assert "1. Points:" in announced
    assert "at last by registration" in announced
    assert "Lot" not in announced
    leave = part(page(bruce, made), 'id="withdraw"', "</details>")
    assert "nobody can challenge you any more" in leave
    do(anna, made, "add-bots", {"bot": "random", "count": "1"})
    do(bruce, made, "challenge", {"opponents": "2"})
    assert [*Game.objects.filter(tournament=made.pk).values_list("name", flat=True)] == ["Cup 1"]
    assert "Registration" in text_of(part(page(anna, made, "standings"), "<tbody>", "</tbody>"))


def test_names_that_are_there_twice_are_named_and_marked(anna: Client, bruce: Client) -> None:
    made = tournament(user_of(anna), labels=["Ada", "bruce"])
    refused = anna.post(url(made, "do/add-players"), {"names": "Greta\nAda\ngreta"})
    text = refused.content.decode()
    assert refused.status_code == 422
    assert "Line 2: Ada has a place in the tournament already." in text
    assert "Line 3: greta stands on line 1, too." in text
    do(bruce, made, "register")
    shown = text_of(part(page(anna, made, "entrants"), 'class="t-entrants"', "</ol>"))
    assert "bruce (no account)" in shown
    drop = part(page(anna, made, "direct"), 'id="drop"', "</details>")
    assert drop.count(">bruce<") == drop.count(">bruce (no account)<") == 1


def test_the_field_that_is_wrong_is_marked(anna: Client) -> None:
    sent = {**FORM, "points-3": "1 4 10", "tie-2": "wins"}
    answer = anna.post("/tournaments/new/", sent)
    problems = part(answer.content.decode(), 'id="problems"', "</div>")
    assert 'href="#id-points-3"' in problems
    assert 'href="#id-points-4"' not in problems
    assert "The tie-break Wins stands there twice." in problems
    assert 'href="#id-tie-2"' in problems


def test_directors_do_not_find_games_that_others_play_in_the_lobby(
    anna: Client, bruce: Client
) -> None:
    made = tournament(user_of(anna), user_of(bruce), settings=HERE)
    do(anna, made, "add-bots", {"bot": "random", "count": "1"})
    draw(made, user_of(anna))
    games = anna.get("/games/").content.decode()
    assert "Cup 1.1" not in part(games, 'class="my-tournaments"', "Open tables")
    assert "Cup 1.1" in bruce.get("/games/?mine=on").content.decode()


def test_what_was_cancelled_has_no_winner(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), settings=SWISS, labels=NAMES)
    play(made)
    do(anna, made, "cancel", {"reason": "The hall is closed.", "sure": "on"})
    for name in ("", "standings"):
        assert "these standings are not final" in text_of(page(bruce, made, name)), name
    direct = text_of(page(anna, made, "direct"))
    assert "This tournament was cancelled." in direct
    assert "The hall is closed." in direct


def test_seasons_and_games_are_called_so(anna: Client, stranger: Client) -> None:
    for settings, labels, title, table in (
        (BY_HAND, NAMES[:7], "Season 1", "Season 1, table 2"),
        (Settings(format="series", played_here=False), NAMES[:2], "Game 1", "Game 1"),
    ):
        made = tournament(user_of(anna), settings=settings, labels=labels)
        preview = page(anna, made, "direct/draw")
        assert f"Preview: {title}<" in preview
        assert f"<h3>{table}</h3>" in preview
        draw(made, user_of(anna))
        shown = page(stranger, made, "rounds")
        assert f">{title}</h2>" in shown
        assert f">{table}</a></h3>" in shown
        assert "Round 1" not in text_of(shown)


def test_lists_count_players_as_standings_do(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(bruce), settings=SWISS, labels=NAMES[:8])
    do(bruce, made, "withdraw", {"sure": "on"})
    assert "9 entrants · Round 1" in text_of(anna.get("/tournaments/").content.decode())
    assert '<span class="count">9</span>' in page(anna, made, "entrants")
    place = part(bruce.get("/players/bruce/").content.decode(), 'id="section-tournaments"')
    assert '<td class="number">9</td>' in place
    play(made)
    do(anna, made, "finish", {"sure": "on"})
    listed = text_of(anna.get("/tournaments/").content.decode())
    assert "9 entrants" in listed
    assert "· Round" not in listed


def test_lists_call_the_final_so_also_of_before(anna: Client) -> None:
    made = drawn(user_of(anna), settings=SWISS, labels=NAMES[:8])
    for _ in range(2):
        play(made)
        draw(made, user_of(anna))
    for _ in range(2):
        assert "8 entrants · Final" in text_of(anna.get("/tournaments/").content.decode())
        Tournament.objects.update(final_drawn=False)
        migration = import_module("tournaments.migrations.0018_finals_that_run")
        migration.note_finals(apps, connection.schema_editor())
    play(made)
    other = drawn(user_of(anna), settings=SWISS, labels=NAMES[:8])
    migration.note_finals(apps, connection.schema_editor())
    assert not Tournament.objects.get(pk=other.pk).final_drawn


def test_the_preview_of_a_final_says_whose_points_it_shows(anna: Client) -> None:
    options = {"heats": 1, "counting": 1, "semi_finals": 2, "final": 2}
    settings = Settings(format="heats", played_here=False, format_options=options)
    made = drawn(user_of(anna), settings=settings, labels=NAMES[:8])
    play(made)
    assert "the points so far" in page(anna, made, "direct/draw")
    draw(made, user_of(anna))
    play(made)
    assert "Preview: Final" in page(anna, made, "direct/draw")
    assert "the points of the stage before" in page(anna, made, "direct/draw")
