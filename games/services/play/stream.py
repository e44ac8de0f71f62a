"""One transaction's work on the stream of one game."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db.models import Case, F, Value, When

from games import engine, max_bids, signals, turns
from games.errors import GameNotRunning, NoSuchGame, SeatResigned
from games.models import Game, Seat
from games.models.game import Status
from games.runtime import metrics, notifications, state_cache
from games.runtime.commit import after_commit
from games.services.play import finishing
from games.services.play.paying import payer_of, queued
from games.services.play.wanted import Wanted, wanted_of
from games.store import SqlStatement, StreamHead, locking, writing

ROWS_SHOWN = 500
"""The most missed events that a refusal carries."""


def lock(game_id: UUID) -> Game:
    """The game, with its row locked until the transaction ends. Raises NoSuchGame.

    SQLite has no row locks: there the transaction took the whole database when it began.
    """
    try:
        return Game.objects.select_for_update(no_key=True).get(pk=game_id)
    except Game.DoesNotExist:
        raise NoSuchGame from None


def lock_with_seats(game_id: UUID) -> Game:
    """The game, locked, with its seats and people in memory, which moves do not change.

    Raises NoSuchGame.
    """
    game = locking.lock_at_table(game_id)
    if game is None:
        raise NoSuchGame
    return game


def check_running(game: Game) -> None:
    """Raises GameNotRunning."""
    if game.status != Status.RUNNING:
        raise GameNotRunning(game.status)


def check_not_resigned(seat: Seat) -> None:
    """Raises SeatResigned."""
    if seat.resigned:
        raise SeatResigned


class Writer:
    """The end of a locked game's stream: its state, and the rows to be added to it.

    Nothing is stored before ``save``. No event is recorded as earlier than the one before it, nor
    than its game was made, even if ``now`` is: a request that waited for the lock may have read the
    clock first, a clock was set back, or those of two machines differ. What is measured against a
    clock later goes by ``now`` itself. ``state`` belongs to
    the writer; when the engine refuses something, throw both away.
    """

    def __init__(self, game: Game, *, now: datetime, state: engine.State | None = None) -> None:
        self.game = game
        self.base = locking.head_of(game)
        self.rows: list[engine.StoredEvent] = []
        self.made: list[tuple[str, str]] = []
        self.go_to(now)
        self.state = state_cache.load(game, self.base) if state is None else state
        self.barrier = self.state.undo_to

    def go_to(self, now: datetime) -> None:
        """Take what follows as done at another time, as in a request of its own."""
        self.clock = now
        self.now = max(now, self.head.recorded_at, self.game.created_at)

    @property
    def head(self) -> StreamHead:
        """The end of the stream, with the rows that are not stored yet."""
        if not self.rows:
            return self.base
        last = self.rows[-1]
        return StreamHead(last.version, last.digest, last.chain, last.recorded_at)

    def add(self, event: engine.Event, *, origin: engine.Origin, cause: int | None = None) -> None:
        """Take up an event that has just been applied to the state."""
        self.made.append((origin, event.kind))
        self.rows.append(
            engine.seal(
                event,
                self.state,
                game=str(self.game.id),
                salt=bytes(self.game.salt),
                previous=self.head.chain,
                recorded_at=self.now,
                origin=origin,
                cause=cause,
            )
        )

    def save(self, *, wake: bool = True, payer: int | None = None) -> None:
        """Store the rows and what the game's columns repeat of the state.

        After commit the state is cached and, with ``wake``, the tasks that continue the game are
        dispatched, for ``payer`` or who has decided last. Callers that continue it themselves pass
        False.
        """
        seats = list(self.game.seats.all())
        waiting = {decision.seat for decision in self.state.open_decisions()}
        waiting.difference_update(self.state.resigned)
        _mark_waiting(seats, waiting, self.clock)
        _drop_spent(seats, self.state)
        wanted = wanted_of(self.state, seats)
        self._save_game(writing.appending(self.game.id, self.rows), due=bool(wanted))
        dumped = engine.dump(self.state)
        after_commit(partial(self._remember, self.head, dumped, self.state.undo_to))
        last = self.base.recorded_at if self.base.version else None
        after_commit(partial(metrics.appended, self.made, after=last))
        notifications.changed(self.game.id, [seat.user_id for seat in seats])
        if wake and wanted:
            after_commit(partial(self._wake, wanted, seats, payer))

    def _wake(self, wanted: Wanted, seats: list[Seat], payer: int | None) -> None:
        if payer is None:
            acting = [row.seat for row in self.rows if row.origin == "player"]
            payer = payer_of(self.game, seats, alone=wanted.alone, acting=acting)
        queued(wanted, payer).send(self.game.id, self.state.version)

    def _save_game(self, added: Sequence[SqlStatement], *, due: bool) -> None:
        game, state = self.game, self.state
        last = turns.last_events(game, self.rows, upto=self.base.version)
        game.asking = turns.Asking.of(state, last).stored()
        game.version = state.version
        game.round = state.round
        game.awaits_step = state.awaits_step
        game.due = due
        fields = ["version", "round", "awaits_step", "asking", "due"]
        if self.rows:
            game.active_at = self.clock
            fields.append("active_at")
        if state.over and game.status != Status.FINISHED:
            game.status = Status.FINISHED
            game.finished_at = self.now
            game.finish_position = finishing.next_position()
            game.ended_by = state.ended_by
            fields += ["status", "finished_at", "finish_position", "ended_by"]
            after_commit(partial(_announce_finished, game.id))
        locking.save(game, fields, after=added)

    def _remember(self, head: StreamHead, dumped: bytes, barrier: int) -> None:
        """Keep the newest state, and the one to which the player may go back."""
        state_cache.remember(self.game, head, dumped)
        old = {self.base.version, self.barrier} - {head.version, barrier}
        if old:
            state_cache.forget(self.game.id, *sorted(old))


def _announce_finished(game_id: UUID) -> None:
    # Robust: a receiver that fails is logged and keeps no other from hearing of it.
    signals.game_finished.send_robust(sender=Game, game_id=game_id)


def _drop_spent(seats: Iterable[Seat], state: engine.State) -> None:
    """Delete the maximum bids of auction rounds that are over for their seats."""
    for seat in seats:
        if seat.max_bid is not None and max_bids.holds(state, seat.index, seat.max_bid) is None:
            seat.max_bid = None
            seat.save(update_fields=["max_bid"])


def _mark_waiting(seats: Iterable[Seat], waiting: set[engine.Seat], now: datetime) -> None:
    changed = [seat for seat in seats if seat.waiting != (seat.index in waiting)]
    if not changed:
        return
    marked = Seat.objects.filter(pk__in=[seat.pk for seat in changed])
    # One statement for those that begin to wait and those that do so no more.
    since = Case(When(waiting=False, then=Value(now)))
    marked.update(waiting=~F("waiting"), waiting_since=since)
    for seat in changed:
        seat.waiting = not seat.waiting
        seat.waiting_since = now if seat.waiting else None
