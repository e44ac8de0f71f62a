"""Signals of tournaments for the packages above, which this one may not import."""

from typing import Final

from django.dispatch import Signal

deadline_near: Final = Signal()
"""Sent in a transaction, once for each deadline of a round, with the ``users`` whose tables have no
result yet and the time ``now``."""
