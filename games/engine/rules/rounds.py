"""Rounds: the order of turns, and what lies between two action phases.

(STATE-10..12, FLOW-13, FLOW-14, SCORE-G, PREP)
"""

from games.engine import effects as fx
from games.engine.content import Content
from games.engine.decisions import MainActionDecision
from games.engine.expansions import in_play
from games.engine.options import Options
from games.engine.recorder import Recorder
from games.engine.rules.export_board import fill_slots
from games.engine.rules.supply import ROUNDS
from games.engine.terms import Seat
from games.engine.tiles import scoring_tile


def begin_turn(game: Recorder, seat: Seat) -> None:
    """A seat is to take its main action, unless the game takes the turn itself."""
    state = game.state
    game.emit(fx.TurnBegan(seat, game.version))
    if not any(one.takes_turn(state, seat) for one in in_play(state.options)):
        game.open(MainActionDecision(game.version, seat))


def next_turn(game: Recorder, after: Seat) -> None:
    """The turn of the next seat that has not passed; when all have, the phase ends. (STATE-12)"""
    order, passed = game.state.turn_order, game.state.passed
    place = order.index(after)
    for seat in order[place + 1 :] + order[: place + 1]:
        if seat not in passed:
            begin_turn(game, seat)
            return
    game.barrier()
    game.emit(fx.PhaseBegan("production"))


def passing_bonus(content: Content, options: Options, place: int) -> int:
    """What passing as number ``place`` (from 0) brings in a game. (PASS-01, IND-FM-06)"""
    bonus = content.passing_bonus(options.players, place)
    for expansion in in_play(options):
        bonus = expansion.passing_bonus(bonus)
    return bonus


def begin_round(game: Recorder, round_: int, order: list[Seat]) -> None:
    """The action phase of a round begins. (SETUP-25, PREP-09)"""
    game.emit(fx.RoundBegan(round_))
    game.emit(fx.TurnOrderSet(order))
    game.emit(fx.PhaseBegan("action"))
    begin_turn(game, order[0])


def score_round(game: Recorder) -> None:
    """Every player scores the tile of the round, if there is one. (SCORE-G1..G3, VAR-NOSCORE)"""
    state = game.state
    for number in state.scoring_tiles[state.round - 1 : state.round]:
        tile = scoring_tile(state.options, number)
        for seat in state.turn_order:
            game.glory(seat, tile.value(state, seat))
    for expansion in in_play(state.options):
        expansion.round_scored(game)
    game.emit(fx.PhaseBegan("preparation" if state.round < ROUNDS else "final"))


def prepare_round(game: Recorder) -> None:
    """Merchants return, the export board is refilled, the next round begins. (PREP-01..09)"""
    state = game.state
    for seat in state.turn_order:
        game.recall_merchants(seat)
    expansions = in_play(state.options)
    for expansion in expansions:
        expansion.prepare_round(game, "merchants")
    fill_slots(game)
    for expansion in expansions:
        expansion.prepare_round(game, "contracts")
    begin_round(game, state.round + 1, list(state.passed))
