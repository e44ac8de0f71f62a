"""What confused people who ran a tournament for the first time."""

import re
from datetime import timedelta
from uuid import UUID

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.formats import date_format

from games import engine, selectors
from games import services as games
from games.models import Seat
from tests.web.conftest import browser, user_of
from tests.web.tournaments import (
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
from tournaments.state import Settings

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.uncounted]

SWISS = Settings(format="swiss", format_options={"rounds": 2, "final": 0})
ON_PAPER = Settings(format="series", played_here=False, director_confirms=True)


def test_the_page_where_one_opens_registration_has_the_link_to_send(anna: Client) -> None:
    made = tournament(user_of(anna))
    shown = page(anna, made, "direct")
    assert url(made) in part(shown, 'id="share"')
    assert f'href="{url(made)}#announce"' in shown
    assert 'id="announce"' in page(anna, made)


def test_co_directors_are_named_once_they_have_accepted(anna: Client, bruce: Client) -> None:
    made = tournament(user_of(anna))
    assert do(anna, made, "co-directors", {"names": "bruce"}) == 302
    assert "directed by anna Overview" in text_of(page(anna, made))
    assert do(bruce, made, "accept-directing") == 302
    assert "directed by anna, bruce Overview" in text_of(page(anna, made))


def test_a_preview_says_who_has_no_account_and_so_no_game_here(anna: Client) -> None:
    people = [user_of(browser(name)) for name in ("bruce", "clara", "dora", "eve")]
    made = tournament(user_of(anna), *people, settings=SWISS, labels=["Gina"])
    text = text_of(page(anna, made, "direct/draw"))
    assert text.count("No game on this site: Gina has no account.") == 1
    assert "Points:" not in text, "nobody has any"


def test_a_round_that_people_play_is_not_offered_to_be_drawn_again(
    anna: Client, bruce: Client
) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    assert "Draw again" in page(anna, made, "direct")
    game = state(made).tables[1].game
    assert game is not None
    assert not selectors.played_in_person([UUID(game)])
    waiting = Seat.objects.select_related("user", "game").get(game=game, waiting=True)
    assert waiting.user is not None
    moves = engine.legal_moves(selectors.state_of(waiting.game), engine.Seat(waiting.index))
    games.play_moves(
        game_id=waiting.game.pk,
        user=waiting.user,
        moves=moves[:1],
        seen_version=waiting.game.version,
        now=timezone.now(),
    )
    assert selectors.played_in_person([UUID(game)])
    assert "Draw again" not in page(anna, made, "direct")


def test_a_game_that_runs_has_its_forms_folded(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    assert '<details class="card t-act" id="record">' in page(anna, made, "tables/1")


def test_who_has_given_a_result_is_not_asked_for_it_again(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(bruce), labels=["Ada"], settings=ON_PAPER)
    assert '<details class="card t-act" id="report" open>' in page(bruce, made, "tables/1")
    sent = {"score-0": "90", "score-1": "88"}
    assert bruce.post(url(made, "tables/1/do/report"), sent).status_code == 302
    assert '<details class="card t-act" id="report">' in page(bruce, made, "tables/1")
    step = text_of(part(page(bruce, made), 'id="next"'))
    assert "It counts once a director confirms it." in step, "Ada cannot confirm it"


def test_whoever_confirms_a_result_reads_that_another_was_given_before(
    anna: Client, bruce: Client
) -> None:
    made = drawn(user_of(anna), user_of(bruce), labels=["Ada"], settings=ON_PAPER)
    said = "It stands in place of another one that was given before"
    for score, again in (("90", False), ("95", True)):
        sent = {"score-0": score, "score-1": "88"}
        assert bruce.post(url(made, "tables/1/do/report"), sent).status_code == 302
        assert (said in page(anna, made, "tables/1")) == again


def test_who_plays_and_directs_is_asked_once_and_not_told_to_wait(
    anna: Client, bruce: Client
) -> None:
    settings = Settings(format="series", played_here=False, format_options={"games": 2})
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=settings)
    shown = page(anna, made, "tables/1")
    assert 'id="record"' in shown
    assert 'id="report"' not in shown
    assert 'id="report"' in page(bruce, made, "tables/1")
    services.record_result(
        tournament_id=made.pk, user=user_of(anna), table=1, scores=(9, 8), now=timezone.now()
    )
    step = text_of(part(page(anna, made), 'id="next"'))
    assert "draw the next one" in step
    assert "Wait for what the director does next." not in step
    assert "Wait for what the director does next." in text_of(page(bruce, made))


def test_who_was_let_in_reads_when_the_first_table_comes(anna: Client, bruce: Client) -> None:
    rounds = {"rounds": 2, "final": 0}
    settings = Settings(format="swiss", format_options=rounds, played_here=False)
    made = drawn(user_of(anna), settings=settings, labels=[*"ABCDEF"])
    said = "You take part from the next draw on."
    do(bruce, made, "register")
    assert said not in page(bruce, made), "he waits"
    (waiting,) = (one.id for one in state(made).entrants.values() if one.status == "waiting")
    do(anna, made, "admit", {"entrant": waiting})
    assert said in text_of(part(page(bruce, made), 'id="next"'))
    for table in (1, 2):
        result(made, table, [30, 20, 10])
    assert said in text_of(part(page(bruce, made), 'id="next"'))
    services.publish_draw(tournament_id=made.pk, user=user_of(anna), now=timezone.now())
    assert said not in page(bruce, made)


def test_who_came_late_has_played_fewer_games_also_beside_a_final(anna: Client) -> None:
    settings = Settings(
        format="swiss", played_here=False, format_options={"rounds": 2, "final": 3, "table_size": 3}
    )
    made = drawn(user_of(anna), labels=tuple("ABCDEF"), settings=settings)
    who = {"tournament_id": made.pk, "user": user_of(anna), "now": timezone.now()}
    for table in state(made).tables:
        result(made, table, [100, 90, 80])
    services.withdraw(entrant=state(made).tables[1].seats[2], **who)
    services.add_players(labels=["Late"], **who)
    services.admit(entrant=7, **who)
    services.publish_draw(**who)
    for table in (3, 4):
        result(made, table, [100, 90, 80])
    services.publish_draw(**who)
    text = page(anna, made, "standings")
    assert ">Games played</th>" in text
    numbers = re.findall(r'<li class="registered[^>]*? value="(\d+)"', page(anna, made, "entrants"))
    assert len(numbers) == len({*numbers}) == 5, "who is late has no number"
    result(made, 5, [100, 90, 80])
    found = part(page(anna, made, "standings"), "<tbody>", "</table>").split("<tr")[1:]
    cells = [re.findall(r'<td class="number[^"]*">([^<]*)</td>', row) for row in found]
    counts = [row[1] for row in cells if len(row) > 2]
    assert sorted(counts) == ["1", "1", "2", "2", "3", "3", "3"]


def test_a_substitute_stands_once_among_the_entrants(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), settings=ON_PAPER, labels=["Ada", "Bea"])
    stranger = text_of(part(page(Client(), made), 'id="next"'))
    assert "you can only take over the place of somebody who leaves" in stranger
    assert "Sign in to join the waiting list" in stranger
    services.register(tournament_id=made.pk, user=user_of(bruce), now=timezone.now())
    bea = next(one.id for one in state(made).entrants.values() if one.person == 3)
    sent = {"entrant": bea, "by": f"waiting-{next(reversed(state(made).entrants))}", "sure": "on"}
    assert do(anna, made, "substitute", sent) == 302
    text = text_of(part(page(anna, made, "entrants"), "<main", "</main>"))
    assert "bruce in place of Bea" in text
    assert text.count("bruce") == 1
    own = text_of(part(page(bruce, made), 'id="next"'))
    assert "You play in the place of Bea." in own


def test_after_the_end_directors_find_standings_and_files(anna: Client) -> None:
    made = drawn(user_of(anna), settings=ON_PAPER, labels=["Ada", "Bea"])
    services.record_result(
        tournament_id=made.pk, user=user_of(anna), table=1, scores=(9, 8), now=timezone.now()
    )
    assert do(anna, made, "finish", {"sure": "on"}) == 302
    for shown in (page(anna, made), page(anna, made, "direct")):
        step = part(shown, 'id="next"')
        assert f'href="{url(made, "standings")}"' in step
        assert f'href="{url(made, "about")}#downloads"' in step


def in_lobby(client: Client) -> str:
    """What the lobby says of one's tournaments."""
    return text_of(part(client.get("/games/").content.decode(), 'id="my-tournaments"'))


def test_the_lobby_says_what_a_tournament_waits_for(anna: Client, bruce: Client) -> None:
    clara = browser("clara")
    made = drawn(user_of(anna), user_of(bruce), user_of(clara), settings=ON_PAPER)
    for one in (bruce, clara):
        assert "give the result of your table" in in_lobby(one)
    assert "Cup Running" in in_lobby(anna)
    services.report_result(
        tournament_id=made.pk, user=user_of(bruce), table=1, scores=(9, 8), now=timezone.now()
    )
    assert "Cup Running" in in_lobby(bruce)
    assert "a result waits for your confirmation" in in_lobby(clara)
    assert "results wait for a director" not in in_lobby(anna), "Clara confirms it first"
    services.confirm_result(tournament_id=made.pk, user=user_of(clara), table=1, now=timezone.now())
    assert "results wait for a director" in in_lobby(anna)
    services.confirm_result(tournament_id=made.pk, user=user_of(anna), table=1, now=timezone.now())
    assert "it can be finished" in in_lobby(anna)
    assert "Cup Running" in in_lobby(clara)


def test_the_director_is_told_who_has_not_checked_in(anna: Client, bruce: Client) -> None:
    settings = msgspec.structs.replace(SWISS, check_in=True)
    made = tournament(user_of(anna), user_of(bruce), settings=settings, labels=["Ada", "Eva"])
    services.add_entrants(
        tournament_id=made.pk, user=user_of(anna), bots=["steward"] * 3, now=timezone.now()
    )
    missing = "Not checked in, and so left out of the draw: bruce, Ada, Eva."
    assert missing in text_of(part(page(anna, made, "direct"), 'id="next"'))
    refused = page(anna, made, "direct/draw")
    assert "needs at least 5 entrants" in refused
    assert missing in text_of(refused)
    assert do(bruce, made, "check-in-all") in (403, 404)
    assert do(anna, made, "check-in-all") == 302
    assert not state(made).not_there()
    assert "Publish the draw" in page(anna, made, "direct/draw")


def test_before_registration_opens_the_pages_say_when(anna: Client, bruce: Client) -> None:
    opens = timezone.now() + timedelta(hours=2)
    moment = date_format(opens, "DATETIME_FORMAT") + " UTC"
    settings = msgspec.structs.replace(SWISS, registration_opens=opens)
    made = tournament(user_of(anna), settings=settings, opened=False)
    link = f"http://testserver{url(made)}"
    announced = part(page(anna, made), 'id="announce-text"', "</textarea>")
    assert link in announced
    assert f"Registration opens on {moment}." in announced
    answer = anna.post(url(made, "do/open"), follow=True)
    text = text_of(answer.content.decode())
    assert "Registration is open." not in text
    assert text.count(f"Registration opens on {moment}.") == 2
    assert f"Registration opens on {moment} Swiss" in text
    assert f"Anyone with this link can register from {moment} on." in text
    shown = page(bruce, made)
    assert f"Registration opens on {moment}." in text_of(shown)
    assert 7190 < int(part(shown, 'data-turns-in="', '"')) <= 7201
    assert "Load this page again then." in part(shown, "<noscript>", "</noscript>")


def test_who_comes_onto_the_waiting_list_is_told_so_and_counted_apart(
    anna: Client, bruce: Client
) -> None:
    settings = msgspec.structs.replace(SWISS, entrants_most=5)
    made = tournament(user_of(anna), settings=settings, labels=["A", "B", "C", "D", "E"])
    answer = bruce.post(url(made, "do/register"), follow=True)
    text = text_of(answer.content.decode())
    assert "You are on the waiting list." in text
    assert "Your registration is in." not in text
    assert "Entrants 5 1 on the waiting list" in text
    assert "Entrants 5 1 on the waiting list" in text_of(page(bruce, made, "entrants"))


def test_before_any_result_there_are_no_standings(anna: Client) -> None:
    made = drawn(user_of(anna), labels=["Ada", "Eva"], settings=ON_PAPER)
    assert 'class="t-standings"' not in page(anna, made)
    result(made, 1, [90, 80])
    assert 'class="t-standings"' in page(anna, made)


def test_a_round_without_open_tables_says_what_is_next(anna: Client) -> None:
    settings = msgspec.structs.replace(ON_PAPER, format_options={"games": 2})
    made = drawn(user_of(anna), labels=["Ada", "Eva"], settings=settings)
    result(made, 1, [90, 80])
    for show in ("open", "reported"):
        text = text_of(page(anna, made, "direct/results", f"?show={show}"))
        assert "No round has been drawn yet." not in text
        assert "Preview the draw" in text


def test_results_name_who_played_and_not_the_substitute(anna: Client) -> None:
    made = drawn(user_of(anna), labels=["Ada", "Eva"], settings=ON_PAPER)
    result(made, 1, [90, 80])
    services.substitute(
        tournament_id=made.pk, user=user_of(anna), entrant=1, label="Zoe", now=timezone.now()
    )
    fields = part(page(anna, made, "direct/results"), 'class="t-entries"', "</form>")
    assert "Ada" in fields
    assert "Zoe" not in fields


def test_all_of_a_page_is_of_one_moment(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    with CaptureQueriesContext(connection) as asked:
        page(anna, made)
    games = [one for one in asked if 'FROM "games_game" LEFT' in one["sql"]]
    assert len(games) == 1, "cards and steps of a table would show different moves"


def test_a_game_ended_without_a_result_is_left_to_the_director(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    game = state(made).tables[1].game
    assert (
        "a director then decides what counts" in bruce.get(f"/games/{game}/seat/").content.decode()
    )
    for client in (anna, bruce):
        games.agree_to_abandon(game_id=UUID(game), user=user_of(client), now=timezone.now())
    text = text_of(page(bruce, made))
    assert "the game has ended without a result. A director decides what counts." in text
    assert "yet to be counted" not in text
    after = part(bruce.get(f"/games/{game}/").content.decode(), 'class="row after"')
    assert 'class="button" id="to-tournament"' in after
    assert '<button class="quiet" id="rematch">' in after


def test_what_resigning_means_stands_beside_the_points(anna: Client) -> None:
    made = tournament(user_of(anna), settings=SWISS)
    for shown in (page(anna, made), page(anna, made, "about")):
        assert "Who resigns comes after all who played on." in shown


def test_once_the_time_to_register_is_over_pages_say_so(anna: Client, bruce: Client) -> None:
    closes = timezone.now() - timedelta(hours=2)
    settings = msgspec.structs.replace(SWISS, registration_closes=closes)
    made = tournament(user_of(anna), settings=settings, made_at=closes - timedelta(days=1))
    moment = date_format(closes, "DATETIME_FORMAT") + " UTC"
    for name in ("", "direct"):
        text = text_of(page(anna, made, name))
        assert "Anyone with this link can register." not in text
        assert "Registration is closed: who follows this link can only look." in text
        assert f"Registration has been closed since {moment}; a later moment" in text
    assert "do/close-registration/" not in page(anna, made, "direct")
    assert "has been closed since" not in page(bruce, made)


def test_a_list_out_of_a_spreadsheet_gives_the_column_of_names(anna: Client) -> None:
    made = tournament(user_of(anna), settings=SWISS)
    path = url(made, "do/add-players")
    refused = anna.post(path, {"names": "Name;Club\nZoe;Perth\n;Oban"})
    assert "Line 3: The column name is empty." in text_of(refused.content.decode())
    assert anna.post(path, {"names": "Club\tName\r\nPerth\tZoe\r\nOban\tYan"}).status_code == 302
    shown = text_of(page(anna, made, "entrants"))
    assert "Zoe" in shown
    assert "Yan" in shown
    assert not {"Perth", "Club", "Name"} & set(shown.split())
