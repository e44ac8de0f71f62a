"""Pictures of every page: ``make screenshots``, or ``make screenshots ARGS="--only table"``.

Starts a server with tables of its own, and writes a PNG for each page, width and theme into
``screenshots/``; of the main pages also one for each other language. Long pages come in pieces.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page

from simulation.served import ROOT
from tests.browser import chromium
from tests.browser.site import Site
from tests.browser.tour import HEIGHTS, LOCALES, TOUR, Stop, Theme, looking, visit

FOLDER: Final = ROOT / "screenshots"
THEMES: Final[tuple[Theme, ...]] = ("light", "dark")
HIGHEST: Final = 1500
"""Pixels of a piece; longer pictures are cut, to be readable."""


class Shot(NamedTuple):
    """One picture."""

    who: str
    width: int
    theme: Theme
    language: str
    stop: Stop

    @property
    def name(self) -> str:
        """What its files are called."""
        language = "" if self.language == "en" else f"-{self.language}"
        return f"{self.stop.name}-{self.width}-{self.theme}{language}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the pictures that are wanted; 1 when there are none of that name."""
    options = parser_of_options().parse_args(arguments)
    shots = sorted(wanted(options), key=lambda shot: shot[:4])
    if options.list or not shots:
        names = sorted({stop.name for stop in TOUR})
        print("\n".join(names) if options.list else f"none of them: {', '.join(names)}")
        return int(not options.list)
    folder = Path(tempfile.mkdtemp(prefix="caledonia-screenshots-"))
    site = Site(folder)
    try:
        site.start()
        with chromium.browser() as browser:
            taken = sum(1 for _ in take(browser, site, shots, options.into, window=options.window))
    finally:
        site.close()
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{taken} pictures in {options.into}")
    return 0


def parser_of_options() -> argparse.ArgumentParser:
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="tests.browser.screenshots", description=__doc__)
    parser.add_argument("--only", nargs="+", default=["*"], help="pages: table, or table-*")
    parser.add_argument("--width", nargs="+", type=int, choices=HEIGHTS, default=list(HEIGHTS))
    parser.add_argument("--theme", nargs="+", choices=THEMES, default=THEMES)
    parser.add_argument("--language", nargs="+", choices=LOCALES, default=list(LOCALES))
    parser.add_argument("--window", action="store_true", help="only what is seen without scrolling")
    parser.add_argument("--into", type=Path, default=FOLDER, help="the folder")
    parser.add_argument("--list", action="store_true", help="tell the names of the pages")
    return parser


def wanted(options: argparse.Namespace) -> Iterator[Shot]:
    """The pictures asked for; in other languages than English those of main pages, or by name."""
    for stop in TOUR:
        if not any(fnmatch(stop.name, pattern) for pattern in options.only):
            continue
        for language in options.language:
            if language == "en" or stop.main or stop.name in options.only:
                for width in options.width:
                    for theme in options.theme:
                        yield Shot(stop.who, width, theme, language, stop)


def take(
    browser: Browser, site: Site, shots: Sequence[Shot], into: Path, *, window: bool
) -> Iterator[Path]:
    """The files, as they are written; one browser for all pictures that differ in the page only."""
    into.mkdir(parents=True, exist_ok=True)
    for (who, width, theme, language), some in groupby(shots, key=lambda shot: shot[:4]):
        with looking(
            browser, site, who=who, width=width, theme=theme, language=language
        ) as context:
            page = context.new_page()
            for shot in some:
                visit(page, site, shot.stop)
                for old in [*into.glob(f"{shot.name}.png"), *into.glob(f"{shot.name}-[0-9]*.png")]:
                    old.unlink()
                for file in pictures(page, into, shot.name, window=window):
                    print(file, flush=True)
                    yield file


def pictures(page: Page, into: Path, name: str, *, window: bool) -> Iterator[Path]:
    """One file of what the window shows, or of the whole page, cut where it is too long."""
    width, height = page.evaluate("[innerWidth, document.documentElement.scrollHeight]")
    if window or height <= HIGHEST:
        page.screenshot(path=into / f"{name}.png", full_page=not window)
        yield into / f"{name}.png"
        return
    for number, top in enumerate(range(0, height, HIGHEST), start=1):
        piece = {"x": 0, "y": top, "width": width, "height": min(HIGHEST, height - top)}
        page.screenshot(path=into / f"{name}-{number}.png", full_page=True, clip=piece)
        yield into / f"{name}-{number}.png"


if __name__ == "__main__":
    sys.exit(main())
