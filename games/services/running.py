"""What goes on without a player: steps of the game, standing orders, bots.

Whoever calls this may be late, doubled or early: each transaction takes the lock, looks what the
game waits for, and does that or nothing.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games import bots, engine, standing_orders, wakeup
from games.models import Game, Seat
from games.models.game import Status
from games.services.stream import Writer, lock_with_seats
from games.wakeup import Wanted

log = logging.getLogger(__name__)

Clock = Callable[[], datetime]
"""Read once for each transaction, where there are several."""

BOT_MOVES_AT_ONCE = 500
"""The most bot moves of one call, far beyond one game with its four bots."""
GAMES_AT_ONCE = 5
"""The most games that somebody who asks for a list waits for."""
IDLE = timedelta(seconds=2)
"""How long bots that are due are left to the request or task that should be playing them."""


@transaction.atomic
def run_steps(*, game_id: UUID, now: datetime) -> int:
    """Take the game's own steps, and answer by standing order, until a player has to decide.

    Returns the number of events that were appended. Raises NoSuchGame.
    """
    return _steps(game_id, now=now, wake=True)


def play_bots(*, game_id: UUID, clock: Clock, limit: int = BOT_MOVES_AT_ONCE) -> int:
    """Let the bots of a game play, and the game go on, until a person has to decide.

    One transaction per move of a bot. Returns the number of bot moves, at most ``limit``; when
    that is reached the game goes on after another wake-up. Raises NoSuchGame.
    """
    played = 0
    while played < limit:
        with transaction.atomic():
            wanted = _bot_turn(game_id, now=clock())
        if wanted is Wanted.STEPS:
            with transaction.atomic():
                _steps(game_id, now=clock(), wake=False)
        elif wanted is Wanted.NOTHING:
            return played
        else:
            played += 1
    if not settings.EMBEDDED:
        wakeup.after_commit(partial(Wanted.BOTS.send, game_id))
    return played


def catch_up(game: Game, *, clock: Clock = timezone.now) -> Game:
    """The game after what it should have done by itself; for whoever looks at one.

    With workers this is the game as it is: they and the sweep see to it. Embedded there is nobody
    else, so a step that got lost is taken now. What goes wrong is logged and not raised: a game
    that cannot go on can still be looked at.
    """
    if not (settings.EMBEDDED and game.due and game.status == Status.RUNNING):
        return game
    if not game.awaits_step and clock() - game.active_at < IDLE:
        return game
    try:
        play_bots(game_id=game.id, clock=clock)
    except Exception:
        log.exception("game %s cannot go on", game.id)
    return Game.objects.get(pk=game.pk)


def touch(game_id: UUID) -> None:
    """``catch_up`` for who is about to do something in a game and has not looked at it."""
    waiting = Game.objects.filter(pk=game_id, due=True)
    # Every move comes by here, and hardly ever is there anything to do: exists() is the least.
    if settings.EMBEDDED and waiting.exists():
        for game in waiting:
            catch_up(game)


def catch_up_all(games: QuerySet[Game]) -> None:
    """``catch_up`` for a list: those of its games that have waited longest, a few at a time."""
    if not settings.EMBEDDED:
        return
    idle = Q(awaits_step=True) | Q(active_at__lt=timezone.now() - IDLE)
    for game in games.filter(idle, due=True, status=Status.RUNNING)[:GAMES_AT_ONCE]:
        catch_up(game)


def _steps(game_id: UUID, *, now: datetime, wake: bool) -> int:
    game = lock_with_seats(game_id)
    if game.status != Status.RUNNING:
        return 0
    writer = Writer(game, now=now)
    seats = list(game.seats.all())
    while wakeup.wanted(writer.state, seats) is Wanted.STEPS:
        take_steps(writer)
        _answer_for_the_resigned(writer)
        _obey(writer, seats)
    if writer.rows or game.due:
        writer.save(wake=wake)
    return len(writer.rows)


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
    while (seat := wakeup.resigned_to_move(writer.state)) is not None:
        move = engine.default_move(writer.state, seat)
        if move is None:
            raise RuntimeError(f"game {writer.game.id} has no default for seat {seat}")
        cause = writer.head.version
        writer.add(engine.play(writer.state, seat, move), origin="game", cause=cause)


def _obey(writer: Writer, seats: list[Seat]) -> None:
    """Answer the open production decisions of seats that left an order."""
    orders = {seat.index: seat.standing_order for seat in seats if seat.standing_order is not None}
    for decision in writer.state.open_decisions():
        order = orders.get(decision.seat)
        if order is None or decision.kind != "produce":
            continue
        move = standing_orders.answer(writer.state, decision.seat, standing_orders.decode(order))
        event = engine.play(writer.state, decision.seat, move)
        writer.add(event, origin="standing_order", cause=decision.id)


def _bot_turn(game_id: UUID, *, now: datetime) -> Wanted:
    """Play one move of a bot if the game waits for one; what the game waited for."""
    game = lock_with_seats(game_id)
    if game.status != Status.RUNNING:
        return Wanted.NOTHING
    writer = Writer(game, now=now)
    seats = {seat.index: seat for seat in game.seats.all()}
    wanted = wakeup.wanted(writer.state, seats.values())
    if wanted is not Wanted.BOTS:
        return wanted
    decision = next(d for d in writer.state.open_decisions() if seats[d.seat].bot)
    move = bots.choose(
        seats[decision.seat].bot, writer.state, decision.seat, bytes(game.server_seed)
    )
    writer.add(engine.play(writer.state, decision.seat, move), origin="bot")
    writer.save(wake=False)
    return wanted
