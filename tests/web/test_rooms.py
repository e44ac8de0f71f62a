"""The rooms of the pages: none holds too much, and only some modules of them know of requests."""

import ast
from collections import Counter
from pathlib import Path

import pytest

import web

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

WEB = Path(web.__file__).parent
MOST = 20
ANSWERING = {
    "common/private_forms.py",
    "common/forms_only.py",
    "common/going_on.py",
    "common/viewer.py",
    "panel/rendering.py",
    "table/swaps.py",
    "tournaments/pages.py",
    "tournaments/stamps.py",
    "tournaments/visit.py",
}
"""What views share; views themselves are named so."""


def test_no_folder_holds_too_many_modules() -> None:
    folders = Counter(path.parent.relative_to(WEB).as_posix() for path in WEB.rglob("*.py"))
    print(folders.most_common(3))
    assert folders["pages/panel"] > 10
    assert max(folders.values()) <= MOST, folders


@pytest.mark.long
def test_only_views_know_of_requests() -> None:
    """All else is made of states, tables and users, and can be shown anywhere."""
    pages = WEB / "pages"
    found = {
        path.relative_to(pages).as_posix()
        for path in pages.rglob("*.py")
        if not path.name.endswith("views.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom)
        and node.module == "django.http"
        and any(name.name.startswith(("HttpRe", "Http404")) for name in node.names)
    }
    assert found == ANSWERING
