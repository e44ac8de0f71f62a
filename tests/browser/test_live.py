"""Two people at a table in two browsers; and what happens when the connection is lost."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Look
from tests.browser.player import Player
from tests.browser.site import Site
from tests.browser.timers import hold_timers, let_go

pytestmark = pytest.mark.browser

MARKED = re.compile("^●")
"""The title of a page whose reader has to decide."""
LOSS = 8_000
"""Milliseconds after which the page says that the connection is lost."""
LINES = "lines => lines.map(line => Number(line.dataset.v))"


def test_move_is_seen_by_the_other(look: Look, site: Site) -> None:
    seen_by_the_other(look, site)


@pytest.mark.services
def test_move_is_seen_by_the_other_on_redis(look: Look, site: Site) -> None:
    """The news comes over Redis, and with a worker that takes the game's own steps."""
    seen_by_the_other(look, site)


def seen_by_the_other(look: Look, site: Site) -> None:
    """Without loading the page anew; title and icon say whose turn it is."""
    mover, other = at_a_table(look, site)
    waits(other)
    before = version_of(other)
    clan = mover.locator("#panel a.choice .choice-label").first.inner_text()
    while mover.locator("#panel.mine").count():
        player = Player(mover, actions=1)
        player.press(player.wanted())
    decides(other)
    expect(other.locator("#log")).to_contain_text(clan)
    assert versions_in(other)[0] == version_of(other) > before
    waits(mover)
    assert other.evaluate("window.same"), "the page was loaded anew"


def test_an_answer_stands_whole_at_once(look: Look, site: Site) -> None:
    """An answer that kept old classes for a moment would look as if it were still one's turn."""
    page = look("alice")
    page.goto(f"/{site.game('alice', 'bob')}/")
    put = """() => {
      const spec = { swapStyle: "innerHTML", settleDelay: window.htmx.config.defaultSettleDelay };
      const panel = document.getElementById("panel");
      window.htmx.swap("#panel-frame", '<section id="panel" class="panel new"></section>', spec);
      return [panel.className, document.getElementById("panel").className];
    }"""
    before, after = page.evaluate(put)
    assert before.startswith("panel")
    assert after == "panel new"


def test_a_server_that_comes_back(look: Look, site: Site) -> None:
    """The loss is told, and that it is over; nothing that happened in between is missing."""
    path = site.game("alice", "bob")
    page = look("charlie")
    page.goto(f"/{path}/")
    page.evaluate("window.same = true")
    seen = site.play(path)
    expect(page.locator(f"#status[data-version='{seen}']")).to_be_attached()
    look.allow(
        "ERR_CONNECTION_REFUSED",
        "ERR_INCOMPLETE_CHUNKED_ENCODING",
        "ERR_CONNECTION_RESET",
        "ERR_EMPTY_RESPONSE",
    )
    site.running.pop("server").kill()
    expect(page.locator("#notices .warning")).to_be_visible()
    site.start()
    newest = site.play(path, 4)
    expect(page.locator("#notices .success")).to_be_visible()
    expect(page.locator(f"#status[data-version='{newest}']")).to_be_attached()
    assert versions_in(page) == list(range(newest, 0, -1))
    assert page.evaluate("window.same"), "the page was loaded anew"


def test_a_browser_that_was_offline(look: Look, site: Site) -> None:
    """It tells so, and shows everything once it is back, though nothing new happens then.

    A stream that is open may outlive this: what it tells of cannot be asked for.
    """
    path = site.game("alice", "bob")
    page = look("bob")
    page.goto(f"/{path}/")
    page.evaluate("window.same = true")
    look.allow("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED", "htmx:sendError", "afterRequest")
    page.context.set_offline(True)
    newest = site.play(path, 3)
    expect(page.locator("#notices .error, #notices .warning")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(f"#status[data-version='{newest}']")).to_be_attached()
    expect(page.locator("#notices .success")).to_be_visible()
    assert versions_in(page) == list(range(newest, 0, -1))
    assert page.evaluate("window.same"), "the page was loaded anew"


def test_a_server_that_is_busy(look: Look, site: Site) -> None:
    """What it cannot answer is asked for again, without a word about it when that is soon."""
    path = site.game("alice", "bob")
    page = look("charlie")
    page.goto(f"/{path}/")
    page.evaluate("window.same = true")
    refused = []

    def busy(route: Route) -> None:
        refused.append(route.request.url)
        route.fulfill(status=503)

    look.allow("503")
    hold_timers(page, LOSS)
    page.route("**/refresh/**", busy, times=1)
    newest = site.play(path, 2)
    expect(page.locator(f"#status[data-version='{newest}']")).to_be_attached()
    assert len(refused) == 1
    assert versions_in(page) == list(range(newest, 0, -1))
    let_go(page)
    expect(page.locator("#notices .notice")).to_have_count(0)
    assert page.evaluate("window.same"), "the page was loaded anew"


def test_a_table_that_is_gone(look: Look, site: Site) -> None:
    """What is not there is not asked for again, until there is more."""
    path = site.game("alice", "bob")
    page = look("charlie")
    page.goto(f"/{path}/")
    expect(page.locator("#status")).to_be_visible()
    asked = []

    def gone(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=404)

    look.allow("404")
    page.route("**/refresh/**", gone)
    site.play(path)
    expect(page.locator("#notices .error")).to_be_visible()
    page.wait_for_timeout(3000)
    assert len(asked) == 1


def test_who_would_end_the_game(look: Look, site: Site) -> None:
    """The others read of it at once, and when it is taken back."""
    path = site.game("alice", "bob")
    page = look("alice")
    page.goto(f"/{path}/")
    page.evaluate("window.same = true")
    version = version_of(page)
    agree = page.locator("#agree")
    expect(agree).to_be_empty()
    site.api("POST", f"{path}/abandon", "bob")
    expect(agree).to_contain_text("bob")
    site.api("DELETE", f"{path}/abandon", "bob")
    expect(agree).to_be_empty()
    assert version_of(page) == version
    assert page.evaluate("window.same"), "the page was loaded anew"


def at_a_table(look: Look, site: Site) -> tuple[Page, Page]:
    """A new game of two: the page of who decides first, and that of the other."""
    path = site.game("alice", "bob")
    pages = [look("alice"), look("bob")]
    for page in pages:
        page.goto(f"/{path}/")
        page.evaluate("window.same = true")
    mover, other = sorted(pages, key=lambda page: page.locator("#panel.mine").count(), reverse=True)
    decides(mover)
    return mover, other


def decides(page: Page) -> None:
    """The page says that its reader has to decide, also where it is not looked at."""
    expect(page.locator("#status")).to_have_attribute("data-mine", "")
    expect(page).to_have_title(MARKED)
    expect(page.locator("#icon")).to_have_attribute("href", re.compile("icon-turn"))
    expect(page.locator("#panel.mine")).to_be_visible()


def waits(page: Page) -> None:
    """The page says that somebody else has to decide."""
    expect(page.locator("#status:not([data-mine])")).to_be_visible()
    expect(page).not_to_have_title(MARKED)
    expect(page.locator("#icon")).not_to_have_attribute("href", re.compile("icon-turn"))


def version_of(page: Page) -> int:
    """The version of the game that the page shows."""
    return int(page.locator("#status").get_attribute("data-version") or 0)


def versions_in(page: Page) -> list[int]:
    """The versions of the events in the log, newest first."""
    found: list[int] = page.locator("#log [data-v]").evaluate_all(LINES)
    return sorted(found, reverse=True)
