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


class FreeNumberUnknown(GameError):
    """After a restore nothing here knows which numbers of heads are taken."""

    code = "free_number_unknown"

    def __init__(self, stored: int) -> None:
        super().__init__(
            f"The newest head in the database is {stored}, and there is no HEADS_FILE that says "
            "which ones were signed after it. Nothing was signed. Ask who gets the heads for the "
            "newest number, and say `manage.py sign_head --after-restore N` with the next one."
        )


class NumberTaken(GameError):
    """A head has this number already, or a later one."""

    code = "number_taken"

    def __init__(self, number: int, free: int) -> None:
        super().__init__(
            f"{number} is no free number: there are heads up to {free - 1}. Nothing was signed."
        )


class NumberTooFar(GameError):
    """A number is so far ahead that it can only be a mistake: those before it are lost for good."""

    code = "number_too_far"

    def __init__(self, number: int, free: int) -> None:
        super().__init__(
            f"{number} is far ahead of {free}, the first number that is free here. Nothing was "
            "signed. Heads are signed once a day or so: look at the number again."
        )


class ClocksDiffer(GameError):
    """The clock of this process is far from that of the database: one of them is wrong."""

    code = "clocks_differ"

    def __init__(self, own: str, database: str) -> None:
        super().__init__(
            f"The clock of this machine says {own}, and the database's {database}. Nothing was "
            "signed: readers keep heads with their times. Correct the clock that is wrong."
        )


class HeadAhead(GameError):
    """The last head was signed at a time that has not come yet."""

    code = "head_ahead"

    def __init__(self, number: int, signed_at: str, now: str) -> None:
        super().__init__(
            f"Head {number} was signed at {signed_at}, and by the database's clock it is {now}. "
            "Nothing was signed. Correct the clock if it is wrong. If that of the head was, wait "
            "until then or say `manage.py sign_head --again`."
        )


class HeadsFileUnreadable(GameError):
    """The file outside is there and cannot be read, so a head might contradict it."""

    code = "heads_file_unreadable"

    def __init__(self, error: OSError) -> None:
        super().__init__(f"HEADS_FILE cannot be read, so nothing was signed: {error}")
