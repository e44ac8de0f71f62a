"""What an organiser took for something else: words of the pages, and where their buttons lead."""

from datetime import timedelta
from uuid import uuid4

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game
from games.services import erase_game
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
from tournaments.models import Tournament
from tournaments.state import Settings

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.uncounted]

SWISS = Settings(format="swiss", format_options={"rounds": 2, "final": 2}, played_here=False)
ON_PAPER = Settings(format="series", played_here=False)
BY_PLAYERS = msgspec.structs.replace(ON_PAPER, director_confirms=False)
ALONE = "where somebody there has no account, once a director does"


def next_for(client: Client, made: Tournament, name: str = "") -> str:
    return text_of(part(page(client, made, name), 'id="next"'))


def test_dropping_out_and_forfeiting_a_seat_are_two_words(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    form = text_of(part(page(anna, made, "direct"), 'id="drop"', "</details>"))
    assert "A player drops out" in form
    assert "A game that runs goes on, and is still theirs to play or to resign" in form
    assert "forfeit the seat on the page of the table" in form
    announced = part(page(anna, made), 'id="announce-text"', "</textarea>")
    for text in (text_of(page(bruce, made, "about")), announced):
        assert "taken out" not in text
        assert "Who drops out keeps all results" in text
        assert "forfeits the seat" in text
    assert "dropped out" in text_of(
        anna.post(
            url(made, "do/drop"), {"entrant": "2", "sure": "on"}, follow=True
        ).content.decode()
    )
    assert state(made).tables[1].forfeited == []
    assert "taken out" not in text_of(anna.get("/organisers/").content.decode())


def test_the_round_of_a_game_is_not_taken_for_one_of_the_tournament(
    anna: Client, bruce: Client
) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    Game.objects.filter(tournament=made.pk).update(round=2)
    for name in ("", "rounds", "tables/1", "direct", "direct/results"):
        text = text_of(page(anna, made, name))
        assert "game: round 2 of 5" in text, name
        assert "Round 2 of 5" not in text, name


def test_who_confirms_where_others_have_no_account_is_said_beforehand(
    anna: Client, bruce: Client
) -> None:
    made = drawn(user_of(anna), user_of(bruce), labels=["Ida"], settings=BY_PLAYERS)
    assert ALONE in text_of(anna.get("/tournaments/new/").content.decode())
    assert ALONE in text_of(page(anna, made, "about"))
    assert ALONE in part(page(anna, made), 'id="announce-text"', "</textarea>")
    sent = {"score-0": "90", "score-1": "80"}
    said = text_of(bruce.post(url(made, "tables/1/do/report"), sent, follow=True).content.decode())
    assert "It counts once a director confirms it" in said
    two = drawn(user_of(anna), user_of(anna), user_of(bruce), labels=["Ida"], settings=BY_PLAYERS)
    sent |= {"score-2": "70"}
    text = text_of(bruce.post(url(two, "tables/1/do/report"), sent, follow=True).content.decode())
    assert text.count("The others at the table confirm it, then a director") == 2
    assert "all at the table, or a director, have confirmed it" not in text


@pytest.mark.parametrize("hours", [2, 24, 72])
def test_a_reminder_is_promised_as_it_comes(anna: Client, bruce: Client, hours: int) -> None:
    """A day before the deadline, or at once; in both cases once it is that late."""
    settings = msgspec.structs.replace(HERE, round_hours=hours)
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=settings)
    form = text_of(part(page(anna, made, "direct"), 'id="deadline"', "</details>"))
    said = "Players are reminded a day before it, or at once if less is left"
    assert said in form
    assert services.reminders_due(timezone.now()) == ([made.pk] if hours <= 24 else [])


def test_a_substitute_does_not_get_a_game_beside_a_result(anna: Client, bruce: Client) -> None:
    said = "A game beside a result stays with who leaves"
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    assert said not in text_of(part(page(anna, made, "direct"), 'id="substitute"', "</details>"))
    result(made, 1, [90, 80])
    assert said in text_of(part(page(anna, made, "direct"), 'id="substitute"', "</details>"))
    assert said not in text_of(page(bruce, made))


def test_who_is_taken_from_the_draws_by_a_director_reads_so(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    assert do(anna, made, "drop", {"entrant": "2", "sure": "on"}) == 302
    assert "anna, who directs, has entered that you drop out. Your results stay." in next_for(
        bruce, made
    )
    assert do(anna, made, "admit", {"entrant": "2"}) == 302
    assert do(bruce, made, "withdraw", {"sure": "on"}) == 302
    assert "You have dropped out. Your results stay." in next_for(bruce, made)


def test_a_game_that_was_drawn_again_leads_to_its_tournament(
    anna: Client, bruce: Client, stranger: Client
) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    old = Game.objects.get(tournament=made.pk).pk
    services.publish_draw(tournament_id=made.pk, user=user_of(anna), again=True, now=timezone.now())
    answer = bruce.get(f"/games/{old}/")
    assert answer.status_code == 404
    html = answer.content.decode()
    assert "This table was drawn again" in text_of(html)
    assert f'href="{url(made)}"' in html
    for client in (stranger, browser("dora")):
        assert "drawn again" not in client.get(f"/games/{old}/").content.decode()
    with CaptureQueriesContext(connection) as asked:
        for game in (uuid4(), old):
            assert bruce.get(f"/games/{game}/").status_code == 404
    assert not [one for one in asked.captured_queries if "tournaments_log" in one["sql"]]
    Tournament.objects.filter(pk=made.pk).update(phase="finished")
    assert "drawn again" not in bruce.get(f"/games/{old}/").content.decode()


def test_a_game_that_was_erased_for_another_reason_leads_nowhere(
    anna: Client, bruce: Client
) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    old = Game.objects.get(tournament=made.pk).pk
    erase_game(game_id=old, by=None, reason=f"Broken ({made.pk}).", now=timezone.now())
    assert "drawn again" not in bruce.get(f"/games/{old}/").content.decode()


def test_a_ruling_on_the_page_of_results_is_called_one(anna: Client) -> None:
    made = drawn(user_of(anna), labels=["Ada", "Bea"], settings=ON_PAPER)
    result(made, 1, [90, 80])
    html = page(anna, made, "direct/results")
    seen = part(html, 'name="t1-seen" value="', '"').replace("&quot;", '"')
    sent = {"t1-score-0": "70", "t1-score-1": "80", "t1-seen": seen}
    refused = anna.post(url(made, "direct/results"), sent)
    assert refused.status_code == 422
    assert "Give a reason: everybody can read it." in text_of(refused.content.decode())
    sent["t1-reason"] = "Misread."
    text = text_of(anna.post(url(made, "direct/results"), sent, follow=True).content.decode())
    assert "1 ruling counts, and is listed with its reason." in text
    assert "is saved" not in text


def test_a_missing_reason_is_asked_for_in_plain_words(anna: Client) -> None:
    made = drawn(user_of(anna), labels=["Ada", "Bea"], settings=ON_PAPER)
    result(made, 1, [90, 80])
    same = {"score-0": "70", "score-1": "80"}
    for action, sent in (
        ("tables/1/do/rule", same),
        ("tables/1/do/reopen", {"sure": "on"}),
        ("do/cancel", {"sure": "on"}),
    ):
        refused = anna.post(url(made, action), sent)
        assert refused.status_code == 422, action
        text = text_of(refused.content.decode())
        assert "Give a reason: everybody can read it." in text, action
        assert "This field is required" not in text, action
    high = anna.post(url(made, "tables/1/do/rule"), {**same, "score-0": "5000", "reason": "No."})
    text = text_of(high.content.decode())
    assert "Give a score of at most 1000." in text
    assert "Ensure" not in text
    here = tournament(user_of(anna), settings=HERE)
    many = anna.post(url(here, "do/add-bots"), {"bot": "steward", "count": "33"})
    assert "Choose a number of at most 32." in text_of(many.content.decode())


def test_at_the_end_players_read_their_own_place(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(bruce), labels=["Ada", "Bea"], settings=ON_PAPER)
    seat = state(made).tables[1].seat_of(1)
    result(made, 1, [50 if index == seat else 90 + index for index in range(3)])
    assert do(anna, made, "finish", {"sure": "on"}) == 302
    assert "Your place: 3 of 3." in next_for(bruce, made)
    assert "Your place" not in next_for(anna, made)


def test_the_invitation_says_check_in_once(anna: Client) -> None:
    made = tournament(user_of(anna), settings=msgspec.structs.replace(SWISS, check_in=True))
    announced = part(page(anna, made), 'id="announce-text"', "</textarea>")
    assert announced.lower().count("check in") + announced.lower().count("check-in") == 1


def test_all_are_here_leads_back_to_the_preview(anna: Client, bruce: Client) -> None:
    made = tournament(
        user_of(anna),
        user_of(bruce),
        labels=["Ada", "Bea", "Cid", "Dot", "Eva"],
        settings=msgspec.structs.replace(SWISS, check_in=True, entrants_most=5),
    )
    for one in (2, 3, 4, 5, 6):
        services.check_in(
            tournament_id=made.pk, user=user_of(anna), entrant=one, now=timezone.now()
        )
    preview = page(anna, made, "direct/draw")
    assert "From the waiting list: Eva." in text_of(preview)
    form = part(preview, "t-absent", "</form>")
    assert 'name="back" value="draw"' in form
    answer = anna.post(url(made, "do/check-in-all"), {"back": "draw"})
    assert answer["Location"] == url(made, "direct/draw")
    assert anna.post(url(made, "do/check-in-all"), {"back": "//evil"}).status_code == 302
    assert "From the waiting list" not in page(anna, made, "direct/draw")


def test_who_signs_up_on_the_way_to_a_tournament_is_welcomed_there(
    anna: Client, client: Client
) -> None:
    made = tournament(user_of(anna), settings=SWISS)
    sent = {"username": "newcomer", "password1": "Hm-long-9-enough", "next": url(made)}
    text = text_of(
        client.post(
            "/signup/", {**sent, "password2": sent["password1"]}, follow=True
        ).content.decode()
    )
    assert "Welcome!" in text
    assert "Join a table or create your own" not in text


def test_a_moment_of_registration_is_one_on_which_it_opens(anna: Client, bruce: Client) -> None:
    opens = timezone.now() + timedelta(hours=2)
    made = tournament(
        user_of(anna), settings=msgspec.structs.replace(SWISS, registration_opens=opens)
    )
    assert "Registration opens on" in next_for(bruce, made)
    assert "opens at" not in text_of(page(anna, made))


def test_a_ruling_after_the_cut_says_that_who_plays_on_stays(anna: Client) -> None:
    made = drawn(user_of(anna), labels=["Ada", "Bea", "Cid", "Dot", "Eva", "Fay"], settings=SWISS)
    said = "What was drawn since stays as it is: the rounds, and who plays on."
    for number in (1, 2):
        for table in state(made).of_round(number):
            result(made, table.id, [90, 80, 70, 60][: len(table.seats)])
            assert said not in text_of(page(anna, made, f"tables/{table.id}"))
        services.publish_draw(tournament_id=made.pk, user=user_of(anna), now=timezone.now())
    assert state(made).is_final(3)
    assert said in text_of(page(anna, made, "tables/1"))
    assert said in text_of(anna.get(url(made, "direct/results") + "?round=1").content.decode())
    (final,) = state(made).of_round(3)
    result(made, final.id, [90, 80])
    assert said not in text_of(page(anna, made, f"tables/{final.id}"))


def test_direct_says_both_places_where_a_seat_is_forfeited(anna: Client) -> None:
    made = drawn(user_of(anna), labels=["Ada", "Bea"], settings=ON_PAPER)
    text = text_of(page(anna, made, "direct"))
    assert "a seat is forfeited, and a result taken away, on the page of its table" not in text
    assert "There a seat can be marked as forfeited in a result" in text
