"""Somebody who plays by what the page offers, and by nothing else."""

from collections.abc import Callable, Sequence
from typing import Final

from playwright.sync_api import Error, Locator, Page

LIKED: Final = ("expand", "trade", "contracts", "fulfil", "merchant", "shipping", "technology")
"""Main actions of the base game."""
OVER: Final = "#status[data-over]"
TAKEN: Final = ("[data-confirm]", "[data-action='end']", ".numbers [type='submit']")
"""What is pressed whenever it is there."""
PRESSABLE: Final = (*TAKEN, "a.choice", "[data-action='skip']")
SETTLING: Final = 30
"""How often it is asked whether answers are still to come, in milliseconds."""
COUNT: Final = """() => {
  if (window.unanswered) return;
  const { send } = XMLHttpRequest.prototype, unanswered = (window.unanswered = new Set());
  XMLHttpRequest.prototype.send = function (...body) {
    unanswered.add(this);
    this.addEventListener("loadend", () => unanswered.delete(this));
    return send.apply(this, body);
  };
}"""
"""Keeps the requests of a page until their answers have been put into it."""

Press = Callable[[Locator], object]


class Player:
    """Plays on a table page: so many main actions a round, and passes then.

    ``press`` is how things are pressed: by a click, by a tap, by keys. ``liked`` are main actions,
    each time another one is the first that is tried.
    """

    def __init__(
        self,
        page: Page,
        *,
        actions: int,
        press: Press = Locator.click,
        liked: Sequence[str] = LIKED,
    ) -> None:
        self.page = page
        self.panel = page.locator("#panel")
        self.done: list[str] = []
        """The main actions until now."""
        self._liked = [*liked]
        self._actions = self._left = actions
        self._press = press
        # Not on the page before it, which may just be left.
        self.panel.wait_for(state="attached")
        page.add_init_script(f"({COUNT})()")
        page.evaluate(COUNT)

    def play_on(self) -> None:
        """Decide whatever there is to decide until the game is over."""
        while not self.is_over():
            self.press(self.wanted())

    def play_turn(self) -> None:
        """Decide what there is to decide in one turn: it ends with a button of its own."""
        while True:
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
        self._settle()
        decision = f"#panel.mine :is({', '.join(PRESSABLE)})"
        self.page.locator(f"{decision}, {OVER}").first.wait_for(state="attached")

    def press(self, control: Locator) -> None:
        """Press something of the panel, and wait for the panel that comes of it.

        A live update may put another panel there first: what it offers is to be decided anew.
        """
        self.panel.evaluate("panel => { panel.dataset.before = '' }")
        try:
            self._press(control)
        except Error:
            if self.page.locator("#panel[data-before]").count():
                raise
        self.page.locator(f"#panel:not([data-before]), {OVER}").first.wait_for(state="attached")
        self._settle()

    def wanted(self) -> Locator:
        """What to press next, once there is something to press."""
        self.wait()
        for selector in TAKEN:
            if self.panel.locator(selector).count():
                return self.panel.locator(selector)
        values = self.panel.locator("a.choice").evaluate_all(
            "all => all.map(one => one.dataset.value)"
        )
        if "pass" in values:
            return self._choice(self._main_action(values))
        return self._choice(values[0]) if values else self.panel.locator("[data-action='skip']")

    def _settle(self) -> None:
        """Until every answer that the page has asked for has been put into it.

        An update may show the panel of before a move while the answer to that move is on its way.
        """
        while self._unanswered():
            self.page.wait_for_timeout(SETTLING)

    def _unanswered(self) -> int:
        try:
            return int(self.page.evaluate("() => window.unanswered.size"))
        except Error:
            # As a game ends its page is loaded anew.
            self.page.wait_for_load_state("domcontentloaded")
            return 1

    def _main_action(self, values: list[str]) -> str:
        first = len(self.done) % len(self._liked)
        liked = [value for value in self._liked[first:] + self._liked[:first] if value in values]
        action = liked[0] if liked and self._left else "pass"
        self._left = self._actions if action == "pass" else self._left - 1
        self.done.append(action)
        return action

    def _choice(self, value: str) -> Locator:
        return self.panel.locator(f'a.choice[data-value="{value}"]')
