"""TOML that costs more than its length is refused before it is parsed, and no other is."""

import json
import tomllib
from tomllib import _parser as parser
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.engine.content.toml_bounds import MOST_LEVELS, MOST_PARTS, unreasonable
from tests.engine.test_content import builtin_files
from tests.golden import PACKS

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

PIECES = [
    *('"', "'", '"""', "'''", "\\", "\\\\", '\\"', "#", "\n", "=", ",", ".", "[", "]", "{", "}"),
    *("a", "b.c", "1.5", "a.b.c.d", ".e", " ", "[[", "]]", '"a"', "'b'", 'x="', "z=["),
]
SOUP = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)
TRAPS = ("a.b.c.d.e", "[[[[[[", "{{{{{{", "#", " = ")
"""What is no key, bracket or comment inside of a string."""
QUOTED = [
    *("''", '""', "''''''", '""""""', "1.5", "1979-05-27T07:32:00.999999Z"),
    *(f"'{trap}\\'" for trap in TRAPS),
    *(f'"{trap}\'\\"{trap}\\\\"' for trap in TRAPS),
    *(f"'''\n{trap}''{trap}\"\"\"'''''" for trap in TRAPS),
    *(f'"""\n{trap}""{trap}\\"""{trap}\'\'\'"""""' for trap in TRAPS),
]


def reading(text: str) -> tuple[bool, int, int]:
    """Whether ``tomllib`` takes a text, the most parts of a key it met, and the most levels."""
    parts, level, deepest = 0, 0, 0
    parse_key, parse_value = parser.parse_key, parser.parse_value

    def key(src: str, pos: int) -> Any:
        nonlocal parts
        end, found = parse_key(src, pos)
        parts = max(parts, len(found))
        return end, found

    def value(src: str, pos: int, parse_float: Any) -> Any:
        nonlocal level, deepest
        level += src[pos : pos + 1] in ("[", "{")
        deepest = max(deepest, level)
        found = parse_value(src, pos, parse_float)
        level -= src[pos : pos + 1] in ("[", "{")
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parser, "parse_key", key)
        patch.setattr(parser, "parse_value", value)
        try:
            tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            return False, parts, deepest
        return True, parts, deepest


@settings(max_examples=1500, derandomize=True, deadline=None)
@given(SOUP)
@example('"""a.b.c.d.e"""')
@example('x="""a""\n""""".b.c.d.e')
@example("x='a#'\na.b.c.d.e=1")
@example('x="#\\""\na.b.c.d.e=1')
@pytest.mark.long
def test_the_parser_never_meets_more_than_is_let_through(text: str) -> None:
    taken, parts, levels = reading(text)
    if parts > MOST_PARTS or levels > MOST_LEVELS:
        assert unreasonable(text) is not None
    elif taken:
        assert unreasonable(text) is None


@pytest.mark.long
@settings(max_examples=300, derandomize=True, deadline=None)
@given(st.lists(st.sampled_from(QUOTED), max_size=6), st.sampled_from(QUOTED))
def test_strings_and_comments_are_not_taken_for_keys_and_brackets(
    values: list[str], last: str
) -> None:
    text = "".join(f"k{i}.b.c.d = {v} # a.b.c.d.e [[[[[\n" for i, v in enumerate(values))
    text += f"z = [\n  [[{{y = {last}}}]] # [[[[[[\n]\n"
    tomllib.loads(text)
    assert unreasonable(text) is None
    line = text.count("\n") + 1
    assert unreasonable(f"{text}a . b.'c'.\"d\" . e = 1") == (
        f"line {line}: a key has more than {MOST_PARTS} parts"
    )
    assert unreasonable(f"{text}e = [[[{{f = [1]}}]]]") == (
        f"line {line}: is nested more than {MOST_LEVELS} levels deep"
    )


def test_no_pack_of_a_stored_game_is_near_the_bounds() -> None:
    for path in (*PACKS.iterdir(), None):
        files = builtin_files() if path is None else json.loads(path.read_bytes())
        for name, text in files.items():
            if name.endswith(".toml"):
                taken, parts, levels = reading(text)
                assert taken
                assert parts < MOST_PARTS
                assert levels < MOST_LEVELS
