"""Timers of a page that go off when a test wants them to, not when a busy machine gets there."""

from typing import Final

from playwright.sync_api import Page

HELD: Final = """least => {
  const [plain, clear] = [window.setTimeout, window.clearTimeout];
  const held = new Map();
  let last = 0;
  window.setTimeout = (act, ms = 0, ...given) => {
    if (!(ms >= least)) return plain(act, ms, ...given);
    held.set(--last, () => act(...given));
    return last;
  };
  window.clearTimeout = (one) => { if (!held.delete(one)) clear(one); };
  window.letGo = () => {
    const due = [...held.values()];
    held.clear();
    for (const act of due) act();
    return due.length;
  };
}"""
LET_GO: Final = "() => window.letGo()"


def hold_timers(page: Page, least: int) -> None:
    """Timers of so many milliseconds or more wait for ``let_go``, here and on pages that come next.

    Shorter ones, which only put off what the page does next, are as they were.
    """
    page.add_init_script(f"({HELD})({least})")
    page.evaluate(HELD, least)


def let_go(page: Page) -> int:
    """The timers that are held go off; how many they were."""
    gone: int = page.evaluate(LET_GO)
    return gone
