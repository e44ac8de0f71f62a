"""Games that tests begin from: played once, stored as text, one file a game.

    python -m tests.recorded            plays all of them anew, over their records

A table follows the record of a game with its options and its seed, as far as it has gone the same
way. Unlike golden games these prove nothing: when a change of the rules or
of a bot lets them come out differently, they are written anew, all at once.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from games import engine
from simulation.game_records import GameRecord, Undecided, read, replay
from simulation.random_play import PlayedGame, seal

FOLDER: Final = Path(__file__).parent
COMMAND: Final = "python -m tests.recorded"

_Moves = dict[tuple[bytes, engine.Seat], engine.Move]


class Outdated(AssertionError):
    """A record does not fit the rules of now, or there is none."""


class Line:
    """The moves of a recorded game by their positions."""

    def __init__(self, name: str) -> None:
        """Raises Outdated."""
        self._moves: _Moves = {}
        before = b""
        for state, event in steps(name):
            if event.move is not None and event.seat is not None:
                self._moves[before, event.seat] = event.move
            before = engine.dump(state)

    def move(self, state: engine.State, seat: engine.Seat) -> engine.Move | None:
        """What the seat did in this position, if the recorded game came to it."""
        return self._moves.get((engine.dump(state), seat))


def trailer(state: engine.State) -> dict[str, str]:
    """What came out of a game that is over, whatever else its pack has."""
    return {
        "events": str(state.version),
        "totals": " ".join(str(sheet.total) for sheet in state.scores),
        "money": " ".join(str(player.money) for player in state.players),
    }


def check(record: GameRecord) -> None:
    """Raise Outdated unless the moves come out as recorded."""
    try:
        *_, (state, _) = replay(record, engine.packs.builtin())
    except Undecided as error:
        raise _outdated(record.name, str(error)) from error
    if trailer(state) != record.trailer:
        raise _outdated(record.name, f"recorded {record.trailer}, now {trailer(state)}")


def _outdated(name: str, why: str) -> Outdated:
    return Outdated(
        f"{name} in tests/recorded does not fit the rules any more: {why}. "
        f"Write the recorded games anew: {COMMAND}"
    )


def line_of(options: engine.Options, seed: bytes) -> Line:
    """The recorded game with these options and this seed. Raises Outdated if there is none."""
    key = msgspec.json.encode(options).decode(), seed.hex()
    if key not in _records():
        raise Outdated(
            f"no game in tests/recorded has the options {key[0]} with this seed: add it to "
            f"plans.py there, and play the games with {COMMAND}"
        )
    return _line(_records()[key])


def steps(name: str) -> Iterator[tuple[engine.State, engine.Event]]:
    """A recorded game event by event, with the state after each. Raises Outdated."""
    record = read(FOLDER / f"{name}.txt")
    try:
        yield from replay(record, engine.packs.builtin())
    except Undecided as error:
        raise _outdated(name, str(error)) from error


def played(name: str) -> PlayedGame:
    """A recorded game with its rows. Raises Outdated."""
    game = _played(name)
    return PlayedGame(engine.copy(game.state), [*game.events], [*game.rows])


@cache
def _played(name: str) -> PlayedGame:
    game = PlayedGame(engine.State())
    for state, event in steps(name):
        game.state = state
        game.events.append(event)
        game.rows.append(seal(event, state, game.rows[-1].chain if game.rows else ""))
    return game


@cache
def _records() -> dict[tuple[str, str], str]:
    """Their names by what ``line_of`` is asked for."""
    found = {}
    for path in sorted(FOLDER.glob("*.txt")):
        record = read(path)
        found[record.header["options"], record.header["seed"]] = record.name
    return found


@cache
def _line(name: str) -> Line:
    return Line(name)
