"""Kilts on the pages: every move that names them can be chosen, and the log says what they were."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

import pytest

from games import engine
from games.models import Game
from replays.narration import described
from tests.engine.industria.markets import beside
from tests.marks import in_one_test
from tests.replays.telling import NAMES, public, sentence_of
from tests.rules import rule
from tests.scenario import RED, Given, scenario
from web.pages.clans import own_spaces
from web.pages.panel import builder as panel
from web.pages.panel.structs import Choice, Panel
from web.pages.table.in_place import cells
from web.pages.table.parts.mine import boxes_of
from web.pages.table.table import Table

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


def shown(table: Any, *path: str) -> Panel:
    found = panel.build(table.state, RED, list(path), NAMES[:3])
    assert found is not None
    return found


def choices(table: Any, *path: str) -> list[Choice]:
    return [one for group in shown(table, *path).groups for one in group.choices]


def labels(table: Any, *path: str) -> list[str]:
    return [one.label for one in choices(table, *path) if not one.refusal]


def ends(table: Any, *path: str) -> Iterator[str]:
    """The notations of all moves to which the choices after a path lead."""
    here = shown(table, *path)
    if here.preview:
        yield here.preview.notation
    for one in choices(table, *path):
        if not one.refusal:
            yield from ends(table, *(value for _, value in parse_qsl(one.query)))


def table_with(kilts: int, **goods: int) -> Given:
    table = scenario(clans="fraser stewart campbell").put("red", "cow D4", "woodcutter M2")
    table.state.players[RED].clan_state = [int(place < kilts) for place in range(2)]
    return table.give("red", **goods).merchants("red", stock=2)


@rule("CLAN-FRASER-5")
def test_a_sale_asks_how_many_of_the_goods_are_kilts() -> None:
    table = table_with(2, cheese=1)
    sale = ("trade", "sell cheese", "plain")
    assert labels(table, *sale) == [
        *("1", "1 kilt", "2, including 1 kilt", "2 kilts"),
    ]
    assert set(ends(table, *sale)) == {
        line for line in table.legal("trade") if line.startswith("sell") and "cheese" in line
    }


@rule("CLAN-FRASER-5", "TRADE-04")
@pytest.mark.parametrize(("stock", "beyond"), [(2, "3"), (5, "4")])
def test_no_number_is_refused_that_can_be_sold_with_kilts(stock: int, beyond: str) -> None:
    table = table_with(2, cheese=1).merchants("red", stock=stock)
    closed = [one.value for one in choices(table, "trade", "sell cheese", "plain") if one.refusal]
    assert closed == [beyond]


@rule("CLAN-FRASER-5")
def test_a_contract_asks_what_kilts_stand_for() -> None:
    table = table_with(2, bread=1, cheese=1, whisky=1).box("red", 50).port("M1", 10)
    here = shown(table, "fulfil", "50")
    assert here.question == "How do you deliver it?"
    texts = labels(table, "fulfil", "50")
    assert texts[0] == "From your stock alone"
    assert "2 kilts as bread and cheese" in texts
    assert "1 kilt as bread; Port tile 10: 1 whisky less" in texts
    assert set(ends(table, "fulfil", "50")) == set(table.legal("fulfil"))
    assert len(texts) == len(set(texts))


@rule("CLAN-FRASER-5", "PORT-3", "PORT-14")
@in_one_test(
    ("tile", "offered"),
    [
        (3, ["1 bread", "1 kilt", "1 cheese"]),
        (
            14,
            [
                *("2 bread and 2 kilts", "2 bread, 1 cheese and 1 kilt"),
                "1 bread, 1 cheese and 2 kilts",
            ],
        ),
    ],
)
def test_a_port_asks_whether_a_kilt_is_discarded_and_not_as_what(
    tile: int, offered: list[str]
) -> None:
    """That makes no difference there; a move may name any good nevertheless."""
    table = table_with(2, bread=2, cheese=1).port("M1", tile)
    assert labels(table, "port", str(tile)) == offered
    found = set(ends(table, "port", str(tile)))
    taken = {(line.partition(" gain ")[0], " kilts " in line) for line in found}
    assert len(taken) == len(offered)
    assert found < set(table.legal("use_port"))
    line = {3: "discard 1 whisky gain 2 bread kilts whisky", 14: "discard 2 bread 2 whisky"}[tile]
    more = "" if tile == 3 else " kilts whisky whisky"
    table.when.play(f"port {tile} {line}{more}").then.expect("red", bread={3: 4, 14: 0}[tile])


@rule("PORT-2", "PORT-3", "PORT-14")
@in_one_test(
    ("path", "asked"),
    [
        (["14"], "Which four processed goods do you discard for £50?"),
        (["3"], "Which processed good do you discard to gain others?"),
        (["3", "1 bread"], "Which 2 processed goods do you gain?"),
        (["2"], "Which basic good do you discard?"),
        (["2", "1 wool"], "Which three basic goods do you gain?"),
        (["9", "3"], "Which processed good do you discard to gain others?"),
    ],
)
def test_each_port_asks_what_it_takes_and_what_for(path: list[str], asked: str) -> None:
    table = table_with(1, bread=4, cheese=4, wool=1, milk=1, money=3)
    table.port("M1", int(path[0])).port("A9", 3 if path[0] == "9" else 8)
    assert shown(table, "port", *path).question == asked


@rule("IND-FM-17")
def test_a_market_asks_it_too() -> None:
    table = beside(clans="fraser stewart campbell").give("red", bread=1)
    table.state.players[RED].clan_state = [1, 0]
    table.when.play("expand woodcutter I5")
    assert labels(table, "market", "bread I4", "plain") == [
        *("1", "1 kilt", "2, including 1 kilt"),
    ]
    said = sentence_of(table, "market I4 2 bread kilts 1")
    assert "sells 1 bread and 1 kilt as bread for £" in said
    assert "gives" not in said


@rule("IND-FM-17", "CLAN-FRASER-5")
def test_a_sale_of_kilts_alone_says_of_what_and_asks_how_many() -> None:
    """The good of which there is none in stock has been chosen already."""
    table = table_with(2)
    assert shown(table, "trade", "sell whisky").question == "How many?"
    given = beside("3 I4", clans="fraser stewart campbell").give("red", wool=0, bread=0, cheese=0)
    given.state.players[RED].clan_state = [1, 1]
    given.when.play("expand woodcutter I5")
    here = shown(given)
    assert here.question == "How many?"
    assert [one.label for one in here.crumbs] == ["Sell whisky, market on I4"]


@rule("CLAN-FRASER-5")
def test_the_market_card_leads_to_sales_of_kilts() -> None:
    table = table_with(1)
    starts = {one.on: one for one in shown(table).starts if one.on.startswith("sell-")}
    assert set(starts) == {"sell-bread", "sell-cheese", "sell-whisky"}
    values = [value for _, value in parse_qsl(starts["sell-bread"].query)]
    found = shown(table, *values).preview
    assert found is not None
    assert found.notation == "sell 1 bread kilts 1"


@rule("CLAN-FRASER-5")
@in_one_test(
    ("kilts", "bread", "there", "said"),
    [
        (2, 0, ["0/2", "0/1", "+2"], "For contract 49 you still need 1 of bread and whisky"),
        (1, 2, ["2/2", "0/1", "+1"], ""),
        (0, 2, ["2/2", "0/1"], "For contract 49 you still need 1 whisky."),
        (2, 2, ["2/2", "0/1", "+1"], ""),
    ],
)
def test_a_box_says_what_is_in_stock_and_for_how_much_kilts_can_stand(
    kilts: int, bread: int, there: list[str], said: str
) -> None:
    """Contract 49 asks for 2 bread, 1 whisky and a sheep; which of them kilts are is left open."""
    table = table_with(kilts, bread=bread, cheese=0, whisky=0).put("red", "sheep D5").box("red", 49)
    own = Table(Game(), table.state, seat=RED, names=NAMES[:3])
    (shown_in_place,) = [texts for name, texts in cells(own) if name == "mine-box-0"]
    assert [text for text, symbol in shown_in_place if symbol != "mutton"] == there
    (box,) = boxes_of(table.state, engine.Seat(RED))
    assert box is not None
    assert box.complete == (not said)
    (fulfil,) = [one for one in choices(table) if one.value == "fulfil"]
    refused = fulfil.refusal
    assert (refused.text if refused else "").startswith(said)
    assert (refused is None) == (not said)


@rule("CLAN-FRASER-2")
def test_production_offers_kilts_and_the_board_shows_them() -> None:
    table = scenario(clans="fraser stewart campbell").put("red", "woodcutter D6", "sheep D5")
    table.when.all_pass().advance("production")
    form = shown(table, "produce").form
    assert form is not None
    assert [one.label for one in form.extras] == ["Nothing", "Make 1 kilt"]
    assert form.extra == "kilts 1"
    preview = shown(table, "produce", "0", "0", "0", "kilts 1").preview
    assert preview is not None
    changed = {one.name: (one.before, one.after) for one in preview.changes}
    assert (changed["Kilts"], changed["Wool"]) == (("0", "1"), ("1", "0"))
    state = engine.copy(table.state)
    state.players[RED].clan_state = [1, 0]
    spaces = own_spaces(state, state.players[RED])
    assert spaces is not None
    assert [one.symbol for one in spaces.spaces] == ["kilt", ""]


def test_production_says_what_kiltmakers_can_do_and_asks_for_kilts() -> None:
    table = scenario(clans="fraser stewart campbell").put("red", "woodcutter D6", "sheep D5")
    table.when.all_pass().advance("production")
    here = shown(table, "produce")
    assert here.form is not None
    assert here.form.title == "Kilts"
    assert "Each can turn 1 wool into a kilt" in here.explained
    said = sentence_of(table, "produce 1 kilts")
    assert said == "Ada decides to turn 1 wool into 1 kilt."


@rule("CLAN-FRASER-5")
@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("fulfil 50 kilts bread cheese", "1 whisky and 2 kilts as bread and cheese"),
        ("fulfil 50 kilts bread", "1 cheese, 1 whisky and 1 kilt as bread"),
    ],
)
def test_the_log_names_kilts_among_what_is_delivered(line: str, given: str) -> None:
    """Also in few words, where a turn is folded."""
    table = table_with(2, bread=1, cheese=1, whisky=1).box("red", 50)
    before, count = engine.copy(table.state), len(table.events)
    table.when.play(line)
    said = described(before, public(table.events[count]), NAMES)
    assert said.brief[0] == f"fulfils contract 50 with {given}"
    assert "in place of" not in said.text
    assert said.text.count("kilt") == 1


@rule("CLAN-FRASER-5")
def test_the_log_names_kilts_among_what_is_sold_and_discarded() -> None:
    assert sentence_of(table_with(2), "sell 2 bread kilts 2").startswith(
        "Ada sells 2 kilts as bread for £"
    )
    table = table_with(1, bread=3).port("M1", 3)
    line = next(line for line in table.legal("use_port") if "kilts bread" in line)
    assert "discards 1 kilt for 2 " in sentence_of(table, line)


@rule("CLAN-FRASER-8")
def test_wool_for_cotton_is_received_not_delivered() -> None:
    table = table_with(0, bread=1, cheese=3).box("red", 34)
    said = sentence_of(table, "fulfil 34")
    assert "with 1 bread and 3 cheese" in said
    assert "receives 2 wool" in said
    assert "-2" not in said
