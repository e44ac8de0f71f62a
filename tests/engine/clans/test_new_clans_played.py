"""The golden games in which clans of the expansion use all of their abilities do use them."""

from collections.abc import Iterator

import pytest

from games import engine
from games.engine.clans.gordon import EmptySilo, Storage, UseSilo
from games.engine.clans.macgregor import Graze
from games.engine.clans.sinclair import behind_land
from games.engine.effects import ClanStateSet, Deployed, GoodsChanged, MoneyChanged, Withdrawn
from games.engine.expansions.farmers_markets.selling import SellAtMarket
from games.engine.geometry.board import BIT
from games.engine.moves.contracts import DrawContracts
from games.engine.moves.expanding import Expand
from games.engine.moves.ports import UsePort
from games.engine.moves.producing import Produce
from games.engine.moves.trading import NeighbourhoodBuy, Trade
from games.engine.rules.costs import reaching_fee
from games.engine.rules.final import connected_settlements
from games.engine.rules.map_ports import MAP
from games.engine.state import State
from games.engine.terms import Seat
from tests import golden
from tests.rules import rule

pytestmark = [pytest.mark.engine, pytest.mark.long]

ABILITIES = {
    "four-clans-178": {
        "macfarlane": {"a canal", "goods from afar", "a market afar", "linked settlements"},
        "macpherson": {"a young cow", "a young sheep"},
    },
    "three-macgregor-319": {
        "macgregor": {
            *("grazing", "grazing by a free space", "bonuses of grazing"),
            "a sheep put back",
        },
    },
    "three-douglas-11": {
        "douglas": {
            *("a trade in twos", "neighbours in twos", "a market in twos"),
            "more merchants",
        },
    },
    "three-fraser-391": {
        "fraser": {
            *("kilts made", "a kilt sold", "a kilt at a market", "a kilt delivered"),
            *("a kilt at a port", "wool for cotton"),
        },
    },
    "three-gordon-167": {
        "gordon": {
            *("silo 1", "silo 2", "silo 3", "grain put in", "grain taken out"),
            "grain of silos processed",
        },
    },
    "three-macleod-726": {
        "macleod": {
            *("a shipyard", "a shipyard that copies", "a shipyard within a move"),
            "contracts of a shipyard",
        },
    },
    "three-new-clans-3": {
        "mackintosh": {"a first worker", "units of others", "units of its own"},
    },
    "three-sinclair-31": {
        "sinclair": {"a land skip", "a loch skip", "a port over lochs", "linked settlements"},
    },
}
"""By game and clan, what is used in it."""


def uses(before: State, event: engine.Event) -> Iterator[tuple[str, str]]:
    """The clans whose own rules have made something of an event, and what."""
    if event.kind == "processing":
        yield from in_production(before, event)
    if event.kind in ("place_worker", "expand"):
        yield from beside_mackintosh(before, event)
    if event.kind == "final_scoring":
        for seat, player in enumerate(before.players):
            units, level = before.position.own[seat], player.shipping
            alone = before.board.linked_settlements(units, level)
            if connected_settlements(before, Seat(seat)) > alone:
                yield player.clan, "linked settlements"
    if event.seat is not None and event.move is not None:
        clan = before.players[event.seat].clan
        if clan in BY_CLAN:
            yield from ((clan, what) for what in BY_CLAN[clan](before, event, event.seat))


def beside_mackintosh(before: State, event: engine.Event) -> Iterator[tuple[str, str]]:
    """What is built beside its workers pays £3."""
    paid = [e for e in event.effects if isinstance(e, MoneyChanged) and e.amount == 3]
    for effect in paid:
        if before.players[effect.seat].clan == "mackintosh":
            others = "a first worker" if event.kind == "place_worker" else "units of others"
            own = effect.seat == event.seat
            yield "mackintosh", "units of its own" if own else others


def in_production(before: State, event: engine.Event) -> Iterator[tuple[str, str]]:
    """Young that come, and sheep that go back."""
    for effect in event.effects:
        match effect:
            case Deployed(seat=seat, column=column):
                yield before.players[seat].clan, f"a young {column}"
            case ClanStateSet(seat=seat, values=values) if before.players[seat].clan == "fraser":
                if sum(values) > sum(before.players[seat].clan_state):
                    yield "fraser", "kilts made"
            case Withdrawn(seat=seat):
                yield before.players[seat].clan, "a sheep put back"


def of_macfarlane(before: State, event: engine.Event, seat: Seat) -> Iterator[str]:
    """Canals, and what is dealt with along them."""
    position, near, decision = before.position, before.board.neighbours, before.decisions[-1]
    match event.move:
        case Expand(hex=hex_) if not decision.grant.onto_animal:
            if not position.reach(seat) & BIT[hex_]:
                yield "a canal"
        case NeighbourhoodBuy(good=good):
            if good not in position.neighbours_goods(seat, decision.hexes):  # type: ignore[attr-defined]
                yield "goods from afar"
        case SellAtMarket(hex=hex_):
            hexes = decision.hexes  # type: ignore[attr-defined]
            if not any(near[h] & BIT[hex_] for h in hexes):
                yield "a market afar"


def of_macgregor(before: State, event: engine.Event, seat: Seat) -> Iterator[str]:
    """Sheep that graze, as an action or by a free space."""
    if isinstance(event.move, Graze):
        yield "grazing" if before.decisions[-1].MAIN else "grazing by a free space"
        if {e.decision.kind for e in event.effects if hasattr(e, "decision")} & {
            "deployment_bonuses"
        }:
            yield "bonuses of grazing"


def of_gordon(before: State, event: engine.Event, seat: Seat) -> Iterator[str]:
    """Silos that are used and emptied."""
    match event.move:
        case UseSilo(silo=silo):
            yield f"silo {silo}"
        case EmptySilo():
            yield "grain taken out"
        case Produce(clan=choice):
            storage = Storage.of(choice)
            yield from ["grain put in"] * bool(storage.filled())
            yield from ["grain of silos processed"] * bool(storage.emptied())


def of_sinclair(before: State, event: engine.Event, seat: Seat) -> Iterator[str]:
    """Land and lochs that are skipped."""
    match event.move:
        case Expand(hex=hex_) if reaching_fee(before, seat, hex_, before.decisions[-1].grant):
            upgrades = behind_land(before, seat) & BIT[hex_]
            yield "a land skip" if upgrades else "a loch skip"
        case UsePort(tile=tile) if MAP.fee(before, seat, tile):
            yield "a port over lochs"


def of_douglas(before: State, event: engine.Event, seat: Seat) -> Iterator[str]:
    """Goods in twos on the market, of neighbours and at farmers markets, and spare merchants."""
    match event.move:
        case Trade(quantity=quantity, merchants=None) if quantity > 1:
            yield "a trade in twos"
        case NeighbourhoodBuy(quantity=quantity, merchants=None) if quantity > 1:
            yield "neighbours in twos"
        case SellAtMarket(quantity=quantity, merchants=None) if quantity > 1:
            yield "a market in twos"
        case Trade(merchants=merchants) if merchants is not None:
            yield "more merchants"


def of_macleod(before: State, event: engine.Event, seat: Seat) -> Iterator[str]:
    """Shipyards that are used by themselves, within a move and as copies, and their bonuses."""
    match event.move:
        case UsePort(source="shipyard", copy=copied):
            yield "a shipyard" if copied is None else "a shipyard that copies"
        case DrawContracts() if before.decisions[-1].kind == "shipyard_bonus":
            yield "contracts of a shipyard"
        case move:
            sources = {one.source for one in getattr(move, "modifiers", ())}
            if sources & {"shipyard", "shipyard_copy"}:
                yield "a shipyard within a move"
            if "shipyard_copy" in sources:
                yield "a shipyard that copies"


def of_fraser(before: State, event: engine.Event, seat: Seat) -> Iterator[str]:
    """Kilts that are made and spent, and wool that cotton brings."""
    places = {
        "trade": "a kilt sold",
        "sell_at_market": "a kilt at a market",
        "fulfil": "a kilt delivered",
        "use_port": "a kilt at a port",
    }
    if event.move is not None and event.move.stand_ins():
        yield places[event.kind]
    gained = [e for e in event.effects if isinstance(e, GoodsChanged) and e.good == "wool"]
    if event.kind == "fulfil" and any(e.seat == seat and e.amount > 0 for e in gained):
        yield "wool for cotton"


BY_CLAN = {
    "fraser": of_fraser,
    "macleod": of_macleod,
    "douglas": of_douglas,
    "sinclair": of_sinclair,
    "gordon": of_gordon,
    "macfarlane": of_macfarlane,
    "macgregor": of_macgregor,
}
"""What moves of the clan's player use."""


@rule("CLAN-MACFARLANE-2", "CLAN-MACFARLANE-3", "CLAN-MACFARLANE-8", "CLAN-MACPHERSON-4")
@rule("CLAN-MACKINTOSH-1", "CLAN-MACKINTOSH-2", "CLAN-FRASER-5", "CLAN-FRASER-8")
@rule("CLAN-MACGREGOR-4", "CLAN-MACGREGOR-8", "CLAN-MACGREGOR-9", "CLAN-MACGREGOR-10")
@pytest.mark.parametrize("game", ABILITIES)
def test_every_ability_comes_up(game: str) -> None:
    used: dict[str, set[str]] = {}
    before: State | None = None
    for state, event in golden.replay(golden.read(golden.FOLDER / f"{game}.txt")):
        for clan, what in uses(before, event) if before is not None else ():
            used.setdefault(clan, set()).add(what)
        before = engine.copy(state)
    for clan, wanted in ABILITIES[game].items():
        assert used[clan] == wanted
