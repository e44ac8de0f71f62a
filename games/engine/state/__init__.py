"""The state of a game: what the effects on its line of events come to."""

from games.engine.state.expansion import DecisionType, ExpansionState, PartType
from games.engine.state.player import Blocker, Piece, Player
from games.engine.state.state import Ending, Phase, State
from games.engine.state.table import (
    Auction,
    AuctionRound,
    LinePoints,
    Pair,
    PortTile,
    Rating,
    ScoreSheet,
    SeatBid,
    Secrets,
    Turn,
)

__all__ = [
    "Auction",
    "AuctionRound",
    "Blocker",
    "DecisionType",
    "Ending",
    "ExpansionState",
    "LinePoints",
    "Pair",
    "PartType",
    "Phase",
    "Piece",
    "Player",
    "PortTile",
    "Rating",
    "ScoreSheet",
    "SeatBid",
    "Secrets",
    "State",
    "Turn",
]
