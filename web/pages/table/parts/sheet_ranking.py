"""The ranking of a finished game, and how ties were broken."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games import engine
from games.engine.expansions import solo
from replays.sentences import vocabulary
from web.pages.common.pieces import Sign

MEDALS: Final = 3
"""Places that have a medal."""


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


class RatingStep(Struct, frozen=True):
    """A word for a solo result and for how many points it is; ``own`` is the one reached."""

    word: str
    points: str
    own: bool


def places(state: engine.State, signs: Sequence[Sign]) -> list[RankedPlayer]:
    """All players, best first; of equal ones by seat."""
    ranked = sorted(state.scores, key=lambda sheet: (sheet.rank, sheet.seat))
    return [_place(state, sheet, signs[sheet.seat]) for sheet in ranked]


def _place(state: engine.State, sheet: engine.ScoreSheet, sign: Sign) -> RankedPlayer:
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


def notes(state: engine.State, signs: Sequence[Sign]) -> list[RankingNote]:
    """What has to be said of ties and of players who resigned."""
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
        "%(names)s resigned, and comes last whatever the points.",
        "%(names)s resigned, and come last whatever the points; who stayed longer is ahead.",
        len(names),
    )
    return RankingNote(text % {"names": vocabulary.listed(names)}, "RESIGN-04")


def _given_up() -> RankingNote:
    return RankingNote(_("The game was given up, so the result has no rating."), "SOLO-24")


def scale(state: engine.State) -> list[RatingStep]:
    """The ratings of solo results, the best first; empty unless a solo game was played out."""
    own = state.scores[0].rating if state.scores and state.options.solo else None
    if own is None:
        return []
    *_others, (lowest, _word) = solo.RATINGS
    steps = [
        RatingStep(
            _(vocabulary.RATINGS[rating]), _("from %(points)s") % {"points": least}, rating == own
        )
        for least, rating in solo.RATINGS
    ]
    below = _("below %(points)s") % {"points": lowest}
    return [*steps, RatingStep(_(vocabulary.RATINGS["newbie"]), below, own == "newbie")]
