"""Port tiles that make a contract ask for less, announced with its fulfilment. (PORT-1, PORT-10)

Which tiles do is in their rows; a decision that makes a contract ask for less says so by
``Decision.demand``.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from games.engine.errors import IllegalMove
from games.engine.moves.modifiers import Modifier, announced, sources
from games.engine.moves.ports import port_sources
from games.engine.rules.demands import ITEMS, Demand, Item
from games.engine.rules.port_source import ModifierSource, PortSource
from games.engine.state import State
from games.engine.terms import Seat
from games.engine.tiles.port_tile import Sparing
from games.engine.tiles.ports import COPYING, REDUCING


def spared(modifiers: Sequence[Modifier]) -> list[Item]:
    """What need not be delivered, one item for each tile. (PORT-1, PORT-10)"""
    named = [getattr(modifier, announced(modifier.tile).names[0]) for modifier in modifiers]
    return [item for item in ITEMS for name in named if item == name]


def check_spared(demand: Demand, modifiers: Sequence[Modifier]) -> None:
    """Raise IllegalMove unless a demand has all that is spared. (PORT-1b, PORT-10)"""
    for item in spared(modifiers):
        if spared(modifiers).count(item) > demand.amount(item):
            row = next(row for tile in REDUCING if item in (row := sparing(tile)).items)
            facts = {"asked": demand.amount(item), row.fact: item}
            raise IllegalMove(row.rule, row.code, **facts)


def sparing(tile: int) -> Sparing:
    """What a tile of ``REDUCING`` leaves out. Raises RuntimeError for another one."""
    found = announced(tile).spares
    if found is None:
        raise RuntimeError(f"port tile {tile} leaves nothing out")
    return found


def sparings(state: State, seat: Seat, demand: Demand) -> Iterator[list[Modifier]]:
    """The ways to spare what is to be delivered, first of all none.

    It does not matter which of two tiles spares which animal or good.
    """
    yield []
    places = _sparing_places(state, seat, demand)
    for number_of_tiles in range(1, len(places) + 1):
        for chosen in combinations(places, number_of_tiles):
            seen: set[tuple[str, ...]] = set()
            for way in map(list, product(*chosen)):
                items = tuple(spared(way))
                if items not in seen and demand.has(items):
                    seen.add(items)
                    yield way


def _sparing_places(state: State, seat: Seat, demand: Demand) -> list[list[Modifier]]:
    """What each tile of a place could spare, last of all what a copy there could."""
    if not any(_has_reducing(source, state, seat) for source in port_sources(state, seat)):
        return []
    places: dict[tuple[ModifierSource, int], list[Modifier]] = {}
    for source in port_sources(state, seat):
        for tile in REDUCING:
            places[source.name, tile] = []
        places[source.copying, COPYING] = []
    for tile in REDUCING:
        for name in sources(state, seat, tile):
            ways = [one for one in _all_of(tile, name) if demand.has(spared([one]))]
            for way in ways:
                places[name, way.marked()].append(way)
    return [ways for ways in places.values() if ways]


def _has_reducing(source: PortSource, state: State, seat: Seat) -> bool:
    return not set(REDUCING).isdisjoint(source.tiles(state, seat))


def _all_of(tile: int, source: ModifierSource) -> list[Modifier]:
    """Every way in which a tile that makes a contract ask for less can be announced."""
    (name, *_) = announced(tile).names
    items = sparing(tile).items
    return [Modifier(tile, source, **{name: item}) for item in items]  # type: ignore[arg-type]
