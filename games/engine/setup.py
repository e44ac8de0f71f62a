"""Setting up: from an empty table to the first main action. (SETUP)"""

from games.engine import effects as fx
from games.engine.board import MODULES
from games.engine.clans import clan_of
from games.engine.content import Content
from games.engine.decisions import ChooseClan, PlaceWorker
from games.engine.options import Options
from games.engine.packs import Pack
from games.engine.randomness import Stream
from games.engine.recorder import Recorder
from games.engine.solo import lay_neutral_pieces
from games.engine.supply import (
    PORTS_IN_PLAY,
    ROUNDS,
    clans_in_use,
    pairs_on_offer,
    ports_in_use,
    scoring_in_use,
)
from games.engine.turns import begin_round
from games.engine.words import GOODS, Seat


def set_up(game: Recorder, options: Options, seed: bytes, pack: Pack) -> None:
    """Everything up to the first choice of the draft. (SETUP-02..12)"""
    content = pack.content
    pile = Stream(seed, "contracts").shuffled(content.contracts)
    game.emit_secret(fx.Seeded(seed.hex()))
    game.emit_secret(fx.PileShuffled(pile))
    game.emit(fx.GameOpened(options, pack.hash, content.merchants_track, content.merchants_start))
    game.emit(fx.MapLaid(options.map or draw_map(content, seed)))
    if options.solo:
        lay_neutral_pieces(game)
    _lay_out(game, content, seed)
    game.emit(fx.PilePlaced(len(pile), content.board_slots(options.players)))
    fill_slots(game, content.slots(options.players))
    first = Stream(seed, "start-player").below(options.players)
    order = [Seat((first + i) % options.players) for i in range(options.players)]
    game.emit(fx.TurnOrderSet(order))
    _offer_pairs(game, content, seed)
    game.emit(fx.PhaseBegan("draft"))
    game.barrier()
    game.open(ChooseClan(game.version, order[-1]))


def draw_map(content: Content, seed: bytes) -> list[str]:
    """A side of each module, drawn. (SETUP-02)"""
    stream = Stream(seed, "map")
    return [stream.choice(content.sides_of(module)) for module in MODULES]


def _lay_out(game: Recorder, content: Content, seed: bytes) -> None:
    """Ports, prices and scoring tiles. (SETUP-03..06)"""
    options = game.state.options
    tiles = Stream(seed, "ports").shuffled(ports_in_use(content, options))[:PORTS_IN_PLAY]
    for place, tile in zip(game.state.board.ports, tiles, strict=True):
        game.emit(fx.PortPlaced(place, tile))
    market = content.market(options.players)
    game.emit(fx.MarketSet([column.start for column in market]))
    dealt = Stream(seed, "scoring-tiles").shuffled(scoring_in_use(content, options))[:ROUNDS]
    game.emit(fx.ScoringTilesDealt(dealt))


def fill_slots(game: Recorder, upto: int | None = None) -> None:
    """Fill the empty slots of the export board, all or the first ones, as far as the pile goes.

    (SETUP-07, SETUP-08, PREP-04..07)
    """
    for slot, held in enumerate(game.state.slots[:upto]):
        if held:
            continue
        contract = game.draw_contract()
        if contract is None:
            return
        game.emit(fx.SlotSet(slot, contract))


def _offer_pairs(game: Recorder, content: Content, seed: bytes) -> None:
    """One pair of clan and starting tile more than players. (SETUP-12)"""
    options = game.state.options
    pairs = pairs_on_offer(options)
    clans = Stream(seed, "clans").shuffled(clans_in_use(content, options))[:pairs]
    tiles = Stream(seed, "start-tiles").shuffled(content.start_tiles)[:pairs]
    for clan, tile in zip(clans, tiles, strict=True):
        game.emit(fx.PairOffered(clan, tile))


def continue_draft(game: Recorder) -> None:
    """The next player chooses, in reverse turn order; after the last the game is furnished.

    (SETUP-13, SETUP-15)
    """
    state = game.state
    game.barrier()
    taken = sum(pair.taken_by is not None for pair in state.draft)
    if taken < len(state.turn_order):
        game.open(ChooseClan(game.version, state.turn_order[-1 - taken]))
        return
    for pair in sorted(state.draft, key=lambda p: -1 if p.taken_by is None else p.taken_by):
        if pair.taken_by is not None:
            _furnish(game, pair.taken_by, pair.start_tile)
    game.emit(fx.DraftCleared())
    game.emit(fx.PhaseBegan("workers"))
    next_first_worker(game, placement_order(game))


def _furnish(game: Recorder, seat: Seat, start_tile: int) -> None:
    """What the starting tile and the clan give. (SETUP-15, SETUP-16)"""
    state, clan = game.state, clan_of(game.player(seat))
    tile = state.content.start_tile(start_tile)
    game.money(seat, tile.money)
    for good, amount in zip(GOODS, tile.goods, strict=True):
        game.goods(seat, good, amount)
    if merchants := clan.start_merchants():
        game.emit(fx.MerchantsHired(seat, merchants))
    if shipping := clan.start_shipping(small=state.small):
        game.emit(fx.ShippingSet(seat, shipping))
    for _ in range(clan.boxes() - len(game.player(seat).boxes)):
        game.emit(fx.BoxAdded(seat))


def placement_order(game: Recorder) -> list[Seat]:
    """Who places first workers, in order: there, back, and what clans add. (SETUP-17..19)"""
    order = game.state.turn_order
    more = [seat for seat in order for _ in range(clan_of(game.player(seat)).first_workers() - 2)]
    return [*order, *reversed(order), *more]


def next_first_worker(game: Recorder, left: list[Seat]) -> None:
    """The next seat places a first worker; after the last, round 1 begins. (SETUP-25, UNDO-06)"""
    game.barrier()
    if left:
        game.open(PlaceWorker(game.version, left[0], left[1:]))
    else:
        begin_round(game, 1, game.state.turn_order)
