"""Games with the example and other options by chance: by bots, decided again, and as files."""

import pytest

from games import engine
from simulation.random_options import random_options
from simulation.soak import SoakGame, play
from simulation.tables import Finished
from tests.replays.test_any_options import (
    test_it_can_be_decided_again_with_and_without_what_is_hidden,
    test_its_file_and_its_record_come_in_and_are_verified,
)

__all__ = [
    "test_it_can_be_decided_again_with_and_without_what_is_hidden",
    "test_its_file_and_its_record_come_in_and_are_verified",
]

pytestmark = pytest.mark.engine


@pytest.mark.parametrize(("bot", "numbers"), [("random", (1, 2, 3, 4)), ("steward", (1, 3))])
def test_bots_play_it_and_its_invariants_hold(bot: str, numbers: tuple[int, ...]) -> None:
    for players in numbers:
        name = next(name for name in names(players))
        done = play(SoakGame([bot] * players, name, drawn=True))
        assert isinstance(done, Finished), done


def names(players: int) -> list[str]:
    """Names of games whose options have the example."""
    tried = [f"any with it/{players}/{number}" for number in range(10)]
    return [name for name in tried if "apiary" in random_options(name, players).expansions]


def test_a_position_with_it_is_text() -> None:
    for name in names(2):
        state, _ = engine.new_game(random_options(name, 2), bytes(32), engine.packs.builtin())
        text = engine.position_text(state)
        assert "apiary" in text
        state.secret = None
        assert engine.position_text(engine.read_position(text)) == text
