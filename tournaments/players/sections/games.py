"""The newest games of a player."""

from datetime import datetime
from typing import ClassVar, Final

from django.contrib.auth.models import User
from msgspec import Struct

from games import selectors
from games.engine import ScoreSheet
from games.engine.terms import gettext_noop
from games.models import Game
from games.models.game import UNSCORED, Status
from tournaments.models import RatingStep
from tournaments.players.people import games_shown
from tournaments.players.sections.base import PlayerSection

NEWEST: Final = 20


class FinishedGame(Struct, frozen=True):
    """A finished game. ``place`` and ``score`` are null for one that all agreed to end."""

    id: str
    name: str
    players: int
    place: int | None
    score: int | None
    rated: bool
    finished_at: datetime


class FinishedGames(Struct, frozen=True):
    """How many games a player has finished and is playing, and the newest finished ones.

    Only those that the viewer may see; what was imported has no accounts at its seats.
    """

    finished: int
    running: int
    newest: list[FinishedGame]


class GamesSection(PlayerSection):
    """Games that stand in lists for the viewer."""

    name: ClassVar = "games"
    title: ClassVar = gettext_noop("Games")
    shape: ClassVar = FinishedGames

    def build(self, player: User, viewer: User | None) -> FinishedGames:
        """The newest ones first."""
        own = games_shown(viewer).filter(pk__in=player.seats.filter(asked=False).values("game"))
        finished = own.filter(status=Status.FINISHED)
        newest = list(finished.order_by("-finished_at", "-pk")[:NEWEST])
        return FinishedGames(
            finished=finished.count(),
            running=own.filter(status=Status.RUNNING).count(),
            newest=self._with_places(newest, player),
        )

    def _with_places(self, games: list[Game], player: User) -> list[FinishedGame]:
        scored = [game for game in games if game.ended_by not in UNSCORED]
        sheets = selectors.final_scores(scored)
        steps = RatingStep.objects.filter(game__in=games, player__user=player)
        rated = set(steps.values_list("game", flat=True))
        return [
            self._played(game, player, sheets.get(game.pk, []), rated=game.pk in rated)
            for game in games
        ]

    def _played(
        self, game: Game, player: User, sheets: list[ScoreSheet], *, rated: bool
    ) -> FinishedGame:
        own = {seat.index for seat in game.seats.all() if seat.user_id == player.pk}
        best = next((sheet for sheet in sheets if sheet.seat in own), None)
        assert game.finished_at is not None
        return FinishedGame(
            id=str(game.pk),
            name=game.name,
            players=game.players,
            place=best.rank if best else None,
            score=best.total if best else None,
            rated=rated,
            finished_at=game.finished_at,
        )
