"""Settings that cannot be played are refused, and the field at fault is named."""

import pytest
from msgspec.structs import replace

from games.engine import InvalidOptions
from tests.marks import case, in_one_test
from tournaments.errors import FormatRefused, InvalidSettings
from tournaments.formats import FORMATS
from tournaments.settings_check import check_entrants, check_settings
from tournaments.state import EntryConditions, Settings

REFUSED = (
    (Settings(format="chess"), "format"),
    (Settings(format="league", format_options={"division": 3}), "format_options.division"),
    (Settings(format="heats", format_options={"final": 0}), "format_options.final"),
    (Settings(format="series", points=((8, 2),)), "points"),
    (Settings(format="series", points=((2, 8), (10, 4, 1), (10, 6, 3, 1))), "points"),
    (Settings(format="series", tie_breaks=("wins", "wins")), "tie_breaks"),
    (Settings(format="series", tie_breaks=("points",)), "tie_breaks"),
    (Settings(format="series", tie_breaks=("lot", "wins")), "tie_breaks"),
    (Settings(format="ladder", duplicate=True), "duplicate"),
    (Settings(format="league", duplicate=True), "duplicate"),
    (Settings(format="series", entrants_most=-1), "entrants_most"),
    (Settings(format="series", round_hours=-1), "round_hours"),
    (Settings(format="series", entry=EntryConditions(rating_least=2, rating_most=1)), "entry"),
    (Settings(format="series", entry=EntryConditions(games_finished=-1)), "entry"),
)


def test_settings_that_cannot_be_played() -> None:
    for settings, field in REFUSED:
        with case(field), pytest.raises(InvalidSettings) as refused:
            check_settings(settings)
        assert refused.value.field == field
    with pytest.raises(InvalidOptions):
        check_settings(Settings(format="series", game={"players": 3}))


def test_every_format_takes_the_settings_that_are_usual() -> None:
    for name in FORMATS:
        check_settings(Settings(format=name))
    # A league has no tables of two, so no points for them are needed.
    check_settings(Settings(format="league", points=((10, 4, 1), (10, 6, 3, 1))))
    check_settings(Settings(format="heats", duplicate=True))


@in_one_test(
    ("size", "entrants", "fits"),
    [(3, 7, False), (3, 9, True), (4, 7, False), (4, 13, False), (4, 16, True)],
)
def test_exact_schedules_have_duplicate_set_ups_where_they_have_rounds(
    size: int, entrants: int, fits: bool
) -> None:
    settings = Settings(format="designs", format_options={"table_size": size}, duplicate=True)
    check_settings(settings)
    check_entrants(replace(settings, duplicate=False), entrants)
    if fits:
        check_entrants(settings, entrants)
    else:
        with pytest.raises(FormatRefused):
            check_entrants(settings, entrants)
