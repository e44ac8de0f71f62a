"""The results of a round on one page, of which some are saved and others are not."""

import pytest
from django.test import Client

from tests.web.conftest import user_of
from tests.web.test_tournaments_organiser import NAMES, SWISS, filled, scores
from tests.web.tournaments import drawn, page, part, result, state, text_of, url
from tournaments.models import Tournament

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.uncounted]

OPEN = "?show=open"


@pytest.fixture
def cup(anna: Client) -> Tournament:
    """A Swiss of twelve at three tables or more, its first round drawn."""
    return drawn(user_of(anna), settings=SWISS, labels=NAMES)


def points(made: Tournament, table: int, first: int = 90) -> dict[str, str]:
    """Scores for all seats of a table, as a form sends them."""
    return scores(table, *(first - seat for seat in range(seats(made, table))))


def seats(made: Tournament, table: int) -> int:
    return len(state(made).tables[table].seats)


def sent(client: Client, made: Tournament, filled_in: dict[str, str], status: int) -> str:
    """The answer to who saves the results of the tables that are open."""
    answer = client.post(url(made, "direct/results") + OPEN, filled_in)
    assert answer.status_code == status
    return answer.content.decode()


def entry(html: str, table: int) -> str:
    return part(html, f'id="entry-{table}"', "</fieldset>")


def first_score(made: Tournament, table: int) -> int | None:
    found = state(made).tables[table].result
    return found.score(0) if found else None


def test_what_is_saved_beside_what_is_refused_is_shown_as_saved(
    anna: Client, cup: Tournament
) -> None:
    tables = len(state(cup).tables)
    form = filled(page(anna, cup, "direct/results", OPEN))
    html = sent(anna, cup, form | points(cup, 1) | {"t2-score-0": "77"}, 422)
    assert first_score(cup, 1) == 90
    assert f"{tables - 1} open" in text_of(html)
    assert f"Still open {tables - 1}" in text_of(html)
    assert "entered by hand" in entry(html, 1)
    assert "No result yet" in entry(html, 2)
    assert 'value="77"' in entry(html, 2)


def test_a_result_that_is_saved_beside_one_that_is_refused_can_be_corrected(
    anna: Client, cup: Tournament
) -> None:
    form = filled(page(anna, cup, "direct/results", OPEN))
    html = sent(anna, cup, form | points(cup, 1) | {"t2-score-0": "77"}, 422)
    again = filled(html) | {"t1-score-0": "91"} | points(cup, 2, 60)
    html = sent(anna, cup, again, 422)
    assert 'value="91"' in entry(html, 1)
    assert (first_score(cup, 1), first_score(cup, 2)) == (90, 60)
    sent(anna, cup, filled(html) | {"t1-reason": "Miscounted."}, 302)
    assert first_score(cup, 1) == 91


def test_what_is_filled_in_for_a_table_with_a_result_by_now_is_not_lost(
    anna: Client, cup: Tournament
) -> None:
    form = filled(page(anna, cup, "direct/results", OPEN))
    result(cup, 1, [50 - seat for seat in range(seats(cup, 1))])
    html = sent(anna, cup, form | points(cup, 1) | points(cup, 2, 60), 422)
    assert "This table has another result by now: look at it again." in entry(html, 1)
    assert 'value="90"' in entry(html, 1)
    assert (first_score(cup, 1), first_score(cup, 2)) == (50, 60)
