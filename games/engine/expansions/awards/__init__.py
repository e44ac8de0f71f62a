"""Award tiles: one more comparison at the end of the game. (IND-AWARD)"""

from games.engine.expansions.awards.award import Awards, AwardState, AwardView

__all__ = ["AwardState", "AwardView", "Awards"]
