"""The production phase, all players at the same time. (PROD)"""

from games.engine import effects as fx
from games.engine.clans import clan_of
from games.engine.decisions import ProduceAnswer, ProduceDecision
from games.engine.expansions import in_play
from games.engine.recorder import Recorder
from games.engine.rules.income import income
from games.engine.state import Player
from games.engine.words import GRAIN, MILK, Seat


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
    choosing = [seat for seat in game.state.passed if has_choice(game.player(seat))]
    for seat in choosing:
        game.open(ProduceDecision(game.version, seat))
    if not choosing:
        _end_production(game)


def has_choice(player: Player) -> bool:
    """Whether a player can process anything or has a clan's choice. (PROD-11)"""
    goods = player.goods
    return bool(
        (goods[MILK] and player.count("cheese_dairy"))
        or (goods[GRAIN] and (player.count("bakery") or player.count("distillery")))
        or clan_of(player).chooses_in_production(player)
    )


def finish_production(game: Recorder) -> None:
    """Carry out all answers, in the new turn order. (PROD-05..09, STATE-51)"""
    answers = [d for d in game.state.decisions if isinstance(d, ProduceDecision)]
    game.emit(fx.AnswersClosed())
    for decision in answers:
        if decision.answer is not None:
            process(game, decision.seat, decision.answer)
    _end_production(game)


def _end_production(game: Recorder) -> None:
    for expansion in in_play(game.state.options):
        expansion.after_production(game)
    game.emit(fx.PhaseBegan("scoring"))


def process(game: Recorder, seat: Seat, answer: ProduceAnswer) -> None:
    """Turn basic goods of one player into processed ones; then what the clan does."""
    game.goods(seat, "milk", -answer.cheese)
    game.goods(seat, "grain", -answer.bread - answer.whisky)
    game.goods(seat, "cheese", answer.cheese)
    game.goods(seat, "bread", answer.bread)
    game.goods(seat, "whisky", answer.whisky)
    clan_of(game.player(seat)).after_processing(game, seat, answer)
