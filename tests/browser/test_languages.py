"""Pages in other languages: by the browser, by the switch, by the profile."""

from typing import Final

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import Page, expect

from tests.browser.conftest import Look
from tests.browser.site import Site
from tests.browser.tour import sign_in

pytestmark = pytest.mark.browser

OTHERS: Final = tuple(code for code, name in settings.LANGUAGES if code != "en")


@pytest.mark.parametrize("language", OTHERS)
def test_by_the_browser(language: str, look: Look) -> None:
    page = look(language=language)
    page.goto("/")
    speaks(page, language)


@pytest.mark.parametrize("language", OTHERS)
def test_by_the_switch(language: str, look: Look, site: Site) -> None:
    """The table too, with its log and the names of things; and back to English."""
    page = look()
    page.goto(site.world.paths["playing"])
    speaks(page, "en")
    switch(page, language)
    speaks(page, language)
    expect(page.locator("#board-title")).to_have_text(translated("Board", language))
    expect(page.locator("#log")).to_contain_text(translated("Filter", language))
    switch(page, "en")
    speaks(page, "en")


def test_by_the_profile(look: Look) -> None:
    """It counts more than what the browser asks for, wherever one signs in."""
    page = look("erin", language="ja")
    page.goto("/profile/")
    speaks(page, "ja")
    page.locator("#id_language").select_option("pl")
    page.locator("main form button[type='submit']").first.click()
    speaks(page, "pl")
    other = look(language="ja")
    other.goto("/login/")
    speaks(other, "ja")
    sign_in(other, "erin")
    speaks(other, "pl")


def switch(page: Page, language: str) -> None:
    """Choose a language in the menu."""
    menu = page.locator(".site-tools, .head-menu")
    menu.locator("summary").click()
    menu.locator(f"button[value='{language}']").click()


def speaks(page: Page, language: str) -> None:
    """The page says what language it is in, and is."""
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator(".site-nav a, .head-menu a[href='/games/']").first).to_have_text(
        translated("Games", language)
    )


def translated(text: str, language: str) -> str:
    """A text of the catalogue; there has to be one."""
    with translation.override(language):
        found = gettext(text)
    assert (found == text) == (language == "en"), f"{text!r} is not translated"
    return found
