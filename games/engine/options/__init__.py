"""Options of a new game, and their descriptions for forms."""

from games.engine.options.options import (
    COVERED,
    EACH_PLAYER,
    TIGHT,
    USUAL,
    Edition,
    Options,
    decode,
    decode_stored,
    excluded,
)

__all__ = [
    "COVERED",
    "EACH_PLAYER",
    "TIGHT",
    "USUAL",
    "Edition",
    "Options",
    "decode",
    "decode_stored",
    "excluded",
]
