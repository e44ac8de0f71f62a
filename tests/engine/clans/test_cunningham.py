"""Clan Cunningham."""

import pytest

from games import engine
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Part, scenario

pytestmark = pytest.mark.engine


def producing(*units: str, clan: str = "cunningham", **goods: int) -> Part:
    """Production has begun and red, without money, has these units and goods."""
    table = scenario(clans=clan).put("red", *units).give("red", **goods).when.all_pass()
    return table.given.give("red", money=0).when.advance("production")


@rule("CLAN-CUNNINGHAM-01", "CLAN-CUNNINGHAM-02", "EX-18", "PROD-09")
@in_one_test("sold", [0, 1, 2, 5])
def test_any_number_of_milk_may_be_given_up_for_8_pounds_each(sold: int) -> None:
    table = producing(milk=5)
    prices, player = list(table.state.prices), table.state.players[RED]
    merchants = (player.stock, player.track, list(player.buying), list(player.selling))
    table.when.play(f"produce {sold} butter").advance("processing")
    table.then.expect("red", milk=5 - sold, money=8 * sold)
    assert table.state.prices == prices
    assert (player.stock, player.track, player.buying, player.selling) == merchants


@rule("CLAN-CUNNINGHAM-01", "CLAN-CUNNINGHAM-02")
def test_no_merchant_is_needed() -> None:
    table = scenario(clans="cunningham").merchants("red", stock=0, track=7).give("red", milk=1)
    table.when.all_pass().advance("production").given.give("red", money=0).when.play(
        "produce 1 butter"
    )
    table.when.advance("processing").then.expect("red", money=8, stock=0)


@rule("CLAN-CUNNINGHAM-01")
def test_no_more_milk_can_be_given_up_than_there_is() -> None:
    table = producing(milk=2, grain=4).then.refuses("produce 3 butter", "CLAN-CUNNINGHAM-01")
    assert table.legal() == ["produce nothing", "produce 1 butter", "produce 2 butter"]


@rule("CLAN-CUNNINGHAM-01")
def test_every_answer_that_is_listed_can_be_stored() -> None:
    """Also with more milk than any game has by itself."""
    table = producing(milk=150)
    *_, most = table.legal()
    assert most == "produce 99 butter"
    table.when.play(most)
    assert engine.load(engine.dump(table.state)) == table.state


@rule("CLAN-CUNNINGHAM-01", "PROD-10")
def test_milk_cannot_be_bought_that_way() -> None:
    with pytest.raises(engine.MalformedMove):
        engine.decode_move({"type": "produce", "clan": {"butter": -1}})
    with pytest.raises(engine.MalformedMove):
        engine.parse("produce -1 butter")


@rule("CLAN-CUNNINGHAM-01", "PROD-10")
def test_cheese_comes_first_and_butter_of_what_is_left() -> None:
    table = producing("cheese_dairy D5", milk=2)
    table.then.refuses("produce 1 cheese 2 butter", "CLAN-CUNNINGHAM-01", "not_enough_milk")
    assert set(table.legal()) == {
        "produce nothing",
        "produce 1 butter",
        "produce 2 butter",
        "produce 1 cheese",
        "produce 1 cheese 1 butter",
    }
    table.when.play("produce 1 cheese 1 butter").advance("processing")
    table.then.expect("red", milk=0, cheese=1, money=8)


@rule("CLAN-CUNNINGHAM-03", "PROD-11")
def test_fresh_old_and_bought_milk_count() -> None:
    table = scenario(clans="cunningham").put("red", "cow D5").give("red", milk=1)
    table.when.play("buy 2 milk", "end").all_pass().advance("production").then.expect("red", milk=4)
    table.given.give("red", money=0).when.play("produce 4 butter").advance("processing")
    table.then.expect("red", milk=0, money=32)

    fresh = producing("cow D5").then.expect_decision("produce", "red")
    fresh.when.play("produce 1 butter").advance("processing").then.expect("red", milk=0, money=8)


@rule("PROD-11", "CLAN-CUNNINGHAM-01")
def test_the_clan_is_asked_for_milk_alone_and_others_are_not() -> None:
    assert producing(milk=1).decision().kind == "produce"
    assert producing(wool=3, grain=3).when.advance("scoring").events[-1].kind == "scoring"
    producing(clan="stewart", milk=3).when.advance("scoring")

    other = producing("cheese_dairy D5", clan="stewart", milk=3)
    other.then.refuses("produce 1 butter", "PROD-10", "no_such_clan_choice")


@rule("CLAN-CUNNINGHAM-04")
def test_the_last_round_has_it_too_before_scoring() -> None:
    table = scenario(clans="cunningham").round(5).scoring_tile(1).give("red", milk=3)
    table.when.all_pass().given.give("red", money=0).when.advance("production")
    table.when.play("produce 2 butter").advance("processing", "scoring", "final_scoring")
    table.then.expect("red", money=16, milk=1, glory=1)
    assert table.state.scores[RED].money == 1
    assert table.state.scores[RED].basic_goods == 1
