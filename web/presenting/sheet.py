"""The score sheet: every line of every player, at the end or as things stand."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from games import engine
from replays.sentences import words
from web.presenting.pieces import Sign

LINES: Final[Mapping[str, str]] = {
    "glory": gettext_noop("Glory"),
    "basic_goods": gettext_noop("Basic goods"),
    "processed_goods": gettext_noop("Processed goods"),
    "money": gettext_noop("Money"),
    "hops": gettext_noop("Hops"),
    "cotton": gettext_noop("Cotton"),
    "tobacco": gettext_noop("Tobacco"),
    "sugar_cane": gettext_noop("Sugar cane"),
    "exports": gettext_noop("Export contracts"),
    "settlements": gettext_noop("Connected settlements"),
    "auction": gettext_noop("Bid for the clan"),
}
"""The lines in the order of the sheet; their keys are the names of its fields."""

ENDINGS: Final[Mapping[str, str]] = {
    "scoring": gettext_noop("The last round was played and scored."),
    "resignation": gettext_noop("Too few players were left, and what stood was scored."),
    "agreement": gettext_noop("All players agreed to end the game without scores."),
}


class Line(Struct, frozen=True):
    """One line of a sheet."""

    name: str
    label: str
    points: int


class Sheet(Struct, frozen=True):
    """What one player has; ``rating`` is the word for the result of who played alone."""

    sign: Sign
    lines: list[Line]
    total: int
    rank: int
    leftover: int
    contracts: int
    settlements: int
    rating: str


class ScoreTable(Struct, frozen=True):
    """The sheets side by side, best first: ``rows`` are a label with the points of each player."""

    sheets: list[Sheet]
    rows: list[tuple[str, list[int]]]
    ending: str


def sheets(state: engine.State, signs: Sequence[Sign]) -> list[Sheet]:
    """What final scoring gives, or would give if the game ended now; by seat."""
    left_out = () if state.bids else ("auction",)
    return [_sheet(sheet, signs[sheet.seat], left_out) for sheet in engine.score_now(state)]


def scores_now(state: engine.State, signs: Sequence[Sign]) -> dict[int, Sheet]:
    """By seat what final scoring would give now; nothing before round 1."""
    return {sheet.sign.seat: sheet for sheet in sheets(state, signs)} if state.round else {}


def score_table(state: engine.State, signs: Sequence[Sign]) -> ScoreTable | None:
    """The sheets of a game that is over; None while it runs."""
    if not state.over:
        return None
    found = sheets(state, signs) if state.scores else []
    ranked = sorted(found, key=lambda sheet: (sheet.rank, sheet.sign.seat))
    lines = zip(*(sheet.lines for sheet in ranked), strict=True) if ranked else ()
    rows = [(line[0].label, [one.points for one in line]) for line in lines]
    return ScoreTable(ranked, rows, _(ENDINGS[state.ended_by]))


def _sheet(sheet: engine.ScoreSheet, sign: Sign, left_out: Sequence[str]) -> Sheet:
    shown = {name: int(getattr(sheet, name)) for name in LINES if name not in left_out}
    return Sheet(
        sign=sign,
        lines=[Line(name, _(LINES[name]), number) for name, number in shown.items()],
        total=sheet.total,
        rank=sheet.rank,
        leftover=sheet.leftover_money,
        contracts=sheet.contracts_fulfilled,
        settlements=sheet.settlements_connected,
        rating=_(words.RATINGS[sheet.rating]) if sheet.rating else "",
    )
