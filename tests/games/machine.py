"""A game that the services and a simple model play side by side, and what holds of both."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import TestCase
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
)

from games import engine, selectors, services, store
from games.models import Game
from games.models import Receipt as StoredReceipt
from tests.games.model import Request

NAMES: Final = ("alice", "bob", "charlie", "dora")
START: Final = datetime(2026, 1, 2, tzinfo=UTC)


class SideBySide(RuleBasedStateMachine):
    """Games of two or three people; tasks are kept in ``sent`` until a rule delivers them.

    A rule makes the game, whose id is ``id``, and its ``model``.
    """

    sent: list[UUID]

    def __init__(self) -> None:
        super().__init__()
        self.transaction = transaction.atomic()
        self.transaction.__enter__()
        self.users = [User.objects.create(username=name) for name in NAMES]
        self.now = START
        self.sent.clear()
        self.old_entries: list[bytes] = []

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.transaction.__exit__(None, None, None)

    # --- what always holds --------------------------------------------------------------------

    @invariant()
    def the_stream_is_the_models(self) -> None:
        if hasattr(self, "model"):
            assert store.rows(self.id) == self.model.rows

    @invariant()
    def every_chain_verifies(self) -> None:
        if hasattr(self, "model"):
            previous = ""
            for number, row in enumerate(store.rows(self.id), 1):
                assert row.version == number
                assert row.chain == engine.chain(row, str(self.id), previous)
                previous = row.chain

    @invariant()
    def the_state_is_the_models(self) -> None:
        if hasattr(self, "model"):
            wanted = engine.dump(self.model.state)
            assert engine.dump(engine.rebuild(store.rows(self.id))) == wanted
            assert engine.dump(selectors.state_of(self.game)) == wanted

    @invariant()
    def columns_say_what_the_stream_says(self) -> None:
        if not hasattr(self, "model"):
            return
        game, model = self.game, self.model
        seats = list(game.seats.order_by("index"))
        waiting = {decision.seat for decision in model.state.open_decisions()} - model.resigned
        assert game.version == model.version
        assert (game.status == "finished") == model.state.over
        assert {seat.index for seat in seats if seat.waiting} == waiting
        assert {seat.index for seat in seats if seat.resigned} == model.resigned
        assert {seat.index for seat in seats if seat.abandons} == model.votes
        ordered = {seat.index for seat in seats if seat.standing_order is not None}
        assert ordered == set(model.orders)
        bidding = {seat.index: seat.max_bid for seat in seats if seat.max_bid is not None}
        assert bidding == {
            seat: {"amount": amount, "round": number}
            for seat, (amount, number) in model.max_bids.items()
        }

    @invariant()
    def every_receipt_is_kept_once(self) -> None:
        if hasattr(self, "model"):
            found = StoredReceipt.objects.filter(game=self.id)
            kept = {(r.user.username, r.key, r.first_version, r.version) for r in found}
            assert kept == {
                (NAMES[seat], key, receipt.rows[0].version, receipt.rows[-1].version)
                for (seat, key), receipt in self.model.receipts.items()
            }
            assert len(found) == len(kept)

    # --- helpers ------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.id)

    def legal(self, seat: int, pick: int) -> engine.Move:
        moves = engine.legal_moves(self.model.state, engine.Seat(seat))
        return moves[pick % len(moves)]

    def call(self, service: Callable[..., Any], seat: int | None = None, **given: Any) -> Any:
        """A service with what follows its commit."""
        known = {"now": self.now, **given}
        if seat is not None:
            known |= {"game_id": self.id, "user": self.users[seat]}
        with TestCase.captureOnCommitCallbacks(execute=True):
            return service(**known)

    def check(self, refusal: type[Exception] | None, call: Callable[[], object]) -> object:
        """Calls a service, which has to refuse as the model does."""
        if refusal is None:
            return call()
        with pytest.raises(refusal) as refused:
            call()
        assert type(refused.value) is refusal
        return refused.value

    def play(
        self, seat: int, moves: list[engine.Move], seen: int, key: str = "", request: str = ""
    ) -> object:
        """Moves through the service and through the model; the refusal, if it is one."""
        request = request or " / ".join(move.notation() for move in moves)
        before = self.model.version
        outcome = self.model.play(Request(seat, moves, seen, key, request), self.now)
        given = {"moves": moves, "seen_version": seen, "key": key or None, "request_hash": request}
        refusal = outcome if isinstance(outcome, type) else None
        answer = self.check(refusal, lambda: self.call(services.play_moves, seat, **given))
        if isinstance(outcome, list):
            assert isinstance(answer, services.Played)
            assert list(answer.rows) == outcome
            assert answer.version == outcome[-1].version
            assert answer.repeated == (outcome[-1].version <= before)
            assert engine.dump(answer.state) == self.model.states[answer.version]
        return answer
