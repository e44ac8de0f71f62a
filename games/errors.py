"""The refusals of services and selectors, beside those of the engine.

Each has a ``code`` for programs and a sentence for people. The API gives them a status.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import ClassVar
from uuid import UUID

from games.engine import StoredEvent
from games.engine.terms import gettext_noop


class GameError(Exception):
    """Base of all of them; ``wait`` is the time after which to try again, if known.

    ``text`` is what pages say, translated. Programs get the ``detail`` where there is one, of the
    class or of the single refusal: it has numbers, or words of the API.
    """

    code: ClassVar[str]
    text: ClassVar[str] = ""
    detail: ClassVar[str] = ""
    wait: timedelta | None = None

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail or self.detail or self.text)


class NoSuchGame(GameError):
    """There is no such game, or none that this user may know of."""

    code = "no_such_game"
    text = gettext_noop("There is no such game, or you cannot see it.")


class GameWithheld(GameError):
    """What has happened in the game is not shown yet: other tables play with the same set-up."""

    code = "game_withheld"
    text = gettext_noop(
        "Other tables of the tournament play with the same set-up: there is no replay and no file "
        "of this game until its round is over."
    )


class NoSuchVersion(GameError):
    """The game has no event of this version."""

    code = "no_such_version"
    text = gettext_noop("This game has no such event: choose one from the log.")

    def __init__(self, version: int, newest: int) -> None:
        self.version = version
        super().__init__(
            f"There is no version {version}: versions count from 1, and the game is at {newest}."
        )


class VersionAhead(GameError):
    """A request names a version that the game has not reached yet."""

    code = "version_ahead"
    text = gettext_noop("The game has not reached this version yet.")

    def __init__(self, version: int, newest: int) -> None:
        self.version = version
        super().__init__(
            f"There is no version {version} yet: the game is at {newest}. Name the version that "
            "you have seen."
        )


class NotSeated(GameError):
    """The user has no seat in this game."""

    code = "not_seated"
    text = gettext_noop("You have no seat at this table.")


class SeatResigned(GameError):
    """The user has resigned from this game."""

    code = "resigned"
    text = gettext_noop("You have resigned from this game: it goes on without your decisions.")


class NotYourSeat(GameError):
    """The seat that a request names is not one of the user's."""

    code = "not_your_seat"
    text = gettext_noop("This seat is not yours.")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        super().__init__(f"Seat {seat} is not yours.")


class NotHost(GameError):
    """Only the host may do this."""

    code = "not_host"
    text = gettext_noop("Only the host can do that.")


class GameNotRunning(GameError):
    """The game has not started, or is over."""

    code = "game_not_running"
    text = gettext_noop("This game has not started, or is over.")
    over: ClassVar[str] = gettext_noop("This game is over.")
    not_started: ClassVar[str] = gettext_noop("This game has not started.")

    def __init__(self, status: str) -> None:
        self.status = status
        super().__init__(self.over if status == "finished" else self.not_started)


class VisibilityFixed(GameError):
    """A game that others play cannot be shown to more people than they sat down before."""

    code = "visibility_fixed"
    text = gettext_noop(
        "Others have played in this game: it cannot be shown to more people than before."
    )

    def __init__(self, visibility: str) -> None:
        self.visibility = visibility
        super().__init__(
            "Others have played in this game, or in the one that it was branched off, while it "
            f"was {visibility}: since it has started it cannot be shown to more people."
        )


class InvalidMessage(GameError):
    """A message of a chat that cannot be shown on one line."""

    code = "invalid_message"
    text = gettext_noop("A message must be one short line of text.")

    def __init__(self, longest: int) -> None:
        super().__init__(f"A message is one line of at most {longest} characters that can be seen.")


class SeatShared(GameError):
    """The user plays several seats, none of which can go to another person."""

    code = "seat_shared"
    text = gettext_noop("You play several seats of this game: none of them can be handed over.")


class SeatOfTournament(GameError):
    """The game is a table of a tournament, whose directors decide who plays at it."""

    code = "seat_of_tournament"
    text = gettext_noop(
        "This is a table of a tournament: ask a director for a substitute, who takes your place "
        "over."
    )


class NoSuchPlayer(GameError):
    """No user has this name."""

    code = "no_such_player"
    text = gettext_noop("No user has this name.")


class TakerSeated(GameError):
    """A seat is offered to a user who already has one in the same game."""

    code = "taker_seated"
    text = gettext_noop("This player has a seat in this game already.")


class NoSuchOffer(GameError):
    """No seat of this game is offered to the user, or no longer."""

    code = "no_such_offer"
    text = gettext_noop("This seat is not offered to you, or the offer has ended.")


class InvalidName(GameError):
    """A name that cannot be shown safely on one line.

    ``message`` has named places for ``facts``, so that it can be shown in any language.
    """

    code = "invalid_name"

    def __init__(self, message: str, **facts: str | int) -> None:
        self.message = message
        self.facts = facts
        super().__init__(message % facts if facts else message)


class MalformedOrder(GameError):
    """What was sent is not a standing order."""

    code = "malformed"
    text = gettext_noop("This is not a standing order.")


class NotBidding(GameError):
    """A maximum bid of a seat that takes no part in an open auction round now."""

    code = "not_bidding"
    text = gettext_noop("You are not bidding in an open auction now.")


class MaxBidOutOfRange(GameError):
    """A maximum bid that is not above the highest bid, or above the limit."""

    code = "max_bid_out_of_range"
    text = gettext_noop("A maximum bid is above the highest bid and within the limit.")

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most
        super().__init__(f"A maximum bid is {least} to {most} now.")


class StaleVersion(GameError):
    """The decision that a request answers is gone or changed; ``rows`` are the missed events."""

    code = "stale_version"
    text = gettext_noop("The game has moved on; this is the current position.")

    def __init__(self, version: int, rows: Sequence[StoredEvent]) -> None:
        self.version = version
        self.rows = rows
        super().__init__(
            f"The game has moved on to version {version}: look at the events you missed."
        )


class KeyReused(GameError):
    """The idempotency key came with another request before."""

    code = "key_reused"
    text = gettext_noop("Something else was sent before by this form. Please try again.")
    detail = "This Idempotency-Key was used for another request: take a new one."


class NothingToFork(GameError):
    """The game is over at this version, so it cannot be played on from there."""

    code = "nothing_to_fork"
    text = gettext_noop("The game is over there: choose an earlier one.")

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__(f"The game is over at version {version}: choose an earlier one.")


class PositionRefused(GameError):
    """The position came with a file, and by the checks of today no game can go on from it."""

    code = "position_refused"
    text = gettext_noop("No game can go on from there: choose an earlier moment, or another game.")

    def __init__(self, version: int, why: str) -> None:
        self.version = version
        super().__init__(f"No game can go on from version {version}: {why}. Choose an earlier one.")


class InvalidSeats(GameError):
    """Not as many players as the table has seats, or no person among them."""

    code = "invalid_seats"
    text = gettext_noop("Choose who plays on each seat, and yourself at least once.")

    def __init__(self, players: int) -> None:
        self.players = players
        super().__init__(
            f"Name who plays on each of the {players} seats: me or a bot, and me at least once."
        )


class StillPlaying(GameError):
    """Other people wait for moves of the account to be deleted; ``games`` are the ids."""

    code = "still_playing"
    text = gettext_noop("Other players are waiting for you: finish your running games first.")

    def __init__(self, games: Sequence[UUID]) -> None:
        self.games = games
        super().__init__()


class GameExists(GameError):
    """An imported game has the id of a game that is or was here.

    ``visible`` is set if it is here and the importing user may look at it.
    """

    code = "game_exists"
    text = gettext_noop("This game is on this server already, or was erased from it.")

    def __init__(self, game_id: UUID, *, visible: bool) -> None:
        self.game_id = game_id
        self.visible = visible
        super().__init__(f"The game {game_id} is on this server already, or was erased from it.")


class ChangedMeanwhile(GameError):
    """A concurrent request changed or deleted what this one relies on."""

    code = "conflict"
    text = gettext_noop("Someone else changed this at the same moment. Check it, then try again.")
    detail = "Another request changed what this one needs. Nothing was done: look, then try again."
