"""Games that tests and benchmarks begin from: played once, stored as text, one file a game.

    python -m simulation.recorded            plays all of them anew, over their records

``quick_play`` lets a table follow the record of a game with its options and its seed, as far as the
table has gone the same way. Unlike golden games these prove nothing: when a change of the rules or
of a bot lets them come out differently, they are written anew, all at once.
"""

from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from games import engine
from simulation.game_records import Record, Undecided, read, replay

FOLDER: Final = Path(__file__).parent
COMMAND: Final = "python -m simulation.recorded"

_Moves = dict[tuple[bytes, engine.Seat], engine.Move]


class Outdated(AssertionError):
    """A record does not fit the rules of now, or there is none."""


class Line:
    """The moves of a recorded game by their positions."""

    def __init__(self, record: Record) -> None:
        """Raises Outdated."""
        self._moves: _Moves = {}
        before, state = b"", engine.State()
        try:
            for state, event in replay(record, engine.packs.builtin()):
                if event.move is not None and event.seat is not None:
                    self._moves[before, event.seat] = event.move
                before = engine.dump(state)
        except Undecided as error:
            raise Outdated(
                f"{record.name} in simulation/recorded does not fit the rules any more: {error}. "
                f"Write the recorded games anew: {COMMAND}"
            ) from error
        if trailer(state) != record.trailer:
            raise Outdated(
                f"{record.name} in simulation/recorded comes out differently: recorded "
                f"{record.trailer}, now {trailer(state)}. Write the recorded games anew: {COMMAND}"
            )

    def move(self, state: engine.State, seat: engine.Seat) -> engine.Move | None:
        """What the seat did in this position, if the recorded game came to it."""
        return self._moves.get((engine.dump(state), seat))


def trailer(state: engine.State) -> dict[str, str]:
    """What came out of a game that is over."""
    return {
        "events": str(state.version),
        "digest": engine.digest(state),
        "totals": " ".join(str(sheet.total) for sheet in state.scores),
    }


def line_of(options: engine.Options, seed: bytes) -> Line:
    """The recorded game with these options and this seed. Raises Outdated if there is none."""
    key = msgspec.json.encode(options).decode(), seed.hex()
    if key not in _records():
        raise Outdated(
            f"no game in simulation/recorded has the options {key[0]} with this seed: add it to "
            f"plans.py there, and play the games with {COMMAND}"
        )
    return _line(_records()[key])


@cache
def _records() -> dict[tuple[str, str], Path]:
    """The files by what ``line_of`` is asked for."""
    found = {}
    for path in sorted(FOLDER.glob("*.txt")):
        record = read(path)
        found[record.header["options"], record.header["seed"]] = path
    return found


@cache
def _line(path: Path) -> Line:
    return Line(read(path))
