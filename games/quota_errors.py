"""Refusals beyond the quotas of accounts and games. (``games.services.people.quotas``)"""

from datetime import timedelta

from games.engine.terms import gettext_noop
from games.errors import GameError


class TooManyOpenTables(GameError):
    """The user already hosts the most open tables."""

    code = "too_many_open_tables"
    text = gettext_noop("You have too many tables waiting to start: start or close one first.")

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(
            f"You may host {most} tables that have not started: start one or close one first."
        )


class TablesPerHour(GameError):
    """The user has made the most tables within the last hour."""

    code = "tables_per_hour"
    text = gettext_noop("You have created many tables in the last hour. Wait a while.")

    def __init__(self, most: int, wait: timedelta) -> None:
        self.wait = wait
        super().__init__(f"You may make {most} tables an hour, closed ones included: wait a while.")


class EventsPerDay(GameError):
    """The games of the host have grown by as much as they may within a day."""

    code = "events_per_day"
    text = gettext_noop(
        "You have reached today's limit of new moves in your games: go on with running games, "
        "or come back later."
    )
    wait = timedelta(hours=1)

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(
            f"The games of one host that are played within a day may have {most} events together: "
            "go on with moves in those that run, or come back in a few hours."
        )


class MessagesPerDay(GameError):
    """The user has sent the most messages to chats within a day."""

    code = "messages_per_day"
    text = gettext_noop("You have reached today's limit of messages.")
    wait = timedelta(hours=1)

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(f"You may send {most} messages a day: come back in a few hours.")


class TooManyBotGames(GameError):
    """The most games in which bots play alone already run for the user."""

    code = "too_many_bot_games"
    text = gettext_noop("Too many of your games are played by bots alone: wait until one is over.")

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(
            f"You may have {most} games at a time in which bots play alone: wait until one ends."
        )


class ForksPerHour(GameError):
    """The user has branched off the most games within the last hour."""

    code = "forks_per_hour"
    text = gettext_noop("You have branched off many games in the last hour. Wait a while.")

    def __init__(self, most: int, wait: timedelta) -> None:
        self.wait = wait
        super().__init__(f"You may branch off {most} games an hour: wait a while.")


class PacksFull(GameError):
    """The games that the user has imported or branched off use as much content as they may."""

    code = "packs_full"
    text = gettext_noop(
        "The games that you have imported or branched off use many values of their own. Delete "
        "an imported one first."
    )

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(
            "The content packs of the games that you have imported or branched off may have "
            f"{most} bytes together, and this would be more: delete an imported game first."
        )


class TooManyOffers(GameError):
    """The user offers the most seats already."""

    code = "too_many_offers"
    text = gettext_noop("You offer too many seats: withdraw one, or wait until one is taken.")

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(f"You may offer {most} seats at a time: withdraw one first.")


class TooManyUndos(GameError):
    """The most undos in this turn, or replacements of this answer, are used up."""

    code = "undo_limit"
    text = gettext_noop("You cannot undo any more in this turn: go on from here.")

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(
            f"You have taken moves back, or replaced your answer, {most} times in this turn, which "
            "is the limit: go on from here."
        )


class GameTooLong(GameError):
    """The game has too many events for another undo."""

    code = "game_too_long"
    text = gettext_noop(
        "This game is very long: you cannot undo any more, but you can play on to the end."
    )

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(
            f"This game has {most} events or more, so nothing can be taken back any more. Moves "
            "can be played to the end of the game."
        )
