"""The score sheet: every line of every player, at the end or as things stand."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from games import engine
from games.engine.effects import Ended, Scored
from games.engine.rules.score_line import How, ScoreLine
from replays.sentences import vocabulary
from web.pages.common.labels import number, pounds
from web.pages.common.pieces import Sign
from web.pages.table.part import TablePart
from web.pages.table.parts import sheet_ranking
from web.pages.table.parts.sheet_ranking import RankedPlayer, RankingNote, RatingStep
from web.pages.table.table import Table

ENDINGS: Final[Mapping[str, str]] = {
    "scoring": gettext_noop("The last round was played and scored."),
    "resignation": gettext_noop("Too few players were left, and what stood was scored."),
    "agreement": gettext_noop("All players agreed to end the game without scores."),
}

ENDING_RULES: Final[Mapping[str, str]] = {
    "scoring": "FINAL-01",
    "resignation": "RESIGN-05",
    "agreement": "ABANDON-01",
}


class SheetLine(Struct, frozen=True):
    """One line of a sheet."""

    name: str
    label: str
    points: int


class Sheet(Struct, frozen=True):
    """What one player has; ``rating`` is the word for the result of who played alone."""

    sign: Sign
    lines: list[SheetLine]
    total: int
    rank: int
    leftover: str
    contracts: int
    settlements: int
    rating: str


class SheetRow(Struct, frozen=True):
    """A line of the table: the points of each player, how they are counted, and the rule."""

    label: str
    points: list[str]
    how: str
    rule: str


class ScoreTable(Struct, frozen=True):
    """The sheets side by side, best first, and what is to be said of the ranking.

    Without sheets the game ended by agreement; ``scale`` is only for who played alone.
    """

    sheets: list[Sheet]
    rows: list[SheetRow]
    places: list[RankedPlayer]
    notes: list[RankingNote]
    scale: list[RatingStep]
    ending: RankingNote


def sheets(state: engine.State, signs: Sequence[Sign]) -> list[Sheet]:
    """What final scoring gives, or would give if the game ended now; by seat."""
    lines = engine.lines_of(state)
    return [_sheet(sheet, signs[sheet.seat], lines) for sheet in engine.score_now(state)]


def scores_now(state: engine.State, signs: Sequence[Sign]) -> dict[int, Sheet]:
    """By seat what final scoring would give now; nothing before round 1."""
    return {sheet.sign.seat: sheet for sheet in sheets(state, signs)} if state.round else {}


def scores_of(table: Table) -> dict[int, Sheet]:
    """The same for a table, worked out once for all parts that show it."""
    return table.once("scores", lambda: scores_now(table.state, table.signs))


def score_table(state: engine.State, signs: Sequence[Sign]) -> ScoreTable | None:
    """The sheets of a game that is over; None while it runs."""
    if not state.over:
        return None
    found = sheets(state, signs) if state.scores else []
    ranked = sorted(found, key=lambda sheet: (sheet.rank, sheet.sign.seat))
    return ScoreTable(
        sheets=ranked,
        rows=_rows(state, ranked),
        places=sheet_ranking.places(state, signs),
        notes=sheet_ranking.notes(state, signs),
        scale=sheet_ranking.scale(state),
        ending=RankingNote(_(ENDINGS[state.ended_by]), ENDING_RULES[state.ended_by]),
    )


def _rows(state: engine.State, ranked: Sequence[Sheet]) -> list[SheetRow]:
    if not ranked:
        return []
    columns = zip(*(sheet.lines for sheet in ranked), strict=True)
    return [
        _row(line.how(state), points)
        for line, points in zip(engine.lines_of(state), columns, strict=True)
    ]


def _row(how: How, points: Sequence[SheetLine]) -> SheetRow:
    """A line with the points of each player."""
    numbers = [number(one.points) for one in points]
    return SheetRow(points[0].label, numbers, _(how.text) % how.params, how.rule)


def _sheet(sheet: engine.ScoreSheet, sign: Sign, lines: Sequence[ScoreLine]) -> Sheet:
    return Sheet(
        sign=sign,
        lines=[SheetLine(line.name, _(line.label), sheet.points(line.name)) for line in lines],
        total=sheet.total,
        rank=sheet.rank,
        leftover=pounds(sheet.leftover_money),
        contracts=sheet.contracts_fulfilled,
        settlements=sheet.settlements_connected,
        rating=_(vocabulary.RATINGS[sheet.rating]) if sheet.rating else "",
    )


class SheetPart(TablePart[ScoreTable | None]):
    """The score sheet of a game that is over; the page then begins with it."""

    name = "sheet"
    place = "top"
    label = gettext_noop("Score sheet")
    rebuilds_page = (Scored, Ended)

    def build(self, table: Table) -> ScoreTable | None:
        return score_table(table.state, table.signs)

    def hidden(self, table: Table) -> bool:
        return not table.state.over
