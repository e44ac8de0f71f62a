"""The switches that concern no port tile, where the texts differ. (OPT, DIFF)"""

import msgspec
import pytest

from games import engine
from games.engine.clans import all_clans
from games.engine.expansions import by_name
from games.engine.options import Options
from games.engine.options.option_list import SWITCHES, describe, of_expansions
from games.engine.rules.supply import check_supply, clans_in_use, ports_in_use, scoring_in_use
from games.engine.tiles import PORTS, SCORING, scoring_tile
from simulation.invariants import broken, progress, went_back
from simulation.random_play import MOST_EVENTS, at_random, seed_of
from tests.engine.test_content import builtin_files, canonical
from tests.engine.test_undo import Table
from tests.marks import in_one_test, sample
from tests.rules import rule
from tests.scenario import Part, scenario

pytestmark = pytest.mark.engine

CONTENT = engine.packs.builtin().content


# --- what can be chosen --------------------------------------------------------------------------


def test_every_option_beside_table_map_and_edition_is_a_switch_with_a_rule() -> None:
    infos = [switch.info() for switch in SWITCHES]
    described = [info.name for info in describe([]) if info.group == "switch"]
    assert [info.name for info in infos] == described
    for info in infos:
        assert info.rule.startswith("OPT-")
        assert info.default == getattr(Options(), info.name)
        assert info.default in info.values
        for value in info.values:
            chosen = engine.decode_options({info.name: value}, CONTENT)
            assert getattr(chosen, info.name) == value
        with pytest.raises(engine.InvalidOptions) as refused:
            engine.decode_options({info.name: "perhaps"}, CONTENT)
        assert refused.value.option == info.name


def test_a_switch_of_an_expansion_is_described_with_it_and_has_a_rule() -> None:
    infos = [switch.info() for switch in of_expansions()]
    described = [info for info in describe([]) if info.group == "expansion"]
    assert [info.name for info in described] == ["expansions", *(info.name for info in infos)]
    for info in infos:
        assert info.rule
        for value in info.values:
            chosen = engine.decode_options({info.name: value}, CONTENT)
            assert getattr(chosen, info.name) == value


def test_an_expansion_says_itself_which_switches_it_brings() -> None:
    brought = {one.name: [s.name for s in one.switches] for one in by_name().values()}
    assert {name: switches for name, switches in brought.items() if switches} == {
        "awards": ["last_production"],
        "new_clans": [
            "mackintosh_per_worker",
            "clan_sets",
            "grazing_moves_both",
            "kiltmakers_are_factories",
        ],
        "new_scoring_tiles": ["pair_scoring", "scoring12_glory"],
    }


def test_a_switch_names_the_clan_or_tile_whose_text_tells_only_the_default() -> None:
    changed = {switch.name: switch.changes for switch in SWITCHES if switch.changes}
    assert changed == {
        "port3_goods": "ports/3",
        "port6_up_to": "ports/6",
        "port7_up_to": "ports/7",
        "port7_different": "ports/7",
        "border_each": "scoring_tiles/5",
        "meat_single": "scoring_tiles/7",
        "buchanan_2017": "clans/buchanan",
    }
    for switch in SWITCHES:
        assert switch.info().changes == switch.changes


# --- kickstarter ---------------------------------------------------------------------------------

KICKSTARTER = ({"macewan"}, {9}, {9})


def drawn(**switches: bool) -> tuple[set[str], set[int], set[int]]:
    """The clans, port tiles and scoring tiles of many games."""
    clans: set[str] = set()
    ports: set[int] = set()
    scoring: set[int] = set()
    for number in range(60):
        options = Options(players=2 + number % 3, **switches)
        state, _ = engine.new_game(options, seed_of(f"draws/{number}"), engine.packs.builtin())
        assert len(state.draft) == options.players + 1
        assert (len(state.ports), len(state.scoring_tiles)) == (4, 5)
        clans |= {pair.clan for pair in state.draft}
        ports |= {port.tile for port in state.ports}
        scoring |= set(state.scoring_tiles)
    return clans, ports, scoring


@rule("OPT-01", "DIFF-15")
def test_the_kickstarter_tiles_are_drawn_unless_left_out() -> None:
    ports, tiles = ports_in_use(CONTENT, Options()), scoring_in_use(CONTENT, Options())
    everything = (set(clans_in_use(CONTENT, Options())), set(ports), set(tiles))
    assert drawn() == everything
    without = tuple(a - b for a, b in zip(everything, KICKSTARTER, strict=True))
    assert drawn(kickstarter=False) == without
    assert {name for name, clan in all_clans().items() if clan.kickstarter} == KICKSTARTER[0]
    assert {number for number, tile in PORTS.items() if tile.kickstarter} == KICKSTARTER[1]
    assert {number for number, tile in SCORING.items() if tile.kickstarter} == KICKSTARTER[2]


def pack_of(group: str, names: str) -> engine.Pack:
    """The built-in pack with these tiles of one group and no others."""
    files = builtin_files()
    before, behind = files["pack.toml"].split(f"[{group}]")
    head, list_ = behind.split(" = [", 1)
    files["pack.toml"] = f"{before}[{group}]{head} = [{names}]{list_.split(']', 1)[1]}"
    pack = engine.packs.from_bytes(canonical(files))
    engine.check_names(pack)
    engine.packs.register(pack)
    return pack


FIVE_CLANS = '"macewan", "campbell", "stewart", "fergusson", "robertson"'


@rule("OPT-01", "SETUP-03", "SETUP-06", "SETUP-12")
@in_one_test(
    ("group", "names", "players", "finding"),
    [
        ("clans", FIVE_CLANS, 4, "4 clans, but a game of 4 players needs 5"),
        ("ports", "2, 3, 4, 9", 2, "3 port tiles, but a game of 2 players needs 4"),
        ("scoring_tiles", "1, 2, 3, 4, 9", 3, "4 scoring tiles, but a game of 3 players needs 5"),
    ],
)
def test_a_pack_may_have_too_little_without_them(
    group: str, names: str, players: int, finding: str
) -> None:
    pack = pack_of(group, names)
    plain = {"players": players, "kickstarter": False}
    for ask in (
        lambda: engine.decode_options(plain, pack.content),
        lambda: check_supply(Options(players=players, kickstarter=False), pack.content),
        lambda: engine.new_game(Options(players=players, kickstarter=False), b"x" * 32, pack),
    ):
        with pytest.raises(engine.InvalidOptions, match=finding) as refused:
            ask()
        assert refused.value.option == "kickstarter"
    engine.new_game(engine.decode_options({"players": players}, pack.content), b"x" * 32, pack)


@rule("OPT-01", "SETUP-12")
def test_what_is_left_of_a_pack_may_be_just_enough() -> None:
    pack = pack_of("clans", FIVE_CLANS)
    options = engine.decode_options({"players": 3, "kickstarter": False}, pack.content)
    state, _ = engine.new_game(options, b"x" * 32, pack)
    assert {pair.clan for pair in state.draft} == set(clans_in_use(pack.content, options))
    assert len(state.draft) == 4
    assert 9 not in ports_in_use(pack.content, options)
    assert 9 not in scoring_in_use(pack.content, options)


# --- ports after passing -------------------------------------------------------------------------


def passing(**switches: bool) -> Part:
    """Red stands beside tile 5 and may pass."""
    table = scenario(players=2, money=0, **switches).put("red", "sheep L4").port("L3", 5)
    return table.given.put("blue", "sheep K4")


@rule("OPT-09", "PASS-06", "DOUBT-04")
def test_a_port_may_be_used_after_passing() -> None:
    table = passing(port_after_pass=True).when.play("pass").then.expect_decision("end_turn", "red")
    table.then.expect("red", money=16)
    assert table.legal() == ["port 5", "end"]
    table.when.play("port 5").then.expect("red", money=26).expect_decision("end_turn", "red")
    table.then.refuses("port 5", "PORT-G03").refuses("hire", "STATE-22").refuses("pass", "STATE-22")
    table.when.play("end").then.expect_decision("main_action", "blue")
    off = passing().when.play("pass").then.expect_decision("main_action", "blue")
    off.then.expect("red", money=16)


@rule("OPT-09", "STATE-11", "STATE-12")
def test_the_round_goes_on_and_ends_as_ever() -> None:
    table = passing(port_after_pass=True).when.play("pass", "end", "pass")
    assert table.state.passed == [0, 1]
    assert table.state.phase == "action"
    table.then.expect_decision("end_turn", "blue").when.play("port 5", "end")
    assert (table.state.phase, table.state.awaits_step) == ("production", True)
    table.then.expect("blue", money=23)
    other = (
        passing(port_after_pass=True)
        .given.give("blue", money=9)
        .when.play("pass", "end", "hire", "end")
    )
    other.then.expect_decision("main_action", "blue")


@rule("OPT-09", "PASS-02")
def test_ports_with_choices_work_after_passing_too() -> None:
    table = scenario(players=2, money=0, port_after_pass=True).put("red", "sheep L4")
    table.given.port("L3", 8).pile(16, 2, 7).when.play("pass", "port 8", "draw", "keep 2")
    table.then.expect("red", money=16 + 5 + 5, boxes=[[2]]).expect_decision("end_turn", "red")
    assert table.state.passed == [0]
    table.when.play("end").then.expect_decision("main_action", "blue")


@rule("OPT-09", "UNDO-01", "UNDO-02")
def test_a_pass_can_be_taken_back_until_the_turn_is_ended() -> None:
    table = Table(passing(port_after_pass=True)).when.play("port 5", "pass").undo("red")
    table.then.expect("red", money=0).expect_decision("main_action", "red")
    assert table.state.passed == []
    table.when.play("pass", "end").cannot_undo("UNDO-01", "nothing_to_undo")


@rule("OPT-09", "FREE-02", "FREE-03")
def test_other_free_actions_are_as_in_any_turn() -> None:
    table = scenario(clans="mackenzie", money=0, port_after_pass=True).cellar("red", 1, 0)
    table.when.play("pass", "withdraw 0").then.expect("red", money=23).expect_decision(
        "end_turn", "red"
    )
    fishing = scenario(clans="macdonald", port_after_pass=True).put("red", "worker F4")
    fishing.when.play("pass").then.refuses("row F4 F5", "FREE-02")


# --- scoring tiles 5 and 7 -----------------------------------------------------------------------


@rule("OPT-13", "SCORE-5", "DIFF-16")
@in_one_test(("units", "pairs", "each"), [(0, 0, 0), (1, 0, 3), (2, 3, 6), (3, 3, 9)])
def test_border_units_may_count_one_by_one(units: int, pairs: int, each: int) -> None:
    for switch, glory in ((False, pairs), (True, each)):
        table = scenario(border_each=switch).scoring_tile(5).put("red", "sheep G3")
        table.given.put("red", *("woodcutter A2", "woodcutter F1", "miner E1")[:units])
        table.when.go_to("scoring").advance("scoring").then.expect("red", glory=glory)


@rule("OPT-14", "SCORE-7", "DIFF-17")
def test_meat_may_count_one() -> None:
    for switch, glory in ((False, 6), (True, 3)):
        table = scenario(meat_single=switch).scoring_tile(7).fulfilled("red", 3, 16)
        table.when.go_to("scoring").advance("scoring").then.expect("red", glory=glory)


@rule("OPT-13", "OPT-14", "SCORE-G4")
def test_other_scoring_tiles_stay_as_they_are() -> None:
    options = Options(border_each=True, meat_single=True)
    changed = {n for n in SCORING if scoring_tile(options, n) != SCORING[n]}
    assert changed == {5, 7}
    for number in SCORING:
        assert scoring_tile(Options(), number) == SCORING[number]
        assert scoring_tile(options, number).number == number
    assert scoring_tile(Options(border_each=True), 7) == SCORING[7]
    assert scoring_tile(Options(meat_single=True), 5) == SCORING[5]


# --- when the box becomes free -------------------------------------------------------------------


def delivering(*, late: bool, clans: str = "", **gives: int) -> Part:
    """Red, with three bakeries, fulfils contract 16, which gives what is named."""
    table = scenario(box_freed_late=late, clans=clans)
    table.given.with_contract(16, **{"beef": 0, "cotton": 0} | gives)
    table.given.put("red", "bakery J4", "bakery J5", "bakery K4").box("red", 16)
    return (
        table.given.give("red", wool=1, grain=1)
        .pile(41, 42, 43, 44, 45, 46, 47)
        .when.play("fulfil 16")
    )


@rule("OPT-16", "DIFF-33", "FULFIL-09", "BUILD-06", "TC-08")
def test_with_a_late_box_a_free_space_brings_no_building_bonus() -> None:
    table = delivering(late=False, free_space=1).then.expect("red", boxes=[[]], fulfilled=[16])
    table.when.play("expand bakery I4").then.expect_decision("deployment_bonuses")
    table = delivering(late=True, free_space=1).then.expect("red", boxes=[[16]], fulfilled=[])
    table.when.play("expand bakery I4").then.expect_decision("end_turn", "red")
    table.then.expect("red", boxes=[[]], fulfilled=[16])


@pytest.mark.uncounted
@rule("OPT-16", "DIFF-33")
def test_the_box_is_free_after_the_gains_however_they_end() -> None:
    none = delivering(late=True).then.expect_decision("end_turn", "red")
    none.then.expect("red", boxes=[[]], fulfilled=[16])
    for line in ("skip", "upgrade hire"):
        table = delivering(late=True, bonus_upgrade=1).then.expect(
            "red", boxes=[[16]], fulfilled=[]
        )
        table.when.play(line).then.expect_decision("end_turn").expect(
            "red", boxes=[[]], fulfilled=[16]
        )
    both = delivering(late=True, bonus_upgrade=1, free_space=1).then.expect_decision(
        "export_bonuses"
    )
    both.when.play("bonus bonus_upgrade", "upgrade hire").then.expect("red", fulfilled=[])
    both.when.play("skip").then.expect_decision("end_turn").expect(
        "red", boxes=[[]], fulfilled=[16]
    )
    left = delivering(late=True, bonus_upgrade=1, free_space=1).when.play("skip")
    left.then.expect_decision("end_turn").expect("red", boxes=[[]], fulfilled=[16])
    beer = delivering(late=True, clans="macewan", hops=3).then.expect("red", fulfilled=[])
    beer.when.play("brew 1").then.expect_decision("end_turn").expect(
        "red", boxes=[[]], fulfilled=[16]
    )


@rule("OPT-16", "FULFIL-11")
def test_imports_and_money_come_at_once_all_the_same() -> None:
    table = delivering(late=True, cotton=5, money=10, bonus_upgrade=1)
    table.then.expect("red", money=100 + 10 + 1, fulfilled=[])
    assert table.state.imports == [5, 0, 0]
    table.when.play("upgrade hire").then.expect("red", fulfilled=[16])
    assert table.state.imports == [5, 0, 0]


@rule("OPT-16", "CLAN-BUCHANAN-10", "CLAN-BUCHANAN-07")
def test_a_second_contract_waits_for_the_late_box_too() -> None:
    table = scenario(box_freed_late=True, clans="buchanan")
    table.given.with_contract(16, beef=0, cotton=0, free_space=1).with_contract(6, bonus_upgrade=0)
    table.given.put("red", "bakery J4", "bakery J5", "bakery K4").box("red", 16).box("red", 6)
    table.given.give("red", wool=4).pile(41, 42, 43).when.play("fulfil 16").then.expect(
        "red", boxes=[[16], [6]]
    )
    table.then.refuses("fulfil 16", "BONUS-04").when.play("expand bakery I4").then.expect_decision(
        "fulfil_next"
    )
    table.then.expect("red", boxes=[[], [6]], fulfilled=[16]).refuses("fulfil 16", "FULFIL-01")
    table.when.play("fulfil 6").then.expect("red", boxes=[[], []], fulfilled=[16, 6])
    free = scenario(box_freed_late=True, clans="buchanan")
    free.given.with_contract(16, beef=0, cotton=0, free_space=1).box("red", 16).give("red", wool=1)
    free.given.put("red", "bakery J4", "bakery J5", "bakery K4").pile(41, 42, 43, 44, 45, 46, 47)
    free.when.play("fulfil 16", "expand bakery I4", "draw")
    free.then.refuses("keep 41 42", "CONTRACT-03").when.play("keep 41").then.expect(
        "red", boxes=[[], [41]]
    )


@rule("OPT-16", "UNDO-01")
def test_a_late_box_goes_back_with_the_turn() -> None:
    scene = scenario(box_freed_late=True).with_contract(16, beef=0, cotton=0, bonus_upgrade=1)
    table = Table(scene.given.box("red", 16).give("red", wool=1))
    start = table.state.version
    table.when.play("fulfil 16", "upgrade hire").then.expect("red", fulfilled=[16])
    table.undo("red", start + 1).expect("red", boxes=[[16]], fulfilled=[])
    table.then.expect_decision("bonus_upgrade").when.play("skip").then.expect("red", fulfilled=[16])


# --- whole games ---------------------------------------------------------------------------------


def played_by_chance(number: int, options: Options) -> engine.State:
    """A whole game with these options, looked at after every event."""
    choose = at_random(f"switches/{number}")
    state, _ = engine.new_game(options, seed_of(f"switches/{number}"), engine.packs.builtin())
    before = progress(state)
    while not state.over and state.version < MOST_EVENTS:
        if engine.advance(state) is None:
            seat = state.open_decisions()[0].seat
            engine.play(state, seat, choose(state, seat))
        wrong = broken(state) + went_back(before, progress(state))
        assert not wrong, (number, state.version, wrong)
        before = progress(state)
    return state


@pytest.mark.uncounted
@rule("OPT-01", "OPT-05", "OPT-09", "OPT-13", "OPT-14", "OPT-16")
@pytest.mark.parametrize("number", sample(whole=range(12), usual=(0, 5, 10)))
@pytest.mark.long
def test_games_end_with_any_switches(number: int) -> None:
    switches = {
        switch.name: switch.values[(number >> place) % 2] if number else switch.values[-1]
        for place, switch in enumerate(SWITCHES)
    }
    options = msgspec.convert({"players": 2 + number % 3, **switches}, Options)
    assert played_by_chance(number, options).over
