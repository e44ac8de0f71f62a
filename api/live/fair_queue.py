"""The queue of subscribers to look at: callers take turns."""

from collections.abc import Iterable
from typing import Generic, Protocol, TypeVar


class Waits(Protocol):
    """A member of the queue; ``waits`` is whether it could take something now."""

    waits: bool

    @property
    def caller(self) -> str:
        """The caller to whom the stream belongs."""
        ...


One = TypeVar("One", bound=Waits)


class FairQueue(Generic[One]):
    """Each caller's streams in the order in which they were woken, one of each caller in turn."""

    def __init__(self) -> None:
        self._callers: dict[str, dict[One, None]] = {}

    def __bool__(self) -> bool:
        return bool(self._callers)

    def add(self, one: One) -> None:
        """At the end, unless it is there."""
        self._callers.setdefault(one.caller, {})[one] = None

    def discard(self, one: One) -> None:
        """Take one out, if it is there."""
        own = self._callers.get(one.caller, {})
        own.pop(one, None)
        if not own:
            self._callers.pop(one.caller, None)

    def take(self, most: int) -> list[One]:
        """Take out those whose turn it is and who can take something; the others stay.

        The callers that got a turn go behind the others.
        """
        ready = [[one for one in own if one.waits] for own in self._callers.values()]
        taken: list[One] = []
        for place in range(max(map(len, ready), default=0)):
            taken += [own[place] for own in ready if place < len(own)]
            if len(taken) >= most:
                break
        del taken[most:]
        for one in taken:
            own = self._callers.pop(one.caller)
            del own[one]
            if own:
                self._callers[one.caller] = own
        return taken

    def put_back(self, ones: Iterable[One]) -> None:
        """Put those that were taken, and not looked at, before all others."""
        others, self._callers = self._callers, {}
        for one in ones:
            self.add(one)
        for own in others.values():
            for one in own:
                self.add(one)
