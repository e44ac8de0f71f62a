"""What is lit beside the board: goods on the market, contracts on the export board."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Look
from tests.browser.player import Player
from tests.browser.site import Site

pytestmark = pytest.mark.browser


def test_goods_are_chosen_on_the_market(look: Look, site: Site) -> None:
    """Every deal of the panel lights up in its row with its price, and leads to the same step."""
    page = look("alice")
    page.goto(site.world.paths["playing"])
    choose(page, "trade")
    deals = page.locator("#panel a.choice[data-kind='deal']")
    lit = page.locator("#market .lit-deal")
    expect(lit).to_have_count(deals.count())
    expect(lit.first).to_be_in_viewport()
    wool = page.locator("#market [data-good='wool'] [data-side='buy'] .lit-deal")
    price = page.locator("#panel a.choice[data-value='buy wool'] .choice-detail").inner_text()
    expect(wool).to_contain_text(price)
    wool.click()
    expect(page.locator("#panel .crumbs")).to_contain_text("Buy wool")
    expect(page.locator("#market .chosen-row")).to_have_attribute("data-good", "wool")
    expect(lit).to_have_count(0)


def test_a_merchant_is_taken_back_from_the_market(look: Look, site: Site) -> None:
    """It says so: nothing is bought or sold by that."""
    page = look("alice")
    page.goto(f"{site.world.paths['upgrade']}?p=upgrade&p=take_back")
    choice = page.locator("#panel a.choice[data-kind='merchant']").first
    side, good = (choice.get_attribute("data-value") or "").split()
    lit = page.locator(f"#market [data-good='{good}'] [data-side='{side}'] .lit-deal span")
    expect(lit.first).to_have_text(choice.locator(".choice-label").inner_text())


def test_contracts_are_chosen_on_the_export_board(look: Look, site: Site) -> None:
    """What one looks at stays where it is, though the panel gets much shorter by it."""
    page = at_a_first_turn(look, site)
    choose(page, "contracts")
    lit = page.locator("#exports .lit-link")
    expect(lit).to_have_count(page.locator("#panel a.choice[data-kind='contract']").count())
    expect(lit.first).to_be_in_viewport()
    card = page.locator("#exports .contract:has(.lit-link)").last
    number = card.get_attribute("data-contract") or ""
    before = page.evaluate("scrollY")
    card.locator(".lit-link").click()
    expect(page.locator("#panel .crumbs")).to_contain_text(number)
    expect(page.locator("#exports .chosen-card")).to_have_attribute("data-contract", number)
    assert page.evaluate("scrollY") == before


COVERED = """cards => cards.filter((card) => {
  const [link] = card.querySelectorAll(".lit-link");
  const asks = card.querySelector(".asks").getBoundingClientRect();
  const over = (one) => one.width && one.right > asks.left && one.left < asks.right
    && one.bottom > asks.top && one.top < asks.bottom;
  return [...link.children].some((one) => over(one.getBoundingClientRect()));
}).length"""
"""On how many contracts a price lies on what they ask for."""


def test_a_price_covers_nothing_that_a_contract_asks_for(look: Look, site: Site) -> None:
    page = at_a_first_turn(look, site)
    choose(page, "contracts")
    cards = page.locator("#exports .contract:has(.lit-link)")
    for width, height in ((1920, 1080), (1366, 768), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        assert cards.count() > 1
        assert cards.evaluate_all(COVERED) == 0


def test_goods_are_sold_where_the_market_shows_them(look: Look, site: Site) -> None:
    """Each good that a farmers market buys lights up in its line and leads to the same step."""
    page = look("alice")
    page.goto(f"{site.world.paths['market']}?p=market")
    choices = page.locator("#panel a.choice[data-kind='stand']")
    lit = page.locator("#farmers-markets .lit-link")
    expect(lit).to_have_count(choices.count())
    expect(lit.first).to_be_in_viewport()
    good, space = (choices.first.get_attribute("data-value") or "").split()
    stand = page.locator(f"#farmers-markets [data-light='market-{good}-{space}']")
    stand.locator(".lit-link").click()
    expect(page.locator("#panel .crumbs")).to_contain_text(space)
    expect(stand).to_have_class(re.compile("chosen-card"))
    expect(lit).to_have_count(0)


SEEN = """() => {
  const pass = document.querySelector("#panel .choices-last a.choice");
  const { x, width, top, bottom } = pass.getBoundingClientRect();
  const at = (y) => document.elementFromPoint(x + width / 2, y);
  const whole = [top + 2, bottom - 2].every((y) => pass.contains(at(y)));
  const body = getComputedStyle(pass.closest(".panel-body"));
  return whole && bottom <= innerHeight && body.maskImage === "none";
}"""
"""Whether passing can be seen from its upper to its lower edge, and nothing fades it out."""


@pytest.mark.parametrize(("place", "height"), [("playing", 800), ("begun", 800), ("begun", 640)])
def test_passing_is_seen_beside_the_table(look: Look, site: Site, place: str, height: int) -> None:
    page = look("alice")
    page.set_viewport_size({"width": 1280, "height": height})
    page.goto(site.world.paths[place])
    expect(page.locator("#panel .choices-last a.choice")).to_contain_text("Pass")
    assert page.evaluate(SEEN)
    # Further up is what was not seen; what has the focus is not below passing.
    page.locator("#panel .choices-free a.choice, #panel .choices-main a.choice").last.focus()
    focused = page.evaluate("document.activeElement.getBoundingClientRect().bottom")
    shown = page.locator("#panel .choices-last").bounding_box()
    assert shown is not None
    assert focused <= shown["y"]


def at_a_first_turn(look: Look, site: Site) -> Page:
    """A new table with a bot, where erin's clan is chosen and her workers are placed."""
    game = site.api("POST", "games", "erin", {"name": "Lit", "options": {"players": 2}})["id"]
    site.api("POST", f"games/{game}/bots", "erin", {"bot": "random"})
    site.api("POST", f"games/{game}/start", "erin")
    page = look("erin")
    page.goto(f"/games/{game}/")
    player = Player(page, actions=1)
    player.wait()
    while not page.locator("#panel a.choice[data-value='contracts']").count():
        player.press(player.wanted())
        player.wait()
    return page


def choose(page: Page, action: str) -> None:
    """By the panel."""
    page.locator(f"#panel a.choice[data-value='{action}']").click()
    expect(page.locator("#panel .crumbs")).to_be_visible()
