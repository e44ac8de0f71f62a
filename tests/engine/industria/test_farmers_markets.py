"""Farmers markets: tiles, set-up, closed spaces and the passing overlay. (IND-FM-01..07, -18)"""

from itertools import product
from typing import Any

import pytest

from games import engine
from games.engine import effects as fx
from games.engine.errors import IllegalMove
from games.engine.expansions.farmers_markets import FarmersMarkets, MarketsState, MarketTile
from games.engine.expansions.farmers_markets.placing import PlaceMarketDecision, sites
from games.engine.expansions.farmers_markets.state import TILES, MarketReturned
from games.engine.geometry.board import HEXES, hexes_in, within
from games.engine.recorder import Recorder
from games.engine.terms import BASIC_GOODS, PROCESSED_GOODS, Hex, Seat
from simulation.random_play import seed_of, steps
from tests.engine.industria.markets import MARKETS, PACK, lay, new_table
from tests.marks import first_of, in_one_test
from tests.oracle_printed import apart
from tests.rules import rule
from tests.scenario import Part, at, scenario

pytestmark = pytest.mark.engine


@rule("IND-FM-01", "IND-DATA-06")
def test_there_is_a_tile_for_every_pair_of_a_basic_and_a_processed_good() -> None:
    assert sorted(TILES) == list(range(1, 10))
    assert set(TILES.values()) == set(product(BASIC_GOODS, PROCESSED_GOODS))
    assert [TILES[n] for n in (1, 5, 9)] == [
        ("wool", "bread"),
        ("milk", "cheese"),
        ("grain", "whisky"),
    ]


# --- set-up ---------------------------------------------------------------------------------------


def placing(given: Part) -> PlaceMarketDecision:
    decision = given.decision()
    assert isinstance(decision, PlaceMarketDecision)
    return decision


@rule("IND-FM-02", "IND-SETUP-08", "IND-SETUP-10")
@in_one_test("players", [1, 2, 3, 4])
@in_one_test("auction", ["none", "open", "blind"])
def test_markets_are_placed_in_reverse_order_before_clans(players: int, auction: str) -> None:
    if players == 1 and auction != "none":
        return
    given = new_table(players, auction=auction)
    dealt = given.state.part(MarketsState).dealt
    assert engine.decision_view(given.state, given.decision()).source == "farmers_markets"
    assert len(set(dealt)) == players
    assert len(given.state.draft) > 0, "the pairs lie open"
    order = placing(given).order
    placed: list[tuple[Seat, int]] = []
    while given.decision().kind == "place_market":
        placed.append((given.deciding(), placing(given).tile))
        given.when.play(given.legal()[0])
    assert engine.decision_view(given.state, given.decision()).source is None
    assert placed == list(zip(reversed(order), dealt, strict=True))
    assert [one.tile for one in given.state.part(MarketsState).placed] == dealt
    if auction == "none":
        assert order == given.state.turn_order
        given.then.expect_decision("choose_clan")
        assert given.deciding() == order[-1]
    elif auction == "open":
        given.then.expect_decision("opening_bid")
        assert given.deciding() == order[0]
    else:
        assert given.state.auction is not None
        assert given.state.auction.ties == order


@rule("IND-SOLO-09")
def test_alone_one_market_is_placed() -> None:
    given = new_table(1)
    given.when.play(given.legal()[0]).then.expect_decision("choose_clan")
    assert len(given.state.part(MarketsState).placed) == 1


@rule("IND-FM-02")
def test_tiles_are_drawn_from_the_seed_and_no_other_draw_shifts() -> None:
    with_markets, without = new_table(3).state, _new(players=3)
    assert with_markets.part(MarketsState).dealt == new_table(3).state.part(MarketsState).dealt
    drawn = {tuple(new_table(3, seed=str(n)).state.part(MarketsState).dealt) for n in range(20)}
    assert len(drawn) > 15
    for field in ("modules", "ports", "slots", "draft", "turn_order", "scoring_tiles"):
        assert getattr(with_markets, field) == getattr(without, field)


def _new(**options: Any) -> engine.State:
    return engine.new_game(engine.Options(**options), seed_of("markets"), PACK)[0]


@rule("IND-FM-03")
def test_a_site_is_empty_land_with_three_neighbouring_land_spaces() -> None:
    """Rivers do not count: E4 has land on five sides and neighbours two of them."""
    given = new_table(3)
    given.then.refuses("site E4", "IND-FM-03", "too_little_land")
    given.then.refuses("site E5", "IND-FM-03", "market_on_water")
    given.when.play("site D4").then.expect_decision("place_market")


@rule("IND-FM-03", "IND-DEF-10")
def test_no_market_lies_on_a_piece_or_in_the_mist() -> None:
    covered = new_table(3, tight_map=True, covered=["D4", "I4", "J8", "D8"])
    covered.then.refuses("site I4", "IND-FM-03", "not_empty")
    alone = new_table(1)
    assert "I4" in {move.split()[1] for move in alone.legal()}
    neutral = alone.state.blockers[0].hex
    alone.then.refuses(f"site {neutral}", "IND-FM-03", "not_empty")
    misted = next(hex_ for hex_ in hexes_in(alone.state.board.mist))
    alone.then.refuses(f"site {misted}", "IND-FM-03", "not_on_the_map")


@rule("IND-FM-03")
def test_spaces_off_the_map_are_no_neighbours() -> None:
    """K4 neighbours land that is misted for two: fewer sites than for three players."""
    small, large = sites(new_table(2).state), sites(new_table(3).state)
    board = new_table(2).state.board
    lost = [hex_ for hex_ in hexes_in(large & ~small) if hex_ in set(hexes_in(board.active))]
    assert lost
    for hex_ in lost:
        assert (board.neighbours[hex_] & board.land).bit_count() < 3


@rule("IND-FM-04", "CASE-R04", "IND-DEF-05")
def test_two_spaces_at_least_lie_between_two_markets() -> None:
    """I4 and I6 have one space between them, I4 and I7 have two; G4 and H4 are lochs."""
    given = new_table(3).when.play("site I4")
    given.then.refuses("site I4", "IND-FM-04", "not_empty")
    given.then.refuses("site I6", "IND-FM-04", "near_a_market")
    given.then.refuses("site J3", "IND-FM-04", "near_a_market")
    given.then.refuses("site G3", "IND-FM-04", "near_a_market")
    assert {"site I7", "site F3"} <= set(given.legal())


@rule("IND-DEF-05")
def test_distances_count_spaces_of_every_kind() -> None:
    for hex_ in ("A1", "F5", "M9"):
        near = {one for one in HEXES if apart(hex_, one) <= 2}
        assert set(hexes_in(within(Hex(hex_), 2))) == near


@rule("IND-FM-18")
def test_who_finds_no_site_returns_the_tile() -> None:
    """Two markets are as near to everything as it gets where nearly all land is occupied."""
    given = new_table(3)
    free = ["I4", "J3"]
    land = [hex_ for hex_ in hexes_in(given.state.board.land) if hex_ not in free]
    given.given.put("red", *(f"woodcutter {hex_}" for hex_ in land))
    given.when.play("site I4").then.expect_decision("choose_clan")
    effects = [type(one).__name__ for one in given.events[-1].effects]
    assert effects.count("MarketReturned") == 2
    assert len(given.state.part(MarketsState).placed) == 1


@rule("IND-FM-18")
def test_clans_are_chosen_at_once_where_nobody_finds_a_site() -> None:
    state = scenario(players=3, **MARKETS).state
    for hex_ in hexes_in(state.board.land):
        fx.Deployed(Seat(0), "woodcutter", hex_).apply(state)
    game = Recorder(state)
    assert not FarmersMarkets().decide_first(game, "clans", [Seat(2), Seat(0), Seat(1)])
    tiles = state.part(MarketsState).dealt
    assert game.effects == [
        MarketReturned(Seat(seat), tile) for seat, tile in zip((1, 0, 2), tiles, strict=True)
    ]


@rule("IND-UNDO-1")
def test_a_market_stays_where_it_was_placed() -> None:
    given = new_table(3).when.play("site I4")
    assert given.state.undo_to == given.state.version
    with pytest.raises(IllegalMove) as refusal:
        engine.undo(given.state, given.deciding(), given.events)
    assert refusal.value.rule == "UNDO-01"


@rule("RESIGN-02", "IND-UNDO-3")
def test_for_a_seat_that_has_resigned_the_first_site_of_the_map_is_taken() -> None:
    given = new_table(3)
    seat = given.deciding()
    engine.resign(given.state, seat)
    assert [move.notation() for move in engine.legal_moves(given.state, seat)] == ["site A3"]


# --- in the game ----------------------------------------------------------------------------------


@rule("IND-FM-07", "IND-DEF-10")
def test_nothing_is_placed_on_a_market_and_it_is_no_bridge() -> None:
    """Red's J3 neighbours I4; what lies behind it is no nearer for the market."""
    given = lay(scenario(players=3, **MARKETS), "1 I4").given.put("red", "sheep J3")
    given.then.refuses("expand sheep I4", "IND-FM-07", "market_there")
    assert not given.can("expand sheep I5")
    workers = lay(new_table(3, "workers"), "1 J4")
    while workers.decision().kind != "place_worker":
        workers.when.play(workers.legal()[-1])
    workers.then.refuses("place woodcutter J4", "IND-FM-07", "market_there")


@rule("IND-FM-07", "IND-MOVE-02")
def test_no_unit_moves_onto_a_market() -> None:
    given = lay(scenario(players=3, expansions=["farmers_markets", "new_ports"]), "1 I4")
    given.given.put("red", "sheep J3").port("J2", 16).shipping("red", 1)
    given.when.play("port 16")
    assert "I3" in {move.split()[-1] for move in given.legal("move_unit")}
    assert "I4" not in {move.split()[-1] for move in given.legal("move_unit")}


@rule("IND-FM-07", "IND-FM-10")
def test_the_space_of_a_market_that_has_left_is_open() -> None:
    given = lay(scenario(players=3, **MARKETS), "1 I4").given.put("red", "sheep J3")
    given.then.refuses("expand sheep I4", "IND-FM-07", "market_there")
    lay(given)
    assert given.can("expand sheep I4")


@rule("IND-FM-05")
def test_the_space_keeps_its_terrain_and_cost_for_when_the_tile_is_gone() -> None:
    given = lay(scenario(players=3, **MARKETS), "1 I4").given.put("red", "sheep J4")
    given.state.part(MarketsState).placed = []
    given.state.forget_position()
    given.when.play("expand sheep I4").then.expect("red", money=100 - 8 - 2)


@rule("IND-FM-06", "CASE-B07", "BASE-15", "IND-DEF-21")
@in_one_test(
    ("players", "bonuses"), [(1, [12]), (2, [12, 9]), (3, [12, 10, 8]), (4, [12, 10, 8, 6])]
)
def test_every_passing_bonus_is_4_lower(players: int, bonuses: list[int]) -> None:
    given = scenario(players=players, **MARKETS)
    given.when.all_pass()
    assert [player.money - 100 for player in given.state.players] == bonuses
    assert given.state.passed[0] == 0


@rule("IND-FM-06", "BASE-15")
def test_without_markets_the_passing_bonus_stays() -> None:
    given = scenario(players=3).when.all_pass()
    assert [player.money - 100 for player in given.state.players] == [16, 14, 12]


# --- positions and whole games --------------------------------------------------------------------


@rule("IND-INV-8")
@in_one_test(
    "wrong",
    [
        [MarketTile(1, Hex("I4")), MarketTile(2, Hex("I6"))],
        [MarketTile(1, Hex("E5"))],
        [MarketTile(1, Hex("J3"))],
        [MarketTile(1, Hex("I4"), ["milk"])],
        [MarketTile(1, Hex("I4"), ["wool", "bread"])],
        [MarketTile(4, Hex("I4"))],
        [MarketTile(1, Hex("I4")), MarketTile(1, Hex("I9"))],
    ],
)
def test_a_position_with_wrong_markets_is_refused(wrong: list[MarketTile]) -> None:
    given = lay(scenario(players=3, **MARKETS), "1 I4", "2 D4").given.put("red", "sheep J3")
    state = engine.copy(given.state)
    state.version = state.head = 1
    engine.check_position(state)
    state.part(MarketsState).placed = wrong
    with pytest.raises(engine.BadPosition):
        engine.check_position(state)


@rule("IND-FM-10")
@pytest.mark.parametrize("players", first_of([1, 2, 3, 4], quick=2))
def test_games_with_markets_end_and_every_position_is_right(players: int) -> None:
    served = 0
    options = engine.Options(players=players, expansions=["farmers_markets"])
    for state, event in steps(players, f"markets {players}", options=options):
        served += event.kind == "sell_at_market"
        if not state.over:
            engine.check_position(state)
    assert state.over


def test_a_fork_from_the_set_up_goes_on_with_the_same_tiles() -> None:
    given = new_table(3).when.play("site I4")
    forked, _ = engine.fork(given.state, seed_of("fork"))
    assert forked.part(MarketsState) == given.state.part(MarketsState)
    table = at(forked)
    while table.decision().kind == "place_market":
        table.when.play(table.legal()[0])
    table.then.expect_decision("choose_clan")
