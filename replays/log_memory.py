"""A cache of sentences of the log, and of the states from which the next ones are made.

A chain hash stands for an event and for all events before it, so what is kept for one never gets
old. Nothing hidden is kept: sentences and states are those of the public part of a stream.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from threading import Lock
from typing import Final, Generic, NamedTuple, TypeVar

from games import engine
from games.models import Game
from replays import stepping
from replays.narration import Described, described
from replays.stepping import PublicEvent

KEPT_SENTENCES: Final = 4096
KEPT_STATES: Final = 256

Key = TypeVar("Key")
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """The most recently used values, at most so many."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: OrderedDict[Key, Value] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Value | None:
        """The value of a key; None if it is not kept."""
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
            return self._known.get(key)

    def put(self, key: Key, value: Value) -> None:
        """Keep a value; the least recently used one may go for it."""
        with self._lock:
            self._known[key] = value
            self._known.move_to_end(key)
            while len(self._known) > self._most:
                self._known.popitem(last=False)

    def clear(self) -> None:
        """Forget all values."""
        with self._lock:
            self._known.clear()


class Wording(NamedTuple):
    """What a sentence depends on besides the stream."""

    language: str
    names: tuple[str, ...]
    contract: str


_sentences: Final[Recent[tuple[str, Wording], Described]] = Recent(KEPT_SENTENCES)
_states: Final[Recent[str, bytes]] = Recent(KEPT_STATES)


def forget() -> None:
    """Empty the cache, for measurements and tests."""
    _sentences.clear()
    _states.clear()


def said_of(
    game: Game,
    events: Sequence[PublicEvent],
    wording: Wording,
    wanted: Callable[[PublicEvent], bool],
) -> dict[int, Described]:
    """The sentences of the wanted ones of some consecutive events of a stream, by version.

    ``wording`` is that of the language that is active.
    """
    known = {
        event.version: said
        for event in events
        if wanted(event) and (said := _sentences.get((event.chain, wording))) is not None
    }
    new = [event.version for event in events if wanted(event) and event.version not in known]
    if new:
        for event, state in _walk(game, events, new[0] - events[0].version):
            if event.version in new:
                said = described(state, event, wording.names, contract=wording.contract)
                known[event.version] = said
                _sentences.put((event.chain, wording), said)
    return known


def _walk(
    game: Game, events: Sequence[PublicEvent], start: int
) -> Iterator[tuple[PublicEvent, engine.State]]:
    """The events from a place on, each with the state before it; the last state is cached."""
    chains = {event.version: event.chain for event in events}

    def state_at(version: int) -> engine.State:
        known = _states.get(chains[version]) if version in chains else None
        return stepping.state_of(game, version) if known is None else engine.load(known)

    before = events[start].version - 1
    replayer = engine.StreamReplayer(
        engine.returned_to(events[start:]),
        state=state_at(before) if before else None,
        recall=state_at,
    )
    for event in events[start:]:
        yield event, replayer.state
        replayer.take_public(event)
    _states.put(events[-1].chain, engine.dump(replayer.state))
