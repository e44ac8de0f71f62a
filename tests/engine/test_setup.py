"""The table before the first choice. (SETUP-01..12)"""

from collections import Counter

import pytest

from games import engine
from games.engine.rules.setup import draw_map
from games.engine.rules.supply import clans_in_use, ports_in_use, scoring_in_use
from games.engine.terms import COLUMNS
from simulation.random_play import seed_of
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import drafting, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

TABLES = [1, 2, 3, 4]
CORNERS = ["A1", "M1", "M9", "A9"]
FIRST_SIDES = {"A1": "B1", "B1": "L3", "C1": "K8", "D1": "B7"}
SECOND_SIDES = {"A2": "B4", "B2": "M3", "C2": "L6", "D2": "C8"}
SMALL_PORTS = FIRST_SIDES | SECOND_SIDES


def fresh(players: int, seed: str) -> engine.State:
    state, _ = engine.new_game(
        engine.Options(players=players), seed_of(seed), engine.packs.builtin()
    )
    return state


def many(players: int, games: int = 80) -> list[engine.State]:
    return [fresh(players, f"set-up/{players}/{number}") for number in range(games)]


@rule("SETUP-01")
@in_one_test("players", TABLES)
def test_every_player_has_a_seat(players: int) -> None:
    assert len(fresh(players, "seats").players) == players
    assert set(fresh(players, "seats").turn_order) == set(range(players))


@rule("SETUP-01")
@in_one_test("players", [0, 5, -1])
def test_no_table_for_so_many(players: int) -> None:
    with pytest.raises(engine.InvalidOptions) as caught:
        engine.options.decode({"players": players}, sides=["A1", "B1", "C1", "D1"])
    assert caught.value.option == "players"


@rule("SETUP-02")
def test_a_side_of_each_module_is_drawn_in_the_order_of_letters() -> None:
    content = engine.packs.builtin().content
    options = engine.Options()
    layouts = {tuple(draw_map(content, options, seed_of(f"map/{n}"))) for n in range(300)}
    assert len(layouts) == 16
    assert all([side[0] for side in layout] == list("ABCD") for layout in layouts)


@rule("SETUP-02")
def test_the_map_can_be_named_instead() -> None:
    named = ["A2", "B1", "C1", "D2"]
    options = engine.Options(players=3, map=named)
    for number in range(20):
        state, _ = engine.new_game(options, seed_of(f"map/{number}"), engine.packs.builtin())
        assert state.modules == named
    assert drafting(players=3, seed="map").state.modules == ["A1", "B1", "C1", "D1"]


@rule("SETUP-03", "SETUP-04", "P2-02", "PORT-G12")
@in_one_test("players", TABLES)
def test_four_ports_are_dealt_to_the_corners_of_a_b_c_d(players: int) -> None:
    in_use = ports_in_use(engine.packs.builtin().content, engine.Options())
    at_the_first_corner = set()
    for state in many(players):
        small = [SMALL_PORTS[side] for side in state.modules]
        assert [port.hex for port in state.ports] == (small if players <= 2 else CORNERS)
        tiles = [port.tile for port in state.ports]
        assert len(set(tiles)) == 4
        assert set(tiles) < set(in_use)
        assert not any(port.used_by for port in state.ports)
        at_the_first_corner.add(tiles[0])
    assert at_the_first_corner == set(in_use)


@rule("SETUP-04")
def test_corners_take_the_tiles_in_the_order_drawn() -> None:
    state = fresh(4, "the order drawn")
    drawn = engine.randomness.Stream(seed_of("the order drawn"), "ports")
    in_use = ports_in_use(engine.packs.builtin().content, engine.Options())
    first_four = drawn.shuffled(in_use)[:4]
    assert [port.tile for port in state.ports] == first_four


@rule("SETUP-03")
def test_a_port_tile_that_was_not_drawn_is_out_of_the_game() -> None:
    table = scenario(players=2).put("red", "sheep C2")
    drawn = {port.tile for port in table.state.ports}
    missing = set(ports_in_use(engine.packs.builtin().content, engine.Options())) - drawn
    assert len(missing) == 5
    for tile in missing:
        table.then.refuses(f"port {tile}", "SETUP-03", "no_such_port")


@rule("SETUP-05")
@in_one_test("players", TABLES)
def test_price_markers_stand_on_the_circled_prices(players: int) -> None:
    state = fresh(players, "market")
    assert [state.price(good) for good in range(6)] == [4, 5, 5, 10, 10, 11]
    content = state.content
    assert content.market(2) is content.small_market
    assert content.market(3) is content.market(4) is content.large_market


@rule("SETUP-06")
@in_one_test("players", TABLES)
def test_five_different_scoring_tiles_in_random_order(players: int) -> None:
    in_use = set(scoring_in_use(engine.packs.builtin().content, engine.Options()))
    first: Counter[int] = Counter()
    for state in many(players):
        assert len(state.scoring_tiles) == len(set(state.scoring_tiles)) == 5
        assert set(state.scoring_tiles) <= in_use
        first[state.scoring_tiles[0]] += 1
    assert len(first) >= 6


@rule("SETUP-07", "SETUP-08", "DATA-09", "P2-01", "P2-07")
@in_one_test(("players", "slots"), [(2, 6), (3, 7), (4, 8)])
def test_the_export_board_is_filled_from_a_shuffled_pile(players: int, slots: int) -> None:
    on_board = set()
    for state in many(players, 12):
        assert state.secret is not None
        assert len(state.slots) == slots
        assert state.pile == len(state.secret.pile) == 50 - slots
        assert sorted([*state.slots, *state.secret.pile]) == list(range(1, 51))
        on_board.add(tuple(state.slots))
    assert len(on_board) == 12


@rule("SETUP-08")
def test_slots_are_filled_in_reading_order() -> None:
    shuffled = engine.randomness.Stream(seed_of("reading"), "contracts").shuffled(
        engine.packs.builtin().content.contracts
    )
    for players, slots in [(3, 7), (4, 8)]:
        assert fresh(players, "reading").slots == shuffled[:slots]


@rule("SETUP-09", "DIFF-28")
@in_one_test("players", TABLES)
def test_counters_start_at_zero(players: int) -> None:
    state = fresh(players, "counters")
    assert state.imports == [0, 0, 0]
    assert [player.glory for player in state.players] == [0] * players


@rule("SETUP-10", "DEF-30", "DEF-39", "DEF-44", "BASE-14")
@in_one_test("players", TABLES)
def test_what_everybody_starts_with(players: int) -> None:
    for player in engine.view(fresh(players, "boards"), None).players:
        assert player.board == dict.fromkeys(COLUMNS, 4)
        assert player.units == []
        assert (player.merchants.track, player.merchants.stock, player.merchants.market) == (
            5,
            2,
            0,
        )
        assert player.shipping == 0
        assert player.technology == []
        assert player.boxes == [[]]
        assert player.money == 0
        assert not any(player.goods.values())


@rule("SETUP-10", "PORT-G03", "PORT-G04", "BASE-09")
def test_one_player_can_mark_all_four_ports() -> None:
    table = scenario(money=0).put("red", "woodcutter A2", "woodcutter L1", "miner M8", "field B9")
    table.given.port("A1", 5).port("M1", 4).port("M9", 8).port("A9", 2).give("red", wool=1)
    table.given.box("red", 1).state.round = 2
    table.when.play("port 5", "port 4", "skip", "port 8", "port 2 discard 1 wool gain 3 milk")
    table.then.expect("red", money=15, glory=3, milk=3, wool=0)
    assert all(port.used_by == [0] for port in table.state.ports)


@rule("SETUP-11", "DIFF-31")
@in_one_test("players", TABLES)
def test_a_random_player_starts_and_the_others_follow_clockwise(players: int) -> None:
    orders = {tuple(state.turn_order) for state in many(players)}
    clockwise = {tuple((first + i) % players for i in range(players)) for first in range(players)}
    assert orders == clockwise


@rule("OPT-17", "DIFF-31", "UNDO-07")
@in_one_test(("way", "orders"), [("start", 4), ("drawn", 24), ("seats", 1)])
@pytest.mark.uncounted
def test_who_begins_may_be_drawn_in_other_ways_and_shifts_no_other_draw(
    way: str, orders: int
) -> None:
    options = engine.decode_options({"turn_order": way}, engine.packs.builtin().content)
    found = set()
    for number in range(200):
        seed = seed_of(f"order/{number}")
        state, _ = engine.new_game(options, seed, engine.packs.builtin())
        plain, _ = engine.new_game(engine.Options(), seed, engine.packs.builtin())
        assert (state.draft, state.modules, state.slots) == (
            plain.draft,
            plain.modules,
            plain.slots,
        )
        assert state.open_decisions()[0].seat == state.turn_order[-1]
        if way == "start":
            assert state.turn_order == plain.turn_order
        found.add(tuple(state.turn_order))
    assert len(found) == orders
    assert (0, 1, 2, 3) in found


@rule("SETUP-12", "EX-27")
@in_one_test("players", TABLES)
def test_one_pair_of_clan_and_start_tile_more_than_players(players: int) -> None:
    pairings: set[tuple[str, int]] = set()
    for state in many(players):
        assert len(state.draft) == players + 1
        assert len({pair.clan for pair in state.draft}) == players + 1
        assert len({pair.start_tile for pair in state.draft}) == players + 1
        pairings.update((pair.clan, pair.start_tile) for pair in state.draft)
    content = engine.packs.builtin().content
    assert {clan for clan, _ in pairings} == set(clans_in_use(content, engine.Options()))
    assert {tile for _, tile in pairings} == set(range(1, 10))
    assert len(pairings) > 30


@rule("SETUP-12")
def test_there_is_no_pair_beyond_those_drawn() -> None:
    drafting(players=3, seed="pairs").then.refuses("choose 4", "SETUP-12", "no_such_pair")
