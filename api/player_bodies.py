"""The shapes of requests and responses about players and ratings."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from api.bodies import Request
from tournaments.models import PoolName
from tournaments.players.sections import SECTIONS
from tournaments.players.sections.tournaments import Placing
from tournaments.ratings.reading import RatingShown, StepShown

Sections: Any = msgspec.defstruct(
    "PlayerSections", [(section.name, section.shape) for section in SECTIONS], frozen=True
)
"""What is shown of a player, by section: only what the caller may see."""


class PlayerProfile(Struct, frozen=True):
    """A player. ``hidden`` is set if strangers do not get this; ``history`` is the address of the
    whole course of the ratings.
    """

    name: str
    hidden: bool
    history: str
    sections: Sections


class RatingsQuery(Request, frozen=True):
    """Which list of ratings: that of games of two, of three and four, or of all."""

    pool: PoolName = "overall"
    cursor: Annotated[str, Meta(max_length=500)] | None = None
    limit: Annotated[int, Meta(ge=1, le=100)] = 25


class PlacingsQuery(Request, frozen=True):
    """Which page of a player's tournaments."""

    cursor: Annotated[str, Meta(max_length=500)] | None = None
    limit: Annotated[int, Meta(ge=1, le=100)] = 25


class PlacingPage(Struct, frozen=True):
    """One page of a player's tournaments, newest activity first, with the pages around it."""

    next: str | None
    previous: str | None
    results: list[Placing]


class RatingPage(Struct, frozen=True):
    """One page of a list of ratings, best first, with the addresses of the pages around it."""

    next: str | None
    previous: str | None
    results: list[RatingShown]


class HistoryPage(Struct, frozen=True):
    """One page of the steps of a rating, the newest first, with the pages around it."""

    next: str | None
    previous: str | None
    results: list[StepShown]
