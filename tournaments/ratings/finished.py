"""Which finished games are rated, and what ratings need of them."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple, TypeAlias
from uuid import UUID

from games import selectors
from games.engine import ScoreSheet
from games.engine import effects as fx
from games.models import Game, Seat
from games.models.game import Status
from replays.statistics.course import line_of
from tournaments.models import Pool

STAYED_UNTIL: Final = 3
"""A game is not rated if a seat resigned before this round."""

Person: TypeAlias = tuple[int | None, str]
"""Who sat on a seat: the id of a user, or the name that stands for a deleted account."""


class RatedGame(NamedTuple):
    """A rated game: people in the order of their seats, with their places, from 1, ties shared."""

    position: int
    game: UUID
    finished_at: datetime
    people: tuple[Person, ...]
    places: tuple[int, ...]

    @property
    def pools(self) -> tuple[Pool, Pool]:
        """The pools that the game counts in."""
        return Pool.TWO if len(self.people) == 2 else Pool.MORE, Pool.OVERALL


def games_after(position: int, limit: int) -> list[Game]:
    """The games that ended here after a position, in this order."""
    found = Game.objects.filter(finish_position__gt=position, status=Status.FINISHED)
    return list(found.order_by("finish_position").prefetch_related("seats")[:limit])


def rated(games: Sequence[Game]) -> Iterator[RatedGame]:
    """Those games that ratings count, in the same order."""
    candidates = [game for game in games if game.rated and _of_people(game)]
    sheets = selectors.final_scores(candidates)
    for game in candidates:
        places = _places(sheets.get(game.pk, ()))
        if len(places) == game.players and not _left_early(game):
            yield _finished(game, places)


def _finished(game: Game, places: tuple[int, ...]) -> RatedGame:
    assert game.finish_position is not None
    assert game.finished_at is not None
    people = tuple(map(_person, _seats(game)))
    return RatedGame(game.finish_position, game.pk, game.finished_at, people, places)


def _of_people(game: Game) -> bool:
    """Whether there is a different person on each seat."""
    seats = _seats(game)
    people = {_person(seat) for seat in seats}
    return len(people) == game.players and not any(seat.bot for seat in seats)


def _places(sheets: Sequence[ScoreSheet]) -> tuple[int, ...]:
    return tuple(sheet.rank for sheet in sorted(sheets, key=lambda sheet: sheet.seat))


def _left_early(game: Game) -> bool:
    """Whether a seat resigned before round 3. The stream says when."""
    if not any(seat.resigned for seat in _seats(game)):
        return False
    round_ = 0
    for event in line_of(game):
        for effect in event.effects:
            match effect:
                case fx.RoundBegan(round=number):
                    round_ = number
                case fx.Resigned():
                    return round_ < STAYED_UNTIL
    return False


def _person(seat: Seat) -> Person:
    return seat.user_id, seat.label


def _seats(game: Game) -> list[Seat]:
    return sorted(game.seats.all(), key=lambda seat: seat.index)
