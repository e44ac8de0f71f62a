"""The draft or the auction of the clans."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from msgspec import Struct

from games import engine
from games.engine.clans import all_clans
from games.engine.expansions.auction import clockwise, without_clan
from games.engine.terms import GOODS, Seat
from games.engine.views.auction import AuctionView, auction_view
from replays.narration import vocabulary
from web.pages.clans import in_game
from web.pages.common.labels import points
from web.pages.common.pieces import Amount, Sign, amount
from web.pages.table.part import TablePart
from web.pages.table.table import Table


class OfferedPair(Struct, frozen=True):
    """A clan with a starting tile; without clans only the tile. ``taken_by`` has chosen it.

    ``rule`` is the first of the clan's rules, ``topic`` what explains the clan, ``place`` its
    place in turn order, if it has one.
    """

    number: int
    clan: str
    rule: str
    topic: str
    texts: list[str]
    tile: int
    gives: list[Amount]
    taken_by: Sign | None
    place: int | None


class PlayerBid(Struct, frozen=True):
    """What a player has bid."""

    sign: Sign
    points: str


class FinishedAuctionRound(Struct, frozen=True):
    """An auction round that is over; ``clan`` is what its winner chose, empty until then.

    ``place`` is that in turn order, None where it is tied to the clan.
    """

    number: int
    winner: Sign
    price: str
    clan: str
    place: int | None
    bids: list[PlayerBid]


class Bidder(Struct, frozen=True):
    """A player in an auction round: the bids in order, and how the player stands, in a word."""

    sign: Sign
    bids: list[int]
    leads: bool
    decides: bool
    standing: str


class Bidding(Struct, frozen=True):
    """The auction as everybody may see it: of sealed bids only that they are there.

    ``place`` is what the winner of this round gets in turn order, None where clans have theirs.
    ``chooses`` is the winner of the round while choosing; bidding is over then.
    """

    sealed: bool
    round: int
    limit: int
    place: int | None
    bidders: list[Bidder]
    chooses: Sign | None
    ties: list[Sign]
    rounds: list[FinishedAuctionRound]


class Draft(Struct, frozen=True):
    """The pairs on offer, and how far the bidding has got where there is one."""

    pairs: list[OfferedPair]
    auction: Bidding | None


def draft(state: engine.State, signs: Sequence[Sign]) -> Draft | None:
    """What is drafted or auctioned; None once everybody has a clan, or the game has ended early."""
    if not state.draft or state.over:
        return None
    pairs = [_pair(state, signs, number) for number in range(len(state.draft))]
    return Draft(pairs, _bidding(state, signs))


def _pair(state: engine.State, signs: Sequence[Sign], number: int) -> OfferedPair:
    pair = state.draft[number]
    tile = state.content.start_tile(pair.start_tile)
    gives = [amount("money", tile.money)]
    gives += [amount(good, n) for good, n in zip(GOODS, tile.goods, strict=True) if n]
    gives += [amount("merchant", tile.merchants)] if tile.merchants else []
    texts = [_(text) for text in all_clans()[pair.clan].text] if pair.clan else []
    texts += in_game(state, pair.clan)
    return OfferedPair(
        number=number,
        clan=vocabulary.clan(pair.clan) if pair.clan else "",
        rule=all_clans()[pair.clan].first_rule() if pair.clan else "",
        topic=f"clan-{pair.clan}" if pair.clan else "",
        texts=texts,
        tile=pair.start_tile,
        gives=gives,
        taken_by=None if pair.taken_by is None else signs[pair.taken_by],
        place=number + 1 if state.options.auction_order == "clan" else None,
    )


def _bidding(state: engine.State, signs: Sequence[Sign]) -> Bidding | None:
    shown = auction_view(state)
    if shown is None:
        return None
    by_clan = shown.order == "clan"
    rounds = [
        FinishedAuctionRound(
            number=number,
            winner=signs[one.winner],
            price=points(one.price),
            clan=_clan_of(state, one.winner),
            place=None if by_clan else number,
            bids=[PlayerBid(signs[bid.seat], points(bid.amount)) for bid in one.bids],
        )
        for number, one in enumerate(shown.rounds, 1)
    ]
    choosing = bool(rounds) and not rounds[-1].clan
    return Bidding(
        sealed=shown.kind != "open",
        round=shown.round,
        limit=shown.limit,
        place=None if by_clan else shown.round,
        bidders=[] if choosing else list(_bidders(state, shown, signs)),
        chooses=rounds[-1].winner if choosing else None,
        ties=[signs[seat] for seat in shown.ties],
        rounds=rounds,
    )


def _bidders(state: engine.State, shown: AuctionView, signs: Sequence[Sign]) -> Iterator[Bidder]:
    """The players of this round, from the opener on; with sealed bids by seat."""
    seats = without_clan(state)
    first = shown.bids[0].seat if shown.bids else next(iter(shown.bidding), seats[0])
    deciding = {decision.seat for decision in state.open_decisions()}
    best = shown.bids[-1].seat if shown.bids else None
    for seat in clockwise(first, seats, len(signs)):
        yield Bidder(
            sign=signs[seat],
            bids=[bid.amount for bid in shown.bids if bid.seat == seat],
            leads=seat == best,
            decides=seat in deciding,
            standing=_standing(shown, seat, best=best, decides=seat in deciding),
        )


def _standing(shown: AuctionView, seat: Seat, *, best: Seat | None, decides: bool) -> str:
    """How a player stands in a round, in a word or two."""
    if shown.kind != "open":
        return _("bid made") if seat in shown.handed_in else _("to bid")
    if seat == best:
        return _("leads")
    if seat not in shown.bidding:
        return _("passed")
    return _("to bid") if decides else _("still in")


def _clan_of(state: engine.State, seat: Seat) -> str:
    """The clan that a player has chosen; empty for none yet."""
    taken = (pair.clan for pair in state.draft if pair.taken_by == seat and pair.clan)
    clan = next(taken, None)
    return vocabulary.clan(clan) if clan else ""


class DraftPart(TablePart[Draft | None]):
    """The draft or the auction; hidden once everybody has a clan."""

    name = "draft"
    place = "tab"
    fields = frozenset({"draft", "auction"})

    def build(self, table: Table) -> Draft | None:
        return draft(table.state, table.signs)

    def hidden(self, table: Table) -> bool:
        return self.shown(table) is None

    def opens(self, table: Table) -> bool:
        """Not while the board is still being laid out."""
        return not self.hidden(table) and table.state.phase != "setup"

    def title(self, table: Table) -> str:
        shown = self.shown(table)
        if shown is not None and shown.auction:
            return _("Auction of the clans")
        if table.state.options.clans:
            return _("Clans to choose from")
        return _("Starting tiles to choose from")

    def link(self, table: Table) -> str:
        if self.hidden(table):
            return ""
        return _("Clans") if table.state.options.clans else _("Starting tiles")
