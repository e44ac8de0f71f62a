"""Final scoring. (FINAL)"""

from collections.abc import Sequence

from msgspec.structs import replace

from games.engine import effects as fx
from games.engine.clans import clan_of
from games.engine.expansions import in_play
from games.engine.options import Options
from games.engine.recorder import Recorder
from games.engine.rules.points import close_second, shared_points
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
CLOSE_IN_EXPORTS = 1
"""Contracts that the second of two players may be behind to score. (VAR-2PSCORE-1)"""
CLOSE_IN_SETTLEMENTS = 2
"""Settlements that the second of two players may be behind to score. (VAR-2PSCORE-2)"""
STATIC_IMPORT_VALUE = 4
"""What every import good is worth where that does not change. (VAR-STATIC-01)"""


def import_values(counters: Sequence[int]) -> tuple[int, ...]:
    """What a unit of cotton, tobacco and sugar cane is worth. (FINAL-08, FINAL-09)

    The farthest counter's good is worth least; of equal ones the earlier in ``IMPORTS`` is rarer.
    """
    by_rarity = sorted(range(len(IMPORTS)), key=lambda i: (-counters[i], -i))
    values = [0] * len(IMPORTS)
    for value, index in zip(IMPORT_VALUES, by_rarity, strict=True):
        values[index] = value
    return tuple(values)


def export_points(options: Options, counts: Sequence[int]) -> list[int]:
    """Points for fulfilled contracts, by seat. (FINAL-11, SOLO-22, VAR-LESS-01, VAR-2PSCORE-1)"""
    if not options.export_scoring:
        return [0] * len(counts)
    for expansion in in_play(options):
        if (points := expansion.ranking_points("exports", counts)) is not None:
            return points
    table = EXPORT_POINTS[len(counts) == 2]
    if options.two_player_scoring:
        return close_second(counts, table[0], close=CLOSE_IN_EXPORTS)
    return shared_points(counts, table)


def settlement_points(options: Options, counts: Sequence[int]) -> list[int]:
    """Points for connected settlements, by seat. (FINAL-17, SOLO-23, VAR-LESS-01, VAR-2PSCORE-2)"""
    if not options.settlement_scoring:
        return [0] * len(counts)
    for expansion in in_play(options):
        if (points := expansion.ranking_points("settlements", counts)) is not None:
            return points
    table = SETTLEMENT_POINTS[len(counts) == 2]
    if options.two_player_scoring:
        return close_second(counts, table[0], close=CLOSE_IN_SETTLEMENTS)
    return shared_points(counts, table)


def import_worth(state: State, seat: Seat) -> tuple[int, ...]:
    """What a unit of cotton, tobacco and sugar cane is worth to a player as things stand.

    (FINAL-08, VAR-STATIC-01, VAR-BALANCED-01, VAR-BALANCED-02)
    """
    match state.options.imports:
        case "static":
            return (STATIC_IMPORT_VALUE,) * len(IMPORTS)
        case "balanced":
            return import_values(imported_by(state, seat))
        case _:
            return import_values(state.imports)


def imported_by(state: State, seat: Seat) -> list[int]:
    """How much of each import good a player's fulfilled contracts brought. (FINAL-10)"""
    contracts = [state.content.contract(number) for number in state.players[seat].fulfilled]
    return [sum(contract.imports[i] for contract in contracts) for i in range(len(IMPORTS))]


def ranks(sheets: Sequence[ScoreSheet], resigned: Sequence[Seat] = ()) -> list[int]:
    """Places from 1; equal totals go by leftover money, then they are shared. (FINAL-20..22)

    Who has resigned comes last, whatever the total; of several the one who stayed longest is
    ahead. (RESIGN-04)
    """
    keys = [
        (0, resigned.index(sheet.seat), 0)
        if sheet.seat in resigned
        else (1, sheet.total, sheet.leftover_money)
        for sheet in sheets
    ]
    return [1 + sum(other > key for other in keys) for key in keys]


def score_sheet(state: State, seat: Seat, exports: int, settlements: int) -> ScoreSheet:
    """One player's lines, given the points of the two rankings. (FINAL-03..10, FINAL-19)"""
    player = state.players[seat]
    contracts = [state.content.contract(number) for number in player.fulfilled]
    units = zip(import_worth(state, seat), imported_by(state, seat), strict=True)
    imported = [value * amount for value, amount in units]
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
        "auction": -state.bid_of(seat),
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
    exports = export_points(state.options, [len(p.fulfilled) for p in state.players])
    settlements = settlement_points(
        state.options, [connected_settlements(state, seat) for seat in seats]
    )
    sheets = [score_sheet(state, s, exports[s], settlements[s]) for s in seats]
    placed = ranks(sheets, state.resigned)
    sheets = [replace(sheet, rank=rank) for sheet, rank in zip(sheets, placed, strict=True)]
    for expansion in in_play(state.options):
        sheets = [expansion.finished(state, sheet) for sheet in sheets]
    return sheets


def score_game(game: Recorder) -> None:
    """The end of the game. (FINAL-01, FINAL-02)"""
    for expansion in in_play(game.state.options):
        expansion.before_final(game)
    for seat, player in enumerate(game.state.players):
        clan_of(player).before_final(game, Seat(seat))
    for sheet in final_sheets(game.state):
        game.emit(fx.Scored(sheet))
    game.emit(fx.PhaseBegan("over"))


def score_now(state: State) -> list[ScoreSheet]:
    """What final scoring would give if the game ended here, by seat; the state stays as it is."""
    if state.scores:
        return list(state.scores)
    ended = Recorder(copy(state))
    score_game(ended)
    return list(ended.state.scores)
