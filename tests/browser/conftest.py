"""A server and a browser for the tests of this folder, gone before those of another one begin."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from simulation.served import missing
from tests.browser import chromium
from tests.browser.site import Site
from tests.browser.tour import Stop, looking, visit
from tests.browser.watch import Watch

CI = os.environ.get("CI", "").lower() in {"1", "true"}
expect.set_options(timeout=chromium.PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What pages say is compared before other tests make tables of the same people."""
    items.sort(key=lambda item: item.path.name != "test_pages_read.py")


def need_browser() -> None:
    """Skip the test where this machine has no browser; in CI that is a failure."""
    lacking = missing() or ("" if chromium.find() else "chromium, or another one named by CHROMIUM")
    if lacking:
        if CI:
            pytest.fail(f"needs {lacking}", pytrace=False)
        pytest.skip(f"needs {lacking}")


@pytest.fixture(scope="package")
def site() -> Iterator[Site]:
    """The server, started once: each test uses tables or people of its own."""
    need_browser()
    folder = Path(tempfile.mkdtemp(prefix="caledonia-browser-"))
    made = Site(folder)
    try:
        made.start()
        yield made
    finally:
        made.close()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="package")
def browser(site: Site) -> Iterator[Browser]:
    """The browser. Not longer than this package: see ``chromium.browser``."""
    with chromium.browser() as started:
        yield started


class Read:
    """Shows pages to tests that change nothing, in a browser for each wish: ``read(stop)``.

    Nothing may go wrong behind a page.
    """

    def __init__(self, browser: Browser, site: Site) -> None:
        self.watch: Watch | None = None
        self._browser = browser
        self._site = site
        self._opened = ExitStack()
        self._contexts: dict[tuple[object, ...], tuple[BrowserContext, Watch]] = {}

    def __call__(self, stop: Stop, **browsing: Any) -> Page:
        """The page of a stop, until the next one; the wishes are those of ``looking``."""
        key = (stop.who, *sorted(browsing.items()))
        if key not in self._contexts:
            opening = looking(self._browser, self._site, who=stop.who, **browsing)
            context = self._opened.enter_context(opening)
            self._contexts[key] = context, Watch(context, self._site.url)
        context, self.watch = self._contexts[key]
        # Those of other wishes too: each table holds two streams of its user.
        for other, _ in self._contexts.values():
            for page in other.pages:
                page.close()
        self.watch.begin(*([str(stop.trouble)] if stop.trouble else []))
        page = context.new_page()
        # Styles and scripts are there by then; the drawing is not looked at.
        visit(page, self._site, stop, until="domcontentloaded")
        return page

    def close(self) -> None:
        """Close everything."""
        self._opened.close()


@pytest.fixture(scope="package")
def reader(browser: Browser, site: Site) -> Iterator[Read]:
    """What ``read`` is for each test."""
    made = Read(browser, site)
    yield made
    made.close()


@pytest.fixture
def read(reader: Read) -> Iterator[Read]:
    """Pages to look at; nothing may go wrong behind them."""
    yield reader
    troubles = reader.watch.found if reader.watch else []
    assert not troubles, "\n".join(troubles)


class Look:
    """Opens pages, each in a browser of its own: ``look("alice", width=360)``.

    Nothing may go wrong behind any of them, but for what a test allows in ``watches``.
    """

    def __init__(self, browser: Browser, site: Site) -> None:
        self.watches: list[Watch] = []
        self._browser = browser
        self._site = site
        self._opened = ExitStack()

    def __call__(self, who: str = "", **browsing: Any) -> Page:
        """A page of somebody's; the wishes are those of ``looking``."""
        opening = looking(self._browser, self._site, who=who, **browsing)
        context = self._opened.enter_context(opening)
        self.watches.append(Watch(context, self._site.url))
        return context.new_page()

    def allow(self, *texts: str) -> None:
        """Troubles with one of these texts are part of what is tested."""
        for watch in self.watches:
            watch.allow(*texts)

    def tell(self) -> None:
        """Print what the pages show: where a test was when it failed."""
        for page in [page for watch in self.watches for page in watch.context.pages]:
            print(f"--- {page.url}")
            for part in page.locator("#status, #panel, #notices").all():
                print(part.evaluate("one => one.outerHTML")[:2000])

    def close(self) -> list[str]:
        """Close everything; the troubles that there were."""
        self._opened.close()
        return [trouble for watch in self.watches for trouble in watch.found]


@pytest.fixture
def look(browser: Browser, site: Site, request: pytest.FixtureRequest) -> Iterator[Look]:
    """Opens pages; what the server said is told with a failure."""
    failed = request.session.testsfailed
    made = Look(browser, site)
    yield made
    if request.session.testsfailed > failed:
        made.tell()
    troubles = made.close()
    if troubles or request.session.testsfailed > failed:
        print((site.folder / "server.log").read_text()[-5000:])
    assert not troubles, "\n".join(troubles)
