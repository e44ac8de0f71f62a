"""Notation that is no move is refused as malformed, whatever it is."""

import re
from pathlib import Path

import pytest

from games import engine
from tests.marks import in_one_test

PAGE = Path(__file__).parents[2] / "docs" / "notation.md"

pytestmark = pytest.mark.engine


@in_one_test(
    "line",
    [
        "",
        " ",
        "castle",
        "buy",
        "buy 2",
        "buy two wool",
        "buy 1_0 wool",
        "buy +1 wool",
        "buy -1 wool",
        "buy 0 wool",
        "buy 100 wool",
        "buy 1.5 wool",
        "buy ² wool",
        "buy 2 gold",
        "buy 2 wool please",
        "expand cow",
        "expand cow Z9",
        "expand cow f5",
        "expand pig F5",
        "place cow F5",
        "choose",
        "choose x",
        "choose 10",
        "take x",
        "take 1 2 3 4 5 6 7",
        "fulfil",
        "fulfil 12 cow F5",
        "fulfil 12 slaughter cow",
        "fulfil 12 slaughter bakery F5",
        "port",
        "port 2 discard wool",
        "port 2 gain 1 wool discard 1 wool",
        "port 2 discard 1 wool 1 wool gain 3 milk",
        "port 2 discard 1 wool gain 1 milk 2 milk",
        "produce",
        "produce 1",
        "produce 1 milk",
        "produce 1 bread 2 bread",
        "produce 1 clan",
        "produce 1 cls",
        "produce -5 butter",
        "produce nothing else",
        "upgrade",
        "upgrade ship",
        "upgrade technology farmer",
        "upgrade take_back wool buy",
        "upgrade technology miner twice",
        "upgrade hire twice",
        "bonus",
        "bonus money",
        "keep x",
        "pass now",
        "end turn",
        "buy 2 wool" + " " * 300,
    ],
)
def test_what_is_no_move_is_malformed(line: str) -> None:
    with pytest.raises(engine.MalformedMove) as refusal:
        engine.parse(line)
    assert str(refusal.value)


@in_one_test(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b'{"type": "castle"}',
        b'{"type": "pass", "now": true}',
        b'{"type": "trade", "good": "wool", "side": "buy"}',
        b'{"type": "trade", "good": "wool", "side": "buy", "quantity": 1e400}',
        b'{"type": "trade", "good": "wool", "side": "buy", "quantity": true}',
        b'{"type": "trade", "good": "wool", "side": "buy", "quantity": 99999999999999999999999}',
        b'{"type": "expand", "unit": "cow", "hex": "F5\\n"}',
        b'{"type": "produce", "clan": {"butter": -5}}',
        b'{"type": "fulfil", "contract": 0}',
        b"\xff",
        b"[" * 100_000,
    ],
)
def test_what_is_no_move_as_json_is_malformed(data: bytes) -> None:
    with pytest.raises(engine.MalformedMove):
        engine.decode_move(data)


def test_a_line_has_at_most_200_characters() -> None:
    assert engine.parse("hire".ljust(200)) == engine.parse("hire")
    with pytest.raises(engine.MalformedMove, match="1 to 200 plain characters"):
        engine.parse("hire".ljust(201))


def test_white_space_between_words_makes_no_difference() -> None:
    for line in ("buy\t2\twhisky", " buy  2 \x0b whisky\r\n", "buy\x1f2\n\nwhisky"):
        assert engine.parse(line).notation() == "buy 2 whisky"
    for line in ("buy\u00a02 whisky", "buy 2\u2003whisky", "buy2 whisky"):
        with pytest.raises(engine.MalformedMove):
            engine.parse(line)


def test_the_page_on_notation_shows_every_move_as_it_is_read() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \|", PAGE.read_text(), re.MULTILINE)
    assert {name for name, _ in rows} == set(engine.move_types())
    for name, examples in rows:
        for line in re.findall(r"`([^`]+)`", examples):
            move = engine.parse(line)
            assert (move.type_name(), move.notation()) == (name, line)


def test_the_example_of_a_move_is_one() -> None:
    for move in engine.move_types().values():
        example = move.EXAMPLE or move.WORD
        assert isinstance(engine.parse(example), move)


def test_a_move_that_is_cut_short_is_told_how_to_be_written() -> None:
    with pytest.raises(engine.MalformedMove, match="write it like 'buy 2 whisky'"):
        engine.parse("buy")


@in_one_test(
    ("line", "example"),
    [
        ("port 7 exchange cow F5", "port 7 exchange cow F5 bakery sheep G3 distillery"),
        ("port 7 exchange", "port 7 exchange cow F5 bakery sheep G3 distillery"),
        ("port 7 swap", "port 7 exchange cow F5 bakery sheep G3 distillery"),
        ("port 9 copy", "port 9 copy 4"),
        ("port 2 discard", "port 2 discard 1 wool gain 3 milk"),
        ("port", "port 2 discard 1 wool gain 3 milk"),
    ],
)
def test_a_port_tile_is_told_how_its_own_choice_is_written(line: str, example: str) -> None:
    with pytest.raises(engine.MalformedMove) as caught:
        engine.parse(line)
    assert f"write it like {example!r}" in str(caught.value)
    assert engine.parse(example).notation() == example


def test_every_kind_of_move_has_a_word_of_its_own() -> None:
    kinds = engine.move_types().values()
    words = [kind.WORD for kind in kinds if kind.WORD]
    assert len(set(words)) == len(words) == len(kinds) - 1


@in_one_test(
    ("line", "message"),
    [
        ("buy 1 wool with 6", "with 6 up"),
        ("buy 1 wool with", "nothing follows"),
        ("fulfil 7 with copy 1", "with 1 beef"),
        ("buy 2 wool with 6 sideways", "direction"),
    ],
)
def test_a_modifier_that_cannot_be_read_is_told_as_one(line: str, message: str) -> None:
    with pytest.raises(engine.MalformedMove, match=message):
        engine.parse(line)
