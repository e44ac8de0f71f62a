"""Continuing a game without its players: steps of the game, standing orders, maximum bids, bots.

Calls may come late, twice or early: each transaction takes the lock, looks what the game waits for,
and does that or nothing.
"""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import NamedTuple, ParamSpec, TypeVar, cast
from uuid import UUID

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from games import bots, engine, max_bids, standing_orders, store, waiting
from games.models import Game, Seat
from games.models.game import Status
from games.runtime import dispatch
from games.runtime.commit import in_transaction
from games.services.play import paying
from games.services.play.stream import Writer, lock_with_seats
from games.services.play.wanted import Wanted, resigned_to_move, wanted_of

log = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

Clock = Callable[[], datetime]
"""Read once for each transaction, where there are several."""

WHOLE_GAME = 500
"""The most bot moves of one call, far beyond one game with its four bots."""
BOT_SECONDS_AT_ONCE = 0.25
"""After how long a task begins no further bot move, so that other games have their turn."""
MOVES_OF_WHO_IS_OVER = 3
"""The most bot moves of a task whose payer has used up what comes first."""
GAMES_AT_ONCE = 5
"""The most games of a list that are continued before it is returned."""
IDLE = timedelta(seconds=2)
"""How long bots that are due are left to the request or task that should be playing them."""


class StepResult(NamedTuple):
    """One transaction: what the game wanted and got, what it wants now, and its version."""

    taken: Wanted
    next: Wanted
    version: int


def run_steps(*, game_id: UUID, now: datetime, first: bool = False) -> int:
    """Take the game's own steps, and answer by standing order, until a player has to decide.

    A task that came ``first`` does nothing for a payer who has used that up, and is sent again for
    later. Returns the number of events that were appended. Raises NoSuchGame.
    """
    with paying.TaskCharge(game_id) as account:
        if first and account.over:
            Wanted.STEPS_LATER.send(game_id, account.version)
            return 0
        before, after = _steps(game_id, now=now, wake=True)
        return after.version - before


def play_bots(*, game_id: UUID, clock: Clock, limit: int = WHOLE_GAME) -> int:
    """Let the bots of a game play, and the game go on, until a person has to decide.

    One transaction per move of a bot. Returns the number of bot moves, at most ``limit``; nothing
    follows then by itself. Raises NoSuchGame.
    """
    played = 0
    while played < limit:
        turn = _turn(game_id, clock)
        if not turn.taken:
            return played
        played += turn.taken.of_bots
    return played


def play_share(*, game_id: UUID, seen: int | None, clock: Clock, first: bool = False) -> int:
    """Let bots play as ``play_bots`` does, a few moves only, and start a task for the next ones.

    For a payer who has used up what comes first these are ``MOVES_OF_WHO_IS_OVER`` at most, and a
    task that came ``first`` plays none: it is sent again for later.

    The versions of a game are cut into shares of ``BOT_MOVES_AT_ONCE``. A task plays in the share
    of ``seen``, which was the version when it was started, until that ends or its time is over.
    What takes the game into another share also starts the next task. So a task that comes later
    than that takes the steps of the game at most: of several tasks of one game only one goes on,
    and one that died in the middle of its share, or of the steps after it, can come again. None is
    for the share that is played now.
    Returns the number of bot moves. Raises NoSuchGame.
    """
    with paying.TaskCharge(game_id) as account:
        over = account.over
        if over and first:
            seen = account.version if seen is None else seen
            Wanted.BOTS_LATER.send(game_id, seen)
            return 0
        most = MOVES_OF_WHO_IS_OVER if over else WHOLE_GAME
        played, turn = _share(game_id, None if seen is None else share_of(seen), clock, most)
        if turn.taken and turn.next:
            account.queued(turn.next).send(game_id, turn.version)
        return played


def _share(game_id: UUID, share: int | None, clock: Clock, most: int) -> tuple[int, StepResult]:
    """Play in this share, or in that of now, until it or the time of a task is over.

    Returns the number of bot moves, and the last turn.
    """
    played, until = 0, time.monotonic() + BOT_SECONDS_AT_ONCE
    begun = share
    while True:
        turn = _turn(game_id, clock, share)
        if not turn.taken:
            return played, turn
        played += turn.taken.of_bots
        share = share_of(turn.version)
        begun = share if begun is None else begun
        over = share != begun or played >= most or time.monotonic() > until
        if over and turn.next is not Wanted.STEPS:
            return played, turn


def share_of(version: int) -> int:
    """The number of the share that a version of a game is in."""
    return version // max(settings.BOT_MOVES_AT_ONCE, 1)


def catch_up(game: Game, *, clock: Clock = timezone.now) -> Game:
    """The game after its own overdue steps, for callers that read it.

    With workers this is the game as it is: they and the sweep take the steps. Embedded there are
    none, so a step that got lost is taken now, and bots are woken. Exceptions are logged and
    not raised: a game that cannot go on can still be looked at.
    """
    if not (settings.EMBEDDED and game.due and game.status == Status.RUNNING):
        return game
    if not game.awaits_step and abs(clock() - game.active_at) < IDLE:
        return game
    try:
        _make_up(game, clock)
    except Exception:
        log.exception("advancing game %s failed", game.id)
    return Game.objects.get(pk=game.pk)


def _make_up(game: Game, clock: Clock) -> None:
    if not dispatch.in_the_background():
        play_bots(game_id=game.id, clock=clock)
    elif game.awaits_step:
        _steps(game.id, now=clock(), wake=True)
    else:
        # A reader does not wait for bots; their task finds out whether a person waits for them.
        Wanted.BOTS_ALONE.send(game.id, game.version)


def caught_up(service: Callable[P, R]) -> Callable[P, R]:
    """``catch_up`` before a service that takes a ``game_id``, in transactions of its own."""

    @wraps(service)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        _touch(cast("UUID", kwargs["game_id"]))
        return service(*args, **kwargs)

    return run


def _touch(game_id: UUID) -> None:
    # On the path of every move, and hardly ever is there anything to do.
    if settings.EMBEDDED and store.is_due(game_id):
        for game in Game.objects.filter(pk=game_id, due=True):
            catch_up(game)


def catch_up_all(games: QuerySet[Game]) -> None:
    """``catch_up`` for a list: those of its games that have waited longest, a few at a time."""
    if not settings.EMBEDDED:
        return
    idle = Q(awaits_step=True) | waiting.off("active_at", now=timezone.now(), by=IDLE)
    for game in games.filter(idle, due=True, status=Status.RUNNING)[:GAMES_AT_ONCE]:
        catch_up(game)


def _turn(game_id: UUID, clock: Clock, share: int | None = None) -> StepResult:
    """Give the game what it wants next: one move of a bot, or its own steps."""
    turn = _bot_turn(game_id, now=clock(), share=share)
    return _steps(game_id, now=clock(), wake=False)[1] if turn.taken is Wanted.STEPS else turn


@in_transaction
def _steps(game_id: UUID, *, now: datetime, wake: bool) -> tuple[int, StepResult]:
    """Take what steps there are; the version before, and the turn."""
    game = lock_with_seats(game_id)
    before = game.version
    if game.status != Status.RUNNING:
        return before, StepResult(Wanted.NOTHING, Wanted.NOTHING, before)
    writer = Writer(game, now=now)
    seats = list(game.seats.all())
    while (wanted := wanted_of(writer.state, seats)) is Wanted.STEPS:
        take_steps(writer)
        _answer_for_the_resigned(writer)
        obey(writer, seats)
        raise_bids(writer, seats)
    if writer.rows or game.due:
        writer.save(wake=wake)
    return before, StepResult(Wanted.STEPS, wanted, game.version)


def take_steps(writer: Writer) -> None:
    """Take the steps of the game itself that it waits for now."""
    while writer.state.awaits_step:
        cause = writer.head.version
        event = engine.advance(writer.state)
        if event is None:
            raise RuntimeError(
                f"game {writer.game.id} waits for a step that the engine does not take"
            )
        writer.add(event, origin="game", cause=cause)


def _answer_for_the_resigned(writer: Writer) -> None:
    """Make the default moves of the seats that have resigned. (RESIGN-02)"""
    while (seat := resigned_to_move(writer.state)) is not None:
        move = engine.default_move(writer.state, seat)
        if move is None:
            raise RuntimeError(f"game {writer.game.id} has no default for seat {seat}")
        cause = writer.head.version
        writer.add(engine.play(writer.state, seat, move), origin="game", cause=cause)


def obey(writer: Writer, seats: list[Seat]) -> None:
    """Answer the open production decisions of seats that left an order."""
    orders = {seat.index: seat.standing_order for seat in seats if seat.standing_order is not None}
    for decision in writer.state.open_decisions():
        order = orders.get(decision.seat)
        if order is None or not decision.BY_ORDER:
            continue
        move = standing_orders.answer(writer.state, decision.seat, standing_orders.decode(order))
        event = engine.play(writer.state, decision.seat, move)
        writer.add(event, origin="standing_order", cause=decision.id)


def raise_bids(writer: Writer, seats: list[Seat]) -> None:
    """Bid for the seats that are asked and have a maximum bid, until it is somebody's own turn.

    Each of these is a bid like any other, with a time of its own: of two players who bid in the
    same microsecond one has a maximum.
    """
    kept = {seat.index: seat.max_bid for seat in seats if seat.max_bid is not None}
    while kept:
        asked = (decision.seat for decision in writer.state.open_decisions())
        seat = next(iter(asked), None)
        move = None if seat is None else max_bids.raised(writer.state, seat, kept.get(seat))
        if seat is None or move is None:
            return
        writer.go_to(timezone.now())
        writer.add(engine.play(writer.state, seat, move), origin="player")


@in_transaction
def _bot_turn(game_id: UUID, *, now: datetime, share: int | None) -> StepResult:
    """Play one move of a bot if the game waits for one, and is still in this share.

    Anything else is wanted in any share: the task whose move led to it may have died.
    """
    game = lock_with_seats(game_id)
    if game.status != Status.RUNNING:
        return StepResult(Wanted.NOTHING, Wanted.NOTHING, game.version)
    writer = Writer(game, now=now)
    seats = {seat.index: seat for seat in game.seats.all()}
    wanted = wanted_of(writer.state, seats.values())
    if game.due and not wanted:
        Game.objects.filter(pk=game.pk).update(due=False)
    if wanted.of_bots and share is not None and share_of(game.version) != share:
        wanted = Wanted.NOTHING
    if not wanted.of_bots:
        return StepResult(wanted, wanted, game.version)
    decision = next(d for d in writer.state.open_decisions() if seats[d.seat].bot)
    move = bots.choose(
        seats[decision.seat].bot, writer.state, decision.seat, bytes(game.server_seed)
    )
    writer.add(engine.play(writer.state, decision.seat, move), origin="bot")
    writer.save(wake=False)
    return StepResult(wanted, wanted_of(writer.state, seats.values()), game.version)
