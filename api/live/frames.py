"""The text of server-sent events."""

from typing import Final

RETRY_MILLISECONDS: Final = 3000
OPENING: Final = f"retry: {RETRY_MILLISECONDS}\n\n".encode()
HEARTBEAT: Final = b": still here\n\n"


def frame(event: str, data: bytes, *, id: str | int | None = None) -> bytes:  # noqa: A002 - its name
    """One event. ``data`` may have several lines, ``event`` and ``id`` may not."""
    lines = [] if id is None else [b"id: %b\n" % str(id).encode()]
    lines.append(b"event: %b\n" % event.encode())
    lines += [b"data: %b\n" % line for line in data.splitlines() or [b""]]
    return b"".join([*lines, b"\n"])
