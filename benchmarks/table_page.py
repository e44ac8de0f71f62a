"""What the page of a table costs a browser: ``python -m benchmarks --table``.

A public server of one process with collected static files, on SQLite and this machine; a game of
four in its fourth round, of which the viewer has one seat, in a window of 1366 x 768; Chromium with
nothing in its cache. Times are the browser's own, so they need a quiet machine.
"""

import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final

import msgspec
from playwright.sync_api import Browser, BrowserContext, Locator, Page

from benchmarks.measure import Figure
from simulation import chromium
from simulation.processes import listens, wait_until
from simulation.served import Served
from web.management.commands.serve import server_arguments

WINDOW: Final = {"width": 1366, "height": 768}
LOADS: Final = 7
STEPS: Final = 45
QUIET: Final = 1500
"""Milliseconds after which nothing comes any more."""
SETTLED: Final = 250
PREPARE: Final = """
import django; django.setup()
import json
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from simulation.page_games import game_against_bots, play_to_round
from web import catalogues
catalogues.compile_all()
call_command("migrate", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
user = User.objects.create_user("reader")
game = play_to_round(game_against_bots(user, players=4), user, 4)
client = Client(SERVER_NAME="127.0.0.1")
client.force_login(user)
print(json.dumps({"game": str(game.pk), "session": client.cookies["sessionid"].value}))
"""
OBSERVE: Final = """
globalThis.found = { paint: 0, blocked: 0, shifts: [] };
const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note))
  .observe({ type, buffered: true });
watch("largest-contentful-paint", (one) => { found.paint = one.startTime; });
watch("longtask", (one) => { found.blocked += Math.max(0, one.duration - 50); });
watch("layout-shift", (one) => found.shifts.push({
  value: one.value,
  input: one.hadRecentInput,
  of: one.sources.map(({ node }) => node?.id || node?.className?.baseVal || node?.nodeName),
}));
"""
PRESSED: Final = ("[data-confirm]", "[data-action='end']", ".numbers [type='submit']")
"""What is pressed whenever it is there."""


class PublicServer(Served):
    """One process as on a public server, with a game."""

    def __init__(self, folder: Path) -> None:
        own = {
            "DJANGO_SETTINGS_MODULE": "benchmarks.public",
            "BENCHMARK_FOLDER": str(folder),
            "CALEDONIA_DEV": "0",
            "HTTPS": "0",
            "ALLOWED_HOSTS": "127.0.0.1",
            "SECRET_KEY": secrets.token_urlsafe(50),
            # Who looks at the page again and again is not held back.
            "THROTTLE_CPU": "100000/min",
        }
        self.session = self.game_id = ""
        super().__init__(folder, **own)

    def _environment(self) -> dict[str, str]:
        return {**super()._environment(), "DATABASE_URL": f"sqlite:///{self.folder / 'db.sqlite3'}"}

    def _prepare(self) -> None:
        made = msgspec.json.decode(self.python(PREPARE, patience=300))
        self.game_id, self.session = made["game"], made["session"]

    def start(self) -> None:
        """The server itself."""
        arguments = server_arguments("127.0.0.1", self.port)
        self.run("server", sys.executable, "-m", "uvicorn", *arguments)
        wait_until("the server answers", lambda: listens(self.port), 60)

    @property
    def url(self) -> str:
        """What all addresses begin with."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def table(self) -> str:
        """The address of the table."""
        return f"{self.url}/games/{self.game_id}/"


@contextmanager
def window(browser: Browser, server: PublicServer) -> Iterator[BrowserContext]:
    """A browser of its own with an empty cache, signed in."""
    context = browser.new_context(viewport=WINDOW)  # type: ignore[arg-type]
    cookie = {"name": "sessionid", "value": server.session, "url": server.url}
    context.add_cookies([cookie])  # type: ignore[list-item]
    context.add_init_script(OBSERVE)
    try:
        yield context
    finally:
        context.close()


class PageLoad:
    """One load of the page: what it took."""

    def __init__(self, page: Page, address: str) -> None:
        self.requests: list[str] = []
        self.bytes = 0.0
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", lambda sent: self.requests.append(sent["type"]))
        session.on("Network.loadingFinished", self._finished)
        page.goto(address, wait_until="load")
        page.wait_for_timeout(QUIET)
        self.elements: int = page.evaluate("document.querySelectorAll('*').length")
        self.found: Any = page.evaluate("found")

    def _finished(self, ended: Any) -> None:
        self.bytes += ended["encodedDataLength"]


def step(page: Page, number: int) -> None:
    """Press something of the panel, each time something else, and wait for what comes of it."""
    panel = page.locator("#panel.mine")
    panel.locator("a.choice, [data-confirm], button.main").first.wait_for()
    control = _wanted(panel, number)
    page.evaluate("document.getElementById('panel').dataset.before = ''")
    control.click()
    page.locator("#panel:not([data-before])").wait_for()
    page.wait_for_timeout(SETTLED)


def _wanted(panel: Locator, number: int) -> Locator:
    for selector in PRESSED:
        if panel.locator(selector).count():
            return panel.locator(selector).first
    choices = panel.locator("a.choice:not([data-value='pass'])")
    if not choices.count():
        return panel.locator("a.choice, [data-action='skip']").first
    return choices.nth(number % choices.count())


def measured(server: PublicServer, browser: Browser) -> Iterator[Figure]:
    """All figures of the page."""
    loads = []
    for _ in range(LOADS):
        with window(browser, server) as context:
            loads.append(PageLoad(context.new_page(), server.table))
    first = loads[0]
    yield Figure("requests of a table, cold", "", len(first.requests), target=25)
    yield Figure("bytes with headers, compressed", "kB", first.bytes / 1000, target=100)
    yield Figure("elements", "", first.elements, target=2500)
    paints, blocked = ([load.found[name] for load in loads] for name in ("paint", "blocked"))
    yield Figure("largest paint", "ms", median(paints), samples=LOADS, target=500)
    yield Figure("blocking time", "ms", median(blocked), samples=LOADS, target=100)
    with window(browser, server) as context:
        page = context.new_page()
        page.goto(server.table)
        for number in range(STEPS):
            step(page, number)
        shifts = page.evaluate("found.shifts")
    for shift in shifts:
        if shift["value"] >= 0.001:
            print(f"shift {shift['value']:.4f} of {shift['of']}", file=sys.stderr)
    total = sum(one["value"] for one in shifts)
    alone = sum(one["value"] for one in shifts if not one["input"])
    yield Figure(f"shift over {STEPS} steps", "", total, target=0.1)
    yield Figure("of it without input", "", alone, target=0.01)


def run() -> list[Figure]:
    """All figures, by a server and a browser of their own."""
    folder = Path(tempfile.mkdtemp(prefix="caledonia-table-"))
    server = PublicServer(folder)
    try:
        server.start()
        with chromium.browser() as browser:
            return [*measured(server, browser)]
    finally:
        server.close()
        shutil.rmtree(folder, ignore_errors=True)
