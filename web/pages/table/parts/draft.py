"""The draft or the auction of the clans."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from msgspec import Struct

from games import engine
from games.engine.clans import all_clans
from games.engine.views.auction import auction_view
from games.engine.words import GOODS
from replays.sentences import vocabulary
from web.pages.common.labels import points
from web.pages.common.pieces import Amount, Sign, amount
from web.pages.table.part import TablePart
from web.pages.table.table import Table


class OfferedPair(Struct, frozen=True):
    """A clan with a starting tile; without clans only the tile. ``taken_by`` has chosen it.

    ``rule`` is the first of the clan's rules.
    """

    number: int
    clan: str
    rule: str
    texts: list[str]
    tile: int
    gives: list[Amount]
    taken_by: Sign | None


class PlayerBid(Struct, frozen=True):
    """What a player has bid."""

    sign: Sign
    points: str


class FinishedAuctionRound(Struct, frozen=True):
    """An auction round that is over."""

    number: int
    winner: Sign
    price: str
    bids: list[PlayerBid]


class Bidding(Struct, frozen=True):
    """The auction as everybody may see it: of sealed bids only that they are there."""

    sealed: bool
    round: int
    limit: int
    bids: list[PlayerBid]
    bidding: list[Sign]
    handed_in: list[Sign]
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
    return OfferedPair(
        number=number,
        clan=vocabulary.clan(pair.clan) if pair.clan else "",
        rule=f"CLAN-{pair.clan.upper()}-01" if pair.clan else "",
        texts=[_(text) for text in all_clans()[pair.clan].text] if pair.clan else [],
        tile=pair.start_tile,
        gives=gives,
        taken_by=None if pair.taken_by is None else signs[pair.taken_by],
    )


def _bidding(state: engine.State, signs: Sequence[Sign]) -> Bidding | None:
    shown = auction_view(state)
    if shown is None:
        return None
    return Bidding(
        sealed=shown.kind != "open",
        round=shown.round,
        limit=shown.limit,
        bids=[PlayerBid(signs[bid.seat], points(bid.amount)) for bid in shown.bids],
        bidding=[signs[seat] for seat in shown.bidding],
        handed_in=[signs[seat] for seat in shown.handed_in],
        ties=[signs[seat] for seat in shown.ties],
        rounds=[
            FinishedAuctionRound(
                number=number,
                winner=signs[one.winner],
                price=points(one.price),
                bids=[PlayerBid(signs[bid.seat], points(bid.amount)) for bid in one.bids],
            )
            for number, one in enumerate(shown.rounds, 1)
        ],
    )


class DraftPart(TablePart[Draft | None]):
    """The draft or the auction; hidden once everybody has a clan."""

    name = "draft"
    place = "middle"
    fields = frozenset({"draft", "auction"})

    def build(self, table: Table) -> Draft | None:
        return draft(table.state, table.signs)

    def hidden(self, table: Table) -> bool:
        return self.shown(table) is None

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
