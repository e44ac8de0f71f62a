"""Clan MacKenzie."""

import pytest

from games import engine
from games.engine.clans import all_clans
from games.engine.content import PackError
from games.engine.rules.catalogue import check_names
from games.engine.rules.final import score_now
from games.engine.rules.supply import clans_in_use
from games.engine.tiles import SCORING
from tests.engine.test_content import builtin_files, canonical
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Part, at, scenario

pytestmark = pytest.mark.engine

PAYOUTS = (7, 15)


def mackenzie(*barrels: int, money: int = 0, **goods: int) -> Part:
    """Red has a worker in the glen, these barrels and these goods."""
    table = scenario(clans="mackenzie", money=money).put("red", "woodcutter F3")
    table.state.ports = []
    return table.given.cellar("red", *barrels).give("red", **goods)


def idle(*barrels: int, **goods: int) -> Part:
    """Red has these barrels and goods and nothing that earns money."""
    return scenario(clans="mackenzie", money=0).cellar("red", *barrels).give("red", **goods)


def producing(*barrels: int, distilleries: int = 2, **goods: int) -> Part:
    """Production has begun and red, without money, has distilleries and these goods."""
    table = idle(*barrels, **goods)
    table.given.put(
        "red", *(f"distillery {hex_}" for hex_ in ("G3", "H3", "B4", "D4")[:distilleries])
    )
    return table.when.all_pass().given.give("red", money=0).when.advance("production")


def stills(*barrels: int, round_: int = 1) -> Part:
    """Red has a distillery and plenty of grain."""
    return idle(*barrels, grain=9).given.put("red", "distillery G3").round(round_)


def next_production(table: Part, line: str = "produce nothing") -> Part:
    """The rest of a round, with this answer of red's; the money of passing is taken away."""
    money = table.state.players[RED].money
    table.when.all_pass().given.give("red", money=money).when.advance()
    return table.when.play(line).advance()


# --- making whisky -------------------------------------------------------------------------------


@rule("CLAN-MACKENZIE-01", "PROD-09")
@in_one_test("made", [0, 1, 2])
def test_each_whisky_made_brings_3_and_is_kept(made: int) -> None:
    table = producing(grain=3, whisky=2, bread=1)
    table.when.play(f"produce {made} whisky" if made else "produce nothing").advance("processing")
    table.then.expect("red", whisky=2 + made, grain=3 - made, money=3 * made)


@rule("CLAN-MACKENZIE-01")
def test_other_goods_and_other_clans_bring_nothing() -> None:
    table = idle(grain=1, milk=1).given.put("red", "bakery G3", "cheese_dairy H3").when.all_pass()
    table.given.give("red", money=0).when.advance("production").play("produce 1 cheese 1 bread")
    table.when.advance("processing").then.expect("red", money=0, bread=1, cheese=1)
    plain = (
        scenario(clans="stewart").put("red", "distillery G3").give("red", grain=1).when.all_pass()
    )
    plain.given.give("red", money=0).when.advance("production").play("produce 1 whisky").advance(
        "processing"
    )
    plain.then.expect("red", money=0, whisky=1)


@rule("CLAN-MACKENZIE-02")
def test_the_whisky_that_goes_to_the_cellar_brings_it_too() -> None:
    table = producing(grain=2).when.play("produce 2 whisky cellar").advance("processing")
    table.then.expect("red", money=6, whisky=1, clan_state=[1, 0])


# --- the cellar ----------------------------------------------------------------------------------


@rule("DATA-14")
def test_there_are_nine_clans_and_each_says_what_it_does() -> None:
    names = clans_in_use(engine.packs.builtin().content, engine.Options())
    assert sorted(names) == [
        *("buchanan", "campbell", "cunningham", "fergusson", "macdonald"),
        *("macewan", "mackenzie", "robertson", "stewart"),
    ]
    for name in names:
        assert all_clans()[name].text
        assert all(sentence.endswith(".") for sentence in all_clans()[name].text)


@rule("CLAN-MACKENZIE-03", "DATA-15", "DOUBT-02")
def test_the_cellar_has_two_spaces_that_pay_7_and_15() -> None:
    content = engine.packs.builtin().content
    assert content.cellar == PAYOUTS
    assert content.sources["cellar"] == "house"


@rule("DATA-15", "DATA-25")
def test_a_pack_with_the_clan_needs_its_values() -> None:
    files = builtin_files()
    values = files["values.toml"]
    files["values.toml"] = values[: values.index("[cellar]")]
    pack = engine.packs.from_bytes(canonical(files))
    with pytest.raises(PackError, match=r"mackenzie needs the group \[cellar\]"):
        check_names(pack)
    files["pack.toml"] = files["pack.toml"].replace('"mackenzie",', "")
    check_names(engine.packs.from_bytes(canonical(files)))
    check_names(engine.packs.builtin())


@rule("CLAN-MACKENZIE-05", "CLAN-MACKENZIE-06")
def test_a_whisky_made_now_may_go_to_the_cellar() -> None:
    table = producing(grain=2)
    assert set(table.legal()) == {
        *("produce nothing", "produce 1 whisky", "produce 2 whisky"),
        *("produce 1 whisky cellar", "produce 2 whisky cellar"),
    }
    table.when.play("produce 1 whisky cellar").advance("processing")
    table.then.expect("red", whisky=0, clan_state=[1, 0])
    left = producing(grain=2).when.play("produce 1 whisky").advance("processing")
    left.then.expect("red", whisky=1, clan_state=[])


@rule("CLAN-MACKENZIE-06")
def test_whisky_from_before_may_not() -> None:
    table = producing(grain=1, whisky=3)
    table.then.refuses("produce 1 bread", "PROD-06")
    for clan in ({"cellar": True}, {"cellar": True, "butter": 0}):
        move = engine.decode_move({"type": "produce", "clan": clan})
        with pytest.raises(engine.IllegalMove) as refusal:
            engine.play(table.state, RED, move)
        assert (refusal.value.rule, refusal.value.code) == (
            "CLAN-MACKENZIE-06",
            "no_whisky_made",
        )


@rule("PROD-10")
def test_other_clans_have_no_cellar_and_this_one_no_butter() -> None:
    other = (
        scenario(clans="stewart").put("red", "distillery G3").give("red", grain=1).when.all_pass()
    )
    other.when.advance("production").then.refuses("produce 1 whisky cellar", "PROD-10")
    producing(grain=1, milk=2).then.refuses("produce 1 whisky 1 butter", "PROD-10")
    butter = scenario(clans="cunningham").put("red", "distillery G3").give("red", grain=1, milk=1)
    butter.when.all_pass().advance("production").then.refuses("produce 1 whisky cellar", "PROD-10")


@rule("PROD-11", "CLAN-MACKENZIE-05")
def test_nobody_is_asked_about_an_empty_still() -> None:
    producing(0, 1, whisky=4).then.expect("red", whisky=5).when.advance("scoring")
    mackenzie(1, 0, grain=5).when.all_pass().advance("production", "scoring")


@rule("UNDO-05", "CLAN-MACKENZIE-05")
def test_the_answer_may_be_changed_until_the_last_one_is_in() -> None:
    table = producing(grain=2)
    table.state.decisions.append(type(table.decision())(table.state.version, 1))  # type: ignore[arg-type]
    table.when.play_as("red", "produce 2 whisky cellar").then.expect("red", grain=2, whisky=0)
    table.when.play_as("red", "produce 1 whisky").play_as("red", "produce 2 whisky")
    table.when.play_as("blue", "produce nothing").advance("processing")
    table.then.expect("red", whisky=2, money=6, clan_state=[])
    changed = producing(grain=2)
    changed.state.decisions.append(type(changed.decision())(changed.state.version, 1))  # type: ignore[arg-type]
    changed.when.play_as("red", "produce nothing").play_as("red", "produce 1 whisky cellar")
    changed.when.play_as("blue", "produce nothing").advance("processing")
    changed.then.expect("red", whisky=0, money=3, clan_state=[1, 0])


# --- ageing --------------------------------------------------------------------------------------


@rule("CLAN-MACKENZIE-04", "PROD-02", "DIFF-21", "STATE-50")
@in_one_test(
    ("before", "after", "out"),
    [([1, 0], [0, 1], 0), ([0, 1], [0, 0], 1), ([1, 1], [0, 1], 1), ([0, 0], [0, 0], 0)],
)
def test_barrels_move_right_and_out_before_anything_is_made(
    before: list[int], after: list[int], out: int
) -> None:
    table = producing(*before, grain=1)
    table.then.expect("red", clan_state=after, whisky=out, money=15 * out)
    table.when.play("produce 1 whisky cellar").advance("processing")
    table.then.expect("red", clan_state=[1, after[1]], whisky=out, money=15 * out + 3)


@rule("CLAN-MACKENZIE-04")
def test_ageing_is_compulsory_and_asks_nobody() -> None:
    table = (
        idle(1, 1).when.all_pass().given.give("red", money=0).when.advance("production", "scoring")
    )
    table.then.expect("red", clan_state=[0, 1], whisky=1, money=15)


@rule("CLAN-MACKENZIE-03", "CLAN-MACKENZIE-04", "DATA-15")
@in_one_test(("payouts", "gains"), [((7, 15), [0, 15]), ((0, 7, 15), [0, 0, 15]), ((9,), [9])])
def test_cellars_of_other_sizes(payouts: tuple[int, ...], gains: list[int]) -> None:
    table = stills().given.values(cellar=payouts)
    next_production(table, "produce 1 whisky cellar").then.expect("red", money=3, whisky=0)
    money = 3
    for step, gain in enumerate(gains, 1):
        table.then.expect("red", clan_state=[int(n == step - 1) for n in range(len(payouts))])
        money += gain
        next_production(table).then.expect("red", money=money)
    table.then.expect("red", clan_state=[0] * len(payouts), whisky=1)


@rule("TC-25", "CLAN-MACKENZIE-04", "CLAN-MACKENZIE-07", "CLAN-MACKENZIE-08")
def test_a_barrel_pays_7_in_the_next_round_and_15_at_the_production_after_that() -> None:
    table = next_production(stills(), "produce 1 whisky cellar")
    assert (table.state.round, table.state.phase) == (2, "action")
    early = at(engine.copy(table.state))
    early.when.play("withdraw 0").then.expect("red", money=3 + 7, whisky=1, clan_state=[0, 0])
    next_production(table).then.expect("red", money=3, whisky=0, clan_state=[0, 1])
    assert table.state.round == 3
    late = at(engine.copy(table.state))
    late.when.play("withdraw 1").then.expect("red", money=3 + 15, whisky=1)
    next_production(table).then.expect("red", money=3 + 15, whisky=1, clan_state=[0, 0])


# --- showing and scoring -------------------------------------------------------------------------


@rule("CLAN-MACKENZIE-03", "DEF-47")
def test_everybody_sees_the_cellar() -> None:
    for barrels, shown in (((), [0, 0]), ((1, 0), [1, 0]), ((1, 1), [1, 1])):
        players = engine.view(mackenzie(*barrels).state, None).players
        assert [player.clan_state for player in players] == [{"cellar": shown}, {}, {}]


@rule("TC-26", "SCORE-2", "CLAN-MACKENZIE-09")
def test_the_cellar_counts_for_tile_2() -> None:
    table = mackenzie(1, 0, bread=2, whisky=1, cheese=1).given.scoring_tile(2)
    assert SCORING[2].value(table.state, RED) == 6
    assert SCORING[2].value(mackenzie(1, 1, bread=2).state, RED) == 6
    assert SCORING[2].value(mackenzie(0, 1).state, RED) == 0
    table = producing(1, 0, grain=1, distilleries=1).given.scoring_tile(2)
    table.when.play("produce 1 whisky cellar").advance("processing", "scoring").then.expect(
        "red", glory=3
    )
    table.then.expect("red", whisky=0, clan_state=[1, 1])


@rule("CLAN-MACKENZIE-10", "FINAL-02", "FINAL-06", "STATE-52")
@in_one_test(("barrels", "paid"), [([0, 1], 15), ([1, 0], 0), ([1, 1], 15), ([0, 0], 0)])
def test_every_barrel_comes_out_before_final_scoring(barrels: list[int], paid: int) -> None:
    table = (
        mackenzie(*barrels, whisky=1).given.round(5).when.go_to("final").advance("final_scoring")
    )
    out = sum(barrels)
    table.then.expect("red", whisky=1 + out, money=paid, clan_state=[0, 0])
    sheet = table.state.scores[RED]
    assert (sheet.processed_goods, sheet.money) == (2 * (1 + out), paid // 10)
    assert sheet.leftover_money == paid % 10


@rule("CLAN-MACKENZIE-10", "TC-25", "FINAL-02", "CLAN-MACKENZIE-08")
def test_a_barrel_of_the_last_production_pays_nothing_and_is_scored() -> None:
    table = stills(1, 0, round_=5).when.all_pass().given.give("red", money=0).scoring_tile(2)
    table.when.advance("production").play("produce 1 whisky cellar").advance("processing")
    table.then.expect("red", clan_state=[1, 1], money=3, whisky=0)
    table.when.advance("scoring").then.expect("red", glory=3, clan_state=[1, 1], money=3)
    table.when.advance("final_scoring").then.expect("red", money=18, whisky=2, clan_state=[0, 0])
    assert table.state.scores[RED].processed_goods == 4
    assert table.state.scores[RED].money == 1
    assert engine.view(table.state, None).players[RED].clan_state == {"cellar": [0, 0]}


@rule("CLAN-MACKENZIE-08", "CLAN-MACKENZIE-10")
def test_a_trial_of_the_end_pays_what_has_aged_by_then() -> None:
    def now(table: Part) -> tuple[int, int]:
        sheet = score_now(table.state)[RED]
        return sheet.processed_goods, 10 * sheet.money + sheet.leftover_money

    assert now(mackenzie(1, 1)) == (4, 22)
    made = producing(grain=1).when.play("produce 1 whisky cellar").advance("processing")
    made.then.expect("red", money=3)
    assert now(made) == (2, 3)
    made.when.advance()
    assert made.state.phase == "action"
    assert now(made.given.give("red", money=0)) == (2, 7)
    made.then.expect("red", clan_state=[1, 0])
    made.when.all_pass().given.give("red", money=0)
    assert (made.state.phase, now(made)) == ("production", (2, 7))
