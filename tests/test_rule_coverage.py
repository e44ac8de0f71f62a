"""Every rule is named by a test, or stands in ``docs/rules/coverage.toml`` with the reason."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules"
RULE = re.compile(r"^- \*\*([A-Z0-9a-z-]+)\*\* (.+)$", re.MULTILINE)


class Later(Struct, forbid_unknown_fields=True):
    """Rules of one part of the game that is not there yet; ``but`` are those of it that are.

    ``parts`` are rules that tests name, but for what they say of that part of the game.
    """

    reason: str
    ids: list[str] = []
    parts: list[str] = []
    folder: str = ""
    but: list[str] = []


class Coverage(Struct, forbid_unknown_fields=True):
    """The file: ids with reasons, and groups of ids with one reason each."""

    untestable: dict[str, str]
    later: list[Later]


@cache
def rules() -> dict[str, str]:
    """The folder of every rule, by id; retired ones too."""
    found: dict[str, str] = {}
    for path in sorted(RULES.rglob("*.md")):
        for match in RULE.finditer(path.read_text()):
            assert match[1] not in found, f"{match[1]} is there twice"
            found[match[1]] = path.parent.name
    return found


@cache
def named() -> dict[str, list[str]]:
    """By id, the places in the tests that name it."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text()
        for node in ast.walk(ast.parse(text)) if "rule(" in text else ():
            if isinstance(node, ast.Call) and _is_marker(node.func):
                where = f"{path.relative_to(TESTS)}:{node.lineno}"
                for id_ in _texts(node, where):
                    found.setdefault(id_, []).append(where)
    return found


def _is_marker(called: ast.expr) -> bool:
    return isinstance(called, ast.Name) and called.id == "rule"


def _texts(call: ast.Call, where: str) -> Iterator[str]:
    for argument in call.args:
        assert isinstance(argument, ast.Constant), f"{where}: name rules by plain text"
        assert isinstance(argument.value, str), where
        yield argument.value


@cache
def coverage() -> Coverage:
    """The file, read strictly."""
    text = (RULES / "coverage.toml").read_text()
    return msgspec.convert(tomllib.loads(text), Coverage)


def put_off(known: dict[str, str]) -> list[str]:
    """The ids that come later, an id once for each group that has it."""
    found: list[str] = []
    for group in coverage().later:
        for id_, folder in known.items():
            wanted = any(fits(id_, pattern) for pattern in group.ids) or folder == group.folder
            if wanted and not any(fits(id_, pattern) for pattern in group.but):
                found.append(id_)
    return found


def fits(id_: str, pattern: str) -> bool:
    """Whether an entry of the file stands for an id."""
    if pattern.endswith("*"):
        return id_.startswith(pattern[:-1])
    return id_ == pattern


def test_the_rules_are_found() -> None:
    known = rules()
    assert len(known) > 1300
    assert {known["NBR-09"], known["PORT-G01"], known["TC-45"], known["SCORE-5a"]} == {"base"}
    assert known["MILE-R1"] == "industria"
    assert len(named()) > 250


def test_every_rule_is_named_or_excused() -> None:
    known = rules()
    accounted = set(named()) | set(coverage().untestable) | set(put_off(known))
    missing = [id_ for id_ in known if id_ not in accounted]
    assert not missing, f"{len(missing)} rules that no test names: {' '.join(missing)}"


def test_no_rule_is_both_named_and_excused() -> None:
    tests, later = named(), put_off(rules())
    untestable = set(coverage().untestable)
    twice = {id_: tests[id_] for id_ in [*untestable, *later] if id_ in tests}
    assert not twice, "named by tests, so strike them from coverage.toml"
    assert not untestable & set(later)
    assert sorted(set(later)) == sorted(later), "in two groups"


def test_a_rule_that_is_there_in_part_is_named_and_stands_nowhere_else() -> None:
    known, tests = rules(), named()
    excused = set(coverage().untestable) | set(put_off(known))
    for group in coverage().later:
        assert len(set(group.parts)) == len(group.parts)
        assert [id_ for id_ in group.parts if id_ not in tests or id_ in excused] == []


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    known = rules()
    unknown = {id_: where for id_, where in named().items() if id_ not in known}
    assert not unknown


def test_every_entry_of_the_file_stands_for_a_rule_and_gives_a_reason() -> None:
    known, excuses = rules(), coverage()
    assert set(excuses.untestable) <= set(known)
    assert all(len(reason) > 5 for reason in excuses.untestable.values())
    for group in excuses.later:
        assert group.reason.startswith("comes with ")
        assert not group.folder or group.folder in known.values()
        idle = [p for p in group.ids if not any(fits(id_, p) for id_ in known)]
        assert not idle
