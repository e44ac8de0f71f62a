"""Final scoring. (FINAL)"""

from collections.abc import Sequence

from msgspec.structs import replace

from games.engine import effects as fx
from games.engine import solo
from games.engine.clans import clan_of
from games.engine.recorder import Recorder
from games.engine.sealing import copy
from games.engine.state import ScoreSheet, State
from games.engine.tiles.scoring import basic_goods, processed_goods
from games.engine.words import IMPORTS, Seat

MONEY_PER_POINT = 10
IMPORT_VALUES = (3, 4, 5)
"""What the most, the second and the least imported good are worth. (FINAL-08)"""
EXPORT_POINTS = {False: (12, 6), True: (8, 0)}
"""By whether two play: points for most and second most fulfilled contracts. (FINAL-11)"""
SETTLEMENT_POINTS = {False: (18, 12, 6), True: (12, 0)}
"""By whether two play: points by place in connected settlements. (FINAL-17)"""


def import_values(counters: Sequence[int]) -> tuple[int, ...]:
    """What a unit of cotton, tobacco and sugar cane is worth. (FINAL-08, FINAL-09)

    The farthest counter's good is worth least; of equal ones the earlier in ``IMPORTS`` is rarer.
    """
    by_rarity = sorted(range(len(IMPORTS)), key=lambda i: (-counters[i], -i))
    values = [0] * len(IMPORTS)
    for value, index in zip(IMPORT_VALUES, by_rarity, strict=True):
        values[index] = value
    return tuple(values)


def shared_points(counts: Sequence[int], table: Sequence[int]) -> list[int]:
    """Points for each of some players by their place. (FINAL-12)

    Tied players share the points of the places that they take up, rounded down; places beyond the
    table are worth nothing.
    """
    points = []
    for count in counts:
        place = sum(other > count for other in counts)
        tied = sum(other == count for other in counts)
        points.append(sum(table[place : place + tied]) // tied)
    return points


def export_points(counts: Sequence[int]) -> list[int]:
    """Points for fulfilled contracts, by seat. (FINAL-11, SOLO-22)"""
    if len(counts) == 1:
        return [solo.threshold_points(counts[0], solo.EXPORT_POINTS)]
    return shared_points(counts, EXPORT_POINTS[len(counts) == 2])


def settlement_points(counts: Sequence[int]) -> list[int]:
    """Points for connected settlements, by seat. (FINAL-17, SOLO-23)"""
    if len(counts) == 1:
        return [solo.threshold_points(counts[0], solo.SETTLEMENT_POINTS)]
    return shared_points(counts, SETTLEMENT_POINTS[len(counts) == 2])


def ranks(sheets: Sequence[ScoreSheet]) -> list[int]:
    """Places from 1; equal totals go by leftover money, then they are shared. (FINAL-20..22)"""
    keys = [(sheet.total, sheet.leftover_money) for sheet in sheets]
    return [1 + sum(other > key for other in keys) for key in keys]


def score_sheet(state: State, seat: Seat, exports: int, settlements: int) -> ScoreSheet:
    """One player's lines, given the points of the two rankings. (FINAL-03..10)"""
    player = state.players[seat]
    contracts = [state.content.contract(number) for number in player.fulfilled]
    worth = import_values(state.imports)
    imported = [value * sum(c.imports[i] for c in contracts) for i, value in enumerate(worth)]
    lines = {
        "glory": player.glory,
        "basic_goods": basic_goods(state, seat),
        "processed_goods": 2 * processed_goods(state, seat),
        "money": player.money // MONEY_PER_POINT,
        "hops": sum(c.hops for c in contracts),
        "cotton": imported[0],
        "tobacco": imported[1],
        "sugar_cane": imported[2],
        "exports": exports,
        "settlements": settlements,
    }
    return ScoreSheet(
        seat=seat,
        **lines,  # type: ignore[arg-type]
        total=sum(lines.values()),
        leftover_money=player.money % MONEY_PER_POINT,
        contracts_fulfilled=len(contracts),
        settlements_connected=connected_settlements(state, seat),
    )


def connected_settlements(state: State, seat: Seat) -> int:
    """The settlements in a player's largest linked group. (FINAL-14..16)"""
    units, level = state.position.own[seat], state.players[seat].shipping
    return state.board.linked_settlements(units, level)


def final_sheets(state: State) -> list[ScoreSheet]:
    """Every player's score sheet, by seat, with ranks."""
    seats = [Seat(i) for i in range(len(state.players))]
    exports = export_points([len(p.fulfilled) for p in state.players])
    settlements = settlement_points([connected_settlements(state, seat) for seat in seats])
    sheets = [score_sheet(state, s, exports[s], settlements[s]) for s in seats]
    if state.options.solo:
        return [replace(sheet, rank=1, rating=solo.rating(sheet.total)) for sheet in sheets]
    return [replace(sheet, rank=rank) for sheet, rank in zip(sheets, ranks(sheets), strict=True)]


def score_game(game: Recorder) -> None:
    """The end of the game. (FINAL-01, FINAL-02)"""
    for seat, player in enumerate(game.state.players):
        clan_of(player).before_final(game, Seat(seat))
    for sheet in final_sheets(game.state):
        game.emit(fx.Scored(sheet))
    game.emit(fx.PhaseBegan("over"))


def score_now(state: State) -> list[ScoreSheet]:
    """What final scoring would give if the game ended here, by seat; the state stays as it is."""
    if state.over:
        return list(state.scores)
    ended = Recorder(copy(state))
    score_game(ended)
    return list(ended.state.scores)
