"""Moves that begin anywhere on the table, and how many clicks they take."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from simulation.processes import wait_until
from tests.browser.conftest import Look
from tests.browser.player import Player
from tests.browser.site import Site

pytestmark = pytest.mark.browser

SPACES = "#targets .target.start"
ENDS = "#panel [data-action='end']"


class Clicks:
    """Clicks on a table page, counted; each waits for the panel that comes of it."""

    def __init__(self, page: Page, player: Player | None = None) -> None:
        self.page = page
        self.made = 0
        self._player = player or Player(page, actions=1)

    def __call__(self, control: Locator) -> None:
        self._player.wait()
        self.page.locator("#panel").evaluate("panel => { panel.dataset.before = '' }")
        control.click()
        self.page.locator("#panel:not([data-before])").wait_for(state="attached")
        self.made += 1


def first_turn(look: Look, site: Site) -> tuple[Page, Player]:
    """A new table with a bot, where erin has to choose her first action."""
    game = site.api(
        "POST", "games", "erin", {"name": "Clicks", "options": {"players": 2, "clans": False}}
    )["id"]
    site.api("POST", f"games/{game}/bots", "erin", {"bot": "random"})
    site.api("POST", f"games/{game}/start", "erin")
    page = look("erin")
    page.goto(f"/games/{game}/")
    player = Player(page, actions=1)
    player.wait()
    while not page.locator("#panel a.choice[data-value='contracts']").count():
        player.press(player.wanted())
        player.wait()
    return page, player


def version_of(page: Page) -> int:
    """The version of the game that the panel is of."""
    return int(page.locator("#panel").get_attribute("data-version") or 0)


def take_a_contract(page: Page, click: Clicks) -> None:
    click(page.locator("#exports .start-link").first)


def buy_a_good(page: Page, click: Clicks) -> None:
    click(page.locator("#market [data-side='buy'] .start-deal").first)


def hire_a_merchant(page: Page, click: Clicks) -> None:
    click(page.locator("#mine [data-light='hire-merchant'] .start-link"))


def expand_somewhere(page: Page, click: Clicks) -> None:
    """Where no neighbour sells anything: then something else would have to be decided."""
    for space in page.locator(SPACES).evaluate_all("all => all.map(one => one.dataset.value)"):
        click.made = 0
        click(page.locator(f"{SPACES}[data-value='{space}']"))
        if not page.locator("#panel [data-confirm]").count():
            click(page.locator("#panel a.choice").first)
        if page.locator(ENDS).count():
            return
    pytest.fail("every space has neighbours")


def test_how_many_clicks_a_turn_takes(look: Look, site: Site) -> None:
    """From the untouched table to the next player's turn, each confirmed."""
    page, player = first_turn(look, site)
    turns: list[tuple[Callable[[Page, Clicks], None], int]] = [
        (take_a_contract, 2),
        (buy_a_good, 3),
        (expand_somewhere, 3),
        (hire_a_merchant, 2),
    ]
    for begin, most in turns:
        player.wait()
        expect(page.locator("#panel a.choice[data-value='pass']")).to_be_visible()
        version = version_of(page)
        click = Clicks(page, player)
        begin(page, click)
        expect(page.locator(ENDS), begin.__name__).to_be_visible()
        click(page.locator(ENDS))
        assert click.made <= most, begin.__name__
        player.wait()
        wait_until("the bot has played", lambda since=version: version_of(page) >= since + 2)
        expect(page).to_have_url(re.compile(r"^[^?]*$"))


def test_a_contract_is_fulfilled_in_two_clicks(look: Look, site: Site) -> None:
    """From the own box to its confirmation, as all of one's animals are asked for."""
    page = look("alice")
    page.goto(site.world.paths["playing"])
    click = Clicks(page)
    click(page.locator("#mine .m-box .start-link").first)
    expect(page.locator("#panel [data-confirm]")).to_be_visible()
    expect(page.locator("#panel .preview-text")).to_contain_text("fulfil")
    assert click.made + 1 == 2


def test_the_browser_goes_back_step_by_step(look: Look, site: Site) -> None:
    """A space, its unit, and back to each; forward again; a step of a turn that is over is gone."""
    page, player = first_turn(look, site)
    click, question = Clicks(page, player), page.locator("#panel .question")
    spaces = page.locator(SPACES).evaluate_all("all => all.map(one => one.dataset.value)")
    for space in spaces:
        click(page.locator(f"{SPACES}[data-value='{space}']"))
        if page.locator("#panel a.choice").count() > 1:
            break
        page.go_back()
        expect(page.locator("#panel a.choice[data-value='pass']")).to_be_visible()
    expect(page).to_have_url(re.compile(f"p=expand&p={space}$"))
    expect(question).to_contain_text(space)
    expect(page.locator("#targets .spot")).to_have_count(1)
    click(page.locator("#panel a.choice").first)
    expect(page.locator("#panel [data-confirm]")).to_be_visible()
    page.go_back()
    expect(question).to_contain_text(space)
    page.go_back()
    expect(page.locator("#panel a.choice[data-value='pass']")).to_be_visible()
    page.go_forward()
    expect(question).to_contain_text(space)
    page.reload()
    expect(question).to_contain_text(space)
    click(page.locator("#market [data-side='buy'] .start-deal").first)
    click(page.locator("#panel [data-confirm]"))
    expect(page).to_have_url(re.compile("/$"))
    page.go_back()
    expect(page.locator("#panel [data-action='end']")).to_be_visible()
    expect(page.locator("#panel .panel-trouble")).to_have_count(0)


def test_goods_are_counted_up_and_down_in_their_row(look: Look, site: Site) -> None:
    page = look("alice")
    page.goto(site.world.paths["playing"])
    click, start = Clicks(page), page.locator("#panel a.choice[data-value='pass']")
    more = page.locator("#market [data-good='cheese'] [data-side='buy'] .start-deal")
    less = page.locator("#market [data-good='cheese'] [data-side='sell'] .start-deal")
    said = page.locator("#panel .preview-text")
    for number in ("1", "2"):
        click(more)
        expect(said).to_contain_text(f"buy {number} cheese")
        expect(more).to_contain_text(number)
    click(less)
    expect(said).to_contain_text("buy 1 cheese")
    click(less)
    expect(start).to_be_visible()
    click(less)
    expect(said).to_contain_text("sell 1 cheese")
    click(more)
    expect(start).to_be_visible()


def test_a_space_that_cannot_be_chosen_says_why_at_once(look: Look, site: Site) -> None:
    """By a click and by keyboard; nothing has been chosen by that."""
    page = look("alice")
    page.goto(site.world.paths["playing"])
    box = page.locator(".map .drawn [data-hex='F5']").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    why = page.locator("#panel-why .why-not")
    expect(why).to_contain_text("F5")
    expect(page.locator("#panel a.choice[data-value='pass']")).to_be_visible()
    page.keyboard.press("b")
    expect(page.locator(".target.start:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#panel .crumbs")).to_contain_text("Expand")


def test_a_move_begins_with_a_tap(look: Look, site: Site) -> None:
    page = look("alice", width=360)
    page.goto(site.world.paths["playing"])
    page.locator(SPACES).first.tap()
    expect(page.locator("#panel .crumbs")).to_contain_text("Expand")
    page.go_back()
    expect(page.locator("#panel a.choice[data-value='pass']")).to_be_visible()
    unit = page.locator("#mine [data-light='unit-cow'] .start-link")
    page.get_by_role("button", name="Board", exact=True).tap()
    unit.tap()
    expect(page.locator("#panel .question")).to_contain_text("cow")


def test_a_move_begins_anywhere_without_scripts(look: Look, site: Site) -> None:
    """By links of the page, each with the browser's own way back."""
    page = look("alice", scripts=False)
    start = site.world.paths["playing"]
    for light, said in {
        "#market [data-light='buy-cheese'] .start-deal": "Buy cheese",
        "#mine [data-light='hire-merchant'] .start-link": "Hire a merchant",
        "#mine [data-light='unit-cow'] .start-link": "Cow",
        "#mine .m-box .start-link": "Contract",
        SPACES: "Expand",
    }.items():
        page.goto(start)
        page.locator(light).first.click()
        expect(page.locator("#panel .crumbs")).to_contain_text(said)
        page.go_back()
        expect(page.locator("#panel a.choice[data-value='pass']")).to_be_visible()


def test_asking_before_a_turn_ends(look: Look, site: Site) -> None:
    """By the switch in the head of the panel: one more step, and none of it has happened before."""
    page, player = first_turn(look, site)
    click, tool = Clicks(page, player), page.locator("#panel .ask-tool")
    click(tool)
    expect(tool).to_have_attribute("aria-pressed", "true")
    version = page.locator("#panel").get_attribute("data-version") or ""
    hire_a_merchant(page, click)
    click(page.locator(ENDS))
    expect(page.locator("#panel .preview-final")).to_be_visible()
    expect(page.locator("#panel")).to_have_attribute("data-version", version)
    click(page.locator("#panel [data-back]"))
    click(page.locator("#panel [data-confirm]"))
    click(page.locator(ENDS))
    expect(page.locator("#panel .preview-final")).to_be_visible()
    expect(page.locator("#panel")).to_have_attribute("data-version", str(int(version) + 1))
    click(page.locator("#panel [data-confirm]"))
    player.wait()
    wait_until("the bot has played", lambda: version_of(page) > int(version) + 1)


def test_wherever_a_move_begins_the_path_is_the_same_as_by_the_panel(
    look: Look, site: Site
) -> None:
    """A space, with the price of what may stand there; a good, a box and the merchants."""
    page, player = first_turn(look, site)
    click = Clicks(page, player)
    page_of = page.url
    for start, path in (
        (SPACES, r"\?p=expand&p=\w+$"),
        ("#market [data-side='buy'] .start-deal", r"\?p=trade&p=buy"),
        ("#exports .start-link", r"\?p=contracts&p=\d+$"),
        ("#mine [data-light='hire-merchant'] .start-link", r"\?p=merchant$"),
    ):
        click(page.locator(start).first)
        expect(page).to_have_url(re.compile(path))
        if start == SPACES:
            expect(page.locator("#panel")).to_contain_text("£")
        page.goto(page_of)


def test_undo_stands_in_the_head_as_long_as_there_is_something_to_undo(
    look: Look, site: Site
) -> None:
    page, player = first_turn(look, site)
    click, undo = Clicks(page, player), page.locator(".table-head .head-undo")
    expect(undo).to_be_hidden()
    click(page.locator("#market [data-side='buy'] .start-deal").first)
    click(page.locator("#panel [data-confirm]"))
    expect(undo).to_be_visible()
    click(undo)
    expect(page.locator("#panel a.choice[data-value='pass']")).to_be_visible()
    expect(undo).to_be_hidden()


def test_the_rail_has_the_panel_above_tabs_that_scroll_in_themselves(
    look: Look, site: Site
) -> None:
    page = look("alice")
    page.goto(site.world.paths["playing"])
    panel, log = page.locator(".panel-main").bounding_box(), page.locator("#log").bounding_box()
    assert panel is not None
    assert log is not None
    assert panel["y"] + panel["height"] <= log["y"]
    lines = page.locator("#log .log-lines")
    scrolled = lines.evaluate("one => [one.scrollHeight > one.clientHeight, scrollY]")
    assert scrolled == [True, 0]
    lines.evaluate("one => { one.scrollTop = one.scrollHeight }")
    assert lines.evaluate("one => [one.scrollTop > 0, scrollY]") == [True, 0]
    page.locator("label[for='tab-notes']").click()
    expect(page.locator("#notes")).to_be_visible()
    expect(page.locator("#log")).to_be_hidden()
