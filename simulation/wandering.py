"""Games played by chance in which players often take their moves back."""

from collections.abc import Iterator

import msgspec

from games import engine
from games.engine.decisions import MainActionDecision
from games.engine.randomness import Stream
from games.engine.sealing import StoredEvent
from simulation.game_records import Link
from simulation.random_play import PlayedGame, seal, seed_of


class Wanderer:
    """Plays a game by chance; one decision in ``every`` is an undo where one is possible.

    Until the stream has ``least`` events no seat passes without need and most moves are taken back;
    ``answers`` is how often an answer in production is replaced. So a stream, and the line
    of its newest event, may be far longer than a game is.
    """

    def __init__(
        self,
        options: engine.Options,
        name: str,
        *,
        every: int = 4,
        least: int = 0,
        answers: int = 0,
    ) -> None:
        self.chance = Stream(seed_of(name), "wandering")
        self.every, self.least, self.answers = every, least, answers
        pack = engine.packs.builtin()
        self.state, first = engine.new_game(options, seed_of(name), pack)
        self.parents: list[int] = []
        self.dumps: dict[int, bytes] = {}
        self._keep(first)

    def events(self) -> Iterator[engine.Event]:
        """Each event as it happens; ``state`` is the one after it."""
        yield self.first
        while not self.state.over:
            event = engine.advance(self.state) or self._back() or self._move()
            self._keep(event)
            yield event

    def _keep(self, event: engine.Event) -> None:
        if event.version == 1:
            self.first = event
        self.parents.append(event.parent)
        self.dumps[event.version] = engine.dump(self.state)

    def _move(self) -> engine.Event:
        state = self.state
        seat = state.open_decisions()[0].seat
        if state.phase == "production" and seat != state.decisions[0].seat and self.answers:
            self.answers -= 1
            seat = state.decisions[0].seat
        moves = engine.legal_moves(state, seat)
        if self._early():
            moves = [
                move for move in moves if move.type_name() != MainActionDecision.DEFAULT
            ] or moves
        return engine.play(state, seat, self.chance.choice(moves))

    def _back(self) -> engine.Event | None:
        """An undo to any version that it may go to, now and then."""
        state = self.state
        if state.phase != "action" or state.undo_to >= state.head:
            return None
        if not (self._early() and self.chance.below(8)) and self.chance.below(self.every):
            return None
        targets = [v for v in self._line() if state.undo_to <= v < state.head]
        return self._undo(self.chance.choice(targets))

    def back_or_on(self, start: int) -> engine.Event:
        """Back to the start of the turn, or from there a move that can be taken back."""
        if self.state.head > start:
            event = self._undo(start)
        else:
            seat = self.state.open_decisions()[0].seat
            moves = engine.legal_moves(self.state, seat)
            event = engine.play(self.state, seat, next(filter(self._can_be_undone, moves)))
        self._keep(event)
        return event

    def _can_be_undone(self, move: engine.Move) -> bool:
        trial = engine.copy(self.state)
        engine.play(trial, trial.open_decisions()[0].seat, move)
        return trial.undo_to < trial.head

    def _undo(self, version: int) -> engine.Event:
        seat = self.state.open_decisions()[0].seat
        records = [Link(version, parent) for version, parent in enumerate(self.parents, 1)]
        event = engine.undo(self.state, seat, records, version)
        self.state = engine.load(self.dumps[event.parent])
        self.state.version = event.version
        return event

    def _early(self) -> bool:
        return len(self.parents) < self.least

    def _line(self) -> list[int]:
        found, version = [], len(self.parents)
        while version:
            found.append(version)
            version = self.parents[version - 1]
        return found


def wander(
    players: int,
    name: str,
    *,
    every: int = 4,
    least: int = 0,
    answers: int = 0,
    **switches: object,
) -> PlayedGame:
    """A whole game with its rows. ``switches`` are further options."""
    options = msgspec.structs.replace(engine.Options(players=players), **switches)
    wanderer = Wanderer(options, name, every=every, least=least, answers=answers)
    played = PlayedGame(engine.State())
    rows: list[StoredEvent] = []
    for event in wanderer.events():
        played.state = wanderer.state
        played.events.append(event)
        rows.append(seal(event, wanderer.state, rows[-1].chain if rows else ""))
    played.rows = rows
    return played


def undecided(name: str, *, least: int) -> PlayedGame:
    """A running game in whose last turn a move was made and taken back again and again."""
    wanderer = Wanderer(engine.Options(players=2), name, every=1000)
    played = PlayedGame(engine.State())

    def note(event: engine.Event) -> None:
        previous = played.rows[-1].chain if played.rows else ""
        played.rows.append(seal(event, wanderer.state, previous))
        played.events.append(event)

    events = wanderer.events()
    while wanderer.state.phase != "action" or wanderer.state.undo_to >= wanderer.state.head:
        note(next(events))
    start = wanderer.state.undo_to
    while len(played.rows) < least or wanderer.state.head == start:
        note(wanderer.back_or_on(start))
    played.state = wanderer.state
    return played
