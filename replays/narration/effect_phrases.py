"""The function that describes each class of effects in the log, or explicitly none.

A function is called once with all effects of its class in the event, in the order of
``EFFECT_PHRASES``, except those that were described before.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.engine import effects as fx
from replays.narration import bidding, course, production, stocks, table
from replays.narration.base import Narration

EffectPhrase = Callable[[Narration, Sequence[Any]], None]

EFFECT_PHRASES: Final[Mapping[type[fx.Effect], EffectPhrase | None]] = {
    fx.GameOpened: course.game_opened,
    fx.PositionPlaced: course.position_placed,
    fx.MapLaid: course.map_laid,
    fx.PortPlaced: course.ports_placed,
    fx.SpacesBlocked: course.spaces_blocked,
    fx.ScoringTilesDealt: course.scoring_tiles,
    fx.MarketSet: None,
    fx.PilePlaced: None,
    fx.PairOffered: course.pairs_offered,
    fx.AuctionBegan: bidding.auction_began,
    fx.BidMade: bidding.bids_made,
    fx.BidderQuit: bidding.bidders_quit,
    fx.BidHandedIn: bidding.bids_handed_in,
    fx.BidsRevealed: bidding.bids_revealed,
    fx.AuctionWon: bidding.auction_won,
    fx.PairTaken: course.pair_taken,
    fx.PlacementSkipped: course.placement_skipped,
    fx.DraftCleared: None,
    fx.Resigned: course.resigned,
    fx.Passed: course.passed,
    fx.PortUsed: table.ports_used,
    fx.UnitMoved: table.units_moved,
    fx.Withdrawn: table.withdrawn,
    fx.WorkerReturned: table.withdrawn,
    fx.Deployed: table.deployed,
    fx.MerchantsMoved: table.merchants_moved,
    fx.MerchantsHired: table.merchants_hired,
    fx.ShippingSet: table.shipping_set,
    fx.TechnologyFlipped: table.technology_flipped,
    fx.ContractFulfilled: stocks.contracts_fulfilled,
    fx.BoxAdded: table.boxes_added,
    fx.ContractDrawn: stocks.contracts_drawn,
    fx.ContractBoxed: stocks.contracts_boxed,
    fx.ContractsPutUnder: stocks.contracts_put_under,
    fx.MarketDiceThrown: table.market_dice_thrown,
    fx.SlotSet: stocks.slots_set,
    fx.ContractRemoved: stocks.contracts_removed,
    fx.FutureSet: stocks.future_set,
    fx.PriceDieRolled: stocks.price_die_rolled,
    fx.Answered: production.answered,
    fx.ClanStateSet: production.clan_state_set,
    fx.ImportMoved: stocks.imports_moved,
    fx.MoneyChanged: stocks.stock_changed,
    fx.GoodsChanged: stocks.stock_changed,
    fx.GloryGained: stocks.glory_gained,
    fx.PriceMoved: table.prices_moved,
    fx.PhaseBegan: course.phase_began,
    fx.RoundBegan: course.round_began,
    fx.TurnOrderSet: course.turn_order,
    fx.BiddingBegan: bidding.bidding_began,
    fx.Scored: course.scored,
    # What these do is seen in what comes next, or matters only to the rules.
    fx.TurnBegan: None,
    fx.BarrierSet: None,
    fx.Ended: None,
    fx.NeighbourhoodBought: None,
    fx.Rowed: None,
    fx.CostSettled: None,
    fx.DecisionOpened: None,
    fx.DecisionChanged: None,
    fx.DecisionClosed: None,
    fx.AnswersClosed: None,
}
"""By class of effects, in the order in which they are described."""
