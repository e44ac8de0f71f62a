"""What clients were promised, what streams sent and what is stored: the three have to agree."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

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

    def faults(self, stored: Sequence[tuple[int, str]]) -> list[str]:
        """Whatever was lost or doubled on the way; ``stored`` are versions and chains.

        Empty when each stored event was streamed once and in order, and the players' moves among
        them are exactly those that were accepted.
        """
        found = [*self._faults_of_stream(stored), *self._faults_of_moves()]
        return [f"game {self.game}: {one}" for one in found]

    def _faults_of_stream(self, stored: Sequence[tuple[int, str]]) -> Iterator[str]:
        sent = [(event.version, event.chain) for event in self.streamed]
        if sent == list(stored):
            return
        times = Counter(version for version, _ in sent)
        yield from (f"version {one} was streamed {n} times" for one, n in times.items() if n > 1)
        yield from _missing("stored and not streamed", stored, sent)
        yield from _missing("streamed and not stored", sent, stored)
        if [version for version, _ in sent] != sorted(version for version, _ in sent):
            yield "the stream was out of order"

    def _faults_of_moves(self) -> Iterator[str]:
        moves = {event.version: event for event in self.streamed if event.origin == "player"}
        unnamed = Counter(_sides(one) for one in self.accepted if one.version is None)
        for one in self.accepted:
            if one.version is None:
                continue
            event = moves.pop(one.version, None)
            if event is None:
                yield f"{one} was accepted, and the stream has not got it, or it came twice"
            elif (event.chain, event.seat, event.notation) != (one.chain, one.seat, one.notation):
                yield f"{one} was accepted, and the stream has {event} in its place"
        unclaimed = Counter(map(_sides, moves.values()))
        yield from (f"{one} was accepted on a page and is lost" for one in unnamed - unclaimed)
        yield from (f"{one} stands, and nobody got an answer for it" for one in unclaimed - unnamed)


def _sides(one: AcceptedMove | StreamedEvent) -> tuple[int | None, str | None]:
    """Who made a move, and which."""
    return one.seat, one.notation


def _missing(
    what: str, those: Iterable[tuple[int, str]], others: Iterable[tuple[int, str]]
) -> Iterator[str]:
    left = Counter(those) - Counter(others)
    yield from (f"version {version} was {what}" for version, _ in left)
