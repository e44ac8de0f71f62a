"""A turn by keyboard alone."""

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from simulation.processes import wait_until
from tests.browser.conftest import Look
from tests.browser.site import Site

pytestmark = pytest.mark.browser

FOCUSED: Final = "document.activeElement.closest('#panel, #targets') !== null"
ARROWS: Final = ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp")
SAME: Final = "document.activeElement === window.before"


def test_a_turn_by_keyboard(look: Look, site: Site) -> None:
    """An action, a space by arrows, what follows, undo, the end; the focus is never lost."""
    page = look("alice")
    page.goto(site.world.paths["begun"])
    version = version_of(page)
    page.keyboard.press("p")
    walk(page, "expand")
    press(page, "Enter")
    walk(page, "miner")
    press(page, "Enter")
    page.keyboard.press("b")
    first = focused(page)
    arrow = next(key for key in ARROWS if moves(page, key))
    space = focused(page)
    assert space != first
    press(page, "Enter")
    expect(page.locator("#panel [data-confirm]")).to_be_focused()
    press(page, "Escape")
    page.keyboard.press("b")
    while focused(page) != space:
        assert moves(page, arrow)
    press(page, "Enter")
    press(page, "Enter")
    expect(page.locator("#log li.entry").first).to_contain_text(f"{space} for")
    wait_until("the move is made", lambda: version_of(page) == version + 1)
    press(page, "u")
    walk(page, "shipping")
    press(page, "Enter")
    press(page, "Enter")
    press(page, "e")
    wait_until("the turn has ended", lambda: version_of(page) > version + 3)
    expect(page.locator("#panel.mine")).to_be_visible()


def version_of(page: Page) -> int:
    """The version of the game that the page shows."""
    return int(page.locator("#status").get_attribute("data-version") or 0)


def press(page: Page, key: str) -> None:
    """Press a key that brings another panel; the focus is in it then."""
    page.locator("#panel").evaluate("panel => { panel.dataset.before = '' }")
    page.keyboard.press(key)
    expect(page.locator("#panel:not([data-before])")).to_be_visible()
    expect(page.locator("#panel, #targets").locator(":focus")).to_have_count(1)


def walk(page: Page, value: str) -> None:
    """Go through the choices until the focus is on this one."""
    while focused(page) != value:
        assert moves(page, "ArrowRight"), value


def moves(page: Page, key: str) -> bool:
    """Whether a key takes the focus elsewhere in the panel or on the board."""
    page.evaluate("() => { window.before = document.activeElement }")
    page.keyboard.press(key)
    assert page.evaluate(FOCUSED)
    return not page.evaluate(SAME)


def focused(page: Page) -> str | None:
    """What one would choose: the name of a space, or a word."""
    value: str | None = page.evaluate("document.activeElement.dataset.value")
    return value
