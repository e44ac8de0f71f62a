"""Farmers markets: tiles on the map that buy goods from players who expand beside them. (IND-FM)"""

from games.engine.expansions.farmers_markets.markets import FarmersMarkets
from games.engine.expansions.farmers_markets.state import MarketsState, MarketTile

__all__ = ["FarmersMarkets", "MarketTile", "MarketsState"]
