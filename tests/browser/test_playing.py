"""Whole games by what the pages offer: with a mouse, on a phone, by keyboard."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from replays import verify
from tests.browser.conftest import Look
from tests.browser.player import Player
from tests.browser.site import PASSWORD, Site

pytestmark = pytest.mark.browser

ROUNDS = 5


def test_from_signing_up_to_the_score_sheet(look: Look) -> None:
    """A newcomer finds the way to the end of a game of two with every expansion.

    What was hidden is checked then, by the server and from the file that it exports.
    """
    page = look()
    page.goto("/")
    sign_up(page, "isla")
    page.get_by_role("link", name="Games", exact=True).click()
    page.locator("main a[href='/games/new/']:visible").first.click()
    page.locator("#table-name").fill("Beinn Mhor")
    page.locator("label[for='players-2']").click()
    page.locator("#seat2").select_option("steward")
    page.locator("summary", has_text="Expansions").click()
    for expansion in page.locator("[name='expansions']").all():
        expansion.check()
    page.locator("#create [type='submit']").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Beinn Mhor")
    player = Player(page, actions=1)
    player.play_on()
    assert player.done.count("pass") == ROUNDS
    assert {"expand", "trade"} < set(player.done)
    score_sheet_of(page, "isla")
    page.get_by_role("link", name="Replay", exact=True).first.click()
    expect(page.locator("#slider")).to_be_visible()
    page.locator("#validation summary").click()
    page.get_by_role("button", name="Check it now").click()
    expect(page.locator("#validation .badge.good")).to_be_visible()
    with page.expect_download() as loading:
        page.locator(".downloads a").first.click()
    assert verify.main([str(loading.value.path())]) == 0


def test_a_game_on_a_phone(look: Look, site: Site) -> None:
    """The first round against two bots and what follows, and the last one of another game.

    Spaces are chosen on the board.
    """
    page = look(width=360)
    page.goto("/")
    sign_up(page, "gordon")
    page.get_by_role("link", name="Games", exact=True).tap()
    page.locator("button[name='bots'][value='2']:visible").tap()
    player = Player(page, actions=1, press=tap)
    while len(player.done) < 3:
        player.press(player.wanted())
    assert player.done[1] == "pass", "the third action is one of the second round"
    page = look("hamish", width=360)
    page.goto(site.world.paths["last_round"])
    player = Player(page, actions=1, press=tap)
    player.play_on()
    assert player.done.count("pass") == 1
    score_sheet_of(page, "hamish")
    expect(page.locator("#sheet")).to_be_in_viewport()


def sign_up(page: Page, name: str) -> None:
    """From the front page to an account of one's own."""
    page.locator("a[href^='/signup/']:visible").first.click()
    page.locator("#id_username").fill(name)
    page.locator("#id_password1").fill(PASSWORD)
    page.locator("#id_password2").fill(PASSWORD)
    page.locator("main form button[type='submit']").click()
    expect(page.locator("#notices .success")).to_be_visible()


def tap(control: Locator) -> None:
    """With a finger; on what lies on the board there."""
    if space := control.get_attribute("data-hex"):
        control = control.page.locator(f'#targets .target[data-value="{space}"]')
    control.tap()


def score_sheet_of(page: Page, name: str) -> None:
    """There is a score sheet, and everybody has a total on it."""
    sheet = page.locator("#sheet")
    expect(sheet).to_be_visible()
    expect(sheet.get_by_role("columnheader", name=re.compile(name))).to_be_visible()
