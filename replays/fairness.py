"""The evidence that a game's chance was not chosen: hashes before its end, everything after it.

``docs/fairness.md`` says how to check it.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from games import engine, store
from games.access import secrets_are_out
from games.engine.effects import PileShuffled
from games.models import Game, Seat
from replays.checking.payloads import secrets_of

DOCUMENTATION: Final = "docs/fairness.md"


class Word(Struct, frozen=True):
    """A word that a player has added to the seed, or is about to.

    ``seal`` is the SHA-256 of ``contribution``, which is the SHA-256 of ``word`` and part of the
    seed. Both are null before the game is over; the word also where it is not known here. So is
    the seat of a game that was read from a file.
    """

    seat: int | None
    seal: str
    opened: bool
    contribution: str | None
    word: str | None


class Drawn(Struct, frozen=True):
    """What a game's chance was made of. ``seed`` follows from ``server_seed`` and the words.

    ``contracts`` are the cards as they were shuffled, the first to be drawn first. Seeds and salt
    are hexadecimal.
    """

    server_seed: str
    seed: str
    salt: str
    contracts: list[int]


class Fairness(Struct, frozen=True):
    """All that is needed to check that the chance of a game was not chosen.

    ``commitment`` is the SHA-256 of the server's seed. With ``seed_chosen`` that seed was
    given, so that the game comes out the same every time; such a game is never rated. ``drawn`` is
    null until the game is over, and no longer withheld. ``documentation`` says how to check,
    ``export`` is the address of the file that ``python -m replays.verify`` takes; null for a game
    that has not started.
    """

    game: str
    status: str
    commitment: str
    seed_chosen: bool
    rated: bool
    words: list[Word]
    drawn: Drawn | None
    documentation: str
    export: str | None


def fairness_of(game: Game, export: str) -> Fairness:
    """What may be published of a game's chance now; ``export`` is the address of its file."""
    finished = secrets_are_out(game)
    return Fairness(
        game=str(game.pk),
        status=game.status,
        commitment=game.commitment,
        seed_chosen=game.seed_chosen,
        rated=game.rated,
        words=_words(game, finished=finished),
        drawn=_drawn(game) if finished else None,
        documentation=DOCUMENTATION,
        export=export if game.version else None,
    )


def contributions_of(game: Game) -> list[bytes]:
    """What words of players have added to the seed, in seat order."""
    return [bytes.fromhex(text) for text in game.contributions]


def _words(game: Game, *, finished: bool) -> list[Word]:
    seats: Sequence[Seat] = [seat for seat in game.seats.all() if seat.seal]
    if not seats:
        return [_from_a_file(one) for one in contributions_of(game)] if finished else []
    added = {engine.randomness.seal_of(one): one.hex() for one in contributions_of(game)}
    return [
        Word(
            seat=seat.index,
            seal=seat.seal,
            opened=bool(seat.word) or seat.seal in added,
            contribution=added.get(seat.seal) if finished else None,
            word=(seat.word or None) if finished else None,
        )
        for seat in sorted(seats, key=lambda seat: seat.index)
    ]


def _from_a_file(contribution: bytes) -> Word:
    seal = engine.randomness.seal_of(contribution)
    return Word(seat=None, seal=seal, opened=True, contribution=contribution.hex(), word=None)


def _drawn(game: Game) -> Drawn:
    server_seed = bytes(game.server_seed)
    return Drawn(
        server_seed=server_seed.hex(),
        seed=engine.randomness.game_seed(server_seed, contributions_of(game)).hex(),
        salt=bytes(game.salt).hex(),
        contracts=_contracts(game),
    )


def _contracts(game: Game) -> list[int]:
    """The cards as the first event has shuffled them."""
    for row in store.rows(game.pk, upto=1):
        hidden = (effect for secret in secrets_of(row) for effect in secret.effects)
        piles = (effect.contracts for effect in hidden if isinstance(effect, PileShuffled))
        return [int(number) for number in next(piles, [])]
    return []
