"""Reading server-sent events."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec


@dataclass(frozen=True)
class ServerSentEvent:
    """One event as a browser would hand it on."""

    event: str
    data: Any
    id: str | None


def events_in(text: bytes) -> list[ServerSentEvent]:
    """The events of a stream that has ended."""
    return list(events_of(text.splitlines()))


def events_of(lines: Iterable[bytes]) -> Iterator[ServerSentEvent]:
    """The events of a stream, line by line; comments and ``retry`` are left out."""
    fields: dict[str, str] = {}
    for line in lines:
        line = line.rstrip(b"\r\n")
        name, _, value = line.decode().partition(": ")
        if line and name:
            assert name in ("event", "data", "id", "retry"), line
            fields[name] = value
        elif not line:
            if "event" in fields:
                data = msgspec.json.decode(fields["data"])
                yield ServerSentEvent(fields["event"], data, fields.get("id"))
            fields = {}
