"""The final scores, in the shape of the public contract."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import asdict

from games.engine.rules.final import lines_of
from games.engine.state import Rating, ScoreSheet, State
from games.engine.terms import Seat

Repeated = Annotated[int, Meta(extra_json_schema={"deprecated": True})]
"""A line of the base game, from before ``lines`` had them all: it stays for those who read it."""


class ScoreView(Struct, gc=False):
    """The lines of one player's final score, in victory points; they add up to ``total``.

    ``lines`` has all lines of the game by name, in the order of the score sheet, those of
    expansions too. Of the lines of the base game each has a field as well, which is deprecated;
    ``auction`` is what the clan cost, so it is never more than 0. ``rating`` is the rating of a
    solo result.
    """

    seat: Seat
    glory: Repeated
    basic_goods: Repeated
    processed_goods: Repeated
    money: Repeated
    hops: Repeated
    cotton: Repeated
    tobacco: Repeated
    sugar_cane: Repeated
    exports: Repeated
    settlements: Repeated
    auction: Repeated
    total: int
    leftover_money: int
    contracts_fulfilled: int
    settlements_connected: int
    rank: int
    rating: Rating | None
    lines: dict[str, int]


def scores_view(state: State) -> list[ScoreView] | None:
    """The final scores by seat; None before."""
    if not state.scores:
        return None
    names = [line.name for line in lines_of(state)]
    return [score_view(sheet, names) for sheet in state.scores]


def score_view(sheet: ScoreSheet, names: Sequence[str]) -> ScoreView:
    """One player's sheet with the lines of these names."""
    fields = asdict(sheet)
    del fields["more"]
    return ScoreView(**fields, lines={name: sheet.points(name) for name in names})
