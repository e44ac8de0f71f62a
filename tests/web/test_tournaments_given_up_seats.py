"""What pages say of seats that have resigned, or were forfeited, in games that run."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from games import services as games
from tests.web.conftest import browser, user_of
from tests.web.test_tournament_vocabulary import next_for
from tests.web.tournaments import HERE, do, drawn, page, part, state, text_of, tournament, url
from tournaments import services
from tournaments.models import Tournament

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.uncounted]

RESIGNED = "Game 1: you have resigned. The game goes on for the others."


@pytest.fixture
def clara(db: None) -> Client:
    return browser("clara")


@pytest.fixture
def cup(anna: Client, bruce: Client, clara: Client) -> Tournament:
    """One game of three, of whom anna directs."""
    return drawn(user_of(anna), *map(user_of, (anna, bruce, clara)), settings=HERE)


def resign(made: Tournament, client: Client) -> None:
    game = UUID(state(made).tables[1].game or "")
    games.resign(game_id=game, user=user_of(client), now=timezone.now())


def forfeit(made: Tournament, entrant: int) -> None:
    services.rule(
        tournament_id=made.pk,
        user=made.director,  # type: ignore[arg-type]
        table=1,
        reason="Away.",
        forfeited=[entrant],
        now=timezone.now(),
    )


def test_who_has_resigned_reads_so_while_the_game_runs(
    anna: Client, bruce: Client, cup: Tournament
) -> None:
    resign(cup, bruce)
    text = next_for(bruce, cup)
    assert RESIGNED in text
    assert "To the game" in text
    assert "your game" not in text
    assert "you have resigned" not in next_for(anna, cup)
    assert 'class="t-own-place"' not in page(bruce, cup)


def test_who_was_forfeited_reads_so_while_the_game_runs(bruce: Client, cup: Tournament) -> None:
    forfeit(cup, 2)
    said = "Game 1: you have forfeited. The game goes on for the others."
    assert said in next_for(bruce, cup)


def test_who_has_dropped_out_and_resigned_has_no_game_left(
    anna: Client, bruce: Client, cup: Tournament
) -> None:
    assert do(bruce, cup, "withdraw", {"sure": "on"}) == 302
    assert "A game that runs is still yours" in next_for(bruce, cup)
    assert "somebody who has left has a seat: bruce" in next_for(anna, cup, "direct")
    resign(cup, bruce)
    text = next_for(bruce, cup)
    assert "A game that runs is still yours" not in text
    assert RESIGNED in text
    assert "somebody who has left" not in next_for(anna, cup, "direct")


def test_everybody_sees_who_is_out_of_a_game_that_runs(
    anna: Client, bruce: Client, clara: Client, cup: Tournament
) -> None:
    names = ("rounds", "tables/1", "direct/results")
    assert not any("resigned" in text_of(page(anna, cup, name)) for name in names[:2])
    resign(cup, bruce)
    assert all("resigned" in text_of(page(anna, cup, name)) for name in names)
    assert "bruce you resigned" in text_of(page(bruce, cup, "tables/1"))
    lobby = text_of(bruce.get("/").content.decode())
    assert "bruce you left early" in lobby


def test_a_seat_that_was_forfeited_is_marked_among_the_results(
    anna: Client, cup: Tournament
) -> None:
    forfeit(cup, 2)
    entry = part(page(anna, cup, "direct/results"), 'id="entry-1"', "</fieldset>")
    assert "<small>forfeited</small>" in entry


def test_a_substitute_has_no_seat_that_had_resigned(
    anna: Client, bruce: Client, cup: Tournament
) -> None:
    dora = browser("dora")
    resign(cup, bruce)
    assert do(dora, cup, "register") == 302
    lost = "A seat that has resigned, or was forfeited, stays lost."
    assert lost in text_of(part(page(anna, cup, "direct"), 'id="substitute"', "</details>"))
    sent = {"entrant": "2", "by": "waiting-4", "sure": "on"}
    done = anna.post(url(cup, "do/substitute"), sent, follow=True).content.decode()
    assert "The substitute has the place, with its results." in text_of(done)
    said = "Game 1: the seat is lost, since who had your place before you has left the game."
    assert said in next_for(dora, cup)
    text = text_of(page(dora, cup, "tables/1"))
    assert "bruce resigned" in text
    assert "dora you" not in text
    assert "dora resigned" not in text
    game = state(cup).tables[1].game
    assert "dora" not in part(page(dora, cup, "tables/1"), 'class="t-seats"', "</ol>")
    assert "bruce" in text_of(dora.get(f"/games/{game}/").content.decode())


def test_a_substitute_reads_who_plays_at_a_table_that_is_opened_again(
    anna: Client, bruce: Client, cup: Tournament
) -> None:
    dora = browser("dora")
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": cup.director, "now": timezone.now()}
    assert do(dora, cup, "register") == 302
    services.record_result(table=1, places=[1, 2, 3], **who)
    services.substitute(entrant=2, waiting=4, **who)
    services.rule(table=1, reason="It goes on.", reopen=True, **who)
    said = "Game 1: its game goes on with who had your place before you. The result counts for you."
    assert said in next_for(dora, cup)
    text = text_of(page(dora, cup, "tables/1"))
    assert "bruce" in text
    assert "dora you" not in text


def test_a_bot_and_a_name_are_one_too_many(anna: Client) -> None:
    made = tournament(user_of(anna), labels=["Ada", "Bea"], settings=HERE)
    sent: dict[str, Any] = {"entrant": "1", "by": "bot-random", "label": "Zoe", "sure": "on"}
    answer = anna.post(f"/tournaments/{made.pk}/do/substitute/", sent)
    assert answer.status_code == 422
    said = "Choose one: somebody from the waiting list, a bot, or a name."
    assert said in text_of(answer.content.decode())
    assert do(anna, made, "substitute", {**sent, "by": "label"}) == 302
