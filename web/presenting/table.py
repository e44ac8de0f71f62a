"""The page of a game that has begun, part by part.

``PARTS`` names the parts that a page can have replaced, by the id of the element; each is made of a
``Table`` and rendered by the template of the same name.
"""

from collections.abc import Sequence
from functools import cached_property

from django.utils.translation import gettext as _

from games import engine, store
from games.models import Game
from web.presenting import board, draft, exports, imports, market, order, players, scoring, sheet
from web.presenting.log import LogPage, log_page
from web.presenting.news import Spot, news
from web.presenting.pieces import Sign, signs
from web.presenting.status import Status, status


class Table:
    """Everything that the page shows to one viewer; each part is worked out when it is asked for.

    ``state`` is without secrets; ``seat`` is the viewer's, None for a spectator. ``live`` tells
    that it is the newest state, so that what is new can be marked on the map.
    """

    def __init__(
        self,
        game: Game,
        state: engine.State,
        *,
        seat: int | None,
        names: Sequence[str],
        live: bool = False,
        log_upto: int | None = None,
    ) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.signs: list[Sign] = signs(names)
        self.live = live
        self._log_upto = log_upto

    @cached_property
    def agreed(self) -> list[int]:
        """The seats of those who would end the game without a result."""
        return sorted(seat.index for seat in self.game.seats.all() if seat.abandons)

    @property
    def agree(self) -> str:
        """Their names."""
        return ", ".join(dict.fromkeys(self.signs[seat].name for seat in self.agreed))

    @cached_property
    def status(self) -> Status:
        """Whose turn it is."""
        return status(self.state, self.signs, self.seat)

    @cached_property
    def board(self) -> board.MapShown:
        """The map."""
        return board.board(self.state, self.signs, self.seat)

    @cached_property
    def market(self) -> list[market.Stall]:
        """The market."""
        return market.market(self.state, self.signs)

    @cached_property
    def exports(self) -> exports.Exports:
        """The export board."""
        return exports.exports(self.state)

    @cached_property
    def scoring(self) -> list[scoring.Tile]:
        """The scoring tiles."""
        return scoring.scoring(self.state, self.signs)

    @cached_property
    def order(self) -> order.Order:
        """The turn order."""
        return order.order(self.state, self.signs, self.scores)

    @cached_property
    def imports(self) -> list[imports.Imported]:
        """The import track."""
        return imports.imports(self.state, self.signs)

    @cached_property
    def players(self) -> list[players.Board]:
        """The players' boards."""
        return players.boards(self.state, self.signs, self.seat, self.scores)

    @cached_property
    def scores(self) -> dict[int, sheet.Sheet]:
        """By seat what final scoring would give now."""
        return sheet.scores_now(self.state, self.signs)

    @cached_property
    def draft(self) -> draft.Draft | None:
        """The draft or auction."""
        return draft.draft(self.state, self.signs)

    @cached_property
    def sheet(self) -> sheet.ScoreTable | None:
        """The score sheet of a game that is over."""
        return sheet.score_table(self.state, self.signs)

    @cached_property
    def log(self) -> LogPage:
        """The log."""
        return log_page(self.game, signs=self.signs, since=self._since, upto=self._log_upto)

    @cached_property
    def news(self) -> list[Spot]:
        """What is new on the map; nothing in a replay."""
        return news(self.game, self.state, self._since) if self.live else []

    @cached_property
    def _since(self) -> int:
        """The viewer's last event; 0 for none."""
        return 0 if self.seat is None else store.last_played(self.game.pk, self.seat)

    @property
    def solo(self) -> bool:
        """Whether one plays alone."""
        return self.state.options.solo

    @property
    def stage(self) -> str:
        """How far the game has got."""
        if self.state.over:
            return _("Finished")
        if not self.state.round:
            return _("Set-up")
        return _("Round %(round)s of 5") % {"round": self.state.round}
