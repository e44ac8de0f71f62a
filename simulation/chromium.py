"""Debian's Chromium, driven by Playwright; Playwright's own browsers are never fetched."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

ARGUMENTS = (
    # Pages can reach nothing but this machine.
    "--host-resolver-rules=MAP localhost 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    # Containers have little of it.
    "--disable-dev-shm-usage",
    # There is no GPU; not looking for one saves a third of the work.
    "--disable-gpu",
    "--disable-software-rasterizer",
)
NAMES = ("chromium-headless-shell", "chromium")
"""Debian's packages; the first has no window around its pages, and needs a third of the time."""


def find() -> str | None:
    """The program: ``CHROMIUM`` if set, else the first of ``NAMES`` on the path."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser for as long as the block lasts.

    Meanwhile this thread counts as one that runs an event loop, in which Django's database refuses
    to work.
    """
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=find(), args=ARGUMENTS, timeout=120_000)
        yield started
        started.close()
