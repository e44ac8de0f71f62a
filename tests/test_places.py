"""Places to touch for one more of a kind; ``tests.places`` says what counts as one."""

from collections.abc import Sequence

import pytest

from games.engine.assembly import BASE_DECISIONS, BASE_MOVES, SHIPPED
from games.engine.decisions import DecisionBase
from games.engine.effects import PUBLIC_EFFECTS
from games.engine.moves.base import MoveBase
from games.engine.rules.granted_decisions import GRANTED_DECISIONS
from tests.marks import in_one_test
from tests.places import ROOT, paths, places

pytestmark = [pytest.mark.long, pytest.mark.engine, pytest.mark.once, pytest.mark.uncounted]


@in_one_test("kind", BASE_MOVES)
def test_a_move_takes_three_places(kind: type[MoveBase]) -> None:
    """Its own module, its panel, and one more where the log says what no effect does."""
    found = places(kind, BASE_MOVES)
    print(f"places to touch for {kind.__name__}: {len(found)}")
    assert len(found) <= 3, found


@in_one_test("kind", GRANTED_DECISIONS)
def test_a_decision_that_a_tile_grants_takes_two_places(kind: type[DecisionBase]) -> None:
    """Its own module, and that of the one move that answers it."""
    found = places(kind, BASE_DECISIONS)
    print(f"places to touch for {kind.__name__}: {len(found)}")
    assert len(found) <= 2, found


@pytest.mark.parametrize("kinds", [BASE_DECISIONS, PUBLIC_EFFECTS], ids=["decisions", "effects"])
def test_the_places_of_other_kinds_are_printed(kinds: Sequence[type]) -> None:
    """Rules and readers ask for these; what another one needs, the tests of the example count."""
    for kind in kinds:
        found = places(kind, kinds)
        print(f"places that name {kind.__name__}: {len(found)}")
        assert found[0] == kind.__module__


def test_a_module_that_asks_for_a_move_is_a_place() -> None:
    """Else the counts above would hold for nothing."""
    (fulfil,) = (kind for kind in BASE_MOVES if kind.__name__ == "Fulfil")
    assert places(fulfil, BASE_MOVES) == [
        "games.engine.moves.fulfilling",
        "replays.narration.leads",
        "web.pages.panel.moves.fulfilling",
    ]


BROUGHT = [
    (kind, kinds, most)
    for one in SHIPPED
    for kinds, most in (
        (one.effects, 2),
        (one.secret_effects, 2),
        (one.decisions, 2),
        (one.moves, 3),
    )
    for kind in kinds
]


@in_one_test(("kind", "kinds", "most"), BROUGHT)
def test_what_an_expansion_brings_is_named_in_few_places(
    kind: type, kinds: Sequence[type], most: int
) -> None:
    """Its folder or file is one of them, the page of the expansion another."""
    folder = kind.__module__.rpartition(".")[0]
    if folder == "games.engine.expansions":
        folder = kind.__module__
    others = {name for name in places(kind, kinds) if not f"{name}.".startswith(f"{folder}.")}
    print(f"places to touch for {kind.__name__}: {1 + len(others)}")
    assert 1 + len(others) <= most, others


@in_one_test(("word", "most"), [("cellar", 8), ("brew", 10), ("butter", 6)])
def test_what_one_clan_has_stands_in_few_files(word: str, most: int) -> None:
    """Its rules, page and phrases; and what is stored, printed or in the API by its name."""
    files = [
        str(path.relative_to(ROOT))
        for path in paths(".py", ".html", ".txt", ".js", ".css")
        if word in path.read_text().lower()
    ]
    print(f"{word} stands in {len(files)} files")
    assert len(files) <= most, files
