"""Positions that are laid out: all that a game comes to can be, and those that cannot are told."""

from collections.abc import Callable
from typing import Any

import pytest

from games import engine
from games.engine.decisions import Bid, ChooseClan, SealedBid
from games.engine.state import AuctionRound
from games.engine.words import Seat
from tests.auctions import auctioning
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


def _no_auction(state: engine.State) -> None:
    state.auction = None


def _other_phase(state: engine.State) -> None:
    state.phase = "workers"


def _nobody_wins_ties(state: engine.State) -> None:
    assert state.auction is not None
    state.auction.ties = []


def _a_bid_too_few(state: engine.State) -> None:
    state.bids = [1]


def _a_round_too_many(state: engine.State) -> None:
    assert state.auction is not None
    state.draft[0].taken_by = Seat(1)
    state.auction.rounds = [AuctionRound(Seat(2), 3)]


def _one_does_not_bid(state: engine.State) -> None:
    state.decisions.pop()


def _open_bids(state: engine.State) -> None:
    state.decisions = [Bid(1, Seat(0))]


def _a_choice_unearned(state: engine.State) -> None:
    state.decisions = [ChooseClan(1, Seat(0))]


BROKEN = {
    "wrong time": [_no_auction, _other_phase],
    "ties are won": [_nobody_wins_ties],
    "not there for every seat": [_a_bid_too_few],
    "not who won it": [_a_round_too_many],
    "does not bid": [_one_does_not_bid],
    "out of the round": [_open_bids],
    "nobody has won": [_a_choice_unearned],
}


@pytest.mark.parametrize(
    ("told", "broken"), [(told, broken) for told, all_ in BROKEN.items() for broken in all_]
)
def test_an_auction_that_cannot_be_is_told(
    told: str, broken: Callable[[engine.State], None]
) -> None:
    position = engine.rebased(auctioning("blind").state)
    engine.check_position(position)
    broken(position)
    with pytest.raises(engine.BadPosition, match=told):
        engine.check_position(position)


def test_sealed_bids_are_none_of_an_open_auction() -> None:
    position = engine.rebased(auctioning("open").state)
    position.decisions = [SealedBid(1, Seat(seat)) for seat in range(3)]
    with pytest.raises(engine.BadPosition, match="not sealed here"):
        engine.check_position(position)
    position.decisions = [Bid(1, Seat(0))]
    with pytest.raises(engine.BadPosition, match="no bid to go beyond"):
        engine.check_position(position)
