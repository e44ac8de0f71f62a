"""Every page in each state that looks different: what there is to check and to photograph."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Literal, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Locator, Page

from games import engine
from tests.browser.chromium import PATIENCE
from tests.browser.site import PASSWORD, Site

Theme = Literal["light", "dark"]
Until = Literal["load", "domcontentloaded"]
NOBODY: Final = ""
HEIGHTS: Final = {360: 740, 1280: 800}
"""How high a window is, by its width."""
PHONE: Final = 700
"""Narrower than that one has fingers."""
NEXT_FRAME: Final = "new Promise((seen) => requestAnimationFrame(() => setTimeout(seen, 50)))"
LOCALES: Final = {"en": "en-GB", "ja": "ja-JP", "pl": "pl-PL"}


class Stop(NamedTuple):
    """A page as somebody sees it; ``path`` may name a place of the world: ``{playing}?p=expand``.

    ``act`` is done there before one looks; ``part`` is all that another stop has not got;
    ``trouble`` is the status of an error that is meant. ``main`` ones are photographed in all
    languages.
    """

    name: str
    path: str
    who: str = "alice"
    act: Callable[[Page], None] | None = None
    part: str = ""
    trouble: int = 0
    main: bool = False


def visit(page: Page, site: Site, stop: Stop, *, until: Until = "load") -> None:
    """Go there, wait until as much of it has come, and do what is to be done there."""
    if error := site.world.errors.get(stop.trouble):
        response = {"status": stop.trouble, "content_type": "text/html", "body": error}
        page.route("**" + stop.path, lambda route: route.fulfill(**response))
    answer = page.goto(stop.path.format_map(site.world.paths), wait_until=until)
    assert answer is not None
    assert answer.ok or answer.status == stop.trouble, f"{stop.name}: {answer.status}"
    if stop.act is not None:
        stop.act(page)


@contextmanager
def looking(
    browser: Browser,
    site: Site,
    *,
    who: str = NOBODY,
    width: int = 1280,
    theme: Theme = "light",
    language: str = "en",
    scripts: bool = True,
) -> Iterator[BrowserContext]:
    """A browser of its own, signed in as somebody."""
    context = browser.new_context(
        base_url=site.url,
        viewport={"width": width, "height": HEIGHTS[width]},
        has_touch=width < PHONE,
        color_scheme=theme,
        reduced_motion="reduce",
        locale=LOCALES[language],
        java_script_enabled=scripts,
    )
    context.set_default_timeout(PATIENCE)
    if who:
        cookie = {"name": "sessionid", "value": site.world.sessions[who], "url": site.url}
        context.add_cookies([cookie])
    try:
        yield context
    finally:
        context.close()


def become_phone(page: Page) -> None:
    """From now on the page is shown by a phone, in the dark."""
    page.set_viewport_size({"width": 360, "height": HEIGHTS[360]})
    page.emulate_media(color_scheme="dark")
    # As long as this session lasts: as long as the page.
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    # What comes into sight by that may be fetched: there it is seen, then it is there.
    page.evaluate(NEXT_FRAME)
    page.locator("[data-fetch].htmx-request").first.wait_for(state="detached")


def wider(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    found: int = page.evaluate("Math.max(document.documentElement.scrollWidth - innerWidth, 0)")
    return found


def sign_in(page: Page, name: str) -> None:
    """Fill in the page for signing in, which is open."""
    send_password(page, name)
    page.locator(".site-account .who").wait_for()


def send_password(page: Page, name: str) -> None:
    """The first step of that, which may be all."""
    page.locator("#id_username").fill(name)
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main form button[type='submit']").click()


# --- What is done on a page -----------------------------------------------------------------------


def opened(page: Page) -> None:
    """Open all that can be opened, and wait for what comes by that."""
    page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
    # The page hears of what has been opened, and asks for it, a moment later.
    page.evaluate(NEXT_FRAME)
    page.locator(".htmx-request").first.wait_for(state="detached")


def menu(page: Page) -> None:
    """Open the menu of languages."""
    page.locator(".site-tools summary").click()


def account(page: Page) -> None:
    """Open the menu of the account."""
    page.locator(".site-account summary").click()


def quick(page: Page) -> None:
    """Open the menu for a game against bots."""
    page.locator(".quick-menu summary").click()


def asked_for_code(page: Page) -> None:
    """Send a password that is not enough, unless this browser has."""
    if page.locator("#id_username").count():
        send_password(page, "fiona")
    page.locator("#id_code").wait_for()


def asked_for_recovery_code(page: Page) -> None:
    """Have lost the app, too."""
    asked_for_code(page)
    page.locator("main a[href*='recovery']").click()
    page.locator("main a:not([href*='recovery'])[href*='/code/']").wait_for()


def unsigned(page: Page) -> None:
    """Send a form without the cookie that came with it."""
    page.context.clear_cookies()
    submitted(page)


def submitted(page: Page) -> None:
    """Send the form as it is; the server says what is wrong with it."""
    page.evaluate("document.querySelector('main form').noValidate = true")
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_load_state()


def previewed(page: Page) -> None:
    """Choose the first of what is offered until a move can be confirmed."""
    while not page.locator("#panel [data-confirm]").count():
        chosen = page.locator("#panel").get_attribute("data-query")
        press(page.locator("#panel a.choice").first)
        page.locator(f'#panel:not([data-query="{chosen}"])').wait_for()


def press(choice: Locator) -> None:
    """Choose something of the panel; on a phone spaces are pressed on the board."""
    if choice.get_attribute("data-hex") and not choice.is_visible():
        value = choice.get_attribute("data-value")
        choice = choice.page.locator(f'#targets .target[data-value="{value}"]')
    choice.click()


def refused(page: Page) -> None:
    """Ask why the first thing that is not possible is not."""
    page.locator("#panel details.impossible summary").first.click()


def explained(page: Page) -> None:
    """Open the explanation of what has been chosen, or of the first action."""
    page.locator("#panel a.about").first.click()
    page.locator("#about-box:popover-open").wait_for()


def keys(page: Page) -> None:
    """Open the help about keys; where one has fingers only there is no button for it."""
    button = page.locator("#panel [data-help]")
    if button.is_visible():
        button.click()
    else:
        page.keyboard.press("?")
    page.locator("dialog#keys[open]").wait_for()


def half_way(page: Page) -> None:
    """Go to the middle of a replay."""
    slider = page.locator("#slider")
    slider.wait_for()
    slider.fill(str(int(slider.get_attribute("max") or 2) // 2))
    page.locator("#moment .changed").first.wait_for(state="attached")


def at_the_end(page: Page) -> None:
    """Wait until a replay can be stepped through."""
    page.locator("#slider").wait_for()


def played(page: Page) -> None:
    """Have the animation of a finished game drawn, and play it."""
    page.locator("#share").scroll_into_view_if_needed()
    page.locator("#share-play").click()
    page.locator("#share img[src$='.gif']").wait_for()
    page.locator("#share").scroll_into_view_if_needed()


PACK: Final = engine.packs.builtin().hash
MOMENT: Final = "#replay-head, #at-status, .at, .moment-players"
"""A table as a replay shows it, but for the board."""

# --- The pages ------------------------------------------------------------------------------------

PREVIEWED: Final = "#panel, #board, #compare, #mine, .info"
"""Where a move shows before it is made."""
TOUR: Final[tuple[Stop, ...]] = (
    Stop("front", "/", NOBODY, main=True),
    Stop("front-mine", "/"),
    Stop("signup", "/signup/", NOBODY, main=True),
    Stop("signup-wrong", "/signup/", NOBODY, submitted, trouble=422),
    Stop("login", "/login/", NOBODY),
    Stop("login-wrong", "/login/", NOBODY, submitted, trouble=422),
    Stop("login-code", "/login/code/", NOBODY, asked_for_code),
    Stop("login-recovery", "/login/code/", NOBODY, asked_for_recovery_code),
    Stop("password-reset", "/password/reset/", NOBODY),
    Stop("password-sent", "/password/sent/", NOBODY),
    Stop("password-new", "{reset}", NOBODY),
    Stop("password-void", "/password/reset/MQ/no-such-link/", NOBODY),
    Stop("password-done", "/password/done/", NOBODY),
    Stop("password-change", "/password/change/"),
    Stop("profile", "/profile/", main=True),
    Stop("profile-unverified", "/profile/", "bob"),
    Stop("profile-menu", "/profile/", act=account),
    Stop("profile-languages", "/profile/", act=menu),
    Stop("account-delete", "/profile/delete/"),
    Stop("account-delete-code", "/profile/delete/", "fiona"),
    Stop("two-step", "/profile/two-step/"),
    Stop("two-step-wrong", "/profile/two-step/", act=submitted, trouble=422),
    Stop("two-step-on", "/profile/two-step/", "fiona"),
    Stop("two-step-codes", "/profile/two-step/codes/", "fiona"),
    Stop("passkeys", "/profile/two-step/passkeys/", "fiona"),
    Stop("passkey-remove", "{passkey}", "fiona"),
    Stop("two-step-off", "/profile/two-step/off/", "fiona"),
    Stop("orders", "/profile/orders/"),
    Stop("tokens", "/profile/tokens/"),
    Stop("lobby", "/games/", main=True),
    Stop("lobby-quick", "/games/", act=quick),
    Stop("lobby-new", "/games/", "dora"),
    Stop("lobby-stranger", "/games/", NOBODY),
    Stop("lobby-list", "/games/?show=finished"),
    Stop("lobby-none", "/games/?name=nothing-is-called-that"),
    Stop("ratings", "/ratings/", NOBODY, main=True),
    Stop("ratings-none", "/ratings/?pool=3-4", "erin"),
    Stop("clan-strength", "/ratings/clans/", NOBODY),
    Stop("player", "/players/erin/", "erin", opened, main=True),
    Stop("player-stranger", "/players/erin/", NOBODY),
    Stop("player-tournaments", "/tournaments/players/erin/", "erin"),
    Stop("player-new", "/players/dora/", "dora"),
    Stop("create", "/games/new/", main=True),
    Stop("create-open", "/games/new/", act=opened),
    Stop("room", "{room}", act=opened, main=True),
    Stop("room-guest", "{room}", "bob"),
    Stop("invite", "{invite}", "charlie"),
    Stop("invite-stranger", "{invite}", NOBODY),
    Stop("invite-void", "{void}", NOBODY, trouble=404),
    Stop("table-draft", "{draft}", part="#panel, #draft"),
    Stop("table-industria", "{industria}", part="#board, #scoring"),
    Stop("table-industria-draft", "{industria_draft}", part="#panel, #draft"),
    Stop("table-auction", "{auction}", part="#panel"),
    Stop("table-placing", "{placing}?p=place", part="#panel"),
    Stop("table", "{playing}", main=True),
    Stop("table-expand", "{playing}?p=expand", part="#panel", main=True),
    Stop("table-space", "{playing}?p=expand&p=sheep", part="#panel, #board"),
    Stop("table-trade", "{playing}?p=trade", part="#panel, #market"),
    Stop("table-overlay", "{playing}overlay/settlements/", part="#board"),
    Stop("table-neighbours", "{playing}overlay/neighbours/", part="#board"),
    Stop("table-contracts", "{begun}?p=contracts", part="#panel, #exports"),
    Stop("table-preview", "{playing}", act=previewed, part=PREVIEWED, main=True),
    Stop("table-refusal", "{playing}", act=refused, part="#panel"),
    Stop("table-about", "{playing}?p=expand", act=explained, part="#about-box", main=True),
    Stop("table-keys", "{playing}", act=keys, part="#keys"),
    Stop("table-open", "{playing}", act=opened),
    Stop("table-watched", "{playing}", NOBODY, part=".table-head, .rail"),
    Stop("table-bonuses", "{bonuses}", part="#panel"),
    Stop("table-production", "{production}", part="#panel"),
    Stop("table-upgrade", "{upgrade}?p=upgrade&p=take_back", part="#panel, #market"),
    Stop("table-waiting", "{waiting}", "bob", part="#panel"),
    Stop("table-finished", "{finished}", part="#sheet, .info, #compare", main=True),
    Stop("table-solo", "{solo}", part="#sheet, .info, #compare"),
    Stop("players", "{playing}parts/players/", act=opened, main=True),
    Stop("spaces", "{playing}parts/spaces/", NOBODY),
    Stop("notes", "{playing}notes/"),
    Stop("chat", "{waiting}chat/"),
    Stop("order", "{playing}order/"),
    Stop("seat", "{playing}seat/"),
    Stop("seat-offered", "{waiting}seat/", "charlie"),
    Stop("offer", "{waiting}offer/", "bob"),
    Stop("mail-off", "{mail_off}", NOBODY),
    Stop("verify", "{verify}", NOBODY),
    Stop("verify-void", "/mail/verify/MQ/no-such-link/", NOBODY, trouble=404),
    Stop("share", "{finished}share/", NOBODY),
    Stop("share-replay", "{finished}", act=played, part="#points, #share"),
    Stop("replay", "{finished}replay/", act=half_way, main=True),
    Stop("replay-end", "{finished}replay/", NOBODY, at_the_end, part=MOMENT),
    Stop("replay-running", "{playing}replay/", act=at_the_end, part=MOMENT),
    Stop("tournaments", "/tournaments/", main=True),
    Stop("tournaments-none", "/tournaments/?name=nothing-is-called-that", NOBODY),
    Stop("tournament-new", "/tournaments/new/", act=opened, main=True),
    Stop("tournament-wrong", "/tournaments/new/", act=submitted, trouble=422),
    Stop("tournament-draft", "{cup_draft}"),
    Stop("tournament-edit", "{cup_draft}direct/edit/"),
    Stop("tournament-open", "{series}", "dora"),
    Stop("tournament-invite", "{cup_invite}", NOBODY),
    Stop("tournament-ladder", "{ladder}", act=opened),
    Stop("tournament-given-up", "{given_up}", NOBODY),
    Stop("tournament", "{league}", main=True),
    Stop("tournament-rounds", "{final}rounds/"),
    Stop("tournament-standings", "{league}standings/?a=1&b=2", "bob", main=True),
    Stop("tournament-stages", "{final}standings/", NOBODY),
    Stop("tournament-past", "{league}standings/?as_of=yesterday", NOBODY),
    Stop("tournament-cross", "{league}cross/", NOBODY),
    Stop("tournament-entrants", "{league}entrants/"),
    Stop("tournament-rulings", "{league}rulings/", NOBODY),
    Stop("tournament-about", "{final}about/", NOBODY),
    Stop("tournament-table", "{league}tables/1/", act=opened),
    Stop("tournament-result", "{league}tables/7/", act=opened),
    Stop("tournament-direct", "{league}direct/", act=opened, main=True),
    Stop("tournament-draw", "{series}direct/draw/"),
    Stop("tournament-results", "{league}direct/results/"),
    Stop("tournament-print", "{final}print/", NOBODY),
    Stop("tournament-find", "{final}standings/?name=Player 1", NOBODY),
    Stop("organisers", "/help/organisers/", NOBODY),
    Stop("tournament-no-draw", "{league}direct/draw/"),
    Stop("heads", "/heads/", NOBODY),
    Stop("rules", "/rules/", NOBODY, main=True),
    Stop("rules-found", "/rules/?q=market", NOBODY),
    Stop("rules-chapter", "/rules/?chapter=base-06-actions", NOBODY),
    Stop("rules-tables", "/rules/?chapter=industria-11-automa", NOBODY),
    Stop("rule", "/rules/NBR-09/", NOBODY),
    Stop("topic", f"/guide/{PACK}/move-shipping/", NOBODY, main=True),
    Stop("help", "/help/", NOBODY, main=True),
    Stop("error-403", "/login/", NOBODY, unsigned, trouble=403),
    Stop("error-404", "/nowhere/", NOBODY, trouble=404),
    *(Stop(f"error-{status}", f"/{status}/", NOBODY, trouble=status) for status in (400, 500, 503)),
)
