"""The table on one screen: nothing scrolls but panes, nothing covers anything, nothing moves."""

from pathlib import Path
from typing import Final

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Locator, expect

from games import packs
from tests.browser.conftest import Look, Read
from tests.browser.site import Site
from tests.browser.tour import NOBODY, Stop
from web.pages.common.pieces import contract_card
from web.pages.extensions import SHIPPED
from web.pages.table.table_parts import BASE

pytestmark = pytest.mark.browser

DESKTOPS: Final = ((1200, 700), (1366, 650), (1366, 768), (1920, 1080), (2560, 1440))
TABLETS: Final = ((1024, 768), (768, 1024))
SMALLEST: Final = 11
"""Pixels of any text beside the board."""
LONGEST: Final = 24 * "W"
STATES: Final = {
    "playing": Stop("table", "{playing}"),
    "draft": Stop("table", "{draft}"),
    "finished": Stop("table", "{finished}"),
    "watched": Stop("table", "{playing}", NOBODY),
    "modules": Stop("table", "{industria}"),
}
PARTS: Final = (*BASE, *(part for one in SHIPPED for part in one.parts()))
MEASURES: Final = Path(__file__).with_name("one_screen.js").read_text()
"""Functions for a page: ``call``, ``wrong`` and ``watch``."""
MOST_ELEMENTS: Final = 2500
MOST_SHIFT: Final = 0.01
"""Of the window and by how much of it, as browsers count."""
AFTER_INPUT: Final = 600
"""Milliseconds after which a shift no longer counts as that of a key."""


WHOLE_OR_AWAY: Final = """clan => {
    const [its, names] = [clan, clan.parentElement].map((one) => one.getBoundingClientRect());
    const away = !its.width && Boolean(clan.closest(".c-name").querySelector(".c-state"));
    const inside = its.bottom <= names.bottom + 1 && its.right <= names.right + 0.5;
    return away || its.width > 0 && inside;
}"""


@pytest.mark.parametrize("state", STATES)
def test_a_table_is_one_screen(read: Read, state: str) -> None:
    """At each size: the page does not scroll, no part covers another, each is seen or a tab."""
    page = read(STATES[state])
    page.evaluate(MEASURES)
    page.evaluate("name => measures.call(name)", LONGEST)
    names = [part.name for part in PARTS if part.place]
    wrong = {}
    for width, height in (*DESKTOPS, *TABLETS):
        page.set_viewport_size({"width": width, "height": height})
        if found := page.evaluate(
            "([parts, least]) => measures.wrong(parts, least)", [names, SMALLEST]
        ):
            wrong[f"{width} x {height}"] = found
    assert wrong == {}


@pytest.mark.parametrize("state", ["playing", "modules"])
def test_fingers_need_no_more_room(read: Read, state: str) -> None:
    """On a tablet and on a larger screen, too, all is within its part."""
    page = read(STATES[state])
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    page.evaluate(MEASURES)
    wrong = {}
    for width, height in (*TABLETS, (1366, 1024)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("matchMedia('(pointer: coarse)').matches")
        if found := page.evaluate("measures.wrong([], 0)"):
            wrong[f"{width} x {height}"] = found
    assert wrong == {}


def test_any_contract_fits_its_card(read: Read) -> None:
    """In lines of their own, and all cards are equally high: nothing below them moves."""
    page = read(STATES["playing"])
    page.evaluate(MEASURES)
    contracts = packs.current().content.contracts.values()
    template = "web/parts/contract.html"
    cards = [render_to_string(template, {"card": contract_card(one)}) for one in contracts]
    for width, height in DESKTOPS:
        page.set_viewport_size({"width": width, "height": height})
        wrong, heights = page.evaluate("cards => measures.fitted(cards)", cards)
        assert wrong == [], (width, height)
        assert len(heights) == 1, (width, height)


def test_all_that_one_decides_by_is_in_sight(read: Read) -> None:
    """Head, market, contracts and tiles beside the board, rivals, own things, a rail.

    The board fills its place, and all of it is few elements: a browser lays all of them out.
    """
    page = read(STATES["playing"])
    counts = {
        "#market tbody tr": 6,
        "#exports .contracts > li": 8,
        "#scoring .tile": 5,
        "#compare tbody tr": 4,
        "#compare thead tr:first-child > *": 17,
        "#mine .m-goods li": 6,
        "#mine .m-box": 1,
        "#panel a.choice": 7,
        "#log .entry": 2,
    }
    for width, height in DESKTOPS:
        page.set_viewport_size({"width": width, "height": height})
        assert round(size(page.locator(".table-head"))[1]) <= (45 if width > 2000 else 40)
        for selector, least in counts.items():
            assert page.locator(selector).count() >= least, selector
            assert inside(page.locator(selector).first), (selector, width, height)
        for selector in ("#market tbody tr", "#scoring .tile", "#compare tbody tr", "#mine li"):
            assert inside(page.locator(selector).last), (selector, width, height)
        board, info, panel = map(page.locator, ("#board", "#market", ".panel-main"))
        assert apart(board, info)
        assert apart(info, panel)
        assert fills(page.locator(".map .spaces"), page.locator(".map-frame")), (width, height)
    assert 1000 < page.evaluate("document.querySelectorAll('*').length") <= MOST_ELEMENTS
    page.locator(".head-menu summary").click()
    for name in ("Replay", "Notes", "Leave"):
        expect(page.locator(".head-menu").get_by_role("link", name=name)).to_be_visible()


def test_a_tablet_has_board_and_panel_side_by_side(read: Read) -> None:
    """The rest are tabs: one of each group is seen."""
    page = read(STATES["playing"])
    for width, height in TABLETS:
        page.set_viewport_size({"width": width, "height": height})
        board, panel = page.locator("#board").bounding_box(), page.locator(".panel-main")
        box = panel.bounding_box()
        assert board is not None
        assert box is not None
        assert board["x"] + board["width"] <= box["x"]
        assert abs(board["y"] - box["y"]) < 40
        for pane, hidden in (("info", "compare"), ("rows", "market")):
            page.locator(f"label[for='tab-{pane}']").click()
            expect(page.locator(f"#{hidden}")).to_be_hidden()
        page.locator("label[for='tab-info']").click()


def test_a_row_has_room_for_all_that_a_player_may_have(read: Read) -> None:
    """An income of money and six goods, and two contracts of three goods each."""
    page = read(STATES["playing"])
    page.evaluate(MEASURES)
    for width, height in (*DESKTOPS, *TABLETS):
        page.set_viewport_size({"width": width, "height": height})
        page.locator("#tab-rows").evaluate("tab => tab.click()")
        assert page.evaluate("measures.rows()") == [], (width, height)


def test_rivals_are_called_by_their_whole_names(read: Read) -> None:
    """Bots differ in the ends of their names only."""
    for state in ("playing", "modules"):
        page = read(STATES[state])
        page.set_viewport_size({"width": 1280, "height": 800})
        names = page.locator(".c-who")
        assert names.count() > 2
        for name in names.all():
            wide, seen = name.evaluate("one => [one.scrollWidth, one.clientWidth]")
            assert wide <= seen, (state, name.inner_text())
        for clan in page.locator(".c-clan").all():
            assert clan.evaluate(WHOLE_OR_AWAY), (state, clan.inner_text())


def test_modules_share_the_place_of_the_market(read: Read) -> None:
    """Their tab leaves the board in sight, and each part fits without scrolling."""
    page = read(STATES["modules"])
    page.evaluate(MEASURES)
    page.set_viewport_size({"width": 1366, "height": 650})
    expect(page.locator("#market")).to_be_visible()
    expect(page.locator("#contract-row")).to_be_hidden()
    page.locator("label[for='tab-modules']").click()
    for part in ("contract-row", "award", "farmers-markets", "board"):
        expect(page.locator(f"#{part}")).to_be_visible()
    expect(page.locator("#market")).to_be_hidden()
    for width, height in DESKTOPS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("measures.wrong([], 0)") == [], (width, height)


def test_nothing_moves_while_others_move(look: Look, site: Site) -> None:
    """Who writes in the chat sees moves arrive, and the field stays where it is."""
    path = site.game("alice", "bob")
    page = look("alice")
    page.goto(f"/{path}/")
    page.locator("label[for='tab-chat']").click()
    field = page.locator("#chat-text")
    field.press_sequentially("Good luck")
    page.wait_for_timeout(AFTER_INPUT)
    page.evaluate(MEASURES)
    page.evaluate("measures.watch()")
    before = field.bounding_box()
    for _ in range(4):
        version = site.play(path)
        expect(page.locator(f"#status[data-version='{version}']")).to_be_attached()
        assert field.bounding_box() == before
    expect(field).to_have_value("Good luck")
    expect(field).to_be_focused()
    shifts = page.evaluate("measures.shifts")
    assert sum(value for value, *_ in shifts) <= MOST_SHIFT, shifts


def test_a_row_opens_the_whole_board(look: Look, site: Site) -> None:
    """By a press, by keys, by a mouse that rests there; a move that arrives leaves it open."""
    path = site.game("alice", "bob")
    page = look("charlie")
    page.goto(f"/{path}/")
    row, whole = page.locator("#compare tbody tr").first, page.locator(".whole").first
    row.locator("th a").press("Enter")
    board = page.locator(".whole:popover-open")
    expect(board).to_be_visible()
    assert apart(board, page.locator(".rail"))
    assert apart(board, page.locator("#compare"))
    with page.expect_response("**/parts/players/"):
        version = site.play(path)
    expect(page.locator(f"#status[data-version='{version}']")).to_be_attached()
    expect(board).to_be_visible()
    page.keyboard.press("Escape")
    expect(whole).to_be_hidden()
    row.locator("td").nth(4).hover()
    expect(board).to_be_visible()
    page.locator("#log").hover()
    expect(board).to_have_count(0)


def test_tabs_by_keys_and_without_scripts(look: Look, site: Site) -> None:
    """They are radio buttons: a label names each, arrows go from one to the next."""
    page = look("alice", scripts=False)
    page.goto(site.world.paths["playing"])
    page.get_by_role("radio", name="Board", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#key")).to_be_visible()
    expect(page.locator("#board")).to_be_hidden()
    page.locator("label[for='tab-spaces']").click()
    page.locator("#spaces a").click()
    expect(page.locator("#spaces tr[data-space]").first).to_be_visible()
    page.go_back()
    page.locator("#compare th a").first.click()
    expect(page.locator("#players .player").first).to_be_visible()


def test_the_list_of_spaces_comes_when_it_is_looked_at(look: Look, site: Site) -> None:
    """By its tab, and anew after a move; the tip over the map is told by it before that, too."""
    path = site.game("alice", "bob")
    page = look("charlie")
    page.goto(f"/{path}/")
    expect(page.locator("#spaces tr")).to_have_count(0)
    page.locator("label[for='tab-board']").click()
    page.locator(".map-frame").press("ArrowRight")
    expect(page.locator("#space-tip .where")).to_be_visible()
    page.locator("label[for='tab-spaces']").click()
    rows = page.locator("#spaces tr[data-space]")
    expect(rows.first).to_be_visible()
    with page.expect_response("**/parts/spaces/"):
        version = site.play(path)
    expect(page.locator(f"#status[data-version='{version}']")).to_be_attached()
    expect(rows.first).to_be_visible()


ASKED: Final = """
globalThis.asked = { started: false, early: [], late: 0 };
document.addEventListener("DOMContentLoaded", () => { asked.started = true; });
const note = () => {
  if (asked.started) asked.late += 1;
  else asked.early.push(new Error().stack);
};
function watch(type, name, kind) {
  const { [kind]: plain } = Object.getOwnPropertyDescriptor(type.prototype, name);
  const noted = function () { note(); return plain.call(this); };
  Object.defineProperty(type.prototype, name, { [kind]: noted });
}
watch(HTMLElement, "offsetHeight", "get");
watch(Element, "scrollHeight", "get");
watch(Element, "clientHeight", "get");
watch(Element, "getBoundingClientRect", "value");
"""
"""Notes who asks for a size before all scripts have started."""


def test_a_page_is_laid_out_by_its_first_frame(look: Look, site: Site) -> None:
    """Scripts that ask for sizes as they start would have the browser lay it out once more."""
    page = look("alice")
    page.add_init_script(ASKED)
    page.goto(site.world.paths["playing"], wait_until="load")
    page.evaluate("new Promise((seen) => requestAnimationFrame(() => setTimeout(seen)))")
    assert page.evaluate("asked.early") == []
    assert page.evaluate("asked.late") > 0
    assert page.evaluate("document.documentElement.style.length") == 0


def test_the_tab_of_the_moment_is_open(read: Read) -> None:
    """Clans while they are chosen, the score sheet after the end; links open a tab."""
    page = read(STATES["draft"])
    expect(page.locator("#draft")).to_be_visible()
    page = read(STATES["finished"])
    expect(page.locator("#sheet")).to_be_visible()
    page.evaluate("location.hash = 'spaces'")
    expect(page.locator("#spaces")).to_be_visible()


SWIPE: Final = """([selector, way]) => {
  const element = document.querySelector(`#panel ${selector}`);
  const { x, y } = element.getBoundingClientRect();
  const at = { identifier: 1, target: element, clientX: x + 4 };
  const touch = (by) => new Touch({ ...at, clientY: y + by });
  const told = (name, touches, changedTouches) =>
    element.dispatchEvent(new TouchEvent(name, { bubbles: true, touches, changedTouches }));
  told("touchstart", [touch(4)], [touch(4)]);
  told("touchend", [], [touch(4 + way)]);
}"""
"""A finger that goes down by so many pixels, or up."""


def test_a_phone_keeps_the_board_in_sight(look: Look, site: Site) -> None:
    """One row of header, actions in two columns, half of the window for the sheet and its swipe."""
    page = look("alice", width=360)
    page.goto(site.world.paths["playing"])
    high = page.evaluate("innerHeight")
    sheet = page.locator("#panel")
    assert size(page.locator(".table-head"))[1] < 50
    assert size(sheet)[1] < 0.55 * high
    expect(page.locator(".map-frame")).to_be_in_viewport(ratio=0.9)
    first, second = (page.locator("#panel .choices-main > li").nth(at) for at in (0, 1))
    boxes = first.bounding_box(), second.bounding_box()
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["y"] == boxes[1]["y"]
    assert apart(first, second)
    choice = page.locator("#panel a.choice").first
    for part in (".panel-head", "#panel-heading", ".panel-tools", ".held-line", ".held-line li"):
        page.evaluate(SWIPE, [part, 60])
        expect(choice).to_be_hidden()
        page.evaluate(SWIPE, [part, -60])
        expect(choice).to_be_visible()


def size(element: Locator) -> tuple[float, float]:
    """Its width and its height."""
    box = element.bounding_box()
    assert box is not None
    return box["width"], box["height"]


def fills(element: Locator, place: Locator) -> bool:
    """Whether it is as large as its place in one direction, and no larger in either."""
    shares = [drawn / room for drawn, room in zip(size(element), size(place), strict=True)]
    return 0.9 < max(shares) <= 1


def inside(element: Locator) -> bool:
    """Whether it is wholly in the window."""
    found: bool = element.evaluate(
        """one => {
          const { left, top, right, bottom, width } = one.getBoundingClientRect();
          return width > 0 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        }"""
    )
    return found


def apart(one: Locator, other: Locator) -> bool:
    """Whether two things do not cover each other."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None
    assert b is not None
    beside = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return beside or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]
