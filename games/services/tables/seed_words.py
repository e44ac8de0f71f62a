"""Words that players add to the chance of a game before it starts.

First the players who want to seal a word: its hash is hashed once more, and that is shown. When all
seats are taken the words are opened, and from the first one on no seal can be set or taken away. So
no player chooses a word knowing the hash of another's, not even one who knows the server's seed. A
player who leaves then takes all words off the table, so that leaving chooses nothing either.
"""

from datetime import datetime
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User

from games import engine, names
from games.access import own_seat
from games.errors import InvalidName
from games.models import Game, Seat
from games.runtime.commit import in_transaction
from games.services.play.stream import lock
from games.services.tables.open_tables import check_open, touched
from games.table_errors import (
    InvalidWord,
    NoSeal,
    TooFewPlayers,
    WordDiffers,
    WordsOpened,
    WordsSealed,
)

LONGEST_WORD: Final = 200


@in_transaction
def seal_word(*, game_id: UUID, user: User, seal: str, now: datetime) -> Game:
    """Seal a word of the user's, in place of an earlier one.

    ``seal`` is 64 hexadecimal digits, see ``engine.randomness.seal_of``. Raises NoSuchGame,
    NotSeated, GameNotOpen, WordsOpened.
    """
    game = lock(game_id)
    seat = own_seat(game, user)
    check_open(game)
    if seat.seal != seal:
        _check_closed(game)
        seat.seal = seal
        seat.save(update_fields=["seal"])
    return touched(game, now)


@in_transaction
def open_word(*, game_id: UUID, user: User, word: str, now: datetime) -> Game:
    """Open the user's sealed word, when all seats are taken.

    Raises NoSuchGame, NotSeated, GameNotOpen, InvalidWord, NoSeal, WordDiffers, TooFewPlayers.
    """
    game = lock(game_id)
    seat = own_seat(game, user)
    check_open(game)
    if not seat.seal:
        raise NoSeal
    if seal_for(word) != seat.seal:
        raise WordDiffers
    seated = game.seats.filter(asked=False).count()
    if seated < game.players:
        raise TooFewPlayers(seated, game.players)
    seat.word = word
    seat.save(update_fields=["word"])
    return touched(game, now)


@in_transaction
def remove_word(*, game_id: UUID, user: User, now: datetime) -> Game:
    """Take the user's sealed word off the table; without one nothing happens.

    Raises NoSuchGame, NotSeated, GameNotOpen, WordsOpened.
    """
    game = lock(game_id)
    seat = own_seat(game, user)
    check_open(game)
    if seat.seal:
        _check_closed(game)
        seat.seal = ""
        seat.save(update_fields=["seal"])
    return touched(game, now)


def checked(word: str) -> str:
    """The word, unchanged. Raises InvalidWord for one that cannot be shown on a line."""
    try:
        if names.cleaned(word, LONGEST_WORD) == word:
            return word
    except InvalidName:
        pass
    raise InvalidWord(LONGEST_WORD)


def seal_for(word: str) -> str:
    """The seal of a word, for clients that cannot compute it. Raises InvalidWord."""
    return engine.randomness.seal_of(engine.randomness.contribution(checked(word)))


def seat_given_up(game: Game) -> None:
    """A seat of an open table has become free: words that were opened count no more."""
    if any_opened(game):
        game.seats.update(seal="", word="")


def contributions(game: Game) -> list[bytes]:
    """What the words of the seats add to the seed, in seat order. Raises WordsSealed."""
    seats = [seat for seat in game.seats.order_by("index") if seat.seal]
    waiting = [seat.index for seat in seats if not seat.word]
    if waiting:
        raise WordsSealed(waiting)
    return [engine.randomness.contribution(seat.word) for seat in seats]


def any_opened(game: Game) -> bool:
    """Whether a word was opened at the table."""
    return Seat.objects.filter(game=game).exclude(word="").exists()


def _check_closed(game: Game) -> None:
    """Raises WordsOpened."""
    if any_opened(game):
        raise WordsOpened
