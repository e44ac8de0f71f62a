"""What others did: the strip below the board, moves that arrive, and the log."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Look, Read
from tests.browser.site import Site
from tests.browser.timers import hold_timers, let_go
from tests.browser.tour import NOBODY, Stop

pytestmark = pytest.mark.browser

PLAYING = Stop("table", "{playing}")
MARKED = "#compare .changed[data-by]"
QUERY = "data-query"
BOARD = "document.querySelector('#pieces').innerHTML"
BADGES = Path(__file__).with_name("badges.js").read_text()
LINKS = ".start-link, .start-deal"
BEGUN = ":is(#panel a, #panel button, #panel input, #targets .target):focus"
"""What a key has led to, at once: from there one begins a move."""
ROW = "document.querySelector('#compare').innerHTML"
BOARD_MOVE = re.compile("places a |uses port tile")
SHOWN = 1000
"""Milliseconds: what is shown for that long or longer is shown until a test has seen it."""


def test_the_button_shows_the_moves_one_after_the_other(read: Read) -> None:
    """On the board, with badges and rings; then everything is as it was."""
    page = read(PLAYING)
    hold_timers(page, SHOWN)
    table = page.evaluate(BOARD), page.evaluate(ROW)
    chips, play = page.locator(".chip"), page.locator(".strip button")
    assert chips.count() >= 3
    play.click()
    for at in range(2):
        expect(chips.nth(at)).to_have_attribute("aria-current", "step")
        expect(page.locator("#compare .changed").first).to_be_attached()
        if not at:
            assert let_go(page) == 1
    # The first move takes a contract, the second one hires a merchant: that changes a number.
    expect(page.locator(MARKED).first).to_have_attribute("data-by", re.compile("^[+\u2212][0-9]+$"))
    expect(page.locator(".strip [role='status']")).to_have_text(
        chips.nth(1).get_attribute("aria-label") or "?"
    )
    assert page.evaluate(BOARD) != table[0]
    page.keyboard.press("Escape")
    expect(page.locator(".chip[aria-current], .changed, .ring, .showing")).to_have_count(0)
    assert (page.evaluate(BOARD), page.evaluate(ROW)) == table
    expect(play).to_be_focused()


def test_a_chip_shows_its_move_by_the_keyboard(read: Read) -> None:
    """And disturbs no choice that has been begun: the panel and its address stay."""
    page = read(Stop("table", "{playing}?p=expand&p=sheep"))
    hold_timers(page, SHOWN)
    panel = page.locator("#panel").inner_html()
    chip = page.locator(".chip[data-hexes]").last
    chip.focus()
    page.keyboard.press("Enter")
    expect(chip).to_have_attribute("aria-current", "step")
    expect(page.locator(".map .ring")).to_have_count(2)
    assert page.locator("#panel").inner_html() == panel
    assert "p=sheep" in page.url
    expect(chip).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".ring")).to_have_count(0)
    expect(page.locator("#targets .target").first).to_be_visible()


def test_the_strip_takes_the_same_room_with_and_without_moves(read: Read) -> None:
    page = read(PLAYING)
    board = page.locator(".map-frame").bounding_box()
    page.locator(".strip").evaluate("strip => strip.replaceChildren()")
    assert page.locator(".map-frame").bounding_box() == board


def test_a_move_that_arrives_is_marked(look: Look, site: Site) -> None:
    """With its space and numbers; the focus stays where it is; later the marks go."""
    page, path = before_a_worker(look, site)
    page.emulate_media(reduced_motion="no-preference")
    hold_timers(page, SHOWN)
    page.locator("#log-filter").focus()
    site.play(path)
    expect(page.locator(MARKED).first).to_be_visible()
    expect(page.locator(".map .ring")).to_have_count(2)
    expect(page.locator("#log-filter")).to_be_focused()
    let_go(page)
    expect(page.locator(".changed, .ring")).to_have_count(0)


def test_links_to_begin_a_move_are_no_change(look: Look, site: Site) -> None:
    """They come with the reader's turn, into parts that a trade has changed.

    Neither they nor the panel are marked, but what the trade has changed.
    """
    path = site.game("alice", "bob")
    page = look("alice")
    page.emulate_media(reduced_motion="no-preference")
    while not move_of(site, path, "bob", "trade"):
        site.play(path)
    page.goto(f"/{path}/")
    hold_timers(page, SHOWN)
    expect(page.locator("#panel:not(.mine)")).to_be_attached()
    expect(page.locator(LINKS)).to_have_count(0)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/refresh/**", hold)
    play(site, path, "bob", "trade")
    while not held:
        page.wait_for_timeout(30)
    # One answer brings the trade and the turn.
    play(site, path, "bob", "end_turn")
    held[0].continue_()
    page.unroute("**/refresh/**")
    expect(page.locator("#panel.mine")).to_be_visible()
    expect(page.locator("#market .changed").first).to_be_visible()
    expect(page.locator(f"#market :is({LINKS})").nth(3)).to_be_attached()
    expect(page.locator(f":is({LINKS}).changed, #panel-frame .changed")).to_have_count(0)
    assert let_go(page), "marks that have gone"


def test_off_turn_there_is_nothing_to_plan(look: Look, site: Site) -> None:
    """The panel says whose move it is; neither the table, keys nor an address begin one."""
    path = site.game("alice", "bob")
    while not move_of(site, path, "bob", "trade"):
        site.play(path)
    page = look("alice")
    for query in ("", "?p=trade&p=buy+wool&p=plain&p=1", "?p=expand"):
        page.goto(f"/{path}/{query}")
        expect(page.locator("#status")).to_contain_text("bob")
        expect(page.locator("#panel p")).to_have_text("Waiting for bob.")
        page.keyboard.press("p")
        page.keyboard.press("b")
        expect(page.locator(BEGUN)).to_have_count(0)
        expect(page.locator("#panel").locator("a, button, input, form, .preview")).to_have_count(0)
        expect(page.locator(f"{LINKS}, #targets .target, .would, #ghosts *")).to_have_count(0)
    # Each of them is there on the turn of who has it.
    other = look("bob")
    other.goto(f"/{path}/")
    expect(other.locator("#panel.mine a.choice").first).to_be_visible()
    expect(other.locator(f"{LINKS}, #targets .target").nth(3)).to_be_attached()
    for key in ("p", "b"):
        other.keyboard.press(key)
        expect(other.locator(BEGUN)).to_have_count(1)


def test_badges_cover_no_number(read: Read) -> None:
    """Neither the one that they belong to nor one beside, above or below it."""
    page = read(PLAYING)
    for width, height in ((1200, 700), (1366, 768), (1920, 1080), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        drawn, covered = page.evaluate(BADGES)
        rows = ["compare"] if width > 390 else []
        assert drawn == [*rows, "imports", "market", "mine"]
        assert covered == [], (width, height)


def test_rows_that_change_places_are_compared_with_themselves(read: Read) -> None:
    """As when another turn order begins: of a row that only moves, its place alone has changed."""
    page = read(PLAYING)
    marked = page.evaluate(SWAPPED)
    assert marked["order"] == ["1", "0"]
    assert marked["changed"] == ["1", "2", "7"]
    assert marked["by"] == "+2"


def test_cells_before_which_a_column_comes_are_compared_with_themselves(read: Read) -> None:
    """As when a clan is chosen that keeps something: each number shows its own difference."""
    page = read(PLAYING)
    assert page.evaluate(COLUMN) == {"row-0-wool": "", "row-0-merchants": "+2", "row-0-ships": "+1"}


def test_a_move_that_arrives_is_not_marked_for_who_wants_no_motion(look: Look, site: Site) -> None:
    page, path = before_a_worker(look, site)
    version = site.play(path)
    expect(page.locator(f"#status[data-version='{version}']")).to_be_attached()
    page.wait_for_timeout(500)
    expect(page.locator(".changed, .ring")).to_have_count(0)


def test_what_arrives_leaves_a_move_that_is_being_chosen(look: Look, site: Site) -> None:
    """Somebody resigns meanwhile: that is marked, and the path and what is lit stay."""
    path = site.game("alice", "bob", "charlie")
    site.play(path, 3)
    waiting = {one["user"] for one in site.api("GET", path)["seats"] if one["waiting"]}
    (chooser,) = waiting
    leaver = next(one for one in ("alice", "bob", "charlie") if one != chooser)
    page = look(chooser)
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"/{path}/")
    hold_timers(page, SHOWN)
    lit = page.locator("#targets .target:not(.start)")
    units = page.locator("#panel a.choice[data-kind='unit']")
    # Who can place nothing but workers is asked for the space at once.
    units.or_(lit).first.wait_for()
    if units.count():
        units.first.click()
    lit.first.wait_for()
    address, spaces, query = page.url, lit.count(), page.locator("#panel").get_attribute(QUERY)
    assert query
    page.locator("#panel").evaluate("panel => { window.same = panel }")
    site.api("POST", f"{path}/resign", leaver)
    row = page.locator("#compare tr", has_text=leaver)
    expect(row.locator(".changed")).to_contain_text("left early")
    expect(page.locator("#panel")).to_have_attribute(QUERY, query)
    assert page.evaluate("document.getElementById('panel') === window.same")
    assert (page.url, lit.count()) == (address, spaces)
    lit.first.click()
    page.locator("#panel [data-confirm]").click()
    expect(page.locator("#panel .panel-trouble")).to_have_count(0)
    expect(page.locator("#log .entry").first).to_contain_text(chooser)


def test_sentences_of_the_log_light_up_what_they_are_about(read: Read) -> None:
    """By mouse and by keyboard."""
    page = read(Stop("table", "{playing}?what=contracts"))
    about = page.locator(".log-step[data-about*='contract-']").first
    about.hover()
    expect(page.locator("#exports .mentioned").first).to_be_visible()
    page.locator(".table-head h1").hover()
    expect(page.locator(".mentioned")).to_have_count(0)
    page.goto(page.url.replace("contracts", "board"))
    about = page.locator(".entry summary").first
    about.hover()
    expect(page.locator(".map .ring").first).to_be_attached()
    page.locator(".table-head h1").hover()
    expect(page.locator(".map .ring")).to_have_count(0)
    about.focus()
    expect(page.locator(".map .ring").first).to_be_attached()


def test_the_number_of_a_contract_shows_its_card(read: Read) -> None:
    """By click and by keys; Escape closes it."""
    page = read(Stop("table", "{playing}?what=contracts"))
    number, card = page.locator(".entry > .log-step .contract-no").first, page.locator(".card-tip")
    number.focus()
    expect(card).not_to_be_visible()
    page.keyboard.press("Enter")
    expect(card).to_be_visible()
    expect(card.locator("svg").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).not_to_be_visible()


def test_filters_by_links_keep_the_page_as_it_is(read: Read) -> None:
    page = read(PLAYING)
    page.evaluate("window.same = true")
    turn = page.locator("#log .entry details").first
    expect(turn.locator(".log-step").first).to_be_hidden()
    turn.locator("summary").click()
    expect(turn.locator(".log-step")).not_to_have_count(1)
    expect(turn.locator(".log-step").last).to_be_visible()
    before = page.locator("#log .entry").count()
    page.locator("#log").hover()
    page.locator("#log-filter").click()
    page.locator("#log-of-1").click()
    expect(page.locator("#log-of-1")).to_have_attribute("aria-current", "true")
    expect(page.locator("#log-of-1")).to_be_focused()
    expect(page.locator("#log .entry > .mark:not(.p1)")).to_have_count(0)
    page.locator("#log-undone").click()
    expect(page.locator("#log-undone")).to_have_attribute("aria-current", "true")
    page.locator("#log-all").click()
    expect(page.locator("#log-all")).to_have_attribute("aria-current", "true")
    page.locator("#log-undone").click()
    expect(page.locator("#log-undone")).not_to_have_attribute("aria-current", "true")
    expect(page.locator("#log .entry")).to_have_count(before)
    assert page.evaluate("window.same")


def test_kinds_of_moves_and_undone_ones_are_shown_when_asked_for(look: Look, site: Site) -> None:
    path = site.game("alice", "bob")
    while not move_of(site, path, "alice", "trade"):
        site.play(path)
    page = look("alice")
    page.goto(f"/{path}/?p=shipping")
    version = int(page.locator("#panel").get_attribute("data-version") or 0)
    page.locator("#panel [data-confirm]").click()
    said = page.locator(f"#log .log-step[data-v='{version + 1}']")
    expect(said).to_contain_text("alice upgrades shipping")
    page.locator("#panel [data-action='undo']").click()
    expect(said).to_have_count(0)
    page.locator("#log").hover()
    page.locator("#log-filter").click()
    page.locator("#log-undone").click()
    expect(said.locator(".badge")).to_have_text("taken back")
    page.locator("#log-board").click()
    expect(page.locator("#log-board")).to_have_attribute("aria-current", "true")
    expect(said).to_have_count(0)
    turns = page.locator("#log .entry:has(> .mark)")
    expect(turns.filter(has_not_text=BOARD_MOVE)).to_have_count(0)
    expect(turns.nth(1)).to_be_attached()


def test_turns_are_folded_and_filtered_without_scripts(look: Look, site: Site) -> None:
    """Chips lead to the replay, links filter, turns unfold, a number has its card in words."""
    page = look("alice", scripts=False)
    page.goto(site.world.paths["playing"])
    turn = page.locator(".entry details").first
    expect(turn.locator(".log-step").first).to_be_hidden()
    turn.locator("summary").click()
    expect(turn.locator(".log-step").first).to_be_visible()
    expect(page.locator(".strip button")).to_be_hidden()
    page.locator("#log-filter").click()
    page.locator("#log-contracts").click()
    expect(page).to_have_url(re.compile("what=contracts"))
    expect(page.locator("#log .entry").first).to_be_visible()
    version = page.locator(".chip").first.get_attribute("data-v")
    page.locator(".chip").first.click()
    expect(page).to_have_url(re.compile(rf"/replay/\?v={version}$"))


def test_who_watches_has_no_strip(read: Read) -> None:
    page = read(Stop("table", "{playing}", NOBODY))
    expect(page.locator(".strip")).to_be_hidden()


def test_on_a_phone_the_strip_is_one_row_that_scrolls(read: Read) -> None:
    page = read(PLAYING, width=360)
    strip, chips = page.locator(".strip"), page.locator(".chips")
    assert (box := strip.bounding_box())
    assert box["height"] <= 32
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    assert chips.evaluate("chips => chips.scrollWidth > chips.clientWidth")
    assert chips.evaluate("chips => chips.scrollHeight <= chips.clientHeight")


SWAPPED = """async () => {
  const page = document.querySelector("script[type='module']").src;
  const { marking, morph } = await import(new URL("replay/morph.js", page));
  const rows = (...all) => {
    const body = document.createElement("tbody");
    for (const [who, place, money] of all) {
      const row = body.insertRow();
      row.dataset.whole = `whole-${who}`;
      for (const text of [place, money, "same"]) row.insertCell().textContent = text;
    }
    return body;
  };
  const was = rows([0, 1, 9], [1, 2, 5]);
  marking(true);
  morph(was, rows([1, 1, 7], [0, 2, 9]));
  const changed = [...was.querySelectorAll(".changed")];
  return {
    order: [...was.rows].map(({ dataset }) => dataset.whole.slice(-1)),
    changed: changed.map(({ textContent }) => textContent).sort(),
    by: changed.find(({ textContent }) => textContent === "7").dataset.by,
  };
}"""
"""Two rows of players, of whom the second goes first now and has 2 more."""


COLUMN = """async () => {
  const page = document.querySelector("script[type='module']").src;
  const { marking, morph } = await import(new URL("replay/morph.js", page));
  const row = (...cells) => {
    const made = document.createElement("tr");
    for (const [name, text] of cells) {
      const cell = made.insertCell();
      if (name) cell.dataset.cell = `row-0-${name}`;
      cell.textContent = text;
    }
    return made;
  };
  const was = row(["wool", 0], ["merchants", 2], ["ships", 0]);
  marking(true);
  morph(was, row(["wool", 0], ["", ""], ["merchants", 4], ["ships", 1]));
  const named = [...was.querySelectorAll("[data-cell]")];
  return Object.fromEntries(named.map(({ dataset }) => [dataset.cell, dataset.by ?? ""]));
}"""
"""A player with 2 merchants more and better ships, and a column more before both."""


def before_a_worker(look: Look, site: Site) -> tuple[Page, str]:
    """A table at which the next move places a worker, as somebody sees it who watches."""
    path = site.game("alice", "bob")
    site.play(path, 2)
    page = look("charlie")
    page.goto(f"/{path}/")
    return page, path


def move_of(site: Site, path: str, who: str, kind: str) -> object:
    """A legal move of this kind that somebody has now, or None."""
    waiting = [one["user"] for one in site.api("GET", path)["seats"] if one["waiting"]]
    moves = site.api("GET", f"{path}/moves", who)["moves"] if who in waiting else []
    return next((one["move"] for one in moves if one["move"]["type"] == kind), None)


def play(site: Site, path: str, who: str, kind: str) -> None:
    """Have somebody make a legal move of this kind."""
    body = {"version": site.api("GET", path)["version"], "move": move_of(site, path, who, kind)}
    site.api("POST", f"{path}/moves", who, body)
