"""The chat of a game as its players see it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from msgspec import Struct

from games import selectors
from games.models import Game, Handover, Message
from games.models.chat import LONGEST_MESSAGE
from games.models.game import Status
from web.pages.common.games import players_of
from web.pages.common.pieces import Sign, signs

SHOWN: Final = 30
"""Of the newest messages, beside a board."""
PER_PAGE: Final = 100
POLL_SECONDS: Final = 15
"""How often a page asks for messages that no stream tells it of."""


class ChatLine(Struct, frozen=True):
    """One message; ``sign`` is the mark of a player, once the game has begun.

    A ``notice`` has no author: it says that a seat has another player.
    """

    number: int
    name: str
    text: str
    at: datetime
    mine: bool
    sign: Sign | None
    notice: str = ""


class Chat(Struct, frozen=True):
    """What is shown of a chat.

    ``newest`` is the number of the newest message there is, ``read`` that of the last one that the
    viewer has seen. ``older`` is the number before which there is more.
    """

    game: UUID
    lines: list[ChatLine]
    newest: int
    read: int
    older: int
    poll: int
    longest: int = LONGEST_MESSAGE

    @property
    def unread(self) -> int:
        """How many messages the viewer has not seen."""
        return max(0, self.newest - self.read)


def has_chat(game: Game, user: User | None) -> bool:
    """Whether a user takes part in a chat there: with a seat, and where there are others, or were.

    Before the start others may come.
    """
    seats = list(game.seats.all())
    if user is None or all(seat.user_id != user.pk for seat in seats):
        return False
    people = {seat.user_id for seat in seats if seat.user_id is not None}
    alone = len(people) < 2 and (game.status != Status.OPEN or game.players < 2)
    return not alone or game.chat_number > 0


def box(game: Game, user: User | None) -> Chat | None:
    """The newest messages for the page of the table; None for people who have no part in them."""
    if user is None or not has_chat(game, user):
        return None
    return chat_of(game, user, limit=SHOWN)


def chat_of(game: Game, user: User, *, limit: int, before: int | None = None) -> Chat:
    """The newest messages, or those before a number."""
    found = selectors.messages(game, limit=limit + 1, before=before)
    shown = found[-limit:]
    # Where there is a stream, it tells.
    streamed = limit == SHOWN and game.status != Status.FINISHED
    return Chat(
        game=game.pk,
        lines=lines_of(game, user, shown),
        newest=game.chat_number,
        read=max(seat.chat_read for seat in game.seats.all() if seat.user_id == user.pk),
        older=shown[0].number if len(found) > limit else 0,
        poll=0 if streamed else POLL_SECONDS,
    )


def lines_of(game: Game, user: User, messages: Sequence[Message]) -> list[ChatLine]:
    """Messages as lines; names and marks of players are those of now."""
    marks = _marks(game)
    return [
        ChatLine(
            number=message.number,
            name=message.user.get_username(),
            text=message.text,
            at=message.at,
            mine=message.user_id == user.pk,
            sign=marks.get(message.user_id),
            notice=_notice(message.handover) if message.handover else "",
        )
        for message in messages
    ]


def _notice(handover: Handover) -> str:
    names = {"taker": handover.taker_name, "giver": handover.giver_name}
    return _("%(taker)s has taken over the seat of %(giver)s.") % names


def _marks(game: Game) -> Mapping[int | None, Sign]:
    """Marks by user; none before the start, because seats may still change."""
    if game.status == Status.OPEN:
        return {}
    marks = signs(players_of(game))
    return {seat.user_id: marks[seat.index] for seat in game.seats.all()}
