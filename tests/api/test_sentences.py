"""What problems say: sentences that name the field, for readers who know no Python."""

from typing import Any, Literal

import msgspec
import pytest

from api import explaining
from tests.api.conftest import Caller, Turn, problem
from tests.marks import in_one_test

pytestmark = [pytest.mark.uncounted, pytest.mark.once]

PYTHON = ("`str`", "`int`", "`array`", "`object`", "regex", "enum", " str ", "int or")


@in_one_test(
    ("move", "parts"),
    [
        (
            {"type": "trade", "good": "gold", "side": "buy", "quantity": 1},
            ["good", "'gold'", "wool", "whisky"],
        ),
        (
            {"type": "trade", "good": "wool", "side": "steal", "quantity": 1},
            ["side", "'steal'", "use one of buy, sell"],
        ),
        ({"type": "cheat"}, ["type", "'cheat'", "trade", "pass"]),
        (
            {"type": "fulfil", "contract": 1, "slaughter": [{"unit": "dragon", "hex": "F5"}]},
            ["slaughter[0].unit", "use one of cow, sheep"],
        ),
        ({"type": "expand", "unit": "cow", "hex": "Z9"}, ["hex"]),
        ({"type": "expand", "unit": "cow", "hex": 5}, ["hex: Expected text, got a whole number"]),
        ({"type": 1}, ["type: Expected text"]),
        ([], ["Expected an object, got a list"]),
    ],
)
def test_of_moves(turn: Turn, move: Any, parts: list[str]) -> None:
    sent = turn.active.post(f"{turn.path}/moves", {"version": 1, "move": move})
    check(problem(sent, 400, "malformed_move")["detail"], parts)


@pytest.mark.parametrize(
    ("body", "parts"),
    [
        ({"name": "x", "visibility": "gold"}, ["visibility", "private, public, unlisted"]),
        ({"name": "   "}, ["name", "seen"]),
        ({"name": ""}, ["name"]),
        ({"name": None}, ["name: Expected text, got null"]),
        ({"name": "x", "options": {"edition": "1st"}}, ["edition", "'1st'", "cc15-2025"]),
        ({"name": "x", "options": {"players": "4"}}, ["players: Expected a whole number"]),
    ],
)
def test_of_new_games(alice: Caller, body: Any, parts: list[str]) -> None:
    check(problem(alice.post("games", body), 400)["detail"], parts)


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("/state?version=x", ["version: Expected a whole number"]),
        ("/events?limit=x", ["limit: Expected a whole number"]),
    ],
)
def test_of_queries(turn: Turn, path: str, parts: list[str]) -> None:
    check(problem(turn.active.get(turn.path + path), 400)["detail"], parts)


def test_of_a_field_named_twice(alice: Caller) -> None:
    refusal = problem(alice.raw("games", b'{"name": "x", "name": "y"}'), 400, "malformed")
    check(refusal["detail"], ["'name'", "twice"])


def check(detail: str, parts: list[str]) -> None:
    """All parts are there, and no word of the language that the server is written in."""
    assert [part for part in parts if part not in detail] == [], detail
    assert [word for word in PYTHON if word in detail] == [], detail


class Sorts(msgspec.Struct):
    """A list that may be left out."""

    goods: list[Literal["wool", "milk"]] | None = None


def test_of_a_list_that_may_be_left_out() -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert({"goods": ["gold"]}, Sorts)
    sentence = explaining.explain(refused.value, Sorts)
    assert sentence.startswith("goods[0]: ")
    assert sentence.endswith(": use one of milk, wool.")
