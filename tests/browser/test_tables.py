"""Before and beside a game: words for chance at its table, and whose turn it is on other pages."""

import re
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, expect

from tests.browser.conftest import Look
from tests.browser.site import Site
from tests.browser.timers import hold_timers

pytestmark = pytest.mark.browser

MINE: Final = "/me/stream"
MINUTE: Final = 60_000
LOOKS: Final = 10_000
"""Milliseconds, before a page looks by itself."""
TRIES: Final = 300
LOOKED_AT: Final = "document.dispatchEvent(new Event('visibilitychange'))"


@pytest.mark.parametrize("size", [(1366, 768), (1280, 1000)])
def test_nothing_floats_over_the_form_of_a_new_table(
    look: Look, site: Site, size: tuple[int, int]
) -> None:
    page = look("alice")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto("/games/new/")
    expect(page.locator(".make button")).to_be_in_viewport(ratio=1)
    bar = page.locator(".make").bounding_box()
    assert bar
    for field in ("#players-2", "#seat2", "#visibility-private", "#table-name"):
        box = page.locator(field).bounding_box()
        assert box
        assert box["y"] >= bar["y"] + bar["height"]


def test_a_corrected_entry_is_wrong_no_more(look: Look, site: Site) -> None:
    page = look()
    page.goto("/signup/")
    page.locator("#id_username").fill("newcomer")
    page.locator("#id_password1").fill("heather-and-peat-1")
    page.locator("#id_password2").fill("heather")
    page.locator("main [type='submit']").click()
    expect(page.locator(".field .errors li")).to_have_count(1)
    page.locator("#id_password1").fill("heather-and-peat-2")
    expect(page.locator(".field .errors li")).to_have_count(0)
    look.allow("422")


def test_the_browser_seals_a_word(look: Look, site: Site) -> None:
    """The word itself does not leave it before it is opened; others follow by themselves."""
    path = site.game("charlie", "bob", start=False)
    host, guest = look("charlie", width=360), look("bob")
    for page in (host, guest):
        page.goto(f"/{path}/")
        page.evaluate("window.same = true")
    host.locator("#make-word").click()
    word = host.locator("#word").input_value()
    with host.expect_request(lambda request: request.url.endswith("/word/seal/")) as sealing:
        host.locator("#seal").click()
    assert word not in (sealing.value.post_data or "")
    expect(guest.locator(".chair", has_text="charlie")).to_contain_text("secret locked in")
    expect(host.locator("#sealed-word")).to_have_value(word)
    expect(host.locator("#start")).to_have_count(0)
    host.locator("#open-word").click()
    expect(guest.locator(".chair", has_text="charlie")).to_contain_text("secret revealed")
    expect(host.locator("#chosen, #manage")).to_have_count(2)
    assert all(page.evaluate("window.same") for page in (host, guest)), "loaded anew"
    host.locator("#start").click()
    for page in (host, guest):
        expect(page.locator("#status")).to_be_visible()


def test_a_word_that_cannot_be_opened_is_not_sealed(look: Look, site: Site) -> None:
    """Or the game could never start."""
    page = look("bob")
    page.goto(f"/{site.game('bob', 'charlie', start=False)}/")
    for word in (" ", "\u2800", "heather\u200bhoney", "\ufeff"):
        page.locator("#word").fill(word)
        page.locator("#seal").click()
        message = page.locator("#word").evaluate("field => field.validationMessage")
        assert message, ascii(word)
    expect(page.locator("#seal-form")).to_be_visible()


def test_what_is_being_typed_stays_while_others_come(look: Look, site: Site) -> None:
    path = site.api("POST", "games", "bob", {"name": "Wide", "options": {"players": 4}})["id"]
    page = look("bob")
    page.goto(f"/games/{path}/")
    page.locator("#word").press_sequentially("heather")
    page.locator("#bot").select_option("random")
    page.locator("#word").focus()
    site.api("POST", f"games/{path}/join", "charlie")
    expect(page.locator(".chair", has_text="charlie")).to_be_visible()
    expect(page.locator("#word")).to_have_value("heather")
    expect(page.locator("#word")).to_be_focused()
    expect(page.locator("#bot")).to_have_value("random")


def test_an_answer_finds_the_room_that_others_have_changed(look: Look, site: Site) -> None:
    """What changes while a form is on its way is shown, and so is the answer to the form."""
    path = site.api("POST", "games", "bob", {"name": "Wide", "options": {"players": 4}})["id"]
    page = look("bob")
    hold_timers(page, LOOKS)
    page.goto(f"/games/{path}/")

    def hold(route: Route) -> None:
        answer = route.fetch()
        # The page has heard of the change, and asked what it is.
        with page.expect_event("requestfinished", lambda one: "/room/" in one.url):
            site.api("POST", f"games/{path}/join", "charlie")
        route.fulfill(response=answer)

    page.route("**/bots/", hold)
    page.locator("#add-bot").click()
    for name in ("steward bot", "charlie"):
        expect(page.locator(".chair", has_text=name)).to_be_visible()


def test_every_page_tells_that_a_game_waits(look: Look, site: Site) -> None:
    """By one stream for all tabs of a browser; when its tab goes, another one listens."""
    page = look("bob")
    streams = opened(page.context)
    page.goto("/rules/")
    other = page.context.new_page()
    other.goto("/games/")
    other.evaluate("window.same = true")
    before = waiting(page)
    path = site.game("bob", "charlie")
    until_it_waits_for(site, path, "bob")
    name = other.locator(".group.turn h3", has_text="Live").first
    for tab in (page, other):
        tells(tab, before + 1)
    expect(name).to_be_visible()
    assert len(streams) == 1
    with page.context.expect_event("request", lambda request: MINE in request.url):
        page.close()
    until_it_waits_for(site, path, "charlie")
    tells(other, before)
    assert other.evaluate("window.same"), "the page was loaded anew"


def test_a_stream_that_was_refused_is_opened_once(look: Look, site: Site) -> None:
    """Whoever comes first, the clock or somebody who looks: there is one stream afterwards."""
    page = look("bob")
    page.clock.install()
    look.allow("429")
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=429)
        else:
            # Open, and silent.
            route.fulfill(content_type="text/event-stream", body="retry: 3600000\n\n")

    page.route(re.compile(r"/stream\?"), answer)
    page.goto(f"/{site.game('bob', 'charlie')}/")
    for _ in range(TRIES):
        if len(asked) == 2:
            break
        # While the first answer is on its way, the stream is not idle yet.
        page.evaluate(LOOKED_AT)
        page.wait_for_timeout(100)
    page.evaluate(LOOKED_AT)
    page.clock.fast_forward(MINUTE)
    page.wait_for_timeout(300)
    assert len(asked) == 2


def opened(context: BrowserContext) -> list[str]:
    """The streams of a user's turns that a browser opens from now on."""
    found: list[str] = []

    def note(request: Request) -> None:
        if MINE in request.url:
            found.append(request.url)

    context.on("request", note)
    return found


def until_it_waits_for(site: Site, path: str, name: str) -> None:
    """Play on until this user has to decide."""
    while name not in [seat["user"] for seat in site.api("GET", path)["seats"] if seat["waiting"]]:
        site.play(path)


def waiting(page: Page) -> int:
    """The number that the header tells."""
    return int(page.locator("#waiting .number").text_content() or 0)


def tells(page: Page, count: int) -> None:
    """The page says in its header, its title and its icon that so many games wait."""
    expect(page.locator("#waiting .number")).to_have_text(str(count))
    expect(page.locator("#waiting")).to_be_visible(visible=count > 0)
    title = re.compile(rf"^\({count}\) ") if count else re.compile(r"^[^(]")
    expect(page).to_have_title(title)
    icon = re.compile("icon-turn" if count else r"icon(\.\w+)?\.svg")
    expect(page.locator("#icon")).to_have_attribute("href", icon)
