"""Direct export bonuses, one after the other. (BONUS, STATE-37)"""

from games.engine import effects as fx
from games.engine.decisions import BonusUpgrade, ExportBonus, ExportBonuses, FreeSpace
from games.engine.recorder import Recorder


def open_export_bonus(game: Recorder, pending: ExportBonuses, kind: ExportBonus) -> None:
    """Start the next bonus; what is left of the others waits below it. (BONUS-08)"""
    left = list(pending.bonuses)
    left.remove(kind)
    if left:
        game.emit(fx.DecisionChanged(ExportBonuses(game.version, pending.seat, left)))
    else:
        game.close()
    if kind == "free_space":
        game.open(FreeSpace(game.version, pending.seat))
    else:
        game.open(BonusUpgrade(game.version, pending.seat))
