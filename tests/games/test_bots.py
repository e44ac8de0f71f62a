"""What bots get to see, and that they choose alike."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games import bots, engine, services
from games.engine.randomness import Stream
from tests.games.tables import SEED, Table, new_table

pytestmark = [pytest.mark.django_db, pytest.mark.uncounted, pytest.mark.once]


@pytest.fixture
def table(alice: User) -> Table:
    """A table of two bots at their first decision."""
    table = new_table([alice], players=2)
    services.leave_game(game_id=table.id, user=alice, now=timezone.now())
    for _ in range(2):
        services.add_bot(game_id=table.id, user=alice, bot="random", now=timezone.now())
    services.start_game(game_id=table.id, user=alice, now=timezone.now())
    return table


def test_a_bot_sees_no_secret_and_changes_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[engine.State] = []

    def nosy(state: engine.State, seat: engine.Seat, chance: Stream) -> engine.Move:
        move = bots.random(state, seat, chance)
        seen.append(state)
        state.players.clear()
        return move

    monkeypatch.setitem(bots.BOTS, "random", nosy)  # type: ignore[arg-type]
    services.play_bots(game_id=table.id, clock=timezone.now, limit=3)
    assert [state.secret for state in seen] == [None] * 3
    assert table.state.secret is not None
    assert table.state.secret.pile
    assert len(table.state.players) == 2


def test_the_choice_follows_from_seed_seat_and_version(table: Table) -> None:
    """The label of the stream is fixed for good: games are played again by it."""
    state, seat = table.state, engine.Seat(table.seat)
    expected = Stream(SEED, f"bot/{seat}/{state.version}").choice(engine.legal_moves(state, seat))
    services.play_bots(game_id=table.id, clock=timezone.now, limit=1)
    assert engine.read_payload(table.rows[-1].public).move == expected
