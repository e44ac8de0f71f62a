"""The map as bits: spaces, rivers, reach and settlements. Derived from map data, never stored.

Every set of spaces is an int with one bit per space (``BIT``). A `Board` is worked out once per
map and shared by every game on it; nothing in it ever changes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache, reduce
from operator import or_
from typing import Final, TypeAlias, final

import msgspec

from games.engine.terms import TERRAINS, Ground, Hex, Source, Terrain

COLUMN_LETTERS: Final = "ABCDEFGHIJKLM"
ROWS: Final = 9
LEVELS: Final = 6
"""Shipping levels 0 (none) to 5 (four lochs). (DEF-20)"""

HEXES: Final[tuple[Hex, ...]] = tuple(
    Hex(f"{letter}{row}") for letter in COLUMN_LETTERS for row in range(1, ROWS + 1)
)
BIT: Final[dict[Hex, int]] = {space: 1 << index for index, space in enumerate(HEXES)}

CENTRAL_LOCH: Final[tuple[Hex, ...]] = tuple(
    Hex(name) for name in ["E5", "E6", "F4", "F5", "F6", "G4", "G5", "G6", "H4", "H5"]
)
CORNERS: Final[dict[str, Hex]] = {"A": Hex("A1"), "B": Hex("M1"), "C": Hex("M9"), "D": Hex("A9")}
"""The loch that carries the port of a module in games of 3 and 4 players."""

MODULES: Final = tuple(CORNERS)
SIX: Final = range(6)


class Space(msgspec.Struct, frozen=True):
    """One printed space. A loch has no terrain and costs nothing. (DEF-01, DEF-02)"""

    terrains: tuple[Terrain, ...] = ()
    cost: int = 0
    mist: bool = False

    @property
    def is_loch(self) -> bool:
        return not self.terrains


class MapSide(msgspec.Struct, frozen=True):
    """One printed side of a map module.

    A river is a chain of sides from its source to its mouth, each named by the two spaces that it
    parts. ``small_port`` is the place of the port tile with 1 and 2 players. ``waterfalls`` are the
    mountains above the sources, in the order of the rivers; none where rivers begin without one.
    """

    name: str
    source: Source
    spaces: dict[Hex, Space]
    rivers: tuple[tuple[tuple[Hex, Hex], ...], ...]
    small_port: Hex
    waterfalls: tuple[Hex, ...] = ()


def hexes_in(mask: int) -> Iterator[Hex]:
    """The spaces of `mask`, in the order of `HEXES`."""
    return iter(_spaces(mask))


@lru_cache(maxsize=4096)
def _spaces(mask: int) -> tuple[Hex, ...]:
    """In a game the same sets come again turn by turn: at random nine of ten are found here."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(HEXES[lowest.bit_length() - 1])
        mask ^= lowest
    return tuple(found)


def mask_of(spaces: Iterable[Hex]) -> int:
    mask = 0
    for space in spaces:
        mask |= BIT[space]
    return mask


def position(space: Hex) -> tuple[int, int]:
    """Column and row, both counted from 0."""
    return COLUMN_LETTERS.index(space[0]), int(space[1:]) - 1


def around(column: int, row: int) -> list[tuple[int, int]]:
    """The six places around one, clockwise from the one above; some may lie off the map.

    Columns B, D, F, H, J and L hang half a space lower than the others.
    """
    low = row + column % 2
    return [
        (column, row - 1),
        (column + 1, low - 1),
        (column + 1, low),
        (column, row + 1),
        (column - 1, low),
        (column - 1, low - 1),
    ]


def _name(column: int, row: int) -> Hex | None:
    if 0 <= column < len(COLUMN_LETTERS) and 0 <= row < ROWS:
        return Hex(f"{COLUMN_LETTERS[column]}{row + 1}")
    return None


_ADJACENT: Final[dict[Hex, tuple[Hex, ...]]] = {
    space: tuple(sorted(found for place in around(*position(space)) if (found := _name(*place))))
    for space in HEXES
}


def adjacent_hexes(space: Hex) -> tuple[Hex, ...]:
    """The spaces of the frame that share a side with `space`. (DEF-03)"""
    return _ADJACENT[space]


@cache
def within(space: Hex, steps: int) -> int:
    """The spaces of the frame at most so many steps away, `space` among them. (IND-DEF-05)"""
    mask = BIT[space]
    for _ in range(steps):
        mask |= mask_of(near for hex_ in hexes_in(mask) for near in adjacent_hexes(hex_))
    return mask


Corner: TypeAlias = frozenset[tuple[int, int]]


def corners_of_side(one: Hex, other: Hex) -> tuple[Corner, ...]:
    """The two end points of the side between two adjacent spaces.

    A point is named by the three places that meet in it, so equal points compare equal.
    """
    here, there = position(one), position(other)
    thirds = [place for place in around(*here) if place in around(*there)]
    return tuple(frozenset((here, there, third)) for third in thirds)


def module_of(space: Hex) -> str:
    """The letter of the map module that prints `space`."""
    column, row = position(space)
    top = row < 5 - column % 2
    if column < 6:
        return "A" if top else "D"
    return "B" if top else "C"


def module_hexes(module: str) -> tuple[Hex, ...]:
    return tuple(space for space in HEXES if module_of(space) == module)


@final
class Board:
    """One assembled map for one range of player counts.

    Masks and tables hold spaces of the active map only (DEF-06), so that a misted space is never
    found by any of them; `spaces` and `mist` have what is printed. A space off the active map has
    empty entries.
    """

    def __init__(
        self,
        spaces: Mapping[Hex, Space],
        rivers: Iterable[tuple[Hex, Hex]] = (),
        *,
        ports: Sequence[Hex] = (),
        modules: Sequence[str] = (),
        waterfalls: Iterable[tuple[Hex, Corner]] = (),
        small: bool = False,
    ) -> None:
        """`spaces` may be a part of the frame; `small` means the map for 1 and 2 players.

        `waterfalls` are mountains with the corner from which a river runs. (IND-WF-01)
        """
        self.modules: Final = tuple(modules)
        self.small: Final = small
        self.spaces: Final = {space: spaces[space] for space in HEXES if space in spaces}
        self.rivers: Final = tuple(sorted((min(pair), max(pair)) for pair in rivers))
        self.waterfalls: Final = dict(waterfalls)
        self.ports: Final = tuple(ports)
        self.central_loch: Final = tuple(h for h in CENTRAL_LOCH if h in self.spaces)
        self.cost: Final = {space: printed.cost for space, printed in self.spaces.items()}

        self.mist: Final = mask_of(h for h, printed in self.spaces.items() if printed.mist)
        everything = mask_of(self.spaces)
        self.active: Final = everything & ~self.mist if small else everything
        self.loch: Final = mask_of(h for h, printed in self.spaces.items() if printed.is_loch)
        self.land: Final = self.active & ~self.loch
        self.terrain: Final = {kind: self._with_terrain(kind) for kind in TERRAINS}
        self.ground: Final[dict[Ground, int]] = {kind: self.terrain[kind] for kind in TERRAINS}
        self.ground["loch"] = self.loch
        self._payable: Final = self._payable_with()

        self.adjacent: Final = self._adjacent()
        self.across_river: Final = self._across_river()
        self.neighbours: Final = {
            space: mask & ~self.across_river[space] for space, mask in self.adjacent.items()
        }
        self.border: Final = self._border(everything)
        self.delta: Final = self._delta()
        self.in_reach: Final = self._in_reach()
        # The search for settlements walks bits, not names: keyed by bit it is twice as fast.
        self._reach_of_bit: Final = tuple(
            {BIT[space]: mask for space, mask in table.items()} for table in self.in_reach
        )

    def settlements(self, units: int) -> list[int]:
        """The settlements of one player's `units`, ordered by their first space. (DEF-46)"""
        return _groups(units, self._reach_of_bit[0])

    def adjoining_groups(self, units: int) -> list[int]:
        """`units` split into those that hang together by adjacency, over rivers too."""
        return _groups(units, {BIT[space]: mask for space, mask in self.adjacent.items()})

    def behind(self, units: int, skipped: int) -> int:
        """The spaces at the end of a path from one of `units` that passes over so many others.

        All on a path are different and each is adjacent to the next, whatever lies between.
        """
        return mask_of(end for start in hexes_in(units) for end in self._ends([start], skipped + 1))

    def _ends(self, path: list[Hex], steps: int) -> Iterator[Hex]:
        if not steps:
            yield path[-1]
            return
        for onward in hexes_in(self.adjacent[path[-1]]):
            if onward not in path:
                yield from self._ends([*path, onward], steps - 1)

    def linked_settlements(self, units: int, level: int, joined: Iterable[int] = ()) -> int:
        """How many settlements the largest linked group has. (FINAL-14, FINAL-15, FINAL-16)

        Neighbours are in reach at every level, so units chained by reach are exactly the
        settlements chained by links; without shipping each settlement is a group of its own.
        """
        settlements = self.settlements(units)
        return max(
            (
                sum(1 for settlement in settlements if settlement & group)
                for group in self.linked_groups(units, level, joined)
            ),
            default=0,
        )

    def linked_groups(self, units: int, level: int, joined: Iterable[int] = ()) -> list[int]:
        """The groups into which links join one player's settlements. (FINAL-14, FINAL-15)

        Each set of ``joined`` links all units that stand in it.
        """
        groups = _groups(units, self._reach_of_bit[level])
        for spaces in joined:
            apart = [group for group in groups if not group & spaces]
            together = sum(group for group in groups if group & spaces)
            groups = [*apart, together] if together else apart
        return groups

    @cached_property
    def riversides(self) -> tuple[int, ...]:
        """For each river of the assembled map, the spaces along it. (IND-DEF-06, IND-DEF-07)

        Sides that meet in a corner are of one river, also where modules meet.
        """
        found: list[tuple[set[Corner], int]] = []
        for side in self.rivers:
            corners, spaces = set(corners_of_side(*side)), mask_of(side)
            for river in [river for river in found if river[0] & corners]:
                found.remove(river)
                corners, spaces = corners | river[0], spaces | river[1]
            found.append((corners, spaces))
        return tuple(spaces & self.active for _corners, spaces in found)

    def along_rivers_of(self, units: int) -> int:
        """The spaces along all rivers along which one of ``units`` stands."""
        return reduce(or_, (river for river in self.riversides if river & units), 0)

    def payable(self, pounds: int) -> int:
        """The spaces whose land costs so many pounds at most; pounds are not less than 0."""
        return self._payable[pounds] if pounds < len(self._payable) else self.active

    def _payable_with(self) -> list[int]:
        """By pounds, what is ``payable``; the last one has all spaces."""
        active = [(self.cost[hex_], BIT[hex_]) for hex_ in hexes_in(self.active)]
        dearest = max((cost for cost, _bit in active), default=0)
        return [sum(bit for cost, bit in active if cost <= pounds) for pounds in range(dearest + 1)]

    def _with_terrain(self, kind: Terrain) -> int:
        return self.active & mask_of(h for h, s in self.spaces.items() if kind in s.terrains)

    def _adjacent(self) -> dict[Hex, int]:
        return {
            space: self.active & mask_of(adjacent_hexes(space)) if self.active & BIT[space] else 0
            for space in self.spaces
        }

    def _across_river(self) -> dict[Hex, int]:
        across = dict.fromkeys(self.spaces, 0)
        for one, other in self.rivers:
            across[one] |= BIT[other] & self.adjacent[one]
            across[other] |= BIT[one] & self.adjacent[other]
        return across

    def _border(self, everything: int) -> int:
        """DEF-07 for the large map, DEF-08 and DEF-09 for the small one."""
        if self.small:
            return mask_of(
                h for h in hexes_in(self.active) if mask_of(adjacent_hexes(h)) & self.mist
            )
        return mask_of(
            h
            for h in hexes_in(self.active)
            if (mask_of(adjacent_hexes(h)) & everything).bit_count() < len(SIX)
        )

    def _delta(self) -> int:
        """Both spaces of a river side that ends at a corner of a loch. (DEF-10)"""
        delta = 0
        for one, other in self.rivers:
            both = mask_of(adjacent_hexes(one)) & mask_of(adjacent_hexes(other))
            if both & self.loch:
                delta |= BIT[one] | BIT[other]
        return delta & self.active

    def _in_reach(self) -> tuple[dict[Hex, int], ...]:
        rows = {space: self._reach_by_level(space) for space in self.spaces}
        return tuple({space: row[level] for space, row in rows.items()} for level in range(LEVELS))

    def _reach_by_level(self, start: Hex) -> list[int]:
        """What a unit on `start` reaches at level 0, 1, ...; `start` is not in it. (DEF-21..28)"""
        reached = self.neighbours[start]
        levels = [reached]
        reached |= self.across_river[start]
        levels.append(reached)
        crossed = 0
        water = self.adjacent[start] & self.loch
        while len(levels) < LEVELS:
            shore = 0
            for space in hexes_in(water & ~crossed):
                shore |= self.adjacent[space]
            crossed |= water
            reached |= shore
            water |= shore & self.loch
            levels.append(reached & ~BIT[start])
        return levels


def _groups(units: int, links: Mapping[int, int]) -> list[int]:
    """`units` split into the sets that `links` (bit to mask, both ways alike) hold together."""
    groups = []
    while units:
        frontier = group = units & -units
        units ^= group
        while frontier:
            bit = frontier & -frontier
            found = links[bit] & units
            units ^= found
            group |= found
            frontier ^= bit | found
        groups.append(group)
    return groups
