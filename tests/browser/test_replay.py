"""The replay by keyboard."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Look
from tests.browser.site import Site

pytestmark = pytest.mark.browser


def test_by_keyboard(look: Look, site: Site) -> None:
    page = look()
    page.goto(f"{site.world.paths['finished']}replay/")
    newest = int(page.locator("#events").get_attribute("data-newest") or 0)
    page.keyboard.press("Home")
    shows(page, 1)
    for key, version in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", newest)):
        page.keyboard.press(key)
        shows(page, version)
        expect(page).to_have_url(re.compile(rf"\?v={version}$"))
    page.keyboard.press("[")
    expect(page.locator("#round")).to_contain_text("5")
    page.keyboard.press("Home")
    shows(page, 1)
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_accessible_name("Pause")
    expect(page.locator("#place")).not_to_have_text("1")
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_accessible_name("Play")


def test_step_marks_what_it_changes(look: Look, site: Site) -> None:
    """The spaces of the event have a ring, and the numbers that are other ones a mark."""
    page = look()
    page.goto(f"{site.world.paths['finished']}replay/")
    event = page.locator("#events li[data-hexes]:not(.undone)").last
    version = int(event.get_attribute("data-v") or 0)
    hexes = (event.get_attribute("data-hexes") or "").split()
    page.goto(f"{site.world.paths['finished']}replay/?v={version - 1}")
    shows(page, version - 1)
    page.keyboard.press("ArrowRight")
    shows(page, version)
    # Each is drawn twice: dashes, and a lighter line under them.
    expect(page.locator("#moment .ring.under")).to_have_count(len(hexes))
    expect(page.locator("#moment .ring:not(.under)")).to_have_count(len(hexes))
    expect(page.locator("#moment .changed").first).to_be_attached()


def test_the_bar_is_low_where_there_is_room(look: Look, site: Site) -> None:
    page = look()
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{site.world.paths['finished']}replay/?v=60")
    bar = page.locator("#transport").bounding_box()
    assert bar
    assert bar["height"] <= 96
    for part in ("#slider", "#play", "#speed", "#said"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_address_leads_to_the_moment(look: Look, site: Site) -> None:
    """Who opens the address that the page shows sees the same table."""
    page = look()
    page.goto(f"{site.world.paths['finished']}replay/?v=20")
    page.keyboard.press("ArrowRight")
    shows(page, 21)
    expect(page.locator("#moment .changed").first).to_be_attached()
    said, market = (page.locator(part).inner_text() for part in ("#said", "#market"))
    expect(page).to_have_url(re.compile(r"\?v=21$"))
    other = look()
    other.goto(page.url)
    shows(other, 21)
    assert [other.locator(part).inner_text() for part in ("#said", "#market")] == [said, market]


def test_replay_grows_with_its_game(look: Look, site: Site) -> None:
    """Who is at the end goes on to what comes; who is not is told how much there is."""
    path = site.game("alice", "bob")
    version = site.play(path, 2)
    pages = [look("charlie"), look("charlie")]
    for page, place in zip(pages, (version, 1), strict=True):
        page.goto(f"/{path}/replay/?v={place}")
        page.evaluate("window.same = true")
        shows(page, place)
    newest = site.play(path)
    at_the_end, behind = pages
    shows(at_the_end, newest)
    expect(behind.locator("#arrivals")).to_contain_text("1")
    shows(behind, 1)
    behind.locator("#arrivals").click()
    shows(behind, newest)
    assert all(page.evaluate("window.same") for page in pages), "loaded anew"


def test_replay_asks_again_for_what_is_new(look: Look, site: Site) -> None:
    """A server that could not answer is asked once more, though nothing else happens."""
    path = site.game("alice", "bob")
    version = site.play(path, 2)
    page = look("charlie")
    page.goto(f"/{path}/replay/?v={version}")
    shows(page, version)
    look.allow("503")
    refused = []

    def busy(route: Route) -> None:
        refused.append(route.request.url)
        route.fulfill(status=503)

    page.route("**/replay/news/**", busy, times=1)
    newest = site.play(path)
    shows(page, newest)
    assert len(refused) == 1


def shows(page: Page, version: int) -> None:
    """The bar and the log are at a version."""
    expect(page.locator("#place")).to_have_text(str(version))
    expect(page.locator("#events [aria-current='step']")).to_have_attribute(
        "href", re.compile(rf"^\?v={version}\b")
    )


def test_what_a_page_says_at_first_stays(look: Look, site: Site) -> None:
    """Why nobody can play on from the end, until another moment is shown."""
    page = look("alice")
    page.goto(f"{site.world.paths['finished']}replay/")
    newest = int(page.locator("#events").get_attribute("data-newest") or 0)
    page.goto(f"{site.world.paths['finished']}replay/?v={newest}")
    shows(page, newest)
    with page.expect_navigation():
        page.locator(".fork button[type='submit']").click()
    page.wait_for_load_state("networkidle")
    expect(page.locator("#notices .notice")).to_contain_text("choose an earlier one")
    page.keyboard.press("ArrowLeft")
    shows(page, newest - 1)
    expect(page.locator("#notices .notice")).to_have_count(0)


def test_the_events_beside_a_replay_cover_nothing(look: Look, site: Site) -> None:
    """They stay in sight beside the board, and end above the boards of the players."""
    page = look("alice")
    page.set_viewport_size({"width": 1600, "height": 900})
    page.goto(f"{site.world.paths['finished']}replay/?v=60")
    events, players = page.locator("#events"), page.locator("#players")
    page.evaluate("scrollTo(0, 300)")
    expect(events).to_be_in_viewport(ratio=0.9)
    players.evaluate("one => scrollTo(0, one.getBoundingClientRect().top + scrollY - 100)")
    above, below = events.bounding_box(), players.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]
