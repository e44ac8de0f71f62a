"""Variants that change what things are worth. (VAR-STATIC, BALANCED, LESS, MOSTGLORY, 2PSCORE)"""

from typing import Any

import pytest

from games import engine
from games.engine import effects as fx
from games.engine.options import Options
from games.engine.rules.final import (
    import_values,
    import_worth,
    ranking_scheme,
    score_now,
)
from games.engine.terms import Seat
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import BLACK, BLUE, RED, Part, scenario

pytestmark = pytest.mark.engine

CONTENT = engine.packs.builtin().content


def imported(table: Part, colour: str, number: int, **amounts: int) -> Part:
    """A fulfilled contract that brings so much, and nothing else."""
    nothing = {"cotton": 0, "tobacco": 0, "sugar_cane": 0, "hops": 0}
    return table.given.with_contract(number, **{**nothing, **amounts}).fulfilled(colour, number)


def lines_of(table: Part, seat: Seat = RED) -> tuple[int, int, int]:
    sheet = score_now(table.state)[seat]
    return sheet.cotton, sheet.tobacco, sheet.sugar_cane


# --- imports -------------------------------------------------------------------------------------


@pytest.mark.uncounted
@rule("VAR-STATIC-01", "FINAL-10")
def test_static_imports_are_worth_4_each() -> None:
    for imports, wanted in (("dynamic", (18, 15, 8)), ("static", (24, 12, 8))):
        table = scenario(players=3, imports=imports)
        # Cotton went farthest of all, tobacco least: EX-08 with static imports beside it.
        imported(table, "red", 10, cotton=6, tobacco=3, sugar_cane=2)
        imported(table, "blue", 11, sugar_cane=3)
        assert lines_of(table) == wanted


@pytest.mark.uncounted
@rule("VAR-BALANCED-01", "VAR-BALANCED-02", "TC-32")
def test_balanced_imports_are_ranked_by_each_player_alone() -> None:
    table = scenario(players=3, imports="balanced")
    imported(table, "red", 10, cotton=2, tobacco=2, sugar_cane=5)
    imported(table, "blue", 11, cotton=7)
    assert lines_of(table) == (10, 8, 15)
    assert lines_of(table, BLUE) == (21, 0, 0)
    assert import_worth(table.state, BLACK) == (5, 4, 3)
    dynamic = scenario(players=3)
    imported(dynamic, "red", 10, cotton=2, tobacco=2, sugar_cane=5)
    imported(dynamic, "blue", 11, cotton=7)
    assert lines_of(dynamic) == (6, 10, 20)


@rule("VAR-BALANCED-02", "FINAL-09")
def test_equal_own_imports_go_by_rarity() -> None:
    assert import_values([0, 0, 0]) == (5, 4, 3)
    table = scenario(players=3, imports="balanced")
    imported(table, "red", 10, cotton=1, tobacco=1, sugar_cane=1)
    assert lines_of(table) == (5, 4, 3)


@pytest.mark.uncounted
@rule("VAR-STATIC-02", "VAR-BALANCED-03", "VAR-LESS-02", "FULFIL-12")
@in_one_test(
    ("options", "counter", "pounds"),
    [
        ({}, 5, 1),
        ({"import_coin": False}, 5, 0),
        ({"imports": "static"}, 0, 0),
        ({"imports": "balanced"}, 0, 0),
        ({"imports": "static", "import_coin": False}, 0, 0),
    ],
)
def test_counters_and_their_pounds(options: dict[str, Any], counter: int, pounds: int) -> None:
    table = scenario(players=3, money=0, **options).box("red", 10).give("red", cheese=4)
    values = {"bonus_upgrade": 0, "money": 0, "hops": 0, "tobacco": 0, "sugar_cane": 0}
    table.given.with_contract(10, cotton=5, **values).when.play("fulfil 10").then.expect(
        "red", money=pounds
    )
    assert table.state.imports == [counter, 0, 0]
    assert engine.view(table.state, None).imports["cotton"] == counter
    moved = [e for e in table.events[-1].effects if isinstance(e, fx.ImportMoved)]
    assert bool(moved) == bool(counter)


@rule("VAR-STATIC-02", "SCORE-6")
@pytest.mark.parametrize("imports", ["static", "balanced"])
def test_the_scoring_tile_of_imports_reads_the_contracts(imports: str) -> None:
    table = scenario(players=3, imports=imports).scoring_tile(6)
    imported(table, "red", 10, cotton=2, sugar_cane=1)
    table.state.imports = [0, 0, 0]
    table.when.all_pass().advance("production", "scoring")
    assert [player.glory for player in table.state.players] == [3, 0, 0]


# --- what may be left out ------------------------------------------------------------------------


@rule("VAR-LESS-01", "FINAL-11", "FINAL-17")
@pytest.mark.parametrize("players", [2, 3])
def test_export_and_settlement_scoring_may_be_left_out(players: int) -> None:
    def ended(**options: Any) -> engine.ScoreSheet:
        table = scenario(players=players, **options).fulfilled("red", 10, 11)
        table.given.put("red", "woodcutter B4", "sheep B2", "sheep D4").shipping("red", 2)
        return score_now(table.state)[RED]

    usual = ended()
    assert (usual.exports, usual.settlements) == ((8, 12) if players == 2 else (12, 18))
    without_exports = ended(export_scoring=False)
    assert (without_exports.exports, without_exports.settlements) == (0, usual.settlements)
    assert without_exports.contracts_fulfilled == 2
    without_both = ended(export_scoring=False, settlement_scoring=False)
    assert (without_both.exports, without_both.settlements) == (0, 0)
    assert without_both.total == usual.total - usual.exports - usual.settlements
    assert without_both.settlements_connected == usual.settlements_connected


@rule("VAR-LESS-01", "SOLO-22", "SOLO-23")
def test_they_may_be_left_out_alone_at_the_table_too() -> None:
    solo = Options(players=1)
    assert points(solo, [7], [14]) == ([12], [18])
    less = Options(players=1, export_scoring=False, settlement_scoring=False)
    assert points(less, [7], [14]) == ([0], [0])


def points(
    options: Options, contracts: list[int], settlements: list[int]
) -> tuple[list[int], list[int]]:
    """By seat, for as many fulfilled contracts and connected settlements."""
    exports = ranking_scheme(options, "exports").points(contracts)
    return exports, ranking_scheme(options, "settlements").points(settlements)


# --- most Glory ----------------------------------------------------------------------------------


@rule("VAR-MOSTGLORY-01", "TC-31")
@in_one_test(
    ("glory", "wanted"),
    [
        ([9, 3, 5, 0], [15, 3, 5, 0]),
        ([9, 9, 5, 0], [12, 12, 5, 0]),
        ([9, 9, 9, 0], [11, 11, 11, 0]),
        ([4, 4, 4, 4], [5, 5, 5, 5]),
        ([0, 0, 0, 0], [1, 1, 1, 1]),
    ],
)
def test_most_glory_brings_6_more_that_tied_players_share(
    glory: list[int], wanted: list[int]
) -> None:
    for options, expected in (({"most_glory": True}, wanted), ({}, glory)):
        table = scenario(players=4, money=0, **options)
        for player, amount in zip(table.state.players, glory, strict=True):
            player.glory = amount
        table.when.go_to("final").advance("final_scoring")
        assert [player.glory for player in table.state.players] == expected
        assert [sheet.glory for sheet in table.state.scores] == expected


@rule("VAR-MOSTGLORY-02", "FINAL-01")
def test_most_glory_is_told_before_anything_else_of_the_end() -> None:
    table = scenario(players=3, clans="campbell mackenzie stewart", most_glory=True).round(5)
    table.given.scoring_tile(4).put("blue", "woodcutter E3")
    table.when.all_pass().advance("production", "scoring")
    assert [player.glory for player in table.state.players] == [0, 2, 0]
    table.given.cellar("blue", 0, 1).when.advance("final_scoring")
    first, *others = table.events[-1].effects
    assert first == fx.GloryGained(BLUE, 6)
    assert any(isinstance(effect, fx.MoneyChanged) for effect in others)  # for the barrel
    assert table.state.scores[BLUE].glory == 8


@rule("VAR-MOSTGLORY-02", "VAR-2PSCORE-1", "VAR-00")
@in_one_test(
    ("chosen", "rules"),
    [
        ({"most_glory": True, "players": 1}, "VAR-MOSTGLORY-02"),
        ({"two_player_scoring": True, "players": 1}, "VAR-2PSCORE-1"),
        ({"two_player_scoring": True, "players": 3}, "VAR-2PSCORE-1"),
        ({"two_player_scoring": True, "players": 4}, "VAR-2PSCORE-1"),
    ],
)
def test_what_needs_other_players_is_refused_with_both_names(
    chosen: dict[str, Any], rules: str
) -> None:
    with pytest.raises(engine.InvalidOptions) as refused:
        engine.decode_options(chosen, CONTENT)
    assert (refused.value.rule, refused.value.other) == (rules, "players")
    assert all(name in str(refused.value) for name in chosen)


# --- two players ---------------------------------------------------------------------------------


@rule("VAR-2PSCORE-1", "CASE-12")
@in_one_test(
    ("contracts", "points"),
    [([5, 4], [8, 4]), ([5, 3], [8, 0]), ([5, 5], [4, 4]), ([0, 1], [4, 8]), ([0, 0], [4, 4])],
)
def test_the_second_exporter_of_two_scores_when_one_behind(
    contracts: list[int], points: list[int]
) -> None:
    scheme = ranking_scheme(Options(players=2, two_player_scoring=True), "exports")
    assert scheme.points(contracts) == points


@rule("VAR-2PSCORE-2", "CASE-12")
@in_one_test(
    ("settlements", "points"),
    [([9, 7], [12, 6]), ([9, 8], [12, 6]), ([9, 6], [12, 0]), ([9, 9], [6, 6]), ([6, 9], [0, 12])],
)
def test_the_second_settler_of_two_scores_when_one_or_two_behind(
    settlements: list[int], points: list[int]
) -> None:
    scheme = ranking_scheme(Options(players=2, two_player_scoring=True), "settlements")
    assert scheme.points(settlements) == points


@rule("VAR-2PSCORE-1", "VAR-2PSCORE-2", "FINAL-11")
def test_the_score_sheets_of_two_players_follow() -> None:
    for options, wanted in (({}, (0, 0)), ({"two_player_scoring": True}, (4, 6))):
        table = scenario(players=2, **options).fulfilled("red", 10, 11).fulfilled("blue", 12)
        table.given.put("red", "woodcutter B4", "sheep B2", "sheep D4").shipping("red", 2)
        table.given.put("blue", "woodcutter C5")
        blue = score_now(table.state)[BLUE]
        assert (blue.exports, blue.settlements) == wanted
        gone = scenario(players=2, export_scoring=False, **options).fulfilled("blue", 12)
        assert score_now(gone.state)[BLUE].exports == 0
