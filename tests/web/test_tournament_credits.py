"""Who played, who gave a result, what numbers mean: pages say it as it was."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game
from tests.web.conftest import user_of
from tests.web.test_tournaments_newcomers import ON_PAPER
from tests.web.test_tournaments_walked import TWO_GAMES
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
from tournaments.state import RoundTable, Settings, TableOutcome
from web.pages.tournaments import tables

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

LABELS = ["Ada", "Bea", "Cem", "Dov", "Eva", "Fay"]


def about(client: Client, made: Any) -> dict[str, Any]:
    """What every service of its director is given."""
    return {"tournament_id": made.pk, "user": user_of(client), "now": timezone.now()}


def test_a_substitute_is_credited_with_no_table_of_who_sat_there(
    anna: Client, bruce: Client, stranger: Client
) -> None:
    made = drawn(user_of(anna), user_of(bruce), labels=["Ada"], settings=TWO_GAMES)
    result(made, 1, (9, 8))
    services.substitute(entrant=1, label="Zoe", **about(anna, made))
    why = text_of(part(page(stranger, made, "standings", "?a=1&b=2"), 'id="why"'))
    assert "Zoe stands" in why or "before Zoe" in why
    assert "bruce held the place of Zoe before: results stay with the place." in why
    assert "Game 1: bruce at place" in why
    assert "Zoe at place" not in why
    found = stranger.get(f"/api/v1/tournaments/{made.pk}/standings/explain?a=1&b=2").json()
    sides = {one["entrant"]: one for one in (found["ahead"], found["behind"])}
    assert sides[1]["person"]["label"] == "Zoe"
    assert sides[1]["tables"][0]["person"]["user"] == "bruce"
    assert any("Game 1: bruce at place" in one for one in found["sentences"])


def test_whom_an_opponents_mean_is_of_is_listed(anna: Client, stranger: Client) -> None:
    settings = Settings(format="swiss", played_here=False, tie_breaks=("opponents_mean",))
    made = drawn(user_of(anna), labels=LABELS, settings=settings)
    for table in state(made).tables.values():
        result(made, table.id, [90 - one for one in range(len(table.seats))])
    rows = stranger.get(f"/api/v1/tournaments/{made.pk}/standings").json()["rows"]
    a, b = rows[0]["entrant"], rows[1]["entrant"]
    query = f"?a={a}&b={b}"
    why = part(page(stranger, made, "standings", query), 'id="why-opponents"', "</details>")
    assert text_of(why).count("points per table:") == 4
    assert text_of(why).count("As the lowest this is left out.") == 2
    found = stranger.get(f"/api/v1/tournaments/{made.pk}/standings/explain{query}").json()
    assert [one["counts"] for one in found["ahead"]["opponents"]].count(False) == 1
    assert {one["person"]["label"] for one in found["behind"]["opponents"]} < set(LABELS)


def test_before_the_deadline_bots_are_said_to_be_forfeitable(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    director = about(anna, made)
    services.change_tournament(deadline=timezone.now() + timedelta(days=1), **director)
    services.substitute(entrant=2, bot="steward", **director)
    form = text_of(part(page(anna, made, "tables/1"), 'id="forfeit"', "</details>"))
    assert "Until the deadline only bots, and who has left, can be forfeited." in form


def test_entrants_are_numbered_by_what_is_said_and_only_while_they_take_part(
    anna: Client, bruce: Client
) -> None:
    made = drawn(user_of(anna), labels=["Ada", "Bea", "Cem"], settings=ON_PAPER)
    services.register(tournament_id=made.pk, user=user_of(bruce), now=timezone.now())
    html = page(anna, made, "entrants")
    assert "Places are in the standings." in text_of(html)
    shown = part(html, 'class="t-entrants"', "</ol>")
    numbers = [one.partition('value="')[2].partition('"')[0] for one in shown.split("<li")[1:]]
    assert numbers == ["1", "2", "3", ""]
    assert "unnumbered" in shown.rpartition("<li")[2]
    by_name = part(page(anna, made, "entrants", "?sort=name&name=cem"), 't-entrants"', "</ol>")
    order = state(made).in_order()
    assert text_of(f"<{by_name}") == "Cem no account"
    cem = next(one.id for one in state(made).entrants.values() if one.person == 4)
    assert f'value="{order.index(cem) + 1}"' in by_name


def test_who_has_withdrawn_is_not_called_checked_in(anna: Client) -> None:
    settings = Settings(format="league", played_here=False, check_in=True)
    made = tournament(user_of(anna), labels=["Ada", "Bea"], settings=settings)
    services.check_in(entrant=1, **about(anna, made))
    assert "checked in" in text_of(part(page(anna, made, "entrants"), 't-entrants"', "</ol>"))
    services.withdraw(entrant=1, **about(anna, made))
    shown = text_of(part(page(anna, made, "entrants"), 't-entrants"', "</ol>"))
    assert "withdrawn" in shown
    assert "checked in" not in shown


def test_a_result_that_players_gave_says_who_and_which_one_it_replaces(
    anna: Client, bruce: Client
) -> None:
    made = drawn(user_of(anna), user_of(bruce), labels=["Ada"], settings=ON_PAPER)
    for score in ("90", "95"):
        sent = {"score-0": score, "score-1": "88"}
        assert bruce.post(url(made, "tables/1/do/report"), sent).status_code == 302
    step = text_of(part(page(bruce, made), 'id="next"'))
    assert "you have given the result" in step
    assert "you have confirmed" not in step
    names = [
        "bruce" if state(made).entrants[one].person == 2 else "Ada"
        for one in state(made).tables[1].seats
    ]
    first = f"by bruce: 1. {names[0]} (90), 2. {names[1]} (88)."
    for shown in ("tables/1", "direct/results"):
        assert first in text_of(page(anna, made, shown)), shown
    services.confirm_result(table=1, **about(anna, made))
    text = text_of(page(anna, made, "tables/1"))
    assert "bruce has given this result, and it was confirmed." in text
    assert "entered by hand" not in text


def test_a_score_below_zero_is_asked_about(anna: Client) -> None:
    made = drawn(user_of(anna), labels=["Ada", "Bea"], settings=ON_PAPER)
    sent = {"score-0": "-5", "score-1": "8"}
    answer = anna.post(url(made, "tables/1/do/record"), sent, follow=True)
    assert "Game 1 has a score below 0" in text_of(answer.content.decode())
    other = drawn(user_of(anna), labels=["Ada", "Bea"], settings=ON_PAPER, name="Other")
    sent = {"t1-score-0": "7", "t1-score-1": "-1"}
    answer = anna.post(url(other, "direct/results"), sent, follow=True)
    assert "Game 1 has a score below 0" in text_of(answer.content.decode())


def test_a_day_to_come_shows_no_standings_of_that_day(anna: Client) -> None:
    made = drawn(user_of(anna), labels=["Ada", "Bea"], settings=ON_PAPER)
    today = timezone.now().date()
    said = "That day is still to come"
    for day in (today + timedelta(days=2), f"{today + timedelta(days=2)}T10:00"):
        assert said in text_of(page(anna, made, "standings", f"?as_of={day}"))
        answer = anna.get(f"/api/v1/tournaments/{made.pk}/standings?as_of={day}")
        assert answer.status_code == 404
        assert said in answer.json()["detail"]
    assert said not in text_of(page(anna, made, "standings", f"?as_of={today}"))


def test_a_cancelled_tournament_gives_nobody_a_place(anna: Client, stranger: Client) -> None:
    made = drawn(user_of(anna), user_of(anna), labels=["Ada"], settings=ON_PAPER)
    name = user_of(anna).get_username()
    assert do(anna, made, "cancel", {"reason": "Rain.", "sure": "on"}) == 302
    for address in (f"/players/{name}/", f"/tournaments/players/{name}/"):
        html = stranger.get(address).content.decode()
        section = html.partition('id="section-tournaments"')[2].partition("</table>")[0]
        assert text_of(section.partition("</thead>")[2]) == "Cup cancelled 2", address
    listed = stranger.get(f"/api/v1/tournaments/players/{name}").json()["results"]
    assert [(one["phase"], one["place"]) for one in listed] == [("cancelled", None)]


def test_a_forgotten_score_is_called_by_its_table_as_on_pages(anna: Client) -> None:
    made = drawn(user_of(anna), labels=["Ada", "Bea"], settings=ON_PAPER)
    seats = state(made).tables[1].seats
    sent = {"table": f"table,entrant,score\n1,{seats[0]},90\n1,{seats[1]},\n"}
    answer = anna.post(url(made, "do/paste-results"), sent)
    assert answer.status_code == 422
    text = text_of(answer.content.decode())
    assert "Line 3: Game 1: " in text
    assert "has neither a place nor a score." in text


@pytest.mark.parametrize(
    ("label", "has_game", "ruled", "shown"),
    [
        ("entered", True, False, ""),
        ("entered", True, True, "entered by hand"),
        ("entered", False, False, "entered by hand"),
        ("imported", True, False, "imported"),
    ],
)
def test_where_a_result_is_from_is_said_once(
    label: Any, has_game: bool, ruled: bool, shown: str
) -> None:
    """Of a result beside a game that was played here the state says it already."""
    table = RoundTable(1, 1, "", (1, 2), result=TableOutcome((1, 2), label))
    game = Game() if has_game else None
    assert tables._label(table, game, ruled=ruled) == shown
