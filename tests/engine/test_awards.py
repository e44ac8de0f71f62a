"""Award tiles: what they count, what they bring, and the last production. (IND-AWARD, AWARD)"""

from typing import Any

import pytest

from games import engine
from games.engine.expansions.awards import Awards, AwardState
from games.engine.expansions.awards.award import AwardLaid, counts, points
from games.engine.expansions.awards.tiles import AWARDS
from games.engine.geometry.board import hexes_in
from games.engine.rules.final import final_sheets
from games.engine.terms import GOOD_INDEX
from simulation.random_play import seed_of
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import Part, scenario

pytestmark = pytest.mark.engine

PACK = engine.packs.builtin()
AWARD = {"expansions": ["awards"]}


def table(tile: int, **options: Any) -> Part:
    """Red is to move, and the award is this one."""
    given = scenario(**{"players": 3, **AWARD, **options})
    given.state.part(AwardState).tile = tile
    return given


def counted(given: Part) -> list[int]:
    return list(counts(given.state))


# --- what is counted ------------------------------------------------------------------------------


@rule("AWARD-1", "IND-AWARD-06")
def test_tile_1_counts_units_on_the_map() -> None:
    given = table(1).given.put("red", "woodcutter F3", "field D4").put("blue", "miner L6")
    assert counted(given) == [2, 1, 0]


@rule("IND-DOUBT-11")
@rule("AWARD-2")
def test_tile_2_counts_the_import_of_which_there_is_most_without_hops() -> None:
    given = table(2).given.with_contract(1, cotton=2, tobacco=3, sugar_cane=0, hops=9)
    given.given.with_contract(2, cotton=2, tobacco=0, sugar_cane=3).fulfilled("red", 1, 2)
    assert counted(given) == [4, 0, 0]


@rule("AWARD-3", "AWARD-4")
def test_tiles_3_and_4_count_glory_and_money() -> None:
    given = table(3, most_glory=True)
    given.state.players[0].glory = 11
    assert counted(given) == [11, 0, 0]
    given = table(4).given.give("red", money=31).give("blue", money=30)
    assert counted(given)[:2] == [31, 30]


@rule("AWARD-5")
def test_tile_5_counts_the_units_of_the_largest_settlement() -> None:
    given = table(5).given.put("red", "sheep B2", "cow B3", "field B4", "bakery I4", "sheep I5")
    given.given.put("red", "cow K1").put("blue", "sheep C5")
    assert counted(given) == [3, 1, 0]


@rule("AWARD-6", "AWARD-7")
def test_tiles_6_and_7_count_goods_in_stock() -> None:
    goods = {"wool": 1, "milk": 2, "grain": 3, "bread": 1, "cheese": 1, "whisky": 3}
    assert counted(table(6).given.give("red", **goods)) == [6, 0, 0]
    assert counted(table(7).given.give("red", **goods)) == [5, 0, 0]


@rule("AWARD-8", "IND-DEF-07")
def test_tile_8_counts_units_with_a_river_on_a_side_of_their_space() -> None:
    """The river past B6 ends between B5, B6 and C6; B4 and C5 touch none of its sides."""
    given = table(8).given.put("red", "woodcutter B5", "sheep B6", "cow C6", "field C5", "sheep B4")
    assert counted(given) == [3, 0, 0]


@rule("AWARD-9")
def test_tile_9_counts_units_beside_lochs_and_on_them() -> None:
    given = table(9, clans="macdonald").given.put("red", "sheep D4", "worker E5", "worker E2")
    assert counted(given) == [2, 0, 0]
    assert counted(table(9).given.put("red", "sheep J4")) == [0, 0, 0]


@rule("AWARD-9")
def test_a_unit_on_a_loch_counts_though_no_other_loch_is_beside_it() -> None:
    given = table(9, clans="macdonald")
    board = given.state.board
    alone = [hex_ for hex_ in hexes_in(board.loch) if not board.adjacent[hex_] & board.loch]
    assert counted(given.given.put("red", f"worker {alone[0]}")) == [1, 0, 0]


# --- what it brings -------------------------------------------------------------------------------


@rule("IND-AWARD-03", "IND-AWARD-04", "IND-AWARD-05", "IND-AWARD-06", "CASE-R16")
@in_one_test(
    ("amounts", "wanted"),
    [
        ([9, 8, 7, 6], [12, 6, 0, 0]),
        ([7, 7, 5, 5], [9, 9, 0, 0]),
        ([7, 5, 5, 5], [12, 2, 2, 2]),
        ([4, 4, 4, 0], [6, 6, 6, 0]),
        ([0, 0, 0, 0], [4, 4, 4, 4]),
        ([3, 2, 1], [12, 6, 0]),
        ([3, 0, 0], [12, 3, 3]),
        ([3, 2], [8, 0]),
        ([2, 2], [4, 4]),
    ],
)
def test_the_most_is_worth_12_and_the_second_6_or_8_for_two(
    amounts: list[int], wanted: list[int]
) -> None:
    given = table(3, players=len(amounts))
    for player, glory in zip(given.state.players, amounts, strict=True):
        player.glory = glory
    assert list(points(given.state)) == wanted
    without = scenario(players=len(amounts))
    for player, glory in zip(without.state.players, amounts, strict=True):
        player.glory = glory
    more = [a.total - b.total for a, b in _sheets(given, without)]
    assert more == wanted


def _sheets(one: Part, other: Part) -> Any:
    return zip(final_sheets(one.state), final_sheets(other.state), strict=True)


@rule("IND-AWARD-03", "IND-SOLO-05")
@in_one_test(("money", "wanted"), [(59, -4), (60, 0), (74, 0), (75, 4)])
def test_alone_a_card_says_how_much_is_enough(money: int, wanted: int) -> None:
    given = table(4, players=1).given.give("red", money=money)
    assert list(points(given.state)) == [wanted]


@rule("EDN-07", "IND-DATA-05")
@rule("IND-SOLO-05")
def test_the_cards_have_these_numbers() -> None:
    assert [(tile.enough, tile.plenty) for tile in AWARDS.values()] == [
        *((24, 27), (7, 10), (42, 48), (60, 75), (5, 8), (6, 8), (8, 10), (11, 14), (15, 18))
    ]


@rule("IND-AWARD-02", "IND-AWARD-08")
def test_it_is_counted_after_what_comes_before_the_final_scoring() -> None:
    """Six Glory more for most Glory: it makes the difference for the award for Glory."""
    given = table(3, most_glory=True, scoring_tiles=False).given.round(5)
    for player, glory in zip(given.state.players, (9, 8, 0), strict=True):
        player.glory = glory
    given.when.go_to("final").advance("final_scoring")
    sheets = {sheet.seat: sheet for sheet in given.state.scores}
    assert [sheets[engine.Seat(seat)].glory for seat in range(3)] == [15, 8, 0]
    assert [sheets[engine.Seat(seat)].points("award") for seat in range(3)] == [12, 6, 0]
    assert counted(given) == [15, 8, 0]


# --- set-up ---------------------------------------------------------------------------------------


@rule("IND-AWARD-01")
@in_one_test("players", [1, 2, 3, 4])
def test_one_tile_is_drawn_and_shifts_no_other_draw(players: int) -> None:
    seed = seed_of("award")
    state, event = engine.new_game(engine.Options(players=players, **AWARD), seed, PACK)
    usual, _ = engine.new_game(engine.Options(players=players), seed, PACK)
    tile = state.part(AwardState).tile
    assert [one.tile for one in event.effects if isinstance(one, AwardLaid)] == [tile]
    assert engine.view(state, None).expansions["awards"].tile == tile
    same = ("modules", "ports", "scoring_tiles", "slots", "draft", "turn_order")
    assert [getattr(state, name) for name in same] == [getattr(usual, name) for name in same]


@rule("IND-AWARD-01", "IND-DATA-05")
def test_each_of_the_nine_tiles_comes_up() -> None:
    options = engine.Options(players=2, **AWARD)
    drawn = {
        engine.new_game(options, seed_of(f"award {n}"), PACK)[0].part(AwardState).tile
        for n in range(90)
    }
    assert drawn == set(AWARDS) == set(range(1, 10))


# --- the last production --------------------------------------------------------------------------


def producing(round_: int, **options: Any) -> Part:
    """Red and Blue can each make a cheese; Blue has passed first."""
    given = table(7, **options).given.round(round_)
    given.given.put("red", "cheese_dairy D4").put("blue", "cheese_dairy I4")
    given.given.give("red", milk=1).give("blue", milk=1)
    return given.when.all_pass().advance("production")


def deciding(given: Part) -> list[int]:
    return [int(decision.seat) for decision in given.state.open_decisions()]


@rule("IND-AWARD-07", "IND-UNDO-1")
def test_the_last_production_goes_in_the_order_of_passing() -> None:
    given = producing(5)
    first, second = given.state.passed[:2]
    assert deciding(given) == [first]
    given.when.play("produce 1 cheese").advance("processing")
    assert given.state.players[first].goods[GOOD_INDEX["cheese"]] == 1
    assert deciding(given) == [second]
    with pytest.raises(engine.IllegalMove) as refused:
        engine.undo(given.state, second, ())
    assert refused.value.code == "undo_in_turns_only"


@rule("IND-AWARD-07")
@in_one_test(
    ("round_", "options"),
    [(4, {}), (5, {"expansions": []}), (5, {"last_production": "forced_processing"})],
)
def test_else_all_produce_at_the_same_time(round_: int, options: dict[str, Any]) -> None:
    if options.get("expansions") == []:
        given = scenario(players=3).given.round(5)
        given.given.put("red", "cheese_dairy D4").put("blue", "cheese_dairy I4")
        given.given.give("red", milk=1).give("blue", milk=1)
        given.when.all_pass().advance("production")
    else:
        given = producing(round_, **options)
    assert sorted(deciding(given)) == [0, 1]


@rule("IND-AWARD-07")
def test_by_the_other_agreement_all_that_can_be_processed_is_processed() -> None:
    given = producing(5, last_production="forced_processing")
    given.given.put("red", "bakery F3", "distillery E3").give("red", grain=1)
    assert given.legal("produce") == ["produce 1 cheese 1 whisky", "produce 1 cheese 1 bread"]
    given.then.refuses("produce nothing", "IND-AWARD-07", "more_can_be_processed")
    given.then.refuses("produce 1 cheese", "IND-AWARD-07", "more_can_be_processed")
    earlier = producing(4, last_production="forced_processing")
    assert "produce nothing" in earlier.legal("produce")


@rule("IND-AWARD-07")
def test_alone_nobody_has_to_process_for_the_card() -> None:
    given = table(7, players=1, last_production="forced_processing").given.round(5)
    given.given.put("red", "cheese_dairy D4").give("red", milk=1)
    given.when.all_pass().advance("production")
    assert given.legal("produce") == ["produce nothing", "produce 1 cheese"]


@rule("IND-AWARD-07", "RESIGN-02")
def test_a_seat_that_has_resigned_processes_all_where_it_has_to() -> None:
    given = producing(5, last_production="forced_processing")
    move = engine.default_move(given.state, engine.Seat(0))
    assert move is not None
    assert move.notation() == "produce 1 cheese"


def test_a_tile_that_is_unknown_is_found() -> None:
    assert [*Awards().wrong(table(10).state)] == ["an award tile is unknown"]
    assert [*Awards().wrong(table(9).state)] == []
