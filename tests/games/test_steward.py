"""The steward on small positions where the right move is plain, and over whole games."""

from typing import get_args

import pytest

from games import bots, engine
from games.bots.steward import exports, outlook, weights
from games.bots.steward.choosing import judge
from games.bots.steward.glory import counted
from games.bots.steward.income import supply, unit_worth
from games.bots.steward.ranking import expected_points
from games.bots.steward.shortlist import SpaceLooks, exchange_gain, shortlist
from games.bots.steward.worth import worth
from games.engine.decisions import (
    BuildingBonusDecision,
    DeploymentBonusesDecision,
    ExportBonusesDecision,
    Gift,
    ProduceDecision,
)
from games.engine.randomness import Stream
from games.engine.terms import ContractId
from simulation.invariants import broken
from simulation.playing import play
from simulation.random_play import seed_of, steps
from tests.marks import in_one_test
from tests.scenario import RED, Part, drafting, scenario

pytestmark = pytest.mark.engine

SEED = seed_of("steward")


def chosen(table: Part) -> str:
    """What the steward plays now, as it is written."""
    return bots.choose("steward", table.state, table.deciding(), SEED).notation()


def settled(*, money: int, round_: int = 3) -> Part:
    """A red player with two workers, no merchant, and a scoring tile that counts no goods."""
    table = scenario(money=0).round(round_).put("red", "woodcutter A2", "woodcutter B4")
    table.given.scoring_tile(3)
    table.given.give("red", money=money).merchants("red", stock=0, track=0)
    table.state.slots = [ContractId(0)] * len(table.state.slots)
    return table


def test_it_fulfils_a_contract_for_which_everything_is_there() -> None:
    table = settled(money=0).given.box("red", 48).give("red", wool=1, bread=1, cheese=1)
    assert chosen(table) == "fulfil 48"


def test_it_buys_the_last_good_that_a_contract_lacks() -> None:
    table = settled(money=14, round_=5).given.box("red", 48).give("red", wool=1, bread=1)
    table.given.merchants("red", stock=1, track=0)
    assert chosen(table) == "buy 1 cheese"


def test_it_keeps_the_goods_of_its_contract() -> None:
    """It sells what it does not need, though the others bring more."""
    table = settled(money=0).given.box("red", 48).give("red", bread=1, cheese=1, milk=1)
    table.given.merchants("red", stock=1, track=0).price("milk", 8)
    assert chosen(table) == "sell 1 milk"


def test_it_buys_nothing_at_the_top_price_for_nothing() -> None:
    table = settled(money=16).given.merchants("red", stock=1, track=0)
    for good, top in (("wool", 8), ("bread", 15), ("cheese", 15), ("whisky", 16)):
        table.given.price(good, top)
    assert not chosen(table).startswith("buy")


def test_it_takes_the_contract_that_gives_more_for_the_same() -> None:
    """Contract 36 asks for an animal and more and gives nothing that 23 does not outweigh."""
    table = settled(money=0, round_=1).given.on_board(36, 23).give("red", bread=1, whisky=1)
    assert chosen(table) == "take 23"


def test_it_leaves_a_contract_that_it_can_never_fulfil() -> None:
    table = settled(money=20, round_=5).given.on_board(10)
    table.given.merchants("red", stock=0, track=0)
    assert not chosen(table).startswith("take")


def test_it_passes_when_it_has_nothing() -> None:
    assert chosen(settled(money=0)) == "pass"


def test_it_uses_a_port_that_gives_money_and_uses_it_once() -> None:
    table = settled(money=0).given.port("A1", 5)
    assert chosen(table) == "port 5"
    assert chosen(table.when.play("port 5")) != "port 5"


def test_it_ends_its_turn_when_nothing_is_left_to_do() -> None:
    table = settled(money=4).when.play("shipping")
    assert [move.type_name() for move in engine.legal_moves(table.state, RED)] == ["end_turn"]
    assert chosen(table) == "end"


def test_it_spends_its_money_in_the_last_round() -> None:
    """Ten pounds would be one point; a processed good is two."""
    table = settled(money=24, round_=5).given.merchants("red", stock=2, track=0)
    assert chosen(table).startswith(("buy 2", "expand"))


def test_it_pays_dearly_for_points_rather_than_keep_money_to_the_end() -> None:
    table = settled(money=28, round_=5).given.merchants("red", stock=2, track=0).scoring_tile(7)
    for good, price in (("wool", 8), ("milk", 8), ("grain", 8), ("bread", 15), ("cheese", 14)):
        table.given.price(good, price)
    assert chosen(table.given.price("whisky", 16)) == "buy 2 cheese"


def test_it_keeps_goods_that_the_scoring_tile_counts() -> None:
    table = settled(money=0).given.give("red", bread=2).merchants("red", stock=2, track=0)
    assert chosen(table.given.price("bread", 13)) == "sell 2 bread"
    assert chosen(table.given.scoring_tile(2)) == "pass"


def producing(*units: str, **goods: int) -> Part:
    """Red has to answer in production, with these units and goods."""
    table = settled(money=0).given.put("red", *units).give("red", **goods)
    table.state.phase = "production"
    table.state.decisions = [ProduceDecision(table.state.version, RED)]
    return table


def test_it_processes_all_it_can() -> None:
    table = producing("bakery B2", "distillery C1", "cheese_dairy C2", grain=2, milk=1)
    assert chosen(table) == "produce 1 cheese 1 bread 1 whisky"


def test_it_makes_what_its_contract_needs_first() -> None:
    """Whisky is dearer, but the contract asks for bread."""
    table = producing("bakery B2", "distillery C1", grain=1)
    assert chosen(table) == "produce 1 whisky"
    table.given.box("red", 8).give("red", bread=3)
    assert chosen(table) == "produce 1 bread"


def test_it_slaughters_the_animal_that_it_needs_least() -> None:
    """The sheep apart links nothing; both make the same wool."""
    table = settled(money=0, round_=5).given.box("red", 14).give("red", wool=1, cheese=1)
    table.given.scoring_tile(9).put("red", "sheep B2", "sheep E3")
    assert table.state.board.cost[engine.Hex("E3")] >= 5
    assert chosen(table) == "fulfil 14 slaughter sheep B2"


def test_it_draws_contracts_though_it_cannot_see_them() -> None:
    table = settled(money=0)
    table.state.decisions.append(BuildingBonusDecision(table.state.version, RED))
    assert chosen(table) == "draw"


def test_it_buys_of_its_neighbours_what_its_contract_lacks() -> None:
    table = settled(money=20).given.box("red", 48).give("red", wool=1, cheese=1)
    table.given.merchants("red", stock=1, track=0)
    window = DeploymentBonusesDecision(table.state.version, RED, ["milk", "bread"])
    table.state.decisions.append(window)
    assert chosen(table) == "neighbourhood 1 bread"


def test_it_takes_a_bonus_and_does_not_leave_it() -> None:
    table = settled(money=0)
    bonuses = ExportBonusesDecision(table.state.version, RED, ["free_space", "bonus_upgrade"])
    table.state.decisions.append(bonuses)
    assert chosen(table).startswith("bonus ")


def test_a_barrel_is_worth_as_much_as_it_will_pay() -> None:
    """It puts a whisky into its cellar, and takes the one out that has come to the end."""
    table = producing("distillery C1", grain=1)
    table.state.players[RED].clan = "mackenzie"
    assert chosen(table) == "produce 1 whisky cellar"
    late = settled(money=0)
    late.state.players[RED].clan = "mackenzie"
    assert chosen(late.given.cellar("red", 0, 1)) == "withdraw 1"
    early = settled(money=0)
    early.state.players[RED].clan = "mackenzie"
    assert chosen(early.given.cellar("red", 1, 0)) == "pass"


def test_of_two_pairs_it_takes_the_better_one(monkeypatch: pytest.MonkeyPatch) -> None:
    table = drafting(players=2, seed="draft")
    for pair in table.state.draft:
        pair.start_tile = 1
    better = table.state.draft[2].clan
    monkeypatch.setattr(weights, "CLANS", {better: 9.0})
    assert chosen(table) == "choose 2"


# --- its judgement -------------------------------------------------------------------------------


def test_a_longer_lead_is_worth_more_and_a_tie_something_between() -> None:
    table = (12, 6)
    points = [expected_points(mine, [2, 2, 2], table, 1.0) for mine in range(8)]
    assert points == sorted(points)
    assert points[0] < 1.5
    assert points[-1] > 11
    assert points[2] == pytest.approx(3.0)
    assert expected_points(1, [], table, 1.0) == 0


def box_worth(table: Part) -> float:
    player, out = table.state.players[RED], outlook.outlook(table.state, RED)
    return exports.boxes_worth(exports.Means(out, table.state, player, supply(table.state, player)))


def test_a_contract_is_worth_more_the_less_is_lacking() -> None:
    worths = []
    for goods in ({}, {"wool": 1}, {"wool": 1, "bread": 1}, {"wool": 1, "bread": 1, "cheese": 1}):
        table = settled(money=60).given.box("red", 48).merchants("red", stock=3, track=0)
        worths.append(box_worth(table.given.give("red", **goods)))
    assert worths == sorted(worths)
    assert worths[0] > 0


def test_a_contract_that_cannot_be_fulfilled_any_more_is_a_burden() -> None:
    assert box_worth(settled(money=60, round_=5).given.box("red", 10)) == weights.BURDEN


def test_what_is_there_is_not_counted_for_two_contracts() -> None:
    """Contracts 48 and 44 both want a wool and a bread; there is one of each."""
    apart = []
    for contract in (48, 44):
        table = settled(money=0).given.give("red", wool=1, bread=1, cheese=1, whisky=1)
        apart.append(box_worth(table.given.box("red", contract)))
    table = settled(money=0).given.give("red", wool=1, bread=1, cheese=1, whisky=1).box("red", 48)
    table.state.players[RED].boxes.append([ContractId(44)])
    assert box_worth(table) < sum(apart) - 3


def test_each_good_that_has_to_be_bought_makes_a_contract_less_sure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = settled(money=60).given.box("red", 48).merchants("red", stock=3, track=0)
    doubtful = box_worth(table)
    monkeypatch.setattr(weights, "DOUBT", 1.0)
    assert box_worth(table) > doubtful + 1


def test_what_waits_for_an_answer_is_worth_something() -> None:
    table = settled(money=0)
    out = outlook.outlook(table.state, RED)
    before = worth(table.state, out)
    bonuses = ExportBonusesDecision(table.state.version, RED, ["free_space", "bonus_upgrade"])
    table.state.decisions.append(bonuses)
    assert worth(table.state, out) == pytest.approx(before + weights.FREE_SPACE + weights.UPGRADE)


def test_in_the_last_round_a_good_is_worth_at_least_its_points() -> None:
    assert outlook.goods_worth([3.0] * 6, 5) == [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]
    assert outlook.goods_worth([30.0] * 6, 6) == [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]
    assert outlook.goods_worth([3.0] * 6, 1)[0] > outlook.goods_worth([3.0] * 6, 4)[0]


def test_of_many_spaces_only_the_best_looking_ones_are_tried() -> None:
    table = scenario(money=90).put("red", "woodcutter A2", "miner D3", "miner G2")
    table.given.shipping("red", 5)
    moves = engine.legal_moves(table.state, RED)
    kept = shortlist(outlook.outlook(table.state, RED), table.state, moves)
    sheep = [
        [move for move in listed if move.notation().startswith("expand sheep")]
        for listed in (moves, kept)
    ]
    assert len(sheep[0]) > len(sheep[1]) == weights.SPACES
    assert {move.type_name() for move in kept} == {move.type_name() for move in moves}


def test_it_moves_a_price_its_own_way() -> None:
    table = settled(money=15, round_=5).given.box("red", 48).give("red", wool=1, bread=1)
    table.given.port("A1", 6)
    table.given.merchants("red", stock=1, track=0).price("cheese", 14)
    moves = engine.legal_moves(table.state, RED)
    kept = shortlist(outlook.outlook(table.state, RED), table.state, moves)
    lines = {move.notation() for move in moves} - {move.notation() for move in kept}
    assert "buy 1 cheese with 6 up" in lines
    assert not any(" down" in line for line in lines if line.startswith("buy"))
    assert chosen(table) == "buy 1 cheese with 6 down"


@in_one_test(
    ("tile", "put", "space"),
    [
        (14, "", "E4"),  # beside the central loch
        (15, "", "E3"),  # no loch is adjacent
        (10, "sheep B2", "B3"),  # makes a pair
        (17, "cow C2", "B2"),  # across a river from another cow
    ],
)
def test_a_first_look_prefers_spaces_that_a_tile_counts(tile: int, put: str, space: str) -> None:
    table = settled(money=50).given.scoring_tile(tile)
    if put:
        table.put("red", put)
    hex_ = engine.Hex(space)
    looks = []
    for number in (tile, 3):
        table.given.scoring_tile(number)
        out = outlook.outlook(table.state, RED)
        looks.append(SpaceLooks(out, table.state).of("cow", hex_))
    assert looks[0] > looks[1]


def test_kinds_of_goods_that_the_round_makes_count_for_the_tile_that_asks_for_them() -> None:
    table = settled(money=0).given.scoring_tile(12).give("red", wool=2)
    out = outlook.outlook(table.state, RED)
    made = supply(table.state, table.state.players[RED])
    (coming,) = [one for one in out.tiles if one.next]
    assert counted(coming, out, table.state, made) == 1
    table.given.put("red", "cow B2", "sheep B3")
    made = supply(table.state, table.state.players[RED])
    assert counted(coming, out, table.state, made) == 2


def test_all_that_a_decision_may_give_has_a_worth() -> None:
    """Contracts are looked at one by one."""
    gifts = {gift for kinds in get_args(Gift) for gift in get_args(kinds)}
    assert gifts == {"contracts", *weights.GIFTS}


def test_trying_a_move_changes_nothing() -> None:
    table = settled(money=30)
    before = engine.dump(table.state)
    out = outlook.outlook(table.state, RED)
    for move in engine.legal_moves(table.state, RED):
        judge(out, table.state, move)
    assert engine.dump(table.state) == before


# --- whole games ---------------------------------------------------------------------------------


def stewards(name: str) -> list[str]:
    """The moves of a game of stewards; every one is legal and every state sound."""
    moves = []

    def choose(state: engine.State, seat: engine.Seat) -> engine.Move:
        move = bots.choose("steward", state, seat, seed_of(name))
        moves.append(move.notation())
        return move

    state = engine.State()
    for state, _ in steps(4, name, choose):
        assert not broken(state)
    return [*moves, *(str(sheet.total) for sheet in state.scores)]


@pytest.mark.long
@pytest.mark.uncounted
def test_the_same_game_is_played_the_same_way_and_well() -> None:
    """Seventy points on average is the least that is asked of it."""
    first = stewards("steward a")
    assert stewards("steward a") == first
    assert sum(map(int, first[-4:])) / 4 >= 70


@pytest.mark.long
@pytest.mark.uncounted
def test_it_beats_players_by_chance() -> None:
    won = 0.0
    for number in range(4):
        kinds = ["steward" if seat == number else "random" for seat in range(4)]
        game, _ = play(kinds, f"against chance {number}")
        won += game.win(number)
    assert won >= 3


def test_chance_plays_no_part() -> None:
    table = settled(money=30)
    moves = {
        bots.steward(engine.copy(table.state), RED, Stream(seed_of(name), "x")).notation()
        for name in "abc"
    }
    assert len(moves) == 1


def test_units_earn_what_the_clan_pays_its_workers() -> None:
    table = scenario(clans="macdonald", money=30)
    out = outlook.outlook(table.state, RED)
    rounds = sum(coming.money for coming in out.productions)
    assert unit_worth(out, table.state, "worker") == pytest.approx(4 * rounds) != 0
    swap = exchange_gain(out, table.state, [("worker", "bakery")])
    assert swap == pytest.approx(unit_worth(out, table.state, "bakery") - 4 * rounds)
