"""Which tournaments stand in which list, in what order, and what the lists are called."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.web.conftest import user_of
from tests.web.tournaments import LONG_AGO, drawn, part, result, text_of
from tournaments import services
from tournaments.models import Tournament
from tournaments.state import Settings

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

LABELS = ("Morag", "Hamish")
ON_PAPER = Settings(format="series", played_here=False)


def test_lists_of_what_is_over_have_the_same_order_and_say_what_they_hold(anna: Client) -> None:
    """By the newest activity, whenever it ended; those that were cancelled stand there too."""
    director, now = user_of(anna), timezone.now()
    for minute, name in enumerate(("First", "Second", "Called off")):
        made = drawn(director, settings=ON_PAPER, labels=LABELS, name=name, made_at=LONG_AGO)
        result(made, 1, [90, 80])
        about: dict[str, Any] = {"tournament_id": made.pk, "user": director}
        about["now"] = now + timedelta(minutes=minute)
        if name == "Called off":
            services.cancel_tournament(reason="Rain.", **about)
        else:
            services.finish_tournament(**about)
    first = Tournament.objects.get(name="First")
    later: dict[str, Any] = {
        "tournament_id": first.pk,
        "user": director,
        "now": now + timedelta(hours=1),
    }
    services.rule(table=1, reason="Miscounted.", scores=[80, 90], **later)
    drawn(director, settings=ON_PAPER, labels=LABELS, name="Runs", made_at=LONG_AGO)
    shown = anna.get("/tournaments/").content.decode()
    lists = [part(shown, f'id="list-{key}"') for key in ("mine", "finished")]
    names = [re.findall(r'<a class="whole"[^>]*>([^<]+)', one) for one in lists]
    assert names == [["Runs", "First", "Called off", "Second"], names[0][1:]]
    assert text_of(lists[1]).startswith(">Finished or cancelled 3")
    assert '<option value="finished">Finished or cancelled</option>' in shown


@pytest.mark.long
def test_the_lobby_says_that_its_tournaments_are_those_that_go_on(anna: Client) -> None:
    drawn(user_of(anna), settings=ON_PAPER, labels=LABELS, name="Runs")
    own = part(anna.get("/games/").content.decode(), 'aria-labelledby="my-tournaments"')
    assert "My current tournaments" in own
    assert 'href="/tournaments/?show=mine"' in own
