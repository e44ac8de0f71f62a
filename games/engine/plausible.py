"""Whether a position that somebody lays out can be one.

That the rules lead to it is only shown by the moves before it. Here is what a game needs to go on
from it: everything in it exists, nothing is there twice, and views, scores and the moves of its
open decisions can be worked out.
"""

from collections.abc import Iterator

from games.engine.auction import sealed, without_clan
from games.engine.board import BIT
from games.engine.clans import CLANS
from games.engine.decisions import Bid, ChooseClan, KeepContracts, OpeningBid, SealedBid
from games.engine.final import score_now
from games.engine.forking import face_down, seen
from games.engine.game import legal_moves
from games.engine.sealing import copy
from games.engine.state import Auction, Player, State
from games.engine.views import view
from games.engine.words import GOODS, IMPORTS


class BadPosition(ValueError):
    """No game can go on from there."""


def check_position(position: State) -> None:
    """Raises BadPosition. The content pack has to be registered."""
    try:
        wrong = next(_wrong(position), None)
        if wrong is None:
            _work_out(copy(position))
    except Exception as error:
        # Whatever makes the engine stumble here would do so in every view of the game.
        raise BadPosition(f"the rules stop with {type(error).__name__}") from error
    if wrong is not None:
        raise BadPosition(wrong)


def _wrong(state: State) -> Iterator[str]:
    yield from _wrong_at_the_table(state)
    yield from _wrong_on_the_tracks(state)
    yield from _wrong_tiles(state)
    yield from _wrong_auction(state)
    for player in state.players:
        yield from _wrong_with(player, state)


def _wrong_at_the_table(state: State) -> Iterator[str]:
    seats = list(range(state.options.players))
    if state.over or len(state.players) != len(seats):
        yield "nobody can play on from there"
    if len(set(state.turn_order)) < len(state.turn_order):
        yield "a seat is twice in the turn order"
    if state.phase in ("action", "production") and len(state.turn_order) < len(seats):
        yield "a seat is missing in the turn order"
    named = [*state.turn_order, *state.passed, *state.resigned]
    named += [decision.seat for decision in state.decisions]
    if not set(named) <= set(seats):
        yield "it names a seat that there is not"


def _wrong_on_the_tracks(state: State) -> Iterator[str]:
    if len(state.prices) != len(GOODS) or len(state.imports) != len(IMPORTS):
        yield "goods are missing"
    for price, track in zip(state.prices, state.content.market(state.options.players), strict=True):
        if not 0 <= price < len(track.prices):
            yield "a price is not on its track"


def _wrong_tiles(state: State) -> Iterator[str]:
    content, contracts = state.content, [number for number in seen(state) if number]
    for decision in state.decisions:
        if isinstance(decision, KeepContracts):
            # What is chosen of the open row still lies in it.
            for number in set(decision.contracts) & set(state.future):
                contracts.remove(number)
    if len(set(contracts)) < len(contracts) or not set(contracts) <= set(content.contracts):
        yield "a contract is there twice, or is none"
    if len(face_down(state)) != state.pile:
        yield "its contracts do not add up"
    if not {port.tile for port in state.ports} <= set(content.ports):
        yield "a port tile is none"
    if not set(state.scoring_tiles) <= set(content.scoring_tiles):
        yield "a scoring tile is none"


def _wrong_auction(state: State) -> Iterator[str]:
    everybody = list(range(len(state.players)))
    if state.bids and len(state.bids) != len(everybody):
        yield "what clans cost is not there for every seat"
    auction = state.auction
    if (auction is None) == (state.phase == "auction"):
        yield "clans are auctioned at the wrong time"
    if auction is None:
        return
    if state.options.auction == "none" or len(state.draft) != len(everybody):
        yield "there is nothing to bid for"
    if sealed(state.options) and sorted(auction.ties) != everybody:
        yield "a seat is missing in the order in which ties are won"
    waiting = without_clan(state)
    served = sorted(one.winner for one in auction.rounds if one.winner not in waiting)
    if served != [seat for seat in everybody if seat not in waiting]:
        yield "who has a clan is not who won it"
    if not set(auction.bidding) <= set(waiting):
        yield "somebody bids who has a clan"
    yield from _wrong_bidding(state, auction)


def _wrong_bidding(state: State, auction: Auction) -> Iterator[str]:
    """The decisions of an auction: who bids, and who won and chooses."""
    for decision in state.decisions:
        match decision:
            case Bid() | OpeningBid() if decision.seat not in auction.bidding:
                yield "somebody is to bid who is out of the round"
            case Bid() if not auction.bids or len(auction.bidding) < 2:
                yield "there is no bid to go beyond"
            case SealedBid() if not sealed(state.options):
                yield "bids are not sealed here"
            case ChooseClan() if not auction.rounds:
                yield "nobody has won a clan yet"
    deciding = sorted(d.seat for d in state.decisions if isinstance(d, SealedBid))
    if deciding and deciding != without_clan(state):
        yield "somebody without a clan does not bid"


def _wrong_with(player: Player, state: State) -> Iterator[str]:
    content = state.content
    if player.clan and not (player.clan in content.clans and player.clan in CLANS):
        yield "a clan is none"
    rows = (player.goods, player.buying, player.selling)
    if any(len(row) != len(GOODS) for row in rows):
        yield "goods are missing"
    numbers = [player.money, player.glory, player.stock, player.track, player.shipping]
    if min(*numbers, *player.workers_out, *(number for row in rows for number in row)) < 0:
        yield "there is less than nothing of something"
    if player.shipping >= len(content.shipping_levels):
        yield "a level of shipping is none"
    if any(not BIT[piece.hex] & state.board.active for piece in player.units):
        yield "a unit stands beside the map"


def _work_out(state: State) -> None:
    view(state, None)
    if state.turn_order:
        score_now(state)
    for decision in state.open_decisions():
        legal_moves(state, decision.seat)
