"""Files on the pages of tournaments: downloads, and results that are pasted."""

import pytest
from django.test import Client
from django.utils import timezone

from tests.web.conftest import user_of
from tests.web.tournaments import drawn, page, tournament
from tournaments import services
from tournaments.models import Tournament
from tournaments.reading import state_of
from tournaments.selectors import names_of

pytestmark = [pytest.mark.once, pytest.mark.uncounted, pytest.mark.django_db]


@pytest.fixture
def cup(anna: Client) -> Tournament:
    """A drawn league of seven without accounts."""
    return drawn(user_of(anna), labels=["A", "B", "C", "D", "E", "F", "G"])


def open_tables(cup: Tournament) -> int:
    cup.refresh_from_db()
    return sum(table.result is None for table in state_of(cup).tables.values())


def test_the_page_of_the_format_has_the_files(anna: Client, cup: Tournament) -> None:
    page = anna.get(f"/tournaments/{cup.pk}/about/").content.decode()
    for form in ("", "?format=standings", "?format=results"):
        address = f"/api/v1/tournaments/{cup.pk}/export{form}"
        assert f'href="{address}"' in page
        assert anna.get(address).status_code == 200
    assert "format=trf" not in page


def test_the_page_of_the_format_says_when_the_seed_is_revealed(
    anna: Client, cup: Tournament
) -> None:
    assert "once the seed is revealed, at the end" in page(anna, cup, "about")
    services.cancel_tournament(
        tournament_id=cup.pk, user=user_of(anna), reason="Rain", now=timezone.now()
    )
    assert "from the revealed seed" in page(anna, cup, "about")


def test_a_name_of_another_number_is_refused_with_its_line(anna: Client, cup: Tournament) -> None:
    cup.refresh_from_db()
    state, names = state_of(cup), names_of(cup)
    seats = state.tables[1].seats
    called = [names[state.entrants[one].person] for one in seats]
    lines = [f"1,{one},{called[0]},{score}" for score, one in enumerate(seats, 80)]
    path = f"/tournaments/{cup.pk}/do/paste-results/"
    sent = {"table": "\n".join(["table,entrant,name,score", *lines])}
    refused = anna.post(path, sent).content.decode()
    assert f"Line 3: Entrant {seats[1]} is {called[1]}, not {called[0]}." in refused
    assert "it is not the one on the page of entrants" in refused


def test_results_are_pasted_all_or_none(anna: Client, cup: Tournament) -> None:
    before = open_tables(cup)
    seats = state_of(cup).tables[1].seats
    lines = [f"1\t{one}\t{score}" for score, one in enumerate(seats, 90)]
    path = f"/tournaments/{cup.pk}/do/paste-results/"
    for wrong in (["99\t1\t80"], ["1\tx\t80"]):
        pasted = "\n".join(["table\tentrant\tscore", *lines, *wrong])
        refused = anna.post(path, {"table": pasted})
        assert refused.status_code == 422
        assert 'role="alert"' in refused.content.decode()
        assert open_tables(cup) == before
    taken = anna.post(path, {"table": "\n".join(["table\tentrant\tscore", *lines])})
    assert taken.status_code == 302
    assert open_tables(cup) == before - 1


@pytest.mark.parametrize(
    ("name", "file"), [("Friday Swiss, 3rd", "friday-swiss-3rd"), ("大会 2026", ""), ("!", "")]
)
def test_files_have_the_name_of_the_tournament(anna: Client, name: str, file: str) -> None:
    made = tournament(user_of(anna), name=name)
    stem = file or str(made.pk)
    answer = anna.get(f"/api/v1/tournaments/{made.pk}/export?format=standings")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{stem}-standings.csv"'
    assert f"tournaments.verify {stem}.jsonl" in page(anna, made, "about")
