"""Refusals at tables that have not started: seats, bots, words, experience, rematches."""

from collections.abc import Sequence

from games.engine.terms import gettext_noop
from games.errors import GameError


class GameNotOpen(GameError):
    """The game has started already."""

    code = "game_not_open"
    text = gettext_noop("This game has started: its seats are fixed.")


class GameFull(GameError):
    """Every seat is taken."""

    code = "game_full"
    text = gettext_noop("Every seat of this table is taken.")


class AlreadySeated(GameError):
    """The user has a seat in this game."""

    code = "already_seated"
    text = gettext_noop("You have a seat at this table already.")


class TooFewPlayers(GameError):
    """Seats are still free."""

    code = "too_few_players"
    text = gettext_noop("Seats are still free: wait for players, or fill them with bots.")

    def __init__(self, seated: int, needed: int) -> None:
        self.seated = seated
        self.needed = needed
        super().__init__(f"Only {seated} of {needed} seats are taken.")


class InvalidWord(GameError):
    """A word that cannot be shown on one line."""

    code = "invalid_word"
    text = gettext_noop(
        "A secret is one line of at most 200 visible characters. Choose another one."
    )

    def __init__(self, longest: int) -> None:
        super().__init__(
            f"A word is one line of at most {longest} characters that can be seen, without spaces "
            "around it."
        )


class NoSeal(GameError):
    """A word is to be opened that was not sealed before."""

    code = "no_seal"
    text = gettext_noop("Lock in your secret before any secret is revealed.")


class WordDiffers(GameError):
    """The word is not the one that was sealed."""

    code = "word_differs"
    text = gettext_noop(
        "This is not the secret you locked in: every letter, capital, sign and space counts."
    )
    detail = (
        "The SHA-256 of the SHA-256 of this word (its UTF-8 bytes, without a line feed) is not "
        "the seal."
    )


class WordsOpened(GameError):
    """A word was opened, so seals are fixed."""

    code = "words_opened"
    text = gettext_noop(
        "A secret has been revealed, so none can be added or removed any more. If anyone leaves "
        "the table, all secrets are removed."
    )


class UnknownExperience(GameError):
    """No level of experience has this name."""

    code = "unknown_experience"
    text = gettext_noop("Choose easier, ordinary or harder clans.")

    def __init__(self, known: Sequence[str]) -> None:
        super().__init__(f"Name one of these: {', '.join(known)}.")


class ExperienceNotAsked(GameError):
    """A player states their experience at a table that does not ask for it."""

    code = "experience_not_asked"
    text = gettext_noop("This table does not ask its players which clans they want.")


class ExperienceFixed(GameError):
    """A word was opened, so the stated experience is fixed."""

    code = "experience_fixed"
    text = gettext_noop(
        "A secret has been revealed, so clan wishes can no longer be changed. If anyone leaves "
        "the table, all secrets are removed."
    )


class WordsSealed(GameError):
    """Words have to be opened before the game can start; ``seats`` are those of their players."""

    code = "words_sealed"
    text = gettext_noop("Some secrets are still locked in: they have to be revealed first.")

    def __init__(self, seats: Sequence[int]) -> None:
        self.seats = seats
        sealed = ", ".join(map(str, seats))
        super().__init__(f"Words are still sealed: those of the seats {sealed}.")


class UnknownBot(GameError):
    """There is no bot of this name."""

    code = "unknown_bot"
    text = gettext_noop("There is no such bot.")

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.name = name
        super().__init__(f"There is no bot {name[:50]!r}; there is {', '.join(known)}.")


class NoBot(GameError):
    """No bot sits on this seat."""

    code = "no_bot"
    text = gettext_noop("No bot sits on this seat any more.")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        super().__init__(f"No bot sits on seat {seat}.")


class NoRematch(GameError):
    """The game is not over, was not played here, or has options that the content has no more."""

    code = "no_rematch"
    text = gettext_noop("A rematch is possible only after a game that was played here to its end.")
