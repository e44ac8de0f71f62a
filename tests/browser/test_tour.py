"""The tour of the pages leaves none out, and every page fits a phone in every language."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final
from uuid import UUID

import pytest
from django.urls import URLPattern, URLResolver, resolve
from playwright.sync_api import expect

from tests.browser.conftest import Look
from tests.browser.site import Site
from tests.browser.tour import LOCALES, TOUR, visit
from web import urls

GAME: Final = f"/games/{UUID(int=0)}/"
NO_PAGES: Final = {
    # Forms are sent there.
    *("logout", "set_language", "quick", "fork", "validate", "token_revoke"),
    *("join", "leave", "add_bot", "remove_bot", "start", "change", "renew_invite", "close"),
    *("seal_word", "open_word", "remove_word"),
    *("play", "undo", "withdraw_offer", "decline_offer"),
    # It leads elsewhere.
    "next",
    # Parts of pages.
    *("room", "log", "refresh", "panel", "preview", "moments", "validated"),
    *("replay_news", "replay_log"),
}
"""Names of addresses at which there is nothing to look at."""


def names(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    """The names of all addresses."""
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from names(one.url_patterns)
        else:
            yield str(one.name)


def test_tour_goes_everywhere() -> None:
    """Who makes a page puts it into the tour, where axe and the camera find it."""
    paths = defaultdict(
        lambda: GAME,
        reset="/password/reset/MQ/link/",
        invite=f"/invite/{UUID(int=0)}/code/",
        mail_off="/mail/off/token/",
    )
    there = [stop.path.partition("?")[0].format_map(paths) for stop in TOUR if not stop.trouble]
    seen = {resolve(path).url_name for path in there}
    assert seen == set(names(urls.urlpatterns)) - NO_PAGES


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("who", sorted({stop.who for stop in TOUR}))
def test_pages_fit_a_phone(who: str, language: str, look: Look, site: Site) -> None:
    """None is wider than the window, and each is in the language of the browser."""
    page = look(who, width=360, language=language)
    look.allow(*(str(stop.trouble) for stop in TOUR if stop.trouble))
    wide = {}
    for stop in TOUR:
        if stop.who == who:
            visit(page, site, stop)
            drawn = stop.trouble in site.world.errors  # in English, by whoever made the world
            expect(page.locator("html")).to_have_attribute("lang", "en" if drawn else language)
            wide[stop.name] = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert not {name: pixels for name, pixels in wide.items() if pixels > 0}
