"""WCAG 2.2 AA as far as a program can tell, on every page, wide and narrow, light and dark."""

from typing import Any, Final

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.conftest import Look
from tests.browser.site import Site
from tests.browser.tour import HEIGHTS, TOUR, Stop, visit

STANDARD: Final = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
COLOURS: Final = ("color-contrast", "link-in-text-block")
"""All that a theme makes a difference to, and slow to find out: once for each theme."""
LEAST: Final = 24
"""Pixels of a target, either way. (WCAG 2.5.8)"""


@pytest.mark.parametrize("stop", TOUR, ids=lambda stop: stop.name)
def test_page_is_accessible(stop: Stop, look: Look, site: Site) -> None:
    page = look(stop.who)
    if stop.trouble:
        look.allow(str(stop.trouble))
    visit(page, site, stop)
    page.evaluate(AXE_SCRIPT)
    found = {(1280, "light"): violations(page, stop.part, STANDARD)}
    page.set_viewport_size({"width": 360, "height": HEIGHTS[360]})
    found[360, "light"] = violations(page, stop.part, STANDARD, leave_out=COLOURS)
    page.emulate_media(color_scheme="dark")
    found[360, "dark"] = violations(page, stop.part, COLOURS)
    assert not any(found.values()), "\n".join(
        f"{width} {theme}: {one}" for (width, theme), some in found.items() for one in some
    )


def violations(
    page: Page, part: str, rules: tuple[str, ...], *, leave_out: tuple[str, ...] = ()
) -> list[str]:
    """What axe finds in a part of the page, a line for each element."""
    options = {
        "runOnly": list(rules),
        "rules": {rule: {"enabled": False} for rule in leave_out},
        "resultTypes": ["violations"],
    }
    found = page.evaluate(
        "async ([part, options]) => (await axe.run(part || document, options)).violations",
        [part, options],
    )
    return [
        f"{rule['id']}: {node['target']} {told(node)}\n  {node['html'][:200]}"
        for rule in found
        for node in rule["nodes"]
        if not (rule["id"] == "target-size" and covered(page, node))
    ]


def told(node: dict[str, Any]) -> str:
    """What is wrong with an element."""
    return "; ".join(one["message"] for kind in ("any", "all", "none") for one in node[kind])


def covered(page: Page, node: dict[str, Any]) -> bool:
    """Whether a target is large enough, and only lies under the edge of a list or an open menu."""
    if "partially obscured" not in told(node):
        return False
    box = page.locator(node["target"][0]).bounding_box()
    return box is not None and min(box["width"], box["height"]) >= LEAST
