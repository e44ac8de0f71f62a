"""The formats of tournaments, each an object in a file of its own; ``FORMATS`` lists them."""

from typing import Final

from tournaments.formats.base import Format
from tournaments.formats.designs import Designs
from tournaments.formats.heats import FirstHeats, Heats
from tournaments.formats.ladder import Ladder
from tournaments.formats.league import League
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.series import Series
from tournaments.formats.swiss import FirstSwiss, SecondSwiss, Swiss, ThirdSwiss

_LISTED: Final[tuple[Format, ...]] = (
    Swiss(),
    League(),
    Heats(),
    Designs(),
    RoundRobin(),
    Series(),
    Ladder(),
)
"""In the order in which a form offers them."""

FORMATS: Final[dict[str, Format]] = {one.name: one for one in _LISTED}

EARLIER: Final[dict[tuple[str, int], Format]] = {
    (Swiss.name, 1): FirstSwiss(),
    (Swiss.name, 2): SecondSwiss(),
    (Swiss.name, 3): ThirdSwiss(),
    **{(Heats.name, version): FirstHeats() for version in (1, 2, 3, 4)},
}
"""By name and version of the draws, those that drew otherwise than now."""
