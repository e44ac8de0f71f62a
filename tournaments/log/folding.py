"""From the events of a log to the state: a pure fold."""

from collections.abc import Iterable

from tournaments.log.events import Created, Entry
from tournaments.state import Tournament


class NotALog(ValueError):
    """The events are none of a tournament: the first one does not create it."""


def fold(state: Tournament | None, event: Entry) -> Tournament:
    """The state after an event; ``state`` is changed and given back. Raises NotALog."""
    if state is None:
        if not isinstance(event, Created):
            raise NotALog("the first event of a log is the one that creates the tournament")
        state = Tournament(settings=event.settings, director=event.director)
    state.version += 1
    event.apply(state, state.version)
    return state


def rebuild(events: Iterable[Entry]) -> Tournament:
    """The state after some events from the first on. Raises NotALog."""
    state = None
    for event in events:
        state = fold(state, event)
    if state is None:
        raise NotALog("a log has at least one event")
    return state
