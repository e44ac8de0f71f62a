"""Clan Mackintosh."""

from typing import Any

import pytest

from games import engine
from games.engine.decisions import PlaceWorkerDecision
from games.engine.expansions.new_clans import NewClans
from games.engine.terms import Seat
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import BLUE, RED, Given, Part, scenario

pytestmark = pytest.mark.engine


def beside(*workers: str, units: str = "sheep J4", money: int = 100, **switches: Any) -> Given:
    """Red stands beside J5 and J3; blue is Mackintosh, with workers around."""
    table = scenario(clans="campbell mackintosh stewart", money=money, **switches)
    return table.put("red", *units.split(", ")).put("blue", *workers)


def paid(table: Part, *lines: str, seat: Seat = BLUE) -> int:
    """What moves of others bring Mackintosh."""
    before = table.state.players[seat].money
    table.when.play(*lines)
    return table.state.players[seat].money - before


@rule("CLAN-MACKINTOSH-1", "CLAN-MACKINTOSH-6", "CASE-R09")
@in_one_test(
    ("workers", "unit", "money"),
    [
        (["woodcutter I6"], "bakery J5", 3),
        (["woodcutter I6"], "distillery J5", 3),
        (["woodcutter I6"], "cheese_dairy J5", 3),
        (["woodcutter I6"], "woodcutter I5", 3),
        (["woodcutter I6", "miner K6"], "bakery J5", 3),
        (["woodcutter I6"], "field J5", 0),
        (["woodcutter I6"], "sheep J5", 0),
        (["woodcutter I6"], "cow J5", 0),
        (["woodcutter L5"], "bakery J5", 0),
        ([], "bakery J5", 0),
    ],
)
def test_a_worker_or_building_beside_its_workers_pays_once(
    workers: list[str], unit: str, money: int
) -> None:
    table = beside(*workers).put("blue", "bakery K5")
    assert paid(table, f"expand {unit}") == money


@rule("EDN-20", "CASE-R09")
def test_by_a_switch_each_worker_pays() -> None:
    assert (
        paid(beside("woodcutter I6", "miner K6", mackintosh_per_worker=True), "expand bakery J5")
        == 6
    )


@rule("CLAN-MACKINTOSH-4", "IND-DEF-02")
def test_rivers_do_not_matter() -> None:
    """Between J2 and J3 there is one."""
    table = beside("woodcutter J2")
    assert not table.state.board.neighbours["J3"] & table.state.position.own[BLUE]
    assert paid(table, "expand bakery J3") == 3


def own(*units: str, money: int = 100) -> Given:
    """Red is Mackintosh."""
    table = scenario(clans="mackintosh stewart campbell", money=money).put("red", *units)
    table.state.players[RED].shipping = 0
    return table


@rule("CLAN-MACKINTOSH-4", "CLAN-MACKINTOSH-5")
@in_one_test(
    ("units", "line", "gained"),
    [
        (["sheep J4"], "expand woodcutter I5", 0),  # it is not beside itself
        (["woodcutter I6"], "expand woodcutter I5", 3),
        (["woodcutter I6"], "expand bakery J5", 3),
        (["woodcutter I6"], "expand cow J5", 0),
    ],
)
def test_units_of_its_own_pay_too(units: list[str], line: str, gained: int) -> None:
    costs = {"I5": 2, "J5": 1}
    table = own(*units)
    column, hex_ = line.split()[1:]
    printed = table.state.content.unit_costs[column]  # type: ignore[index]
    table.when.play(line)
    assert table.state.players[RED].money == 100 - printed - costs[hex_] + gained


@rule("CLAN-MACKINTOSH-3", "CLAN-MACKINTOSH-7", "IND-DEP-07")
def test_it_is_received_after_paying_and_before_buying_from_neighbours() -> None:
    """With £9 for the bakery it cannot use what it brings, but then buys a milk for it."""
    short = own("woodcutter I6", money=8).put("blue", "cow K5")
    short.then.refuses("expand bakery J5", "EXPAND-04", "not_enough_money")
    table = own("woodcutter I6", money=9).put("blue", "cow K5").price("milk", 5)
    table.when.play("expand bakery J5").then.expect("red", money=3)
    table.when.play("neighbourhood 1 milk").then.expect("red", money=0, milk=1)


@rule("CLAN-MACKINTOSH-5", "CLAN-MACKINTOSH-7", "CASE-R10")
def test_each_unit_of_an_exchange_pays_once_both_have_come() -> None:
    table = beside("woodcutter I6", "miner L4", units="sheep J5, sheep K4").port("M1", 7)
    table.given.put("red", "worker M2")
    assert paid(table, "port 7 exchange sheep J5 bakery sheep K4 distillery") == 6
    swapped = own("sheep I5", "sheep I6").port("M1", 7).put("red", "cow M2")
    line = "port 7 exchange sheep I5 woodcutter sheep I6 woodcutter"
    assert paid(swapped, line, seat=RED) == 6


@rule("CLAN-MACKINTOSH-5")
def test_a_building_that_a_port_tile_grants_pays() -> None:
    table = beside("woodcutter I6").port("M1", 17).put("red", "worker M2")
    assert paid(table, "port 17", "expand bakery J5") == 3


@rule("CLAN-MACKINTOSH-6")
@in_one_test(
    ("tile", "units", "lines"),
    [
        (11, "sheep J5", ["port 11", "expand cow J5"]),
        (12, "bakery J5", ["port 12 exchange bakery J5 field"]),
        (16, "woodcutter J4", ["port 16", "move worker J4 I5"]),
    ],
)
def test_animals_fields_and_moved_units_pay_nothing(
    tile: int, units: str, lines: list[str]
) -> None:
    table = beside("woodcutter I6", units=units).port("M1", tile).put("red", "worker M2")
    assert paid(table, *lines) == 0


@rule("CLAN-MACKINTOSH-2")
@pytest.mark.parametrize(("seat", "paying"), [(RED, 3), (BLUE, 3)])
def test_first_workers_pay_whoever_places_them(seat: Seat, paying: int) -> None:
    table = beside("woodcutter I6", units="sheep A5", money=20)
    state = table.state
    state.phase, state.decisions = "workers", [PlaceWorkerDecision(state.version, seat, [])]
    before = state.players[BLUE].money
    event = engine.play(state, seat, engine.parse("place woodcutter I5"))
    cost = (6 + 2) * (seat == BLUE)
    assert state.players[BLUE].money == before + paying - cost
    kinds = [type(effect).__name__ for effect in event.effects]
    assert kinds.index("Deployed") < len(kinds) - 1 - kinds[::-1].index("MoneyChanged")


@rule("CLAN-MACKINTOSH-2", "IND-SETUP-02")
def test_it_is_drafted_only_with_the_new_clans_as_the_others_are() -> None:
    def clans(**options: Any) -> set[str]:
        seeds = (bytes([n]) * 32 for n in range(30))
        pack = engine.packs.builtin()
        games = (engine.new_game(engine.Options(players=4, **options), s, pack)[0] for s in seeds)
        return {pair.clan for state in games for pair in state.draft}

    assert clans(expansions=["new_clans"]) - clans() == {clan.name for clan in NewClans.clans}
