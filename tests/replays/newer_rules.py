"""Rules that have been changed since a game was played, for as long as a test lasts."""

import pytest

from games import engine
from games.engine import game as game_module
from games.engine.errors import IllegalMove
from games.engine.moves.turns import Pass
from games.engine.recorder import Recorder
from games.engine.terms import Good

RAISED = engine.RULES_VERSION + 1


def raise_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a change of a rule requires."""
    monkeypatch.setattr(engine, "RULES_VERSION", RAISED)
    monkeypatch.setattr(game_module, "RULES_VERSION", RAISED)


def prices_move_twice_as_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that changes what trades do, and forbids nothing."""
    as_before = Recorder.move_price

    def move_price(self: Recorder, good: Good, steps: int) -> None:
        as_before(self, good, 2 * steps)

    monkeypatch.setattr(Recorder, "move_price", move_price)


def nobody_may_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that forbids what was allowed."""

    def check(self: Pass, *_: object) -> None:
        raise IllegalMove("PASS-01", "test")

    monkeypatch.setattr(Pass, "check", check)
