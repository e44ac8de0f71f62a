"""The refusals of tournaments: a code for programs, a sentence for people. Pure.

The API gives them a status, as it does those of games.
"""

from typing import Final

from games.engine.terms import gettext_noop
from games.errors import GameError
from tournaments.sentences import Sentence

TABLE_ID: Final = "table_id"
"""The parameter of a refusal by which pages find what they call its table."""


class TournamentError(GameError):
    """Base of all of them."""


class ReasonedError(TournamentError):
    """One whose ``text`` says why, a translatable sentence with ``params`` in it."""

    def __init__(self, text: str, **params: int | str) -> None:
        self.text = text  # type: ignore[misc]
        self.params = params
        super().__init__(text % params if params else text)

    @property
    def sentence(self) -> Sentence:
        """Why, as a sentence."""
        return Sentence(self.text, dict(self.params))


class FormatRefused(ReasonedError):
    """The format cannot be played with these options, or with so many entrants.

    ``field`` names the option at fault, empty for the number of entrants.
    """

    code = "format_refused"
    text = gettext_noop("The format cannot be played like this.")

    def __init__(self, text: str, field: str = "", **params: int | str) -> None:
        self.field = field
        super().__init__(text, **params)


class TableRefused(ReasonedError):
    """Entrants cannot make this table by themselves; ``text`` says why."""

    code = "table_refused"
    text = gettext_noop("This table cannot be made.")


class NoSuchTournament(TournamentError):
    """There is no such tournament, or none that this user may know of."""

    code = "no_such_tournament"
    text = gettext_noop("There is no such tournament, or you cannot see it.")


class NoSuchEntrant(TournamentError):
    """The tournament has no entrant of this number."""

    code = "no_such_entrant"
    text = gettext_noop("This tournament has no such entrant: choose one from its list.")


class NoSuchTournamentTable(TournamentError):
    """The tournament has no table of this number."""

    code = "no_such_table"
    text = gettext_noop("This tournament has no such table: choose one that it lists.")


class NoSuchMoment(ReasonedError):
    """``as_of`` is neither a version of the log nor a time after its first event.

    ``text`` says whether it is too early or too late.
    """

    code = "no_such_moment"
    text = gettext_noop("The tournament did not exist then: name a later time or version.")

    def __init__(self, text: str = text, **params: int) -> None:
        super().__init__(text, **params)


class TournamentAhead(TournamentError):
    """A request names a version that the tournament has not reached yet."""

    code = "tournament_version_ahead"
    text = gettext_noop("The tournament has not reached this version yet.")

    def __init__(self, version: int, newest: int) -> None:
        self.version = version
        super().__init__(
            f"The tournament is at version {newest}, not yet at {version}: name one that you have "
            "seen."
        )


class NotDirector(TournamentError):
    """Only the director and co-directors may do this."""

    code = "not_director"
    text = gettext_noop("Only the directors of this tournament can do this.")


class NotAskedToDirect(TournamentError):
    """Nobody has asked the user to direct this tournament, or the user does not direct it."""

    code = "not_asked_to_direct"
    text = gettext_noop("You are not asked to direct this tournament.")


class DeclinedToDirect(TournamentError):
    """A user who is to be asked to direct has declined within a day."""

    code = "declined_to_direct"
    text = gettext_noop(
        "One of these players has declined to direct this tournament: ask again a day later."
    )


class NotEntered(TournamentError):
    """The user has no place in this tournament."""

    code = "not_entered"
    text = gettext_noop("You have no place in this tournament.")


class AlreadyEntered(ReasonedError):
    """The user has a place already, or somebody of this ``name``."""

    code = "already_entered"
    text = gettext_noop("This player has a place in the tournament already.")
    named = gettext_noop("%(name)s has a place in the tournament already.")

    def __init__(self, name: str = "") -> None:
        if name:
            super().__init__(self.named, name=name)
        else:
            super().__init__(self.text)


class WrongPhase(ReasonedError):
    """The tournament is not where this could be done."""

    code = "wrong_phase"
    text = gettext_noop("The tournament is not at this point: look at its page for what is next.")

    def __init__(self, text: str = "", **params: int | str) -> None:
        super().__init__(text or self.text, **params)


class TournamentChanged(TournamentError):
    """The request names another version than the newest, ``version``, as the one it has seen."""

    code = "tournament_changed"
    text = gettext_noop("The tournament has changed meanwhile: look at it again.")

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__(
            f"The tournament has changed meanwhile and is at version {version}: look at what is "
            "new, then send the request with this version."
        )


class SetUpKnown(TournamentError):
    """The substitute has held a place at another table with the set-up of one that still runs."""

    code = "set_up_known"
    text = gettext_noop(
        "This player knows the set-up from another table of the round: choose somebody else, or "
        "wait until the table is over."
    )


class EntryRefused(ReasonedError):
    """The user does not meet a condition of entry; ``text`` says which."""

    code = "entry_refused"
    text = gettext_noop("You do not meet the conditions of entry.")


class BadResult(ReasonedError):
    """A result that no table of this kind can have; ``text`` says why."""

    code = "bad_result"
    text = gettext_noop("This cannot be the result of the table.")


class ResultStands(TournamentError):
    """The table has a result; only a ruling changes it."""

    code = "result_stands"
    text = gettext_noop("This table has its result. A director can correct it by a ruling.")


class NothingToConfirm(TournamentError):
    """No result of the table waits for this player's confirmation."""

    code = "nothing_to_confirm"
    text = gettext_noop("No result of this table waits for your confirmation.")


class RoundRunning(TournamentError):
    """Tables of the newest round have no result yet."""

    code = "round_running"
    text = gettext_noop("Some tables have no result yet.")


class RoundBegun(TournamentError):
    """A person has moved at a table of the round, or one has a result, so its draw stands."""

    code = "round_begun"
    text = gettext_noop(
        "A person has made a move since this draw, or a result has been given, so it stands."
    )


class TooManyTournaments(TournamentError):
    """The user directs as many unfinished tournaments as an account may."""

    code = "too_many_tournaments"
    text = gettext_noop("You direct as many tournaments as one account may: finish one first.")


class TournamentFull(TournamentError):
    """The server takes no more entrants in one tournament."""

    code = "tournament_full"
    text = gettext_noop("A tournament takes at most 256 entrants.")


class TournamentTooLong(TournamentError):
    """The log is as long as one may be: what ends the tournament can still be added."""

    code = "tournament_too_long"
    text = gettext_noop(
        "So much has happened in this tournament that it takes no more: enter the results that are "
        "left, and finish it."
    )


class TournamentsGrown(TournamentError):
    """The logs of the tournaments of one director are as long as they may be within a day."""

    code = "tournaments_grown"
    text = gettext_noop(
        "So much has happened today in the tournaments of this director that this one takes no "
        "more: enter results, finish tournaments, or come back tomorrow."
    )


class InvalidSettings(ReasonedError):
    """Settings that do not fit each other; ``field`` is the one at fault."""

    code = "invalid_settings"
    text = gettext_noop("These settings do not fit.")

    def __init__(self, field: str, text: str, **params: int | str) -> None:
        self.field = field
        super().__init__(text, **params)
