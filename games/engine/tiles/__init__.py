"""Tiles are rows: a new tile is one line, a new kind of effect one small function."""

from games.engine.tiles.ports import PORTS
from games.engine.tiles.scoring import SCORING, scoring_tile
from games.engine.tiles.scoring_tile import ScoringTile

__all__ = ["PORTS", "SCORING", "ScoringTile", "scoring_tile"]
