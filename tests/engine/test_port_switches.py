"""The switches that change port tiles and the limit of the neighbourhood bonus. (OPT)"""

import pytest

from games.engine.decisions import DeploymentBonusesDecision
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import Part, scenario

pytestmark = pytest.mark.engine


def exchanging(*units: str, money: int = 100, clans: str = "", **switches: object) -> Part:
    """Red's units stand, and one more beside tile 7."""
    table = scenario(money=money, clans=clans, **switches).port("M1", 7).port("A1", 9)
    table.given.port("M9", 3).port("A9", 6)
    return table.given.put("red", *units, "woodcutter M2").merchants("red", stock=7)


# --- the neighbourhood bonus of tile 7 -----------------------------------------------------------


@rule("OPT-02", "DIFF-09", "PORT-7g")
def test_tile_7_may_be_played_without_neighbourhood_bonus() -> None:
    line = "port 7 exchange cow D5 bakery cow I4 bakery"
    table = exchanging("cow D5", "cow I4").given.put("blue", "sheep D4")
    table.when.play(line).then.expect_decision("deployment_bonuses")

    table = exchanging("cow D5", "cow I4", port7_neighbourhood=False).given.put("blue", "sheep D4")
    table.when.play(line).then.expect_decision("main_action")
    # An expansion still brings it.
    table.when.play("expand cow C5").then.expect_decision("deployment_bonuses")


@rule("OPT-02", "PORT-7h")
def test_without_it_the_building_bonus_of_tile_7_remains() -> None:
    table = exchanging("cow D5", "cow I4", "bakery J4", "bakery J5", port7_neighbourhood=False)
    table.given.put("blue", "sheep D4").when.play("port 7 exchange cow D5 bakery cow I4 bakery")
    decision = table.then.expect_decision("deployment_bonuses").decision()
    assert isinstance(decision, DeploymentBonusesDecision)
    assert (decision.goods, decision.building) == ([], True)
    table.then.refuses("neighbourhood 1 wool", "NBR-01", "no_such_neighbour")


# --- how many and which units --------------------------------------------------------------------


@rule("OPT-03", "DIFF-11", "PORT-7a")
def test_tile_7_may_exchange_a_single_unit() -> None:
    line = "port 7 exchange cow D5 sheep"
    exchanging("cow D5", "cow I4").then.refuses(line, "PORT-7a", "wrong_number_of_units")

    table = exchanging("cow D5", port7_up_to=True)
    columns = ("sheep", "bakery", "distillery", "cheese_dairy")
    assert set(table.legal("use_port")) == {f"port 7 exchange cow D5 {new}" for new in columns}
    table.then.refuses("port 7", "PORT-7a", "wrong_number_of_units")
    table.when.play(line).then.expect("red", units=["sheep D5", "worker M2"])

    table = exchanging("cow D5", "cow I4", port7_up_to=True)
    table.when.play("port 7 exchange cow D5 sheep cow I4 bakery")
    table.then.expect("red", units=["bakery I4", "sheep D5", "worker M2"])


@rule("OPT-03", "WORKER-03", "PORT-7c")
def test_a_single_worker_goes_home_as_any_other() -> None:
    table = exchanging("miner C6", port7_up_to=True)
    line = "port 7 exchange worker C6 sheep"
    table.then.refuses(line, "WORKER-03", "return_column_missing")
    table.then.refuses("port 7 exchange worker C6 miner return miner", "PORT-7c", "kinds_alike")
    table.when.play(f"{line} return woodcutter").then.expect("red", workers_out=[0, 1])


@rule("OPT-15", "PORT-7c", "DIFF-11")
def test_tile_7_may_bring_units_of_the_kinds_that_go() -> None:
    swap = "port 7 exchange bakery D5 cow cow J4 bakery"
    exchanging("bakery D5", "cow J4").then.refuses(swap, "PORT-7c", "kinds_alike")
    table = exchanging("bakery D5", "cow J4", port7_different=False)
    assert table.can("port 7 exchange bakery D5 bakery cow J4 cow")
    table.when.play(swap).then.expect("red", units=["bakery J4", "cow D5", "worker M2"])

    table = exchanging("woodcutter C6", "cow J4", port7_different=False)
    table.when.play("port 7 exchange worker C6 miner cow J4 sheep")
    table.then.expect("red", workers_out=[1, 1], units=["sheep J4", "worker C6", "worker M2"])


@rule("OPT-15", "PORT-7e")
def test_new_units_of_an_old_kind_come_from_the_board_all_the_same() -> None:
    cows = [f"cow {place}" for place in ("D5", "I4", "J5", "K4")]
    table = exchanging(*cows, "bakery J4", port7_different=False)
    line = "port 7 exchange cow D5 sheep bakery J4 cow"
    table.then.refuses(line, "PORT-7e", "not_on_your_board")


@rule("OPT-15", "WORKER-03")
def test_a_worker_brought_in_counts_when_the_next_one_goes_home() -> None:
    # All woodcutters but M2's are on the board, and all miners.
    table = exchanging("woodcutter C6", "cow L5", port7_different=False)
    table.when.play("port 7 exchange worker C6 sheep cow L5 miner")
    table.then.expect("red", workers_out=[1, 1])
    table = exchanging("woodcutter C6", "cow L5", port7_different=False)
    line = "port 7 exchange cow L5 miner worker C6 sheep"
    table.then.refuses(line, "WORKER-03", "return_column_missing")
    table.when.play(f"{line} return miner").then.expect("red", workers_out=[2, 0])


# --- steps, goods and limits ---------------------------------------------------------------------


@rule("OPT-04", "DIFF-12", "PORT-6b", "DOUBT-07")
@in_one_test(
    ("line", "paid", "after"),
    [
        ("6 down 1", 12, 5),
        ("6 down 2", 11, 4),
        ("6 down 3", 10, 3),
        ("6 down", 10, 3),
        ("6 up 1", 13, 7),
        ("6 up 2", 14, 8),
        ("copy 6 up 1 6 down 2", 12 - 0, 5),
    ],
)
def test_tile_6_may_take_fewer_steps(line: str, paid: int, after: int) -> None:
    def table(**switches: object) -> Part:
        found = scenario(**switches).port("M1", 6).port("A9", 9).marker("whisky", 5)
        return found.given.put("red", "woodcutter M2", "woodcutter A8")

    notation = f"buy 1 whisky with {line}"
    fee = 3 if "copy" in line else 0
    played = table(port6_up_to=True).when.play(notation)
    played.then.expect("red", money=100 - paid - fee).expect_marker("whisky", after)
    if line[-1] in "12":
        table().then.refuses(notation, "PORT-6b", "all_steps")


@rule("OPT-04")
def test_fewer_steps_are_listed() -> None:
    table = scenario(port6_up_to=True).port("M1", 6).port("A9", 5).put("red", "woodcutter M2")
    listed = {line for line in table.legal("trade") if line.startswith("buy 1 milk")}
    shifts = [f"6 {way}{n}" for way in ("up", "down") for n in ("", " 1", " 2")]
    assert listed == {"buy 1 milk", *(f"buy 1 milk with {shift}" for shift in shifts)}


@rule("OPT-12", "DIFF-13", "PORT-3")
def test_tile_3_may_give_three_goods() -> None:
    def table(**switches: object) -> Part:
        found = scenario(**switches).port("M1", 3).port("A9", 9).give("red", bread=2, wool=1)
        return found.given.put("red", "woodcutter M2", "woodcutter A8")

    three, two = (f"port 3 discard 1 bread gain {n} whisky" for n in (3, 2))
    table().then.refuses(three, "PORT-3", "gain_exactly")
    table(port3_goods=3).then.refuses(two, "PORT-3", "gain_exactly")
    played = table(port3_goods=3)
    assert len([line for line in played.legal("use_port") if line.startswith("port 3")]) == 10
    played.when.play(three).then.expect("red", bread=1, whisky=3)
    copied = three.replace("port 3", "port 9 copy 3")
    played.when.play(copied).then.expect("red", bread=0, whisky=6)


@rule("OPT-12", "PORT-2")
def test_tile_2_gives_three_goods_either_way() -> None:
    for goods in (2, 3):
        table = scenario(port3_goods=goods).port("M1", 2).put("red", "woodcutter M2")
        table.given.give("red", wool=1).when.play("port 2 discard 1 wool gain 3 milk").then.expect(
            "red", milk=3
        )


@rule("OPT-07", "TC-06", "DIFF-02", "NBR-09", "NBR-18")
def test_the_limit_may_hold_for_each_deployment() -> None:
    table = exchanging("cow D5", "cow J4", neighbourhood_cap="event").given.put("blue", "sheep D4")
    table.when.play("port 7 exchange cow D5 bakery cow J4 bakery")
    table.then.refuses("neighbourhood 4 wool", "NBR-09", "neighbourhood_limit")
    table.when.play("neighbourhood 2 wool", "expand cow C5")
    table.then.refuses("neighbourhood 4 wool", "NBR-09", "neighbourhood_limit")
    assert table.legal("neighbourhood_buy") == [f"neighbourhood {n} wool" for n in (1, 2, 3)]
    table.when.play("neighbourhood 3 wool").then.expect("red", wool=5)


@rule("OPT-07", "NBR-09")
def test_two_free_spaces_are_two_deployments() -> None:
    table = scenario(neighbourhood_cap="event").with_contract(1, free_space=2).box("red", 1)
    table.given.give("red", wool=4).merchants("red", stock=7).put("red", "woodcutter J4")
    table.given.put("blue", "distillery J3").when.play("fulfil 1", "expand sheep I4")
    table.when.play("neighbourhood 3 whisky", "expand sheep I3").then.expect_decision(
        "deployment_bonuses"
    )
    table.given.give("red", money=100).when.play("neighbourhood 3 whisky").then.expect(
        "red", whisky=6
    )
