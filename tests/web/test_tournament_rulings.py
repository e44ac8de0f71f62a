"""What pages say of a ruling, and of what stands after one."""

from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from games import services as games
from tests.web.conftest import user_of
from tests.web.tournaments import HERE, drawn, page, part, result, state, text_of, url
from tournaments import services
from tournaments.state import Settings

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

ON_PAPER = Settings(format="series", played_here=False)


def test_a_ruling_says_each_thing_once(anna: Client) -> None:
    made = drawn(user_of(anna), labels=["Ada", "Bea"], settings=ON_PAPER)
    result(made, 1, [90, 80])
    about = {"tournament_id": made.pk, "user": user_of(anna), "now": timezone.now(), "table": 1}
    services.rule(reason="Misread.", scores=[70, 80], **about)
    services.rule(reason="Once more.", reopen=True, **about)
    for name, titles in (("rulings", 1), ("tables/1", 0)):
        shown = part(page(anna, made, name), 'class="t-rulings"', "</section>")
        for ruling in shown.split('<li class="card">')[1:]:
            text = text_of(ruling)
            assert ruling.count("<strong>Game 1</strong>") == titles
            assert text.count("Game 1") == 2 * titles, "its heading, and its link to the table"
            assert "ruled on the result" not in text
            assert text.count("no result") == ("Once more." in text)
            assert "from place 2 to 1" in text or "Once more." in text
            assert "Standings before" in text


def test_what_becomes_of_a_game_that_is_over_is_said_where_its_result_is_taken_away(
    anna: Client, bruce: Client
) -> None:
    made = drawn(user_of(anna), user_of(anna), user_of(bruce), settings=HERE)
    game_id = UUID(state(made).tables[1].game or "")
    games.resign(game_id=game_id, user=user_of(bruce), now=timezone.now())
    services.game_over(game_id=game_id, now=timezone.now())
    first = state(made).tables[1].result
    assert first is not None
    form = text_of(part(page(anna, made, "tables/1"), 'id="reopen"', "</details>"))
    assert "does not give its result a second time" in form
    assert "enter its scores by hand" in form
    sent = {"reason": "Too early.", "sure": "on"}
    assert anna.post(url(made, "tables/1/do/reopen"), sent).status_code == 302
    services.game_over(game_id=game_id, now=timezone.now())
    assert state(made).tables[1].result is None
    result(made, 1, [one or 0 for one in first.scores])
    again = state(made).tables[1].result
    assert again is not None
    assert (again.label, again.scores) == ("entered", first.scores)


def test_where_no_game_has_scores_a_result_that_is_taken_away_is_entered_anew(
    anna: Client,
) -> None:
    made = drawn(user_of(anna), labels=["Ada", "Bea"], settings=ON_PAPER)
    result(made, 1, [90, 80])
    form = text_of(part(page(anna, made, "tables/1"), 'id="reopen"', "</details>"))
    assert "The table has no result again until somebody enters one." in form
    assert "second time" not in form
