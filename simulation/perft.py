"""How many moves are legal in a position, and how many lines of play go on from it.

    python -m simulation.perft FILE [--depth N]

A file is a position as text; chess programs call the count perft. A rule that admits one move too
many, or one too few, shows in it.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

from games import engine


def legal_counts(state: engine.State) -> Counter[str]:
    """The legal moves of the first seat that has to decide, by their type."""
    return Counter(move.type_name() for move in _moves(state))


def lines_of_play(state: engine.State, depth: int) -> int:
    """The sequences of ``depth`` moves, of whichever seats have to decide.

    What the game does itself in between counts as no move; a line that comes to the end of the game
    before counts as one. Takes time in proportion to the result.
    """
    if depth == 0 or state.over:
        return 1
    moves = _moves(state)
    if depth == 1:
        return len(moves)
    return sum(lines_of_play(_after(state, move), depth - 1) for move in moves)


def _moves(state: engine.State) -> list[engine.Move]:
    decisions = state.open_decisions()
    return engine.legal_moves(state, decisions[0].seat) if decisions else []


def _after(state: engine.State, move: engine.Move) -> engine.State:
    following = engine.copy(state)
    engine.play(following, following.open_decisions()[0].seat, move)
    while engine.advance(following) is not None:
        pass
    return following


def main() -> None:
    """Print the counts of a position."""
    parser = argparse.ArgumentParser(prog="simulation.perft", description="Count legal moves.")
    parser.add_argument("file", type=Path, help="a position as text; see docs/notation.md")
    parser.add_argument("--depth", type=int, default=1, help="moves in a line of play")
    arguments = parser.parse_args()
    try:
        state = engine.read_position(arguments.file.read_text("utf-8"))
        state.content  # noqa: B018 - an unknown content pack shows here
    except (OSError, UnicodeError, engine.BadText, engine.UnknownPack) as error:
        sys.exit(f"{arguments.file}: {error}")
    for kind, number in legal_counts(state).items():
        print(f"{kind:<20} {number:>9,}")
    for depth in range(1, arguments.depth + 1):
        print(f"lines of {depth:<11} {lines_of_play(state, depth):>9,}")


if __name__ == "__main__":
    main()
