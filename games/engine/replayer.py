"""Replaying a stream of stored events: every state that comes of one is made here."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Protocol

from games.engine.effects import Effect
from games.engine.events import (
    Event,
    Numbered,
    Record,
    Secret,
    is_undo,
    line_to,
    read_effects,
    read_secrets,
)
from games.engine.sealing import dump, load
from games.engine.state import State

Recall = Callable[[int], State]
"""The state as of an earlier version of the game. Raises LookupError."""


class PublicEvent(Numbered, Protocol):
    """An event whose public effects have been read."""

    @property
    def effects(self) -> Sequence[Effect]: ...


def nowhere(version: int) -> State:
    """For replays of whole streams, where an undo leads only to a state that was kept."""
    raise LookupError(f"there is no state of version {version}")


def returned_to(events: Iterable[Numbered]) -> frozenset[int]:
    """The versions to which some of these events go back."""
    return frozenset(event.parent for event in events if is_undo(event))


class StreamReplayer:
    """Goes through the events of a game in order; ``state`` is the one after the last of them.

    The states after the versions of ``returns``, to which undos will go back, are kept as bytes;
    others are asked of ``recall``. It begins with ``state``, which it changes, or before the first
    event.

    The events may be all of a stretch, or only those on one line of parents, on which an undo
    leads nowhere else.
    """

    def __init__(
        self,
        returns: Collection[int] = (),
        *,
        state: State | None = None,
        recall: Recall = nowhere,
    ) -> None:
        self.state = state or State()
        self._recall = recall
        self._returns = returns
        self._kept: dict[int, bytes] = {}
        self.keep()

    def take(self, record: Record) -> State:
        """The state after the next stored event. Raises LookupError where it leads nowhere."""
        return self._follow(record, read_secrets(record.secret), read_effects(record.public))

    def take_public(self, event: PublicEvent) -> State:
        """The same for an event that was read before, without its secrets."""
        return self._follow(event, (), event.effects)

    def take_decided(self, event: Event) -> State:
        """The same for an event of the engine."""
        return self._follow(event, event.secrets, event.effects)

    def go_back(self, event: Numbered) -> State:
        """The state after an undo, which is the one after its parent. Raises LookupError."""
        if event.parent != self.state.version:
            kept = self._kept.get(event.parent)
            self.state = self._recalled(event.parent) if kept is None else load(kept)
        self.state.version = event.version
        return self.state

    def _recalled(self, version: int) -> State:
        """A state from before the stretch, which may be far to seek and is kept if undos name it.

        Raises LookupError.
        """
        state = self._recall(version)
        if version in self._returns:
            self._kept[version] = dump(state)
        return state

    def keep(self) -> None:
        """Keep the state if a later event goes back to it; for a state that was changed outside.

        No event goes back to before the first one.
        """
        if 0 < self.state.version in self._returns:
            self._kept[self.state.version] = dump(self.state)

    def _follow(
        self, event: Numbered, secrets: Iterable[Secret], effects: Iterable[Effect]
    ) -> State:
        if is_undo(event):
            self.go_back(event)
        state = self.state
        for secret in secrets:
            for hidden in secret.effects:
                hidden.apply(state)
        for effect in effects:
            effect.apply(state)
        state.version = event.version
        if not is_undo(event):
            state.head = event.version
        self.keep()
        return state


def apply(state: State, event: Event) -> None:
    """Apply an event's effects, secret ones first; no rules. It must not be an undo."""
    StreamReplayer(state=state).take_decided(event)


def rebuild(records: Sequence[Record], upto: int | None = None) -> State:
    """The state after a version, replayed from the stored events on its line.

    ``records`` are the events from version 1 on, in order; without secrets (all None) the result
    is the public part of the state. Raises ValueError when there is no such version.
    """
    replayer = StreamReplayer()
    for record in line_to(records, upto):
        replayer.take(record)
    replayer.state.version = len(records) if upto is None else upto
    return replayer.state


def go_on(state: State, records: Sequence[Record], upto: int) -> None:
    """Bring a state to a later version on a line through its own.

    ``records`` are the events after the state's version, in order. Raises ValueError when the line
    does not lead through it.
    """
    line, at = [], upto
    while at > state.version:
        record = records[at - records[0].version]
        line.append(record)
        at = record.parent
    if at != state.version:
        raise ValueError(f"version {state.version} is not on the line to {upto}")
    replayer = StreamReplayer(state=state)
    for record in reversed(line):
        replayer.take(record)
    state.version = upto
