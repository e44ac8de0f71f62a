"""What is chosen when a game is created, and what a form says of each option."""

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
