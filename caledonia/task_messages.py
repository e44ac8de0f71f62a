"""Tasks as stored in Redis: signed by the server that sent them; nothing else is read.

An item is four lines: the format, the signature in hex, the queue, and kombu's message as JSON.
The signature covers the queue and every byte of the message: name, arguments, callbacks, times,
retries and limits of the task, and the ids that go with it. It is looked at before anything is
parsed. It does not expire, though the task that it covers may (``caledonia.schedule``): every task
may come twice, and looks before it does anything.
"""

from typing import Final, NamedTuple

from games.runtime import forgeries, keys

PURPOSE: Final = "task"
FORMAT: Final = b"1"
MOST_BYTES: Final = 256 * 1024
"""The longest item; those of ours have some hundred bytes, a batch of validations has 2,000."""


class SignedItem(NamedTuple):
    """An item that this server has signed."""

    queue: str
    text: str


def seal(queue: str, text: str) -> bytes:
    """The item for a message to a queue. Raises ValueError for one that is too long."""
    signed = queue.encode() + b"\n" + text.encode()
    item = b"\n".join((FORMAT, keys.sign(PURPOSE, signed).hex().encode(), signed))
    if len(item) > MOST_BYTES:
        raise ValueError(f"a task of {len(item)} bytes is longer than {MOST_BYTES}")
    return item


def unseal(item: bytes, *, queue: str | None = None) -> SignedItem | None:
    """What was sealed, for this queue if one is given; None for anything else, which is noted."""
    if len(item) <= MOST_BYTES:
        mark, _, rest = item.partition(b"\n")
        signature, _, signed = rest.partition(b"\n")
        if mark == FORMAT and keys.verify(PURPOSE, signed, _bytes(signature)):
            name, _, text = signed.decode().partition("\n")
            if queue in (None, name):
                return SignedItem(name, text)
    forgeries.dropped("task")
    return None


def _bytes(signature: bytes) -> bytes:
    try:
        return bytes.fromhex(signature.decode("ascii"))
    except ValueError:
        return b""
