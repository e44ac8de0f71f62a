"""What a first organiser and the players stumbled over on a walk through a tournament."""

import pytest
from django.test import Client

from tests.web.conftest import user_of
from tests.web.tournaments import do, drawn, part, text_of, tournament, url
from tournaments.models import Tournament
from tournaments.state import Settings

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.uncounted]

ON_PAPER = Settings(format="series", played_here=False)


def followed(client: Client, made: Tournament, name: str = "") -> str:
    """What an open page gets when it asks for what is new."""
    answer = client.get(url(made, name), headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return answer.content.decode()


def test_an_open_page_learns_how_far_the_tournament_is(anna: Client) -> None:
    made = tournament(user_of(anna), labels=["Ada", "Bea"], settings=ON_PAPER)
    for moment, badge in (("open", "Registration open"), ("draw", "Running")):
        if moment == "draw":
            assert anna.post(url(made, "direct/draw"), {"version": _version(made)}).status_code == 302
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
