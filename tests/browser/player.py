"""Somebody who plays by what the page offers, and by nothing else."""

from collections.abc import Callable
from typing import Final

from playwright.sync_api import Locator, Page

LIKED: Final = ("expand", "trade", "contracts", "fulfil", "merchant", "shipping", "technology")
"""Main actions; each time another one is the first that is tried."""
OVER: Final = "#status[data-over]"
TAKEN: Final = ("[data-confirm]", "[data-action='end']", ".numbers [type='submit']")
"""What is pressed whenever it is there."""

Press = Callable[[Locator], object]


class Player:
    """Plays on a table page: so many main actions a round, and passes then.

    ``press`` is how things are pressed: by a click, by a tap, by keys.
    """

    def __init__(self, page: Page, *, actions: int, press: Press = Locator.click) -> None:
        self.page = page
        self.panel = page.locator("#panel")
        self.done: list[str] = []
        """The main actions until now."""
        self._actions = self._left = actions
        self._press = press

    def play_on(self) -> None:
        """Decide whatever there is to decide until the game is over."""
        while not self.is_over():
            self.press(self.wanted())

    def play_turn(self) -> None:
        """Decide what there is to decide in one turn: it ends with a button of its own."""
        while True:
            self.wait()
            control = self.wanted()
            last = control.get_attribute("data-action") == "end"
            self.press(control)
            if last:
                return

    def is_over(self) -> bool:
        """Whether the game has ended; waits until that can be told."""
        self.wait()
        return self.page.locator(OVER).count() > 0

    def wait(self) -> None:
        """Until there is something to decide, or the game is over."""
        self.page.locator(f"#panel.mine, {OVER}").first.wait_for(state="attached")

    def press(self, control: Locator) -> None:
        """Press something of the panel, and wait for the panel that comes of it."""
        self.panel.evaluate("panel => { panel.dataset.before = '' }")
        self._press(control)
        self.page.locator(f"#panel:not([data-before]), {OVER}").first.wait_for(state="attached")

    def wanted(self) -> Locator:
        """What to press next."""
        for selector in TAKEN:
            if self.panel.locator(selector).count():
                return self.panel.locator(selector)
        values = self.panel.locator("a.choice").evaluate_all(
            "all => all.map(one => one.dataset.value)"
        )
        if "pass" in values:
            return self._choice(self._main_action(values))
        return self._choice(values[0]) if values else self.panel.locator("[data-action='skip']")

    def _main_action(self, values: list[str]) -> str:
        first = len(self.done) % len(LIKED)
        liked = [value for value in LIKED[first:] + LIKED[:first] if value in values]
        action = liked[0] if liked and self._left else "pass"
        self._left = self._actions if action == "pass" else self._left - 1
        self.done.append(action)
        return action

    def _choice(self, value: str) -> Locator:
        return self.panel.locator(f'a.choice[data-value="{value}"]')
