"""An open auction in the browser: the table of bids, a maximum bid, passing."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Look
from tests.browser.site import Site

pytestmark = pytest.mark.browser


def auction(site: Site) -> str:
    """A new open auction of erin, who opens it, and alice."""
    options = {"players": 2, "auction": "open", "turn_order": "seats"}
    game = site.api("POST", "games", "erin", {"name": "Bids", "options": options})["id"]
    site.api("POST", f"games/{game}/join", "alice")
    site.api("POST", f"games/{game}/start", "erin")
    return str(game)


def row(page: Page, name: str) -> list[str]:
    """The bids of a player, and how they stand."""
    return page.locator("#draft .bids tr", has_text=name).locator("td").all_inner_texts()


def test_a_maximum_bids_while_its_owner_looks_on(look: Look, site: Site) -> None:
    game = auction(site)
    page = look("alice")
    page.goto(f"/games/{game}/")
    page.get_by_label("Bid up to").fill("5")
    page.locator("[data-max-bid]").click()
    expect(page.locator("#max-bid-asks")).to_contain_text("up to 5 points")
    page.locator("#panel [data-confirm]").click()
    expect(page.locator(".max-bid")).to_contain_text("You bid up to 5 points")
    host = look("erin")
    host.goto(f"/games/{game}/")
    expect(host.locator("body")).not_to_contain_text("up to 5 points")
    host.locator("#panel .numbers [type='submit']").click()
    host.locator("#panel [data-confirm]").click()
    expect(page.locator("#draft .leads")).to_contain_text("alice")
    assert [one.split() for one in row(page, "alice")] == [["1"], ["leads"]]
    expect(host.locator("#draft .leads .highest")).to_have_text("1")


def test_passing_can_be_thought_over(look: Look, site: Site) -> None:
    game = auction(site)
    site.api("POST", f"games/{game}/moves", "erin", {"version": 1, "notation": "bid 3"})
    page = look("alice")
    page.goto(f"/games/{game}/")
    page.locator("#panel [data-action='quit']").click()
    expect(page.locator("#preview-final")).to_be_visible()
    page.locator("#panel [data-back]").click()
    expect(page.locator("#panel .numbers")).to_be_visible()
    page.locator("#panel [data-action='quit']").click()
    page.locator("#panel [data-confirm]").click()
    expect(page.locator("#draft .auction")).to_contain_text("erin has won this round")
