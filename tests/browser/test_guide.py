"""Explanations in a popover: what one has begun stays as it is, whatever is opened and closed."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Look
from tests.browser.site import Site

pytestmark = pytest.mark.browser

CHOSEN = "?p=expand&p=cow"
BOX = "#about-box"
SHIFTS = """() => { window.shifts = []; new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    window.shifts.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 80))]);
}).observe({ type: "layout-shift" }); }"""
PLACES = """() => [...document.querySelectorAll("#panel, .part, .choice, .about, #panel-ask")]
  .map((one) => JSON.stringify(one.getBoundingClientRect())).join()"""
REFRESHED = """() => htmx.ajax("GET", document.getElementById("live").dataset.refresh
  + "?since=1&decision=0", { swap: "none" })"""


def explained(page: Page, text: str) -> None:
    """The popover is open, and its heading, which has the focus, says what it is about."""
    expect(page.locator(BOX)).to_be_visible()
    expect(page.locator(f"{BOX} h2")).to_have_text(text)
    expect(page.locator(f"{BOX} h2")).to_be_focused()
    expect(page.locator(f"{BOX} figure svg")).to_be_visible()


def test_a_half_chosen_move_stays(look: Look, site: Site) -> None:
    """The address, the field that is being written, every place on the page; then it is made."""
    page = look("alice")
    page.goto(site.world.paths["playing"] + CHOSEN, wait_until="networkidle")
    page.locator("#panel-ask").fill("B4")
    page.evaluate(SHIFTS)
    address, places = page.url, page.evaluate(PLACES)
    link = page.locator(".crumbs .about")
    for closed_by in ("Escape", "button", "elsewhere"):
        link.click()
        explained(page, "Expand")
        assert (page.url, page.evaluate(PLACES)) == (address, places)
        if closed_by == "Escape":
            page.keyboard.press("Escape")
        elif closed_by == "button":
            page.locator(f"{BOX} .about-close").click()
        else:
            page.mouse.click(5, 5)
        expect(page.locator(BOX)).to_be_hidden()
        expect(link).to_be_focused()
    assert (page.url, page.evaluate(PLACES)) == (address, places)
    assert page.evaluate("shifts") == []
    expect(page.locator("#panel-ask")).to_have_value("B4")
    page.locator("#panel a.choice[data-hex='G3']").click()
    page.locator("#panel [data-confirm]").click()
    expect(page.locator("#pieces [data-unit='G3']")).to_have_count(1)
    page.locator("#panel [data-action='undo']").click()
    expect(page.locator("#pieces [data-unit='G3']")).to_have_count(0)


def test_a_number_that_was_set_stays(look: Look, site: Site) -> None:
    page = look("alice")
    page.goto(site.world.paths["production"])
    dial = page.locator(".numbers input[type='number']").first
    dial.fill("0")
    page.locator("#panel .about").first.click()
    explained(page, "Process goods")
    page.keyboard.press("Escape")
    expect(dial).to_have_value("0")


def test_by_keyboard_alone(look: Look, site: Site) -> None:
    """Letters are not for the table while it is open; the focus comes back."""
    page = look("alice")
    page.goto(site.world.paths["playing"])
    link = page.get_by_role("link", name="Explanation: Upgrade shipping", exact=True)
    link.focus()
    page.keyboard.press("Enter")
    explained(page, "Upgrade shipping")
    for key in ("e", "p", "1", "?"):
        page.keyboard.press(key)
    expect(page.locator(BOX)).to_be_visible()
    expect(page.locator("#keys")).to_be_hidden()
    expect(page.locator("#overlay path")).to_have_count(0)
    page.keyboard.press("Tab")
    expect(page.locator(f"{BOX} a")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(f"{BOX} .about-close")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(BOX)).to_be_hidden()
    expect(link).to_be_focused()
    page.keyboard.press("1")
    expect(page.locator("#overlay path").first).to_be_attached()


def test_it_comes_when_it_is_asked_for_and_once(look: Look, site: Site) -> None:
    page = look("alice")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/guide/" in request.url else 0)
    page.goto(site.world.paths["playing"], wait_until="networkidle")
    assert asked == []
    link = page.locator("#imports .about")
    for _time in range(2):
        link.click()
        explained(page, "Imports")
        page.keyboard.press("Escape")
        expect(page.locator(BOX)).to_be_hidden()
    assert len(asked) == 1
    assert "/imports/en/" in asked[0]
    # A second press on the same control closes it.
    link.click()
    explained(page, "Imports")
    link.click()
    expect(page.locator(BOX)).to_be_hidden()


def test_what_arrives_meanwhile_closes_nothing(look: Look, site: Site) -> None:
    """All parts and the panel are put in anew; the focus goes to the control in its new place."""
    page = look("alice")
    page.goto(site.world.paths["playing"])
    page.locator("#imports .about").click()
    explained(page, "Imports")
    page.locator("#imports").evaluate("(part) => { part.dataset.old = 1 }")
    page.evaluate(REFRESHED)
    page.locator("#imports:not([data-old])").wait_for()
    explained(page, "Imports")
    page.keyboard.press("Escape")
    expect(page.locator("#imports .about")).to_be_focused()


def test_from_a_popover_it_leads_back_there(look: Look, site: Site) -> None:
    page = look("alice")
    page.goto(site.world.paths["playing"])
    page.locator(".tile-face").first.click()
    tile = page.locator(".tile-more:popover-open")
    tile.locator(".about").click()
    expect(page.locator(f"{BOX} h2")).to_contain_text("Scoring tile")
    expect(tile).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(BOX)).to_be_hidden()
    expect(tile.locator(".about")).to_be_focused()
    page.keyboard.press("Escape")
    expect(tile).to_have_count(0)


def test_a_port_is_explained_where_it_lies(look: Look, site: Site) -> None:
    """What is said of a space holds the control too."""
    page = look("alice")
    page.goto(site.world.paths["playing"])
    page.locator("#pieces [data-port]").first.hover(force=True)
    link = page.locator("#space-tip .about")
    expect(link).to_have_count(1)
    link.dispatch_event("click")
    expect(page.locator(f"{BOX} h2")).to_contain_text("Port tile")


def test_on_a_phone_it_is_a_sheet(look: Look, site: Site) -> None:
    page = look("alice", width=360)
    page.goto(site.world.paths["playing"])
    # What is fetched as it comes near the window is there.
    page.locator("#whole-0").wait_for()
    page.locator(".part-nav [aria-current]").wait_for()
    page.evaluate(SHIFTS)
    scrolled = page.evaluate("scrollY")
    page.locator("#panel .about").nth(1).tap()
    explained(page, "Trade on the market")
    box = page.locator(BOX).bounding_box()
    assert box is not None
    assert (box["x"], box["width"]) == (0, 360)
    assert box["y"] + box["height"] == 740
    assert box["y"] > 60
    page.touchscreen.tap(180, 20)
    expect(page.locator(BOX)).to_be_hidden()
    assert page.evaluate("scrollY") == scrolled
    assert page.evaluate("shifts") == []


def test_explanations_that_are_off_have_no_controls_in_the_panel(look: Look, site: Site) -> None:
    page = look("alice")
    page.goto(site.world.paths["playing"])
    expect(page.locator("#panel .about").first).to_be_visible()
    page.locator("[data-hints]").click()
    expect(page.locator("#panel .about").first).to_be_hidden()
    expect(page.locator("#imports .about")).to_be_visible()


def test_without_scripts_it_is_a_page_that_leads_back(look: Look, site: Site) -> None:
    page = look("alice", scripts=False)
    page.goto(site.world.paths["playing"] + CHOSEN)
    page.locator(".crumbs .about").click()
    expect(page.locator("h1")).to_have_text("Expand")
    expect(page.locator("figure svg")).to_be_visible()
    page.go_back()
    expect(page).to_have_url(re.compile(re.escape(CHOSEN) + "$"))
    expect(page.locator("#panel a.choice[data-hex='G3']")).to_have_count(1)


def test_without_a_connection_the_page_says_so(look: Look, site: Site) -> None:
    page = look("alice")
    page.goto(site.world.paths["playing"])
    page.route("**/guide/**", lambda route: route.abort())
    look.allow("ERR_FAILED")
    address = page.url
    page.locator("#imports .about").click()
    expect(page.locator("#notices .notice")).to_be_visible()
    expect(page.locator(BOX)).to_be_hidden()
    assert page.url == address
    page.unroute("**/guide/**")
    page.locator("#imports .about").click()
    explained(page, "Imports")
