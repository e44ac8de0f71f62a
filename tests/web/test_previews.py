"""What a preview says of what a move leads to, and of what it closes."""

from typing import Any

import pytest

from games.engine.terms import GOOD_INDEX
from tests.engine.clans.test_macleod import red as with_shipyards
from tests.engine.industria.markets import beside
from tests.engine.industria.ports import asking, at_port
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Given, scenario
from tests.web.test_new_clans_in_words import choices, preview, shown

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

ANIMAL = "Then you may place a sheep or a cow for nothing on a space where you have one animal."
BUILDING = "Then you may place a building. You pay for the land; the building is free."
GAIN = "Then you choose what the port tile gives: Both technologies for £10; 4 Glory."
WAIVER = "Then you fulfil a contract without its goods and animals."
MERCHANTS = "Then you may hire a merchant or take one back from the market, 3 times."
LATER = "After that you may use a building bonus if an export box is empty."
LOST = "No export box is empty for the building bonus."
NO_SALE = "While your merchants are on the buying side, you cannot sell %s."
NO_PURCHASE = "While your merchants are on the selling side, you cannot buy %s."


# --- what a port tile gives -----------------------------------------------------------------------


@rule("PORT-11", "PORT-13", "PORT-15", "PORT-16", "PORT-17", "PORT-18")
@in_one_test(
    ("tile", "said"),
    [
        (11, [ANIMAL]),
        (13, [GAIN]),
        (15, [MERCHANTS]),
        (16, ["Then you may move a unit to an adjacent empty space 2 times."]),
        (17, [BUILDING]),
        (18, [WAIVER, "Contract 46 brings: 2 cotton and £7."]),
    ],
)
def test_a_port_tile_says_what_it_gives(tile: int, said: list[str]) -> None:
    table = asking(at_port(tile, money=40).put("red", "sheep B2"), 46, bread=1)
    table.fulfilled("red", 20).merchants("red", stock=2)
    assert list(preview(table, "port", str(tile)).next) == said


@rule("CLAN-MACLEOD-7", "CLAN-MACLEOD-8")
@in_one_test(
    ("tile", "box", "said", "later"),
    [
        (11, (), ANIMAL, LATER),
        (11, (16,), ANIMAL, LOST),
        (13, (16,), GAIN, LOST),
        (17, (), BUILDING, LATER),
        (17, (16,), BUILDING, LOST),
        (18, (16,), WAIVER, LATER),
    ],
)
def test_a_shipyard_says_what_its_tile_gives_and_what_comes_after_that(
    tile: int, box: tuple[int, ...], said: str, later: str
) -> None:
    """A full box stays full, unless what comes first empties it."""
    table = with_shipyards(3, tile, 2, 5, markers=1).give("red", money=40)
    for contract in box:
        table.box("red", contract)
    found = preview(table.put("red", "sheep D5"), "port", f"shipyard {tile}").next
    assert (found[0], found[-1]) == (said, later)


@rule("CLAN-MACLEOD-8")
def test_a_shipyard_that_is_done_at_once_leads_to_its_bonus() -> None:
    table = with_shipyards(3, 5, markers=1)
    said = ["Then you may use a building bonus: reveal contracts from the pile."]
    assert preview(table, "port", "shipyard 5").next == said


# --- what merchants close -------------------------------------------------------------------------


def trading() -> Given:
    table = scenario(clans="stewart campbell fraser", money=50).put("red", "cow D4")
    return table.merchants("red", stock=5).give("red", milk=2)


@rule("TRADE-07")
def test_a_trade_says_that_it_closes_the_other_side() -> None:
    table = trading()
    bought = preview(table, "trade", "buy milk", "plain", "2").next
    assert bought == [NO_SALE % "milk"]
    sold = preview(table, "trade", "sell milk", "plain", "2").next
    assert sold == [NO_PURCHASE % "milk"]
    table.state.players[RED].buying[GOOD_INDEX["milk"]] = 1
    assert preview(table, "trade", "buy milk", "plain", "2").next == []
    closed = choices(table, "trade")["sell milk"].refusal
    assert closed is not None
    assert closed.text.startswith("You have merchants on the other side of the market for milk")


@rule("NBR-08", "TRADE-07", "IND-FM-08")
def test_buying_from_neighbours_closes_the_sale_at_a_market() -> None:
    """In the same action: the window may close with it, which is not left without a word."""
    table = beside("4 I4").put("blue", "cow K4").give("red", milk=1, bread=0, money=50)
    table.merchants("red", stock=5).when.play("expand cow J3")
    said = preview(table, "neighbourhood", "milk", "plain", "1").next
    assert said == [
        "The market at I4 buys milk and bread.",
        "You cannot sell what you have bought in this round.",
        NO_SALE % "milk",
    ]


# --- what neighbours sell -------------------------------------------------------------------------


def beside_two(**goods: int) -> Given:
    """Where E7 has a cheese dairy and a sheep of blue beside it; a cow there costs £8."""
    table = scenario(clans="fraser stewart campbell").put("red", "cow E8").merchants("red", stock=5)
    table.price("cheese", 10).price("wool", 5)
    return table.put("blue", "cheese_dairy D7", "sheep E6").give("red", **goods)


def cost(table: Given) -> int:
    """What a cow on E7 costs."""
    before = table.state.players[RED].money
    (changed,) = [
        one for one in preview(table, "expand", "cow", "E7").changes if one.name == "Money"
    ]
    return before - int(changed.after.removeprefix("£"))


@rule("NBR-01", "TRADE-14", "NBR-08", "TRADE-02")
@in_one_test(
    ("left", "said"),
    [
        (7, ["Then you may buy wool and cheese below market price."]),
        (
            6,
            [
                "Then you may buy wool below market price.",
                "You cannot buy cheese from neighbours now. It costs £7 and you have £6.",
            ],
        ),
        (
            1,
            [
                "You cannot buy wool from neighbours now. It costs £3 and you have £1.",
                "You cannot buy cheese from neighbours now. It costs £7 and you have £1.",
            ],
        ),
    ],
)
def test_who_cannot_pay_for_what_neighbours_sell_is_told_so(left: int, said: list[str]) -> None:
    table = beside_two(money=50)
    table.give("red", money=cost(table) + left)
    assert list(preview(table, "expand", "cow", "E7").next) == said


@rule("NBR-08", "TRADE-02")
def test_the_market_of_a_good_may_forbid_to_buy_it_from_neighbours() -> None:
    table = beside_two(money=50)
    table.state.players[RED].selling[GOOD_INDEX["cheese"]] = 1
    closed = (
        "You cannot buy cheese from neighbours now. You have merchants on the other side of the "
        "market for cheese; you cannot both buy and sell it in one round."
    )
    assert preview(table, "expand", "cow", "E7").next[1:] == [closed]
    table.merchants("red", stock=0)
    said = "You cannot buy wool and cheese from neighbours now. Merchants that you have ready: 0."
    assert preview(table, "expand", "cow", "E7").next == [said]


@rule("NBR-01", "TRADE-14")
def test_the_panel_says_so_too_where_only_some_goods_can_be_bought() -> None:
    """Also where it has gone on with the only one."""
    table = beside_two(money=50)
    table.give("red", money=cost(table) + 6).when.play("expand cow E7")
    said = "You cannot buy cheese from neighbours now. It costs £7 and you have £6."
    assert said in shown(table).explained
    found: Any = preview(table, "neighbourhood", "wool", "plain", "1").next
    assert "You cannot buy cheese from neighbours now. It costs £7 and you have £3." in found
