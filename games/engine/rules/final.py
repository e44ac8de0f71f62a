"""Final scoring: the lines of the score sheet as one table, and the end of the game. (FINAL)"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from games.engine import effects as fx
from games.engine import registry
from games.engine.clans import clan_of
from games.engine.expansions import in_play
from games.engine.expansions.base import Ranking
from games.engine.options import Options
from games.engine.recorder import Recorder
from games.engine.rules.points import ByPlace, CloseSecond, NotCounted, RankingScheme
from games.engine.rules.score_line import How, ScoreLine, always, by_seat
from games.engine.sealing import copy
from games.engine.state import ScoreSheet, State
from games.engine.terms import IMPORTS, Import, Seat, gettext_noop
from games.engine.tiles.scoring import basic_goods, processed_goods

MONEY_PER_POINT = 10
IMPORT_VALUES = (3, 4, 5)
"""What the most, the second and the least imported good are worth. (FINAL-08)"""
STATIC_IMPORT_VALUE = 4
"""What every import good is worth where that does not change. (VAR-STATIC-01)"""

# --- rankings -------------------------------------------------------------------------------------

USUAL: Final[Mapping[Ranking, RankingScheme]] = {
    "exports": ByPlace((12, 6), "FINAL-11"),
    "settlements": ByPlace((18, 12, 6), "FINAL-17"),
}
"""With three or four players."""
OF_TWO: Final[Mapping[Ranking, RankingScheme]] = {
    "exports": ByPlace((8, 0), "FINAL-11"),
    "settlements": ByPlace((12, 0), "FINAL-17"),
}
CLOSE_OF_TWO: Final[Mapping[Ranking, RankingScheme]] = {
    "exports": CloseSecond(8, 1, "VAR-2PSCORE-1"),
    "settlements": CloseSecond(12, 2, "VAR-2PSCORE-2"),
}
LEFT_OUT: Final = NotCounted("VAR-LESS-01")


def ranking_scheme(options: Options, ranking: Ranking) -> RankingScheme:
    """How players are compared for a ranking. (FINAL-11, FINAL-17, VAR-LESS-01, VAR-2PSCORE)"""
    counted = {"exports": options.export_scoring, "settlements": options.settlement_scoring}
    if not counted[ranking]:
        return LEFT_OUT
    for expansion in in_play(options):
        if (scheme := expansion.ranking_scheme(ranking)) is not None:
            return scheme
    if options.players > 2:
        return USUAL[ranking]
    return (CLOSE_OF_TWO if options.two_player_scoring else OF_TWO)[ranking]


def ranked(ranking: Ranking, count: Callable[[State, Seat], int], label: str) -> ScoreLine:
    """The line of a ranking, in which players are compared by ``count``."""
    counts = by_seat(count)
    return ScoreLine(
        ranking,
        label,
        points=lambda state: ranking_scheme(state.options, ranking).points(counts(state)),
        how=lambda state: ranking_scheme(state.options, ranking).how(),
    )


def contracts_fulfilled(state: State, seat: Seat) -> int:
    """How many contracts a player has fulfilled. (FINAL-11)"""
    return len(state.players[seat].fulfilled)


def connected_settlements(state: State, seat: Seat) -> int:
    """The settlements in a player's largest linked group. (FINAL-14..16)"""
    units, player = state.position.own[seat], state.players[seat]
    joined = clan_of(player).joins(state, seat)
    return state.board.linked_settlements(units, player.shipping, joined)


# --- imports --------------------------------------------------------------------------------------


def import_values(counters: Sequence[int]) -> tuple[int, ...]:
    """What a unit of cotton, tobacco and sugar cane is worth. (FINAL-08, FINAL-09)

    The farthest counter's good is worth least; of equal ones the earlier in ``IMPORTS`` is rarer.
    """
    by_rarity = sorted(range(len(IMPORTS)), key=lambda i: (-counters[i], -i))
    values = [0] * len(IMPORTS)
    for value, index in zip(IMPORT_VALUES, by_rarity, strict=True):
        values[index] = value
    return tuple(values)


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


def imported(name: Import, label: str) -> ScoreLine:
    """The line of an import good."""
    good = IMPORTS.index(name)

    def points(state: State, seat: Seat) -> int:
        fulfilled = state.players[seat].fulfilled
        amount = sum(state.content.contract(number).imports[good] for number in fulfilled)
        return amount and amount * import_worth(state, seat)[good]

    def how(state: State) -> How:
        if state.options.imports == "balanced":
            text = gettext_noop("3 to 5 for each, by what the player imported")
            return How(text, "VAR-BALANCED-01")
        text = gettext_noop("%(points)s for each on fulfilled contracts")
        rule = "VAR-STATIC-01" if state.options.imports == "static" else "FINAL-08"
        return How(text, rule, {"points": import_worth(state, Seat(0))[good]})

    return ScoreLine(name, label, by_seat(points), how)


# --- the score sheet ------------------------------------------------------------------------------


def hops(state: State, seat: Seat) -> int:
    """Hops on a player's fulfilled contracts. (FINAL-07)"""
    fulfilled = state.players[seat].fulfilled
    return sum(state.content.contract(number).hops for number in fulfilled)


LINES: Final = (
    ScoreLine(
        "glory",
        gettext_noop("Glory"),
        by_seat(lambda state, seat: state.players[seat].glory),
        always(gettext_noop("1 for each Glory"), "FINAL-03"),
    ),
    ScoreLine(
        "basic_goods",
        gettext_noop("Basic goods"),
        by_seat(basic_goods),
        always(gettext_noop("1 for each in stock"), "FINAL-05"),
    ),
    ScoreLine(
        "processed_goods",
        gettext_noop("Processed goods"),
        by_seat(lambda state, seat: 2 * processed_goods(state, seat)),
        always(gettext_noop("2 for each in stock"), "FINAL-06"),
    ),
    ScoreLine(
        "money",
        gettext_noop("Money"),
        by_seat(lambda state, seat: state.players[seat].money // MONEY_PER_POINT),
        always(gettext_noop("1 for every £10"), "FINAL-04"),
    ),
    ScoreLine(
        "hops",
        gettext_noop("Hops"),
        by_seat(hops),
        always(gettext_noop("1 for each on fulfilled contracts"), "FINAL-07"),
    ),
    imported("cotton", gettext_noop("Cotton")),
    imported("tobacco", gettext_noop("Tobacco")),
    imported("sugar_cane", gettext_noop("Sugar cane")),
    ranked("exports", contracts_fulfilled, gettext_noop("Export contracts")),
    ranked("settlements", connected_settlements, gettext_noop("Connected settlements")),
)
"""The lines of the base game in the order of the score sheet. (FINAL-03..17)"""


def added_lines() -> list[ScoreLine]:
    """The lines that expansions add, in order, whether they are in play or not."""
    return [line for expansion in registry.current().expansions for line in expansion.score_lines]


def score_lines() -> list[ScoreLine]:
    """Every line that a game may have, in the order of the score sheet."""
    return [*LINES, *added_lines()]


def lines_of(state: State) -> list[ScoreLine]:
    """The lines of this game, in order; the points of a player's lines add up to the total."""
    return [line for line in score_lines() if line.in_game(state)]


def final_sheets(state: State) -> list[ScoreSheet]:
    """Every player's score sheet, by seat, with ranks."""
    sheets = list(_sheets(state))
    placed = ranks(sheets, state.resigned)
    sheets = [replace(sheet, rank=rank) for sheet, rank in zip(sheets, placed, strict=True)]
    for expansion in in_play(state.options):
        sheets = [expansion.finished(state, sheet) for sheet in sheets]
    return sheets


def _sheets(state: State) -> Iterator[ScoreSheet]:
    points = {line.name: line.points(state) for line in lines_of(state)}
    for index, player in enumerate(state.players):
        seat = Seat(index)
        yield ScoreSheet.of_lines(
            seat,
            {name: by_seat[seat] for name, by_seat in points.items()},
            leftover_money=player.money % MONEY_PER_POINT,
            contracts_fulfilled=contracts_fulfilled(state, seat),
            settlements_connected=connected_settlements(state, seat),
        )


def ranks(sheets: Sequence[ScoreSheet], resigned: Sequence[Seat] = ()) -> list[int]:
    """Places from 1; equal totals go by leftover money, then they are shared. (FINAL-20..22)

    Players who have resigned come last, whatever the total; of several the one who stayed longest
    is ahead. (RESIGN-04)
    """
    keys = [
        (0, resigned.index(sheet.seat), 0)
        if sheet.seat in resigned
        else (1, sheet.total, sheet.leftover_money)
        for sheet in sheets
    ]
    return [1 + sum(other > key for other in keys) for key in keys]


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
    """What final scoring would give if the game ended here, by seat; the state stays as it is.

    What is hidden counts nothing, for all to see the same.
    """
    if state.scores:
        return list(state.scores)
    ended = Recorder(copy(state))
    ended.state.secret = None
    score_game(ended)
    return list(ended.state.scores)
