"""Drawing finished games: a picture and an animation, one at a time over all workers."""

from datetime import datetime, timedelta
from functools import cache
from typing import Final

from games import selectors
from games.models import Game
from games.runtime import places
from web.models import Animation, Picture
from web.pages.share import drawing
from web.pages.share.animation import animation
from web.pages.share.drawings import Clock, Drawings
from web.pages.share.rendering import png


def _picture(game: Game) -> bytes:
    state = selectors.state_of(game)
    state.secret = None
    return png(drawing.card(state, selectors.names_of(game)), drawing.SIZE)


PICTURES: Final = Drawings(Picture, _picture, style=2, most_bytes=1_000_000, kept=2000)
ANIMATIONS: Final = Drawings(Animation, animation, style=1, most_bytes=1_000_000, kept=1000)
KINDS: Final = (PICTURES, ANIMATIONS)
"""Pictures first: links show them, and they are drawn fast."""
PATIENCE: Final = timedelta(minutes=1)
"""Drawings that wait longer come first: many pictures must not hold up an animation."""


def draw_next(clock: Clock) -> bool:
    """Draw the game that waits longest, unless another process draws; whether others wait.

    What fails is not tried again before somebody asks for it.
    """
    with places.place(places.PICTURES) as free:
        if not free:
            return False
        any(kind.draw_next(clock) for kind in _in_order(clock()))
    return any(kind.waits_since() for kind in KINDS)


def _in_order(now: datetime) -> list[Drawings]:
    def overdue(kind: Drawings) -> datetime:
        since = kind.waits_since()
        return since if since is not None and since < now - PATIENCE else now

    return sorted(KINDS, key=overdue)


def forget_account(user_id: int) -> None:
    """Delete the drawings that show the name of an account."""
    for kind in KINDS:
        kind.forget_account(user_id)


@cache
def neutral() -> bytes:
    """The picture that stands for a game of which nothing is shown."""
    return png(drawing.neutral(), drawing.SIZE)
