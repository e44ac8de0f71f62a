"""Positions of four clans whose moves, or pounds, were counted by hand from the rules alone.

Each says how its number comes about. ``tests/positions`` has whole positions, also of other clans.
The map is A1, B1, C1, D1. Near its middle one river runs between C8, D7, D8 and E8, one between E7,
E8, F7 and F8, and one between D3, D4, E3 and E4.
"""

from typing import Any, NamedTuple

import pytest

from tests.engine.industria.markets import lay
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Given, scenario, seat_of

pytestmark = pytest.mark.engine


class Worked(NamedTuple):
    """What red has, and how many moves that begin so it may make.

    ``then`` is played first; ``state`` is what the clan keeps.
    """

    text: str
    units: str
    begins: str
    number: int
    goods: dict[str, int] = {}
    state: tuple[int, ...] = ()
    then: tuple[str, ...] = ()
    theirs: str = ""
    money: int = 100
    shipping: int = 1
    box: int = 0
    port: int = 0
    stock: int = 3


def units(text: str) -> list[str]:
    return text.split(", ") if text else []


def set_up(clan: str, worked: Worked, **options: Any) -> Given:
    table = scenario(clans=f"{clan} campbell stewart", money=worked.money, **options)
    table.put("red", *units(worked.units)).put("blue", *units(worked.theirs))
    table.give("red", **worked.goods).merchants("red", stock=worked.stock)
    table.state.players[RED].clan_state = list(worked.state)
    table.shipping("red", worked.shipping)
    if worked.box:
        table.box("red", worked.box)
    if worked.port:
        table.put("red", "woodcutter M2").port("M1", worked.port)
    return table


def counted(table: Any, worked: Worked) -> None:
    table.when.play(*worked.then)
    lines = [line for line in table.legal() if line.startswith(worked.begins)]
    assert len(lines) == worked.number, lines


def produced(clan: str, worked: Worked) -> None:
    """Production begins, which brings goods first; red's answers are counted."""
    table = set_up(clan, worked)
    table.when.all_pass().advance("production")
    assert table.deciding() == RED
    counted(table, worked)


@rule("CLAN-FRASER-1", "CLAN-FRASER-2", "CLAN-FRASER-3")
@in_one_test(
    "worked",
    [
        Worked("its sheep gives 1 wool: none or 1 kilt", "woodcutter D6, sheep D5", "produce", 2),
        Worked(
            "three of each and 3 wool, two kilts at most: 0, 1 or 2",
            "woodcutter D6, miner C6, woodcutter E7, sheep C5, sheep D5, sheep D7",
            "produce",
            3,
        ),
        Worked(
            "two kiltmakers, and one kilt already: 0 or 1 more",
            "woodcutter D6, miner C6, sheep C5, sheep D5",
            "produce",
            2,
            state=(1, 0),
        ),
        Worked(
            "0 or 1 cheese of 2 milk in one dairy, times 0, 1 or 2 kilts",
            "woodcutter D6, miner C6, sheep C5, sheep D5, cheese_dairy D7",
            "produce",
            6,
            goods={"milk": 2},
        ),
        Worked(
            "the grain as nothing, bread or whisky, times 0 or 1 kilt",
            "woodcutter D6, sheep D5, bakery D7, distillery D4",
            "produce",
            6,
            goods={"grain": 1},
        ),
        Worked(
            "a river parts B5 and B6: 0 or 1 cheese alone",
            "woodcutter B5, sheep B6, cheese_dairy D7",
            "produce",
            2,
            goods={"milk": 1, "wool": 3},
        ),
    ],
)
def test_what_fraser_may_make(worked: Worked) -> None:
    produced("fraser", worked)


@rule("CLAN-FRASER-5", "IND-CMD-1")
@in_one_test(
    "worked",
    [
        Worked(
            "1: bread, or a kilt as any of three: 4; 2: bread and a kilt, or two kilts alike: 4",
            "cow D4",
            "sell",
            8,
            goods={"bread": 1},
            state=(1, 1),
            stock=2,
        ),
        Worked(
            "a kilt for the third bread, and one for bread or cheese or none",
            "cow D4",
            "fulfil 22",
            3,
            goods={"bread": 2, "cheese": 1},
            state=(1, 1),
            box=22,
        ),
        Worked(
            "a cheese, in stock or a kilt, times either of two sheep",
            "sheep D5, sheep D7",
            "fulfil 19",
            4,
            goods={"cheese": 1},
            state=(1, 0),
            box=19,
        ),
        Worked(
            "a kilt as any of three for each of six mixes of two goods",
            "cow D4",
            "port 3",
            18,
            state=(1, 0),
            port=3,
        ),
        Worked(
            "3 cheese and a kilt as any of three: 3; 2 cheese and two kilts in six mixes: 6",
            "cow D4",
            "port 14",
            9,
            goods={"cheese": 3},
            state=(1, 1),
            port=14,
        ),
        Worked("kilts are no wool", "cow D4", "fulfil", 0, {"wool": 3}, (1, 1), box=1),
    ],
)
def test_what_fraser_may_spend(worked: Worked) -> None:
    counted(set_up("fraser", worked), worked)


@rule("CLAN-MACPHERSON-1", "CLAN-MACPHERSON-3", "CLAN-MACPHERSON-4", "IND-DUAL-02")
@in_one_test(
    "worked",
    [
        Worked("no calf, or on either of two", "cow D4, cow D5", "produce", 3),
        Worked("C5, D4 and D5 neighbour each other", "cow C5, cow D4, cow D5", "produce", 4),
        Worked(
            "three ways for a calf, three for a lamb",
            "cow D4, cow D5, sheep D6, sheep D7",
            "produce",
            9,
        ),
        Worked(
            "no cow is left on the board: 0 or 1 cheese alone",
            "cow C5, cow D4, cow D5, cow D6, cheese_dairy D7",
            "produce",
            2,
        ),
        Worked("on D4 there is no room: none, or on D5", "cow D4, sheep D4, cow D5", "produce", 2),
        Worked(
            "a pair that shares a space has no young: 0 or 1 cheese alone",
            "cow D4, cow D4, cheese_dairy D7",
            "produce",
            2,
        ),
        Worked(
            "a river parts E7 and F7: 0 or 1 cheese alone",
            "sheep E7, sheep F7, cheese_dairy D7",
            "produce",
            2,
            goods={"milk": 1},
        ),
        Worked(
            "D5 is full: a calf on D4 or none, a lamb on D6 or none",
            "cow D4, cow D5, sheep D5, sheep D6",
            "produce",
            4,
        ),
        Worked(
            "0 or 1 bread, times none or a calf on either",
            "cow D4, cow D5, bakery D6",
            "produce",
            6,
            goods={"grain": 1},
        ),
    ],
)
def test_what_young_macpherson_may_have(worked: Worked) -> None:
    produced("macpherson", worked)


@rule("CLAN-MACFARLANE-2", "CLAN-MACFARLANE-5", "CLAN-MACFARLANE-7", "CLAN-MACFARLANE-3")
@in_one_test(
    "worked",
    [
        Worked("beside it D7, D8, E7 and F7; by canal C8", "miner E8", "expand cow", 5),
        Worked("beside it B8, D7 and D8; no grassland by canal", "cow C8", "expand cow", 3),
        Worked("beside it D8; by canal E8", "cow C8", "expand miner", 2),
        Worked("beside it C9 and D8; E7 is on another river", "cow C8", "expand woodcutter", 2),
        Worked("beside it C5, D5 and E4; by canal E3", "cow D4", "expand cow", 4),
        Worked("beside it C5 and D3; by canal E3", "cow D4", "expand miner", 3),
        Worked("without river-crossing only C5 and D5", "cow D4", "expand cow", 2, shipping=0),
        Worked("without river-crossing only D7 and E7", "miner E8", "expand cow", 2, shipping=0),
        Worked("£9 and £2 of land: D7 and, by canal, C8", "miner E8", "expand cow", 2, money=11),
        Worked(
            "the bakery on D8 lies behind the river, but along it: 1 or 2 bread",
            "cow C8",
            "neighbourhood",
            2,
            then=("expand cow D7",),
            theirs="bakery D8",
            stock=2,
        ),
    ],
)
def test_where_macfarlane_may_go_and_buy(worked: Worked) -> None:
    counted(set_up("macfarlane", worked), worked)


@rule("CLAN-MACFARLANE-3", "IND-FM-08")
def test_where_macfarlane_may_sell() -> None:
    """Of a unit on D7 the market on C8 lies behind the river, but along it: 1, 2 or 3 wool."""
    worked = Worked("", "cow D6", "market C8", 3, goods={"wool": 5}, then=("expand cow D7",))
    table = set_up("macfarlane", worked, expansions=["farmers_markets"])
    counted(lay(table, "2 C8"), worked)


class Paid(NamedTuple):
    """What a line brings Mackintosh beside what the unit and the land cost, in pounds."""

    text: str
    workers: str
    line: str
    pounds: int
    units: str = "sheep C5"
    mackintosh: str = "blue"
    switched: bool = False


BOTH = "woodcutter D6, woodcutter E7"


@rule("CLAN-MACKINTOSH-1", "CLAN-MACKINTOSH-4", "CLAN-MACKINTOSH-5", "CLAN-MACKINTOSH-6", "EDN-20")
@in_one_test(
    "paid",
    [
        Paid("D5 is adjacent to D6", "woodcutter D6", "expand bakery D5", 3),
        Paid("an animal pays nothing", "woodcutter D6", "expand cow D5", 0),
        Paid("nor does a field", "woodcutter D6", "expand field D5", 0),
        Paid("a worker does", "woodcutter D6", "expand woodcutter C6", 3),
        Paid("B4 is two spaces from D6", "woodcutter D6", "expand bakery B4", 0),
        Paid("two workers pay once", BOTH, "expand bakery D7", 3, "cow C8"),
        Paid("by a switch twice", BOTH, "expand bakery D7", 6, "cow C8", switched=True),
        Paid("a river does not matter", "miner E8", "expand bakery F7", 3, "sheep G7"),
        Paid("units of its own too", "woodcutter D6", "expand bakery D5", 3, mackintosh="red"),
        Paid("it is not beside itself", "", "expand woodcutter C6", 0, mackintosh="red"),
    ],
)
def test_what_mackintosh_is_paid(paid: Paid) -> None:
    clans = "mackintosh campbell" if paid.mackintosh == "red" else "stewart mackintosh"
    table = scenario(clans=f"{clans} gordon", mackintosh_per_worker=paid.switched)
    table.put("red", *units(paid.units)).put(paid.mackintosh, *units(paid.workers))
    table.shipping("red", 1)
    seat, red = seat_of(paid.mackintosh), table.state.players[RED]
    _expand, column, hex_ = paid.line.split()
    cost = table.state.content.unit_costs[column] + table.state.board.cost[hex_]  # type: ignore[index]
    table.when.play(paid.line)
    own = cost if seat == RED else 0
    assert table.state.players[seat].money == 100 - own + paid.pounds
    assert red.money == 100 - cost + (paid.pounds if seat == RED else 0)
