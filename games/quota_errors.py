"""What accounts and games are refused beyond their quotas. (``games.services.people.quotas``)"""

from datetime import timedelta

from games.errors import GameError


class TooManyOpenTables(GameError):
    """The user hosts as many tables that have not started as one may."""

    code = "too_many_open_tables"

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(
            f"You may host {most} tables that have not started: start one or close one first."
        )


class TablesPerHour(GameError):
    """The user has made as many tables in the last hour as one may."""

    code = "tables_per_hour"

    def __init__(self, most: int, wait: timedelta) -> None:
        self.wait = wait
        super().__init__(f"You may make {most} tables an hour, closed ones included: wait a while.")


class TooManyBotGames(GameError):
    """As many games in which bots play alone run for the user as may."""

    code = "too_many_bot_games"

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(
            f"You may have {most} games at a time in which bots play alone: wait until one ends."
        )


class ForksPerHour(GameError):
    """The user has branched off as many games in the last hour as one may."""

    code = "forks_per_hour"

    def __init__(self, most: int, wait: timedelta) -> None:
        self.wait = wait
        super().__init__(f"You may branch off {most} games an hour: wait a while.")


class PacksFull(GameError):
    """The games that the user has imported or branched off use as much content as they may."""

    code = "packs_full"

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(
            "The content packs of the games that you have imported or branched off may have "
            f"{most} bytes together, and this would be more: delete an imported game first."
        )


class TooManyUndos(GameError):
    """So often was taken back in this turn, or was this answer replaced, that it stands now."""

    code = "undo_limit"

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(
            f"You have taken moves back, or replaced your answer, {most} times in this turn, which "
            "is the limit: go on from here."
        )


class GameTooLong(GameError):
    """The game has so many events that nothing more can be taken back in it."""

    code = "game_too_long"

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(
            f"This game has {most} events or more, so nothing can be taken back any more. Moves "
            "can be played to the end of the game."
        )
