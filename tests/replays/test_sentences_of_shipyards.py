"""What the log says of clan MacLeod's shipyards, in full and in few words."""

import pytest

from games import engine
from replays.narration import described
from tests.engine.clans.test_macleod import red as with_shipyards
from tests.engine.industria.ports import asking
from tests.marks import in_one_test
from tests.replays.telling import NAMES, public, sentence_of
from tests.rules import rule
from tests.scenario import RED, Given
from tests.web.test_new_clans_in_words import preview, shown

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


def said_of(table: Given, line: str) -> tuple[str, tuple[str, ...]]:
    """The sentence of a move that is played now, and the same in few words."""
    before, count = engine.copy(table.state), len(table.events)
    table.when.play(line)
    found = described(before, public(table.events[count]), NAMES)
    return found.text, found.brief


@rule("CLAN-MACLEOD-6", "PORT-7")
def test_what_a_copy_costs_is_told_once_and_before_what_it_brings() -> None:
    """The units come for free, as they do by the tile on the map."""
    table = with_shipyards(9, 7, 8, 5, markers=1).put("red", "sheep D5")
    line = "port shipyard 9 copy 7 exchange cow D4 bakery sheep D5 bakery"
    text, brief = said_of(table, line)
    assert text == (
        "Ada uses shipyard 9 as tile 7 for £3, puts back a cow from D4 and a sheep from D5 and "
        "places a bakery on D4 and a bakery on D5 for free."
    )
    assert brief == (
        "uses shipyard 9 as tile 7 for £3",
        "places a bakery on D4 and a bakery on D5 for free",
    )


@rule("CLAN-MACLEOD-6", "CLAN-MACLEOD-7", "PORT-6")
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("sell 2 milk with shipyard_copy 6 up", "sells 2 milk for £12"),
        ("buy 1 milk with shipyard_copy 6 down", "buys 1 milk for £3"),
    ],
)
def test_what_a_copy_costs_is_no_part_of_the_trade(line: str, said: str) -> None:
    table = with_shipyards(9, 6, 8, 5, markers=1).give("red", milk=2).price("milk", 5)
    text, brief = said_of(table, line)
    assert text.startswith(f"Ada uses shipyard 9 as tile 6 for £3 and {said};")
    assert brief == ("uses shipyard 9 as tile 6 for £3", said)


@rule("CLAN-MACLEOD-8")
def test_a_shipyard_says_that_its_building_bonus_is_lost() -> None:
    """Before it is used too, whether it does something by itself or changes a trade."""
    lost = "; no export box is empty for the building bonus."
    for line, path in (
        ("port shipyard 5", ("port", "shipyard 5")),
        ("port shipyard 9 copy 5", ("port", "shipyard 9", "5")),
    ):
        table = with_shipyards(9, 6, 8, 5, markers=1).box("red", 1)
        assert not table.state.players[RED].empty_boxes()
        assert preview(table, *path).text.endswith(f"£10{lost}")
        assert sentence_of(table, line).endswith(f"£10{lost}")
    table = with_shipyards(9, 6, 8, 5, markers=1)
    assert "building bonus" not in sentence_of(table, "port shipyard 5")


@rule("CLAN-MACLEOD-8", "PORT-13", "PORT-17")
@in_one_test(
    ("tile", "line", "said"),
    [
        (13, "gain glory", "gains 4 Glory"),
        (13, "gain technology", "upgrades both technologies for £10"),
        (17, "skip", "skips the free unit"),
    ],
)
def test_what_follows_of_a_shipyard_says_that_the_building_bonus_is_lost(
    tile: int, line: str, said: str
) -> None:
    """It waited below what the tile gives; with an empty box it is there to be used."""
    lost = "; no export box is empty for the building bonus."
    for box, end in ((1, lost), (0, ".")):
        table = with_shipyards(tile, 6, 8, 5, markers=1, money=40)
        if box:
            table.box("red", box)
        table.when.play(f"port shipyard {tile}")
        assert sentence_of(table, line) == f"Ada {said}{end}"


@rule("CLAN-MACLEOD-6", "CLAN-MACLEOD-8", "PORT-8")
def test_of_two_building_bonuses_in_a_row_the_second_is_named_before_the_first_loses_it() -> None:
    """Of a shipyard 8, which brings one of its own."""
    table = with_shipyards(8, 6, 9, 5, markers=2, expansions=["refill_board"])
    first, second = preview(table, "port", "shipyard 8").next
    assert first == "Then you may use a building bonus: choose among open contracts."
    assert second == "After that you may use another building bonus if an export box is empty."
    table.when.play("port shipyard 8")
    lost = (
        "Another building bonus follows; it is lost if you keep a contract now, for that fills "
        "your last export box."
    )
    assert shown(table).explained.endswith(lost)
    table.when.play("draw")
    assert shown(table).explained.endswith(lost)
    kept = table.state.decisions[-1].turned_up[0]
    end = "; no export box is empty for the building bonus."
    assert preview(table, "keep", str(kept)).text.endswith(end)
    assert "building bonus" not in preview(table, "keep", "none").text
    assert sentence_of(table, f"keep {kept}").endswith(end)


@rule("PORT-9", "CLAN-MACLEOD-10")
def test_beside_a_shipyard_the_tile_that_copies_on_the_map_names_its_price() -> None:
    table = with_shipyards(10, 3, 8, 5, markers=0, expansions=["new_ports"])
    table.port("A1", 9).port("M1", 1).put("red", "woodcutter A2", "cow E8")
    asking(table, 46, bread=2, beef=2).give("red", bread=2)
    text, brief = said_of(table, "fulfil 46 slaughter cow D4 with copy 1 beef shipyard 10 bread")
    assert text.startswith(
        "Ada uses port tile 9 as tile 1 for £3, uses shipyard 10, fulfils contract 46 with "
    )
    assert brief[:2] == ("uses port tile 9 as tile 1 for £3", "uses shipyard 10")
    assert "receives £7" in brief
