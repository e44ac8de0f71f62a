"""The refusals of tournaments: a code for programs, a sentence for people. Pure.

The API gives them a status, as it does those of games.
"""

from games.engine.terms import gettext_noop
from games.errors import GameError


class TournamentError(GameError):
    """Base of all of them."""


class FormatRefused(TournamentError):
    """The format cannot be played with these options, or with so many entrants.

    ``text`` is a translatable sentence with ``params`` in it; ``field`` names the option at fault,
    empty for the number of entrants.
    """

    code = "format_refused"
    text = gettext_noop("The format cannot be played like this.")

    def __init__(self, text: str, field: str = "", **params: object) -> None:
        self.text = text  # type: ignore[misc]
        self.field = field
        self.params = params
        super().__init__(text % params)
