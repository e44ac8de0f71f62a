"""What msgspec finds out about a struct when it is decoded for the first time.

It keeps what it has found before that is complete, for types that hold themselves. A second thread
that decodes the same struct at that moment reads what is not there yet, and the process is gone
(seen with 0.22). So each is looked at before threads can ask for it.
"""

from collections.abc import Iterator
from contextlib import suppress

from msgspec import Struct
from msgspec.json import Decoder


def prepare() -> None:
    """Look at every struct that is loaded, which takes less than 0.1 ms each.

    By one thread, before the first request and again when all addresses are loaded: Django does
    that with the first request, for which others wait.
    """
    for one in set(_below(Struct)):
        # Some can only be written.
        with suppress(TypeError, NameError):
            Decoder(one)


def _below(kind: type[Struct]) -> Iterator[type[Struct]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)
