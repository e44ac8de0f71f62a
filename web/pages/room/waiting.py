"""The waiting room: a table before the game starts."""

import hashlib
from collections.abc import Sequence
from typing import Final, Literal
from uuid import UUID

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _
from msgspec import Struct
from msgspec.json import decode, encode
from msgspec.structs import replace

from games import engine, selectors
from games.models import Game, Seat
from games.models.game import Visibility
from replays.narration import vocabulary
from tournaments.players import people
from web.pages.common.games import players_of
from web.pages.options import option_labels, presets
from web.pages.options.form import chosen_of

WHO: Final = {
    Visibility.PUBLIC: _("public"),
    Visibility.UNLISTED: _("by link"),
    Visibility.PRIVATE: _("private"),
}


Word = Literal["", "none", "sealed", "opened", "late"]
"""The state of the viewer's own word: late if there is none and others are open."""


class Chair(Struct, frozen=True):
    """A place at the table, seats counted from 0; without a name it is free.

    ``page`` is the name under which the player has a page that strangers may see.
    """

    seat: int
    name: str = ""
    bot: bool = False
    me: bool = False
    host: bool = False
    word: str = ""
    experience: str = ""
    asked: bool = False
    page: str = ""

    @property
    def number(self) -> int:
        """The seat as people count."""
        return self.seat + 1


class Room(Struct, frozen=True):
    """What the page shows; ``code`` of the invite link is for the host alone.

    ``preset`` is the name of that which is played, if it has one and is not the usual game;
    ``sealers`` are those whose words are still sealed. ``am_asked`` is who has not said yet whether
    to take a kept seat: of those, none counts as ``taken``. ``experience`` is which clans the
    viewer wants; empty without a seat, and where clans do not go by player.
    """

    id: UUID
    name: str
    host: str
    visibility: str
    who: str
    chairs: list[Chair]
    taken: int
    players: int
    chosen: list[tuple[str, str]]
    preset: str
    commitment: str
    code: str
    experience: str
    word: Word
    words_open: bool
    sealers: str
    am_host: bool
    am_seated: bool
    am_asked: bool
    signed_in: bool

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return self.taken == self.players

    @property
    def joinable(self) -> bool:
        """Whether the viewer could sit down."""
        if self.am_asked:
            return True
        return not self.am_seated and any(not chair.name for chair in self.chairs)

    @property
    def stamp(self) -> str:
        """Changes whenever the page would look different."""
        return hashlib.sha256(encode(self)).hexdigest()[:16]


def room_of(game: Game, user: User | None) -> Room:
    """An open table, whose seats are at hand, as somebody sees it."""
    seats = sorted(game.seats.all(), key=lambda seat: seat.index)
    host = game.host.get_username() if game.host else ""
    am_host = user is not None and game.host_id == user.pk
    options = decode(game.options, type=engine.Options)
    own = next((seat for seat in seats if user is not None and seat.user_id == user.pk), None)
    playing = None if own is not None and own.asked else own
    return Room(
        id=game.pk,
        name=game.name,
        host=host,
        visibility=game.visibility,
        who=str(WHO[Visibility(game.visibility)]),
        chairs=_chairs(game, seats, user, options),
        taken=sum(not seat.asked for seat in seats),
        players=game.players,
        chosen=chosen_of(options),
        preset=_preset(game),
        commitment=game.commitment,
        code=game.invite_code if am_host else "",
        experience=(playing and selectors.experience_of(playing, options)) or "",
        word=_word(playing, seats),
        words_open=any(seat.word for seat in seats),
        sealers=vocabulary.joined([seat.name for seat in seats if seat.seal and not seat.word]),
        am_host=am_host,
        am_seated=playing is not None,
        am_asked=own is not None and own.asked,
        signed_in=user is not None,
    )


def _preset(game: Game) -> str:
    preset = presets.preset_of(game)
    return "" if preset in (presets.PLAIN, presets.OWN) else str(presets.titles()[preset])


def _word(own: Seat | None, seats: Sequence[Seat]) -> Word:
    if own is None:
        return ""
    if own.seal:
        return "opened" if own.word else "sealed"
    return "late" if any(seat.word for seat in seats) else "none"


def _chairs(
    game: Game, seats: list[Seat], user: User | None, options: engine.Options
) -> list[Chair]:
    chairs = {index: Chair(index) for index in range(game.players)}
    pages = people.open_pages(seats)
    for seat, name in zip(seats, players_of(game), strict=True):
        experience = selectors.experience_of(seat, options)
        label = option_labels.value_label("experience", experience) if experience else ""
        chair = _chair(seat, name, game, user, label)
        chairs[seat.index] = replace(chair, page=pages.get(seat.index, ""))
    return list(chairs.values())


def _chair(seat: Seat, name: str, game: Game, user: User | None, experience: str) -> Chair:
    sealed = _("secret locked in") if seat.seal else ""
    return Chair(
        seat=seat.index,
        name=name,
        bot=bool(seat.bot),
        me=user is not None and seat.user_id == user.pk,
        host=seat.user_id is not None and seat.user_id == game.host_id,
        word=str(_("secret revealed") if seat.word else sealed),
        experience=experience,
        asked=seat.asked,
    )
