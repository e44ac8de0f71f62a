"""Clan Fraser: who makes kilts, and what kilts are."""

from typing import Any

import pytest

from games import engine
from games.engine.clans import clan_of
from games.engine.clans.fraser import kiltmakers
from games.engine.expansions.awards.tiles import AWARDS
from games.engine.expansions.new_clans import NewClans
from games.engine.options.option_rules import PRESETS
from games.engine.rules.final import score_now
from games.engine.rules.income import income
from games.engine.tiles import scoring_tile
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Given, scenario

pytestmark = pytest.mark.engine


def red(*units: str, kilts: int = 0, clan: str = "fraser", **switches: Any) -> Given:
    """It is red's turn, with so many kilts; a cow on D4 is its first unit."""
    table = scenario(clans=f"{clan} stewart campbell", **switches).put("red", "cow D4", *units)
    table.state.players[RED].clan_state = [int(place < kilts) for place in range(2)]
    return table.merchants("red", stock=3)


def producing(*units: str, kilts: int = 0, clan: str = "fraser", **goods: int) -> Given:
    """Production has begun; red has these units, and had goods and kilts."""
    table = scenario(clans=f"{clan} mackintosh stewart").put("red", *units).give("red", **goods)
    table.state.players[RED].clan_state = [int(place < kilts) for place in range(2)]
    return table.when.all_pass().advance("production").given


def kilts(table: Any) -> int:
    return sum(table.state.players[RED].clan_state)


def makers(table: Given) -> int:
    return len(kiltmakers(table.state.board, table.state.players[RED]))


def glory(table: Given, tile: int) -> int:
    return scoring_tile(table.state.options, tile).value(table.state, RED)


# --- kiltmakers -----------------------------------------------------------------------------------


@rule("CLAN-FRASER-1", "IND-DEF-04", "IND-DEF-03")
@in_one_test(
    ("units", "number"),
    [
        ("woodcutter D6, sheep D5", 1),
        ("woodcutter D6, sheep D5, sheep D7", 1),
        ("woodcutter D6, miner C6, sheep D5", 1),
        ("miner C6, woodcutter D6, sheep D5, sheep C5", 2),
        ("woodcutter D6, miner C6, sheep C5, sheep D5", 2),
        ("woodcutter D6, miner C6, woodcutter E7, sheep C5, sheep D5, sheep D7", 2),
        ("woodcutter B5, sheep B6", 0),
        ("woodcutter C6, sheep C6", 1),
        ("woodcutter D6, cow D5", 0),
        ("woodcutter D8, sheep D6", 0),
    ],
)
def test_each_kiltmaker_has_a_sheep_of_its_own_beside_it(units: str, number: int) -> None:
    """C6 neighbours C5 and D5, D6 only D5 of these; a river runs between B5 and B6."""
    assert makers(red(*units.split(", "))) == number


@rule("CLAN-FRASER-1")
def test_sheep_of_others_make_no_kiltmaker() -> None:
    assert makers(red("woodcutter D6").put("blue", "sheep D5")) == 0


# --- making kilts ---------------------------------------------------------------------------------


@rule("CLAN-FRASER-2", "CLAN-FRASER-4", "PROD-11")
def test_a_kiltmaker_turns_wool_into_a_kilt_and_earns_its_wage_too() -> None:
    """One sheep gives 1 wool, the woodcutter £4."""
    table = producing("woodcutter D6", "sheep D5").then.expect("red", wool=1).given
    assert income(table.state.content, table.state.players[RED]).money == 4
    table.when.play("produce 1 kilts").advance("processing").then.expect("red", wool=0)
    assert kilts(table) == 1


@rule("CLAN-FRASER-3", "CLAN-FRASER-2")
def test_wool_from_anywhere_will_do_and_nobody_has_to() -> None:
    """There are 2 older wool and 1 of each sheep; two kiltmakers use 2, or nothing."""
    units = ("woodcutter D6", "miner C6", "sheep C5", "sheep D5")
    table = producing(*units, wool=2)
    assert [one for one in table.legal() if one.startswith("produce")] == [
        "produce nothing",
        "produce 1 kilts",
        "produce 2 kilts",
    ]
    again = producing(*units, wool=2).when.play("produce 2 kilts").advance("processing")
    again.then.expect("red", wool=2)
    table.when.play("produce nothing").advance("processing").then.expect("red", wool=4)
    assert (kilts(again), kilts(table)) == (2, 0)


@rule("CLAN-FRASER-2", "IND-INV-9")
@in_one_test(
    ("units", "had", "wool", "most"),
    [
        (("woodcutter D6", "sheep D5"), 0, 5, 1),
        (("woodcutter D6", "miner C6", "sheep C5", "sheep D5"), 1, 5, 1),
        (("woodcutter D6", "miner C6", "sheep C5", "sheep D5"), 0, 0, 2),
    ],
)
def test_no_more_than_kiltmakers_wool_and_room(
    units: tuple[str, ...], had: int, wool: int, most: int
) -> None:
    table = producing(*units, kilts=had, wool=wool)
    if most < 2:
        table.then.refuses(f"produce {most + 1} kilts", "CLAN-FRASER-2", "too_many_kilts")
    table.when.play(f"produce {most} kilts").advance("processing")
    assert kilts(table) == had + most
    with pytest.raises(engine.MalformedMove):
        engine.parse("produce 3 kilts")


@rule("CLAN-FRASER-2")
def test_without_wool_there_is_no_kilt() -> None:
    """Which in a game cannot be: each kiltmaker's sheep has just given one."""
    table = producing("woodcutter D6", "sheep D5", "bakery D7", grain=1).give("red", wool=0)
    table.then.refuses("produce 1 kilts", "CLAN-FRASER-2", "too_many_kilts")


@rule("CLAN-FRASER-2", "PROD-11")
def test_with_two_kilts_there_is_nothing_to_choose() -> None:
    table = producing("woodcutter D6", "sheep D5", kilts=2)
    assert not table.state.open_decisions() or table.deciding() != RED


@rule("CLAN-FRASER-2")
def test_no_other_clan_makes_kilts() -> None:
    table = producing("woodcutter D6", "sheep D5", "bakery D7", clan="campbell", grain=1)
    table.then.refuses("produce 1 kilts", "PROD-10", "no_such_clan_choice")


@rule("CLAN-FRASER-9")
def test_kilts_stay_when_the_sheep_goes() -> None:
    """Contract 5 takes both sheep as mutton."""
    table = red("woodcutter D6", "sheep D5", "sheep D7", kilts=1).box("red", 5)
    assert makers(table) == 1
    table.when.play("fulfil 5 slaughter sheep D5 sheep D7")
    assert (makers(table), kilts(table)) == (0, 1)


@rule("IND-AWARD-07")
def test_who_has_to_process_all_has_to_make_kilts_too() -> None:
    table = scenario(
        clans="fraser stewart campbell",
        expansions=["awards"],
        last_production="forced_processing",
    )
    table.put("red", "woodcutter D6", "sheep D5").round(5)
    table.when.all_pass().advance("production")
    table.then.refuses("produce nothing", "IND-AWARD-07", "more_can_be_processed")
    table.when.play("produce 1 kilts")


@rule("IND-UNDO-3")
def test_for_one_who_has_resigned_no_kilt_is_made() -> None:
    table = producing("woodcutter D6", "sheep D5")
    move = engine.default_move(table.state, RED)
    assert move is not None
    assert move.notation() == "produce nothing"


# --- what they count as ---------------------------------------------------------------------------


@rule("CLAN-FRASER-6", "SCORE-12", "IND-DEF-14")
@in_one_test(("number", "worth"), [(0, 3 * 2), (1, 3 * 3), (2, 3 * 3)])
def test_kilts_are_a_seventh_kind_of_good(number: int, worth: int) -> None:
    """Wool and cheese are two kinds; two kilts are of one."""
    assert glory(red(kilts=number).give("red", wool=3, cheese=1), 12) == worth


@rule("CLAN-FRASER-6", "SCORE-2", "SCORE-1")
def test_they_are_paired_with_other_processed_goods_and_are_no_basic_ones() -> None:
    """Two kilts and a cheese are one pair; with a bread two. Wool alone is basic."""
    table = red(kilts=2).give("red", cheese=1, wool=4)
    assert (glory(table, 2), glory(table, 1)) == (3, 4)
    assert glory(table.give("red", bread=1), 2) == 6


@rule("CLAN-FRASER-6", "AWARD-7", "AWARD-6")
def test_awards_count_them_as_processed_goods_alone() -> None:
    table = red(kilts=2).give("red", cheese=1, wool=4)
    assert [AWARDS[tile].count(table.state, RED) for tile in (6, 7)] == [4, 3]


@rule("CLAN-FRASER-6", "FINAL-05", "FINAL-06")
def test_each_is_two_points_at_the_end() -> None:
    sheet = score_now(red(kilts=2).give("red", cheese=1, wool=4).state)[RED]
    assert (sheet.basic_goods, sheet.processed_goods) == (4, 2 * 3)


@rule("CLAN-FRASER-7", "SCORE-13", "SCORE-R3")
@in_one_test("pairs", ["disjoint", "all"])
@in_one_test(
    ("units", "worth"),
    [
        ("woodcutter D6, sheep D5", 3),
        ("woodcutter D6, sheep D5, sheep D7", 3),
        ("woodcutter D6, miner C6, woodcutter E7, sheep C5, sheep D5, sheep D7", 6),
        ("woodcutter D6, sheep D5, cheese_dairy D5", 3),
    ],
)
def test_kiltmakers_and_their_sheep_are_pairs_of_a_chain(
    pairs: str, units: str, worth: int
) -> None:
    table = red(*units.split(", "), pair_scoring=pairs)
    table.state.players[RED].units.pop(0)
    assert glory(table, 13) == worth
    tile = scoring_tile(table.state.options, 13)
    assert tile.where is not None
    assert tile.where(table.state, RED).bit_count() == worth // 3 * 2


@rule("CLAN-FRASER-7", "SCORE-13")
def test_of_other_clans_a_worker_and_a_sheep_are_no_pair() -> None:
    assert glory(red("woodcutter D6", "sheep D5", clan="campbell"), 13) == 0


@rule("CLAN-FRASER-7", "EDN-21", "SCORE-3")
@pytest.mark.parametrize(("switched", "worth"), [(False, 2), (True, 3)])
def test_kiltmakers_are_buildings_by_a_switch_alone(switched: bool, worth: int) -> None:
    """A cow and a sheep; the worker counts as one, when it does, and as a worker in any case."""
    table = red("woodcutter D6", "sheep D5", kiltmakers_are_factories=switched)
    assert (glory(table, 3), glory(table, 4)) == (worth, 2)
    tile = scoring_tile(table.state.options, 3)
    assert tile.where is not None
    assert tile.where(table.state, RED).bit_count() == worth
    assert len(clan_of(table.state.players[RED]).other_buildings(table.state, RED)) == switched


@rule("EDN-15", "EDN-20", "EDN-21", "EDN-22", "EDN-30")
def test_the_preview_is_a_preset_of_four_switches() -> None:
    preview = next(one.options for one in PRESETS if one.name == "industria-preview")
    assert preview == {
        "mackintosh_per_worker": True,
        "kiltmakers_are_factories": True,
        "grazing_moves_both": True,
        "scoring12_glory": 2,
    }
    table = red("woodcutter D6", "sheep D5", kilts=1, **preview).give("red", cheese=1)
    assert (glory(table, 12), glory(table, 3)) == (2 * 2, 3)


@rule("EDN-24")
def test_clans_that_the_preview_has_alike_have_no_switch() -> None:
    switched = {switch.changes for switch in NewClans.switches}
    alike = {
        f"clans/{name}" for name in ("macpherson", "macfarlane", "gordon", "macleod", "douglas")
    }
    assert not switched & alike
    assert {f"clans/{clan.name}" for clan in NewClans.clans} >= alike


# --- cotton ---------------------------------------------------------------------------------------


@rule("CLAN-FRASER-8", "CASE-R01", "FULFIL-11")
@in_one_test("late", [False, True])
@in_one_test(
    ("had", "cotton", "wool"),
    [
        ((4,), 6, 4),  # 3 -> 9: 4 and 8 (CASE-R01)
        ((), 4, 2),  # 0 -> 4: reached
        ((4,), 2, 2),  # 3 -> 5: passed
        ((4,), 0, 0),
        ((), 3, 0),
        ((10,), 3, 0),  # 4 -> 7
        ((10,), 4, 2),  # 4 -> 8
    ],
)
def test_2_wool_for_each_multiple_of_4_cotton(
    had: tuple[int, ...], cotton: int, wool: int, late: bool
) -> None:
    """Contract 4 has brought 3 cotton, contract 10 has 4; contract 31 asks for 3 wool here."""
    table = red(box_freed_late=late).with_contract(31, cotton=cotton, cheese=0)
    table.fulfilled("red", *had).give("red", wool=3).box("red", 31)
    table.when.play("fulfil 31").then.expect("red", wool=wool)


@rule("CLAN-FRASER-8", "CLAN-BASE-3", "PORT-18")
def test_a_contract_that_asks_for_nothing_by_a_port_brings_the_wool_too() -> None:
    """And before the free land that the contract gives is used."""
    table = red("woodcutter M2").with_contract(31, cotton=4, free_space=1)
    table.box("red", 31).port("M1", 18)
    table.when.play("port 18", "fulfil 31").then.expect("red", wool=2)
    table.then.expect_decision("free_space")


@rule("CLAN-FRASER-8")
def test_no_other_clan_gains_wool_for_cotton() -> None:
    table = red(clan="campbell").give("red", wool=3, cheese=3).box("red", 31)
    table.when.play("fulfil 31").then.expect("red", wool=0)
