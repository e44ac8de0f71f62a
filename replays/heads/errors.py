"""Refusals of heads and proofs."""

from games.errors import GameError


class NoSuchHead(GameError):
    """No head has this number."""

    code = "no_such_head"

    def __init__(self, number: int) -> None:
        super().__init__(
            f"There is no head {number}: GET /api/v1/heads lists those that there are."
        )


class NotInHead(GameError):
    """The stream has no leaf in a head."""

    code = "not_in_head"

    def __init__(self, kind: str, number: int | None) -> None:
        super().__init__(
            "No head was signed yet."
            if number is None
            else f"Head {number} has nothing of this {kind} yet: a head is signed every day, ask "
            "for the next one."
        )


class HeadsNotInOrder(GameError):
    """A consistency proof leads from an earlier head to a later one."""

    code = "heads_not_in_order"

    def __init__(self, first: int, second: int) -> None:
        super().__init__(
            f"Head {first} is not earlier than head {second}: ask for the later one, with the "
            "earlier one as from."
        )


class HeadLogDamaged(GameError):
    """The stored log is not the one that was signed: it was changed, or rows of it are lost."""

    code = "head_log_damaged"

    def __init__(self, what: str) -> None:
        super().__init__(f"The log of heads in the database is damaged: {what}.")


class HeadsNotSigned(GameError):
    """There is no key to sign heads with."""

    code = "heads_not_signed"

    def __init__(self) -> None:
        super().__init__(
            "This server signs no heads: HEADS_KEY is not set. `manage.py sign_head --new-key` "
            "prints one."
        )


class HeadsFileDiffers(GameError):
    """The file outside ends with a head that the database has not."""

    code = "heads_file_differs"

    def __init__(self, outside: int, stored: int) -> None:
        super().__init__(
            f"HEADS_FILE ends with head {outside}, which is not the one in the database, whose "
            f"newest is {stored}: the database was restored from a backup, replaced or changed. "
            "Nothing was signed. If you restored it, say `manage.py sign_head --after-restore` "
            "once, and tell your readers why heads after it do not go on from those before."
        )


class HeadsFileUnreadable(GameError):
    """The file outside is there and cannot be read, so a head might contradict it."""

    code = "heads_file_unreadable"

    def __init__(self, error: OSError) -> None:
        super().__init__(f"HEADS_FILE cannot be read, so nothing was signed: {error}")
