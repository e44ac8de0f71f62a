"""What the main pages say and how it is built, as a screen reader finds it, beside a record.

Other tests look at the structure of a page; what it says in full stands in one record a page, in
``tests/browser/pages``. A change of words is a change of that file, made by
``CALEDONIA_RECORD=1 make browser ARGS="-k pages_read"`` and read before it is committed.
"""

import os
import re
import time
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page

from tests.browser.chromium import PATIENCE
from tests.browser.conftest import Read
from tests.browser.tour import TOUR, Stop

pytestmark = pytest.mark.browser

RECORDS: Final = Path(__file__).with_name("pages")
RECORD: Final = bool(os.environ.get("CALEDONIA_RECORD"))
PAGES: Final = [stop for stop in TOUR if stop.main]
SHORT: Final = r"\d+ (?:second|minute)s?"
VARYING: Final = (
    (re.compile(r"\n *- /url: .*"), ""),
    (re.compile(r"http://127\.0\.0\.1:\S+"), "ADDRESS"),
    (re.compile(r"\b[0-9a-f]{16,}\b"), "HASH"),
    (re.compile(r"\b\d{1,2} \w+ 20\d\d(, \d\d:\d\d)?"), "DATE"),
    (re.compile(rf"\b(waiting for {SHORT}|{SHORT} ago|just now)\b"), "A MOMENT AGO"),
)
"""What differs from run to run, and what stands for it in a record; addresses are left out."""
SETTLED: Final = 2.0 if RECORD else PATIENCE / 1000
"""Seconds without a change after which a page is read that does not say what is wanted."""


def reading(page: Page) -> str:
    """The tree of roles, names and texts of a page, without what varies."""
    text = page.locator("body").aria_snapshot()
    for pattern, instead in VARYING:
        text = pattern.sub(instead, text)
    return text + "\n"


def settled(page: Page, wanted: str) -> str:
    """What the page says when it says what is wanted, or nothing new for long enough."""
    found, since = reading(page), time.monotonic()
    while found != wanted and time.monotonic() - since < SETTLED:
        page.wait_for_timeout(100)
        now = reading(page)
        if now != found:
            found, since = now, time.monotonic()
    return found


@pytest.mark.parametrize("stop", PAGES, ids=lambda stop: stop.name)
def test_page_reads_as_recorded(stop: Stop, read: Read) -> None:
    record = RECORDS / f"{stop.name}.yml"
    wanted = "" if RECORD else record.read_text("utf-8")
    found = settled(read(stop), wanted)
    if RECORD:
        record.write_text(found, "utf-8")
    else:
        assert found.splitlines() == wanted.splitlines()


def test_every_record_is_of_a_page() -> None:
    assert {record.stem for record in RECORDS.glob("*.yml")} == {stop.name for stop in PAGES}
