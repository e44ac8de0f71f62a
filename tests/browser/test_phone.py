"""The panel on a phone: a sheet that gives way to the table, and takes every tap."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Look
from tests.browser.site import Site

FOLDED = re.compile("sheet-folded")


def test_the_sheet_folds_to_see_the_table(look: Look, site: Site) -> None:
    """By its button, by its head, and by going to a part of the table."""
    page = look("alice", width=360)
    page.goto(site.world.paths["playing"])
    frame, choice = page.locator("#panel-frame"), page.locator("#panel a.choice").first
    page.locator(".part-nav a[href='#market']").tap()
    expect(frame).to_have_class(FOLDED)
    expect(choice).to_be_hidden()
    page.get_by_role("button", name="Choices").tap()
    expect(choice).to_be_visible()
    page.get_by_role("button", name="Board").tap()
    expect(choice).to_be_hidden()
    expect(page.locator(".map-frame")).to_be_in_viewport()
    page.locator("#panel-heading").tap()
    expect(choice).to_be_visible()
    expect(page.locator("#panel .held-line")).to_be_visible()


def test_a_port_leads_to_its_rule(look: Look, site: Site) -> None:
    """What a tile does is told where it lies, with a link that can be tapped."""
    page = look("alice", width=360)
    page.goto(site.world.paths["finished"])
    page.locator("#pieces .port-tile").first.tap(force=True)
    link = page.locator("#space-tip a.rule")
    rule = link.inner_text()
    link.tap()
    expect(page).to_have_url(re.compile(f"/rules/{rule}/$"))


def test_nothing_moves_under_the_finger(look: Look, site: Site) -> None:
    """What is pressed stays where it is when a field loses the focus by that."""
    page = look("alice", width=360)
    page.goto(site.world.paths["production"])
    page.locator("#panel [name='p']:not([type='hidden'])").first.press("ArrowDown")
    press = page.locator("#panel .numbers [type='submit']")
    place = press.bounding_box()
    page.evaluate("document.activeElement.blur()")
    assert press.bounding_box() == place
    press.tap()
    expect(page.locator("#panel [data-confirm]")).to_be_visible()
