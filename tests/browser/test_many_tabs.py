"""Many tabs of one browser, which has six connections to a server for all of them."""

import re
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, expect

from tests.browser.conftest import Look
from tests.browser.site import Site
from tests.browser.test_live import MARKED, version_of, versions_in
from tests.browser.test_replay import shows
from tests.browser.test_tables import LOOKS, MINE, opened, tells, until_it_waits_for, waiting
from tests.browser.timers import hold_timers

pytestmark = pytest.mark.browser

TABS: Final = 10
UNMARKED: Final = re.compile("^[^●]")
LOOKED_AT: Final = """looked => {
    const state = looked ? "visible" : "hidden";
    Object.defineProperty(document, "hidden", { configurable: true, value: !looked });
    Object.defineProperty(document, "visibilityState", { configurable: true, value: state });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Headless Chromium takes all of several tabs for visible."""
WITHOUT_LOCKS: Final = "delete Navigator.prototype.locks"
PATIENCE: Final = 10_000
"""Milliseconds after which a lost connection would be told."""


def test_ten_tables_leave_room_for_more(look: Look, site: Site) -> None:
    """A further page loads, and the table that is looked at goes on by itself."""
    tabs, paths = at_tables(look("alice"), site, TABS)
    context = tabs[0].context
    look_at(tabs[-1])
    for address in ("/rules/", "/games/", f"/{paths[0]}/replay/"):
        further = context.new_page()
        further.goto(address)
        expect(further.locator("#main")).to_be_visible()
        look_away(further)
    newest = site.play(paths[-1], 2)
    follows(tabs[-1], newest)


def test_titles_of_hidden_tables(look: Look, site: Site) -> None:
    """By one stream for all of them; when its tab goes, another one listens."""
    page = look("alice")
    streams = opened(page.context)
    tabs, paths = at_tables(page, site, 3)
    own = game_streams(page.context)
    for tab, path in zip(tabs, paths, strict=True):
        for name, title in (("bob", UNMARKED), ("alice", MARKED), ("bob", UNMARKED)):
            until_it_waits_for(site, path, name)
            expect(tab).to_have_title(title)
    assert len(streams) == 1
    with page.context.expect_event("request", lambda request: MINE in request.url):
        tabs[0].close()
    until_it_waits_for(site, paths[1], "alice")
    expect(tabs[1]).to_have_title(MARKED)
    expect(tabs[2]).not_to_have_title(MARKED)
    assert not own
    assert all(tab.evaluate("window.same") for tab in tabs[1:]), "loaded anew"


def test_a_tab_that_is_new_asks_what_was_told(look: Look, site: Site) -> None:
    """What changed after the server had made its page, and before it could listen."""
    page = look("bob")
    page.goto("/rules/")
    expect(page.locator("#waiting")).to_be_attached()
    late = page.context.new_page()

    def hold(route: Route) -> None:
        answer = route.fetch()
        before = waiting(page)
        until_it_waits_for(site, site.game("bob", "charlie"), "bob")
        tells(page, before + 1)
        route.fulfill(response=answer)

    late.route("**/help/", hold)
    late.goto("/help/")
    tells(late, waiting(page))


def test_a_table_that_was_hidden_shows_what_it_missed(look: Look, site: Site) -> None:
    path = site.game("alice", "bob")
    page = look("charlie")
    page.goto(f"/{path}/")
    page.evaluate("window.same = true")
    follows(page, site.play(path))
    look_away(page)
    before = version_of(page)
    newest = site.play(path, 3)
    page.wait_for_timeout(1000)
    assert version_of(page) == before
    look_at(page)
    follows(page, newest)
    assert versions_in(page) == list(range(newest, 0, -1))
    follows(page, site.play(path))
    expect(page.locator("#notices .notice")).to_have_count(0)
    assert page.evaluate("window.same"), "the page was loaded anew"


def test_a_waiting_room_that_was_hidden(look: Look, site: Site) -> None:
    game = site.api("POST", "games", "bob", {"name": "Wide", "options": {"players": 4}})["id"]
    page = look("bob")
    # It looks by itself every 15 seconds: not in this test.
    hold_timers(page, LOOKS)
    # What comes as the stream opens has come.
    with page.expect_event("requestfinished", lambda request: "/room/" in request.url):
        page.goto(f"/games/{game}/")
    look_away(page)
    site.api("POST", f"games/{game}/join", "charlie")
    page.wait_for_timeout(1000)
    expect(page.locator(".chair", has_text="charlie")).to_have_count(0)
    look_at(page)
    expect(page.locator(".chair", has_text="charlie")).to_be_visible()


def test_a_replay_that_was_hidden(look: Look, site: Site) -> None:
    path = site.game("alice", "bob")
    version = site.play(path, 2)
    page = look("charlie")
    page.goto(f"/{path}/replay/?v={version}")
    shows(page, version)
    look_away(page)
    newest = site.play(path, 2)
    page.wait_for_timeout(1500)
    shows(page, version)
    look_at(page)
    shows(page, newest)
    expect(page.locator("#notices .notice")).to_have_count(0)


@pytest.mark.parametrize("address", ["/{}/", "/{}/replay/"])
def test_no_connection_is_lost_where_nobody_looks(look: Look, site: Site, address: str) -> None:
    """Also when it was about to be told."""
    path = site.game("alice", "bob")
    page = look("charlie")
    page.clock.install()
    look.allow("503")
    page.route(re.compile(r"/stream\?"), lambda route: route.fulfill(status=503))
    with page.expect_event("requestfinished", lambda request: "/stream?" in request.url):
        page.goto(address.format(path))
    page.clock.run_for(1000)
    look_away(page)
    page.clock.run_for(PATIENCE)
    page.unroute_all()
    expect(page.locator("#notices .notice")).to_have_count(0)
    with page.expect_event("response", lambda answer: "/stream?" in answer.url):
        look_at(page)
    page.clock.run_for(PATIENCE)
    expect(page.locator("#notices .notice")).to_have_count(0)


def test_another_account_in_the_same_browser(look: Look, site: Site) -> None:
    """Pages of the one before are told nothing of its games, even when they open a stream."""
    until_it_waits_for(site, site.game("bob", "charlie"), "bob")
    page = look("dora")
    page.goto("/rules/")
    left = page.context.new_page()
    left.goto("/rules/")
    before = waiting(left)
    cookie = {"name": "sessionid", "value": site.world.sessions["bob"], "url": site.url}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    theirs = page.context.new_page()
    theirs.goto("/rules/")
    assert waiting(theirs) > before
    # It hears whose games these are, and hangs up.
    with left.expect_event("requestfailed", lambda request: MINE in request.url):
        page.close()
    count = waiting(theirs)
    until_it_waits_for(site, site.game("bob", "charlie"), "bob")
    tells(theirs, count + 1)
    tells(left, before)


def test_without_locks_a_page_listens_while_it_is_looked_at(look: Look, site: Site) -> None:
    page = look("bob")
    page.add_init_script(WITHOUT_LOCKS)
    streams = opened(page.context)
    page.goto("/rules/")
    before = waiting(page)
    until_it_waits_for(site, site.game("bob", "charlie"), "bob")
    tells(page, before + 1)
    look_away(page)
    until_it_waits_for(site, site.game("bob", "charlie"), "bob")
    page.wait_for_timeout(1000)
    tells(page, before + 1)
    look_at(page)
    tells(page, before + 2)
    assert len(streams) == 2


def at_tables(page: Page, site: Site, count: int) -> tuple[list[Page], list[str]]:
    """Tabs of a browser, each at another table of alice and bob; all are in the background."""
    paths = [site.game("alice", "bob") for _ in range(count)]
    tabs = [page, *(page.context.new_page() for _ in paths[1:])]
    for tab, path in zip(tabs, paths, strict=True):
        tab.goto(f"/{path}/")
        tab.evaluate("window.same = true")
        expect(tab.locator("#status")).to_be_visible()
        look_away(tab)
    return tabs, paths


def look_away(page: Page) -> None:
    """The tab is behind another one."""
    page.evaluate(LOOKED_AT, False)


def look_at(page: Page) -> None:
    """The tab is in front."""
    page.evaluate(LOOKED_AT, True)


def follows(page: Page, version: int) -> None:
    """The page shows this version."""
    expect(page.locator(f"#status[data-version='{version}']")).to_be_attached()


def game_streams(context: BrowserContext) -> list[str]:
    """The streams of games that a browser opens from now on."""
    found: list[str] = []

    def note(request: Request) -> None:
        if "/stream?" in request.url:
            found.append(request.url)

    context.on("request", note)
    return found
