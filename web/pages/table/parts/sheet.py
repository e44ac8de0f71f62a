"""The score sheet: every line of every player, at the end or as things stand, and the ranking."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from msgspec import Struct

from games import engine
from games.engine.effects import Ended, Scored
from games.engine.expansions import solo
from games.engine.rules.score_line import How, ScoreLine
from replays.narration import vocabulary
from web.pages.common.labels import pounds
from web.pages.common.pieces import Sign
from web.pages.table.after import after
from web.pages.table.part import TablePart
from web.pages.table.table import Table

ENDINGS: Final[Mapping[str, str]] = {
    "scoring": gettext_noop("The last round was played and scored."),
    "resignation": gettext_noop("Too few players were left, so the game was scored as it stood."),
    "agreement": gettext_noop("All players agreed to end the game without scores."),
    "director": gettext_noop("A director of the tournament ended the game without scores."),
}

ENDING_RULES: Final[Mapping[str, str]] = {
    "scoring": "FINAL-01",
    "resignation": "RESIGN-05",
    "agreement": "ABANDON-01",
    "director": "ABANDON-02",
}
MEDALS: Final = 3
"""Places that have a medal."""


class SheetLine(Struct, frozen=True):
    """One line of a sheet."""

    name: str
    label: str
    points: int


class PointsLine(Struct, frozen=True):
    """The change of a line of a score sheet."""

    label: str
    by: int

    @property
    def signed(self) -> str:
        """A number with its sign."""
        return f"+{self.by}" if self.by > 0 else vocabulary.number(self.by)


class Sheet(Struct, frozen=True):
    """What one player has; ``rating`` is the word for the result of a game alone."""

    sign: Sign
    lines: tuple[SheetLine, ...]
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


class RankedPlayer(Struct, frozen=True):
    """One player's place; ``medal`` is 1 to 3, or 0 for none."""

    sign: Sign
    clan: str
    rank: int
    medal: int
    total: int
    resigned: bool


class RankingNote(Struct, frozen=True):
    """A sentence about the ranking, and the rule behind it."""

    text: str
    rule: str


class ScaleStep(Struct, frozen=True):
    """A word for a solo result and for how many points it is; ``own`` is the one reached."""

    word: str
    points: str
    own: bool


class ScoreTable(Struct, frozen=True):
    """The sheets side by side, best first, and what is to be said of the ranking.

    Without sheets the game was ended without scores; ``scale`` is only for a game alone.
    """

    sheets: list[Sheet]
    rows: list[SheetRow]
    places: list[RankedPlayer]
    notes: list[RankingNote]
    scale: list[ScaleStep]
    ending: RankingNote


def sheets(state: engine.State, signs: Sequence[Sign]) -> list[Sheet]:
    """What final scoring gives, or would give if the game ended now; by seat."""
    labels = [(line.name, _label(state, line)) for line in engine.lines_of(state)]
    return [_sheet(sheet, signs[sheet.seat], labels) for sheet in engine.score_now(state)]


def _label(state: engine.State, line: ScoreLine) -> str:
    """What a line is called, with what it counts where that is another thing in each game."""
    counted, label = line.counted(state), _(line.label)
    # Translators: a line of the score sheet, such as "Award: Units on the map".
    return (
        _("%(label)s: %(counted)s") % {"label": label, "counted": _(counted)} if counted else label
    )


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
        places=_places(state, signs),
        notes=_notes(state, signs),
        scale=_scale(state),
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
    numbers = [vocabulary.number(one.points) for one in points]
    return SheetRow(points[0].label, numbers, _(how.text) % how.params, how.rule)


def _sheet(sheet: engine.ScoreSheet, sign: Sign, labels: Sequence[tuple[str, str]]) -> Sheet:
    return Sheet(
        sign=sign,
        lines=tuple(SheetLine(name, label, sheet.points(name)) for name, label in labels),
        total=sheet.total,
        rank=sheet.rank,
        leftover=pounds(sheet.leftover_money),
        contracts=sheet.contracts_fulfilled,
        settlements=sheet.settlements_connected,
        rating=_(vocabulary.RATINGS[sheet.rating]) if sheet.rating else "",
    )


# --- the ranking ----------------------------------------------------------------------------------


def _places(state: engine.State, signs: Sequence[Sign]) -> list[RankedPlayer]:
    """All players, best first; of equal ones by seat."""
    ranked = sorted(state.scores, key=lambda sheet: (sheet.rank, sheet.seat))
    return [_ranked(state, sheet, signs[sheet.seat]) for sheet in ranked]


def _ranked(state: engine.State, sheet: engine.ScoreSheet, sign: Sign) -> RankedPlayer:
    resigned = sheet.seat in state.resigned
    clan = state.players[sheet.seat].clan
    return RankedPlayer(
        sign=sign,
        clan=vocabulary.clan(clan) if clan else "",
        rank=sheet.rank,
        medal=sheet.rank if sheet.rank <= MEDALS and not resigned else 0,
        total=sheet.total,
        resigned=resigned,
    )


def _notes(state: engine.State, signs: Sequence[Sign]) -> list[RankingNote]:
    """The notes on ties and on players who resigned."""
    if state.options.solo:
        return [_given_up()] if state.resigned else []
    staying = [sheet for sheet in state.scores if sheet.seat not in state.resigned]
    found = list(_ties(staying, signs))
    if state.resigned and state.scores:
        found.append(_resigned([signs[seat].name for seat in state.resigned]))
    return found


def _ties(sheets: Sequence[engine.ScoreSheet], signs: Sequence[Sign]) -> Iterator[RankingNote]:
    by_total = sorted(sheets, key=lambda sheet: (-sheet.total, sheet.rank, sheet.seat))
    for total, group in groupby(by_total, lambda sheet: sheet.total):
        tied = list(group)
        if len({sheet.rank for sheet in tied}) > 1:
            yield _decided(tied, total, signs)
        for rank, sharing in groupby(tied, lambda sheet: sheet.rank):
            names = [signs[sheet.seat].name for sheet in sharing]
            if len(names) > 1:
                yield _shared(names, rank)


def _decided(tied: Sequence[engine.ScoreSheet], total: int, signs: Sequence[Sign]) -> RankingNote:
    facts = {"names": vocabulary.listed([signs[sheet.seat].name for sheet in tied]), "total": total}
    text = ngettext(
        "%(names)s have %(total)s point each: who has more money left over is ahead.",
        "%(names)s have %(total)s points each: who has more money left over is ahead.",
        total,
    )
    return RankingNote(text % facts, "FINAL-21")


def _shared(names: Sequence[str], rank: int) -> RankingNote:
    if rank == 1:
        text = _("%(names)s have the same points and the same money left over: they share the win.")
    else:
        text = _(
            "%(names)s have the same points and the same money left over: "
            "they share place %(place)s."
        )
    return RankingNote(text % {"names": vocabulary.listed(names), "place": rank}, "FINAL-22")


def _resigned(names: Sequence[str]) -> RankingNote:
    text = ngettext(
        "%(names)s left the game early, and comes last whatever the points.",
        "%(names)s left the game early, and come last whatever the points;"
        " who stayed longer is ahead.",
        len(names),
    )
    return RankingNote(text % {"names": vocabulary.listed(names)}, "RESIGN-04")


def _given_up() -> RankingNote:
    return RankingNote(_("You resigned, so there is no solo rank."), "SOLO-24")


def _scale(state: engine.State) -> list[ScaleStep]:
    """The ratings of solo results, the best first; empty unless a solo game was played out."""
    own = state.scores[0].rating if state.scores and state.options.solo else None
    if own is None:
        return []
    *_others, (lowest, _word) = solo.RATINGS
    steps = [
        ScaleStep(
            _(vocabulary.RATINGS[rating]), _("from %(points)s") % {"points": least}, rating == own
        )
        for least, rating in solo.RATINGS
    ]
    below = _("below %(points)s") % {"points": lowest}
    return [*steps, ScaleStep(_(vocabulary.RATINGS["newbie"]), below, own == "newbie")]


# --- the part -------------------------------------------------------------------------------------


class SheetPart(TablePart[ScoreTable | None]):
    """The score sheet of a game that is over; the page then begins with it."""

    name = "sheet"
    place = "tab"
    replay_place = "top"
    label = gettext_noop("Score sheet")
    rebuilds_page = (Scored, Ended)

    def build(self, table: Table) -> ScoreTable | None:
        return score_table(table.state, table.signs)

    def context(self, table: Table) -> dict[str, Any]:
        return super().context(table) | {"after": after(table)}

    def opens(self, table: Table) -> bool:
        return table.state.over

    def hidden(self, table: Table) -> bool:
        return not table.state.over
