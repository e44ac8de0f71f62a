"""Positions of unknown origin: those of games pass, and impossible ones are refused."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games import engine
from games.engine.clans import cunningham
from games.engine.decisions import (
    BidDecision,
    BrewDecision,
    ChooseClanDecision,
    MainActionDecision,
    PlaceWorkerDecision,
    SealedBidDecision,
)
from games.engine.geometry.board import BIT
from games.engine.positions import playing_on
from games.engine.positions.conserved import MOST_GOODS
from games.engine.positions.plausible import LARGEST
from games.engine.state import AuctionRound, Blocker, Pair, Piece
from games.engine.terms import MILK, Hex, Seat
from simulation.random_play import at_random, seed_of, steps
from tests.auctions import auctioning
from tests.marks import first_of, in_one_test

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


@pytest.mark.uncounted
@pytest.mark.parametrize("name", first_of(GAMES, quick=4))
def test_every_position_of_a_game_can_be_one(name: str) -> None:
    options = engine.decode_options(GAMES[name], engine.packs.builtin().content)
    for state, event in steps(options.players, name, options=options):
        if not state.over and (event.version < EARLY or event.version % 7 == 0):
            position = engine.rebased(state)
            engine.check_position(position)
            assert len(engine.dump(position)) < LARGEST / 10


def many_ports(state: engine.State) -> None:
    state.ports = state.ports * 2


def many_modules(state: engine.State) -> None:
    state.modules = state.modules * 2


def long_draft(state: engine.State) -> None:
    state.draft = [Pair("campbell", 1)] * 10_000


def many_merchants(state: engine.State) -> None:
    state.players[0].stock = 10**12


def many_boxes(state: engine.State) -> None:
    state.players[0].boxes += [[], []]


def many_units(state: engine.State) -> None:
    taken = {piece.hex for player in state.players for piece in player.units}
    free = [hex_ for hex_ in state.board.spaces if BIT[hex_] & state.board.active]
    state.players[0].units += [Piece("cow", hex_) for hex_ in free if hex_ not in taken][:5]


def units_on_one_space(state: engine.State) -> None:
    unit = state.players[0].units[0]
    state.players[1].units.append(unit)


def much_money(state: engine.State) -> None:
    state.players[0].money = 2**63


def many_goods(state: engine.State) -> None:
    state.players[0].goods[0] = 2**63


def much_beer(state: engine.State) -> None:
    state.decisions.append(BrewDecision(1, Seat(0), most=10**12))


def barrels(state: engine.State) -> None:
    state.players[0].clan_state = [10**12] * 3


def cellar_of_another_clan(state: engine.State) -> None:
    player = next(player for player in state.players if player.clan != "mackenzie")
    player.clan_state = [0] * len(state.content.cellar)


def full_barrels(state: engine.State) -> None:
    player = next(player for player in state.players if player.clan != "buchanan")
    player.clan = "mackenzie"
    player.clan_state = [2] * len(state.content.cellar)


def shipping_beyond_its_track(state: engine.State) -> None:
    state.players[0].shipping = len(state.content.shipping_levels)


def contract_twice(state: engine.State) -> None:
    state.slots[0] = state.slots[1]
    # As many lie face down as the others leave.
    state.pile += 1


def port_beside_the_map(state: engine.State) -> None:
    state.ports[0].hex = Hex("action")


def nothing_to_decide(state: engine.State) -> None:
    state.decisions = []


def foreign_decision(state: engine.State) -> None:
    state.decisions = [PlaceWorkerDecision(1, Seat(0))]


def pair_that_is_none(state: engine.State) -> None:
    state.draft.append(Pair("campbell", 2**31))


def two_turns(state: engine.State) -> None:
    """The seat would pass twice, and make 2 whisky of 1 grain in production."""
    state.decisions *= 2


def acting_though_passed(state: engine.State) -> None:
    state.phase, state.decisions, state.passed = (
        "action",
        [MainActionDecision(1, Seat(0))],
        [Seat(0)],
    )


def far_round(state: engine.State) -> None:
    state.round = 6


def unit_on_other_ground(state: engine.State) -> None:
    unit = state.players[0].units[0]
    ground = state.board.terrain["grassland" if unit.unit == "worker" else "forest"]
    both = state.board.terrain["forest"] | state.board.terrain["mountain"]
    fits = both if unit.unit == "worker" else state.board.terrain["grassland"]
    taken = {piece.hex for player in state.players for piece in player.units}
    free = next(hex_ for hex_ in BIT if BIT[hex_] & ground & ~fits and hex_ not in taken)
    state.players[0].units[0] = Piece(unit.unit, free)


def unit_under_a_blocker(state: engine.State) -> None:
    hex_ = state.players[0].units[0].hex
    state.blockers.append(Blocker("neutral", hex_))


@in_one_test(
    ("change", "reason"),
    [
        (unit_on_other_ground, "a unit stands on ground that does not fit it"),
        (unit_under_a_blocker, "a unit stands on ground that does not fit it"),
        (many_merchants, "merchants are missing, or too many"),
        (many_boxes, "a box too many"),
        (many_units, "there are more units than the clan has"),
        (
            units_on_one_space,
            "units of two players stand on one space",
        ),
        (much_money, "an amount of money, Glory or goods is too large"),
        (many_goods, "an amount of money, Glory or goods is too large"),
        (much_beer, "more beer is to be sold"),
        (barrels, "the clan keeps what it cannot have"),
        (cellar_of_another_clan, "the clan keeps what it cannot have"),
        (full_barrels, "the clan keeps what it cannot have"),
        (shipping_beyond_its_track, "a level of shipping is out of range"),
        (contract_twice, "a contract is there twice"),
        (port_beside_the_map, "a piece lies off the map"),
        (nothing_to_decide, "it has no open decision"),
        (foreign_decision, "does not belong to its phase"),
        (pair_that_is_none, "a pair to choose is unknown"),
        (acting_though_passed, "a seat acts that has passed"),
        (two_turns, "two turns go on at a time"),
        (far_round, "there is no such round"),
        (many_ports, "a port tile is there twice"),
        (many_modules, "its map does not have each module once"),
        (long_draft, f"it has more than {LARGEST} bytes"),
    ],
)
def test_what_would_take_long_to_look_at_is_refused(
    change: Callable[[engine.State], None], reason: str
) -> None:
    state = next(state for state, event in steps(4, "large") if event.version == EARLY)
    position = engine.rebased(state)
    change(position)
    with pytest.raises(engine.BadPosition, match=reason):
        engine.check_position(position)


def test_amounts_have_an_end() -> None:
    state = next(state for state, event in steps(4, "large") if event.version == EARLY)
    position = engine.rebased(state)
    position.players[0].goods[0] = MOST_GOODS
    engine.check_position(position)
    position.players[0].goods[0] = MOST_GOODS + 1
    with pytest.raises(engine.BadPosition, match="is too large"):
        engine.check_position(position)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.long
@pytest.mark.uncounted
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
    with pytest.raises(engine.BadPosition, match="the game is over"):
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
    state.decisions = [BidDecision(1, Seat(0))]


def _a_choice_unearned(state: engine.State) -> None:
    state.decisions = [ChooseClanDecision(1, Seat(0))]


BROKEN = {
    "wrong time": [_no_auction, _other_phase],
    "ties are won": [_nobody_wins_ties],
    "not there for every seat": [_a_bid_too_few],
    "not who won it": [_a_round_too_many],
    "does not bid": [_one_does_not_bid],
    "out of the round": [_open_bids],
    "no clan was won yet": [_a_choice_unearned],
}


@in_one_test(
    ("reason", "broken"), [(reason, broken) for reason, all_ in BROKEN.items() for broken in all_]
)
def test_an_auction_that_cannot_be_is_told(
    reason: str, broken: Callable[[engine.State], None]
) -> None:
    position = engine.rebased(auctioning("blind").state)
    engine.check_position(position)
    broken(position)
    with pytest.raises(engine.BadPosition, match=reason):
        engine.check_position(position)


def test_sealed_bids_are_none_of_an_open_auction() -> None:
    position = engine.rebased(auctioning("open").state)
    position.decisions = [SealedBidDecision(1, Seat(seat)) for seat in range(3)]
    with pytest.raises(engine.BadPosition, match="not sealed here"):
        engine.check_position(position)
    position.decisions = [BidDecision(1, Seat(0))]
    with pytest.raises(engine.BadPosition, match="no bid to go beyond"):
        engine.check_position(position)


# --- playing on -----------------------------------------------------------------------------------


def position_in(phase: str, passed: int) -> engine.State:
    """A position of a game of four in a phase, when so many seats have passed."""
    return next(
        engine.rebased(state)
        for state, _ in steps(4, "playing on")
        if state.phase == phase and state.decisions and len(state.passed) == passed
    )


def _pay_nothing(state: engine.State) -> None:
    for player in state.players:
        player.money = 0


def _decided_twice(state: engine.State) -> None:
    state.decisions = [*state.decisions, msgspec.structs.replace(state.decisions[-1])]


@in_one_test(
    ("phase", "passed", "change", "reason"),
    [
        ("workers", 0, _pay_nothing, "no move is legal"),
        ("action", 0, _decided_twice, "the rules stop later"),
        ("action", 2, _decided_twice, "the rules stop later"),
    ],
)
def test_a_position_from_which_no_game_ends_is_refused(
    phase: str, passed: int, change: Callable[[engine.State], None], reason: str
) -> None:
    position = position_in(phase, passed)
    engine.check_goes_on(position)
    change(position)
    with pytest.raises(engine.BadPosition, match=reason):
        engine.check_goes_on(position)


@pytest.mark.uncounted
@pytest.mark.long
def test_a_position_that_leads_to_what_cannot_be_stored_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A move with more than an answer holds, here as the rules would list it."""
    position = position_in("action", 0)
    for player in position.players:
        player.clan = "cunningham"
        player.goods[MILK] = 1000
    engine.check_goes_on(position)
    monkeypatch.setattr(cunningham, "MOST_IN_BATCH", 1000)
    with pytest.raises(engine.BadPosition, match="the rules stop later with ValidationError"):
        engine.check_goes_on(position)


def test_a_game_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing_on, "MOST_EVENTS", 20)
    with pytest.raises(engine.BadPosition, match="does not end within 20 events"):
        engine.check_goes_on(position_in("action", 0))
