"""The growth run: what it calls grown, and which plans read a table whole."""

from typing import Any

import pytest

from benchmarks.load.growing import print_costs, print_plans
from benchmarks.load.growth.plans import read_whole, summary
from benchmarks.load.growth.sizes import CONTROL, QueryPlan, RequestCost, Size

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

STEPS: list[dict[str, Any]] = [
    {"Node Type": "Nested Loop"},
    {"Node Type": "Index Scan", "Relation Name": "games_game", "Index Name": "games_pkey"},
    {"Node Type": "Parallel Seq Scan", "Relation Name": "games_event"},
    {"Node Type": "Seq Scan", "Relation Name": "games_contentpack"},
]


def size(games: int, bare: float = 2.0, **costs: float) -> Size:
    """What was found with so many games."""
    listed = [RequestCost(CONTROL, bare), *(RequestCost(what, ms) for what, ms in costs.items())]
    return Size(games, 250 * games, 0.1, 1.0, listed, [])


def test_what_costs_too_much_more_at_the_end_has_grown() -> None:
    sizes = [size(1000, move=10.0, lobby=10.0), size(100_000, move=12.9, lobby=13.1)]
    assert print_costs(sizes) == ["lobby"]


def test_what_a_busy_machine_makes_dearer_has_not_grown() -> None:
    sizes = [size(1000, move=10.0), size(100_000, bare=4.0, move=25.0)]
    assert print_costs(sizes) == []


def test_a_plan_that_reads_a_growing_table_whole_is_found() -> None:
    growing = {"games_event", "games_game"}
    assert read_whole(STEPS, growing) == ["games_event"]
    assert read_whole(STEPS[:2], growing) == []
    assert summary(STEPS).startswith("Index Scan games_game games_pkey, Parallel Seq Scan")


def test_queries_that_read_a_table_whole_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    plans = [
        QueryPlan("lobby", "SELECT 1", "Seq Scan games_game", ["games_game"]),
        QueryPlan("lobby", "SELECT 2", "Index Scan games_game games_pkey", []),
    ]
    assert print_plans(Size(1000, 1, 0.1, 1.0, [], plans)) == ["SELECT 1"]
    assert "READS WHOLE games_game" in capsys.readouterr().out
