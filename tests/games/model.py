"""A simple model of one game: the same engine, and a list instead of everything else.

It knows nothing of databases, caches, transactions or tasks. What the services store has to be what
stands in ``rows``, to the last hash.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from games import engine, errors, standing_orders
from games.engine import Event, Move, Origin, Seat, State, StoredEvent
from games.standing_orders import StandingOrder

Refusal = type[Exception]


@dataclass(frozen=True)
class Request:
    """Moves of a seat that has seen a version; with a ``key`` they are played once."""

    seat: int
    moves: Sequence[Move]
    seen: int
    key: str
    text: str


@dataclass
class Receipt:
    """A request with a key that was carried out: of whom, which, and the rows that it made."""

    seat: int
    request: str
    rows: list[StoredEvent]


@dataclass
class Model:
    """A running game of people only, seat by seat.

    Methods that can be refused return the class of the refusal and have changed nothing then.
    """

    game: str
    salt: bytes
    players: int
    state: State = field(default_factory=State)
    rows: list[StoredEvent] = field(default_factory=list)
    states: dict[int, bytes] = field(default_factory=dict)
    receipts: dict[tuple[int, str], Receipt] = field(default_factory=dict)
    orders: dict[int, StandingOrder] = field(default_factory=dict)
    max_bids: dict[int, tuple[int, int]] = field(default_factory=dict)
    resigned: set[int] = field(default_factory=set)
    votes: set[int] = field(default_factory=set)

    @property
    def version(self) -> int:
        return len(self.rows)

    @property
    def staying(self) -> set[int]:
        """The seats that have not resigned."""
        return set(range(self.players)) - self.resigned

    def take(
        self,
        state: State,
        event: Event,
        *,
        now: datetime,
        origin: Origin = "player",
        cause: int | None = None,
    ) -> None:
        """Write down an event that led to a state."""
        last = self.rows[-1] if self.rows else None
        row = engine.seal(
            event,
            state,
            game=self.game,
            salt=self.salt,
            previous=last.chain if last else "",
            recorded_at=max(now, last.recorded_at) if last else now,
            origin=origin,
            cause=cause,
        )
        self.rows.append(row)
        self.state = state
        self.max_bids = {
            seat: (amount, number)
            for seat, (amount, number) in self.max_bids.items()
            if self._bids(seat) and number == self._auction_round
        }
        self.states[row.version] = engine.dump(state)

    def play(self, asked: Request, now: datetime) -> Refusal | list[StoredEvent]:
        """The rows that answer a request, new ones or those of its first time."""
        known = self.receipts.get((asked.seat, asked.key))
        if known is not None:
            return known.rows if known.request == asked.text else errors.KeyReused
        refusal = self._not_now(asked.seat) or self._stale(asked.seat, asked.seen)
        if refusal:
            return refusal
        judged = engine.copy(self.state)
        made = []
        for left, move in enumerate(asked.moves, start=1 - len(asked.moves)):
            barrier = judged.undo_to
            try:
                event = engine.play(judged, Seat(asked.seat), move)
            except engine.EngineError as error:
                return type(error)
            if left and judged.undo_to > barrier:
                return engine.IllegalMove
            made.append((engine.copy(judged), event))
        for state, event in made:
            self.take(state, event, now=now)
        rows = self.rows[-len(made) :]
        if asked.key:
            self.receipts[asked.seat, asked.key] = Receipt(asked.seat, asked.text, rows)
        return rows

    def undo(self, seat: int, to: int | None, now: datetime) -> Refusal | None:
        refusal = self._not_now(seat)
        if refusal:
            return refusal
        try:
            event = engine.undo(engine.copy(self.state), Seat(seat), self.rows, to)
        except engine.EngineError as error:
            return type(error)
        state = engine.load(self.states[event.parent])
        state.version = event.version
        self.take(state, event, now=now)
        return None

    def resign(self, seat: int, now: datetime) -> Refusal | None:
        if seat in self.resigned:
            return None
        if self.state.over or self._ends_by_itself():
            return errors.GameNotRunning
        self._step(now)
        state = engine.copy(self.state)
        self.take(state, engine.resign(state, Seat(seat)), now=now)
        self.resigned.add(seat)
        self.orders.pop(seat, None)
        self.max_bids.pop(seat, None)
        self.votes.clear()
        if len(self.staying) < 2:
            state, cause = engine.copy(self.state), self.version
            self.take(state, engine.end_early(state), now=now, origin="game", cause=cause)
        return None

    def agree(self, seat: int, now: datetime) -> Refusal | None:
        if seat in self.resigned:
            return errors.SeatResigned
        if self.state.ended_by == "agreement":
            return None
        if self.state.over:
            return errors.GameNotRunning
        if self.votes | {seat} == self.staying:
            if self._ends_by_itself():
                return errors.GameNotRunning
            self._step(now)
            state = engine.copy(self.state)
            self.take(state, engine.abandon(state), now=now, origin="game")
        self.votes.add(seat)
        return None

    def withdraw(self, seat: int) -> Refusal | None:
        if seat in self.resigned:
            return errors.SeatResigned
        if self.state.over:
            return errors.GameNotRunning
        self.votes.discard(seat)
        return None

    def order(self, seat: int, order: StandingOrder | None, now: datetime) -> Refusal | None:
        if self.state.over:
            return errors.GameNotRunning
        if seat in self.resigned:
            return errors.SeatResigned
        if order == self.orders.get(seat):
            return None
        self.orders.pop(seat, None)
        if order is not None:
            self.orders[seat] = order
            self._obey(now, {seat})
        return None

    def max_bid(self, seat: int, amount: int | None, now: datetime) -> Refusal | None:
        refusal = self._not_now(seat)
        if refusal:
            return refusal
        if amount is None:
            self.max_bids.pop(seat, None)
        elif not self._bids(seat):
            return errors.NotBidding
        elif not self._least <= amount <= 30:
            return errors.MaxBidOutOfRange
        else:
            self.max_bids[seat] = (amount, self._auction_round)
        while self._raise(now):
            pass
        return None

    @property
    def _auction_round(self) -> int:
        return len(self.state.auction.rounds) if self.state.auction else -1

    @property
    def _least(self) -> int:
        """The lowest bid that is higher than all before."""
        bids = self.state.auction.bids if self.state.auction else []
        return bids[-1].amount + 1 if bids else 0

    def _bids(self, seat: int) -> bool:
        """Whether a seat is in an open auction round."""
        going_on = self.state.auction is not None and not self.state.over
        return going_on and seat in self.state.auction.bidding  # type: ignore[union-attr]

    def _raise(self, now: datetime) -> bool:
        """What a maximum bid decides."""
        for decision in self.state.open_decisions():
            most, _ = self.max_bids.get(decision.seat, (-1, 0))
            if decision.kind in ("bid", "opening_bid") and most >= self._least:
                state = engine.copy(self.state)
                move = engine.parse(f"bid {self._least}")
                self.take(state, engine.play(state, decision.seat, move), now=now)
                return True
        return False

    def go_on(self, now: datetime) -> int:
        """Everything that happens without a person; how many rows that makes."""
        before = self.version
        while self._step(now) or self._default(now) or self._obey(now) or self._raise(now):
            pass
        return self.version - before

    def _step(self, now: datetime) -> bool:
        """The steps of the game itself."""
        before = self.version
        while self.state.awaits_step:
            state, cause = engine.copy(self.state), self.version
            event = engine.advance(state)
            assert event is not None
            self.take(state, event, now=now, origin="game", cause=cause)
        return self.version > before

    def _default(self, now: datetime) -> bool:
        """What the game decides for a seat that has resigned."""
        for decision in self.state.open_decisions():
            if decision.seat in self.resigned:
                state = engine.copy(self.state)
                move = engine.default_move(state, decision.seat)
                assert move is not None
                event = engine.play(state, decision.seat, move)
                self.take(state, event, now=now, origin="game", cause=self.version)
                return True
        return False

    def _obey(self, now: datetime, seats: Container[int] = range(4)) -> bool:
        """What a standing order decides."""
        for decision in self.state.open_decisions():
            order = self.orders.get(decision.seat) if decision.seat in seats else None
            if order is not None and decision.kind == "produce":
                state = engine.copy(self.state)
                move = standing_orders.answer(state, decision.seat, order)
                event = engine.play(state, decision.seat, move)
                columns = {"origin": "standing_order", "cause": decision.id}
                self.take(state, event, now=now, **columns)  # type: ignore[arg-type]
                return True
        return False

    def _not_now(self, seat: int) -> Refusal | None:
        if self.state.over:
            return errors.GameNotRunning
        return errors.SeatResigned if seat in self.resigned else None

    def _stale(self, seat: int, seen: int) -> Refusal | None:
        """Fresh is what saw the newest version, or the open decision and no own event since."""
        if seen > self.version:
            return errors.VersionAhead
        if seen == self.version:
            return None
        opened = [d.id for d in self.state.open_decisions() if d.seat == seat]
        answered = any(row.seat == seat for row in self.rows[seen:])
        fresh = not answered and self._decides(seat) and (not opened or min(opened) <= seen)
        return None if fresh else errors.StaleVersion

    def _decides(self, seat: int) -> bool:
        try:
            self.state.decision_for(Seat(seat))
        except engine.NotYourDecision:
            return False
        return True

    def _ends_by_itself(self) -> bool:
        """Whether the steps that the game waits for are its last ones."""
        state = engine.copy(self.state)
        while state.awaits_step:
            engine.advance(state)
        return state.over
