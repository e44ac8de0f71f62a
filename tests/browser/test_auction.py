"""An open auction in the browser: the table of bids, a maximum bid, passing."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Look
from tests.browser.site import Site

pytestmark = pytest.mark.browser


def auction(site: Site, *others: str, **more: str) -> str:
    """A new open auction of erin, who opens it, alice and others."""
    players = 2 + len(others)
    options = {"players": players, "auction": "open", "turn_order": "seats", **more}
    game = site.api("POST", "games", "erin", {"name": "Bids", "options": options})["id"]
    for user in ("alice", *others):
        site.api("POST", f"games/{game}/join", user)
    site.api("POST", f"games/{game}/start", "erin")
    return str(game)


def row(page: Page, name: str) -> Locator:
    """The bids of a player, and how they stand."""
    return page.locator("#draft .bids tr", has_text=name).locator("td")


def test_everybody_sees_who_leads_and_what_each_clan_would_be(look: Look, site: Site) -> None:
    """Bids arrive in the table while one looks; clans tell what they can do and start with."""
    game = auction(site, "bob", auction_order="clan")
    page = look("alice")
    page.goto(f"/games/{game}/")
    page.evaluate("window.same = true")
    for version, (user, line) in enumerate(
        (("erin", "bid 2"), ("alice", "bid 3"), ("bob", "quit"), ("erin", "bid 5")), 1
    ):
        site.api("POST", f"games/{game}/moves", user, {"version": version, "notation": line})
    # She leads with her first bid already: all of them have come when the last one has.
    expect(row(page, "erin")).to_have_text([re.compile(r"^\s*2\s+5\s*$"), "leads"])
    expect(row(page, "alice")).to_have_text(["3", "to bid"])
    expect(row(page, "bob").nth(1)).to_have_text("passed")
    expect(page.locator("#draft .leads")).to_contain_text("erin")
    expect(page.locator("#draft .highest")).to_have_text("5")
    expect(page.locator("#panel.mine")).to_be_visible()
    clans = page.locator("#draft .pair-card")
    expect(clans).to_have_count(3)
    for place, clan in enumerate(clans.all(), 1):
        expect(clan.locator("h3 .rule")).to_have_text(re.compile("^CLAN-"))
        expect(clan.locator("p").first).to_have_text(re.compile(r"\w+ .*\."))
        expect(clan.locator(".amounts strong")).to_have_text(re.compile(r"^£\d+$"))
        assert clan.locator(".amounts li").count() > 1
        expect(clan).to_contain_text(f"Place {place} in turn order")
    site.api("POST", f"games/{game}/moves", "alice", {"version": 5, "notation": "quit"})
    site.api("POST", f"games/{game}/moves", "erin", {"version": 6, "notation": "choose 1"})
    expect(page.locator("#draft .taken")).to_contain_text("taken by erin")
    expect(page.get_by_role("table", name="Rounds before")).to_contain_text("5 points")
    assert page.evaluate("window.same"), "the page was loaded anew"


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
    expect(row(page, "alice")).to_have_text(["1", "leads"])
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
