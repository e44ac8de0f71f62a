"""The picture and the animated replay below the score sheet of a finished game."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Look
from tests.browser.site import Site

pytestmark = pytest.mark.browser

DECODED = "img => img.decode().then(() => img.naturalWidth)"
"""How wide an image is, once it has come."""


def shown(page: Page) -> str:
    """The name of the file that is shown, once it has come."""
    image = page.locator("#share img")
    assert image.evaluate(DECODED) > 500
    return (image.get_attribute("src") or "").rpartition("/")[2]


def test_the_replay_plays_and_stops_by_keyboard(look: Look, site: Site) -> None:
    """It moves only when asked to, and the button keeps the focus; the still is never wider."""
    page = look("alice", width=360)
    page.goto(site.world.paths["finished"])
    page.locator(".after a[href='#share']").click()
    assert shown(page) == "picture.png"
    button = page.locator("#share-play")
    button.focus()
    page.keyboard.press("Enter")
    page.locator("#share img[src$='.gif']").wait_for()
    assert shown(page) == "replay.gif"
    expect(button).to_be_focused()
    expect(page.locator("#share a[download='caledonia.gif']")).to_be_visible()
    box = page.locator("#share img").bounding_box()
    assert box is not None
    assert box["width"] < 360
    page.keyboard.press("Enter")
    expect(page.locator("#share img[src$='.png']")).to_be_visible()
    expect(page.locator("#share a[download='caledonia.gif']")).to_have_count(0)


def test_the_link_leads_to_the_picture_below_the_chart(look: Look, site: Site) -> None:
    """Where both stand below each other in a pane that scrolls."""
    page = look("alice")
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(site.world.paths["finished"])
    page.locator(".after a[href='#share']").click()
    page.locator("#points .plot").wait_for()
    assert shown(page) == "picture.png"
    expect(page.locator("#share img")).to_be_in_viewport(ratio=0.9)


def test_who_has_gone_on_is_not_led_back(look: Look, site: Site) -> None:
    """The chart that a link has made room for may come late."""
    page = look("alice")
    page.set_viewport_size({"width": 1366, "height": 768})
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/points/", hold)
    page.goto(site.world.paths["finished"])
    page.locator(".after a[href='#share']").click()
    expect(page.locator("#points.htmx-request")).to_be_attached()
    page.keyboard.press("Shift")
    pane = page.locator(".pane:has(#sheet)")
    pane.evaluate("one => one.scrollTo(0, 0)")
    while not held:
        page.wait_for_timeout(50)
    held[0].continue_()
    page.locator("#points .plot").wait_for()
    expect(page.locator(":is(.htmx-request, .htmx-settling, .htmx-added)")).to_have_count(0)
    assert pane.evaluate("one => one.scrollTop") == 0


def test_chart_and_picture_move_nothing_as_they_come(look: Look, site: Site) -> None:
    """On a phone the map is below them; names in the chart may be long."""
    page = look("alice", width=360)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile("/(points|share)/$"), hold)
    with page.expect_request("**/points/"), page.expect_request("**/share/"):
        page.goto(site.world.paths["finished"])
        page.locator("#share").scroll_into_view_if_needed()
        page.locator("#points").scroll_into_view_if_needed()
    while len(held) < 2:
        page.wait_for_timeout(50)
    before = top_of_map(page)
    for one in held:
        one.continue_()
    assert shown(page) == "picture.png"
    page.locator("#points .legend .key").first.wait_for()
    assert top_of_map(page) == before
    page.locator("#points .legend .key").evaluate_all(
        "(keys, name) => { for (const key of keys) key.textContent = name; }", 24 * "W"
    )
    assert top_of_map(page) == before


def top_of_map(page: Page) -> float:
    """How far the map is below the upper edge of the page."""
    found: float = page.evaluate(
        "document.querySelector('.map-frame').getBoundingClientRect().top + scrollY"
    )
    return found


def test_without_scripts_it_has_a_page(look: Look, site: Site) -> None:
    page = look(scripts=False)
    page.goto(site.world.paths["finished"])
    page.locator("#share a[href$='share/?play']").click()
    expect(page.locator("#share img[src$='replay.gif']")).to_be_visible()
    page.locator("#share-play").click()
    expect(page.locator("#share img[src$='picture.png']")).to_be_visible()


def test_a_picture_of_the_board_can_be_taken_along(look: Look, site: Site) -> None:
    page = look("alice")
    page.goto(f"{site.world.paths['finished']}share/?play")
    for kind, begins in (("png", b"\x89PNG"), ("gif", b"GIF89a")):
        with page.expect_download() as loading:
            page.locator(f"#share a[download='caledonia.{kind}']").click()
        assert loading.value.suggested_filename == f"caledonia.{kind}"
        assert loading.value.path().read_bytes().startswith(begins)
