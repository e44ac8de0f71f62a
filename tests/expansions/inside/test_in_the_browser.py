"""A game with the example on the pages, from the form of a new table to its score sheet."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from simulation.served import missing
from tests.browser import chromium
from tests.browser.player import LIKED, Player
from tests.browser.tour import looking
from tests.browser.watch import Watch
from tests.expansions.example_site import ExampleSite

expect.set_options(timeout=chromium.PATIENCE)

pytestmark = pytest.mark.browser

END = "[data-action='end']:not(.confirm *)"


@pytest.fixture
def site() -> Iterator[ExampleSite]:
    """The server."""
    assert not missing()
    folder = Path(tempfile.mkdtemp(prefix="caledonia-example-"))
    made = ExampleSite(folder)
    try:
        made.start()
        yield made
    finally:
        made.close()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def browser(site: ExampleSite) -> Iterator[Browser]:
    with chromium.browser() as started:
        yield started


def test_a_whole_game_on_the_pages(browser: Browser, site: ExampleSite) -> None:
    with looking(browser, site, who="alice") as context:
        watch = Watch(context, site.url)
        page = context.new_page()
        create(page)
        part = page.locator("#apiary")
        expect(part).to_contain_text("patron")
        expect(part).to_contain_text("0 honey, no hive")
        player = Player(page, actions=1, liked=("hive", *LIKED))
        set_up_hive(player)
        expect(part).not_to_contain_text("alice: 0 honey")
        sell_honey_and_take_it_back(player)
        # Of the example only the count at the end is still to be seen.
        Player(page, actions=0).play_on()
        expect(page.locator("#sheet")).to_contain_text("Patrons")
        see_the_replay(page)
        assert not watch.found, watch.found


def create(page: Page) -> None:
    """A table against a bot, with the option."""
    page.goto("/games/new/")
    page.locator("#table-name").fill("Hives")
    page.locator("label[for='players-2']").click()
    page.locator("#seat2").select_option("random")
    page.get_by_text("Expansions", exact=True).first.click()
    page.get_by_label("Apiary").check()
    page.locator("#create [type='submit']").click()


def set_up_hive(player: Player) -> None:
    """The main action, the tile that is kept after it, and then what else there is to do."""
    while "Which tile do you keep?" not in player.panel.inner_text():
        player.press(player.wanted())
    assert player.done[-1] == "hive"
    while not player.panel.locator(END).count():
        player.press(player.wanted())


def sell_honey_and_take_it_back(player: Player) -> None:
    """A free move after the main action."""
    part = player.page.locator("#apiary")
    kept = part.inner_text()
    player.press(player.panel.locator('a.choice[data-value="honey"]'))
    player.press(player.panel.locator("[data-confirm]"))
    expect(part).not_to_have_text(kept)
    player.press(player.panel.locator("[data-action='undo']"))
    expect(part).to_have_text(kept, use_inner_text=True)


def see_the_replay(page: Page) -> None:
    """The part and the sentences are in the replay, and a check of the game holds."""
    page.get_by_role("link", name="Replay", exact=True).first.click()
    expect(page.locator("#slider")).to_be_visible()
    expect(page.locator("#apiary")).to_be_visible()
    expect(page.locator("#events")).to_contain_text("sets up a hive on")
    expect(page.locator("#chart-hives")).to_have_count(1)
    page.locator("#validation summary").click()
    page.get_by_role("button", name="Check it now").click()
    expect(page.locator("#validation .badge.good")).to_be_visible()
