"""Clan MacGregor.

D4, D5, D6 and D7 lie in a row, grassland all. C5 and C6 are beside D5; E4 is grassland too, behind
a river from D4. C8 and D8 lie behind rivers from D7. D6 has forest too, D8 and E3 all three.
"""

from typing import Any

import pytest

from games import engine
from games.engine.clans.macgregor import pastures
from games.engine.geometry.board import BIT
from games.engine.terms import ContractId, Hex
from tests.engine.industria.markets import lay
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Given, drafted, scenario

pytestmark = pytest.mark.engine


def red(*units: str, clan: str = "macgregor", level: int = 1, **switches: Any) -> Given:
    """Red has these units and a level of shipping."""
    table = scenario(clans=f"{clan} stewart campbell", **switches).put("red", *units)
    return table.shipping("red", level).merchants("red", stock=5)


def grazings(table: Given, unit: str = "bakery") -> set[str]:
    """Where a unit may be placed on a sheep's space, and where the sheep goes."""
    lines = table.legal("graze")
    return {line.removeprefix(f"graze {unit} ") for line in lines if line.split()[1] == unit}


def producing(*units: str, clan: str = "macgregor") -> Given:
    """Production has begun; red has these units."""
    table = scenario(clans=f"{clan} mackintosh stewart").put("red", *units)
    return table.when.all_pass().advance("production").given


@rule("CLAN-MACGREGOR-1", "SETUP-16")
@pytest.mark.parametrize("players", [2, 4])
def test_it_starts_with_river_crossing(players: int) -> None:
    table = drafted("macgregor", *["plain"] * (players - 1))
    table.then.expect("red", shipping=1, stock=2, track=5).expect("blue", shipping=0)


@rule("CLAN-MACGREGOR-4", "CLAN-MACGREGOR-5", "CLAN-MACGREGOR-8", "CASE-R14")
def test_a_bakery_takes_the_place_of_a_sheep_that_moves() -> None:
    """CASE-R14: herd D4-D5; a bakery on D4, the sheep goes to D6 beside D5."""
    table = red("sheep D4", "sheep D5")
    table.when.play("graze bakery D4 D6")
    table.then.expect("red", money=92, units=["bakery D4", "sheep D5", "sheep D6"])
    table.then.expect_decision("end_turn")


@rule("CASE-R14", "CLAN-MACGREGOR-5", "CLAN-MACGREGOR-6")
def test_the_sheep_goes_to_empty_grassland_beside_another_of_the_herd() -> None:
    free = grazings(red("sheep D4", "sheep D5"))
    assert free == {"D4 C5", "D4 C6", "D4 D6", "D5 C5", "D5 E4"}


@rule("CASE-R14", "CLAN-MACGREGOR-5")
def test_without_room_for_the_sheep_nothing_can_be_placed() -> None:
    """Beside M5 there is grassland on L4 and L5 alone; L4 is taken, and L5 is the other sheep's."""
    table = red("sheep M5", "sheep L5").put("blue", "cow L4")
    assert not any(line.startswith("L5") for line in grazings(table))
    table.then.refuses("graze bakery L5 L4", "CLAN-MACGREGOR-5", "nowhere_to_go")
    table.then.refuses("graze bakery L5 K5", "CLAN-MACGREGOR-5", "nowhere_to_go")  # beside L5 alone
    table.then.refuses("graze bakery M5 I4", "CLAN-MACGREGOR-5", "no_pasture")
    assert table.can("graze bakery M5 K5")


@rule("CLAN-MACGREGOR-2", "CLAN-MACGREGOR-3")
@in_one_test(
    ("units", "legal"),
    [
        (["sheep D4", "sheep D5"], True),
        (["sheep D4", "sheep E4"], True),  # a river lies between
        (["sheep D4"], False),
        (["sheep D4", "sheep D6"], False),  # two steps apart
        (["sheep D4", "cow D5"], False),
        (["sheep D4", "sheep D4"], False),  # they share a space
        (["sheep D4", "sheep D6", "cow D5"], False),
    ],
)
def test_a_herd_is_two_sheep_on_adjacent_spaces(units: list[str], legal: bool) -> None:
    table = red(*units)
    assert bool(grazings(table)) is legal
    if not legal:
        for target in ("C5", "D7", "E4"):
            if BIT[Hex(target)] & table.state.position.empty:
                line = f"graze bakery D4 {target}"
                table.then.refuses(line, "CLAN-MACGREGOR-2", "no_herd")


@rule("CLAN-MACGREGOR-3", "CLAN-MACGREGOR-6")
def test_the_sheep_may_go_far_within_its_herd() -> None:
    """From D4 to the far end of a herd of four, also where its going would split it."""
    table = red("sheep D4", "sheep D5", "sheep D6", "sheep D7")
    assert {"D4 C8", "D4 D8", "D4 E7", "D5 E7"} <= grazings(table)
    assert not {line for line in grazings(table) if line.startswith("D7") and line[3:] == "D8"}
    table.when.play("graze field D5 E7")
    table.then.expect("red", units=["field D5", "sheep D4", "sheep D6", "sheep D7", "sheep E7"])


@rule("CLAN-MACGREGOR-5", "CLAN-MACGREGOR-6")
def test_over_a_river_it_goes_with_river_crossing_only() -> None:
    """C8 touches D7 over a river, and no other sheep."""
    units = ("sheep D6", "sheep D7")
    assert "D6 C8" in grazings(red(*units))
    assert "D6 C8" not in grazings(red(*units, level=0))
    table = red(*units, level=0)
    table.then.refuses("graze bakery D6 C8", "CLAN-MACGREGOR-5", "no_pasture")


@rule("CLAN-MACGREGOR-6")
def test_one_edge_without_a_river_is_enough() -> None:
    """D8 lies behind a river from D7 and beside C8."""
    table = red("sheep D6", "sheep D7", "sheep C8", level=0)
    assert "D6 D8" in grazings(table)
    assert "D6 D8" not in grazings(red("sheep D6", "sheep D7", level=0))


@rule("CLAN-MACGREGOR-4")
def test_the_unit_is_paid_and_the_land_is_not() -> None:
    """D6 costs 2: grazing there is 18 for a field, expanding onto D6 would be 20."""
    red("sheep D5", "sheep D6").when.play("graze field D6 D4").then.expect("red", money=82)
    poor = red("sheep D5", "sheep D6").give("red", money=7)
    poor.then.refuses("graze bakery D6 D4", "EXPAND-04", "not_enough_money")
    poor.give("red", money=8).when.play("graze bakery D6 D4").then.expect("red", money=0)


@rule("CLAN-MACGREGOR-4", "IND-DUAL-10")
def test_no_animal_is_placed() -> None:
    table = red("sheep D4", "sheep D5")
    for unit in ("sheep", "cow"):
        table.then.refuses(f"graze {unit} D4 D6", "CLAN-MACGREGOR-4", "grazes_no_animal")
    table.then.refuses("graze worker D4 D6", "CLAN-MACGREGOR-4", "no_such_column")


@rule("CLAN-MACGREGOR-4", "CLAN-MACGREGOR-7", "IND-DUAL-02")
def test_a_space_with_two_units_takes_no_third() -> None:
    table = red("sheep D4", "cow D4", "sheep D5")
    assert {line.split()[0] for line in grazings(table)} == {"D5"}
    table.then.refuses("graze bakery D4 D6", "CLAN-MACGREGOR-4", "two_on_space")


@rule("EDN-22", "CLAN-MACGREGOR-4")
def test_by_a_switch_a_second_unit_moves_along() -> None:
    table = red("sheep D4", "cow D4", "sheep D5", grazing_moves_both=True)
    table.when.play("graze bakery D4 D6")
    table.then.expect("red", units=["bakery D4", "cow D6", "sheep D5", "sheep D6"])


@rule("EDN-22", "IND-MOVE-01")
def test_both_must_fit_where_they_go() -> None:
    """A worker beside the sheep on D6 needs forest: of the spaces beside D5 only C6 has it."""
    table = red("sheep D6", "woodcutter D6", "sheep D5", grazing_moves_both=True)
    assert {line for line in grazings(table) if line.startswith("D6")} == {"D6 C5", "D6 C6"}


@rule("CLAN-MACGREGOR-7", "DEF-32")
def test_the_unit_must_fit_the_terrain() -> None:
    """D5 is grassland alone, D6 has forest, E3 forest and mountain."""
    table = red("sheep D5", "sheep D6", "sheep E3", "sheep E4")
    assert {line.split()[0] for line in grazings(table, "woodcutter")} == {"D6", "E3"}
    assert {line.split()[0] for line in grazings(table, "miner")} == {"E3"}
    table.then.refuses("graze miner D6 D4", "CLAN-MACGREGOR-7", "wrong_terrain")
    table.then.refuses("graze miner D5 D4", "CLAN-MACGREGOR-7", "wrong_terrain")


@rule("EXPAND-05", "CLAN-MACGREGOR-4")
def test_there_must_be_such_a_unit_left() -> None:
    table = red("sheep D4", "sheep D5", "field G3", "field G7", "field H3", "field H6")
    table.then.refuses("graze field D4 D6", "EXPAND-05", "column_empty")


@rule("CLAN-MACGREGOR-8", "IND-DEP-05", "NBR-01")
def test_the_new_unit_buys_from_neighbours_and_the_sheep_does_not() -> None:
    """Blue's dairy on C5 is beside D4; its cow on D7 is beside D6, where the sheep ends."""
    table = red("sheep D4", "sheep D5").put("blue", "cheese_dairy C5", "cow D7")
    table.when.play("graze bakery D4 D6")
    assert {line.split()[2] for line in table.legal("neighbourhood_buy")} == {"cheese"}
    table.when.play("neighbourhood 2 cheese").then.expect("red", cheese=2)


@rule("CLAN-MACGREGOR-8", "IND-FM-08")
def test_the_new_unit_sells_at_the_market_beside_it() -> None:
    table = red("sheep D5", "sheep D6", expansions=["farmers_markets"]).give("red", wool=2)
    lay(table, "1 D4").when.play("graze bakery D5 D7")
    assert table.can("market D4 2 wool")
    far = red("sheep D6", "sheep D5", "sheep C5", expansions=["farmers_markets"])
    lay(far.give("red", wool=2), "1 D3").when.play("graze bakery D6 D4")
    far.then.expect_decision("end_turn")


@rule("CLAN-MACGREGOR-4", "BUILD-01")
def test_the_fourth_building_brings_its_bonus() -> None:
    table = red("sheep D4", "sheep D5", "bakery G3", "bakery G7", "bakery H3")
    table.when.play("graze bakery D4 D6").then.expect_decision("deployment_bonuses")
    assert table.can("draw")


@rule("CLAN-MACGREGOR-4", "CLAN-MACKINTOSH-5")
def test_a_grazing_deployment_pays_mackintosh() -> None:
    table = scenario(clans="macgregor mackintosh").put("red", "sheep D4", "sheep D5")
    table.shipping("red", 1).put("blue", "miner D3").when.play("graze bakery D4 D6")
    table.then.expect("blue", money=103)


def with_free_space(table: Given) -> Given:
    """Contract 16 is in red's box, gives a free space alone and asks for cheese, which is there."""
    table.with_contract(16, beef=0, free_space=1, bonus_upgrade=0, money=0).box("red", 16)
    asked = table.state.content.contract(ContractId(16)).goods
    table.state.players[RED].goods = list(asked)
    return table


@rule("CLAN-MACGREGOR-9", "BONUS-04")
def test_it_may_graze_with_a_free_space() -> None:
    """It costs what grazing always costs."""
    table = with_free_space(red("sheep D4", "sheep D5"))
    table.when.play("fulfil 16").then.expect_decision("free_space")
    table.when.play("graze bakery D4 D6").then.expect("red", money=92).expect_decision("end_turn")


@rule("CLAN-MACGREGOR-9", "BONUS-05")
def test_a_free_space_stays_for_grazing_alone() -> None:
    """With 7 only a woodcutter can be paid, and no forest is in reach but that of D6."""
    table = with_free_space(red("sheep D5", "sheep D6", level=1).give("red", money=7))
    table.put("blue", "woodcutter C6", "woodcutter E7", "woodcutter B5")
    table.when.play("fulfil 16").then.expect_decision("free_space")
    assert {line.split()[0] for line in table.legal()} == {"graze", "skip"}
    other = with_free_space(red("sheep D5", "sheep D6", clan="fergusson").give("red", money=7))
    other.put("blue", "woodcutter C6", "woodcutter E7", "woodcutter B5")
    other.when.play("fulfil 16").then.expect_decision("end_turn")


@rule("CLAN-MACGREGOR-9", "PORT-17", "PORT-11")
@pytest.mark.parametrize("tile", [17, 11])
def test_it_may_not_graze_where_a_tile_deploys_in_its_own_way(tile: int) -> None:
    table = red("sheep D4", "sheep D5", "woodcutter M2").port("M1", tile)
    table.when.play(f"port {tile}").then.expect_decision("granted_expand")
    assert not table.legal("graze")
    table.then.refuses("graze bakery D4 D6", "CLAN-MACGREGOR-9", "out_of_place")


@rule("CLAN-MACGREGOR-4", "FREE-01")
def test_no_other_clan_grazes() -> None:
    table = red("sheep D4", "sheep D5", clan="campbell")
    table.then.refuses("graze bakery D4 D6", "CLAN-MACGREGOR-9", "not_your_clan")


@rule("CLAN-MACGREGOR-5", "IND-DEF-10", "IND-FM-07")
def test_no_market_and_no_unit_of_others_is_a_pasture() -> None:
    table = red("sheep D4", "sheep D5", expansions=["farmers_markets"])
    assert pastures(table.state, RED, Hex("D4")) & BIT[Hex("D6")]
    lay(table, "1 D6").put("blue", "cow C5")
    table.state.forget_position()
    assert not pastures(table.state, RED, Hex("D4")) & (BIT[Hex("D6")] | BIT[Hex("C5")])


# --- production -----------------------------------------------------------------------------------


@rule("CLAN-MACGREGOR-10", "PROD-11")
def test_a_sheep_goes_back_for_15_after_the_wool() -> None:
    table = producing("sheep D4", "sheep J4")
    assert set(table.legal()) == {"produce nothing", "produce returned D4", "produce returned J4"}
    money = table.state.players[RED].money
    table.when.play("produce returned J4").advance("processing")
    table.then.expect("red", wool=2, money=money + 15, units=["sheep D4"])
    assert table.state.players[RED].deployed("sheep") == 1


@rule("CLAN-MACGREGOR-10")
def test_one_sheep_at_most_and_only_where_one_stands() -> None:
    table = producing("sheep D4", "sheep J4", "cow G3")
    table.then.refuses("produce returned D4 J4", "CLAN-MACGREGOR-10", "one_sheep")
    table.then.refuses("produce returned D4 D4", "CLAN-MACGREGOR-10", "one_sheep")
    table.then.refuses("produce returned G3", "CLAN-MACGREGOR-10", "no_sheep_there")
    table.then.refuses("produce returned F3", "CLAN-MACGREGOR-10", "no_sheep_there")


@rule("CLAN-MACGREGOR-10", "PROD-10")
def test_it_goes_back_beside_what_is_processed_and_for_no_other_clan() -> None:
    table = producing("sheep D4", "cow D5", "cheese_dairy J4")
    table.when.play("produce 1 cheese returned D4").advance("processing")
    table.then.expect("red", wool=1, milk=0, cheese=1, units=["cheese_dairy J4", "cow D5"])
    other = producing("sheep D4", "cow D5", "cheese_dairy J4", clan="campbell")
    other.then.refuses("produce returned D4", "PROD-10", "no_such_clan_choice")


@rule("CLAN-MACGREGOR-10")
def test_with_two_sheep_on_a_space_one_goes() -> None:
    table = producing("sheep D4", "sheep D4")
    table.when.play("produce returned D4").advance("processing")
    table.then.expect("red", units=["sheep D4"])


@rule("CLAN-MACGREGOR-10")
def test_the_last_round_has_it_too_before_scoring() -> None:
    """Tile 3 counts animals: one less."""
    for line, glory in (("produce nothing", 2), ("produce returned D4", 1)):
        table = scenario(clans="macgregor").put("red", "sheep D4", "sheep J4").round(5)
        table.scoring_tile(3).when.all_pass().advance("production").play(line)
        table.when.advance("processing", "scoring").then.expect("red", glory=glory)


@rule("CLAN-MACGREGOR-4", "CLAN-MACGREGOR-10")
def test_notation_and_plain_values() -> None:
    data = {"type": "graze", "unit": "bakery", "hex": "D4", "to": "D6"}
    assert engine.decode_move(data).notation() == "graze bakery D4 D6"
    for line in ("graze", "graze bakery D4", "graze bakery D4 D6 D7", "graze bakery D4 Z9"):
        with pytest.raises(engine.MalformedMove):
            engine.parse(line)
