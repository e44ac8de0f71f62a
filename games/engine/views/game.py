"""The state as one viewer may see it, in the shape of the public contract.

Everything in a base game is open but for the order of the pile and the seed (DEF-47), and those
are not in the fields that a view is made of.
"""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from games.engine.clans import clan_of
from games.engine.decisions import (
    BrewDecision,
    Decision,
    ExportBonusesDecision,
    KeepContractsDecision,
)
from games.engine.expansions import in_play
from games.engine.rules.admission import offered, usable_bonuses
from games.engine.rules.costs import obtaining_cost
from games.engine.state import Blocker, Ending, PortTile, State
from games.engine.terms import (
    GOOD_INDEX,
    GOODS,
    IMPORTS,
    ContractId,
    Good,
    Seat,
    TechnologyColumn,
)
from games.engine.views.auction import AuctionView, auction_view
from games.engine.views.scores import ScoreView, scores_view


class DecisionView(Struct, gc=False):
    """A decision that still has to be answered; ``moves`` are the types that it admits.

    ``id`` is the version of the event that opened it. ``optional`` is whether it may be skipped;
    ``source`` is the expansion whose rule asks, null where it is the base game.

    Moves that only the clan has are among them while there is one to make. ``contracts`` are those
    drawn, ``bonuses`` the export bonuses to come, ``usable`` the kinds of them that would not be
    forfeited at once if they came next; ``most`` is how much grain may become beer.
    """

    id: int
    seat: Seat
    kind: str
    moves: list[str]
    optional: bool | None = None
    source: str | None = None
    contracts: list[ContractId] = []
    bonuses: list[str] = []
    usable: list[str] = []
    most: int | None = None


class GoodView(Struct, gc=False):
    """The market of one good.

    ``prices`` is the whole track, ``position`` the place of ``price`` on it, from 0. ``merchants``
    has how many each seat has placed on ``buy`` and on ``sell``.
    """

    price: int
    position: int
    prices: list[int]
    merchants: dict[str, list[int]]


class ExportBoardView(Struct, gc=False):
    """The export board: contracts by slot, null for an empty one, and what a contract costs now.

    ``pile`` is how many lie face down. ``known_tail`` are the last of those, next one first, whose
    order all have seen because they were put back under the pile. ``removed`` left the game.
    ``future`` are those that lie open beside the board where that is played.
    """

    slots: list[int | None]
    cost: int
    pile: int
    known_tail: list[ContractId]
    removed: list[ContractId]
    future: list[ContractId]


class PortView(Struct, gc=False):
    """A port tile on the map and the seats that have used it."""

    hex: str
    tile: int
    used_by: list[Seat]


class MapView(Struct, gc=False):
    """Which map is laid out."""

    modules: list[str]
    small: bool


class PieceView(Struct, gc=False):
    """Something on the map that is no ordinary unit: nothing can be deployed on its space.

    ``kind`` is ``neutral`` for a neutral piece, ``cover`` for a cover tile; both have no owner.
    """

    kind: str
    hex: str
    seat: Seat | None = None


class UnitView(Struct, gc=False):
    """A unit on the map."""

    unit: str
    hex: str


class MerchantsView(Struct, gc=False):
    """Where a player's merchants are: not hired yet, at hand, and placed on the market."""

    track: int
    stock: int
    market: int


class PlayerView(Struct, gc=False):
    """One player's board, stock and units.

    ``board`` is how many units each column still holds. ``boxes`` are the export boxes, each with
    its contracts, the last one on top; ``fulfilled`` are those done. ``clan_state`` is what the
    clan keeps of its own, by name: for MacKenzie, the barrels by space. A seat that has
    ``resigned`` decides nothing any more; the game makes default moves for it. ``bid``
    is what the clan cost in an auction, in victory points.
    """

    seat: Seat
    name: str
    clan: str | None
    money: int
    glory: int
    goods: dict[str, int]
    merchants: MerchantsView
    shipping: int
    technology: list[TechnologyColumn]
    board: dict[str, int]
    units: list[UnitView]
    boxes: list[list[ContractId]]
    fulfilled: list[ContractId]
    clan_state: dict[str, list[int]]
    resigned: bool
    bid: int


class PairView(Struct, gc=False):
    """A pair in the draft or the auction; without clans it is only a starting tile."""

    pair: int
    clan: str | None
    start_tile: int
    taken_by: Seat | None


class View(Struct):
    """A state for one viewer: a seat, or a spectator when ``viewer`` is null.

    ``content`` is the hash under which the content of the game is served. ``decisions`` are those
    that are open. ``undo_to`` is the earliest version to which the turn can be taken back, null
    when it cannot. ``pieces`` are what blocks spaces of the map, ``draft`` is empty once the clans
    are chosen; ``auction`` is null without one and once all have a clan, ``scores`` until the game
    is over. So is ``ended_by``: then it is ``scoring`` after the last round, ``resignation`` when
    too few people were left, ``agreement`` when all agreed to stop, or ``director`` when a director
    of its tournament ended it; in the latter two cases there are no scores. ``expansions`` is what
    the expansions in play show, by name; not there without any.
    ``own`` is what they show the viewer alone, in the newest state; not there without any.
    """

    game: str
    version: int
    status: str
    content: str
    viewer: Seat | None
    round: int
    phase: str
    decisions: list[DecisionView]
    undo_to: int | None
    turn_order: list[Seat]
    passed: list[Seat]
    map: MapView
    market: dict[str, GoodView]
    export_board: ExportBoardView
    imports: dict[str, int]
    scoring_tiles: list[int]
    ports: list[PortView]
    pieces: list[PieceView]
    draft: list[PairView]
    auction: AuctionView | None
    players: list[PlayerView]
    scores: list[ScoreView] | None
    ended_by: Ending | None
    expansions: dict[str, Any] | UnsetType = UNSET
    own: dict[str, Any] | UnsetType = UNSET


def view(
    state: State, viewer: Seat | None, *, game: str = "", names: list[str] | None = None
) -> View:
    """``state`` for a seat, or for a spectator (None). Names of players come from outside."""
    known = names or [""] * len(state.players)
    return View(
        game=game,
        version=state.version,
        status="finished" if state.over else "running",
        content=state.pack,
        viewer=viewer,
        round=state.round,
        phase=state.phase,
        decisions=[decision_view(state, decision) for decision in state.open_decisions()],
        undo_to=undo_to(state),
        turn_order=list(state.turn_order),
        passed=list(state.passed),
        map=MapView(list(state.modules), state.small),
        market={good: good_view(state, good) for good in GOODS},
        export_board=export_board_view(state),
        imports=dict(zip(IMPORTS, state.imports, strict=True)),
        scoring_tiles=list(state.scoring_tiles),
        ports=[port_view(port) for port in state.ports],
        pieces=[piece_view(piece) for piece in state.blockers],
        draft=draft_view(state),
        auction=auction_view(state),
        players=[player_view(state, Seat(seat), name) for seat, name in enumerate(known)],
        scores=scores_view(state),
        ended_by=ended_by(state),
        expansions=expansion_views(state) or UNSET,
    )


def expansion_views(state: State) -> dict[str, Struct]:
    """What the expansions in play show all, by name."""
    shown = {expansion.name: expansion.view(state) for expansion in in_play(state.options)}
    return {name: one for name, one in shown.items() if one is not None}


def own_views(state: State, seat: Seat | None) -> dict[str, Struct]:
    """What the expansions in play show a seat alone, by name; nothing where secrets are missing."""
    if seat is None or state.secret is None:
        return {}
    shown = {one.name: one.own_view(state, seat) for one in in_play(state.options)}
    return {name: one for name, one in shown.items() if one is not None}


def ended_by(state: State) -> Ending | None:
    """What ended the game; None while it runs."""
    return state.ended_by if state.over else None


def undo_to(state: State) -> int | None:
    """The earliest version to which the turn can be taken back; None when it cannot."""
    if state.phase != "action" or state.undo_to >= state.head:
        return None
    return state.undo_to


def decision_view(state: State, decision: Decision) -> DecisionView:
    """A decision in the shape of the public contract."""
    return DecisionView(
        id=decision.id,
        seat=decision.seat,
        kind=decision.kind,
        moves=list(offered(state, decision)),
        optional=decision.OPTIONAL,
        source=source_of(state, decision),
        contracts=list(decision.contracts) if isinstance(decision, KeepContractsDecision) else [],
        bonuses=[*decision.bonuses] if isinstance(decision, ExportBonusesDecision) else [],
        usable=[*usable_bonuses(state, decision)]
        if isinstance(decision, ExportBonusesDecision)
        else [],
        most=decision.most if isinstance(decision, BrewDecision) else None,
    )


def source_of(state: State, decision: Decision) -> str | None:
    """The name of the expansion that brought this decision; None for those of the base game."""
    asking = (one.name for one in in_play(state.options) if isinstance(decision, one.decisions))
    return next(asking, None)


def good_view(state: State, good: Good) -> GoodView:
    """The market of one good."""
    index = GOOD_INDEX[good]
    track = state.content.market(state.options.players)[index]
    return GoodView(
        price=track.prices[state.prices[index]],
        position=state.prices[index],
        prices=list(track.prices),
        merchants={
            "buy": [player.buying[index] for player in state.players],
            "sell": [player.selling[index] for player in state.players],
        },
    )


def export_board_view(state: State) -> ExportBoardView:
    """The export board; before round 1 a contract costs nothing."""
    return ExportBoardView(
        slots=[contract or None for contract in state.slots],
        cost=obtaining_cost(state) if state.round else 0,
        pile=state.pile + len(state.pile_tail),
        known_tail=list(state.pile_tail),
        removed=list(state.removed),
        future=list(state.future),
    )


def draft_view(state: State) -> list[PairView]:
    """The pairs of the draft or the auction; none when it is over."""
    return [
        PairView(number, pair.clan or None, pair.start_tile, pair.taken_by)
        for number, pair in enumerate(state.draft)
    ]


def port_view(port: PortTile) -> PortView:
    """A port tile with its markers."""
    return PortView(port.hex, port.tile, list(port.used_by))


def piece_view(piece: Blocker) -> PieceView:
    """A piece that blocks a space; it has no owner."""
    return PieceView(piece.kind, piece.hex)


def player_view(state: State, seat: Seat, name: str) -> PlayerView:
    """Everything that belongs to one player."""
    player = state.players[seat]
    clan = clan_of(player)
    return PlayerView(
        seat=seat,
        name=name,
        clan=player.clan or None,
        money=player.money,
        glory=player.glory,
        goods=dict(zip(GOODS, player.goods, strict=True)),
        merchants=MerchantsView(
            track=player.track, stock=player.stock, market=sum(player.buying) + sum(player.selling)
        ),
        shipping=player.shipping,
        technology=list(player.technology),
        board={
            column: clan.column_size(column) - number
            for column, number in zip(clan.columns, player.all_deployed(clan.columns), strict=True)
        },
        units=[UnitView(piece.unit, piece.hex) for piece in player.units],
        boxes=[list(pile) for pile in player.boxes],
        fulfilled=list(player.fulfilled),
        clan_state=clan.shown_state(state.content, player),
        resigned=seat in state.resigned,
        bid=state.bid_of(seat),
    )
