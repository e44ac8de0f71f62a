"""What a clan, a module or a tile is called stands in its own rooms and in a few lists."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.engine import registry
from games.engine.expansions import by_name
from games.engine.expansions.awards.tiles import AWARDS
from games.engine.tiles import SCORING
from tests.places import ROOT, paths

pytestmark = [pytest.mark.long, pytest.mark.engine, pytest.mark.once, pytest.mark.uncounted]

ROOMS = (
    "games/engine/clans/",
    "games/engine/expansions/",
    "games/engine/tiles/",
    "replays/narration/clans/",
    "web/pages/clans/",
    "web/pages/expansions/",
    "web/templates/web/parts/farmers-markets.html",
)
"""Where one clan, module or tile has what is its own."""

LISTS = {
    "games/engine/assembly.py": "the expansions there are",
    "web/pages/extensions.py": "the pages of expansions there are",
    "replays/narration/vocabulary.py": "names for people",
    "games/engine/options/option_list.py": "switches, and the clans that are easier or harder",
    "games/engine/options/option_rules.py": "switches of the editions",
    "games/engine/options/options.py": "switches that are stored with games",
    "web/pages/options/option_labels.py": "switches, for people",
    "web/pages/table/parts/scoring.py": "a symbol for each scoring tile",
    "web/pages/guide/arrangement.py": "a drawn example for each scoring tile",
    "games/bots/steward/weights.py": "what a bot thinks of each clan",
    "simulation/clan_games.py": "games in which every clan can be drawn",
    "games/engine/content/loader.py": "keys of pack files",
    "games/engine/content/maps.py": "keys of pack files",
    "games/engine/content/schema.py": "keys of pack files",
    "games/engine/content/tables.py": "keys of pack files",
    "games/engine/content/values.py": "keys of pack files",
    "api/printed.py": "keys of pack files, in the API",
    "simulation/invariants.py": "checks that share nothing with the rules",
    "benchmarks/best_use.py": "what a module could bring at most",
    "benchmarks/modules.py": "what a bot is like that ignores a module",
    "benchmarks/tests/test_best_use.py": "what a module could bring at most",
    "benchmarks/tests/test_modules.py": "what a bot is like that ignores a module",
}
"""Lists with an entry for each, and what has to be independent of the rooms."""


PATH_OF_TILES = "from games.engine.tiles."
"""The room of the tiles has a file whose name is also that of a module."""


def names() -> list[str]:
    """Of clans, of modules that the option ``expansions`` names, and of scoring and award tiles."""
    tiles = [tile.name for tile in (*SCORING.values(), *AWARDS.values()) if "-" in tile.name]
    return [*registry.current().clans, *by_name(), *tiles]


def wanted(known: list[str]) -> re.Pattern[str]:
    """A name as it stands in code, in a text or as the name of a class.

    In words for people only names of modules that are no usual words, as "new ports" are.
    """
    forms = {form for name in known for form in (name, name.replace("_", "-"), as_class(name))}
    forms |= {name.replace("_", " ") for name in known if "_" in name and name[:4] != "new_"}
    return re.compile("|".join(sorted(map(re.escape, forms), key=len, reverse=True)))


def as_class(name: str) -> str:
    return "".join(word.capitalize() for word in re.split("[_-]", name))


def code(path: Path) -> Iterator[str]:
    """The words and texts of a file, without comments and docstrings, which may name anything."""
    text = path.read_text()
    if path.suffix != ".py":
        yield text
        return
    described = {
        node.body[0].lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and is_text(node.body[0])
    }
    described |= {node.lineno for node in ast.walk(ast.parse(text)) if is_text(node)}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.line.startswith(PATH_OF_TILES):
            continue
        if token.type == tokenize.NAME or (
            token.type == tokenize.STRING and token.start[0] not in described
        ):
            yield token.string


def is_text(node: ast.AST) -> bool:
    """Whether a statement is a text and nothing else."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def foreign(known: list[str]) -> dict[str, list[str]]:
    """By file outside the rooms and the lists, the names that it has."""
    pattern = wanted(known)
    found: dict[str, list[str]] = {}
    for path in paths(".py", ".html", ".js", ".css", ".txt"):
        place = path.relative_to(ROOT).as_posix()
        if place.startswith(ROOMS) or place in LISTS:
            continue
        if not pattern.search(path.read_text()):
            continue
        if named := sorted({name for part in code(path) for name in pattern.findall(part)}):
            found[place] = named
    return found


def test_nothing_outside_names_a_clan_a_module_or_a_tile() -> None:
    assert foreign(names()) == {}


def test_the_lists_are_there_and_name_some() -> None:
    pattern = wanted(names())
    for place in LISTS:
        assert any(pattern.search(part) for part in code(ROOT / place)), place


def test_a_name_is_found_in_code_and_templates_but_not_in_a_docstring() -> None:
    assert {"stewart", "farmers_markets", "animal-pairs"} <= set(names())
    assert foreign(["engine_of_a_game_that_nobody_has"]) == {}
    assert "web/pages/panel/views.py" in foreign(["swap"])
    assert "web/templates/web/help.html" in foreign(["section"])
    assert "games/engine/game.py" in foreign(["advance"])
    assert "stewart" not in " ".join(code(ROOT / "games/engine/moves/trading.py")).lower()
