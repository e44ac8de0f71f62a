"""Signals of games for the packages above, which games may not import."""

from enum import StrEnum
from typing import Final

from django.dispatch import Signal

game_finished: Final = Signal()
"""Sent once a game is over and that is committed, with its ``game_id``.

Receivers should leave work that takes time to a task. One may be lost with the process that was
to send it: receivers that need every game also look for those that they missed.
"""

game_disclosed: Final = Signal()
"""Sent once a game that is over is withheld no longer and that is committed, with its ``game_id``.

What was said of ``game_finished`` holds here too.
"""

game_erasing: Final = Signal()
"""Sent in the transaction that erases a game, with its ``game_id``, before the game is locked.

So that what stands above a game can be locked before it, in the order of everybody else.
"""

account_deleted: Final = Signal()
"""Sent in the transaction that deletes an account, while all of it is there.

With the ``user`` and the ``name`` that its games show from then on.
"""


class SecondFactorChange(StrEnum):
    """What has happened to the second factor of an account."""

    ON = "on"
    OFF = "off"
    RECOVERY_CODE_USED = "recovery_code_used"
    PASSKEY_ADDED = "passkey_added"
    PASSKEY_REMOVED = "passkey_removed"
    CODES_RENEWED = "codes_renewed"
    LOCKED = "locked"
    """Wrong codes have used up the tries of a while."""


second_factor_changed: Final = Signal()
"""Sent in the transaction of what has happened, with ``user``, ``change`` and ``now``."""
