"""Bundles: what a page needs as one style sheet and one script."""

import re
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.contrib.staticfiles import finders
from django.test import Client

from tests.page_games import game_against_bots
from tests.web.conftest import user_of
from web import bundles

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


def written(folder: Path, **modules: str) -> None:
    """Modules of a folder; an underscore stands for the folder below it."""
    for name, text in modules.items():
        file = folder / f"{name.replace('_', '/')}.js"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where modules can be put, of which "page.js" is made, out of "first" and "second"."""
    monkeypatch.setattr(bundles, "STATIC", tmp_path)
    monkeypatch.setattr(bundles, "BUNDLES", {"page.js": ("first.js", "second.js")})
    return tmp_path


def test_style_sheets_stand_one_after_the_other_without_comments() -> None:
    text = bundles.bundle("web/css/table-page.css")
    assert text.index(".map-frame {") < text.index(".panel {") < text.index(".rows {")
    assert "/*" not in text
    assert text.count("{") == text.count("}") > 100


def test_a_module_stands_once_behind_those_that_it_imports(modules: Path) -> None:
    last = "let n = 0;\nexport function last(one) {\n  return [one, n];\n}\nexport const two = 2;\n"
    first = '// What it does.\nimport { last as end } from "./deep/last.js";\nend("https://a.b");\n'
    second = (
        'import * as all from "./first.js";\nimport { last } from "./deep/last.js";\nlast(all);\n'
    )
    written(modules, first=first, second=second, deep_last=last)
    assert bundles.bundle("page.js").split("/* ")[1:] == [
        (
            "deep/last.js */\nconst m0 = (() => {\nlet n = 0;\nfunction last(one) {\n"
            "  return [one, n];\n}\nconst two = 2;\nreturn { last, two };\n})();\n"
        ),
        'first.js */\nconst m1 = (() => {\nconst { last: end } = m0;\nend("https://a.b");\n})();\n',
        (
            "second.js */\nconst m2 = (() => {\n"
            "const all = m1;\nconst { last } = m0;\nlast(all);\n})();\n"
        ),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "export default 1;\n",
        "export { one };\n",
        'import one from "./second.js";\n',
        'import "./second.js";\n',
        'import { one } from "./first.js";\n',
    ],
)
def test_what_cannot_be_bundled_is_refused(modules: Path, text: str) -> None:
    """Another way to export or import, and modules in a circle."""
    written(modules, first=text, second="")
    with pytest.raises(bundles.NotAModule):
        bundles.bundle("page.js")


def test_a_bundle_is_found_and_is_as_new_as_its_files(
    modules: Path, tmp_path: Path, settings: LazySettings
) -> None:
    settings.VAR_DIR = tmp_path / "var"
    written(modules, first="one();\n", second="")
    finder = bundles.BundleFinder()
    found = Path(finder.find("page.js"))
    assert "one();" in found.read_text()
    written(modules, first="two();\n")
    assert Path(finder.find("page.js")) == found
    assert "two();" in found.read_text()
    assert finder.find("first.js") == []
    assert [name for name, _ in finder.list(None)] == ["page.js"]
    assert [file.name for file in found.parent.iterdir()] == ["page.js"]


def test_a_table_needs_few_files(anna: Client) -> None:
    game = game_against_bots(user_of(anna), players=2)
    page = anna.get(f"/games/{game.pk}/").content.decode()
    linked = set(re.findall(r'(?:href|src)="/static/([^"]+\.(?:css|js))"', page))
    assert set(bundles.BUNDLES) <= linked
    assert len(linked) <= 6
    own = {part for parts in bundles.BUNDLES.values() for part in parts}
    assert linked.isdisjoint(own), "what is in a bundle would come twice"
    bundled = {*bundles.with_imports(bundles.BUNDLES["web/js/table-page.js"])}
    scripts = tuple(name for name in linked - set(bundles.BUNDLES) if name.startswith("web/js/"))
    assert bundled.isdisjoint(bundles.with_imports(scripts)), "a module would run twice"
    for name in linked:
        assert finders.find(name)
        answer = anna.get(f"/static/{name}")
        assert answer.status_code == 200
        answer.close()
