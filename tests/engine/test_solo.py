"""The solo game: its table, its map and its course. (SOLO)"""

import msgspec
import pytest

from games import engine
from games.engine import effects as fx
from games.engine.decisions import DeploymentBonusesDecision
from games.engine.geometry.board import BIT, hexes_in
from games.engine.recorder import Recorder
from games.engine.rules.setup import placement_order
from games.engine.terms import Hex
from simulation.random_play import seed_of, steps
from tests.rules import rule
from tests.scenario import drafted, drafting, scenario

pytestmark = pytest.mark.engine

CHEAP = ("B2", "B8", "D4", "D5", "G3", "G7", "J3", "J5")
"""The land of £1 that is active with one player on the sides A1 to D1, read off their files."""


def new_game(name: str = "solo", **switches: object) -> engine.State:
    state, _ = engine.new_game(
        engine.Options(players=1, **switches), seed_of(name), engine.packs.builtin()
    )
    return state


@rule("SOLO-01", "DEF-06", "CLAN-ROBERTSON-01")
def test_the_values_and_the_map_for_two_hold() -> None:
    alone, two = (scenario(players=n, clans="robertson") for n in (1, 2))
    assert alone.state.small
    assert alone.state.board is two.state.board
    assert engine.view(alone.state, None).map.small
    alone.then.refuses("expand sheep A2", "EXPAND-12", "not_on_the_map")
    content = alone.state.content
    assert content.market(1) == content.small_market
    # On a delta Robertson saves £2, not £3.
    alone.given.put("red", "sheep G4").put("red", "sheep H2")
    alone.when.play("expand sheep H3").then.expect("red", money=100 - (8 + 2 - 2))


@rule("SOLO-01", "CLAN-FERGUSSON-01", "CLAN-MACDONALD-09")
@pytest.mark.parametrize(("clan", "level"), [("fergusson", 2), ("macdonald", 1)])
def test_clans_start_as_with_two(clan: str, level: int) -> None:
    assert drafted(clan).state.players[0].shipping == level


@rule("SOLO-02")
def test_neutral_pieces_lie_on_all_active_land_of_one_pound() -> None:
    state = scenario(players=1).state
    assert tuple(blocker.hex for blocker in state.blockers) == CHEAP
    assert {blocker.kind for blocker in state.blockers} == {"neutral"}
    for name in range(8):
        state = new_game(f"solo/{name}")
        spaces, blocked = state.board.spaces, {blocker.hex for blocker in state.blockers}
        cheap = {h for h, s in spaces.items() if s.cost == 1 and not s.mist and not s.is_loch}
        assert blocked == cheap
    misted = [h for h, s in state.board.spaces.items() if s.mist and s.cost == 1]
    assert not blocked & set(misted)
    assert not engine.new_game(engine.Options(players=2), seed_of("two"), engine.packs.builtin())[
        0
    ].blockers


@rule("SOLO-02", "EXPAND-12", "DEF-12")
def test_nothing_is_placed_where_a_neutral_piece_lies() -> None:
    table = scenario(players=1).put("red", "sheep H3")
    table.then.refuses("expand sheep G3", "EXPAND-12", "blocked")
    assert not any(line.endswith(CHEAP) for line in table.legal("expand"))
    table = drafted("campbell")
    table.then.refuses("place woodcutter D4", "EXPAND-12", "blocked")
    assert not any(line.endswith(CHEAP) for line in table.legal())
    assert table.legal()


@pytest.mark.uncounted
@rule("SOLO-02", "SOLO-04")
def test_neutral_pieces_stay_for_the_whole_game_and_nobody_sells() -> None:
    for game in range(3):
        laid = list(new_game(f"solo/whole/{game}").blockers)
        for state, event in steps(1, f"solo/whole/{game}"):
            assert state.blockers == laid
            assert event.kind != "neighbourhood_buy"
            windows = [d for d in state.decisions if isinstance(d, DeploymentBonusesDecision)]
            assert not any(window.goods for window in windows)


@rule("SOLO-03", "NBR-04")
def test_neutral_pieces_are_nobodys_and_no_obstacle_to_reach() -> None:
    table = scenario(players=1).put("red", "sheep H3", "sheep F3").merchants("red", stock=5)
    state, free = table.state, scenario(players=2).put("red", "sheep H3", "sheep F3").state
    neutral = BIT[Hex("G3")]
    assert state.board.neighbours[Hex("H3")] & neutral
    assert state.position.reach(table.deciding()) == free.position.reach(table.deciding())
    assert state.position.reach(table.deciding()) & neutral
    # The piece between the two sheep does not make one settlement of them.
    assert len(state.board.settlements(state.position.own[0])) == 2
    assert not any(neutral & mask for mask in state.position.own)
    table.when.play(table.legal("expand")[0]).then.expect_decision("end_turn")


@rule("SOLO-04", "NBR-15")
def test_own_units_open_no_purchase() -> None:
    table = scenario(players=1).put("red", "distillery H3", "bakery F3", "sheep I3")
    table.given.merchants("red", stock=5)
    for line in table.legal("expand"):
        state = engine.copy(table.state)
        engine.play(state, table.deciding(), engine.parse(line))
        assert engine.decision_view(state, state.open_decisions()[0]).kind == "end_turn", line


@rule("SOLO-05", "SETUP-07", "SETUP-08", "DATA-09")
def test_five_contracts_lie_open_and_the_last_slot_is_empty() -> None:
    state = new_game()
    assert [bool(contract) for contract in state.slots] == [True] * 5 + [False]
    assert state.pile == 50 - 5
    shown = engine.view(state, None).export_board
    assert len(shown.slots) == 6
    assert shown.slots[5] is None


@rule("SOLO-05", "PREP-04")
def test_five_contracts_lie_open_in_every_action_phase() -> None:
    rounds = []
    for state, event in steps(1, "solo/five"):
        if any(isinstance(effect, fx.RoundBegan) for effect in event.effects):
            rounds.append(sum(map(bool, state.slots)))
            assert len(state.slots) == 6
    assert rounds == [5] * 5


@rule("SOLO-06", "SETUP-12", "SETUP-13", "SETUP-14")
def test_two_pairs_are_on_offer() -> None:
    table = drafting(players=1, seed="solo/draft")
    assert len(table.state.draft) == 2
    assert table.legal() == ["choose 0", "choose 1"]
    clan = table.state.draft[1].clan
    table.when.play("choose 1").then.expect("red", clan=clan).expect_decision("place_worker", "red")
    assert table.state.draft == []


@rule("SOLO-07", "PASS-08", "DATA-11", "DIFF-07")
def test_every_pass_brings_sixteen_pounds() -> None:
    table = scenario(players=1)
    for round_ in range(1, 6):
        assert table.state.round == round_
        before = table.state.players[0].money
        table.when.play("pass").then.expect("red", money=before + 16)
        table.when.advance()
    assert table.state.over


@rule("SOLO-08", "OPT-06", "DIFF-23", "DOUBT-01")
@pytest.mark.parametrize(("switches", "coins"), [({}, 1), ({"import_coin": False}, 0)])
def test_the_pound_of_the_import_track(switches: dict[str, bool], coins: int) -> None:
    table = scenario(players=1, money=0, **switches).imports(tobacco=4)
    table.given.with_contract(
        1, tobacco=2, money=0, wool=1, bread=0, cheese=0, whisky=0, beef=0, mutton=0
    )
    table.given.box("red", 1).give("red", wool=1).when.play("fulfil 1").then.expect(
        "red", money=coins
    )
    assert table.state.imports[1] == 6


@rule("SOLO-26", "SETUP-17", "SETUP-18", "CLAN-FERGUSSON-02")
def test_fergusson_places_three_workers_in_succession() -> None:
    table = drafted("fergusson")
    border = table.state.board.border
    for _ in range(3):
        table.then.expect_decision("place_worker", "red")
        spaces = [line[-2:] for line in table.legal()]
        assert all(BIT[Hex(space)] & border for space in spaces)
        table.when.play(table.legal()[0])
    table.then.expect_decision("main_action", "red")
    assert len(table.pieces("red")) == 3


@rule("SOLO-26", "SETUP-17")
def test_others_place_two_workers() -> None:
    table = drafted("campbell")
    assert placement_order(Recorder(table.state)) == [0, 0]
    table.when.play(table.legal()[0]).play(table.legal()[0]).then.expect_decision(
        "main_action", "red"
    )


@rule("UNDO-01", "UNDO-02", "STATE-12")
def test_the_next_turn_is_the_same_players_and_undo_stays_inside_each() -> None:
    table = scenario(players=1).put("red", "sheep H3")
    table.when.play("hire", "end").then.expect_decision("main_action", "red")
    assert engine.undo_to(table.state) is None
    table.when.play("hire")
    assert engine.undo_to(table.state) == table.state.version - 1


@rule("DEF-06", "PORT-G12", "SOLO-01")
def test_ports_lie_as_with_two() -> None:
    alone, two = (scenario(players=n).state for n in (1, 2))
    assert [port.hex for port in alone.ports] == [port.hex for port in two.ports]
    assert all(hex_ in set(hexes_in(alone.board.active)) for hex_ in [p.hex for p in alone.ports])


def test_a_pack_that_does_not_number_the_slots_is_refused() -> None:
    without = msgspec.structs.replace(engine.packs.builtin().content, solo_slots=())
    with pytest.raises(engine.InvalidOptions) as refused:
        engine.decode_options({"players": 1}, without)
    assert refused.value.option == "players"
    assert engine.decode_options({"players": 2}, without).players == 2
