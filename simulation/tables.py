"""Statistics of finished games: lengths, scores, and wins by seat, clan and other kinds."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean, median
from typing import Final, get_args

from msgspec import Struct

from games.engine import ScoreSheet, Seat, State, score_lines
from games.engine.state import Rating
from simulation.text import table


class Finished(Struct, frozen=True):
    """What statistics need of a game. ``order`` is the first turn order; lists go by seat.

    ``modules`` are the sides of the map; ``bots`` may be left out where all play alike. ``options``
    are those away from their default in a game with options by chance, None in a usual one.
    """

    length: int
    order: list[Seat]
    clans: list[str]
    sheets: list[ScoreSheet]
    modules: list[str] = []
    bots: list[str] = []
    options: list[str] | None = None

    @property
    def players(self) -> int:
        """How many played."""
        return len(self.sheets)

    def win(self, seat: int) -> float:
        """A seat's part of the win: shared wins are split."""
        winners = [sheet.seat for sheet in self.sheets if sheet.rank == 1]
        return (seat in winners) / len(winners)


class Spread(Struct, frozen=True):
    """How values are distributed."""

    mean: float
    median: float
    low: int
    high: int


class PlayerShare(Struct, frozen=True):
    """How the players of one kind (a place, a clan, a bot, a side of the map) did."""

    name: str
    players: int
    score: float
    wins: float

    @property
    def win_share(self) -> float:
        """The part of their games that they won."""
        return self.wins / self.players


class TableSummary(Struct, frozen=True):
    """The statistics of all games with as many players."""

    players: int
    games: int
    length: Spread
    score: Spread
    winning_score: Spread
    by_place: list[PlayerShare]
    by_clan: list[PlayerShare]
    by_side: list[PlayerShare]
    by_bot: list[PlayerShare]
    lines: list[tuple[str, float]]
    ratings: list[tuple[Rating, int]] = []


RATINGS: Final[Sequence[Rating]] = get_args(Rating)
"""What solo results are called, the lowest first."""


def finished(
    state: State,
    order: Sequence[Seat],
    bots: Sequence[str] = (),
    options: list[str] | None = None,
) -> Finished:
    """What statistics need of a game that is over; the first turn order is long gone by then."""
    clans = [player.clan for player in state.players]
    return Finished(
        state.version, list(order), clans, state.scores, list(state.modules), list(bots), options
    )


def summarise(games: Iterable[Finished]) -> list[TableSummary]:
    """The statistics by number of players, fewest first."""
    by_players: defaultdict[int, list[Finished]] = defaultdict(list)
    for game in games:
        by_players[game.players].append(game)
    return [_summary(by_players[players]) for players in sorted(by_players)]


def _summary(games: Sequence[Finished]) -> TableSummary:
    sheets = [sheet for game in games for sheet in game.sheets]
    return TableSummary(
        players=games[0].players,
        games=len(games),
        length=_spread([game.length for game in games]),
        score=_spread([sheet.total for sheet in sheets]),
        winning_score=_spread([max(s.total for s in game.sheets) for game in games]),
        by_place=_shares(games, lambda game, seat: [f"place {game.order.index(Seat(seat)) + 1}"]),
        by_clan=_shares(games, lambda game, seat: [game.clans[seat]]),
        by_side=_shares(games, lambda game, _: game.modules),
        by_bot=_shares(games, lambda game, seat: game.bots[seat : seat + 1]),
        ratings=_ratings(sheets),
        lines=[
            *((line.name, fmean(s.points(line.name) for s in sheets)) for line in score_lines()),
            ("total", fmean(sheet.total for sheet in sheets)),
        ],
    )


def _ratings(sheets: Sequence[ScoreSheet]) -> list[tuple[Rating, int]]:
    """How often each rating was earned in solo games; empty for other games."""
    words = [sheet.rating for sheet in sheets if sheet.rating]
    return [(word, words.count(word)) for word in RATINGS] if words else []


def _spread(values: Sequence[int]) -> Spread:
    return Spread(fmean(values), median(values), min(values), max(values))


def _shares(
    games: Sequence[Finished], kinds: Callable[[Finished, int], Sequence[str]]
) -> list[PlayerShare]:
    """The shares of all kinds; a player may be of several, or of none."""
    scores: defaultdict[str, list[int]] = defaultdict(list)
    wins: defaultdict[str, float] = defaultdict(float)
    for game in games:
        for seat, sheet in enumerate(game.sheets):
            for name in kinds(game, seat):
                scores[name].append(sheet.total)
                wins[name] += game.win(seat)
    return [
        PlayerShare(name, len(scores[name]), fmean(scores[name]), wins[name])
        for name in sorted(scores)
    ]


def render(summaries: Sequence[TableSummary]) -> str:
    """All tables as text, without those that have no rows."""
    shared = [
        _shared("place in the first turn order", [(s, s.by_place) for s in summaries]),
        _shared("clan", [(s, s.by_clan) for s in summaries]),
        _shared("side of the map", [(s, s.by_side) for s in summaries]),
        _shared("bot", [(s, s.by_bot) for s in summaries]),
    ]
    return "\n\n".join(
        [
            _spreads("length in events", [(s, s.length) for s in summaries]),
            _spreads("score", [(s, s.score) for s in summaries]),
            _spreads("score of the winner", [(s, s.winning_score) for s in summaries]),
            *filter(None, [*shared, _rated(summaries)]),
            _score_lines(summaries),
        ]
    )


def by_option(games: Iterable[Finished]) -> str:
    """A line for each option away from its default, over the games with options by chance.

    The score of a game is the mean over its seats.
    """
    found: defaultdict[str, list[Finished]] = defaultdict(list)
    for game in games:
        for name in game.options or ():
            found[name].append(game)
    head = ["option", "games", "mean length", "mean score"]
    rows = [
        [
            *(name, str(len(those)), f"{fmean(game.length for game in those):.1f}"),
            f"{fmean(fmean(s.total for s in game.sheets) for game in those):.1f}",
        ]
        for name, those in sorted(found.items())
    ]
    return table(head, rows)


def _rated(summaries: Sequence[TableSummary]) -> str:
    """How the results of solo games are called."""
    rows = [row for summary in summaries for row in summary.ratings]
    games = sum(number for _, number in rows)
    head = ["alone, rated as", "games", "of all"]
    cells = [[word, str(number), f"{number / games:.1%}"] for word, number in rows]
    return table(head, cells) if rows else ""


def _spreads(title: str, rows: Sequence[tuple[TableSummary, Spread]]) -> str:
    head = [title, "games", "mean", "median", "min", "max"]
    return table(
        head,
        [
            [
                *(f"{summary.players} players", str(summary.games)),
                *(f"{spread.mean:.1f}", f"{spread.median:g}", str(spread.low), str(spread.high)),
            ]
            for summary, spread in rows
        ],
    )


def _shared(title: str, rows: Sequence[tuple[TableSummary, Sequence[PlayerShare]]]) -> str:
    if not any(shares for _, shares in rows):
        return ""
    head = [title, "seats", "mean score", "wins", "of theirs", "fair"]
    return table(
        head,
        [
            [
                *(f"{summary.players} players, {share.name}", str(share.players)),
                *(f"{share.score:.1f}", *_wins(summary, share)),
            ]
            for summary, shares in rows
            for share in shares
        ],
    )


def _wins(summary: TableSummary, share: PlayerShare) -> tuple[str, str, str]:
    """How often they won, and how often they would if all were alike; solo games have no winner."""
    if summary.players == 1:
        return ("-", "-", "-")
    return (f"{share.wins:.1f}", f"{share.win_share:.1%}", f"{1 / summary.players:.1%}")


def _score_lines(summaries: Sequence[TableSummary]) -> str:
    head = ["mean of the line", *(f"{summary.players} players" for summary in summaries)]
    lines = zip(*(summary.lines for summary in summaries), strict=True)
    return table(head, [[line[0][0], *(f"{value:.2f}" for _, value in line)] for line in lines])


def percentile(values: Sequence[float], percent: int) -> float:
    """The smallest value that is not exceeded by ``percent`` of them. (nearest rank)"""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]
