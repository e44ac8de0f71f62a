"""Without scripts, and without motion."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Look
from tests.browser.site import Site
from tests.browser.tour import half_way, sign_in

pytestmark = pytest.mark.browser

TRIES = 100


def test_reading_without_scripts(look: Look, site: Site) -> None:
    """The table, a replay step by step, and the rules by search."""
    page = look(scripts=False)
    page.goto(site.world.paths["playing"])
    expect(page.locator(".map-frame svg.map")).to_be_visible()
    expect(page.locator("#log .entry").first).to_be_visible()
    page.goto(f"{site.world.paths['finished']}replay/?v=40")
    page.locator("#jump-after").click()
    expect(page.locator("#place")).to_have_text("41")
    page.locator("#events li[data-v] a").first.click()
    expect(page.locator("#place")).to_have_text("1")
    page.goto("/rules/")
    page.locator("#rules-q").fill("NBR-09")
    page.get_by_role("button", name="Search", exact=True).click()
    page.locator("#rules .rule-id").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("NBR-09")


def test_writing_without_scripts(look: Look, site: Site) -> None:
    """Signing in, the language, making a table, a move, and taking it back."""
    page = look(scripts=False)
    page.goto("/login/?next=/games/new/")
    sign_in(page, "erin")
    page.locator(".site-tools summary").click()
    page.locator("button[name='language'][value='en']").click()
    page.locator("#table-name").fill("Without scripts")
    page.locator("label[for='players-2']").click()
    page.locator("#seat2").select_option("steward")
    page.get_by_role("button", name="Create table").click()
    expect(page.locator("h1")).to_have_text("Without scripts")
    passing, undo = (
        page.locator("a.choice[data-value='pass']"),
        page.locator("[data-action='undo']"),
    )
    while not passing.count():
        decide(page)
    while not undo.count():
        decide(page)
    undo.click()
    expect(passing).to_be_visible()


def test_without_scripts_available_spaces_are_outlined(look: Look, site: Site) -> None:
    page = look("alice", scripts=False)
    page.goto(f"{site.world.paths['playing']}?p=expand&p=cow")
    spaces = page.locator("#panel a.choice[data-hex]")
    assert spaces.count()
    expect(page.locator("#targets .target")).to_have_count(spaces.count())
    page.locator("#targets .target").first.click()
    expect(page.locator("#panel-heading")).to_have_text("Confirm your move")


def test_a_waiting_table_can_be_loaded_again(look: Look, site: Site) -> None:
    page = look("alice", scripts=False)
    page.goto(site.world.paths["waiting"])
    page.get_by_role("link", name="Load the page again").click()
    expect(page.locator("#panel")).to_be_visible()
    page.goto(site.world.paths["room"])
    expect(page.locator("#room")).to_be_visible()
    expect(page.get_by_text("updates by itself")).to_be_hidden()


def decide(page: Page) -> None:
    """Press the first of what is offered; while a bot decides, load the page again."""
    while not page.locator("#panel.mine").count():
        page.reload()
    for selector in ("[data-confirm]", ".numbers [type='submit']", "a.choice", "[data-action]"):
        offered = page.locator(f"#panel {selector}")
        if offered.count():
            with page.expect_navigation():
                offered.first.click()
            return


def test_nothing_moves_where_motion_is_reduced(look: Look, site: Site) -> None:
    """Neither a table and what is lit on it, nor what a step of a replay has changed."""
    page = look("alice")
    page.goto(f"{site.world.paths['playing']}?p=expand")
    page.locator("#panel a.choice").first.click()
    page.keyboard.press("+")
    expect(page.locator(".map-frame.zoomed")).to_be_visible()
    assert moving(page) == []
    page.goto(f"{site.world.paths['finished']}replay/")
    half_way(page)
    assert moving(page) == []
    before = page.locator("#place").inner_text()
    page.locator("#play").click()
    expect(page.locator("#place")).not_to_have_text(before)
    page.locator("#moment .changed").first.wait_for(state="attached")
    assert moving(page) == []
    page.emulate_media(reduced_motion="no-preference")
    for _ in range(TRIES):
        if moving(page):
            return
        page.wait_for_timeout(50)
    raise AssertionError("nothing moves where it may, so this test could not fail")


def moving(page: Page) -> list[str]:
    """The names of all animations and transitions that run."""
    found: list[str] = page.evaluate(
        "document.getAnimations().map(one => one.animationName ?? one.transitionProperty)"
    )
    return found
