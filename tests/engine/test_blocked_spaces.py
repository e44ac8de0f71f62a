"""Spaces under neutral pieces and cover tiles, which stay for the whole game."""

import pytest

from games import engine
from games.engine import effects as fx
from games.engine.geometry.board import BIT
from games.engine.terms import Hex, PieceKind
from tests.rules import rule
from tests.scenario import Part, drafted, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def block(table: Part, kind: PieceKind, *hexes: str) -> Part:
    fx.SpacesBlocked(kind, [Hex(hex_) for hex_ in hexes]).apply(table.state)
    return table


@rule("DEF-12", "EXPAND-12")
@pytest.mark.parametrize("kind", ["neutral", "cover"])
def test_nothing_is_deployed_on_a_blocked_space(kind: PieceKind) -> None:
    table = scenario(players=2).put("red", "sheep B2")
    assert table.can("expand miner C3")
    block(table, kind, "C3")
    table.then.refuses("expand miner C3", "EXPAND-12", "blocked")
    assert table.can("expand sheep B3")
    assert not table.state.position.empty & BIT[Hex("C3")]


@rule("DEF-12", "EXPAND-12", "SETUP-17")
def test_no_first_worker_is_placed_on_a_blocked_space() -> None:
    table = drafted("campbell", "robertson")
    assert table.can("place woodcutter B4")
    block(table, "cover", "B4").then.refuses("place woodcutter B4", "EXPAND-12", "blocked")


@rule("DEF-12")
def test_everybody_sees_what_blocks_a_space() -> None:
    table = block(scenario(players=2), "neutral", "C3", "D4")
    pieces = engine.view(table.state, None).pieces
    assert [(piece.kind, piece.hex, piece.seat) for piece in pieces] == [
        ("neutral", "C3", None),
        ("neutral", "D4", None),
    ]
