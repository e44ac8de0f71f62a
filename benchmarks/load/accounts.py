"""What clients were promised, what streams sent and what is stored: the three have to agree."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise

from msgspec import Struct


class StreamedEvent(Struct, frozen=True):
    """As much of an event in a stream as is compared."""

    version: int
    chain: str
    origin: str
    kind: str
    seat: int | None = None
    notation: str | None = None


@dataclass(frozen=True)
class AcceptedMove:
    """A move that its player was answered stands.

    The answer of a page is drawn for people, so it has neither version nor chain.
    """

    seat: int
    notation: str
    version: int | None = None
    chain: str | None = None


@dataclass(frozen=True)
class CommittedEvent:
    """An event as it is stored, and when its transaction was committed."""

    version: int
    chain: str
    origin: str
    at: float

    def __str__(self) -> str:
        return f"version {self.version} ({self.origin}), committed at {clock(self.at)},"


@dataclass
class GameAccount:
    """One game: what was accepted, and what its stream sent, in the order of arrival."""

    game: str
    accepted: list[AcceptedMove] = field(default_factory=list)
    streamed: list[StreamedEvent] = field(default_factory=list)
    received_at: list[float] = field(default_factory=list)

    @property
    def last(self) -> int:
        """The version at which the stream goes on."""
        return self.streamed[-1].version if self.streamed else 0

    def receive(self, event: StreamedEvent, *, at: float) -> None:
        """Note an event that the stream has sent; ``at`` by the clock of the wall."""
        self.streamed.append(event)
        self.received_at.append(at)

    def faults(self, stored: Sequence[CommittedEvent]) -> list[str]:
        """Whatever was lost or doubled on the way, in words.

        Empty when each stored event was streamed once and in order, as far as the stream has come,
        and the players' moves among them are exactly those that were accepted.
        """
        found = [*self._gaps(stored), *self._surplus(stored), *self._faults_of_moves(stored)]
        return [f"game {self.game}: {one}" for one in found]

    def behind(self, stored: Sequence[CommittedEvent]) -> str:
        """In words what is stored and not streamed yet, if there is something at the end."""
        left = [row for row in stored if row.version > self.newest]
        if not left:
            return ""
        known = f", which came at {clock(self.received_at[-1])}" if self.received_at else ""
        return (
            f"game {self.game}: {len(left)} events after version {self.newest}{known}; "
            f"{left[0]} is the first"
        )

    @property
    def newest(self) -> int:
        """The highest version that came."""
        return max((event.version for event in self.streamed), default=0)

    def _gaps(self, stored: Sequence[CommittedEvent]) -> Iterator[str]:
        came = {event.version for event in self.streamed}
        for row in stored:
            if row.version not in came and row.version < self.newest:
                later = next(
                    (event.version, at)
                    for event, at in zip(self.streamed, self.received_at, strict=True)
                    if event.version > row.version
                )
                yield f"{row} was not streamed; version {later[0]} came at {clock(later[1])}"

    def _surplus(self, stored: Sequence[CommittedEvent]) -> Iterator[str]:
        chains = {row.version: row.chain for row in stored}
        times: dict[int, list[str]] = {}
        for event, at in zip(self.streamed, self.received_at, strict=True):
            times.setdefault(event.version, []).append(clock(at))
            if chains.get(event.version) != event.chain:
                found = f"has the chain {chains.get(event.version)}, and not {event.chain}"
                kept = found if event.version in chains else "is not stored"
                yield f"version {event.version}, which came at {clock(at)}, {kept}"
        for version, several in times.items():
            if len(several) > 1:
                yield f"version {version} was streamed {len(several)} times: {', '.join(several)}"
        for number, (before, event) in enumerate(pairwise(self.streamed), 1):
            if event.version < before.version:
                came = clock(self.received_at[number])
                yield f"version {event.version} came after version {before.version}, at {came}"

    def _faults_of_moves(self, stored: Sequence[CommittedEvent]) -> Iterator[str]:
        chains = {row.version: row.chain for row in stored}
        moves = {event.version: event for event in self.streamed if event.origin == "player"}
        unnamed = Counter(_sides(one) for one in self.accepted if one.version is None)
        for one in self.accepted:
            if one.version is None:
                continue
            event = moves.pop(one.version, None)
            if event is None:
                # What is stored and not streamed is no fault of the move.
                if one.version <= self.newest or chains.get(one.version) != one.chain:
                    yield f"{one} was accepted, and the stream has not got it, or it came twice"
            elif (event.chain, event.seat, event.notation) != (one.chain, one.seat, one.notation):
                yield f"{one} was accepted, and the stream has {event} in its place"
        if self.behind(stored):
            return  # Those that were made on pages may be among what is still to come.
        unclaimed = Counter(map(_sides, moves.values()))
        yield from (f"{one} was accepted on a page and is lost" for one in unnamed - unclaimed)
        yield from (f"{one} stands, and nobody got an answer for it" for one in unclaimed - unnamed)


def _sides(one: AcceptedMove | StreamedEvent) -> tuple[int | None, str | None]:
    """Who made a move, and which."""
    return one.seat, one.notation


def clock(seconds: float) -> str:
    """A time of day, to the millisecond."""
    return datetime.fromtimestamp(seconds, UTC).time().isoformat("milliseconds")
