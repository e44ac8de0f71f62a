"""Positions early and late in a game with the same kind of move to play, laid into a database."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import count, islice
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from msgspec import Struct

from games import engine, services
from games.engine.terms import GOODS, SIDES
from games.models import Game
from games.services.play.stream import Writer, lock
from simulation.random_play import SALT, at_random, seed_of

PLAYERS = 4
NEAR = 10
"""How far from the wanted event a position may be."""

Decided = tuple[engine.Seat | None, engine.Move | None]


class MeasuredPosition(Struct, frozen=True):
    """What led to a state, and the trade of one good that is measured there."""

    server_seed: bytes
    decided: list[Decided]
    seat: engine.Seat
    move: engine.Move

    @property
    def version(self) -> int:
        """The event before the move; the set-up is the first."""
        return len(self.decided) + 1


def find(wanted: Sequence[int], games: int) -> list[list[MeasuredPosition]]:
    """From random games that are long enough, a position near each of the wanted events."""
    found = (_near(f"stored/{number}", wanted) for number in count())
    return list(islice((positions for positions in found if positions), games))


def _near(name: str, wanted: Sequence[int]) -> list[MeasuredPosition]:
    """The positions of one game; none when it lacks one of them."""
    trades = list(_trades(name))
    nearest = [
        min(trades, key=lambda position, event=event: abs(position.version - event))  # type: ignore[misc]
        for event in wanted
        if trades
    ]
    close = all(abs(p.version - e) <= NEAR for p, e in zip(nearest, wanted, strict=False))
    return nearest if close else []


def _trades(name: str) -> Iterator[MeasuredPosition]:
    """Every position of a game in which one good can be traded and the turn just passes on."""
    server_seed = seed_of(name)
    choose = at_random(name)
    seed = engine.randomness.game_seed(server_seed, [])
    state, _ = engine.new_game(engine.Options(players=PLAYERS), seed, engine.packs.builtin())
    decided: list[Decided] = []
    while not state.over:
        if state.awaits_step:
            engine.advance(state)
            decided.append((None, None))
            continue
        seat = state.open_decisions()[0].seat
        trade = _trade(state, seat)
        if trade is not None:
            yield MeasuredPosition(server_seed, decided.copy(), seat, trade)
        move = choose(state, seat)
        engine.play(state, seat, move)
        decided.append((seat, move))


def _trade(state: engine.State, seat: engine.Seat) -> engine.Move | None:
    if state.phase != "action":
        return None
    trades = {f"{side} 1 {good}" for side in SIDES for good in GOODS}
    for move in engine.legal_moves(state, seat):
        if move.notation() in trades:
            trial = engine.copy(state)
            engine.play(trial, seat, move)
            return None if trial.awaits_step else move
    return None


def lay(position: MeasuredPosition, users: Sequence[User], *, now: datetime) -> UUID:
    """A game of these users that stands at the position, as the services would have stored it."""
    host, *others = users
    game = services.create_game(
        host=host,
        name="Benchmark",
        options=engine.Options(players=PLAYERS),
        visibility="public",
        now=now,
        seed=position.server_seed,
    )
    Game.objects.filter(pk=game.pk).update(salt=SALT)
    for user in others:
        services.join_game(game_id=game.id, user=user, now=now)
    services.start_game(game_id=game.id, user=host, now=now)
    _replay(game.id, position.decided, now=now)
    return game.id


@transaction.atomic
def _replay(game_id: UUID, decided: Sequence[Decided], *, now: datetime) -> None:
    """Append what was decided, in one transaction: laying hundreds of games should be quick."""
    writer = Writer(lock(game_id), now=now)
    for seat, move in decided:
        if seat is None or move is None:
            event = engine.advance(writer.state)
            assert event is not None
            writer.add(event, origin="game")
        else:
            writer.add(engine.play(writer.state, seat, move), origin="player")
    writer.save(wake=False)
