"""What people at one table do with each other: talk, hand over a seat, and play again."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Look
from tests.browser.player import Player
from tests.browser.site import Site

pytestmark = pytest.mark.browser


def test_a_line_is_read_by_the_other(look: Look, site: Site) -> None:
    """As it was written, whatever it looks like; the other one's page shows how many are new."""
    path = site.game("alice", "bob")
    writer, reader = look("alice"), look("bob")
    for page in (writer, reader):
        page.goto(f"/{path}/")
        page.evaluate("window.same = true")
    line = "5 < 6 & <b>heather</b> <img src=x onerror=alert(1)>"
    writer.locator("label[for='tab-chat']").click()
    writer.locator("#chat-text").fill(line)
    writer.keyboard.press("Enter")
    expect(writer.locator("#chat .said.mine p").last).to_have_text(line)
    expect(reader.locator(".rail .chat-unread")).to_have_text("1")
    reader.locator("label[for='tab-chat']").click()
    expect(reader.locator("#chat .said p").last).to_have_text(line)
    expect(reader.locator("#chat .said time").last).to_have_text(re.compile(r"^\d\d:\d\d$"))
    expect(reader.locator(".rail .chat-unread")).to_be_hidden()
    assert not reader.locator("#chat .said :is(b, img)").count()
    assert all(page.evaluate("window.same") for page in (writer, reader)), "loaded anew"


def test_a_seat_goes_to_somebody_else(look: Look, site: Site) -> None:
    """Who takes it plays on; the giver only looks on, without having done anything."""
    path = site.game("alice", "bob")
    site.play(path)
    giver, taker = look("alice"), look("erin", language="en")
    giver.goto(f"/{path}/seat/")
    giver.locator("#id_taker").fill("erin")
    with giver.expect_navigation():
        giver.get_by_role("button", name="Offer the seat").click()
    giver.goto(f"/{path}/")
    taker.goto("/games/")
    taker.locator(f"a[href='/{path}/offer/']").first.click()
    taker.locator("main form button").first.click()
    expect(taker.locator("#draft")).to_be_visible()
    expect(giver.locator("#compare")).to_contain_text("erin")
    expect(giver.locator("#panel .choice, #panel form")).to_have_count(0)
    while "erin" not in (
        waiting := [s["user"] for s in site.api("GET", path)["seats"] if s["waiting"]]
    ):
        assert waiting
        site.play(path)
    player = Player(taker, actions=1)
    player.wait()
    steps = taker.locator("#log .log-step")
    before = steps.count()
    while taker.locator("#panel.mine").count() and steps.count() == before:
        player.press(player.wanted())
    expect(giver.locator("#log li.entry").first).to_contain_text("erin")


def test_a_finished_game_leads_to_the_next(look: Look, site: Site) -> None:
    """The bot sits again, the other player is asked and sits down, another seat begins."""
    body = {"name": "Again", "options": {"players": 3}}
    path = f"games/{site.api('POST', 'games', 'alice', body)['id']}"
    site.api("POST", f"{path}/join", "bob")
    site.api("POST", f"{path}/bots", "alice", {"bot": "random"})
    site.api("POST", f"{path}/start", "alice")
    for user in ("alice", "bob"):
        site.api("POST", f"{path}/abandon", user)
    asking, asked = look("alice"), look("bob")
    for page in (asking, asked):
        page.goto(f"/{path}/")
        expect(page.locator("#rematch")).to_have_text("Rematch")
    asking.locator("#rematch").click()
    chairs = asking.locator(".chair")
    expect(chairs.locator(".who")).to_have_text(["bob", "random bot", "alice"])
    expect(chairs.first).to_contain_text("asked")
    expect(asking.locator("#start")).to_have_count(0)
    asked.reload()
    asked.locator("#rematch", has_text="To the rematch").click()
    expect(asked.locator("#leave")).to_be_visible()
    asked.locator("#join").click()
    expect(chairs.first).not_to_contain_text("asked")
    asking.locator("#start").click()
    for page in (asking, asked):
        expect(page.locator("#draft")).to_be_visible()
    assert asking.url == asked.url
    assert path not in asking.url
