"""All that the page of a replay shows."""

from functools import cached_property
from typing import Final

import msgspec
from django.utils.translation import gettext as _
from msgspec import Struct

from games.models import Game
from games.models.game import Status
from replays import stepping
from replays.statistics.course import PRODUCING, Course, course
from web.pages.common.games import players_of
from web.pages.replay.badges import (
    FairnessBadge,
    ValidationBadge,
    fairness_badges,
    validation_badge,
)
from web.pages.replay.bars import BarChart, bar_charts
from web.pages.replay.charts import ChartTableRow, LineChart, line_charts, stock_table
from web.pages.replay.log import ReplayLogPage, log_page
from web.pages.replay.moment import ReplayViewer, moment_of
from web.pages.replay.moments import LENGTH
from web.pages.replay.outline import Outline, OutlineRound, OutlineTurn, Stops, outline_of
from web.pages.table.table import Table

SPEEDS: Final = (1, 2, 5, 10)
"""Events a second."""
BOT: Final = "steward"
"""Who plays the seats of others when somebody plays on alone."""


class ReplayQuery(Struct, frozen=True):
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


class Replay:
    """A game at a version for one viewer; each part is worked out when it is asked for.

    Raises NoSuchVersion.
    """

    stretch: Final = LENGTH
    speeds: Final = SPEEDS

    def __init__(self, game: Game, query: ReplayQuery, viewer: ReplayViewer) -> None:
        self.game = game
        self.viewer = viewer
        self.names = players_of(game)
        self.outline: Outline = outline_of(game, self.names)
        self.version = self._first_shown() if query.version is None else query.version
        stepping.check_version(game, self.version)
        self.round: OutlineRound
        self.turn: OutlineTurn
        self.round, self.turn, entry = self.outline.at(self.version)
        self.undone = query.undone or entry.undone

    def _first_shown(self) -> int:
        """The beginning of a game that is over, or the newest event that was not taken back."""
        return 1 if self.finished else self.outline.line[-1]

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.game.status == Status.FINISHED

    @cached_property
    def table(self) -> Table:
        """The table as of the version."""
        state = stepping.state_of(self.game, self.version)
        return moment_of(self.game, state, self.viewer, self.names)

    # --- the bar ----------------------------------------------------------------------------------

    @cached_property
    def stops(self) -> Stops:
        """Where one can go from here."""
        return self.outline.stops(self.version, undone=self.undone)

    @property
    def back(self) -> list[Jump]:
        """The buttons that lead back, the farthest first."""
        at = self.stops
        first = at.first if at.before is not None else None
        return [
            Jump("first", _("To the beginning"), "Home", first),
            Jump("round-before", _("One round back"), "Shift+PageUp", at.round_before),
            Jump("turn-before", _("One turn back"), "Shift+←", at.turn_before),
            Jump("before", _("One step back"), "←", at.before),
        ]

    @property
    def forth(self) -> list[Jump]:
        """The buttons that lead on, the nearest first."""
        at = self.stops
        last = at.last if at.after is not None else None
        return [
            Jump("after", _("One step on"), "→", at.after),
            Jump("turn-after", _("One turn on"), "Shift+→", at.turn_after),
            Jump("round-after", _("One round on"), "Shift+PageDown", at.round_after),
            Jump("last", _("To the end"), "End", last),
        ]

    # --- the log ----------------------------------------------------------------------------------

    @cached_property
    def log(self) -> ReplayLogPage:
        """The events around the version."""
        return log_page(self.game, self.outline, self.names, self.version, undone=self.undone)

    @property
    def sentence(self) -> str:
        """What happened with the version."""
        lines = (line for one in self.log.rounds for line in one.lines)
        return next(line.sentence for line in lines if line.version == self.version)

    @property
    def taken_back(self) -> int:
        """How many events were taken back, with the undos."""
        return len(self.outline.entries) - len(self.outline.line)

    @property
    def names_json(self) -> str:
        """The players' names by seat, for the script of the page."""
        return msgspec.json.encode(self.names).decode()

    # --- the charts -------------------------------------------------------------------------------

    @cached_property
    def _course(self) -> Course:
        return course(self.game)

    @property
    def charts(self) -> list[LineChart]:
        """What everybody had, event by event."""
        return line_charts(self._course, self.names, self.outline.line, self.version)

    @property
    def bars(self) -> list[BarChart]:
        """What production brought, round by round."""
        return bar_charts(self._course, self.names, self._productions(), self.version)

    @property
    def stock(self) -> tuple[list[str], list[ChartTableRow]]:
        """The goods of each player at the newest version."""
        return stock_table(self._course, self.names)

    def _productions(self) -> dict[int, int]:
        """The version in which the goods of each round came in, by round."""
        return {
            one.number: entry.version
            for one in self.outline.rounds
            for turn in one.turns
            for entry in turn.entries
            if entry.kind in PRODUCING and not entry.undone
        }

    # --- around it --------------------------------------------------------------------------------

    @property
    def badge(self) -> ValidationBadge:
        """What deciding the game again has said."""
        return validation_badge(self.game)

    @property
    def fairness(self) -> list[FairnessBadge]:
        """The evidence that the seed was not chosen."""
        return fairness_badges(self.game, self.viewer)

    @property
    def may_fork(self) -> bool:
        """Whether the viewer may play on from here: in a game that is over, or an own one."""
        user, seat = self.viewer.user, self.viewer.seat
        return user is not None and (self.finished or seat is not None)

    @property
    def fork_seats(self) -> list[tuple[int, str]]:
        """The seats that one can choose to play on; none where one plays alone anyway."""
        return list(enumerate(self.names)) if len(self.names) > 1 else []

    @property
    def own_seat(self) -> int:
        """The seat that is chosen at first."""
        return self.viewer.seat or 0


def seats_to_fork(game: Game, choice: str) -> list[str | None] | None:
    """Who plays on: the chooser on the seat that was chosen and bots on the others, or all alone.

    A choice that is no seat means all.
    """
    if choice not in {str(seat) for seat in range(game.players)}:
        return None
    return [None if str(seat) == choice else BOT for seat in range(game.players)]
