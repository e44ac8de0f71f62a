"""What the steps to a move say to players of single clans, and of tiles that copy."""

import pytest

from games.engine.clans.macleod import ShipyardsState
from tests.engine.clans.test_macleod import red as with_shipyards
from tests.engine.industria.ports import asking, at_port
from tests.marks import in_one_test
from tests.replays.telling import NAMES
from tests.rules import rule
from tests.scenario import drafting, scenario
from tests.web.test_new_clans_in_words import choices, shown
from web.pages.common.pieces import signs
from web.pages.panel import builder as panel
from web.pages.table.parts.draft import draft
from web.pages.table.parts.players import clan_box

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

SHIPYARDS = [
    "Shipyard 9: Pay £3 for the effect of another of your shipyards, used or not.",
    "Shipyard 3: Discard a processed good to gain two processed goods of your choice.",
]


@rule("CLAN-MACLEOD-6")
def test_the_only_tile_that_can_be_copied_is_named() -> None:
    """By its number where it was taken without being shown, with what it does."""
    table = with_shipyards(9, 3, 7, 1, markers=1).give("red", bread=1, wool=1)
    found = shown(table, "port", "shipyard 9")
    assert [one.label for one in found.crumbs][-2:] == [
        "Port tile 9 (your shipyard)",
        "Copies port tile 3",
    ]
    assert found.hint.startswith("Port tile 3 is the only one that you can copy now. ")
    assert found.hint.endswith(SHIPYARDS[1].removeprefix("Shipyard 3: "))


@rule("PORT-7", "FULFIL-04", "FULFIL-05")
def test_the_second_unit_is_asked_for_as_another() -> None:
    table = at_port(7).put("red", "sheep J5", "sheep K4", "sheep D4")
    assert shown(table, "port", "7").question == "Which of your units do you exchange?"
    second = shown(table, "port", "7", "sheep J5", "bakery")
    assert second.question == "Which other unit of yours do you exchange?"
    table = asking(scenario().put("red", "cow J5", "cow K4", "cow L4"), 16, beef=2)
    assert shown(table, "fulfil", "16", "plain").question == "Which animal do you deliver?"
    second = shown(table, "fulfil", "16", "plain", "cow J5")
    assert second.question == "Which other animal do you deliver?"


@rule("CLAN-DOUGLAS-5")
@in_one_test(
    ("clan", "stock", "label"),
    [("douglas", 3, "4, by 2 merchants"), ("douglas", 2, "4"), ("fraser", 4, "4")],
)
def test_fewest_merchants_are_named_beside_more(clan: str, stock: int, label: str) -> None:
    table = scenario(clans=f"{clan} stewart campbell").merchants("red", stock=stock)
    assert choices(table, "trade", "buy wool", "plain")["4"].label == label
    assert choices(table, "trade", "buy wool", "plain")["1"].label == "1"


@rule("CLAN-MACLEOD-2", "CLAN-MACLEOD-3")
def test_macleods_shipyards_are_told_where_the_clan_is_chosen() -> None:
    table = drafting(players=2, seed="yards", clans=["macleod", "stewart", "campbell"])
    table.state.expansions.append(ShipyardsState([9, 3]))
    pair = next(n for n, one in enumerate(table.state.draft) if one.clan == "macleod")
    seat = table.deciding()
    step = panel.build(table.state, seat, [], NAMES[:2])
    assert step is not None
    (chosen,) = [one for group in step.groups for one in group.choices if one.value == str(pair)]
    assert chosen.texts[-2:] == SHIPYARDS
    (other,) = [
        one
        for group in step.groups
        for one in group.choices
        if table.state.draft[int(one.value)].clan == "stewart"
    ]
    assert not any("Shipyard" in text for text in other.texts)
    confirmed = panel.build(table.state, seat, ["clan", str(pair)], NAMES[:2])
    assert confirmed is not None
    assert confirmed.preview is not None
    assert set(SHIPYARDS) <= set(confirmed.preview.facts)
    offered = draft(table.state, signs(NAMES[:2]))
    assert offered is not None
    assert offered.pairs[pair].texts[-2:] == SHIPYARDS


@rule("CLAN-MACLEOD-3")
def test_the_board_says_what_each_shipyard_does() -> None:
    """On a phone too, where nothing is said by pointing at a number."""
    table = with_shipyards(9, 3, 7, 1, used=(3,))
    box = clan_box(table.state, table.state.players[0])
    assert box is not None
    assert list(box.texts[-4:-2]) == SHIPYARDS
