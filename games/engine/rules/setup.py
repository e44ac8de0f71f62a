"""Setting up: from an empty table to the first main action. (SETUP)"""

from collections.abc import Sequence
from typing import Final

from games.engine import effects as fx
from games.engine.clans import clan_of
from games.engine.content import Content
from games.engine.content.packs import Pack
from games.engine.decisions import ChooseClanDecision, PlaceWorkerDecision
from games.engine.expansions import in_play
from games.engine.expansions.base import DecidingStage, Expansion, SetupStage
from games.engine.geometry.board import MODULES
from games.engine.options import Options
from games.engine.randomness import Stream
from games.engine.recorder import Recorder
from games.engine.rules import experience
from games.engine.rules.export_board import fill_slots
from games.engine.rules.rounds import begin_round
from games.engine.rules.supply import (
    PORTS_IN_PLAY,
    ROUNDS,
    clans_in_use,
    pairs_on_offer,
    ports_in_use,
    scoring_in_use,
    sides_in_use,
    start_tiles_in_use,
)
from games.engine.terms import GOODS, PRICE_DIE, Seat

NO_CLAN: Final = ""
MONEY_PER_PLACE: Final = 2
"""The pounds for each place further back in the turn order without clans. (VAR-NOCLAN-01)"""


def set_up(game: Recorder, options: Options, seed: bytes, pack: Pack) -> None:
    """Everything up to the first choice of the draft. (SETUP-02..12)"""
    content = pack.content
    pile = Stream(seed, "contracts").shuffled(content.contracts)
    game.emit_secret(fx.Seeded(seed.hex()))
    game.emit_secret(fx.PileShuffled(pile))
    for expansion in in_play(options):
        for hidden in expansion.hide(options, content, seed, None):
            game.emit_secret(hidden)
    game.emit(fx.GameOpened(options, pack.hash, content.merchants_track, content.merchants_start))
    game.emit(fx.MapLaid(options.map or draw_map(content, options, seed)))
    _ask_expansions(game, "map", seed)
    _lay_out(game, content, seed)
    game.emit(fx.PilePlaced(len(pile), content.board_slots(options.players)))
    fill_slots(game, content.slots(options.players))
    _ask_expansions(game, "contracts", seed)
    assigning = _assigning(options)
    if assigning is None:
        order: Sequence[Seat] = first_turn_order(options, seed)
        game.emit(fx.TurnOrderSet(list(order)))
    else:
        order = assigning.assigning_order(options, seed)
    _offer_pairs(game, content, seed)
    go_on(game, "clans", order)


def _ask_expansions(game: Recorder, stage: SetupStage, seed: bytes) -> None:
    for expansion in in_play(game.state.options):
        expansion.set_up(game, stage, seed)


def _assigning(options: Options) -> Expansion | None:
    """The expansion that assigns the clans, if any takes the place of the draft."""
    return next((one for one in in_play(options) if one.assigns_clans), None)


def go_on(
    game: Recorder, stage: DecidingStage, order: Sequence[Seat], after: Expansion | None = None
) -> None:
    """Let expansions have players decide something first; then clans are chosen, or round 1 begins.

    With ``after`` only the expansions behind that one are asked, which has nothing left to decide.
    """
    asked = in_play(game.state.options)
    if after is not None:
        asked = asked[asked.index(after) + 1 :]
    if any(one.decide_first(game, stage, order) for one in asked):
        return
    if stage == "round":
        begin_round(game, 1, list(order))
    elif (assigning := _assigning(game.state.options)) is not None:
        assigning.begin_assigning(game, order)
    else:
        _begin_draft(game, order)


def _begin_draft(game: Recorder, order: Sequence[Seat]) -> None:
    """The last in turn order chooses first. (SETUP-11..13)"""
    game.emit(fx.PhaseBegan("draft"))
    game.barrier()
    game.open(ChooseClanDecision(game.version, order[-1]))


def first_turn_order(options: Options, seed: bytes) -> list[Seat]:
    """The turn order of round 1 where no auction makes it. (SETUP-11, OPT-17)"""
    seats = list(map(Seat, range(options.players)))
    match options.turn_order:
        case "start":
            first = Stream(seed, "start-player").below(options.players)
            return seats[first:] + seats[:first]
        case "drawn":
            return Stream(seed, "turn-order").shuffled(seats)
        case "seats":
            return seats


def draw_map(content: Content, options: Options, seed: bytes) -> list[str]:
    """A side of each module, drawn. (SETUP-02, IND-SETUP-07)"""
    stream = Stream(seed, "map")
    return [stream.choice(sides_in_use(content, options, module)) for module in MODULES]


def _lay_out(game: Recorder, content: Content, seed: bytes) -> None:
    """Ports, prices and scoring tiles. (SETUP-03..06, VAR-NOPORT-01, VAR-NOSCORE-01)"""
    options = game.state.options
    if options.ports:
        tiles = Stream(seed, "ports").shuffled(ports_in_use(content, options))[:PORTS_IN_PLAY]
        for place, tile in zip(game.state.board.ports, tiles, strict=True):
            game.emit(fx.PortPlaced(place, tile))
    _ask_expansions(game, "ports", seed)
    market = content.market(options.players)
    game.emit(fx.MarketSet([column.start for column in market]))
    if options.starting_prices == "rolled":
        roll_prices(game, seed)
    if options.scoring_tiles:
        dealt = Stream(seed, "scoring-tiles").shuffled(scoring_in_use(content, options))[:ROUNDS]
        game.emit(fx.ScoringTilesDealt(dealt))


def roll_prices(game: Recorder, seed: bytes) -> None:
    """The price die, once for each good. (VAR-PRICE-1, VAR-PRICE-2)"""
    for good in GOODS:
        face = Stream(seed, f"starting-price/{good}").choice(PRICE_DIE)
        game.emit(fx.PriceDieRolled(good, face))
        game.move_price(good, 0 if abs(face) == 1 else face // abs(face))


def _offer_pairs(game: Recorder, content: Content, seed: bytes) -> None:
    """One pair of clan and starting tile more than players. (SETUP-12, VAR-AUCTION-01)"""
    options = game.state.options
    pairs = pairs_on_offer(options)
    clans = draw_clans(content, options, seed)[:pairs] if options.clans else [NO_CLAN] * pairs
    tiles = Stream(seed, "start-tiles").shuffled(start_tiles_in_use(content, options))[:pairs]
    for clan, tile in zip(clans, tiles, strict=True):
        game.emit(fx.PairOffered(clan, tile))


def draw_clans(content: Content, options: Options, seed: bytes) -> list[str]:
    """The clans in the order in which they come into the draft. (SETUP-12)"""
    shuffled = Stream(seed, "clans").shuffled(clans_in_use(content, options))
    return experience.in_order(shuffled, options)


def continue_draft(game: Recorder) -> None:
    """The next choice in the draft or the auction; after the last one the game is furnished.

    In the draft players choose in reverse turn order. (SETUP-13, SETUP-15, VAR-AUCTION-12)
    """
    state = game.state
    game.barrier()
    assigned = [expansion.clan_chosen(game) for expansion in in_play(state.options)]
    taken = sum(pair.taken_by is not None for pair in state.draft)
    if taken < len(state.players):
        if not any(assigned):
            game.open(ChooseClanDecision(game.version, state.turn_order[-1 - taken]))
        return
    for pair in sorted(state.draft, key=lambda p: -1 if p.taken_by is None else p.taken_by):
        if pair.taken_by is not None:
            _furnish(game, pair.taken_by, pair.start_tile)
    if not state.options.clans:
        for place, seat in enumerate(state.turn_order):
            game.money(seat, MONEY_PER_PLACE * place)
    game.emit(fx.DraftCleared())
    game.emit(fx.PhaseBegan("workers"))
    next_first_worker(game, placement_order(game))


def _furnish(game: Recorder, seat: Seat, start_tile: int) -> None:
    """What the starting tile and the clan give. (SETUP-15, SETUP-16, START-R2)"""
    state, clan = game.state, clan_of(game.player(seat))
    tile = state.content.start_tile(start_tile)
    game.money(seat, tile.money)
    for good, amount in zip(GOODS, tile.goods, strict=True):
        game.goods(seat, good, amount)
    clan.set_up(game, seat)
    if merchants := clan.start_merchants():
        game.emit(fx.MerchantsHired(seat, merchants))
    if hired := min(tile.merchants, game.player(seat).track):
        game.emit(fx.MerchantsHired(seat, hired))
    if shipping := clan.start_shipping(small=state.small):
        game.emit(fx.ShippingSet(seat, shipping))
    for _ in range(clan.boxes() - len(game.player(seat).boxes)):
        game.emit(fx.BoxAdded(seat))


def placement_order(game: Recorder) -> list[Seat]:
    """The seats that place first workers: in order, back, and what clans add. (SETUP-17..19)"""
    order = game.state.turn_order
    more = [seat for seat in order for _ in range(clan_of(game.player(seat)).first_workers() - 2)]
    return [*order, *reversed(order), *more]


def next_first_worker(game: Recorder, left: list[Seat]) -> None:
    """The next seat places a first worker; after the last, round 1 begins. (SETUP-25, UNDO-06)"""
    game.barrier()
    if left:
        game.open(PlaceWorkerDecision(game.version, left[0], left[1:]))
    else:
        go_on(game, "round", game.state.turn_order)
