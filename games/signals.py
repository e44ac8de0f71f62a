"""What happens in games and may concern rooms that games know nothing of."""

from typing import Final

from django.dispatch import Signal

game_finished: Final = Signal()
"""Sent once a game is over and that is committed, with its ``game_id``.

Receivers should leave work that takes time to a task. One may be lost with the process that was
to send it: whoever needs every game also looks for those that were missed.
"""
