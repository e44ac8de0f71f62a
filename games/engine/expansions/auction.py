"""Auctions of clans: open, blind and Vickrey. (VAR-AUCTION, VAR-CLANORDER, VAR-BLIND, VAR-VICKREY)

In each round the players without a clan bid victory points. The winner notes what it costs and
takes a pair; the last player gets the last pair for nothing. In open rounds they bid in turn. In
the others all hand in a sealed bid, and a step of the game turns them up when the last one is in.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Final

from games.engine import effects as fx
from games.engine.decisions import (
    BidDecision,
    ChooseClanDecision,
    Decision,
    DecisionBase,
    OpeningBidDecision,
    SealedBidDecision,
)
from games.engine.effects.bidding import auction_of
from games.engine.expansions.base import Expansion, Step
from games.engine.options import Options
from games.engine.randomness import Stream
from games.engine.recorder import Recorder
from games.engine.rules.score_line import ScoreLine, always, by_seat
from games.engine.state import Auction, SeatBid, State
from games.engine.terms import Seat, gettext_noop

SEALED_LIMIT: Final = 30
"""The highest sealed bid. (VAR-BLIND-3)"""
MOST: Final = 99
"""The highest bid where there is no limit: more than any player could bid and still win."""


def sealed(options: Options) -> bool:
    """Whether bids are handed in secretly."""
    return options.auction in ("blind", "vickrey")


def limit(options: Options) -> int:
    """The highest bid. (OPT-08, VAR-BLIND-3)"""
    if sealed(options):
        return SEALED_LIMIT
    return options.bid_limit or MOST


def lowest(state: State, decision: Decision) -> int:
    """The lowest bid that a decision admits; beyond the limit where it admits none."""
    return auction_of(state).bids[-1].amount + 1 if isinstance(decision, BidDecision) else 0


def opening_order(options: Options, seed: bytes) -> list[Seat]:
    """The order from the opener on, or that of ties; drawn unless it is by seats.

    (VAR-AUCTION-02, VAR-BLIND-1, OPT-17)
    """
    label = "auction-ties" if sealed(options) else "auction-opener"
    drawn = options.turn_order != "seats"
    first = Stream(seed, label).below(options.players) if drawn else 0
    return clockwise(first, range(options.players), options.players)


def begin(game: Recorder, order: Sequence[Seat]) -> None:
    """Begin the first round. (VAR-AUCTION-02, VAR-BLIND-1)"""
    game.emit(fx.AuctionBegan(list(order) if sealed(game.state.options) else []))
    _begin_round(game, order[0])


def go_on(game: Recorder) -> None:
    """After a choice: the turn order so far, and the next round if there is one.

    The last player gets the last pair for nothing and is last in the turn order.
    (VAR-AUCTION-08, VAR-AUCTION-09, VAR-AUCTION-11)
    """
    left = without_clan(game.state)
    if len(left) == 1:
        game.emit(fx.AuctionWon(left[0], 0))
        pair = next(i for i, pair in enumerate(game.state.draft) if pair.taken_by is None)
        game.emit(fx.PairTaken(left[0], pair))
    game.emit(fx.TurnOrderSet(turn_order(game.state)))
    if len(left) > 1:
        last = auction_of(game.state).rounds[-1].winner
        _begin_round(game, Seat(last + 1))


def turn_order(state: State) -> list[Seat]:
    """The players with a clan, by when they won or as their clans lie. (VAR-CLANORDER-2)"""
    if state.options.auction_order == "clan":
        return [pair.taken_by for pair in state.draft if pair.taken_by is not None]
    return [round_.winner for round_ in auction_of(state).rounds]


def bid(game: Recorder, decision: Decision, amount: int) -> None:
    """Carry out a bid; an open one at the limit ends the round at once. (VAR-AUCTION-07)"""
    seat = decision.seat
    if isinstance(decision, SealedBidDecision):
        game.hide_move(seat)
        game.emit_secret(fx.BidHidden(seat, amount))
        game.emit(fx.BidHandedIn(seat))
        game.barrier()
        return
    game.close()
    game.emit(fx.BidMade(seat, amount))
    _ask_next(game, seat, over=amount >= limit(game.state.options))


def quit_round(game: Recorder, seat: Seat) -> None:
    """A player quits this round; the last one left has won. (VAR-AUCTION-05, -06)"""
    game.close()
    game.emit(fx.BidderQuit(seat))
    _ask_next(game, seat, over=len(auction_of(game.state).bidding) == 1)


def reveal(game: Recorder) -> None:
    """Turn up the sealed bids; ties go by what was drawn. (VAR-BLIND-2, VAR-VICKREY-1)"""
    state = game.state
    if state.secret is None:
        raise RuntimeError("the sealed bids are unknown")
    bids = sorted(state.secret.bids, key=lambda bid: bid.seat)
    game.emit(fx.BidsRevealed(bids))
    best, second, *_ = ranked(bids, auction_of(state).ties)
    second_price = state.options.auction == "vickrey"
    _win(game, best.seat, second.amount if second_price else best.amount)


def ranked(bids: Sequence[SeatBid], ties: Sequence[Seat]) -> list[SeatBid]:
    """Bids from the best on; equal ones in the order of their seats in ``ties``."""
    return sorted(bids, key=lambda bid: (-bid.amount, ties.index(bid.seat)))


def without_clan(state: State) -> list[Seat]:
    """The seats that still take part in the auction. (VAR-AUCTION-10)"""
    taken = {pair.taken_by for pair in state.draft}
    return [Seat(seat) for seat in range(len(state.players)) if seat not in taken]


def clockwise(first: int, seats: Iterable[int], players: int) -> list[Seat]:
    """Some seats in clockwise order, from ``first`` on."""
    return sorted(map(Seat, seats), key=lambda seat: (seat - first) % players)


def _begin_round(game: Recorder, first: int) -> None:
    state = game.state
    seats = clockwise(first, without_clan(state), len(state.players))
    if sealed(state.options):
        for seat in sorted(seats):
            game.open(SealedBidDecision(game.version, seat))
    else:
        game.emit(fx.BiddingBegan(seats))
        game.open(OpeningBidDecision(game.version, seats[0]))


def _ask_next(game: Recorder, after: Seat, *, over: bool) -> None:
    """The next player bids or quits, unless the highest bid has won the round."""
    auction, players = auction_of(game.state), len(game.state.players)
    if over:
        best = auction.bids[-1]
        _win(game, best.seat, best.amount)
        return
    game.barrier()
    following = clockwise(after + 1, auction.bidding, players)
    game.open(BidDecision(game.version, following[0]))


def _win(game: Recorder, seat: Seat, price: int) -> None:
    game.emit(fx.AuctionWon(seat, price))
    game.barrier()
    game.open(ChooseClanDecision(game.version, seat))


def _wrong(state: State) -> Iterator[str]:
    everybody = list(range(len(state.players)))
    if state.bids and len(state.bids) != len(everybody):
        yield "what clans cost is not there for every seat"
    auction = state.auction
    # A game that is ended early keeps its auction.
    if not state.over and (auction is None) == (state.phase == "auction"):
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
        yield "the players with a clan are not who won it"
    if not set(auction.bidding) <= set(waiting):
        yield "a player with a clan still bids"
    if any(len(set(one)) < len(one) for one in (auction.ties, auction.bidding)):
        yield "a seat is twice among those of an auction"
    yield from _wrong_bids(state, auction)
    yield from _wrong_bidding(state, auction)


def _wrong_bids(state: State, auction: Auction) -> Iterator[str]:
    """What is wrong with the bids of an auction, in words. There are not many: open ones rise."""
    seats, most = set(range(len(state.players))), limit(state.options)
    by_round = [auction.bids, *(one.bids for one in auction.rounds)]
    won = [SeatBid(one.winner, one.price) for one in auction.rounds]
    made = [*won, *(bid for bids in by_round for bid in bids)]
    if len(won) > len(seats):
        yield "more rounds are over than there are players"
    if any(not 0 <= bid.amount <= most for bid in made):
        yield "a bid is negative, or beyond the limit"
    if not {bid.seat for bid in made} <= seats:
        yield "an unknown seat has bid"
    for bids in by_round:
        # A seat seals one bid in a round; each open bid is more than the one before.
        if sealed(state.options):
            compared = sorted(int(bid.seat) for bid in bids)
        else:
            compared = [bid.amount for bid in bids]
        if compared != sorted(set(compared)):
            yield "a bid is there twice, or is no more than the one before"


def _wrong_bidding(state: State, auction: Auction) -> Iterator[str]:
    """What is wrong with the decisions of an auction, in words: of bidders and of the winner."""
    for decision in state.decisions:
        match decision:
            case BidDecision() | OpeningBidDecision() if decision.seat not in auction.bidding:
                yield "a player who is out of the round is to bid"
            case BidDecision() if not auction.bids or len(auction.bidding) < 2:
                yield "there is no bid to go beyond"
            case SealedBidDecision() if not sealed(state.options):
                yield "bids are not sealed here"
            case ChooseClanDecision() if not auction.rounds:
                yield "no clan was won yet"
    deciding = sorted(d.seat for d in state.decisions if isinstance(d, SealedBidDecision))
    if deciding and deciding != without_clan(state):
        yield "a player without a clan does not bid"


class Auctions(Expansion):
    """The highest bidder chooses a clan, and the turn order follows from it."""

    name: ClassVar[str] = "auction"
    closing_steps: ClassVar[Mapping[type[DecisionBase], Step]] = {
        SealedBidDecision: ("reveal", reveal)
    }
    assigns_clans: ClassVar[bool] = True
    score_lines: ClassVar[tuple[ScoreLine, ...]] = (
        ScoreLine(
            "auction",
            gettext_noop("Bid for the clan"),
            by_seat(lambda state, seat: -state.bid_of(seat)),
            always(gettext_noop("what was bid is taken off"), "FINAL-19"),
            settled=True,
            in_game=lambda state: bool(state.bids),
        ),
    )

    def in_play(self, options: Options) -> bool:
        return options.auction != "none"

    def assigning_order(self, options: Options, seed: bytes) -> list[Seat]:
        return opening_order(options, seed)

    def begin_assigning(self, game: Recorder, order: Sequence[Seat]) -> None:
        game.emit(fx.PhaseBegan("auction"))
        game.barrier()
        begin(game, order)

    def clan_chosen(self, game: Recorder) -> bool:
        if game.state.auction is None:
            return False
        go_on(game)
        return True

    def wrong(self, state: State) -> Iterator[str]:
        return _wrong(state)
