"""Variants that change what lies on the table. (VAR-NOSCORE, VAR-TIGHT ..)"""

from collections import Counter
from typing import Any

import pytest

from games import engine
from games.engine import effects as fx
from games.engine.clans import all_clans
from games.engine.geometry.board import BIT, module_of
from games.engine.rules.final import score_now
from games.engine.rules.setup import draw_clans
from games.engine.terms import GOODS, PRICE_DIE, Hex
from simulation.random_play import at_random, seed_of
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import Part, at, scenario

pytestmark = pytest.mark.engine

PACK = engine.packs.builtin()
CONTENT = PACK.content


def opened(seed: str = "variants", **options: Any) -> tuple[engine.State, engine.Event]:
    return engine.new_game(engine.decode_options(options, CONTENT), seed_of(seed), PACK)


def drafted(seed: str = "variants", **options: Any) -> Part:
    """A game whose draft is over, everybody having taken the first pair that is left."""
    state, _ = opened(seed, **options)
    table = at(state)
    while state.phase == "draft":
        table.when.play(table.legal("choose_clan")[0])
    return table


# --- without tiles -------------------------------------------------------------------------------


@rule("VAR-NOSCORE-01", "VAR-LESS-01", "DATA-08")
def test_without_scoring_tiles_the_scoring_phase_is_empty_and_contracts_cost_as_ever() -> None:
    state, event = opened(players=2, scoring_tiles=False)
    assert state.scoring_tiles == []
    assert not any(isinstance(effect, fx.ScoringTilesDealt) for effect in event.effects)
    table = scenario(players=2, scoring_tiles=False).put("red", "woodcutter B4", "sheep B2")
    table.when.all_pass().advance("production", "scoring")
    assert table.events[-1].effects == [fx.PhaseBegan("preparation")]
    assert [player.glory for player in table.state.players] == [0, 0]
    table.when.advance("preparation")
    costs = [CONTENT.contract_cost(number) for number in range(1, 6)]
    shown = []
    for number in range(1, 6):
        table.given.round(number)
        shown.append(engine.view(table.state, None).export_board.cost)
    assert shown == costs == [-5, 0, 5, 10, 15]


@pytest.mark.uncounted
@rule("VAR-NOSCORE-01", "STATE-01")
def test_a_game_without_scoring_tiles_comes_to_its_end() -> None:
    state, _ = opened(players=2, scoring_tiles=False)
    choose = at_random("no tiles")
    while not state.over:
        if engine.advance(state) is None:
            seat = state.open_decisions()[0].seat
            engine.play(state, seat, choose(state, seat))
    assert [player.glory for player in state.players] == [sheet.glory for sheet in state.scores]


@rule("VAR-NOPORT-01", "SETUP-03")
def test_without_ports_no_tile_lies_on_the_map_and_none_can_be_used() -> None:
    state, event = opened(players=4, ports=False)
    assert state.ports == []
    assert not any(isinstance(effect, fx.PortPlaced) for effect in event.effects)
    table = scenario(players=3, ports=False).put("red", "woodcutter A2")
    assert table.legal("use_port") == []
    table.then.refuses("port 5", "VAR-NOPORT-01", "no_ports")
    assert "use_port" not in engine.view(table.state, None).decisions[0].moves
    table.when.play("hire")
    assert engine.view(table.state, None).decisions[0].moves == ["end_turn"]
    assert "use_port" in engine.view(scenario(players=3).state, None).decisions[0].moves


@rule("VAR-NOPORT-01")
def test_the_place_of_a_port_is_then_the_loch_that_is_printed_there() -> None:
    table = scenario(players=3, clans="macdonald", ports=False).put("red", "worker A2")
    corner = Hex("A1")
    assert table.state.board.loch & BIT[corner]
    table.when.play("expand worker A1")
    assert any(piece.hex == corner for piece in table.pieces("red"))


# --- a tighter map -------------------------------------------------------------------------------


@rule("VAR-TIGHT-01", "VAR-TIGHT-03", "DIFF-27")
@pytest.mark.parametrize("players", [2, 3])
def test_a_tighter_map_covers_an_active_land_space_of_each_module(players: int) -> None:
    seen = set()
    for number in range(20):
        state, event = opened(f"tight/{number}", players=players, tight_map=True)
        covered = [blocker.hex for blocker in state.blockers]
        assert {blocker.kind for blocker in state.blockers} == {"cover"}
        assert [module_of(hex_) for hex_ in covered] == ["A", "B", "C", "D"]
        assert all(state.board.land & BIT[hex_] for hex_ in covered)
        seen.update(covered)
        kinds = [type(effect) for effect in event.effects]
        assert kinds.index(fx.SpacesBlocked) > max(
            place for place, kind in enumerate(kinds) if kind is fx.PortPlaced
        )
        shown = engine.view(state, None).pieces
        assert [(piece.kind, piece.hex) for piece in shown] == [("cover", h) for h in covered]
    assert len(seen) > 30


@rule("VAR-TIGHT-01", "UNDO-07")
def test_covering_spaces_shifts_no_other_draw() -> None:
    covered, _ = opened(players=3, tight_map=True)
    usual, _ = opened(players=3)
    assert (covered.modules, covered.scoring_tiles) == (usual.modules, usual.scoring_tiles)
    assert (covered.slots, covered.draft) == (usual.slots, usual.draft)
    assert [port.tile for port in covered.ports] == [port.tile for port in usual.ports]


TIGHT = {"tight_map": True, "covered": ["A2", "G3", "M4", "A8"]}


@rule("VAR-TIGHT-02", "EXPAND-12")
def test_nothing_is_ever_placed_on_a_covered_space() -> None:
    sides = ["A1", "B1", "C1", "D1"]
    table = drafted(players=3, map=sides, **TIGHT)
    assert [blocker.hex for blocker in table.state.blockers] == TIGHT["covered"]
    assert not any(line.endswith((" A2", " G3", " M4", " A8")) for line in table.legal())
    table.then.refuses("place woodcutter A2", "EXPAND-12", "blocked")
    later = scenario(players=3, **TIGHT).put("red", "woodcutter F3", "woodcutter E2")
    later.state.blockers = table.state.blockers
    later.state.forget_position()
    later.then.refuses("expand sheep G3", "EXPAND-12", "blocked")


@rule("VAR-TIGHT-03", "DEF-07", "DEF-10")
def test_a_covered_space_keeps_its_border_and_delta_for_the_others() -> None:
    sides = ["A1", "B1", "C1", "D1"]
    covered, _ = opened(players=3, map=sides, **TIGHT)
    usual, _ = opened(players=3, map=sides)
    assert covered.board is usual.board


@rule("VAR-TIGHT-03")
@in_one_test(
    ("chosen", "other", "message"),
    [
        ({"players": 4, "tight_map": True}, "players", "tight_map"),
        ({"players": 1, "tight_map": True}, "players", "tight_map"),
        ({"players": 3, "covered": TIGHT["covered"]}, "tight_map", "covered"),
        ({"players": 3, **TIGHT}, "map", "covered"),
    ],
)
def test_what_a_tighter_map_cannot_be_combined_with(
    chosen: dict[str, Any], other: str, message: str
) -> None:
    with pytest.raises(engine.InvalidOptions) as refused:
        engine.decode_options(chosen, CONTENT)
    assert (refused.value.option, refused.value.other) == (message, other)
    assert refused.value.rule == "VAR-TIGHT-03"
    assert message in str(refused.value)
    assert other in str(refused.value)


@rule("VAR-TIGHT-03")
@in_one_test(
    "spaces",
    [
        ["A2", "G3", "M4"],
        ["A2", "G3", "M4", "M4"],
        ["A2", "G3", "M4", "Z9"],
        ["A1", "G3", "M4", "A8"],  # a loch
        ["A2", "G3", "M4", "A8", "B2"],
    ],
)
def test_four_different_land_spaces_are_named_or_none(spaces: list[str]) -> None:
    sides = ["A1", "B1", "C1", "D1"]
    chosen = {"players": 3, "map": sides, "tight_map": True, "covered": spaces}
    with pytest.raises(engine.InvalidOptions) as refused:
        engine.decode_options(chosen, CONTENT)
    assert refused.value.option == "covered"


@rule("VAR-TIGHT-03", "DEF-06")
def test_mist_is_no_active_land_for_two() -> None:
    sides = ["A1", "B1", "C1", "D1"]
    mist = next(str(h) for h, space in CONTENT.sides["A1"].spaces.items() if space.mist)
    chosen = {"map": sides, "tight_map": True, "covered": [mist, "G3", "H8", "B8"]}
    assert engine.decode_options({"players": 3, **chosen}, CONTENT)
    with pytest.raises(engine.InvalidOptions, match=f"{mist} is no land space"):
        engine.decode_options({"players": 2, **chosen}, CONTENT)


# --- without clans, and clans by experience ------------------------------------------------------


@rule("VAR-NOCLAN-01", "VAR-NOCLAN-02", "SETUP-12", "SETUP-13")
@in_one_test("players", [2, 3, 4])
def test_without_clans_start_tiles_are_drafted_and_places_are_paid(players: int) -> None:
    state, _ = opened(players=players, clans=False)
    assert len(state.draft) == players + 1
    assert {pair.clan for pair in state.draft} == {""}
    assert len({pair.start_tile for pair in state.draft}) == players + 1
    assert [pair.clan for pair in engine.view(state, None).draft] == [None] * (players + 1)
    tiles = [pair.start_tile for pair in state.draft]
    table = at(state)
    chose = []
    while state.phase == "draft":
        chose.append(table.deciding())
        table.when.play(f"choose {len(chose) - 1}")
    assert chose == list(reversed(state.turn_order))
    for place, seat in enumerate(state.turn_order):
        money = CONTENT.start_tile(tiles[chose.index(seat)]).money
        assert state.players[seat].money == money + 2 * place
    shown = engine.view(state, None).players
    assert [player.clan for player in shown] == [None] * players
    assert all(player.merchants.stock == CONTENT.merchants_start for player in shown)


@rule("VAR-NOCLAN-01")
def test_with_clans_places_are_not_paid() -> None:
    table = drafted(players=3)
    usual = {pair.start_tile: pair for pair in opened(players=3)[0].draft}
    money = sorted(player.money for player in table.state.players)
    assert money == sorted(CONTENT.start_tile(tile).money for tile in list(usual)[:3])


@rule("VAR-NEWBIE-01")
def test_clans_are_marked_by_experience_and_come_first_if_asked_for() -> None:
    marks = {name: clan.experience for name, clan in all_clans().items()}
    easier = {name for name, mark in marks.items() if mark == "easier"}
    harder = {name for name, mark in marks.items() if mark == "harder"}
    assert easier == {"cunningham", "fergusson", "campbell"}
    assert harder == {"buchanan", "macewan", "macdonald"}
    for chosen, first, last in (("easier", easier, harder), ("harder", harder, easier)):
        options = engine.Options(players=4, clan_experience=chosen)  # type: ignore[arg-type]
        orders = [draw_clans(CONTENT, options, seed_of(f"{chosen}/{n}")) for n in range(10)]
        assert all(set(order[:3]) == first for order in orders)
        assert all(set(order[-3:]) == last for order in orders)
        assert len({tuple(order) for order in orders}) > 5
    usual, _ = opened(players=2, clan_experience="any")
    easy, _ = opened(players=2, clan_experience="easier")
    assert {pair.clan for pair in easy.draft} == easier
    assert usual.slots == easy.slots


# --- starting prices -----------------------------------------------------------------------------


@rule("VAR-PRICE-1", "VAR-PRICE-2", "CASE-11")
def test_the_price_die_is_rolled_for_each_good_and_moves_its_marker_by_a_spot() -> None:
    faces = Counter[int]()
    for number in range(60):
        state, event = opened(f"prices/{number}", players=3, starting_prices="rolled")
        rolled = [effect for effect in event.effects if isinstance(effect, fx.PriceDieRolled)]
        assert [roll.good for roll in rolled] == list(GOODS)
        starts = [column.start for column in CONTENT.market(3)]
        moves = {-3: -1, -2: -1, -1: 0, 1: 0, 2: 1, 3: 1}
        wanted = [start + moves[r.face] for start, r in zip(starts, rolled, strict=True)]
        assert state.prices == wanted
        faces.update(roll.face for roll in rolled)
    assert set(faces) == set(PRICE_DIE) == {-3, -2, -1, 1, 2, 3}
    assert min(faces.values()) > 35
    usual, event = opened(players=3)
    assert usual.prices == [column.start for column in CONTENT.market(3)]
    assert not any(isinstance(effect, fx.PriceDieRolled) for effect in event.effects)


@rule("VAR-PRICE-2", "UNDO-07")
def test_the_rolls_are_the_same_for_a_seed_and_shift_nothing_else() -> None:
    rolled, event = opened(players=3, starting_prices="rolled")
    again, same = opened(players=3, starting_prices="rolled")
    usual, _ = opened(players=3)
    assert event.effects == same.effects
    assert (rolled.slots, rolled.draft, rolled.ports) == (usual.slots, usual.draft, usual.ports)
    assert again.prices == rolled.prices


@rule("VAR-NOSCORE-01", "VAR-NOCLAN-01")
def test_what_final_scoring_would_give_now_works_without_clans_and_tiles() -> None:
    table = drafted(players=2, clans=False, scoring_tiles=False, ports=False)
    assert [sheet.settlements for sheet in score_now(table.state)] == [6, 6]
