"""Any order of requests, retries, tasks and faults of the cache against a simple model.

CALEDONIA_MACHINE is the number of runs; without it they are few and always the same.
"""

import os
from datetime import timedelta
from typing import Final
from uuid import UUID

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games import engine, errors, selectors, services, table_errors, tasks
from games.errors import StaleVersion
from games.max_bids import MaxBid
from games.runtime import state_cache
from games.standing_orders import StandingOrder
from tests.games.machine import SideBySide
from tests.games.model import Model
from tests.games.tables import SEED

pytestmark = pytest.mark.long

RUNS: Final = int(os.environ.get("CALEDONIA_MACHINE", "0"))
WILD: Final = tuple(
    engine.parse(text)
    for text in ("pass", "end", "skip", "choose 0", "bid 3", "buy 2 wool", "produce nothing")
)
"""Moves that are legal now and then."""
ORDERS: Final = (StandingOrder(), StandingOrder(order=["cheese", "bread"]), None)

SEATS = st.integers(0, 2)
PICKS = st.integers(0, 1000)


def urgency(move: engine.Move) -> int:
    """What comes first for who is in a hurry."""
    order = ("expand bakery", "expand distillery", "expand field", "pass", "end", "skip")
    return next((n for n, text in enumerate(order) if move.notation().startswith(text)), len(order))


class Services(SideBySide):
    """What people, the server and the cache may do in any order."""

    @initialize(
        players=st.sampled_from([3, 3, 2]),
        auction=st.sampled_from(["none", "open", "blind", "vickrey"]),
        orders=st.lists(st.sampled_from(ORDERS), min_size=2, max_size=2),
        hurry=st.sampled_from([0, 0, 20, 60]),
        played=st.integers(0, 20),
        gone=st.none() | SEATS,
    )
    def table(
        self,
        *,
        players: int,
        auction: str,
        orders: list[StandingOrder | None],
        hurry: int,
        played: int,
        gone: int | None,
    ) -> None:
        """Create, join and start a game; leave orders, play some of it, and maybe resign."""
        options = engine.Options(players=players, auction=auction)  # type: ignore[arg-type]
        host, *others = self.users[:players]
        game = services.create_game(
            host=host, name="M", options=options, visibility="public", now=self.now, seed=SEED
        )
        for user in others:
            with pytest.raises(table_errors.TooFewPlayers):
                services.start_game(game_id=game.pk, user=host, now=self.now)
            services.join_game(game_id=game.pk, user=user, now=self.now)
        self.call(services.start_game, user=host, game_id=game.pk)
        self.id = game.pk
        self.model = Model(str(game.pk), bytes(game.salt), players)
        state, event = engine.new_game(
            options, engine.randomness.game_seed(SEED, []), engine.packs.builtin()
        )
        self.model.take(state, event, now=self.now, origin="game")
        for seat, order in enumerate(orders):
            self.order(seat, order)
        self.hurry(hurry)
        for number in range(played):
            self.go_ahead(7 * number)
        if gone is not None and players > 2:
            self.agree((gone + 1) % players)
            self.resign(gone)

    # --- what people do -----------------------------------------------------------------------

    @rule(pick=PICKS)
    def go_ahead(self, pick: int) -> None:
        """The seat to decide plays a legal move, or the task does its work."""
        decisions = self.model.state.open_decisions()
        if not decisions or self.model.state.over:
            self.deliver()
            return
        seat = decisions[pick % len(decisions)].seat
        self.play(seat, [self.legal(seat, pick)], self.model.version)

    @rule(times=st.integers(5, 40))
    def hurry(self, times: int) -> None:
        """Everybody builds what leaves a choice in production, and passes as soon as possible."""
        for _ in range(times):
            decisions = self.model.state.open_decisions()
            if not decisions or self.model.state.over:
                self.deliver()
                continue
            seat = decisions[0].seat
            legal = engine.legal_moves(self.model.state, seat)
            self.play(seat, [min(legal, key=urgency)], self.model.version)

    @rule(seat=SEATS, pick=PICKS, back=st.integers(-1, 4))
    def anything(self, seat: int, pick: int, back: int) -> None:
        """Some seat plays some move and has seen some version, rightly or not."""
        seat %= self.model.players
        moves = [*WILD, *engine.legal_moves(self.model.state, engine.Seat(seat))]
        self.play(seat, [moves[pick % len(moves)]], max(0, self.model.version - back))

    @rule(pick=PICKS, wild=st.booleans(), key=st.sampled_from(["", "a", "b"]))
    def several(self, pick: int, wild: bool, key: str) -> None:
        """Two moves in one request; what is wild is often illegal, and then both are refused."""
        for decision in self.model.state.open_decisions()[:1]:
            first = self.legal(decision.seat, pick)
            state = engine.copy(self.model.state)
            engine.play(state, decision.seat, first)
            after = [] if wild else engine.legal_moves(state, decision.seat)
            moves = [first, (after or WILD)[pick % len(after or WILD)]]
            self.play(decision.seat, moves, self.model.version, key)

    @rule(first=PICKS, second=PICKS)
    def race(self, first: int, second: int) -> None:
        """Two requests of one seat from the same version: the second is stale."""
        for decision in self.model.state.open_decisions()[:1]:
            seat, seen = decision.seat, self.model.version
            if seat in self.model.resigned or self.model.state.over:
                continue
            moves = [self.legal(seat, first), self.legal(seat, second)]
            self.play(seat, moves[:1], seen)
            missed = self.play(seat, moves[1:], seen)
            assert isinstance(missed, StaleVersion)
            assert (missed.version, list(missed.rows)) == (seen + 1, self.model.rows[seen:])

    @rule(pick=PICKS, key=st.sampled_from("ab"))
    def keyed(self, pick: int, key: str) -> None:
        """A request with a key, which may be one that was used before."""
        for decision in self.model.state.open_decisions()[:1]:
            move = self.legal(decision.seat, pick)
            self.play(decision.seat, [move], self.model.version, key)

    @precondition(lambda self: self.model.receipts)
    @rule(pick=PICKS, changed=st.booleans())
    def retry(self, pick: int, changed: bool) -> None:
        """A request comes again, with the same body or another."""
        (seat, key), receipt = list(self.model.receipts.items())[pick % len(self.model.receipts)]
        moves = [WILD[0]]
        request = "another" if changed else receipt.request
        self.play(seat, moves, 1, key, request)

    @rule(seat=SEATS, back=st.none() | st.integers(0, 5))
    def undo(self, seat: int, back: int | None) -> None:
        seat %= self.model.players
        to = None if back is None else max(0, self.model.version - back)
        self.check(
            self.model.undo(seat, to, self.now),
            lambda: self.call(services.undo, seat, to_version=to),
        )

    @rule(pick=PICKS)
    def play_and_undo(self, pick: int) -> None:
        """What was done is taken back, if it can be; then the same player goes on."""
        for decision in self.model.state.open_decisions()[:1]:
            self.play(decision.seat, [self.legal(decision.seat, pick)], self.model.version)
            self.undo(decision.seat, None)

    @precondition(lambda self: len(self.model.staying) > 2 or self.model.version > 60)
    @rule(seat=SEATS)
    def resign(self, seat: int) -> None:
        seat %= self.model.players
        self.check(self.model.resign(seat, self.now), lambda: self.call(services.resign, seat))

    @rule(seat=SEATS)
    def agree(self, seat: int) -> None:
        seat %= self.model.players
        self.check(
            self.model.agree(seat, self.now), lambda: self.call(services.agree_to_abandon, seat)
        )

    @rule(seat=SEATS)
    def withdraw(self, seat: int) -> None:
        seat %= self.model.players

        def call() -> object:
            user = self.users[seat]
            return services.withdraw_abandoning(game_id=self.id, user=user)

        self.check(self.model.withdraw(seat), call)

    @rule(seat=SEATS, order=st.sampled_from(ORDERS))
    def order(self, seat: int, order: StandingOrder | None) -> None:
        seat %= self.model.players
        self.check(
            self.model.order(seat, order, self.now),
            lambda: self.call(services.set_standing_order, seat, order=order),
        )

    @rule(seat=SEATS, amount=st.none() | st.integers(0, 31))
    def max_bid(self, seat: int, amount: int | None) -> None:
        seat %= self.model.players
        self.check(
            self.model.max_bid(seat, amount, self.now),
            lambda: self.call(
                services.set_max_bid, seat, wanted=None if amount is None else MaxBid(amount)
            ),
        )

    @rule(pick=PICKS)
    def stranger(self, pick: int) -> None:
        """Strangers cannot play."""
        for call, more in (
            (services.play_moves, {"moves": [WILD[0]], "seen_version": 1, "key": "a"}),
            (services.undo, {}),
            (services.resign, {}),
            (services.agree_to_abandon, {}),
        ):
            with pytest.raises(errors.NotSeated):
                self.call(call, 3, **more)

    # --- what the server does -----------------------------------------------------------------

    @rule()
    def deliver(self) -> None:
        """A task comes, wanted or not."""
        self.sent.clear()
        made = self.model.go_on(self.now)
        assert self.call(services.run_steps, game_id=self.id) == made

    @rule()
    def deliver_twice(self) -> None:
        """The second time there is nothing to do."""
        self.deliver()
        assert self.call(services.run_steps, game_id=self.id) == 0
        assert services.play_bots(game_id=self.id, clock=lambda: self.now) == 0

    @rule()
    def sweep(self) -> None:
        """Whatever got lost, the sweep finds the games that should go on."""
        later = self.now + timedelta(hours=1)
        waiting = selectors.forgotten(later).filter(pk=self.id).exists()
        before = self.model.version
        assert waiting or self.model.go_on(self.now) == 0
        if waiting:
            self.deliver()
            assert self.model.version > before or not self.game.due

    @rule(minutes=st.integers(-2, 5))
    def time_passes(self, minutes: int) -> None:
        """Forwards mostly; clocks of several machines differ."""
        self.now += timedelta(minutes=minutes)

    # --- the cache ----------------------------------------------------------------------------

    @rule()
    def cache_is_emptied(self) -> None:
        cache.delete_many([state_cache._key(self.id, v) for v in range(1, self.model.version + 1)])

    @rule(junk=st.sampled_from([b"", b"junk", b"\0" * 200, "text", 7, None]))
    def cache_is_poisoned(self, junk: object) -> None:
        cache.set(state_cache._key(self.id, self.model.version), junk)

    @rule()
    def entry_is_kept(self) -> None:
        entry = cache.get(state_cache._key(self.id, self.model.version))
        if isinstance(entry, bytes):
            self.old_entries.append(entry)

    @precondition(lambda self: self.old_entries)
    @rule(pick=PICKS)
    def old_entry_comes_back(self, pick: int) -> None:
        entry = self.old_entries[pick % len(self.old_entries)]
        cache.set(state_cache._key(self.id, self.model.version), entry)


@pytest.mark.django_db
def test_services_do_what_the_model_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is continued on the way: the game's own steps wait for a task, as with workers."""
    monkeypatch.setattr(django_settings, "EMBEDDED", False)
    Services.sent = []
    for task in (tasks.run_round_end, tasks.run_bots):
        monkeypatch.setattr(task, "delay", lambda game: Services.sent.append(UUID(game)))
    run_state_machine_as_test(Services, settings=how_often())


def how_often() -> settings:
    return settings(
        max_examples=RUNS or 16,
        stateful_step_count=30,
        derandomize=not RUNS,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
