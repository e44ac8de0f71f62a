"""The tour of the pages leaves none out, and every page is there in every language."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final
from uuid import UUID

import pytest
from django.urls import URLPattern, URLResolver, resolve

from tests.browser.conftest import Read
from tests.browser.site import Site
from tests.browser.tour import LOCALES, TOUR, Stop, wider
from tests.marks import THOROUGH
from web import urls

pytestmark = pytest.mark.browser

GAME: Final = f"/games/{UUID(int=0)}/"
TOURNAMENT: Final = f"/tournaments/{UUID(int=0)}/"
NO_PAGES: Final = {
    # Forms are sent there.
    *("logout", "set_language", "quick", "fork", "validate", "token_revoke"),
    *("ask_again", "experience"),
    *("join", "leave", "add_bot", "remove_bot", "start", "change", "renew_invite", "close"),
    *("seal_word", "open_word", "remove_word"),
    *("play", "undo", "withdraw_offer", "decline_offer", "resign", "abandon"),
    *("max_bid", "rematch", "ask_end"),
    # It leads elsewhere.
    "next",
    # Parts of pages.
    *("room", "log", "refresh", "panel", "moments", "validated"),
    *("replay_news", "replay_log", "points", "topic_part"),
    *("tournament_act", "tournament_table_act"),
    # Images.
    *("picture", "animation"),
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
        verify="/mail/verify/MQ/token/",
        passkey="/profile/two-step/passkeys/1/remove/",
        cup_invite=f"{TOURNAMENT}invite/code/",
        **dict.fromkeys(
            ("league", "final", "series", "cup_draft", "ladder", "given_up"), TOURNAMENT
        ),
    )
    there = [stop.path.partition("?")[0].format_map(paths) for stop in TOUR if not stop.trouble]
    seen = {resolve(path).url_name for path in there}
    assert seen == set(names(urls.urlpatterns)) - NO_PAGES


def other_languages() -> Iterator[tuple[Stop, str]]:
    """The main pages in the language with the longest words, two also in the other; or all."""
    for stop in TOUR:
        for language in LOCALES:
            wanted = (stop.main and language == "pl") or stop.name in {"lobby", "table"}
            if language != "en" and (wanted or THOROUGH):
                yield stop, language


OTHERS: Final = list(other_languages())


@pytest.mark.parametrize(
    ("stop", "language"), OTHERS, ids=[f"{stop.name}-{language}" for stop, language in OTHERS]
)
def test_page_in_another_language_fits_a_phone(
    stop: Stop, language: str, read: Read, site: Site
) -> None:
    page = read(stop, width=360, language=language)
    drawn = stop.trouble in site.world.errors  # in English, by whoever made the world
    assert page.locator("html").get_attribute("lang") == ("en" if drawn else language)
    assert not wider(page)
