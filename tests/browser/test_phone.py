"""The panel on a phone: a sheet that gives way to the table, and takes every tap."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Look
from tests.browser.site import Site
from tests.browser.tour import send_password

pytestmark = pytest.mark.browser

HIDDEN = """() => {
  const { activeElement: focused } = document;
  const { x, y, width, height } = focused.getBoundingClientRect();
  const seen = document.elementFromPoint(x + width / 2, y + height / 2);
  return focused.contains(seen) && Math.min(width, height) >= 8 ? "" : focused.outerHTML;
}"""
"""What has the focus, if one cannot see it."""
SMALL = """([selector, least]) => {
  const small = [];
  let measured = 0;
  for (const one of document.querySelectorAll(selector)) {
    if (!one.checkVisibility()) continue;
    one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { x, y, width, height } = one.getBoundingClientRect();
    const [left, top] = [x + width / 2, y + height / 2];
    const hit = (dx, dy) => one.contains(document.elementFromPoint(left + dx, top + dy));
    if (!hit(0, 0) || top < 20 || top > innerHeight - 30) continue;
    measured += 1;
    let [wide, high] = [1, 1];
    for (const way of [-1, 1]) {
      for (let by = 1; by < 60 && hit(way * by, 0); by += 1) wide += 1;
      for (let by = 1; by < 60 && hit(0, way * by); by += 1) high += 1;
    }
    if (Math.min(wide, high) < least) small.push(`${one.className} ${wide} x ${high}`);
  }
  return [measured, small];
}"""
"""How many were measured; what a finger hits in fewer pixels than that, in either direction."""
FINGER = 40
PRESSED = (".panel .about", ".tool", ".table-head a", ".table-head summary")
ABOVE = """() => {
  const [spaces, sheet] = [".map .spaces", "#panel"].map((one) => document.querySelector(one));
  return spaces.getBoundingClientRect().bottom <= sheet.getBoundingClientRect().top;
}"""
"""Whether no space lies behind the panel."""
SETTLED = 300
"""Milliseconds after which a page that has been loaded scrolls no more by itself."""
FOLDED = re.compile("sheet-folded")


@pytest.mark.parametrize("language", ["en", "ja", "pl"])
@pytest.mark.parametrize("who", ["", "alice"])
def test_every_link_of_the_header_is_in_sight(
    look: Look, site: Site, who: str, language: str
) -> None:
    """Nothing of it has to be moved to be found, and no link lies on another one."""
    page = look(who, width=360, language=language)
    page.goto("/ratings/")
    links = page.locator(".site-nav a")
    expect(links).to_have_count(5)
    for link in links.all():
        expect(link).to_be_in_viewport(ratio=1)
    assert page.evaluate(SMALL, [".site-nav a", 32])[1] == []
    assert page.evaluate("document.documentElement.scrollWidth") == 360


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
    page.goto(f"{site.world.paths['playing']}?p=expand&p=sheep")
    page.locator("#targets .target").first.wait_for()
    page.wait_for_timeout(SETTLED)
    page.wait_for_function(ABOVE)


def test_what_is_small_can_be_hit(look: Look, site: Site) -> None:
    """Explanations, moves of others, tools of the head, numbers of contracts in the log."""
    page = look("alice", width=360)
    page.goto(site.world.paths["playing"])
    all_can_be_hit(page, PRESSED)
    page.goto(f"{site.world.paths['playing']}?what=contracts")
    page.get_by_role("button", name="Board", exact=True).tap()
    expect(page.locator("#panel-frame")).to_have_class(FOLDED)
    all_can_be_hit(page, (".chip", ".strip button", "#market > .about", ".start-deal"))
    # In a line of text they are as wide as the number is.
    all_can_be_hit(page, (".entry:not(.step) .contract-no",), least=32)


def all_can_be_hit(page: Page, selectors: tuple[str, ...], *, least: int = FINGER) -> None:
    """Of each of them there is one at least."""
    for selector in selectors:
        measured, small = page.evaluate(SMALL, [selector, least])
        assert measured > 0, selector
        assert small == []


def test_who_has_signed_out_is_told(look: Look, site: Site) -> None:
    """It may be the reader who is waited for; signing in leads back to the table."""
    for width in (360, 1280):
        page = look(width=width)
        page.goto(site.world.paths["playing"])
        link = page.get_by_role("link", name="Sign in", exact=True)
        expect(link).to_have_count(1)
        link.click()
        send_password(page, "alice")
        expect(page).to_have_url(re.compile(f"{site.world.paths['playing']}$"))
        expect(page.locator("#panel.mine")).to_be_attached()
        page.context.close()


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
