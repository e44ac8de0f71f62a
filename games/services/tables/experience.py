"""The experience that players state at an open table, where clans depend on it. (VAR-NEWBIE-02)

Each states it for the own seat only, and bots want ordinary clans. Once a word is open it is fixed:
a player who knew the seed by then could choose the clans by it.
"""

from datetime import datetime
from typing import Final
from uuid import UUID

import msgspec
from django.contrib.auth.models import User
from msgspec import convert
from msgspec.structs import replace

from games import engine
from games.access import own_seat
from games.engine.terms import EXPERIENCE, Experience, gettext_noop
from games.models import Game
from games.runtime.commit import in_transaction
from games.services.play.stream import lock
from games.services.tables import seed_words
from games.services.tables.open_tables import check_open, touched
from games.table_errors import ExperienceFixed, ExperienceNotAsked, UnknownExperience

ORDINARY: Final = "ordinary"
"""The default where a player has not stated it."""


@in_transaction
def say_experience(*, game_id: UUID, user: User, experience: str, now: datetime) -> Game:
    """State which clans the user wants, in place of an earlier statement.

    Raises NoSuchGame, NotSeated, GameNotOpen, ExperienceNotAsked, UnknownExperience,
    ExperienceFixed.
    """
    game = lock(game_id)
    seat = own_seat(game, user)
    check_open(game)
    if not is_asked_of_players(options_of(game)):
        raise ExperienceNotAsked
    if experience not in EXPERIENCE:
        raise UnknownExperience(EXPERIENCE)
    if (seat.experience or ORDINARY) != experience and seed_words.any_opened(game):
        raise ExperienceFixed
    seat.experience = experience
    seat.save(update_fields=["experience"])
    return touched(game, now)


def is_asked_of_players(options: engine.Options) -> bool:
    """Whether players say what experience they have."""
    return options.clan_experience == "by_player"


def check_unsaid(options: engine.Options) -> None:
    """Raise InvalidOptions when the host states it for the others."""
    if options.experience:
        message = gettext_noop("each player chooses at the open table")
        raise engine.InvalidOptions("experience", message, rule="VAR-NEWBIE-02")


def fixed(game: Game) -> engine.Options:
    """The options with which a table starts: with what all its players have said."""
    options = options_of(game)
    if not is_asked_of_players(options):
        return options
    seats = game.seats.order_by("index")
    stated = [convert(seat.experience or ORDINARY, Experience) for seat in seats]
    return replace(options, experience=stated)


def options_of(game: Game) -> engine.Options:
    """The stored options of a game."""
    return msgspec.json.decode(game.options, type=engine.Options)
