"""The steward where it plays alone: thresholds instead of rivals."""

from itertools import pairwise
from statistics import fmean

import pytest

from games.bots.steward import outlook, weights
from games.bots.steward.ranking import alone
from games.engine import Seat
from games.engine.expansions import solo
from games.engine.rules.points import ByThreshold
from simulation.playing import play
from tests.marks import sample
from tests.rules import rule
from tests.scenario import scenario

pytestmark = pytest.mark.engine


@rule("SOLO-22", "SOLO-23")
@pytest.mark.parametrize(
    ("scheme", "pace"),
    [
        (solo.EXPORTS, weights.EXPORT_PACE),
        (solo.SETTLEMENTS, weights.SETTLEMENT_PACE),
    ],
)
def test_in_the_end_thresholds_are_their_points_and_before_they_are_hoped_for(
    scheme: ByThreshold, pace: weights.Pace
) -> None:
    thresholds = scheme.table
    end = alone(thresholds, 0, pace)
    for count, expected in enumerate(end):
        assert expected == pytest.approx(scheme.points([count])[0], abs=0.1)
    early = alone(thresholds, 5, pace)
    assert early[0] > end[0]
    assert all(after >= before for before, after in pairwise(early))
    assert max(early) <= thresholds[0][1]


def test_it_counts_on_no_thresholds_that_are_left_out() -> None:
    usual = outlook.outlook(scenario(players=1).state, Seat(0))
    without = outlook.outlook(
        scenario(players=1, export_scoring=False, settlement_scoring=False).state, Seat(0)
    )
    assert max(usual.exports) > 11
    assert max(usual.settlements) > 17
    assert max(without.exports) == max(without.settlements) == 0
    assert usual.pounds == weights.MONEY_ALONE
    assert outlook.outlook(scenario(players=2).state, Seat(0)).pounds == weights.MONEY


@pytest.mark.uncounted
@pytest.mark.long
def test_it_plays_alone_far_better_than_chance() -> None:
    games = sample(whole=6, usual=3)
    totals = {
        kind: [play([kind], f"alone/{number}")[0].sheets[0].total for number in range(games)]
        for kind in ("random", "steward")
    }
    assert min(totals["steward"]) > max(totals["random"])
    assert fmean(totals["steward"]) > 115
