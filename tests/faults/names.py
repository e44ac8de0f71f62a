"""A name server of one's own, which gives the replicas of a service their name."""

import socket
import struct
import threading
from collections.abc import Mapping, Sequence
from typing import Final, Self

HEADER: Final = struct.Struct(">HHHHHH")
ANSWER: Final = struct.Struct(">HHHIH4s")
ADDRESS_RECORD: Final = 1
RESPONSE: Final = 0x8180
"""A response without an error, recursion desired and available."""
POINTER: Final = 0xC00C
"""The name of the question, in place of a name."""


class NameServer(threading.Thread):
    """Answers with the IPv4 addresses of a few names, over UDP on loopback, until it is closed."""

    def __init__(self, names: Mapping[str, Sequence[str]]) -> None:
        super().__init__(name="name server", daemon=True)
        self.names = names
        self.socket = socket.socket(type=socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.port: int = self.socket.getsockname()[1]

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        # An empty datagram is the end.
        with socket.socket(type=socket.SOCK_DGRAM) as end:
            end.sendto(b"", ("127.0.0.1", self.port))
        self.join()
        self.socket.close()

    def run(self) -> None:
        """One question after the other."""
        while True:
            asked, sender = self.socket.recvfrom(512)
            if not asked:
                return
            self.socket.sendto(self.answer(asked), sender)

    def answer(self, asked: bytes) -> bytes:
        """The response to a query with one question."""
        number, *_ = HEADER.unpack_from(asked)
        labels, at = [], HEADER.size
        while size := asked[at]:
            labels.append(asked[at + 1 : at + 1 + size].decode())
            at += size + 1
        (kind,) = struct.unpack_from(">H", asked, at + 1)
        found = self.names.get(labels[0], ()) if kind == ADDRESS_RECORD else ()
        records = [
            ANSWER.pack(POINTER, ADDRESS_RECORD, 1, 1, 4, socket.inet_aton(one)) for one in found
        ]
        head = HEADER.pack(number, RESPONSE, 1, len(records), 0, 0)
        return head + asked[HEADER.size : at + 5] + b"".join(records)
