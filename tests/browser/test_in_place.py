"""What the table itself shows of a step of the panel: spaces to choose from, what a move does."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Look
from tests.browser.site import Site

pytestmark = pytest.mark.browser

SPACES = "?p=expand&p=cow"
OUTLINE = """one => {
  const { strokeWidth, strokeOpacity } = getComputedStyle(one);
  return parseFloat(strokeWidth) * strokeOpacity;
}"""
TRADE = "?p=trade&p=sell+cheese&p=plain&p=2"
REFRESHED = """() => htmx.ajax("GET", document.getElementById("live").dataset.refresh
  + `?since=1&decision=${document.getElementById("panel").dataset.decision}`, { swap: "none" })"""


def holes(page: Page) -> int:
    """How many spaces are left out where the map is dimmed."""
    return (page.locator("#dim").get_attribute("d") or "M").count("M") - 1


@pytest.mark.parametrize("scripts", [True, False])
def test_only_spaces_to_choose_from_stay_bright(look: Look, site: Site, *, scripts: bool) -> None:
    page = look("alice", scripts=scripts)
    page.goto(site.world.paths["playing"] + SPACES)
    spaces = page.locator("#panel a.choice[data-hex]")
    expect(page.locator("#targets .target")).to_have_count(spaces.count())
    assert holes(page) == spaces.count()
    assert page.locator("#targets .target polygon").first.evaluate(OUTLINE) >= 4
    page.locator("#panel a[data-back]").click()
    expect(page.locator("#targets .target:not(.start)")).to_have_count(0)
    assert holes(page) == 0


def test_a_move_is_previewed_on_the_table(look: Look, site: Site) -> None:
    """The ghost of the unit, numbers in row and dock; going back takes all of it away."""
    page = look("alice")
    page.goto(site.world.paths["playing"] + SPACES)
    row, dock = page.locator("#compare tr.own"), page.locator("#mine")
    before = (row.bounding_box(), dock.bounding_box(), row.inner_text())
    page.locator("#panel a.choice[data-hex='G3']").click()
    expect(page.locator("#ghosts .token")).to_have_attribute("data-unit", "G3")
    money = page.locator("#panel .changes:not(.scores) b").first.inner_text()
    for place in (row.locator("[data-cell$='-money']"), dock.locator("[data-cell='mine-money']")):
        expect(place.locator(".would")).to_have_text(money)
        expect(place.locator(".would")).to_have_attribute("aria-hidden", "true")
    expect(row.locator("[data-cell$='-points'] .would")).to_have_count(1)
    assert (row.bounding_box(), dock.bounding_box()) == before[:2]
    assert holes(page) == 0
    page.locator("#panel a[data-back]").click()
    gone(page)
    assert row.inner_text() == before[2]


def test_the_marker_of_a_price_is_previewed_on_its_track(look: Look, site: Site) -> None:
    page = look("alice")
    page.goto(site.world.paths["playing"] + TRADE)
    track = page.locator("#market [data-good='cheese'] .track")
    expect(track.locator(".here")).to_have_text("10")
    expect(track.locator(".ghost")).to_have_text("8")
    # Parts that come by the stream have it too, as long as the panel shows it.
    page.evaluate(REFRESHED)
    expect(track.locator(".ghost")).to_have_text("8")
    expect(page.locator("#compare tr.own [data-cell$='-money'] .would")).to_have_count(1)
    page.locator("#panel [data-confirm]").click()
    expect(track.locator(".here")).to_have_text("8")
    gone(page)
    page.locator("#panel [data-action='undo']").click()
    expect(track.locator(".here")).to_have_text("10")


POINTS = """all => all.map((row) => [
  row.querySelector("th, dt > .unseen")?.textContent ?? "alice",
  ...[...row.querySelectorAll("[data-cell$='-points'], .before, b")]
    .map((one) => parseInt(one.firstChild.textContent)),
])"""
"""Who has how many points, by the rows of players; in the preview now and after."""


def test_points_tell_what_a_move_costs_rivals(look: Look, site: Site) -> None:
    """Hops, what imports are worth and the place in contracts count; the move keeps its word."""
    page = look("alice")
    page.goto(site.world.paths["playing"])
    rows, said = page.locator("#compare tbody tr"), page.locator("#panel .scores > div")
    page.locator("#mine .m-box .start-link").first.click()
    expect(said.first).to_have_text(re.compile(r"Hops \+\d+, .*(Cotton|Tobacco|Sugar cane) \+\d+"))
    expect(said.last).to_have_text(re.compile(r"steward bot.* \u2212\d+"))
    promised = said.evaluate_all(POINTS)
    assert promised[0][1] < promised[0][2]
    assert len(promised) > 1
    assert all(now > after for _, now, after in promised[1:])
    for at, control in ((1, ""), (2, "[data-confirm]"), (1, "[data-action='undo']")):
        if control:
            page.locator(f"#panel {control}").click()
            gone(page)
        for who, *points in promised:
            cell = rows.filter(has_text=who).locator("[data-cell$='-points']")
            would = str(points[1]) if not control else ""
            expect(cell).to_have_text(f"{points[at - 1]}{would}")


COVERED = """([over, under]) => {
  const [one, ...others] = [over, under].map((all) => [...document.querySelectorAll(all)]);
  const rect = (node) => node.getBoundingClientRect();
  return one.length && one.every((would) => others[0].every((other) => {
    const [a, b] = [rect(would), rect(other)];
    const cell = other.contains(would);
    return cell ? a.right <= b.right + 1
      : a.right <= b.left || a.left >= b.right || a.bottom <= b.top || a.top >= b.bottom;
  }));
}"""
"""Whether numbers that would stand in the dock cover nothing beside or below their cells."""


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_numbers_that_would_stand_in_the_dock_cover_no_others(
    look: Look, site: Site, size: tuple[int, int]
) -> None:
    """Neither units below the goods nor the box beside an empty one."""
    page = look("alice")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(site.world.paths["playing"] + TRADE)
    expect(page.locator("#mine .m-goods .would")).to_have_count(1)
    assert page.evaluate(COVERED, ["#mine .m-goods .would", "#mine .m-units li"])
    page.goto(site.world.paths["begun"] + "?p=contracts")
    page.locator("#panel a.choice[data-kind='contract']").first.click()
    expect(page.locator("#mine .m-box .would").first).to_be_visible()
    assert page.evaluate(COVERED, ["#mine .m-box .would", "#mine .m-box"])


def test_without_scripts_the_page_has_the_preview_in_place(look: Look, site: Site) -> None:
    page = look("alice", scripts=False)
    page.goto(site.world.paths["playing"] + SPACES + "&p=G3")
    expect(page.locator("#ghosts .token")).to_have_count(1)
    expect(page.locator("#compare .own [data-cell$='-money'] .would")).to_have_count(1)
    page.locator("#panel a[data-back]").click()
    gone(page)


def gone(page: Page) -> None:
    """Nothing of a preview is left on the table."""
    expect(page.locator("#ghosts *")).to_have_count(0)
    expect(page.locator(".would")).to_have_count(0)
    expect(page.locator(".track .ghost")).to_have_count(0)


# --- overlays -------------------------------------------------------------------------------------


def test_overlays_come_by_keys_and_go_again(look: Look, site: Site) -> None:
    page = look("alice")
    page.goto(site.world.paths["playing"])
    drawn, pressed = page.locator("#overlay path"), page.locator(".overlays [aria-pressed='true']")
    page.keyboard.press("1")
    expect(page.locator("#overlay .o-near")).to_have_count(1)
    expect(page.locator("#overlay-legend")).to_contain_text("Beside your units")
    page.keyboard.press("2")
    expect(page.locator("#overlay .o-group").first).to_be_attached()
    expect(page.locator("#overlay .o-near")).to_have_count(0)
    expect(pressed).to_have_attribute("data-key", "2")
    page.keyboard.press("3")
    expect(page.locator("#overlay .o-goods").first).to_be_attached()
    expect(page.locator("#overlay .o-group")).to_have_count(0)
    expect(page.locator("#overlay-legend")).to_contain_text("instead of")
    page.keyboard.press("4")
    expect(page.locator("#overlay .o-unit").first).to_be_attached()
    expect(page.locator("#overlay .o-goods")).to_have_count(0)
    expect(page.locator("#overlay-legend")).to_contain_text("steward bot 1: +")
    page.keyboard.press("4")
    expect(drawn).to_have_count(0)
    expect(pressed).to_have_count(0)
    page.keyboard.press("5")
    expect(page.locator("#show-names")).to_be_checked()
    page.keyboard.press("5")
    expect(page.locator("#show-names")).not_to_be_checked()


def test_an_overlay_opens_the_board(look: Look, site: Site) -> None:
    page = look("alice")
    page.goto(site.world.paths["draft"])
    expect(page.locator("#board")).to_be_hidden()
    page.keyboard.press("4")
    expect(page.locator("#overlay-legend")).to_be_visible()


def test_overlays_come_by_the_menu(look: Look, site: Site) -> None:
    page = look("alice", width=360)
    page.goto(site.world.paths["playing"])
    page.locator(".overlays summary").tap()
    page.get_by_role("button", name="Settlements").tap()
    expect(page.locator("#overlay .o-group").first).to_be_attached()
    expect(page.get_by_role("button", name="Settlements")).to_be_hidden()
    expect(page.locator("#overlay-legend")).to_be_visible()


def test_keys_of_overlays_are_off_with_the_letters(look: Look, site: Site) -> None:
    page = look("alice")
    page.goto(site.world.paths["playing"])
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_contain_text("overlays")
    page.locator("#keys-on").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    page.keyboard.press("5")
    expect(page.locator("#show-names")).not_to_be_checked()
    expect(page.locator("#overlay *")).to_have_count(0)


def test_an_overlay_is_drawn_anew_when_the_game_goes_on(look: Look, site: Site) -> None:
    page = look("alice")
    page.goto(site.world.paths["playing"] + SPACES + "&p=G3")
    page.keyboard.press("1")
    before = page.locator("#overlay .o-near").get_attribute("d") or ""
    page.locator("#panel [data-confirm]").click()
    expect(page.locator("#overlay .o-near")).not_to_have_attribute("d", before)
    page.locator("#panel [data-action='undo']").click()
    expect(page.locator("#overlay .o-near")).to_have_attribute("d", before)


def test_without_scripts_overlays_are_pages(look: Look, site: Site) -> None:
    page = look("alice", scripts=False)
    page.goto(site.world.paths["playing"])
    page.locator(".overlays summary").click()
    page.get_by_role("link", name="Scoring tile", exact=False).first.click()
    expect(page.locator("#overlay .o-unit").first).to_be_visible()
    page.locator(".overlays summary").click()
    page.get_by_role("link", name="Scoring tile", exact=False).first.click()
    expect(page.locator("#overlay *")).to_have_count(0)
