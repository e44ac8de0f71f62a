"""Choosing clans, what they bring, and the first workers. (SETUP-13..25)"""

import pytest

from games import engine
from games.engine import effects as fx
from games.engine.decisions import ChooseClanDecision
from games.engine.geometry.board import hexes_in, mask_of
from games.engine.terms import GOODS
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import BLUE, COLOURS, Part, drafting, seat_of

pytestmark = pytest.mark.engine

PLAIN = "campbell cunningham robertson"


def draft(order: str, clans: str = PLAIN) -> Part:
    """A draft in this turn order; pair n has the n-th clan, the last one what is left over."""
    names = clans.split()
    spare = next(c for c in ("campbell", "cunningham", "stewart", "robertson") if c not in names)
    table = drafting(players=len(order.split()), seed="draft", clans=[*names, spare])
    state = table.state
    state.turn_order = [seat_of(colour) for colour in order.split()]
    state.decisions = [ChooseClanDecision(state.version, state.turn_order[-1])]
    return table


def first_workers(order: str, clans: str = PLAIN, *, tile: int = 8) -> Part:
    """The table at its first worker; every seat has the clan and the tile named for it."""
    table = draft(order, clans)
    for pair in table.state.draft:
        pair.start_tile = tile
    for colour in reversed(order.split()):
        table.when.play_as(colour, f"choose {seat_of(colour)}")
    return table


FREE = [f"woodcutter {space}" for space in ["A3", "A4", "A8", "C9", "D1", "G9", "A2", "B9", "M2"]]
"""Forests on the border that everybody can pay for."""


def place_all(table: Part, spaces: list[str]) -> list[str]:
    """Place workers until none is left to place; the colours in their order."""
    placed = []
    for space in spaces:
        if table.state.phase != "workers":
            break
        placed.append(COLOURS[table.deciding()])
        table.when.play(f"place {space}")
    return placed


@rule("SETUP-13", "TC-36", "FLOW-01", "CMD-01")
def test_pairs_are_picked_in_reverse_turn_order() -> None:
    table = draft("blue black red")
    table.then.expect_decision("choose_clan", "red").when.play("choose 3")
    table.then.expect_decision("choose_clan", "black").refuses("choose 3", "SETUP-13", "pair_taken")
    table.when.play("choose 1").then.expect_decision("choose_clan", "blue")
    assert table.legal() == ["choose 0", "choose 2"]
    table.when.play("choose 0")
    table.then.expect("red", clan="stewart").expect("black", clan="cunningham")
    table.then.expect("blue", clan="campbell").expect_decision("place_worker", "blue")
    assert table.state.phase == "workers"


@rule("SETUP-13")
def test_nobody_picks_twice_or_out_of_turn() -> None:
    table = draft("red blue black").when.play("choose 0")
    with pytest.raises(engine.NotYourDecision):
        table.when.play_as("black", "choose 1")
    with pytest.raises(engine.NotYourDecision):
        table.when.play_as("red", "choose 1")


@rule("SETUP-14")
def test_the_pair_left_over_is_out_of_the_game() -> None:
    table = first_workers("red blue black")
    assert table.state.draft == []
    assert sorted(player.clan for player in table.state.players) == sorted(PLAIN.split())
    table.then.refuses("choose 3", "SETUP-17", "out_of_place")


@rule("SETUP-15")
def test_start_tiles_are_paid_out_when_all_have_chosen() -> None:
    table = draft("red blue black")
    for pair, tile in zip(table.state.draft, (1, 6, 9, 3), strict=True):
        pair.start_tile = tile
    table.when.play("choose 0", "choose 1")
    assert [player.money for player in table.state.players] == [0, 0, 0]
    table.when.play("choose 2").then.expect_decision("place_worker", "red")
    table.then.expect("black", money=55, wool=2, whisky=1)
    table.then.expect("blue", money=60, wool=1, milk=1, grain=1)
    table.then.expect("red", money=65, milk=1, grain=1)
    for player, tile in zip(table.state.players, (9, 6, 1), strict=True):
        assert tuple(player.goods) == table.state.content.start_tile(tile).goods
        assert len(player.goods) == len(GOODS)


@rule("SETUP-16", "CLAN-STEWART-01", "CLAN-STEWART-02", "CLAN-FERGUSSON-01", "P2-05")
@in_one_test(
    ("order", "fergusson"), [("red blue", 2), ("red blue black", 3), ("red blue black white", 3)]
)
def test_clans_bring_shipping_and_merchants_with_the_start_tile(order: str, fergusson: int) -> None:
    clans = ["stewart", "fergusson", "campbell", "robertson"][: len(order.split())]
    table = draft(order, " ".join(clans))
    for colour in reversed(order.split()):
        table.then.expect("red", shipping=0, stock=2, track=5).expect("blue", shipping=0)
        table.when.play_as(colour, f"choose {seat_of(colour)}")
    table.then.expect("red", shipping=1, stock=5, track=2)
    table.then.expect("blue", shipping=fergusson, stock=2, track=5)
    for colour in order.split()[2:]:
        table.then.expect(colour, shipping=0, stock=2, track=5)


@rule("SETUP-17", "SETUP-18", "FLOW-03", "DIFF-32", "CMD-03")
def test_first_workers_go_in_turn_order_and_back() -> None:
    table = first_workers("blue black red")
    assert place_all(table, FREE) == ["blue", "black", "red", "red", "black", "blue"]
    table.then.expect_decision("main_action", "blue")


@rule("SETUP-17", "SETUP-18", "SETUP-19", "TC-35", "CLAN-FERGUSSON-03")
@pytest.mark.parametrize(
    ("clans", "expected"),
    [
        ("fergusson campbell robertson", "red blue black black blue red red"),
        ("campbell robertson fergusson", "red blue black black blue red black"),
    ],
)
def test_fergusson_places_a_third_worker_at_the_very_end(clans: str, expected: str) -> None:
    table = first_workers("red blue black", clans)
    assert place_all(table, FREE) == expected.split()
    table.then.expect_decision("main_action", "red")


@rule("SETUP-17", "SETUP-18", "SETUP-21")
def test_a_first_worker_may_stand_on_any_empty_space_of_his_terrain() -> None:
    table = first_workers("red blue black")
    board = table.state.board
    anywhere = [f"place woodcutter {h}" for h in hexes_in(board.terrain["forest"])]
    anywhere += [f"place miner {h}" for h in hexes_in(board.terrain["mountain"])]
    assert sorted(table.legal()) == sorted(anywhere)
    table.when.play("place woodcutter A2").then.refuses(
        "place woodcutter A2", "SETUP-17", "not_empty"
    )
    table.when.play("place miner M4", "place woodcutter F1", "place miner I9")
    table.when.play("place woodcutter M8").then.expect_decision("place_worker", "red")
    table.then.refuses("place miner B4", "SETUP-21", "wrong_terrain")
    table.then.refuses("place woodcutter B2", "SETUP-21", "wrong_terrain")
    table.then.refuses("place woodcutter G5", "SETUP-21", "on_water")
    table.then.refuses("place woodcutter A1", "SETUP-21", "on_water")


@rule("SETUP-20", "EX-01")
def test_a_first_worker_is_paid_with_his_land() -> None:
    table = first_workers("red blue black", "campbell cunningham stewart", tile=8)
    table.when.play("place woodcutter M7").then.expect("red", money=65 - 12)
    table.when.play("place miner M5").then.expect("blue", money=65 - 16)
    table.when.play("place miner C3", "place woodcutter C9").then.expect("black", money=65 - 13 - 8)
    table.then.expect("red", money=53).expect("blue", money=49)


@rule("SETUP-20")
def test_a_first_worker_beyond_the_means_is_refused() -> None:
    table = first_workers("red blue black").given.give("red", money=8)
    table.then.refuses("place woodcutter C3", "SETUP-20", "not_enough_money")
    table.then.refuses("place miner M4", "SETUP-20", "not_enough_money")
    assert table.can("place woodcutter A2")
    cost, forest = table.state.board.cost, hexes_in(table.state.board.terrain["forest"])
    assert sorted(table.legal()) == sorted(f"place woodcutter {h}" for h in forest if cost[h] <= 2)


@rule("SETUP-20", "CLAN-ROBERTSON-02")
def test_robertson_pays_less_for_a_first_worker_on_a_delta() -> None:
    table = first_workers("red blue black", "robertson campbell cunningham")
    table.when.play("place woodcutter D6").then.expect("red", money=65 - 8)
    table.when.play("place woodcutter E7").then.expect("blue", money=65 - 9)
    table.when.play("place woodcutter A2", "place woodcutter C9", "place woodcutter L7")
    table.then.expect_decision("place_worker", "red")
    table.when.play("place woodcutter J6").then.expect("red", money=65 - 8 - (6 + 3 - 3))


@rule("SETUP-22", "NBR-15", "DEF-42", "DEF-38")
def test_first_workers_bring_no_bonus() -> None:
    table = first_workers("red blue black").given.put("blue", "sheep C2").merchants("red", stock=2)
    table.when.play("place woodcutter C3").then.expect_decision("place_worker", "blue")
    table.then.expect("red", wool=1)
    table.then.refuses("neighbourhood 1 wool", "SETUP-17", "out_of_place")


@rule("SETUP-23")
def test_ports_are_closed_during_set_up() -> None:
    table = first_workers("red blue black").given.port("A1", 5).put("red", "woodcutter A2")
    table.then.refuses("port 5", "STATE-25", "out_of_place")
    assert all(move.startswith("place ") for move in table.legal())
    drafted = draft("red blue black").given.port("A1", 5).put("black", "woodcutter A2")
    drafted.then.refuses("port 5", "STATE-25", "out_of_place")


@rule("SETUP-24")
def test_who_can_pay_for_no_first_worker_is_left_out() -> None:
    table = first_workers("red blue black").given.give("blue", money=6)
    assert place_all(table, FREE) == ["red", "black", "black", "red"]
    table.then.expect("blue", money=6, units=[]).expect_decision("main_action", "red")
    skipped = [e for event in table.events for e in event.effects if e == fx.PlacementSkipped(BLUE)]
    assert len(skipped) == 2


@rule("SETUP-24")
def test_start_tiles_pay_for_first_workers() -> None:
    content = engine.packs.builtin().content
    dearest = 3 * (content.unit_costs["miner"] + 6)
    assert all(tile.money >= dearest for tile in content.start_tiles.values())


@rule("SETUP-25", "FLOW-03")
def test_round_1_starts_with_the_action_phase() -> None:
    table = first_workers("blue black red")
    before = list(table.state.slots), table.state.pile
    place_all(table, FREE)
    assert (table.state.round, table.state.phase) == (1, "action")
    assert not table.state.awaits_step
    assert (table.state.slots, table.state.pile) == before
    assert table.events[-1].kind == "place_worker"
    table.then.expect_decision("main_action", "blue")


@rule("CLAN-FERGUSSON-02", "SETUP-17")
def test_fergusson_starts_on_the_border() -> None:
    table = first_workers("red blue black", "fergusson campbell robertson")
    table.then.refuses("place woodcutter E2", "CLAN-FERGUSSON-02", "border_only")
    assert table.can("place woodcutter A2")
    border = table.state.board.border
    assert all(mask_of([engine.Hex(move[-2:])]) & border for move in table.legal())
