"""The chat of a game: for its players, beside the stream and no part of it."""

from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User

from games import names
from games.access import own_seat
from games.errors import InvalidMessage, InvalidName
from games.models import Game, Handover, Message, Seat
from games.models.chat import LONGEST_MESSAGE
from games.runtime import notifications
from games.runtime.commit import in_transaction, lock_user
from games.services.people import quotas
from games.services.play.stream import lock


@in_transaction
def say(*, game_id: UUID, user: User, text: str, now: datetime) -> Message:
    """Write a line into the chat of a game, before it starts, while it runs or when it is over.

    The text is kept without white space around it. Raises NoSuchGame, NotSeated, InvalidMessage,
    MessagesPerDay; ChangedMeanwhile when the account is gone.
    """
    try:
        text = names.cleaned(text, LONGEST_MESSAGE)
    except InvalidName:
        raise InvalidMessage(LONGEST_MESSAGE) from None
    game = lock(game_id)
    own_seat(game, user)
    lock_user(user)
    quotas.check_message(user, now)
    return _add(game, Message(user=user, text=text, at=now))


def note_handover(game: Game, handover: Handover, *, now: datetime) -> Message:
    """Announce in the chat of a locked game who has taken a seat over."""
    return _add(game, Message(user=handover.taker, handover=handover, at=now))


def _add(game: Game, message: Message) -> Message:
    game.chat_number += 1
    game.save(update_fields=["chat_number"])
    message.game, message.number = game, game.chat_number
    message.save()
    read_chat(game_id=game.pk, user=message.user, number=message.number)
    notifications.changed(game.pk)
    return message


def read_chat(*, game_id: UUID, user: User, number: int) -> None:
    """Note that a user has seen the chat of a game up to a message; a no-op without a seat."""
    own = Seat.objects.filter(game=game_id, user=user, chat_read__lt=number)
    own.update(chat_read=number)
