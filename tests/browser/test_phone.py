"""The panel on a phone: a sheet that gives way to the table, and takes every tap."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Look
from tests.browser.site import Site

pytestmark = pytest.mark.browser

HIDDEN = """() => {
  const { activeElement: focused } = document;
  const { x, y, width, height } = focused.getBoundingClientRect();
  const seen = document.elementFromPoint(x + width / 2, y + height / 2);
  return focused.contains(seen) && Math.min(width, height) >= 8 ? "" : focused.outerHTML;
}"""
"""What has the focus, if one cannot see it."""
SETTLED = 300
"""Milliseconds after which a page that has been loaded scrolls no more by itself."""
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
    page.get_by_role("button", name="Board", exact=True).tap()
    expect(choice).to_be_hidden()
    expect(page.locator(".map-frame")).to_be_in_viewport()
    page.locator("#panel-heading").tap()
    expect(choice).to_be_visible()
    expect(page.locator("#panel .held-line")).to_be_visible()


def test_at_twice_the_size_there_are_choices(look: Look, site: Site) -> None:
    """A window of 1366 x 768 at 200 %: the sheet shows what one can do, in each step."""
    page = look("alice")
    page.set_viewport_size({"width": 683, "height": 384})
    page.goto(site.world.paths["playing"])
    choice = page.locator("#panel a.choice").first
    expect(choice).to_be_in_viewport(ratio=1)
    choice.click()
    expect(page.locator("#panel .crumbs")).to_be_visible()
    expect(page.locator("#panel a.choice").first).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".table-head")).to_be_in_viewport(ratio=1)


def test_a_port_leads_to_its_rule(look: Look, site: Site) -> None:
    """What a tile does is told where it lies, with a link that can be tapped."""
    page = look(width=360)
    page.goto(site.world.paths["playing"])
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


@pytest.mark.parametrize("choices", ["expand", "expand&p=sheep"])
def test_the_focus_is_seen_in_the_sheet(look: Look, site: Site, choices: str) -> None:
    """Also in the small one that is there while a space is chosen."""
    page = look("alice", width=360)
    page.goto(f"{site.world.paths['playing']}?p={choices}")
    page.locator("#panel-heading").focus()
    stops = 0
    while page.evaluate("document.activeElement.closest('#panel') !== null"):
        assert page.evaluate(HIDDEN) == ""
        page.keyboard.press("Tab")
        stops += 1
    assert stops > len(("heading", "explanations", "a crumb", "back"))


def test_a_link_to_a_step_shows_the_board(look: Look, site: Site) -> None:
    """Though it leads to the panel."""
    page = look("alice", width=360)
    page.goto(f"{site.world.paths['playing']}?p=expand&p=sheep#panel")
    page.wait_for_timeout(SETTLED)
    expect(page.locator(".map-frame")).to_be_in_viewport(ratio=0.9)


def test_a_list_of_boxes_to_tick_is_made_for_fingers(look: Look, site: Site) -> None:
    """Each line is as high as a finger is broad, and all of it can be tapped."""
    page = look("alice", width=360)
    page.goto("/games/new/")
    page.locator("summary", has_text="Expansions").tap()
    for label in page.locator("#option-expansions .choice label").all():
        box = label.bounding_box()
        assert box is not None
        assert box["height"] >= 40
        assert box["width"] >= 200


def test_the_list_of_spaces_needs_no_scrolling_sideways(look: Look, site: Site) -> None:
    """It comes to the top although it is fetched only then."""
    page = look("alice", width=360)
    page.goto(site.world.paths["industria"])
    page.locator(".part-nav a[href='#spaces']").tap()
    rows = page.locator("#spaces tbody tr")
    expect(rows.first).to_be_in_viewport()
    expect(page.locator(".part-nav [aria-current]")).to_have_text("List")
    assert rows.count() > 1
    assert page.evaluate("spaces.scrollWidth <= spaces.clientWidth")


def test_the_link_to_a_low_part_is_the_one_that_is_marked(look: Look, site: Site) -> None:
    """Whatever of those below it can be seen, and in which order their links stand."""
    page = look("alice", width=360)
    page.goto(site.world.paths["industria"])
    page.locator(".part-nav a[href='#farmers-markets']").tap()
    expect(page.locator(".part-nav [aria-current]")).to_have_text("Farmers markets")
