"""The seats of a scenario, by their colours."""

from games.engine.terms import Seat

COLOURS = ("red", "blue", "black", "white")
RED, BLUE, BLACK, WHITE = (Seat(i) for i in range(4))


def seat_of(colour: str) -> Seat:
    """The seat of a colour."""
    return Seat(COLOURS.index(colour))
