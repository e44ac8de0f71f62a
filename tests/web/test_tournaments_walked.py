"""What a first organiser and the players stumbled over on a walk through a tournament."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.web.conftest import browser, user_of
from tests.web.test_tournament_form import FORM
from tests.web.tournaments import do, drawn, page, part, result, state, text_of, tournament, url
from tournaments import services
from tournaments.models import Tournament
from tournaments.state import Settings

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.uncounted]

SWISS = Settings(format="swiss", played_here=False)
ON_PAPER = Settings(format="series", played_here=False)
TWO_GAMES = Settings(format="series", played_here=False, format_options={"games": 2})


@pytest.fixture
def clara(db: None) -> Client:
    """Somebody who comes later."""
    return browser("clara")


def followed(client: Client, made: Tournament, name: str = "") -> str:
    """What an open page gets when it asks for what is new."""
    answer = client.get(url(made, name), headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return answer.content.decode()


def test_an_open_page_learns_how_far_the_tournament_is(anna: Client) -> None:
    made = tournament(user_of(anna), labels=["Ada", "Bea"], settings=ON_PAPER)
    for moment, badge in (("open", "Registration open"), ("draw", "Running")):
        if moment == "draw":
            assert (
                anna.post(url(made, "direct/draw"), {"version": _version(made)}).status_code == 302
            )
        for name in ("", "rounds", "standings", "entrants", "about"):
            facts = part(followed(anna, made, name), '<p class="facts" id="facts" hx-swap', "</p>")
            assert badge in facts, name


def _version(made: Tournament) -> int:
    return Tournament.objects.get(pk=made.pk).version


def test_an_open_page_has_the_forms_that_can_still_be_sent(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=ON_PAPER)
    sent = {"score-0": "90", "score-1": "80"}
    assert 'id="report"' in followed(bruce, made, "tables/1")
    assert 'id="withdraw"' in followed(bruce, made)
    assert bruce.post(url(made, "tables/1/do/report"), sent).status_code == 302
    assert "Give another result" in followed(bruce, made, "tables/1")
    assert anna.post(url(made, "tables/1/do/record"), sent).status_code == 302
    new = followed(bruce, made, "tables/1")
    assert "Give another result" not in text_of(new)
    assert '<div class="t-forms" id="forms" hx-swap-oob="true"></div>' in new
    assert do(anna, made, "cancel", {"sure": "on", "reason": "Rain."}) == 302
    assert 'id="withdraw"' not in followed(bruce, made)


def test_the_page_of_a_refused_form_follows_the_page_it_stands_on(
    anna: Client, bruce: Client
) -> None:
    """Asked at the address of the form, the page would come anew, without what was typed."""
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=ON_PAPER)
    address = url(made, "tables/1")
    refused = bruce.post(url(made, "tables/1/do/report"), {"score-0": "90"})
    assert refused.status_code == 422
    html = refused.content.decode()
    asked = part(html, 'id="live" hx-get="', '"')
    assert asked.startswith(f"{address}?stamp=")
    assert bruce.get(asked, headers={"HX-Request": "true"}).status_code == 204
    assert 'id="report" data-refused' in html
    assert "data-refused" not in page(bruce, made, "tables/1")


def test_what_is_not_ticked_says_how_it_could_be_undone(anna: Client, bruce: Client) -> None:
    made = tournament(user_of(anna), user_of(bruce), labels=["Ada", "Bea"], settings=ON_PAPER)
    own = next(one.id for one in state(made).entrants.values())
    left = refused_by(bruce, made, "do/withdraw")
    assert "you could register again only while registration is open, and would come last" in left
    out = refused_by(anna, made, "do/drop", {"entrant": own})
    assert "Who has an account can register again while registration is open" in out
    services.publish_draw(tournament_id=made.pk, user=user_of(anna), now=timezone.now())
    assert "only a director could let you in again." in refused_by(bruce, made, "do/withdraw")
    assert "let in again whoever drops out" in refused_by(anna, made, "do/drop", {"entrant": own})
    assert do(anna, made, "drop", {"entrant": own, "sure": "on"}) == 302
    assert do(anna, made, "admit", {"entrant": own}) == 302
    taken = {"entrant": own, "by": "label", "label": "Cleo"}
    assert "only another substitution gives" in refused_by(anna, made, "do/substitute", taken)
    result(made, 1, (9, 8, 7))
    again = refused_by(anna, made, "tables/1/do/reopen", {"reason": "Wrong."})
    assert "the table then waits for its result again." in again
    cancelled = refused_by(anna, made, "do/cancel", {"reason": "Rain."})
    assert "you cannot undo it yourself." in cancelled


def refused_by(
    client: Client, made: Tournament, action: str, sent: dict[str, object] | None = None
) -> str:
    """What the form of an action says that is sent without its tick."""
    answer = client.post(url(made, action), sent or {})
    assert answer.status_code == 422
    return text_of(answer.content.decode())


def test_a_version_that_is_yet_to_come_is_called_that(anna: Client) -> None:
    made = tournament(user_of(anna), labels=["Ada", "Bea"])
    text = text_of(page(anna, made, "standings", "?as_of=99999"))
    assert f"There is no version 99999 yet: the newest one is {_version(made)}." in text
    assert "did not exist then" not in text
    assert "did not exist then" in text_of(page(anna, made, "standings", "?as_of=2001-01-01"))


def test_players_read_why_their_table_has_no_game_here(anna: Client, bruce: Client) -> None:
    settings = Settings(format="series")
    made = tournament(user_of(anna), user_of(bruce), settings=settings, labels=["Dan"])
    services.add_entrants(
        tournament_id=made.pk, user=user_of(anna), bots=["steward"], now=timezone.now()
    )
    services.publish_draw(tournament_id=made.pk, user=user_of(anna), now=timezone.now())
    assert state(made).tables[1].game is None
    said = (
        "No game on this site: Dan has no account. steward bot 1 plays only in games on this site:"
        " agree with a director who plays for it."
    )
    assert said in text_of(part(page(bruce, made), 'id="own-tables"'))
    assert said in text_of(page(bruce, made, "tables/1"))
    result(made, 1, (9, 8, 7))
    assert "No game on this site" not in page(bruce, made, "tables/1")
    by_hand = drawn(user_of(anna), user_of(bruce), settings=ON_PAPER, labels=["Dan"])
    assert "No game on this site" not in page(bruce, by_hand, "tables/1")


def test_a_result_form_says_what_is_missing_or_too_much(anna: Client) -> None:
    made = drawn(user_of(anna), labels=["Ada", "Bea"], settings=ON_PAPER)
    record = "tables/1/do/record"
    assert "Give a place or a score for every seat. " in refused_by(anna, made, record)
    one_out = refused_by(anna, made, record, {"out-0": "on"})
    assert "Give a place or a score for every seat that is not forfeited." in one_out
    both = {"out-0": "on", "score-0": "102", "score-1": "80"}
    said = "Who forfeited has no score: empty it, or take the tick away."
    assert said in refused_by(anna, made, record, both)
    on_all = {f"t1-{name}": value for name, value in both.items()}
    answer = anna.post(url(made, "direct/results") + "?round=1", on_all)
    assert said in text_of(answer.content.decode())
    assert state(made).tables[1].result is None
    assert anna.post(url(made, record), {**both, "score-0": ""}).status_code == 302


def test_nobody_is_waited_for_who_cannot_confirm(anna: Client, bruce: Client) -> None:
    settings = Settings(format="series", played_here=False, director_confirms=True)
    made = drawn(user_of(anna), user_of(bruce), labels=["Dan"], settings=settings)
    sent = {"score-0": "90", "score-1": "80"}
    assert bruce.post(url(made, "tables/1/do/report"), sent).status_code == 302
    text = text_of(page(bruce, made, "tables/1"))
    assert "It counts once a director confirms it: nobody else here has an account." in text
    assert "The others at the table confirm it" not in text


def test_a_limit_that_may_surprise_is_spoken_of(anna: Client) -> None:
    swiss = {**FORM, "format": "swiss", "swiss-rounds": "3", "entrants_most": "3"}
    new = anna.post("/tournaments/new/", swiss, follow=True).content.decode()
    too_few = "At most 3 entrants get a place, but with these settings at least 5 have to play"
    assert too_few in text_of(new)
    made = tournament(user_of(anna), settings=SWISS, labels=list("ABCDEFG"))
    for most, beyond in (("6", True), ("7", False), ("", False)):
        sent = {**swiss, "entrants_most": most}
        saved = anna.post(url(made, "direct/edit"), sent, follow=True)
        text = text_of(saved.content.decode())
        assert "The changes are saved." in text
        assert (
            "7 entrants have a place already, which is more than the new limit" in text
        ) == beyond
        assert too_few not in text
    assert len(state(made).active()) == 7


def test_a_tie_break_is_called_that_where_it_is_wrong(anna: Client) -> None:
    answer = anna.post("/tournaments/new/", {**FORM, "tie-2": "wins"})
    problems = text_of(part(answer.content.decode(), 'id="problems"', "</div>"))
    assert "Tie-break 2: The tie-break Wins stands there twice." in problems


def test_a_director_sees_at_once_who_has_left_a_table(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(bruce), labels=["Ada"], settings=ON_PAPER)
    assert "dropped out" not in page(anna, made, "tables/1")
    assert do(bruce, made, "withdraw", {"sure": "on"}) == 302
    said = "Dropped out there: bruce. You can enter a result, or name a substitute."
    assert said in text_of(part(page(anna, made, "direct"), 'id="next"'))
    assert "bruce dropped out" in text_of(page(anna, made, "tables/1"))
    result(made, 1, (9, 8))
    assert "bruce dropped out" not in text_of(page(anna, made, "tables/1"))


def test_a_substitute_is_not_who_played_the_rounds_before(
    anna: Client, bruce: Client, clara: Client
) -> None:
    """At the table of then sat somebody else, who is called so."""
    made = drawn(user_of(anna), user_of(bruce), labels=["Ada"], settings=TWO_GAMES)
    result(made, 1, (9, 8))
    director = user_of(anna)
    services.register(tournament_id=made.pk, user=user_of(clara), now=timezone.now())
    about: dict[str, Any] = {"tournament_id": made.pk, "user": director, "now": timezone.now()}
    services.substitute(entrant=1, waiting=3, **about)
    services.publish_draw(**about)
    for name in ("rounds", "tables/1"):
        assert "bruce you" in text_of(page(bruce, made, name))
        assert "bruce you" not in text_of(page(clara, made, name))
    assert "clara you" in text_of(page(clara, made, "tables/2"))
    assert "clara you" not in text_of(page(bruce, made, "tables/2"))


def test_in_the_last_round_strangers_do_not_read_that_they_are_let_in(
    anna: Client, bruce: Client, clara: Client
) -> None:
    made = drawn(user_of(anna), user_of(bruce), labels=["Ada"], settings=TWO_GAMES)
    let_in = "a director decides who is let in for the next draw"
    assert let_in in text_of(page(clara, made))
    result(made, 1, (9, 8))
    about: dict[str, Any] = {"tournament_id": made.pk, "user": user_of(anna)}
    services.publish_draw(now=timezone.now(), **about)
    text = text_of(page(clara, made))
    assert let_in not in text
    assert "No further draw comes. From the waiting list you can only take over" in text


def test_directors_find_each_thing_to_do_once(anna: Client) -> None:
    made = tournament(user_of(anna), labels=["Ada"], settings=ON_PAPER)
    assert page(anna, made, "direct").count("Change the settings") == 1
    assert "Change the settings" in page(anna, made)
