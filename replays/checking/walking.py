"""Deciding a stream again, event by event."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Raw

from games import engine
from games.engine import Event, State, StoredEvent
from replays.checking.beginning import begin
from replays.checking.judging import Case, difference_in
from replays.checking.payloads import (
    UNDECODABLE,
    UNDO,
    decided_in,
    event_of,
    opening,
    payload_of,
    public_text,
    secret_text,
    shown_in,
    unreadable,
)
from replays.checking.report import (
    DECIDED,
    NOTHING,
    Code,
    Difference,
    Differs,
    Report,
    Subject,
    side,
)
from replays.checking.sequence import check_end, check_place

EARLY: Final[Mapping[str, Callable[[State], Event]]] = {
    engine.EARLY_END: engine.end_early,
    engine.ABANDON: engine.abandon,
    engine.STOP: engine.stop,
}
NO_SEAT: Final = "the event names no seat"
"""By kind, the ends of a game that do not follow from its stream alone."""


def check(subject: Subject, rows: Sequence[StoredEvent]) -> Report:
    """Decide every event again, from the set-up on, and compare all that is stored.

    Stops at the first event that fails. One that other rules decided, and that these decide
    otherwise, is drift: it is taken as recorded, if chain and digest hold, and the check goes on.
    """
    return judge(subject, rows)[0]


def judge(subject: Subject, rows: Sequence[StoredEvent]) -> tuple[Report, State]:
    """The same, with the state after the last event that was taken."""
    walk = StreamWalk(subject, rows)
    try:
        for index in range(len(rows)):
            check_place(subject, rows, index)
            walk.take(index)
        check_end(subject, rows)
    except Differs as error:
        return walk.report(error.difference), walk.state
    return walk.report(None), walk.state


class StreamWalk:
    """The way through one stream. ``replayer`` has the state after the events that were taken."""

    def __init__(self, subject: Subject, rows: Sequence[StoredEvent]) -> None:
        self.subject = subject
        self.rows = rows
        self.replayer = engine.StreamReplayer(engine.returned_to(rows))
        self.checked = 0
        self.drifts: list[Difference] = []

    @property
    def state(self) -> State:
        """The state after the events that were taken."""
        return self.replayer.state

    def report(self, difference: Difference | None) -> Report:
        """What has come out so far, with what ended the way."""
        return Report(
            status="failed" if difference else "drifted" if self.drifts else "passed",
            checked=self.checked,
            version=self.checked,
            rules=engine.RULES_VERSION,
            difference=difference,
            drift=self.drifts[0] if self.drifts else None,
            drifted=len(self.drifts),
        )

    def take(self, index: int) -> None:
        """Decide the event at an index again and compare it. Raises Differs."""
        row = self.rows[index]
        before = None if row.rules == engine.RULES_VERSION else engine.dump(self.state)
        try:
            self._compare(index, self._decide(index))
        except Differs as error:
            if before is None or error.difference.code not in DECIDED:
                raise
            self._take_as_recorded(index, before)
            self.drifts.append(error.difference)
        self.checked += 1
        self.replayer.keep()

    # --- deciding --------------------------------------------------------------------------------

    def _decide(self, index: int) -> Event:
        """What the rules make of the recorded decision, applied to the state. Raises Differs."""
        row = self.rows[index]
        if index == 0:
            return self._set_up(row)
        decided = decided_in(row)
        if decided.kind == UNDO:
            return self._go_back(index)
        move = decided.move or self._hidden_move(index)
        if move is None and decided.kind != engine.RESIGN:
            return _ask(row, "step_refused", lambda: self._step(row, decided.kind))
        if row.seat is None:
            raise _refused(row, "move_refused", NO_SEAT)
        seat = engine.Seat(row.seat)
        if move is None:
            return _ask(row, "move_refused", lambda: engine.resign(self.state, seat))
        return _ask(row, "move_refused", lambda: engine.play(self.state, seat, move))

    def _hidden_move(self, index: int) -> engine.Move | None:
        """A move whose secrets are not here, as later events show it; None where none is hidden."""
        row = self.rows[index]
        kind = engine.move_types().get(decided_in(row).kind)
        decision = None if row.seat is None else self.state.decision_of(engine.Seat(row.seat))
        if kind is None or decision is None:
            return None
        return kind.as_shown(decision, shown_in(self.rows[index + 1 :]))

    def _step(self, row: StoredEvent, kind: str) -> Event:
        """A step of the game, or an early end that its people caused."""
        if kind in EARLY:
            return EARLY[kind](self.state)
        event = engine.advance(self.state)
        if event is None:
            raise _refused(row, "step_refused", "a player has to decide there")
        return event

    def _go_back(self, index: int) -> Event:
        row = self.rows[index]
        if row.seat is None:
            raise _refused(row, "undo_refused", NO_SEAT)
        seat = engine.Seat(row.seat)
        event = _ask(
            row, "undo_refused", lambda: engine.undo(self.state, seat, self.rows, row.parent)
        )
        self._return_to(row)
        return event

    def _return_to(self, row: StoredEvent) -> None:
        try:
            self.replayer.go_back(row)
        except LookupError as error:
            why = f"there is no version {row.parent} before it"
            raise _refused(row, "undo_refused", why) from error

    def _set_up(self, row: StoredEvent) -> Event:
        subject = self.subject
        _check_game(subject, row)
        options, seed, pack = _options_of(subject, row), subject.seed, subject.pack
        assert pack is not None
        engine.packs.register(pack)
        if seed is None:
            return self._set_up_as_recorded(row)

        def decide() -> Event:
            self.replayer.state, event = begin(row, options, seed, pack, origin=subject.origin)
            return event

        return _ask(row, "rules_failed", decide)

    def _set_up_as_recorded(self, row: StoredEvent) -> Event:
        """The set-up of a game whose seed is not known; what it hides is as it was shown later."""
        event = event_of(msgspec.structs.replace(row, secret=None))
        self._apply(row, event)
        engine.assume_hidden(self.state, list(shown_in(self.rows[1:])))
        return event

    def _take_as_recorded(self, index: int, before: bytes) -> None:
        """Follow the recorded effects, which have to give digest and chain. Raises Differs."""
        row = self.rows[index]
        self.replayer.state = engine.load(before)
        event = event_of(row)
        if event.kind == UNDO:
            self._return_to(row)
        else:
            self._apply(row, event)
        self._compare(index, event, as_recorded=True)

    def _apply(self, row: StoredEvent, event: Event) -> None:
        try:
            self.replayer.take_decided(event)
        except Exception as error:
            raise unreadable(row, error) from error

    # --- comparing -------------------------------------------------------------------------------

    def _compare(self, index: int, event: Event, *, as_recorded: bool = False) -> None:
        """Raises Differs unless the row is the one that belongs to the event and the state."""
        rows, row = self.rows, self.rows[index]
        before = rows[index - 1] if index else None
        expected = self._expected(row, event, before, as_recorded=as_recorded)
        after = rows[index + 1] if index + 1 < len(rows) else None
        gone = self.state.resigned
        found = difference_in(Case(self.subject, event, expected, row, before, after, gone))
        if found is not None:
            raise Differs(found)

    def _expected(
        self, row: StoredEvent, event: Event, before: StoredEvent | None, *, as_recorded: bool
    ) -> StoredEvent:
        """The row as it should be. Each column is made of what is recorded in the others.

        So one that was changed stands out alone. Times, origins and causes cannot be decided
        again; the chain vouches for them.
        """
        subject = self.subject
        blind = as_recorded or subject.server_seed is None
        return StoredEvent(
            version=event.version,
            parent=event.parent,
            recorded_at=row.recorded_at,
            seat=event.seat,
            origin=row.origin,
            cause=row.cause,
            rules=row.rules,
            public=row.public if as_recorded else public_text(event),
            secret=row.secret if blind else secret_text(event),
            secret_hash=self._secret_hash(row),
            digest=engine.digest(self.state, row.secret_hash),
            chain=engine.chain(row, subject.id, before.chain if before else ""),
        )

    def _secret_hash(self, row: StoredEvent) -> str | None:
        salt = self.subject.salt
        if salt is None or (row.secret is None and self.subject.server_seed is None):
            return row.secret_hash
        return engine.hash_secrets(salt, self.subject.id, row.version, row.secret)


def _check_game(subject: Subject, row: StoredEvent) -> None:
    """Raises Differs when the game's own columns do not fit together, or not to its set-up.

    A set-up that stands as it was sealed is believed more than the game's columns.
    """
    seed = subject.server_seed
    if seed is not None and engine.randomness.commitment(seed) != subject.commitment:
        raise _game(row, "seed_differs", "The server's seed is not the one committed to.")
    if subject.pack is None or subject.pack.hash != subject.content:
        raise _game(row, "content_differs", "The game's content pack is not there.")
    if engine.chain(row, subject.id, "") != row.chain:
        return
    named = opening(payload_of(row).effects)
    if named is not None and named.pack != subject.content:
        sentence = "The game was set up with another content pack."
        raise _game(
            row, "content_differs", sentence, side(pack=subject.content), side(pack=named.pack)
        )
    options = _options_of(subject, row)
    if named is not None and named.options != options:
        sentence = "The game was set up with other options."
        sides = side(options=options), side(options=named.options)
        raise _game(row, "options_differ", sentence, *sides)


def _options_of(subject: Subject, row: StoredEvent) -> engine.Options:
    try:
        return msgspec.json.decode(subject.options, type=engine.Options)
    except UNDECODABLE as error:
        raise _game(
            row, "options_differ", f"The game's options cannot be read: {error}."
        ) from error


def _game(
    row: StoredEvent, code: Code, sentence: str, expected: Raw = NOTHING, recorded: Raw = NOTHING
) -> Differs:
    """A difference in the game's own row; it is reported with the set-up."""
    return Differs(
        Difference(
            version=row.version,
            code=code,
            sentence=sentence,
            rules=row.rules,
            expected=expected,
            recorded=recorded,
        )
    )


def _ask(row: StoredEvent, code: Code, decide: Callable[[], Event]) -> Event:
    """What the engine decides. Raises Differs, also where the engine raises an error."""
    try:
        return decide()
    except Differs:
        raise
    except engine.IllegalMove as error:
        raise _refused(row, code, str(error), rule=error.rule, refusal=error.code) from error
    except engine.NotYourDecision as error:
        refusal = "not_your_decision"
        raise _refused(row, code, str(error), rule="STATE-30", refusal=refusal) from error
    except Exception as error:
        raise _refused(row, "rules_failed", engine.stopped_by(error)) from error


def _refused(
    row: StoredEvent, code: Code, why: str, *, rule: str | None = None, refusal: str | None = None
) -> Differs:
    return Differs(
        Difference(
            version=row.version,
            code=code,
            sentence=f"Event {row.version} cannot be decided again: {why}.",
            rules=row.rules,
            recorded=_shown(row),
            rule=rule,
            refusal=refusal,
        )
    )


def _shown(row: StoredEvent) -> Raw:
    """The public payload as JSON, if it is JSON."""
    try:
        payload_of(row)
    except Differs:
        return NOTHING
    return Raw(row.public.encode())
