"""What pages say towards the end of a tournament, after it, and where there is none."""

import pytest
from django.test import Client
from django.utils import timezone

from tests.web.conftest import user_of
from tests.web.test_tournaments_organiser import filled
from tests.web.tournaments import do, drawn, page, part, result, state, text_of, tournament, url
from tournaments import services
from tournaments.state import Settings

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.uncounted]

ON_PAPER = Settings(format="series", played_here=False)


def test_results_are_ruled_on_after_the_end_where_all_stand(anna: Client) -> None:
    made = drawn(user_of(anna), labels=["Ada", "Eva"], settings=ON_PAPER)
    result(made, 1, [90, 80])
    assert do(anna, made, "finish", {"sure": "on"}) == 302
    shown = page(anna, made, "direct/results")
    assert "Save the results" in shown
    change = {**filled(shown), "t1-score-1": "95"}
    assert anna.post(url(made, "direct/results"), change).status_code == 422, "without a reason"
    change["t1-reason"] = "A typing error."
    assert anna.post(url(made, "direct/results"), change).status_code == 302
    found = state(made).tables[1].result
    assert found is not None
    assert found.scores == (90, 95)


def test_what_has_no_result_after_the_end_gets_none(anna: Client) -> None:
    made = drawn(user_of(anna), labels=["Ada", "Eva"], settings=ON_PAPER)
    assert do(anna, made, "cancel", {"reason": "Rain.", "sure": "on"}) == 302
    shown = page(anna, made, "direct/results")
    assert "Save the results" not in shown
    assert "disabled" in part(shown, 'name="t1-score-0"', ">")
    sent = {"t1-score-0": "90", "t1-score-1": "80"}
    assert anna.post(url(made, "direct/results"), sent).status_code == 200
    assert state(made).tables[1].result is None


def test_the_end_says_where_the_seed_is_and_that_rulings_go_on(anna: Client) -> None:
    made = drawn(user_of(anna), labels=["Ada", "Eva"], settings=ON_PAPER)
    result(made, 1, [90, 80])
    hint = text_of(part(page(anna, made, "direct"), 'id="finish"', "</details>"))
    assert "Wrong results can still be corrected by rulings." in hint
    after = anna.post(url(made, "do/finish"), {"sure": "on"}, follow=True).content.decode()
    assert "The seed of all draws is published: it stands under Format." in after
    assert "once no game of it runs" not in after


def test_who_has_won_is_named_first(anna: Client, stranger: Client) -> None:
    made = drawn(user_of(anna), labels=["Ada", "Eva"], settings=ON_PAPER)
    best = state(made).tables[1].seats[1]
    result(made, 1, [80, 90])
    assert do(anna, made, "finish", {"sure": "on"}) == 302
    name = ("Ada", "Eva")[best - 1]
    for client in (anna, stranger):
        step = text_of(part(page(client, made), 'id="next"'))
        assert f"The tournament is over. Winner: {name}." in step
    assert f"Winner: {name}." in text_of(part(page(anna, made, "direct"), 'id="next"'))


def test_the_winner_of_each_division_is_named(anna: Client, stranger: Client) -> None:
    settings = Settings(format="league", played_here=False, format_options={"division": 4})
    names = [f"Player {number}" for number in range(1, 9)]
    made = drawn(user_of(anna), labels=names, settings=settings)
    for table in state(made).tables.values():
        result(made, table.id, [100 - one for one in table.seats])
    assert do(anna, made, "finish", {"sure": "on"}) == 302
    step = text_of(part(page(stranger, made), 'id="next"'))
    best = {
        group: min(
            one
            for table in state(made).tables.values()
            if table.group == group
            for one in table.seats
        )
        for group in (1, 2)
    }
    for group, entrant in best.items():
        assert f"Division {group}: Player {entrant}" in step


def test_numbers_of_an_exact_schedule_lead_to_the_settings(anna: Client) -> None:
    names = [f"Player {number}" for number in range(1, 10)]
    settings = Settings(format="designs", played_here=False)
    made = tournament(user_of(anna), labels=names, settings=settings)
    shown = page(anna, made, "direct/draw")
    text = text_of(shown)
    assert "no exact schedule with 4 at a table for so many entrants: 9." in text
    assert "With 3 at a table there is one for 7, 9, with 4 for 7, 13, 16." in text
    assert f'id="to-settings" href="{url(made, "direct/edit")}"' in shown
    assert f'id="step-settings" href="{url(made, "direct/edit")}"' in page(anna, made)
    assert "With 4 at a table, for so many entrants: 7, 13, 16." in text_of(
        page(anna, made, "about")
    )


def test_a_ladder_says_that_it_runs_by_itself(anna: Client, bruce: Client) -> None:
    made = tournament(user_of(anna), user_of(bruce), settings=Settings(format="ladder"))
    runs = "The ladder runs by itself: players challenge each other"
    assert "A ladder needs at least 2 entrants." in text_of(part(page(anna, made), 'id="next"'))
    services.add_players(
        tournament_id=made.pk, user=user_of(anna), labels=["Ada"], now=timezone.now()
    )
    for name in ("", "direct"):
        assert runs in text_of(part(page(anna, made, name), 'id="next"'))
    assert do(bruce, made, "challenge", {"opponents": ["2"]}) == 302
    step = part(page(anna, made, "direct"), 'id="next"')
    assert runs in text_of(step)
    assert "1 table has no result yet" in text_of(step)
    assert "ladder runs by itself" in text_of(part(page(bruce, made), 'id="next"'))


def test_the_rating_decides_in_a_ladder(anna: Client, bruce: Client) -> None:
    made = tournament(
        user_of(anna), user_of(bruce), settings=Settings(format="ladder"), labels=["Ada"]
    )
    assert do(bruce, made, "challenge", {"opponents": ["2"]}) == 302
    result(made, 1, [90, 80])
    line = part(page(anna, made, "standings"), '<td class="number">1</td>', "</tr>")
    cells = [one.partition("</td>")[0] for one in line.split("<td ")[1:]]
    assert cells[0] == 'class="number decides">1516'
    assert "decides" not in "".join(cells[1:])
