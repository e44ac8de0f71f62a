"""Content: the values of tiles, contracts and maps. Data files, never Python."""

from games.engine.content.errors import PackError, PackProblem
from games.engine.content.schema import Content, Contract, MarketTrack, StartTile

__all__ = ["Content", "Contract", "MarketTrack", "PackError", "PackProblem", "StartTile"]
