"""All that the page of a replay shows."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from msgspec import Struct

from games.models import Game
from games.models.game import Status
from replays import stepping
from replays.statistics.course import PRODUCING, course
from web.presenting.badges import fairness_badges, validation_badge
from web.presenting.charts import bar_charts, line_charts, stock_table
from web.presenting.games import players_of
from web.presenting.moment import Viewer, moment_of
from web.presenting.replay_log import Round, Stops, entries, entry_at, log_of, stops
from web.presenting.replay_moments import LENGTH

SPEEDS: Final = (1, 2, 5, 10)
"""Events a second."""
BOT: Final = "steward"
"""Who plays the seats of others when somebody plays on alone."""
ALL: Final = "all"


class Wish(Struct, frozen=True):
    """Which version is to be shown, and whether the log shows what was taken back.

    None is the beginning of a game that is over, else where the game is.
    """

    version: int | None
    undone: bool


class Jump(Struct, frozen=True):
    """A button that leads to another version; ``keys`` are the same on the keyboard."""

    id: str
    label: str
    keys: str
    version: int | None


def page_of(game: Game, wish: Wish, viewer: Viewer) -> dict[str, object]:
    """The context of the page. Raises NoSuchVersion."""
    names = players_of(game)
    rounds = log_of(game, names)
    version = wish.version or _first_shown(game, rounds)
    state = stepping.state_of(game, version)
    round_, turn, entry = entry_at(rounds, version)
    undone = wish.undone or entry.undone
    at = stops(rounds, version, undone=undone)
    numbers = course(game)
    came = _productions(rounds)
    stock_columns, stock_rows = stock_table(numbers, names)
    return {
        "game": game,
        "version": version,
        "stretch": LENGTH,
        "undone": undone,
        "taken_back": sum(entry.undone for entry in entries(rounds)),
        "names": names,
        "rounds": rounds,
        "round": round_,
        "turn": turn,
        "entry": entry,
        "stops": at,
        "back": _back(at),
        "forth": _forth(at),
        "speeds": SPEEDS,
        "table": moment_of(game, state, viewer, names),
        "charts": line_charts(numbers, names, game.version, version),
        "bars": bar_charts(numbers, names, came, version),
        "stock_columns": stock_columns,
        "stock_rows": stock_rows,
        "badge": validation_badge(game),
        "fairness": fairness_badges(game),
        "may_fork": may_fork(game, viewer),
        "fork_seats": list(enumerate(names)) if len(names) > 1 else [],
        "own_seat": viewer.seat or 0,
        "finished": game.status == Status.FINISHED,
    }


def _first_shown(game: Game, rounds: Sequence[Round]) -> int:
    """The beginning of a game that is over, or the newest event that was not taken back."""
    if game.status == Status.FINISHED:
        return 1
    return max(entry.version for entry in entries(rounds) if not entry.undone)


def may_fork(game: Game, viewer: Viewer) -> bool:
    """Whether the viewer may play on from a version: of a game that is over, or an own one."""
    over = game.status == Status.FINISHED
    return viewer.user is not None and (over or viewer.seat is not None)


def seats_to_fork(game: Game, choice: str) -> list[str | None] | None:
    """Who plays on: the chooser on the seat that was chosen and bots on the others, or all alone.

    A choice that is no seat means all.
    """
    if choice not in {str(seat) for seat in range(game.players)}:
        return None
    return [None if str(seat) == choice else BOT for seat in range(game.players)]


def _back(at: Stops) -> list[Jump]:
    first = at.first if at.before is not None else None
    return [
        Jump("first", _("To the beginning"), "Home", first),
        Jump("round-before", _("One round back"), "[", at.round_before),
        Jump("turn-before", _("One turn back"), "Shift+←", at.turn_before),
        Jump("before", _("One step back"), "←", at.before),
    ]


def _forth(at: Stops) -> list[Jump]:
    last = at.last if at.after is not None else None
    return [
        Jump("after", _("One step on"), "→", at.after),
        Jump("turn-after", _("One turn on"), "Shift+→", at.turn_after),
        Jump("round-after", _("One round on"), "]", at.round_after),
        Jump("last", _("To the end"), "End", last),
    ]


def _productions(rounds: Sequence[Round]) -> dict[int, int]:
    """The version in which the goods of each round came in, by round."""
    return {
        one.number: entry.version
        for one in rounds
        for entry in entries([one])
        if entry.kind in PRODUCING and not entry.undone
    }
