"""Direct export bonuses, one after the other. (BONUS, STATE-37)"""

from collections.abc import Callable

from msgspec.structs import replace

from games.engine import effects as fx
from games.engine.decisions import (
    BonusUpgradeDecision,
    BrewDecision,
    Decision,
    ExportBonus,
    ExportBonusesDecision,
    FreeSpaceDecision,
)
from games.engine.recorder import Recorder

OPENS: dict[ExportBonus, Callable[[int, ExportBonusesDecision], Decision]] = {
    "free_space": lambda version, pending: FreeSpaceDecision(version, pending.seat),
    "bonus_upgrade": lambda version, pending: BonusUpgradeDecision(version, pending.seat),
    "beer": lambda version, pending: BrewDecision(version, pending.seat, pending.beer),
}
"""The decision that each kind of bonus opens."""


def open_export_bonus(game: Recorder, pending: ExportBonusesDecision, kind: ExportBonus) -> None:
    """Start the next bonus; what is left of the others waits below it. (BONUS-08)"""
    left = list(pending.bonuses)
    left.remove(kind)
    if left or pending.freeing:
        game.emit(fx.DecisionChanged(replace(pending, id=game.version, bonuses=left)))
    else:
        game.close()
    game.open(OPENS[kind](game.version, pending))


def drop_export_bonuses(game: Recorder, pending: ExportBonusesDecision) -> None:
    """No bonus is left or wanted; a box that waited for that becomes free. (OPT-16)"""
    game.close()
    if pending.freeing:
        game.emit(fx.ContractFulfilled(pending.seat, pending.freeing))
