"""The moves: one class for each kind, and reading them from JSON and from notation."""

from collections.abc import Mapping
from functools import cache
from typing import TypeAlias

import msgspec

from games.engine import registry
from games.engine.errors import MalformedMove
from games.engine.moves.base import MoveBase

Move: TypeAlias = MoveBase

_LONGEST = 200


def move_types() -> Mapping[str, type[MoveBase]]:
    """Every kind of move by its ``type``."""
    return registry.current().moves


@cache
def _json(known: registry.Registry) -> msgspec.json.Decoder[Move]:
    return msgspec.json.Decoder(known.move_type)


@cache
def _by_word(known: registry.Registry) -> Mapping[str, type[MoveBase]]:
    """The kinds of moves by the word with which their notation begins."""
    return {word: move for move in known.moves.values() for word in move.first_words()}


def decode_move(data: bytes | str | dict[str, object]) -> Move:
    """A move from JSON text or from the object that such text stands for.

    Raises MalformedMove.
    """
    known = registry.current()
    try:
        if isinstance(data, bytes | str):
            return _json(known).decode(data)
        move: Move = msgspec.convert(data, known.move_type)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise MalformedMove(str(error)) from error
    return move


def parse(notation: str) -> Move:
    """The move that a line of notation stands for. Raises MalformedMove."""
    words = notation[: _LONGEST + 1].split()
    if len(notation) > _LONGEST or not words or not notation.isascii():
        raise MalformedMove(f"a move is one line of 1 to {_LONGEST} plain characters")
    by_word = _by_word(registry.current())
    known = by_word.get(words[0])
    if known is None:
        raise MalformedMove(f"a move begins with one of: {', '.join(by_word)}")
    try:
        return known.read(words[1:] if known.WORD else words)
    except (ValueError, LookupError) as error:
        example = known.example(words[1:])
        raise MalformedMove(f"cannot read {notation!r}; write it like {example!r}") from error


__all__ = ["Move", "MoveBase", "decode_move", "move_types", "parse"]
