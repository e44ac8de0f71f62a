"""Finished games of people, as ratings read them."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache

from django.contrib.auth.models import User

from games.models import Game
from games.services.play import finishing
from simulation.random_play import PlayedGame, play_out
from simulation.stored import lay
from tournaments.models import Rating, RatingStep

START = datetime(2026, 3, 1, tzinfo=UTC)


@cache
def played(players: int) -> PlayedGame:
    """A whole game, the same every time."""
    return play_out(players, f"rated/{players}", sealed=True)


def finish(users: Sequence[User], *, day: float = 0.0, visibility: str = "public") -> Game:
    """A game of these people in the order of the seats, that has just ended."""
    game = lay(played(len(users)), *users, visibility=visibility)
    game.finished_at = START + timedelta(days=day)
    game.finish_position = finishing.next_position()
    game.save()
    return game


def places(players: int) -> list[int]:
    """The places of that game, by seat."""
    return [sheet.rank for sheet in sorted(played(players).state.scores, key=lambda s: s.seat)]


def steps() -> list[tuple[object, ...]]:
    """All that is stored of steps, but for their ids."""
    columns = [field.attname for field in RatingStep._meta.concrete_fields if field.name != "id"]
    return sorted(RatingStep.objects.values_list(*columns), key=str)


def ratings() -> list[tuple[object, ...]]:
    """All that is stored of ratings, but for their ids."""
    columns = [field.attname for field in Rating._meta.concrete_fields if field.name != "id"]
    return sorted(Rating.objects.values_list(*columns), key=str)
