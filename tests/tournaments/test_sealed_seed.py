"""No seed is made known from which the pile of a game that still runs would follow."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import services as games
from games.models import Game
from games.models.game import Status
from tests.marks import first_of
from tests.tournaments.forging import rewritten
from tests.tournaments.small_cups import LATER, NOON, drawn, game_at, tables
from tournaments import services
from tournaments.drawing import setup_seed
from tournaments.exporting import json_lines
from tournaments.files.reading import read_file
from tournaments.log.events import Entry, SeedRevealed, TournamentFinished
from tournaments.models import Tournament
from tournaments.reading import state_at, state_of
from tournaments.tasks import sweep_results
from tournaments.verify import verify

pytestmark = pytest.mark.usefixtures("plain")


def resign(game: Game) -> None:
    """End a game of two, without the task that would follow."""
    person = game.seats.exclude(user=None)[0].user
    assert person is not None
    games.resign(game_id=game.pk, user=person, now=LATER)


def end(game: Game) -> None:
    """End a game of two."""
    resign(game)
    services.game_over(game_id=game.pk, now=LATER)


def shown_to(viewer: User | None, cup: Tournament) -> str:
    """Everything that is said about a tournament."""
    client = Client()
    if viewer:
        client.force_login(viewer)
    about = f"/api/v1/tournaments/{cup.pk}"
    paths = (about, f"{about}/log", f"{about}/export", f"{about}/rounds")
    pages = (f"/tournaments/{cup.pk}/", f"/tournaments/{cup.pk}/about/")
    answers = [client.get(path) for path in (*paths, *pages)]
    assert {answer.status_code for answer in answers} == {200}
    return "".join(answer.content.decode() for answer in answers)


def give_up(cup: Tournament, director: User, ending: str) -> None:
    """End a tournament in which a game runs."""
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": director, "now": NOON}
    if ending == "cancelled":
        services.cancel_tournament(reason="Rain.", **who)
    elif ending == "finished":
        for table in tables(cup):
            services.record_result(table=table.id, places=[1, 2], **who)
        services.finish_tournament(**who)
    else:
        games.delete_account(user=director, now=NOON)


@pytest.mark.uncounted
@pytest.mark.parametrize("ending", first_of(["cancelled", "finished", "director gone"], quick=2))
def test_the_seed_of_a_tournament_waits_for_the_last_game(
    alice: User, bob: User, charlie: User, ending: str
) -> None:
    cup = drawn(alice, bob, charlie)
    (table,) = tables(cup)
    secret, salt = bytes(cup.server_seed).hex(), bytes(cup.salt).hex()
    give_up(cup, alice, ending)
    cup.refresh_from_db()
    game = game_at(table)
    assert (game.status, game.rated, cup.sealed) == (Status.RUNNING, True, True)
    for viewer in (None, bob):
        shown = shown_to(viewer, cup)
        assert secret not in shown
        assert salt not in shown
    lines, sound = verify(read_file(json_lines(cup)))
    assert sound
    assert sum(line.startswith("hidden") for line in lines) == 4
    ended = cup.version
    end(game)
    cup.refresh_from_db()
    assert not cup.sealed
    assert (state_at(cup, version=ended).seed, state_of(cup).seed) == ("", secret)
    assert bytes(game.server_seed) == setup_seed(
        bytes(cup.server_seed), table, attempt=1, duplicate=False
    )
    assert secret in shown_to(None, cup)
    lines, sound = verify(read_file(json_lines(cup)))
    assert sound
    assert not any(line.startswith("hidden") for line in lines)


@pytest.mark.uncounted
def test_why_a_tournament_was_cancelled_stays_when_the_seed_is_revealed(
    alice: User, bob: User, charlie: User
) -> None:
    cup = drawn(alice, bob, charlie)
    give_up(cup, alice, "cancelled")
    director = Client()
    director.force_login(alice)

    def reasons() -> list[bool]:
        pages = (
            Client().get(f"/tournaments/{cup.pk}/"),
            director.get(f"/tournaments/{cup.pk}/direct/"),
        )
        return ["Rain." in page.content.decode() for page in pages]

    assert reasons() == [True, True]
    end(game_at(tables(cup)[0]))
    assert state_of(Tournament.objects.get(pk=cup.pk)).seed
    assert reasons() == [True, True]


@pytest.mark.uncounted
def test_without_a_running_game_the_end_itself_reveals_the_seed(alice: User, bob: User) -> None:
    cup = drawn(alice, alice, bob)
    end(game_at(tables(cup)[0]))
    services.finish_tournament(tournament_id=cup.pk, user=alice, now=LATER)
    cup.refresh_from_db()
    assert (cup.sealed, state_of(cup).seed) == (False, bytes(cup.server_seed).hex())
    draft = services.create_tournament(
        user=alice, name="Draft", settings=state_of(cup).settings, now=NOON
    )
    services.cancel_tournament(tournament_id=draft.pk, user=alice, reason="", now=NOON)
    draft.refresh_from_db()
    assert (draft.sealed, state_of(draft).seed) == (False, "")


@pytest.mark.parametrize("duplicate", [False, True])
def test_a_seed_whose_task_was_lost_or_whose_game_was_erased_is_revealed_by_the_sweep(
    alice: User, bob: User, charlie: User, dora: User, duplicate: bool
) -> None:
    cup = drawn(alice, alice, bob, charlie, dora, duplicate=duplicate)
    first, second = map(game_at, tables(cup))
    give_up(cup, alice, "cancelled")
    resign(first)
    sweep_results()
    cup.refresh_from_db()
    assert cup.sealed
    games.erase_game(game_id=second.pk, by=None, reason="It was broken.", now=NOON)
    sweep_results()
    cup.refresh_from_db()
    assert (cup.sealed, state_of(cup).seed) == (False, bytes(cup.server_seed).hex())
    assert withheld(first) == (False,)
    version = cup.version
    assert services.reveal_late(tournament_id=cup.pk, now=NOON).version == version


@pytest.mark.uncounted
@pytest.mark.parametrize("lost", [False, True])
def test_a_twin_is_disclosed_when_the_last_game_of_its_round_has_ended(
    alice: User, bob: User, charlie: User, dora: User, lost: bool
) -> None:
    cup = drawn(alice, alice, bob, charlie, dora, duplicate=True)
    over, running = map(game_at, tables(cup))
    end(over)
    services.record_result(tournament_id=cup.pk, user=alice, table=2, places=[1, 2], now=NOON)
    services.publish_draw(tournament_id=cup.pk, user=alice, now=NOON)
    assert withheld(over, running) == (True, True)
    (resign if lost else end)(running)
    assert withheld(over, running) == (lost, lost)
    sweep_results()
    assert withheld(over, running) == (False, False)
    running.refresh_from_db()
    assert running.rated
    assert all(game_at(table).withheld for table in tables(cup) if table.round == 2)


@pytest.mark.parametrize("erased", [0, 1])
@pytest.mark.long
def test_a_twin_is_disclosed_when_the_other_game_of_its_round_was_erased(
    alice: User, bob: User, charlie: User, dora: User, erased: int
) -> None:
    cup = drawn(alice, alice, bob, charlie, dora, duplicate=True)
    made = [game_at(table) for table in tables(cup)]
    running, over = made.pop(erased), made[0]
    end(over)
    (open_table,) = [table for table in tables(cup) if table.result is None]
    services.record_result(
        tournament_id=cup.pk, user=alice, table=open_table.id, places=[1, 2], now=NOON
    )
    sweep_results()
    assert withheld(over) == (True,)
    games.erase_game(game_id=running.pk, by=None, reason="It was broken.", now=NOON)
    sweep_results()
    assert withheld(over) == (False,)


def withheld(*made: Game) -> tuple[bool, ...]:
    """Which of these games are kept from others."""
    return tuple(Game.objects.get(pk=game.pk).withheld for game in made)


@pytest.mark.uncounted
def test_twins_of_a_tournament_that_is_given_up_are_disclosed_with_the_last_one(
    alice: User, bob: User, charlie: User, dora: User
) -> None:
    cup = drawn(alice, alice, bob, charlie, dora, duplicate=True)
    first, second = map(game_at, tables(cup))
    end(first)
    give_up(cup, alice, "cancelled")
    assert withheld(first, second) == (True, True)
    end(second)
    assert withheld(first, second) == (False, False)


@pytest.mark.uncounted
@pytest.mark.parametrize("ending", ["cancelled", "finished"])
@pytest.mark.long
def test_twins_are_disclosed_by_the_sweep_when_the_task_of_the_last_one_was_lost(
    alice: User, bob: User, charlie: User, dora: User, ending: str
) -> None:
    cup = drawn(alice, alice, bob, charlie, dora, duplicate=True)
    first, second = map(game_at, tables(cup))
    give_up(cup, alice, ending)
    end(first)
    resign(second)
    assert withheld(first, second) == (True, True)
    sweep_results()
    assert withheld(first, second) == (False, False)


def test_the_end_discloses_twins_whose_last_task_was_lost(
    alice: User, bob: User, charlie: User, dora: User
) -> None:
    """No seed is left to reveal then, and the sweep looks no further."""
    cup = drawn(alice, alice, bob, charlie, dora, duplicate=True)
    first, second = map(game_at, tables(cup))
    for table in tables(cup):
        services.record_result(
            tournament_id=cup.pk, user=alice, table=table.id, places=[1, 2], now=NOON
        )
    for game in (first, second):
        resign(game)
    services.finish_tournament(tournament_id=cup.pk, user=alice, now=LATER)
    assert withheld(first, second) == (False, False)


def test_a_seed_that_is_revealed_too_early_or_twice_is_found(alice: User, bob: User) -> None:
    cup = drawn(alice, alice, bob)
    game = game_at(tables(cup)[0])
    give_up(cup, alice, "finished")
    end(game)
    cup.refresh_from_db()
    file = read_file(json_lines(cup))
    assert verify(file)[1]

    def course(change: Any) -> list[str]:
        lines, sound = verify(rewritten(file, change))
        assert not sound
        return [line for line in lines if "course" in line]

    def twice(event: Entry) -> list[Entry]:
        return [event, event] if isinstance(event, SeedRevealed) else [event]

    def early(event: Entry) -> list[Entry]:
        if isinstance(event, SeedRevealed):
            return []
        if isinstance(event, TournamentFinished):
            return [SeedRevealed(seed="00" * 32), event]
        return [event]

    def nothing(event: Entry) -> list[Entry]:
        return [SeedRevealed(seed="")] if isinstance(event, SeedRevealed) else [event]

    assert "twice" in course(twice)[0]
    assert "before the end" in course(early)[0]
    assert "no seed" in course(nothing)[0]
