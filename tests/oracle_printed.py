"""What is printed, read once more from the files of a content pack, without any code of the engine.

The map, with what lies beside a space and in range of it, the tables and the contracts.
"""

import csv
import tomllib
from collections.abc import Mapping
from typing import Any

from tests.recount_basics import groups

Json = Mapping[str, Any]
LETTERS = "ABCDEFGHIJKLM"
LOCH = "loch"


class Printed:
    """All that is printed: the board of one game, the tables and the contracts. (DEF-01..12)"""

    def __init__(self, files: Mapping[str, str], modules: list[str], *, small: bool) -> None:
        self.small = small
        self.values = tomllib.loads(files["values.toml"])
        self.contracts = contracts(files["contracts.csv"])
        self.ground: dict[str, set[str]] = {}
        self.price: dict[str, int] = {}
        self.mist: set[str] = set()
        self.rivers: set[frozenset[str]] = set()
        for side in modules:
            self._read(tomllib.loads(files[f"maps/{side}.toml"]))
        gone = self.mist if small else set()
        self.active = set(self.ground) - gone
        self.lochs = {space for space in self.active if LOCH in self.ground[space]}
        shared = {h: {o for o in self.ground if apart(h, o) == 1} for h in self.ground}
        self.next = {h: shared[h] - gone for h in self.active}
        edge = {h for h in self.ground if len(shared[h]) < 6}
        self.border = {h for h in self.active if shared[h] & gone} if small else edge
        self.delta = {h for pair in self.rivers if self._at_mouth(*pair) for h in pair}
        self.courses = groups(self.rivers, meet)
        self._reach: dict[tuple[str, int], set[str]] = {}

    def _read(self, side: Json) -> None:
        """One side of a module. (DEF-01, DEF-02, DEF-05)"""
        for course in side["rivers"]:
            self.rivers |= {frozenset(pair.split("-")) for pair in course}
        for space, text in side["hexes"].items():
            words = text.split()
            self.mist |= {space} if "mist" in words else set()
            self.ground[space] = {word for word in words if word.isalpha()} - {"mist"}
            self.price[space] = sum(int(word) for word in words if word.isdecimal())

    def _at_mouth(self, one: str, other: str) -> bool:
        """Whether the side between two spaces ends at a corner of a loch. (DEF-10)"""
        return any(apart(loch, one) == apart(loch, other) == 1 for loch in self.lochs)

    def neighbours(self, space: str) -> set[str]:
        """Adjacent and no river between. (DEF-04)"""
        return {h for h in self.next[space] if frozenset((h, space)) not in self.rivers}

    def canals(self, space: str) -> set[str]:
        """All along the rivers along which a space lies. (IND-DEF-06, CLAN-MACFARLANE-7)"""
        rivers = (frozenset[str]().union(*river) for river in self.courses)
        return {h for river in rivers if space in river for h in river} & self.active

    def reach(self, space: str, level: int) -> set[str]:
        """What a unit has in range at a shipping level. (DEF-20..28)"""
        known = self._reach.get((space, level))
        if known is not None:
            return known
        found = set(self.neighbours(space) if level < 1 else self.next[space])
        reached = self.next[space] & self.lochs
        for _ in range(level - 1):
            for loch in list(reached):
                found |= self.next[loch]
                reached |= self.next[loch] & self.lochs
        self._reach[space, level] = found - {space}
        return found - {space}


def meet(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two sides end in one corner: all their spaces lie around it. (IND-DEF-06)"""
    ends = one ^ other
    return len(ends) == 2 and apart(*ends) == 1


def apart(one: str, other: str) -> int:
    """The distance of two spaces; columns B, D, F ... hang half a space lower."""
    (q, r), (s, t) = place(one), place(other)
    return max(abs(q - s), abs(r - t), abs((q + r) - (s + t)))


def place(space: str) -> tuple[int, int]:
    """Coordinates on two axes that meet at 60 degrees."""
    column = LETTERS.index(space[0])
    return column, int(space[1:]) - column // 2


def contracts(text: str) -> dict[int, dict[str, int]]:
    """The contracts of a pack by number."""
    rows = ({k: int(v) for k, v in row.items()} for row in csv.DictReader(text.splitlines()))
    return {row["id"]: row for row in rows}
