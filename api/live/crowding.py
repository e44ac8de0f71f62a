"""Which stream ends for a new one when a process has as many open as it can carry.

Otherwise whoever opens all of them first keeps everybody else out, at next to no cost: strangers
need no more than eighty addresses for that.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final, Protocol, TypeVar

from api.live.viewers import StreamViewer

EVENER: Final = 2
"""An address gives up a stream for one that has so many fewer, so that none ends for nothing."""


class Watched(Protocol):
    """An open stream."""

    @property
    def viewer(self) -> StreamViewer:
        """Who watches."""
        ...


One = TypeVar("One", bound=Watched)


def to_end(streams: Iterable[One], viewer: StreamViewer) -> One | None:
    """The stream that ends for one more of this viewer; None if no other has to.

    ``streams`` are the open ones, the oldest first. For a user a stranger's goes, if there is one.
    Otherwise it is one of the address that has the most, if that has more than the viewer's; users
    give way to users only. Of an address the oldest goes.
    """
    known = list(streams)
    strangers = [one for one in known if one.viewer.user_id is None]
    if viewer.user_id is not None and strangers:
        return _of_largest(strangers)
    rivals = known if viewer.user_id is not None else strangers
    of_addresses = Counter(one.viewer.address for one in rivals)
    if max(of_addresses.values(), default=0) < of_addresses[viewer.address] + EVENER:
        return None
    return _of_largest(rivals)


def _of_largest(streams: list[One]) -> One:
    """The oldest stream of the address that has the most of these."""
    largest, _ = Counter(one.viewer.address for one in streams).most_common(1)[0]
    return next(one for one in streams if one.viewer.address == largest)
