"""Printing what stands in untrusted files. Pure.

A terminal obeys control characters: a name could move the cursor, hide the lines that follow and
write others in their place. Line ends, and marks that turn the direction of writing, forge lines
too.
"""

import re
from typing import IO, Final

from games.names import ALLOWED, FLAG

PIECES: Final = re.compile(f"(?P<whole>{FLAG.pattern})|.", re.DOTALL)


def plain(text: str) -> str:
    """A text on one line; what a terminal would obey is written out, as ``\\x1b``.

    What names may have stays as it is.
    """
    return PIECES.sub(lambda piece: piece["whole"] or _shown(piece[0]), text)


def say(*lines: str, to: IO[str] | None = None) -> None:
    """Print lines, each of them plain; to standard output by default."""
    print("\n".join(map(plain, lines)), file=to, flush=True)


def _shown(sign: str) -> str:
    if sign.isprintable() or sign in ALLOWED:
        return sign
    return sign.encode("unicode_escape").decode()
