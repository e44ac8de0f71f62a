"""``maps/<side>.toml``: the spaces, rivers and the small port of one side of a map module.

The checks here hold for every map, printed or of our own design. How many lochs, rivers or cheap
spaces a good map has is a matter of design, and not checked.
"""

import re
from collections.abc import Collection
from typing import Annotated, Final

from msgspec import Meta, Struct

from games.engine.content.reading import PackProblems
from games.engine.geometry.board import (
    CENTRAL_LOCH,
    CORNERS,
    Corner,
    MapSide,
    Space,
    adjacent_hexes,
    corners_of_side,
    module_hexes,
    position,
)
from games.engine.terms import TERRAINS, Hex, Source

FILE_NAME: Final = re.compile(r"maps/([A-D][1-9])\.toml")
LOCH: Final = "loch"
MIST: Final = "mist"
LEAST_COST: Final = 1
MOST_COST: Final = 6

Text = Annotated[str, Meta(max_length=60)]
RiverSide = tuple[Hex, Hex]
River = tuple[RiverSide, ...]


class SideFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The file as written: ``hexes`` as ``"grassland forest 3"``, rivers as ``"B2-B3"``.

    ``waterfalls`` has the space above the source of each river, in the order of the rivers; none
    where rivers begin without one. (IND-WF-01)
    """

    source: Source
    small_port: Text
    hexes: dict[Text, Text]
    rivers: Annotated[
        tuple[Annotated[tuple[Text, ...], Meta(min_length=1, max_length=20)], ...],
        Meta(max_length=6),
    ]
    waterfalls: Annotated[tuple[Text, ...], Meta(max_length=6)] = ()


class SideReader:
    """Reads one side and notes what is wrong with it."""

    def __init__(self, report: PackProblems, file: str, name: str) -> None:
        self.report = report
        self.file = file
        self.name = name
        self.frame = module_hexes(name[0])

    def read(self, text: str) -> MapSide | None:
        """None when a problem was noted."""
        before = len(self.report.problems)
        table = self.report.toml(self.file, text)
        if table is None:
            return None
        written = self.report.convert(self.file, "", table, SideFile)
        if written is None:
            return None
        spaces = self._spaces(written.hexes)
        rivers = self._rivers(written.rivers, spaces)
        waterfalls = self._waterfalls(written.waterfalls, rivers, spaces)
        port = Hex(written.small_port)
        if not (port in spaces and spaces[port].is_loch):
            self.note("small_port", f"{port} is no loch of this side")
        if len(self.report.problems) > before:
            return None
        return MapSide(self.name, written.source, spaces, rivers, port, waterfalls)

    def note(self, entry: str, reason: str) -> None:
        self.report.note(self.file, entry, reason)

    def _spaces(self, written: dict[str, str]) -> dict[Hex, Space]:
        spaces: dict[Hex, Space] = {}
        for name, text in written.items():
            if name not in self.frame:
                self.note(f"hexes.{name}", f"is no space of module {self.name[0]}")
                continue
            space = self._space(f"hexes.{name}", text)
            if space is not None:
                spaces[Hex(name)] = space
        for expected in self.frame:
            if expected not in written:
                self.note(f"hexes.{expected}", "is missing")
        for water in (*CENTRAL_LOCH, *CORNERS.values()):
            if water in spaces and not spaces[water].is_loch:
                self.note(f"hexes.{water}", "is a loch on every map")
        return spaces

    def _space(self, entry: str, text: str) -> Space | None:
        if text == LOCH:
            return Space()
        words = text.split()
        mist = words[-1:] == [MIST]
        if mist:
            words.pop()
        *kinds, cost = words or [""]
        if not kinds or len(set(kinds)) < len(kinds) or not set(kinds) <= set(TERRAINS):
            self.note(entry, f"{text!r}: expected 'loch', or terrains, cost and perhaps 'mist'")
            return None
        if not (cost.isascii() and cost.isdigit() and LEAST_COST <= int(cost) <= MOST_COST):
            self.note(entry, f"cost {cost!r} is no number from {LEAST_COST} to {MOST_COST}")
            return None
        return Space(tuple(kind for kind in TERRAINS if kind in kinds), int(cost), mist)

    def _rivers(
        self, written: tuple[tuple[str, ...], ...], spaces: dict[Hex, Space]
    ) -> tuple[River, ...]:
        rivers: list[River] = []
        for number, texts in enumerate(written, 1):
            entry = f"rivers, number {number}"
            parted = [self._side(entry, text, spaces) for text in texts]
            river = tuple(side for side in parted if side is not None)
            if len(river) == len(parted) and self._course(entry, river, rivers, spaces):
                rivers.append(river)
        return tuple(rivers)

    def _waterfalls(
        self, written: tuple[str, ...], rivers: tuple[River, ...], spaces: dict[Hex, Space]
    ) -> tuple[Hex, ...]:
        """A mountain in the corner where each river begins, on neither of its banks. (IND-WF-01)"""
        if written and len(written) != len(rivers):
            self.note("waterfalls", f"has {len(written)}, but there are {len(rivers)} rivers")
            return ()
        for name, river in zip(written, rivers, strict=False):
            place = Hex(name)
            if place not in spaces or "mountain" not in spaces[place].terrains:
                self.note("waterfalls", f"{name} is no mountain of this side")
            elif not any(position(place) in corner for corner in _sources(river)):
                self.note("waterfalls", f"{name} does not lie above the source of its river")
            elif any(place in side for side in river):
                self.note("waterfalls", f"{name} is a bank of its river")
        return tuple(map(Hex, written))

    def _side(self, entry: str, text: str, spaces: dict[Hex, Space]) -> RiverSide | None:
        one, _, other = text.partition("-")
        if one not in spaces or other not in spaces or other not in adjacent_hexes(Hex(one)):
            self.note(entry, f"{text} names no two adjacent spaces of this side")
            return None
        if spaces[Hex(one)].is_loch or spaces[Hex(other)].is_loch:
            self.note(entry, f"{text} touches a loch; rivers run between land spaces only")
            return None
        return Hex(min(one, other)), Hex(max(one, other))

    def _course(
        self, entry: str, river: River, earlier: list[River], spaces: dict[Hex, Space]
    ) -> bool:
        """Whether the sides join end to end and lead to a loch or into an earlier river."""
        taken = {side for other in earlier for side in other}
        if len(set(river)) < len(river) or taken & set(river):
            self.note(entry, "runs twice along the same side")
            return False
        mouths = _last_corners(river)
        if mouths is None:
            self.note(entry, "its sides do not join end to end")
            return False
        water = {corner for side in taken for corner in corners_of_side(*side)}
        lochs = {position(name) for name, space in spaces.items() if space.is_loch}
        if not any(corner & lochs or corner in water for corner in mouths):
            self.note(entry, "ends at no loch of this side")
            return False
        return True


def _last_corners(river: River) -> set[Corner] | None:
    """Where the chain may end: one corner, or both of a single side; None when it is broken."""
    ends = set(corners_of_side(*river[0]))
    for side in river[1:]:
        corners = set(corners_of_side(*side))
        if len(ends & corners) != 1:
            return None
        ends = corners - ends
    return ends


def _sources(river: River) -> tuple[Corner, ...]:
    """The corner where a river begins; of one side both of its corners may be meant."""
    corners = corners_of_side(*river[0])
    if len(river) == 1:
        return corners
    following = corners_of_side(*river[1])
    return tuple(corner for corner in corners if corner not in following)


def check_base_sides(
    report: PackProblems, files: dict[str, str], pack_file: str, added: Collection[str]
) -> None:
    """What ``pack_file`` names as added is there, and each module has another side. (DATA-01)"""
    names = {match[1] for file in files if (match := FILE_NAME.fullmatch(file))}
    for name in added:
        if name not in names:
            report.note(pack_file, "new_maps.sides", f"there is no side {name}")
    base = {name[0] for name in names - set(added)}
    for module in sorted({name[0] for name in names} - base):
        reason = f"leaves the base game no side of module {module}"
        report.note(pack_file, "new_maps.sides", reason)


def read_sides(report: PackProblems, files: dict[str, str]) -> dict[str, MapSide]:
    """All sides of a pack by name, in the order of their names; each module needs one."""
    sides: dict[str, MapSide] = {}
    found: set[str] = set()
    for file in sorted(files):
        match = FILE_NAME.fullmatch(file)
        if match is None:
            continue
        found.add(match[1][0])
        side = SideReader(report, file, match[1]).read(files[file])
        if side is not None:
            sides[side.name] = side
    for module in CORNERS:
        if module not in found:
            report.note("maps", "", f"there is no side of module {module}")
    return sides
