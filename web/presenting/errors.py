"""What a page says when something is refused at a table."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.errors import GameError

SENTENCES: Final[Mapping[str, str | Promise]] = {
    "already_seated": _("You have a seat at this table already."),
    "game_full": _("Every seat of this table is taken."),
    "game_not_open": _("This game has started: its seats are fixed."),
    "no_bot": _("No bot sits on this seat any more."),
    "no_such_game": _("There is no such game, or you may not see it."),
    "not_host": _("Only the host of this table may do that."),
    "not_seated": _("You have no seat at this table."),
    "too_few_players": _("Seats are still free: wait for players, or fill them with bots."),
    "unknown_bot": _("There is no such bot."),
    "visibility_fixed": _(
        "Others have played in this game: it cannot be shown to more people than before."
    ),
    "words_sealed": _("Words are still sealed: their players have to open them first."),
}


def sentence(error: GameError) -> str:
    """The refusal in the language of the page."""
    return str(SENTENCES.get(error.code) or gettext(str(error)))
