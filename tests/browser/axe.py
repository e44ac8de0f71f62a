"""WCAG 2.2 AA as far as a program can tell, by axe."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.contrast import contrast

STANDARD: Final = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
OPTIONS: Final = {"runOnly": list(STANDARD), "resultTypes": ["violations"], "preload": False}
CONTRAST: Final = ("color-contrast",)
"""All that another theme of the same page can change."""
LEAST: Final = 24
"""Pixels of a target, either way. (WCAG 2.5.8)"""
COLOURS: Final = Path(__file__).with_name("colours.js").read_text()
LOOK: Final = Path(__file__).with_name("axe.js").read_text()

Found = list[dict[str, Any]]


def violations(page: Page, part: str = "") -> list[str]:
    """What axe finds in parts of the page, or in all of it: a line for each element."""
    (found,) = run(page, OPTIONS, part)
    return _violations(page, found)


def undecided(page: Page, rules: Sequence[str] = STANDARD) -> list[str]:
    """Letters whose contrast axe leaves open, and that have too little of it by their colours."""
    (found,) = run(page, {**OPTIONS, "runOnly": list(rules), "resultTypes": ["incomplete"]})
    return _undecided(page, found)


def everything(page: Page) -> list[str]:
    """Both, of the whole page."""
    found, left_open = run(page, {**OPTIONS, "resultTypes": ["violations", "incomplete"]})
    return [*_violations(page, found), *_undecided(page, left_open)]


def run(page: Page, options: dict[str, Any], part: str = "") -> list[Found]:
    """What axe says, by kind of result."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    kinds: list[Found] = page.evaluate(LOOK, [part, options])
    return kinds


def _violations(page: Page, found: Found) -> list[str]:
    return [
        f"{rule['id']}: {node['target']} {message(node)}\n  {node['html'][:200]}"
        for rule in found
        for node in rule["nodes"]
        if not (rule["id"] == "target-size" and covered(page, node))
    ]


def _undecided(page: Page, found: Found) -> list[str]:
    named = [node["target"][0] for rule in found for node in rule["nodes"]]
    # What is replaced while axe looks is named so; the root has no letters of its own.
    open_ones = [selector for selector in named if selector != ":root"]
    assert {rule["id"] for rule in found} <= {"color-contrast"}, [rule["id"] for rule in found]
    shown = page.evaluate(COLOURS, open_ones)
    assert len(shown) > 5, "axe leaves nothing open, so this looks at nothing"
    return [
        f"{one['selector']}: {lowest:.2f}"
        for one in shown
        for lowest in [min(contrast(*pair) for pair in one["pairs"])]
        if lowest < (3 if one["large"] else 4.5)
    ]


def message(node: dict[str, Any]) -> str:
    """What is wrong with an element."""
    return "; ".join(one["message"] for kind in ("any", "all", "none") for one in node[kind])


def covered(page: Page, node: dict[str, Any]) -> bool:
    """Whether a target is large enough, and only lies under the edge of a list or an open menu."""
    if "partially obscured" not in message(node):
        return False
    box = page.locator(node["target"][0]).bounding_box()
    return box is not None and min(box["width"], box["height"]) >= LEAST
