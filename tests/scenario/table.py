"""What every part of a scenario can look at."""

from games import engine
from games.engine.decisions import Decision
from games.engine.state import Piece
from games.engine.terms import Seat
from tests.scenario.seats import seat_of


class Table:
    """A table in the middle of a game, and the events that were played at it."""

    def __init__(self, state: engine.State) -> None:
        self.state = state
        self.events: list[engine.Event] = []


class Looking:
    """Questions to a table; they change nothing."""

    def __init__(self, table: Table) -> None:
        self.table = table

    @property
    def state(self) -> engine.State:
        """The state of the table now."""
        return self.table.state

    @property
    def events(self) -> list[engine.Event]:
        """What was played so far."""
        return self.table.events

    def deciding(self) -> Seat:
        """The seat that has to decide now."""
        return self.state.open_decisions()[0].seat

    def decision(self) -> Decision:
        """The first decision that is open."""
        return self.state.open_decisions()[0]

    def legal(self, kind: str | None = None) -> list[str]:
        """The notation of the legal moves of the seat that decides, of one type or of all."""
        moves = engine.legal_moves(self.state, self.deciding())
        return [m.notation() for m in moves if kind is None or m.type_name() == kind]

    def can(self, line: str) -> bool:
        """Whether a move is among the legal ones."""
        return line in self.legal()

    def pieces(self, colour: str) -> list[Piece]:
        """A player's units."""
        return self.state.players[seat_of(colour)].units
