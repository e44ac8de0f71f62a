"""Positions of games of bots, in memory, for what the parts of the table show of them."""

from functools import cache

from games import engine
from games.bots import BOTS
from games.models import Game
from simulation.random_play import steps
from tests import recorded
from web.pages.table.table import Table

NAMES = ("anna", "bruce", "chris", "donald")


class Course:
    """A game of bots, played as far as somebody asks; the recorded one if it has no options."""

    def __init__(self, players: int, **options: object) -> None:
        self._known: dict[int, engine.State] = {}
        if not options:
            self._played = recorded.steps(f"bots-{players}")
            return
        chance = engine.randomness.Stream(b"p" * 32, "presenting")
        chosen = engine.Options(players=players, **options)  # type: ignore[arg-type]
        pick = lambda state, seat: BOTS["steward"](state, seat, chance)  # noqa: E731
        self._played = steps(players, "presenting", pick, chosen)

    def at(self, round_: int) -> engine.State:
        """The first main action of a round."""
        while round_ not in self._known:
            state, _ = next(self._played)
            if state.phase == "action" and state.round not in self._known:
                self._known[state.round] = engine.copy(state)
        return engine.copy(self._known[round_])


course = cache(Course)


def position(players: int, *, round_: int, **options: object) -> engine.State:
    """A game of bots at the first main action of a round."""
    return course(players, **options).at(round_)


def table_of(state: engine.State, seat: int | None) -> Table:
    return Table(Game(), state, seat=seat, names=NAMES[: len(state.players)])
