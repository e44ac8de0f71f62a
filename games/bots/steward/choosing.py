"""Choosing a move: play each on a copy and look at what it is worth."""

from collections.abc import Sequence

from msgspec import Struct

from games import engine
from games.bots.steward import weights
from games.bots.steward.drafting import best_bid, best_pair, best_site
from games.bots.steward.outlook import Outlook, money_worth, outlook
from games.bots.steward.races import with_races
from games.bots.steward.shortlist import shortlist
from games.bots.steward.worth import worth
from games.engine import Move, Seat, State
from games.engine.decisions import (
    BidDecision,
    ChooseClanDecision,
    Decision,
    MainActionDecision,
    OpeningBidDecision,
    SealedBidDecision,
)
from games.engine.randomness import Stream
from games.engine.recorder import Recorder
from games.engine.rules.production import process

DERIVED = ("content", "board")
"""What hangs on a state object and need not be worked out anew for a copy."""


class Judged(Struct, frozen=True):
    """A move, the money that is left after it, and the worth of everything else."""

    move: Move
    money: int
    rest: float

    def at(self, rate: float) -> float:
        """The worth of all, at so many points a pound."""
        return self.rest + money_worth(self.money, rate)


def steward(state: State, seat: Seat, chance: Stream) -> Move:
    """The legal move that leads to the best position. Chance has a part in sealed bids only."""
    moves = engine.legal_moves(state, seat)
    if len(moves) == 1:
        return moves[0]
    decision = state.decision_for(seat)
    early = before_the_game(state, decision, moves, chance)
    if early is not None:
        return early
    out = with_races(outlook(state, seat), state)
    judged = [judge(out, state, move) for move in shortlist(out, state, moves)]
    if decision.TURN:
        passing = weights.PASSING_ALONE if state.options.solo else weights.PASSING
        least = passing if isinstance(decision, MainActionDecision) else weights.FREE_MOVE
        return best_or_leave(out, state, decision, judged, least)
    return max(judged, key=lambda one: one.at(out.money)).move


def before_the_game(
    state: State, decision: Decision, moves: Sequence[Move], chance: Stream
) -> Move | None:
    """The best move where a clan or the site of a tile is chosen; None in all other decisions."""
    if isinstance(decision, ChooseClanDecision):
        return best_pair(state, moves)
    if isinstance(decision, OpeningBidDecision | BidDecision | SealedBidDecision):
        return best_bid(state, moves, chance)
    return best_site(state, moves) if moves[0].site() is not None else None


def best_or_leave(
    out: Outlook, state: State, decision: Decision, judged: Sequence[Judged], least: float
) -> Move:
    """The best move that brings ``least``; else pass or end the turn.

    What does not pay at what money is worth now may still be better than to keep the money.
    """
    leave = next(one for one in judged if one.move.type_name() == decision.DEFAULT)
    others = [one for one in judged if one is not leave]
    here = Judged(leave.move, state.players[out.seat].money, worth(state, out))
    for rate in (out.money, out.money_later):
        best = max(others, key=lambda one: one.at(rate), default=here)
        if best.at(rate) > here.at(rate) + least:
            return best.move
    return leave.move


def judge(out: Outlook, state: State, move: Move) -> Judged:
    """A move by the position to which it leads."""
    after = engine.copy(state)
    for name in DERIVED:
        if name in state.__dict__:
            after.__dict__[name] = state.__dict__[name]
    hidden = 0.0
    try:
        play(after, out.seat, move)
    except RuntimeError:
        # What it turns up is hidden, so it cannot be tried.
        after, hidden = state, weights.DRAWING + weights.FREE_MOVE
    return Judged(move, after.players[out.seat].money, worth(after, out) + hidden)


def play(state: State, seat: Seat, move: Move) -> None:
    """Play a move; an answer in production is carried out at once."""
    answer = move.answer()
    if answer is None:
        engine.play(state, seat, move)
    else:
        process(Recorder(state), seat, answer)
