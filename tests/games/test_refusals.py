"""Every refusal has a rule, a code and a sentence."""

import ast
import re
from pathlib import Path

import pytest

from games import engine
from games.refusals import SENTENCES, sentence

ENGINE = Path(engine.__file__).parent
RULES = Path(__file__).parents[2] / "docs" / "rules"

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


def _raised() -> list[tuple[str, ast.Call]]:
    """Calls that have rule and code of a refusal; what port tiles only name is raised elsewhere."""
    return [
        (f"{path.relative_to(ENGINE)}:{node.lineno}", node)
        for path in sorted(ENGINE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("IllegalMove", "Announced", "Sparing")
    ]


def _codes() -> set[str]:
    literal = {
        call.args[1].value
        for _, call in _raised()
        if isinstance(call.args[1], ast.Constant) and isinstance(call.args[1].value, str)
    }
    # The two codes of an exchange stand in a table beside their check; lists of moves are judged by
    # the service; a clan says by which code a space is out of its reach, or merchants are too few.
    tabled = {"discard_one", "gain_exactly", "list_goes_on"}
    of_merchants = {"not_enough_merchants", "two_goods_a_merchant"}
    return (
        literal
        | tabled
        | of_merchants
        | {
            *("out_of_reach", "out_of_canals", "out_of_skips"),
            *("port_out_of_reach", "port_out_of_canals", "port_out_of_skips"),
        }
    )


def test_every_code_has_a_sentence_and_every_sentence_a_code() -> None:
    assert _codes() == set(SENTENCES)


def test_sentences_ask_for_facts_that_the_refusals_give() -> None:
    given: dict[str, set[str]] = {}
    for where, call in _raised():
        code, facts = call.args[1], {keyword.arg for keyword in call.keywords if keyword.arg}
        fact = call.args[-1]
        if isinstance(call.func, ast.Name) and call.func.id == "Sparing":
            assert isinstance(fact, ast.Constant)
            facts = {"asked", str(fact.value)}
        if isinstance(code, ast.Constant) and isinstance(code.value, str):
            known = given.setdefault(code.value, facts)
            assert known & facts >= _asked(code.value), where
    assert given


def _asked(code: str) -> set[str]:
    return set(re.findall(r"%\((\w+)\)s", str(SENTENCES[code])))


@pytest.mark.long
def test_every_rule_that_is_named_exists() -> None:
    known = set(re.findall(r"^- \*\*([A-Za-z0-9-]+)\*\*", _all_rules(), re.MULTILINE))
    named = {
        call.args[0].value
        for _, call in _raised()
        if isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str)
    }
    assert named - known == set()
    assert len(named) > 20


def _all_rules() -> str:
    return "\n".join(path.read_text() for path in RULES.rglob("*.md"))


def test_a_sentence_names_the_animals_that_are_asked_for() -> None:
    facts = {"contract": 5, "animals": ["2 sheep"], "beef": 0, "mutton": 2}
    refusal = engine.IllegalMove("FULFIL-06", "wrong_number_of_animals", **facts)
    assert "Animals to slaughter for contract 5: 2 sheep." in sentence(refusal)
