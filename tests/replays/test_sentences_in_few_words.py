"""The log in few words: what a move is used for and what it gains, also for other players."""

from collections.abc import Callable

import pytest

from games import engine
from replays.narration import described
from tests.engine.clans.test_macgregor import red as grazing
from tests.engine.clans.test_macleod import red as with_shipyards
from tests.engine.industria.ports import asking, at_port
from tests.marks import in_one_test
from tests.replays.telling import NAMES, brief, public
from tests.rules import rule
from tests.scenario import RED, Given, drafting, scenario

pytestmark = pytest.mark.engine


@rule("PORT-1", "PORT-7", "CLAN-MACLEOD-7")
def test_in_few_words_stand_the_tile_and_what_it_is_used_for() -> None:
    """Not what goes back for it; a move without a tile has its first phrase."""
    table = at_port(7).put("red", "sheep J5", "sheep K4")
    assert brief(table, "port 7 exchange sheep J5 bakery sheep K4 distillery") == (
        "uses port tile 7",
        "places a bakery on J5 and a distillery on K4 for free",
    )
    table = with_shipyards(1, 3, 7, 9, markers=1).put("red", "cow J5")
    table.box("red", 16).give("red", wool=1)
    found = brief(table, next(one for one in table.legal("fulfil") if "shipyard 1" in one))
    assert found[0] == "uses shipyard 1"
    assert found[1].startswith("fulfils contract 16 with ")
    table = scenario().put("red", "sheep J4")
    assert brief(table, "expand bakery J5") == ("places a bakery on J5 for £9",)


@rule("PORT-13", "CLAN-MACLEOD-6", "TECH-04")
@in_one_test(
    ("table", "tile"),
    [
        (lambda: at_port(13, money=10), "port tile 13"),
        (lambda: with_shipyards(13, 3, 7, 9, money=10), "shipyard 13"),
    ],
)
def test_in_few_words_stand_both_technologies(table: Callable[[], Given], tile: str) -> None:
    """That of the woodcutters alone only where the miners have theirs already."""
    both = table()
    port = f"port {tile.removeprefix('port tile ')}"
    assert brief(both, port) == (f"uses {tile}",)
    line = next(one for one in both.legal("port_gain") if "tech" in one)
    assert brief(both, line) == ("upgrades both technologies for £10",)
    one = table()
    one.state.players[RED].technology.append("miner")
    one.when.play(port)
    assert brief(one, line) == ("upgrades the technology of the woodcutters for £10",)


@rule("FULFIL-11", "CLAN-FRASER-8", "PASS-02")
def test_in_few_words_stands_what_is_gained() -> None:
    """What a contract brings above all: money, goods and imports."""
    table = asking(at_port(5, clans="fraser stewart campbell"), 46, bread=1, cotton=4)
    table.give("red", bread=1)
    assert brief(table, "fulfil 46") == (
        "fulfils contract 46 with 1 bread",
        "imports 4 cotton",
        "receives £7 and 2 wool",
    )
    assert brief(at_port(5), "port 5") == ("uses port tile 5", "receives £10")
    assert brief(scenario(players=3), "pass") == ("passes first and receives £16",)


@rule("CLAN-MACGREGOR-4")
def test_in_few_words_stand_the_unit_that_comes_and_the_sheep_that_makes_room() -> None:
    table = grazing("sheep D4", "sheep D5")
    assert brief(table, "graze bakery D4 D6") == (
        "moves a sheep from D4 to D6",
        "places a bakery on D4 for £8",
    )


@rule(
    "CLAN-MACKINTOSH-1", "CLAN-DOUGLAS-3", "CLAN-STEWART-03", "CLAN-FRASER-8", "CLAN-MACKENZIE-07"
)
@in_one_test(
    ("clans", "line", "own", "others"),
    [
        (
            *("mackintosh campbell stewart", "expand bakery D7"),
            "places a bakery on D7 for £10, receives £3 for own workers beside the new unit",
            "",
        ),
        (
            *("campbell mackintosh stewart", "expand bakery D7"),
            "places a bakery on D7 for £7",
            "Ben receives £3 for own workers beside the new unit.",
        ),
        (
            *("douglas mackintosh stewart", "buy 2 wool"),
            "buys 2 wool for £8, receives £2",
            "",
        ),
        ("stewart campbell fraser", "buy 2 wool", "buys 2 wool for £8, receives £1", ""),
        ("stewart campbell fraser", "sell 2 milk", "sells 2 milk for £10, receives £1", ""),
        ("douglas campbell fraser", "sell 2 milk", "sells 2 milk for £10, receives £2", ""),
    ],
)
def test_in_few_words_stands_what_clans_gain(clans: str, line: str, own: str, others: str) -> None:
    """Those of other players as sentences."""
    table = scenario(clans=clans).put("red", "woodcutter D6", "sheep D5").put("blue", "miner D8")
    table.merchants("red", stock=2).give("red", milk=2).price("wool", 4).price("milk", 5)
    before, count = engine.copy(table.state), len(table.events)
    table.when.play(line)
    said = described(before, public(table.events[count]), NAMES)
    assert (", ".join(said.brief), " ".join(said.others)) == (own, others)


@rule("SETUP-15", "START-R2")
def test_who_chooses_last_is_told_with_what_all_receive() -> None:
    """The others have chosen before, and each has a sentence."""
    table = drafting(players=3, seed="receipts", clans=["campbell", "mackintosh", "stewart"])
    for _ in range(2):
        table.when.play(f"choose {table.deciding()}")
    before, count = engine.copy(table.state), len(table.events)
    seat = table.deciding()
    table.when.play(f"choose {seat}")
    said = described(before, public(table.events[count]), NAMES)
    assert said.brief[1].startswith("receives £")
    named = {one.split(" ")[0] for one in said.others}
    assert named == {name for other, name in enumerate(NAMES[:3]) if other != seat}
    assert all(one in said.text for one in said.others)


@rule("CLAN-MACFARLANE-1", "SETUP-16", "START-R2")
def test_merchants_and_shipping_of_the_start_are_said_in_few_words_too() -> None:
    """All merchants that are ready, with those that everybody has."""
    table = drafting(players=2, seed="receipts", clans=["macfarlane", "campbell", "stewart"])
    first = table.deciding()
    table.when.play("choose 0")
    before, count = engine.copy(table.state), len(table.events)
    last = table.deciding()
    table.when.play("choose 1")
    said = described(before, public(table.events[count]), NAMES)
    number = table.state.players[first].stock
    assert number >= 4
    (other,) = said.others
    assert other.startswith(
        f"{NAMES[first]} starts with {number} merchants, starts with shipping level 1 and receives "
    )
    assert other in said.text
    usual = table.state.players[last]
    assert ("starts with" in " ".join(said.brief)) == (usual.stock > 2 or usual.shipping > 0)
