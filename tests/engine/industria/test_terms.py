"""What the terms of Industria mean, and what of the base game they repeat. (IND-DEF, EDN, CASE)"""

import pytest

from games import engine
from games.engine.expansions.awards import AwardState
from games.engine.expansions.awards.award import counts, points
from games.engine.expansions.awards.tiles import along_rivers
from games.engine.geometry.board import BIT, hexes_in
from games.engine.rules.final import ranking_scheme
from games.engine.state import Piece
from games.engine.terms import Hex
from games.engine.tiles.scoring import SCORING
from simulation.invariants import broken
from tests.engine.industria.ports import at_port
from tests.rules import rule
from tests.scenario import RED, Part, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

PACK = engine.packs.builtin()
SPACE, BANK, OTHER_BANK = "D7", "C8", "D8"
"""Grassland, and two spaces of it on the other side of a river."""


# --- spaces ---------------------------------------------------------------------------------------


@rule("IND-DEF-02", "IND-DEF-04")
def test_spaces_with_a_common_edge_are_adjacent_whatever_lies_on_it() -> None:
    board = scenario().state.board
    rivers = {frozenset(pair) for pair in board.rivers}
    assert rivers
    for one, other in map(sorted, rivers):
        assert board.adjacent[Hex(one)] & BIT[Hex(other)]
        assert not board.neighbours[Hex(one)] & BIT[Hex(other)]
    assert not any(near & BIT[hex_] for hex_, near in board.adjacent.items())


def test_the_banks_of_the_tests_lie_across_one_river() -> None:
    across = scenario(players=3).state.board.across_river
    assert across[Hex(SPACE)] & BIT[Hex(BANK)]
    assert across[Hex(SPACE)] & BIT[Hex(OTHER_BANK)]


@rule("IND-DEF-11", "IND-DEF-13", "CASE-B13", "BASE-03")
def test_across_a_river_one_expands_but_buys_nothing_of_a_neighbour() -> None:
    given = scenario(players=3).put("red", f"sheep {BANK}").shipping("red", 0)
    given.given.give("red", money=100).merchants("red", stock=5)
    given.given.put("blue", f"cheese_dairy {OTHER_BANK}")
    assert not given.can(f"expand cow {SPACE}")
    given.given.shipping("red", 1)
    given.when.play(f"expand cow {SPACE}").then.expect_decision("end_turn")
    own = given.state.position.own[RED]
    assert len(list(given.state.board.settlements(own))) == 2


@rule("IND-WF-05", "IND-DEF-07")
def test_a_waterfall_is_along_a_river_that_runs_on_one_of_its_edges() -> None:
    state, _ = engine.new_game(
        engine.Options(players=4, map=["A3", "B3", "C3", "D3"], expansions=["new_maps"]),
        b"w" * 32,
        PACK,
    )
    board = state.board
    along = along_rivers(board)
    with_edge = {hex_ for pair in board.rivers for hex_ in pair}
    assert {hex_ for hex_ in hexes_in(board.land) if along & BIT[hex_]} == with_edge


# --- units ----------------------------------------------------------------------------------------


@rule("IND-DEF-08", "IND-WORK-02", "EDN-08", "IND-WORK-01")
def test_woodcutters_and_miners_are_one_type() -> None:
    """So tile 7 exchanges none for the other, unless units of one type may be exchanged."""
    line = "port 7 exchange worker C6 {} cow D5 sheep"
    for column in ("woodcutter", "miner"):
        given = at_port(7).put("red", "woodcutter C6", "cow D5")
        given.then.refuses(line.format(column), "PORT-7c", "kinds_alike")
    given = at_port(7).put("red", "woodcutter C6", "cow D5")
    assert given.can(line.format("bakery"))
    assert SCORING[4].count(given.state, RED) == 2


@rule("IND-DUAL-07")
def test_the_terrain_has_to_suit_the_second_unit_too() -> None:
    given = at_port(11)
    grassland = given.state.board.terrain["grassland"]
    bare = next(hex_ for hex_ in hexes_in(given.state.board.land & ~grassland) if hex_ != "A2")
    given.state.players[RED].units.append(Piece("sheep", bare))
    given.state.forget_position()
    given.then.refuses("port 11", "PORT-11", "nothing_to_deploy")


@rule("IND-DUAL-10")
@pytest.mark.parametrize(
    ("cow", "units"),
    [
        ("D4", ["bakery B2", "cow B2", "distillery D4", "worker A2"]),
        ("B2", ["bakery B2", "distillery B2", "worker A2"]),
    ],
)
def test_an_exchange_replaces_one_or_both_of_two_units_on_a_space(
    cow: str, units: list[str]
) -> None:
    given = at_port(7).put("red", *sorted({"sheep B2", "cow B2", f"cow {cow}"}))
    exchange = f"port 7 exchange sheep B2 bakery cow {cow} distillery"
    given.when.play(exchange).then.expect("red", units=units)


@rule("INV-00", "IND-INV-1", "IND-DUAL-10")
def test_two_units_on_a_space_are_in_order_only_where_a_tile_brings_the_second() -> None:
    for tile, wrong in ((11, False), (12, True)):
        given = at_port(tile).put("red", "sheep B2", "cow B2")
        assert any(one.startswith("IND-INV-1") for one in broken(given.state)) == wrong
    given = at_port(11).put("red", "sheep B2", "cow B2", "cow B2")
    assert any(one.startswith("IND-INV-1") for one in broken(given.state))


@rule("IND-INV-1", "IND-INV-2", "IND-INV-4")
def test_pieces_and_contracts_are_all_there_once() -> None:
    def found(given: Part) -> set[str]:
        return {one.split()[0] for one in broken(given.state)}

    given = scenario(expansions=["refill_board"])
    usual = found(given)
    given.state.players[RED].stock += 1
    assert found(given) - usual == {"INV-03"}
    given.state.players[RED].stock -= 1
    given.given.put("red", *(f"sheep {hex_}" for hex_ in ("B2", "B3", "B4", "C5", "K1")))
    assert "INV-02" in found(given) - usual
    other = scenario(expansions=["refill_board"])
    other.state.future[0] = other.state.future[1]
    assert found(other) - usual == {"INV-05"}


# --- tiles and points -----------------------------------------------------------------------------


@rule("IND-DEF-23")
def test_glory_of_a_port_tile_counts_at_once() -> None:
    given = at_port(4).give("red", money=10).when.play("port 4")
    assert given.state.players[RED].glory == 3


@rule("CASE-02", "IND-AWARD-03", "AWARD-2")
def test_11_sugar_cane_beat_9_cotton() -> None:
    given = scenario(players=2, expansions=["awards"])
    given.state.part(AwardState).tile = 2
    given.given.with_contract(1, cotton=9, tobacco=0, sugar_cane=0)
    given.given.with_contract(2, cotton=0, tobacco=0, sugar_cane=11)
    given.given.fulfilled("blue", 1).fulfilled("red", 2)
    assert (list(counts(given.state)), list(points(given.state))) == ([11, 9], [8, 0])


@rule("VAR-2PSCORE-3")
def test_the_scoring_of_two_players_leaves_awards_as_they_are() -> None:
    given = scenario(players=2, expansions=["awards"], two_player_scoring=True)
    given.state.part(AwardState).tile = 4
    given.given.give("red", money=11).give("blue", money=10)
    assert list(points(given.state)) == [8, 0]
    assert ranking_scheme(given.state.options, "exports").points([2, 1]) == [8, 4]


@rule("EDN-32", "EDN-42")
def test_new_tiles_are_numbered_from_10_and_there_are_no_others() -> None:
    content = PACK.content
    assert tuple(content.ports) == tuple(content.scoring_tiles) == tuple(range(1, 19))
    bare = engine.Options(players=4)
    seen = {"ports": set[int](), "scoring": set[int]()}
    for number in range(40):
        state, _ = engine.new_game(bare, bytes([number]) * 32, PACK)
        seen["ports"] |= {port.tile for port in state.ports}
        seen["scoring"] |= set(state.scoring_tiles)
    assert seen == {"ports": set(range(1, 10)), "scoring": set(range(1, 10))}
