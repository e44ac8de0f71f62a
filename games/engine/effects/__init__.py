"""Effects: the atoms of which every change of a state is made.

An effect is frozen, holds values that are already worked out, and knows how to apply itself; there
are no rules in here and nothing is refused. Stored as JSON arrays, tag first. Tags and the order of
fields are for good: a new field goes to the end and has a default.
"""

from games.engine.effects.base import Effect
from games.engine.effects.bidding import (
    AuctionBegan,
    AuctionWon,
    BidderQuit,
    BiddingBegan,
    BidHandedIn,
    BidMade,
    BidsRevealed,
)
from games.engine.effects.contracts import (
    NO_CONTRACT,
    ContractBoxed,
    ContractDrawn,
    ContractFulfilled,
    ContractRemoved,
    ContractsPutUnder,
    FutureSet,
    ImportMoved,
    SlotSet,
)
from games.engine.effects.course import (
    Answered,
    AnswersClosed,
    BarrierSet,
    CostSettled,
    DecisionChanged,
    DecisionClosed,
    DecisionOpened,
    Ended,
    NeighbourhoodBought,
    Passed,
    PhaseBegan,
    Resigned,
    RoundBegan,
    Rowed,
    Scored,
    TurnBegan,
)
from games.engine.effects.secrets import (
    BidHidden,
    PileShuffled,
    Seeded,
)
from games.engine.effects.setting_up import (
    DraftCleared,
    GameOpened,
    MapLaid,
    MarketSet,
    PairOffered,
    PairTaken,
    PilePlaced,
    PlacementSkipped,
    PortPlaced,
    PositionPlaced,
    ScoringTilesDealt,
    SpacesBlocked,
    TurnOrderSet,
)
from games.engine.effects.stock import (
    BoxAdded,
    ClanStateSet,
    GloryGained,
    GoodsChanged,
    MarketDiceThrown,
    MerchantsHired,
    MerchantsMoved,
    MoneyChanged,
    PriceDieRolled,
    PriceMoved,
    ShippingSet,
    TechnologyFlipped,
)
from games.engine.effects.units import (
    Deployed,
    PortUsed,
    UnitMoved,
    Withdrawn,
    WorkerReturned,
)

PublicEffect = (
    GameOpened
    | MapLaid
    | PortPlaced
    | MarketSet
    | ScoringTilesDealt
    | PilePlaced
    | TurnOrderSet
    | PairOffered
    | PairTaken
    | PlacementSkipped
    | DraftCleared
    | MoneyChanged
    | GoodsChanged
    | GloryGained
    | PriceMoved
    | MerchantsMoved
    | MerchantsHired
    | ShippingSet
    | TechnologyFlipped
    | BoxAdded
    | ClanStateSet
    | Deployed
    | Withdrawn
    | WorkerReturned
    | UnitMoved
    | PortUsed
    | ContractDrawn
    | ContractsPutUnder
    | SlotSet
    | ContractBoxed
    | ContractFulfilled
    | ImportMoved
    | PhaseBegan
    | RoundBegan
    | TurnBegan
    | BarrierSet
    | NeighbourhoodBought
    | Rowed
    | CostSettled
    | Passed
    | DecisionOpened
    | DecisionChanged
    | DecisionClosed
    | Answered
    | AnswersClosed
    | Scored
    | PositionPlaced
    | SpacesBlocked
    | ContractRemoved
    | MarketDiceThrown
    | FutureSet
    | PriceDieRolled
    | Resigned
    | Ended
    | AuctionBegan
    | BiddingBegan
    | BidMade
    | BidderQuit
    | BidHandedIn
    | BidsRevealed
    | AuctionWon
)
SecretEffect = Seeded | PileShuffled | BidHidden

__all__ = [
    "NO_CONTRACT",
    "Answered",
    "AnswersClosed",
    "AuctionBegan",
    "AuctionWon",
    "BarrierSet",
    "BidHandedIn",
    "BidHidden",
    "BidMade",
    "BidderQuit",
    "BiddingBegan",
    "BidsRevealed",
    "BoxAdded",
    "ClanStateSet",
    "ContractBoxed",
    "ContractDrawn",
    "ContractFulfilled",
    "ContractRemoved",
    "ContractsPutUnder",
    "CostSettled",
    "DecisionChanged",
    "DecisionClosed",
    "DecisionOpened",
    "Deployed",
    "DraftCleared",
    "Effect",
    "Ended",
    "FutureSet",
    "GameOpened",
    "GloryGained",
    "GoodsChanged",
    "ImportMoved",
    "MapLaid",
    "MarketDiceThrown",
    "MarketSet",
    "MerchantsHired",
    "MerchantsMoved",
    "MoneyChanged",
    "NeighbourhoodBought",
    "PairOffered",
    "PairTaken",
    "Passed",
    "PhaseBegan",
    "PilePlaced",
    "PileShuffled",
    "PlacementSkipped",
    "PortPlaced",
    "PortUsed",
    "PositionPlaced",
    "PriceDieRolled",
    "PriceMoved",
    "PublicEffect",
    "Resigned",
    "RoundBegan",
    "Rowed",
    "Scored",
    "ScoringTilesDealt",
    "SecretEffect",
    "Seeded",
    "ShippingSet",
    "SlotSet",
    "SpacesBlocked",
    "TechnologyFlipped",
    "TurnBegan",
    "TurnOrderSet",
    "UnitMoved",
    "Withdrawn",
    "WorkerReturned",
]
