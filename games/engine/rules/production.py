"""The production phase, all players at the same time. (PROD)"""

from collections.abc import Sequence

from games.engine import effects as fx
from games.engine.clans import clan_of
from games.engine.decisions import ProduceDecision
from games.engine.expansions import in_play
from games.engine.recorder import Recorder
from games.engine.rules.answers import ProduceAnswer
from games.engine.rules.income import income
from games.engine.state import State
from games.engine.terms import GRAIN, MILK, Seat


def start_production(game: Recorder) -> None:
    """Income and basic goods; then a decision for everyone who has a choice. (PROD-02..11)"""
    content = game.state.content
    for expansion in in_play(game.state.options):
        expansion.before_production(game)
    for seat in game.state.passed:
        clan_of(game.player(seat)).before_production(game, seat)
        brought = income(content, game.player(seat))
        game.money(seat, brought.money)
        for good, amount in brought.goods.items():
            game.goods(seat, good, amount)
    _ask(game, game.state.passed)


def _ask(game: Recorder, seats: Sequence[Seat]) -> None:
    """Let players with a choice decide, all at once or one by one; without any, go on."""
    state = game.state
    choosing = [seat for seat in seats if has_choice(state, seat)]
    if not choosing:
        _end_production(game)
    for seat in choosing[:1] if in_turn(state) else choosing:
        game.open(ProduceDecision(game.version, seat))


def in_turn(state: State) -> bool:
    """Whether players decide one after the other, each answer being final. (IND-AWARD-07)"""
    return any(expansion.produces_in_turn(state) for expansion in in_play(state.options))


def has_choice(state: State, seat: Seat) -> bool:
    """Whether a player can process anything or has a clan's choice. (PROD-11)"""
    player = state.players[seat]
    goods = player.goods
    return bool(
        (goods[MILK] and player.count("cheese_dairy"))
        or (goods[GRAIN] and (player.count("bakery") or player.count("distillery")))
        or clan_of(player).chooses_in_production(state, seat)
    )


def finish_production(game: Recorder) -> None:
    """Carry out the answers, in the new turn order; then the next player decides, if they do so in
    turn. (PROD-05..09, STATE-51)
    """
    answers = [d for d in game.state.decisions if isinstance(d, ProduceDecision)]
    game.emit(fx.AnswersClosed())
    for decision in answers:
        if decision.answer is not None:
            process(game, decision.seat, decision.answer)
    order = game.state.passed
    _ask(game, order[order.index(answers[-1].seat) + 1 :] if in_turn(game.state) else ())


def _end_production(game: Recorder) -> None:
    for expansion in in_play(game.state.options):
        expansion.after_production(game)
    game.emit(fx.PhaseBegan("scoring"))


def process(game: Recorder, seat: Seat, answer: ProduceAnswer) -> None:
    """Turn basic goods of one player into processed ones; then what the clan does."""
    clan_of(game.player(seat)).before_processing(game, seat, answer)
    game.goods(seat, "milk", -answer.cheese)
    game.goods(seat, "grain", -answer.bread - answer.whisky)
    game.goods(seat, "cheese", answer.cheese)
    game.goods(seat, "bread", answer.bread)
    game.goods(seat, "whisky", answer.whisky)
    clan_of(game.player(seat)).after_processing(game, seat, answer)
