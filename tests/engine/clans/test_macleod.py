"""Clan MacLeod. A woodcutter on M2 is beside the port place M1."""

from typing import Any

import pytest

from games import engine
from games.engine.clans.macleod import ShipyardsState, shipyards
from games.engine.effects import Deployed
from games.engine.positions.conserved import too_much
from games.engine.rules.supply import clans_in_use
from games.engine.terms import Hex
from tests.rules import rule
from tests.scenario import BLUE, RED, Given, drafted, scenario

pytestmark = pytest.mark.engine


def red(
    *tiles: int, used: tuple[int, ...] = (), markers: int = 1, clan: str = "macleod", **more: Any
) -> Given:
    """Red has these shipyards, has used some, and has markers on so many tiles of the map."""
    table = scenario(clans=f"{clan} stewart campbell", **more).put("red", "cow D4")
    table.merchants("red", stock=3).shipping("red", 1)
    state = table.state
    state.expansions.append(ShipyardsState(list(tiles)))
    for port in [port for port in state.ports if port.tile in tiles]:
        port.tile = next(
            n for n in range(1, 10) if n not in {*tiles, *(p.tile for p in state.ports)}
        )
    if used:
        state.players[RED].clan_state = [int(tile in used) for tile in (*tiles, 0, 0, 0)][:4]
    for port, _ in zip(state.ports, range(markers), strict=False):
        port.used_by.append(RED)
    return table


def used(table: Given) -> list[int]:
    """The shipyards that red has used."""
    flags = table.state.players[RED].clan_state
    return [tile for tile, flag in zip(shipyards(table.state), flags, strict=False) if flag]


@rule("CLAN-MACLEOD-1", "SETUP-16")
@pytest.mark.parametrize("players", [2, 4])
def test_it_starts_with_river_crossing(players: int) -> None:
    drafted("macleod", *["plain"] * (players - 1)).then.expect("red", shipping=1)


@pytest.mark.uncounted
@rule("CLAN-MACLEOD-2", "IND-SETUP-06", "IND-SETUP-10", "CLAN-MACLEOD-9")
@pytest.mark.parametrize("new_ports", [False, True])
def test_four_tiles_that_are_left_are_drawn_openly_where_it_is_offered(new_ports: bool) -> None:
    seen: set[int] = set()
    pack = engine.packs.builtin()
    names = ["new_clans", *(["new_ports"] if new_ports else [])]
    for number in range(150):
        chosen = engine.Options(players=4, expansions=names)
        state, _ = engine.new_game(chosen, bytes([number]) * 32, pack)
        tiles, on_map = shipyards(state), {port.tile for port in state.ports}
        offered = "macleod" in {pair.clan for pair in state.draft}
        assert len(tiles) == (4 if offered else 0)
        assert len(set(tiles)) == len(tiles)
        assert not on_map & set(tiles)
        assert engine.view(state, None).expansions["new_clans"].shipyards == tiles  # type: ignore[attr-defined]
        seen |= set(tiles)
    assert seen == set(range(1, 19 if new_ports else 10))


@rule("IND-SETUP-09", "VAR-NOPORT-01")
def test_without_ports_the_clan_is_not_there() -> None:
    for options, there in (
        (engine.Options(expansions=["new_clans"]), True),
        (engine.Options(expansions=["new_clans"], ports=False), False),
    ):
        content = engine.packs.builtin().content
        assert ("macleod" in clans_in_use(content, options)) is there


@rule("CLAN-MACLEOD-3", "CLAN-MACLEOD-7")
def test_a_shipyard_gives_its_bonus_then_a_building_bonus() -> None:
    """Tile 5 brings 10, whatever the reach; then contracts may be turned up."""
    table = red(5, 2, 4, 8).when.play("port shipyard 5").then.expect("red", money=110)
    table.expect_decision("shipyard_bonus")
    assert used(table.given) == [5]
    table.when.play("draw").then.expect_decision("keep_contracts")
    drawn = table.legal()[1].split()[1]
    table.when.play(f"keep {drawn}").then.expect("red", contracts=[int(drawn)])
    table.expect_decision("main_action")


@rule("CLAN-MACLEOD-3", "CLAN-MACLEOD-8")
def test_the_building_bonus_may_be_declined_and_each_is_used_once() -> None:
    table = red(5, 2, 4, 8, markers=2).when.play("port shipyard 5", "skip")
    table.then.expect_decision("main_action")
    table.then.refuses("port shipyard 5", "CLAN-MACLEOD-3", "shipyard_used")
    table.then.refuses("port shipyard 1", "CLAN-MACLEOD-2", "no_such_shipyard")


@rule("CLAN-MACLEOD-3", "IND-DEF-19")
def test_it_is_a_free_action_before_and_after_the_main_one() -> None:
    table = red(5, 4, 2, 8, markers=2).when.play("hire", "port shipyard 5", "skip")
    table.when.play("port shipyard 4", "upgrade hire").then.expect("red", glory=3)


@rule("CASE-R11", "CLAN-MACLEOD-5")
def test_no_more_shipyards_than_port_tiles_on_the_map() -> None:
    """CASE-R11: with 1 marker and 1 used shipyard none may be used until there is a second."""
    table = red(5, 2, 4, 8, used=(5,)).put("red", "woodcutter M2").give("red", wool=1)
    table.port("M1", 3)
    table.then.refuses("port shipyard 4", "CLAN-MACLEOD-5", "too_few_ports_used")
    assert not [line for line in table.legal("use_port") if "shipyard" in line]
    table.give("red", cheese=1).when.play("port 3 discard 1 cheese gain 2 bread")
    assert table.can("port shipyard 4")
    none = red(5, 2, 4, 8, markers=0)
    none.then.refuses("port shipyard 5", "CLAN-MACLEOD-5", "too_few_ports_used")


@rule("CLAN-MACLEOD-5", "PORT-G03")
def test_markers_of_others_do_not_count() -> None:
    table = red(5, 2, 4, 8, markers=0)
    table.state.ports[0].used_by.append(BLUE)
    table.then.refuses("port shipyard 5", "CLAN-MACLEOD-5", "too_few_ports_used")


@rule("CLAN-MACLEOD-6", "PORT-9")
def test_shipyard_9_copies_another_even_a_used_one() -> None:
    """Its £3 are paid, 5 gives 10; 5 is not turned over, and there is one building bonus."""
    table = red(9, 5, 2, 4, used=(5,), markers=2).when.play("port shipyard 9 copy 5")
    table.then.expect("red", money=107).expect_decision("shipyard_bonus")
    assert used(table.given) == [9, 5]
    table.when.play("skip").then.expect_decision("main_action")
    fresh = red(9, 5, 2, 4).when.play("port shipyard 9 copy 5", "skip")
    assert used(fresh.given) == [9]


@rule("CLAN-MACLEOD-4", "CLAN-MACLEOD-9", "CLAN-MACLEOD-10")
def test_each_9_copies_tiles_of_its_own_place_only() -> None:
    own = red(9, 5, 2, 4).port("M1", 8)
    own.then.refuses("port shipyard 9 copy 8", "PORT-9", "not_to_copy")
    on_map = red(5, 2, 4, 8).put("red", "woodcutter M2").port("M1", 9)
    on_map.then.refuses("port 9 copy 2 discard 1 wool gain 3 milk", "PORT-9", "not_to_copy")
    assert not [line for line in on_map.legal("use_port") if line.startswith("port 9 copy 5")]


@rule("CLAN-MACLEOD-7", "IND-PORT-G1")
def test_what_a_tile_asks_holds_for_a_shipyard() -> None:
    table = red(2, 3, 5, 8)
    table.then.refuses("port shipyard 2 discard 1 wool gain 3 milk", "PORT-G07")
    table.give("red", wool=1).when.play("port shipyard 2 discard 1 wool gain 3 milk")
    table.then.expect("red", wool=0, milk=3)


@rule("CLAN-MACLEOD-8")
def test_the_bonus_needs_an_empty_box() -> None:
    table = red(5, 2, 4, 8).box("red", 3).when.play("port shipyard 5")
    table.then.expect("red", money=110).expect_decision("main_action")


@rule("CLAN-MACLEOD-8", "PORT-8")
def test_shipyard_8_gives_its_own_bonus_first() -> None:
    table = red(8, 5, 2, 4).when.play("port shipyard 8").then.expect("red", money=105)
    table.expect_decision("building_bonus")
    table.when.play("skip").then.expect_decision("shipyard_bonus")
    table.when.play("skip").then.expect_decision("main_action")


@rule("CLAN-MACLEOD-8", "PORT-8")
def test_with_one_box_only_one_of_both_is_kept() -> None:
    table = red(8, 5, 2, 4).when.play("port shipyard 8", "draw")
    drawn = table.legal()[1]
    table.when.play(drawn).then.expect_decision("main_action")


@rule("CLAN-MACLEOD-8", "PORT-18")
def test_shipyard_18_empties_the_box_first() -> None:
    table = red(18, 5, 2, 4).box("red", 3).when.play("port shipyard 18")
    table.when.play(next(line for line in table.legal("fulfil")))
    while table.decision().kind != "shipyard_bonus":
        table.when.play("skip")
    table.then.expect("red", contracts=[])


@rule("CLAN-MACLEOD-7", "IND-DOUBT-07", "PORT-6a")
def test_a_tile_that_changes_a_trade_is_used_within_it_and_its_bonus_follows() -> None:
    table = red(6, 5, 2, 4).price("milk", 8)
    before = table.state.prices[1]
    price = table.state.content.market(3)[1].prices[before - 3]
    table.when.play("buy 1 milk with shipyard 6 down").then.expect("red", money=100 - price, milk=1)
    table.then.expect_decision("shipyard_bonus")
    table.when.play("skip").then.expect_decision("end_turn")
    assert used(table.given) == [6]


@rule("CLAN-MACLEOD-7", "IND-DOUBT-07")
def test_within_the_bonuses_of_a_deployment_its_bonus_comes_after_them() -> None:
    table = red(6, 5, 2, 4).put("blue", "cow D6", "cheese_dairy C5")
    table.when.play("expand cow D5", "neighbourhood 1 milk with shipyard 6 down")
    table.then.expect_decision("deployment_bonuses")
    table.when.play("neighbourhood 1 cheese").then.expect_decision("shipyard_bonus")


@rule("CLAN-MACLEOD-10", "CLAN-MACLEOD-5")
def test_a_tile_of_the_map_announced_beside_it_counts_at_once() -> None:
    """No marker yet: with tile 6 of the map in the same trade shipyard 9 may copy shipyard 6."""
    table = red(9, 6, 2, 4, markers=0).put("red", "woodcutter M2").port("M1", 6).price("milk", 8)
    for port in table.state.ports:
        port.used_by.clear()
    alone = "buy 1 milk with shipyard_copy 6 down"
    table.then.refuses(alone, "CLAN-MACLEOD-5", "too_few_ports_used")
    for line in (
        "buy 1 milk with 6 down shipyard 6 down",
        "buy 1 milk with shipyard 6 down 6 down",
    ):
        again = red(6, 5, 2, 4, markers=0).put("red", "woodcutter M2").port("M1", 6)
        for port in again.state.ports:
            port.used_by.clear()
        again.price("milk", 8).when.play(line)
        assert used(again.given) == [6]
    two = "buy 1 milk with 6 down shipyard 6 down shipyard_copy 6 down"
    table.then.refuses(two, "CLAN-MACLEOD-5", "too_few_ports_used")


@rule("CLAN-MACLEOD-4", "CLAN-MACLEOD-3")
def test_using_a_shipyard_sets_no_marker_on_the_map() -> None:
    table = red(5, 2, 4, 8)
    before = [list(port.used_by) for port in table.state.ports]
    table.when.play("port shipyard 5", "skip")
    assert [list(port.used_by) for port in table.state.ports] == before


@rule("CLAN-MACLEOD-2", "FREE-01")
def test_no_other_clan_uses_them() -> None:
    red(5, 2, 4, 8, clan="campbell").then.refuses("port shipyard 5", "PORT-G01", "no_such_source")


@rule("CLAN-MACLEOD-7", "PORT-11", "IND-DUAL-02")
def test_shipyard_11_lets_two_animals_share_a_space_in_positions_too() -> None:
    table = red(11, 5, 2, 4).when.play("port shipyard 11", "expand sheep D4")
    table.then.expect("red", units=["cow D4", "sheep D4"])
    assert not [text for text in too_much(table.state) if "on one space" in text]
    other = red(5, 2, 4, 8).put("red", "sheep D4")
    assert [text for text in too_much(other.state) if "on one space" in text]


@rule("CLAN-MACLEOD-7", "PORT-17")
def test_a_deployment_by_a_shipyard_opens_its_bonuses() -> None:
    table = red(17, 5, 2, 4).put("blue", "cow D6").when.play("port shipyard 17")
    event = table.when.play("expand bakery D5").events[-1]
    assert Deployed(RED, "bakery", Hex("D5")) in event.effects
    table.then.expect_decision("deployment_bonuses")
    table.when.play("skip").then.expect_decision("shipyard_bonus")
