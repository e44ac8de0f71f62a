"""What pages say at each point of a tournament's course: drafts, leaving, finals, seasons."""

import pytest
from django.test import Client

from tests.web.conftest import user_of
from tests.web.test_tournaments_course import NAMES, SWISS, draw, following, play
from tests.web.tournaments import do, drawn, page, part, state, text_of, tournament, url
from tournaments.state import Settings

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.uncounted]


def test_a_draft_is_deleted_and_leaves_the_list(anna: Client) -> None:
    made = tournament(user_of(anna), opened=False)
    form = part(page(anna, made, "direct"), 'id="take-back"', "</details>")
    assert "Delete the draft" in text_of(form)
    assert "do/cancel/" not in page(anna, made, "direct")
    assert do(anna, made, "take-back") == 422, "not confirmed"
    answer = anna.post(url(made, "do/take-back"), {"sure": "on"})
    assert (answer.status_code, answer["Location"]) == (302, "/tournaments/")
    assert f"/tournaments/{made.pk}/" not in anna.get("/tournaments/").content.decode()
    assert "This tournament was cancelled." in text_of(page(anna, made))
    assert do(anna, tournament(user_of(anna)), "take-back", {"sure": "on"}) != 302


def test_what_leaving_means_depends_on_the_course(anna: Client, bruce: Client) -> None:
    made = tournament(user_of(anna), user_of(bruce), labels=["A", "B", "C"])
    assert "goes to the next on the waiting list" in text_of(page(bruce, made))
    assert "The place becomes free" in text_of(page(anna, made, "direct"))
    draw(made, user_of(anna))
    assert "You drop out: your results stay" in text_of(page(bruce, made))
    assert "Results stay, and there is no further draw" in text_of(page(anna, made, "direct"))
    ladder = Settings(format="ladder", played_here=False)
    endless = tournament(user_of(anna), user_of(bruce), settings=ladder)
    assert "Nobody can be challenged until" in text_of(page(anna, endless, "direct"))
    assert do(anna, endless, "pause") == 302
    assert "nobody can be challenged." in following(anna, endless)


def test_a_final_is_won_whatever_all_stages_add_up_to(anna: Client) -> None:
    made = drawn(user_of(anna), settings=SWISS, labels=NAMES)
    assert "adds up all stages" not in text_of(page(anna, made, "cross"))
    for _again in range(2):
        play(made)
        draw(made, user_of(anna))
    play(made)
    assert "adds up all stages" in text_of(page(anna, made, "cross"))
    shown = text_of(page(anna, made, "about"))
    assert "In the final only its own points decide" in shown
    rows = state(made)
    seated = rows.tables[max(rows.tables)].seats
    finalist, other = seated[0], next(one for one in rows.entrants if one not in seated)
    why = part(page(anna, made, "standings", f"?a={finalist}&b={other}"), 'id="why"')
    assert "having played a later stage" in why
    assert "Final" in why
    assert "Round 1" not in why, "what was played before does not matter"


def test_a_league_has_seasons_and_no_rounds(anna: Client) -> None:
    made = drawn(user_of(anna), labels=list("ABCDEFG"))
    assert "Season 1" in text_of(part(page(anna, made, "cross"), "<thead>", "</thead>"))
    assert "Deadline of this season" in text_of(page(anna, made, "direct"))


def test_who_has_to_confirm_a_result_is_said_on_its_page(anna: Client, bruce: Client) -> None:
    settings = Settings(format="series", played_here=False, director_confirms=True)
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=settings)
    assert "Give another result" not in page(bruce, made, "tables/1")
    sent = {"score-0": "90", "score-1": "80"}
    assert bruce.post(url(made, "tables/1/do/report"), sent).status_code == 302
    shown = text_of(page(bruce, made, "tables/1"))
    assert "The others at the table confirm it, then a director" in shown
    assert "Give another result" in shown
