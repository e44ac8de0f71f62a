"""Positions that are laid out: all that a game comes to can be, and those that cannot are told."""

from typing import Any

import pytest

from games import engine
from tests.random_play import at_random, seed_of, steps

pytestmark = pytest.mark.engine

GAMES: dict[str, dict[str, Any]] = {
    "alone": {"players": 1},
    "for two": {"players": 2},
    "for three": {"players": 3},
    "for four": {"players": 4},
    "auctioned": {"players": 3, "auction": "open"},
    "sealed bids": {"players": 3, "auction": "blind"},
    "without clans": {"players": 3, "clans": False},
    "without tiles": {"players": 4, "ports": False, "scoring_tiles": False},
    "tight": {"players": 3, "tight_map": True},
    "with contracts to come": {"players": 4, "future_contracts": True},
}
EARLY = 20


@pytest.mark.parametrize("name", GAMES)
def test_every_position_of_a_game_can_be_one(name: str) -> None:
    options = engine.decode_options(GAMES[name], engine.packs.builtin().content)
    for state, event in steps(options.players, name, options=options):
        if not state.over and (event.version < EARLY or event.version % 7 == 0):
            engine.check_position(engine.rebased(state))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_on_from_there(name: str) -> None:
    options = engine.decode_options(GAMES[name], engine.packs.builtin().content)
    for position, event in steps(options.players, name, options=options):
        if event.version in (2, 4, 5, 6, 60):
            state, _ = engine.fork(position, seed_of("plausible"))
            choose = at_random("plausible")
            while not state.over:
                if engine.advance(state) is None:
                    seat = state.open_decisions()[0].seat
                    engine.play(state, seat, choose(state, seat))


def test_the_end_is_no_position_to_go_on_from() -> None:
    *_, (state, _) = steps(2, "the end")
    with pytest.raises(engine.BadPosition, match="nobody can play on"):
        engine.check_position(engine.rebased(state))
