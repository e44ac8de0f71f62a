"""The last production of a game with an award, as the panel, the guide and the log tell it."""

from typing import Any

import pytest

from games import engine
from tests.engine.test_awards import PACK, producing
from tests.marks import in_one_test
from tests.replays.telling import NAMES, sentence_of_step
from tests.rules import rule
from tests.scenario import Part
from web.pages.guide.setting import Setting
from web.pages.panel import builder as panel
from web.pages.panel.moves.producing import ProducePanel
from web.pages.panel.structs import Panel

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

TOGETHER = "All players choose at the same time."
IN_TURN = (
    "Players choose one after the other in the order of passing. What was chosen before is open, "
    "and your choice is final."
)
CHANGEABLE = "You can change this until all have chosen."


def shown(given: Part, seat: engine.Seat, *path: str) -> Panel:
    found = panel.build(given.state, seat, list(path), NAMES[:3])
    assert found is not None
    return found


@rule("IND-AWARD-07", "IND-UNDO-1")
@in_one_test(
    ("round_", "options", "in_turn"),
    [(5, {}, True), (4, {}, False), (5, {"last_production": "forced_processing"}, False)],
)
def test_the_panel_says_in_which_order_players_choose_and_what_is_final(
    round_: int, options: dict[str, Any], in_turn: bool
) -> None:
    given = producing(round_, **options)
    first = given.state.passed[0]
    explained = shown(given, first).explained
    assert shown(given, first).rule == ("IND-AWARD-07" if in_turn else "PROD-05")
    assert (IN_TURN in explained, TOGETHER in explained) == (in_turn, not in_turn)
    preview = shown(given, first, "produce", "1", "0", "0").preview
    assert preview is not None
    assert preview.final == in_turn
    assert list(preview.next) == (
        ["Your goods are processed at once."] if in_turn else [CHANGEABLE]
    )
    given.when.play("produce 1 cheese")
    again = panel.build(given.state, first, [], NAMES[:3])
    assert (again is None) == in_turn, "who has chosen in turn is not told that it can be changed"


@rule("IND-AWARD-07")
@in_one_test(
    ("options", "in_turn"),
    [
        ({"expansions": ["awards"]}, True),
        ({"expansions": ["awards"], "last_production": "forced_processing"}, False),
        ({"expansions": ["awards"], "players": 1}, False),
        ({}, False),
    ],
)
def test_the_guide_says_it_where_it_is_so(options: dict[str, Any], in_turn: bool) -> None:
    setting = Setting(PACK.hash, engine.Options(**{"players": 3, **options}))
    said = ProducePanel().explanation(setting)
    assert any("in the order of passing" in sentence for sentence in said) == in_turn
    assert TOGETHER in said


@rule("IND-AWARD-07")
def test_the_log_says_whose_goods_are_processed() -> None:
    given = producing(5)
    first, second = given.state.passed[:2]
    for seat in (first, second):
        given.when.play("produce 1 cheese")
        name = NAMES[seat]
        assert sentence_of_step(given, "processing") == (
            f"The goods of {name} are processed. {name} turns 1 milk into 1 cheese."
        )
