"""Port tile 1, announced with the contract that it helps to fulfil."""

import pytest

from games.engine.terms import ContractId
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import BLUE, RED, Part, scenario

pytestmark = pytest.mark.engine

# What each contract asks for.
TWO_BEEF, TWO_MUTTON, THREE_WOOL, ONE_BEEF, BOTH = 3, 5, 6, 16, 46


def herd(
    *contracts: int, animals: str = "cow I4, cow J5, sheep J3", clans: str = "", money: int = 10
) -> Part:
    """Red is beside tile 1 with a herd and the contract in the box; tile 9 is out of reach."""
    table = scenario(money=money, clans=clans).port("M1", 1).port("A9", 9).port("A1", 5)
    table.given.put("red", "woodcutter M2", *animals.split(", ")).give("red", wool=3)
    for contract in contracts:
        table.given.box("red", contract)
    return table


@rule("PORT-1", "PORT-1a", "CMD-10", "FULFIL-10")
def test_tile_1_spares_one_animal_and_the_player_says_which() -> None:
    table = herd(TWO_BEEF)
    assert set(table.legal("fulfil")) == {
        "fulfil 3 slaughter cow I4 cow J5",
        "fulfil 3 slaughter cow I4 with 1 beef",
        "fulfil 3 slaughter cow J5 with 1 beef",
    }
    table.when.play("fulfil 3 slaughter cow J5 with 1 beef").then.expect(
        "red", fulfilled=[3], contracts=[]
    )
    table.then.expect("red", units=["cow I4", "sheep J3", "worker M2"], money=20)
    table.then.expect_used(1, "red")
    table.then.expect_used(9)
    assert table.state.imports == [0, 0, 2]


@rule("PORT-1", "FULFIL-06", "BASE-10")
def test_with_tile_1_exactly_one_animal_fewer_is_slaughtered() -> None:
    table = herd(TWO_BEEF)
    code = "wrong_number_of_animals"
    table.then.refuses("fulfil 3 slaughter cow I4", "FULFIL-06", code)
    table.then.refuses("fulfil 3 slaughter cow I4 cow J5 with 1 beef", "FULFIL-06", code)
    table.then.refuses("fulfil 3 with 1 beef", "FULFIL-06", code)
    table.then.refuses("fulfil 3 slaughter sheep J3 with 1 beef", "FULFIL-06", code)


@rule("PORT-1a")
@in_one_test(
    ("spare", "slaughtered", "code"),
    [("beef", "sheep J3", None), ("mutton", "cow I4", None), ("beef", "cow I4", "FULFIL-06")],
)
def test_beef_or_mutton_is_spared(spare: str, slaughtered: str, code: str | None) -> None:
    table, line = herd(BOTH), f"fulfil 46 slaughter {slaughtered} with 1 {spare}"
    if code:
        table.then.refuses(line, code)
    else:
        units = sorted({"cow I4", "cow J5", "sheep J3", "worker M2"} - {slaughtered})
        table.when.play(line, "skip").then.expect("red", units=units, fulfilled=[46], wool=1)


@rule("PORT-1b")
def test_a_contract_without_such_meat_has_nothing_to_spare() -> None:
    table = herd(THREE_WOOL).then.refuses("fulfil 6 with 1 beef", "PORT-1b", "no_meat_to_spare")
    table.then.refuses("fulfil 6 with 1 mutton", "PORT-1b")
    assert table.legal("fulfil") == ["fulfil 6"]

    table = herd(TWO_MUTTON, animals="sheep I4, sheep J3, cow J5")
    table.then.refuses("fulfil 5 slaughter sheep I4 sheep J3 with 1 beef", "PORT-1b")
    table.then.refuses("fulfil 5 slaughter sheep I4 with 1 beef", "PORT-1b")
    assert table.can("fulfil 5 slaughter sheep I4 with 1 mutton")


@rule("PORT-1b")
def test_of_a_single_meat_nothing_is_slaughtered() -> None:
    table = herd(ONE_BEEF, animals="sheep J3")
    assert table.legal("fulfil") == ["fulfil 16 with 1 beef"]
    table.when.play("fulfil 16 with 1 beef").then.expect(
        "red", units=["sheep J3", "worker M2"], wool=2
    )


@rule("PORT-1a", "STATE-25")
def test_tile_1_is_announced_with_a_contract_and_with_nothing_else() -> None:
    table = herd(TWO_BEEF).then.refuses("port 1", "PORT-1a", "announce_with_contract")
    assert table.legal("use_port") == []
    table.then.refuses("buy 1 wool with 1 beef", "PORT-1a", "modifies_other_moves")
    table.when.play("expand bakery I5").then.refuses("port 1", "PORT-1a", "announce_with_contract")

    table = (
        herd(TWO_BEEF, money=100).given.put("blue", "distillery J4").when.play("expand bakery I5")
    )
    table.then.expect_decision("deployment_bonuses")
    table.then.refuses("neighbourhood 1 whisky with 1 beef", "PORT-1a", "modifies_other_moves")


@rule("PORT-1a")
@pytest.mark.parametrize(
    "line",
    ["fulfil 3 slaughter cow I4 with 1 up", "fulfil 3 slaughter cow I4 with 1 down 2"],
)
def test_tile_1_has_no_direction(line: str) -> None:
    herd(TWO_BEEF).then.refuses(line, "PORT-1a", "wrong_modifier_fields")


@rule("PORT-1a")
@in_one_test("details", [{}, {"steps": 3, "spare": "beef"}, {"direction": "up", "spare": "beef"}])
def test_tile_1_has_a_kind_of_meat_and_no_other_details(details: dict[str, object]) -> None:
    beef = {"tile": 1, "source": "map", **details}
    fulfil: dict[str, object] = {"type": "fulfil", "contract": TWO_BEEF, "modifiers": [beef]}
    fulfil["slaughter"] = [{"unit": "cow", "hex": "I4"}]
    herd(TWO_BEEF).then.refuses(fulfil, "PORT-1a", "wrong_modifier_fields")


@rule("PORT-1a", "PORT-G03")
def test_one_use_serves_one_contract_of_buchanan_too() -> None:
    table = herd(TWO_BEEF, clans="buchanan")
    table.state.players[RED].boxes[1] = [ContractId(ONE_BEEF)]
    table.when.play("fulfil 3 slaughter cow I4 with 1 beef").then.expect_decision("fulfil_next")
    table.then.refuses("fulfil 16 with 1 beef", "PORT-G03", "port_used")
    table.when.play("fulfil 16 slaughter cow J5").then.expect("red", fulfilled=[3, 16])

    table = herd(TWO_BEEF, clans="buchanan")
    table.state.players[RED].boxes[1] = [ContractId(ONE_BEEF)]
    table.when.play("fulfil 3 slaughter cow I4 cow J5", "fulfil 16 with 1 beef")
    table.then.expect("red", fulfilled=[3, 16])
    table.then.expect_used(1, "red")


@rule("PORT-G01", "PORT-G03", "SETUP-03")
def test_tile_1_has_to_be_there_in_reach_and_unused() -> None:
    line = "fulfil 16 with 1 beef"
    away = herd(ONE_BEEF).given.port("M9", 1).port("M1", 5)
    away.then.refuses(line, "PORT-G01", "port_out_of_reach")
    table = herd(ONE_BEEF)
    for port in table.state.ports:
        port.used_by = [RED] if port.tile == 1 else []
    table.then.refuses(line, "PORT-G03", "port_used")
    herd(ONE_BEEF).given.port("M1", 5).then.refuses(line, "SETUP-03", "no_such_port")
    others = herd(ONE_BEEF)
    for port in others.state.ports:
        port.used_by = [BLUE]
    assert others.can(line)


@rule("PORT-G08", "TC-45")
def test_reach_is_tested_before_the_slaughter() -> None:
    table = scenario(money=10).port("M9", 1).put("red", "cow L9", "cow I4", "sheep J3")
    table.given.box("red", TWO_BEEF).when.play("fulfil 3 slaughter cow L9 with 1 beef")
    table.then.expect("red", fulfilled=[3], units=["cow I4", "sheep J3"])
    table.given.port("M9", 5).then.refuses("port 5", "PORT-G01", "port_out_of_reach")


@rule("TC-16", "PORT-9c", "FULFIL-17", "SCORE-7")
def test_tile_1_and_its_copy_spare_two_animals_and_all_meat_counts() -> None:
    table = scenario(money=10).with_contract(TWO_BEEF, mutton=1)
    table.given.port("M1", 1).port("A9", 9).put("red", "woodcutter M2", "woodcutter A8", "cow I4")
    table.given.put("red", "sheep J3").box("red", TWO_BEEF).scoring_tile(7)
    table.then.refuses("fulfil 3 slaughter cow I4 with 1 beef", "FULFIL-06")
    assert set(table.legal("fulfil")) == {
        "fulfil 3 slaughter cow I4 sheep J3 with 1 beef",
        "fulfil 3 slaughter cow I4 sheep J3 with copy 1 beef",
        "fulfil 3 slaughter sheep J3 with 1 beef copy 1 beef",
        "fulfil 3 slaughter cow I4 with 1 beef copy 1 mutton",
    }
    table.when.play("fulfil 3 slaughter cow I4 with 1 beef copy 1 mutton")
    table.then.expect("red", money=10 - 3 + 10, units=["sheep J3", "worker A8", "worker M2"])
    table.then.expect_used(1, "red").expect_used(9, "red")
    table.when.play("end").all_pass().advance("production", "scoring").then.expect(
        "red", glory=2 * 3
    )


@rule("PORT-1b", "PORT-9c")
def test_no_more_is_spared_than_is_asked_for() -> None:
    table = herd(ONE_BEEF).given.put("red", "woodcutter A8")
    table.then.refuses("fulfil 16 with 1 beef copy 1 beef", "PORT-1b", "no_meat_to_spare")
    assert set(table.legal("fulfil")) == {
        *("fulfil 16 slaughter cow I4", "fulfil 16 slaughter cow J5"),
        *("fulfil 16 with 1 beef", "fulfil 16 with copy 1 beef"),
    }
    table = herd(BOTH).given.put("red", "woodcutter A8")
    table.then.refuses("fulfil 46 with 1 beef copy 1 beef", "PORT-1b", "no_meat_to_spare")
    assert table.can("fulfil 46 with 1 beef copy 1 mutton")


@rule("PORT-9c", "PORT-9d")
def test_the_3_pounds_have_to_be_there_when_a_contract_is_announced() -> None:
    # The contract pays £10; they come too late.
    line = "fulfil 3 slaughter cow I4 with copy 1 beef"
    table = herd(TWO_BEEF, money=2).given.put("red", "woodcutter A8")
    table.then.refuses(line, "PORT-9d", "not_enough_money")
    table.given.give("red", money=3).when.play(line).then.expect("red", money=10, fulfilled=[3])
    table.then.expect_used(9, "red")
    table.then.expect_used(1)
