"""What modules of Industria count once more, from what a client can see.

The scoring tiles 10 to 18 and the award tiles 1 to 9, by the text of SCORE-10 to SCORE-18 with
SCORE-R1 to SCORE-R5, AWARD-1 to AWARD-9 and IND-AWARD. Nothing of the engine is used, and where it
has an algorithm these try every way.
"""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, permutations
from typing import Any

from tests.recount_basics import BASIC, PROCESSED, RARITY, Json, around, groups, imported, kilts

ANIMALS = ("sheep", "cow")
FACTORIES = {"cheese_dairy": "cow", "bakery": "field", "distillery": "field"}
"""By a building, what brings the good that it takes. (SCORE-13)"""
PAIRS_OF_A_FIELD = 2
CARDS = {
    1: (24, 27),
    2: (7, 10),
    3: (42, 48),
    4: (60, 75),
    5: (5, 8),
    6: (6, 8),
    7: (8, 10),
    8: (11, 14),
    9: (15, 18),
}
"""By award, from what the card for one player brings nothing, and from what 4. (AUTOMA-AWARD-1)"""


class Ground:
    """The map as drawn: rivers, lochs and the central one."""

    def __init__(self, drawn: Json) -> None:
        kinds = {space["hex"]: space["kind"] for space in drawn["hexes"]}
        self.lochs = {space for space, kind in kinds.items() if kind == "loch"}
        self.rivers = {frozenset(pair) for pair in drawn["rivers"]}
        self.central = set(drawn["central_loch"])

    def neighbouring(self, one: str, other: str) -> bool:
        """Beside each other without a river, or one space. (IND-DEF-03, IND-DEF-04)"""
        return one == other or (other in around(one) and {one, other} not in self.rivers)

    def across(self, one: str, other: str) -> bool:
        """Beside each other with a river between."""
        return frozenset((one, other)) in self.rivers

    def by_loch(self, space: str) -> bool:
        return bool(around(space) & self.lochs)

    def settlements(self, units: list[Json]) -> list[list[Json]]:
        """The units of each settlement. (IND-DEF-13)"""
        spaces = groups({unit["hex"] for unit in units}, self.neighbouring)
        return [[unit for unit in units if unit["hex"] in group] for group in spaces]


# --- scoring tiles --------------------------------------------------------------------------------


def most_pairs(units: list[Json], related: Callable[[str, str], bool]) -> int:
    """How many pairs can be made of units, of which each is in one. (SCORE-R1)"""
    edges = {
        pair
        for pair in combinations(range(len(units)), 2)
        if related(*(units[number]["hex"] for number in pair))
    }

    @cache
    def most(left: frozenset[int]) -> int:
        if not left:
            return 0
        first, rest = min(left), left - {min(left)}
        made = [1 + most(rest - {other}) for other in rest if (first, other) in edges]
        return max([most(rest), *made])

    linked = frozenset(number for pair in edges for number in pair)
    return most(linked)


def every_pair(units: list[Json], related: Callable[[str, str], bool]) -> int:
    """How many pairs there are, whatever else their units are in."""
    pairs = combinations([unit["hex"] for unit in units], 2)
    return sum(related(one, other) for one, other in pairs)


def pairs(groups_: Iterable[list[Json]], related: Callable[[str, str], bool], book: Any) -> int:
    """The pairs in each group by the option, for 4 each."""
    every = book.options.get("pair_scoring") == "all"
    return 4 * sum((every_pair if every else most_pairs)(units, related) for units in groups_)


def animal_pairs(player: Json, book: Any) -> int:
    """4 for two animals of any type. (SCORE-10)"""
    animals = [unit for unit in player["units"] if unit["unit"] in ANIMALS]
    return pairs([animals], Ground(book.drawn).neighbouring, book)


def river_pairs(player: Json, book: Any) -> int:
    """4 for two of a type with a river between; workers are of one type. (SCORE-17, SCORE-R2)"""
    return pairs(by_type(player["units"]).values(), Ground(book.drawn).across, book)


def by_type(units: list[Json]) -> dict[str, list[Json]]:
    """The units by type."""
    return {name: [u for u in units if u["unit"] == name] for name in {u["unit"] for u in units}}


def chains(player: Json, book: Any) -> int:
    """3 for each factory with one that serves it; a field serves two. (SCORE-13, SCORE-R3)"""
    ground, units = Ground(book.drawn), player["units"]
    own = 3 * kiltmakers(player, ground) if player["clan"] == "fraser" else 0
    wanted = [
        [
            number
            for number, other in enumerate(units)
            if other["unit"] == FACTORIES[unit["unit"]]
            and ground.neighbouring(unit["hex"], other["hex"])
        ]
        for unit in units
        if unit["unit"] in FACTORIES
    ]
    if book.options.get("pair_scoring") == "all":
        return 3 * sum(map(len, wanted)) + own
    of_field = PAIRS_OF_A_FIELD + (player["clan"] == "gordon")
    free = tuple(of_field if unit["unit"] == "field" else 1 for unit in units)

    @cache
    def most(at: int, left: tuple[int, ...]) -> int:
        if at == len(wanted):
            return 0
        served = [
            1 + most(at + 1, (*left[:number], left[number] - 1, *left[number + 1 :]))
            for number in wanted[at]
            if left[number]
        ]
        return max([most(at + 1, left), *served])

    return 3 * most(0, free) + own


def kiltmakers(player: Json, ground: Ground) -> int:
    """How many workers have a sheep of their own beside them, two at most. (CLAN-FRASER-1)"""
    sheep = [unit["hex"] for unit in player["units"] if unit["unit"] == "sheep"]
    workers = [unit["hex"] for unit in player["units"] if unit["unit"] == "worker"]
    for number in (2, 1):
        for chosen in permutations(workers, number):
            for beside in permutations(sheep, number):
                if all(map(ground.neighbouring, chosen, beside)):
                    return number
    return 0


def central(player: Json, book: Any) -> int:
    """3 for two on the central loch or beside it, rivers or not. (SCORE-14, SCORE-R4)"""
    ground = Ground(book.drawn)
    near = ground.central.union(*map(around, ground.central))
    return 3 * (sum(unit["hex"] in near for unit in player["units"]) // 2)


def inland(player: Json, book: Any) -> int:
    """2 for each on land without a loch beside it. (SCORE-15, SCORE-R4)"""
    ground = Ground(book.drawn)
    spaces = [unit["hex"] for unit in player["units"]]
    return 2 * sum(space not in ground.lochs and not ground.by_loch(space) for space in spaces)


def varied(player: Json, book: Any) -> int:
    """3 for each type in the settlement with most of them. (SCORE-16)"""
    settlements = Ground(book.drawn).settlements(player["units"])
    return 3 * max((len(by_type(units)) for units in settlements), default=0)


def twos(player: Json, book: Any) -> int:
    """3 for each settlement of two. (SCORE-18)"""
    return 3 * [len(units) for units in Ground(book.drawn).settlements(player["units"])].count(2)


def kinds(player: Json, book: Any) -> int:
    """3 for each good in stock, 2 by a switch. (SCORE-12, EDN-30)"""
    each = 2 if book.options.get("scoring12_glory") == 2 else 3
    return each * (sum(amount > 0 for amount in player["goods"].values()) + (kilts(player) > 0))


NEW_SCORERS: dict[int, Callable[[Json, Any], int]] = {
    10: animal_pairs,
    11: lambda player, _: 2 * int(player["merchants"]["market"]),
    12: kinds,
    13: chains,
    14: central,
    15: inland,
    16: varied,
    17: river_pairs,
    18: twos,
}

# --- awards ---------------------------------------------------------------------------------------


def award_counts(tile: int, view: Json, drawn: Json, content: Json) -> list[int]:
    """What an award tile counts for each player of a finished game. (AWARD-1..9)"""
    ground = Ground(drawn)
    wet = {space for river in ground.rivers for space in river}
    counts: dict[int, Callable[[Json], int]] = {
        1: lambda player: len(player["units"]),
        2: lambda player: max(imported(player, good, content) for good in RARITY),
        3: lambda player: int(player["glory"]),
        4: lambda player: int(player["money"]),
        5: lambda player: max(map(len, ground.settlements(player["units"])), default=0),
        6: lambda player: sum(player["goods"][good] for good in BASIC),
        7: lambda player: sum(player["goods"][good] for good in PROCESSED) + kilts(player),
        8: lambda player: sum(unit["hex"] in wet for unit in player["units"]),
        9: lambda player: sum(
            unit["hex"] in ground.lochs or ground.by_loch(unit["hex"]) for unit in player["units"]
        ),
    }
    return [counts[tile](player) for player in view["players"]]


def award_card(tile: int, count: int) -> int:
    """What the card for one player brings. (IND-SOLO-05, AUTOMA-AWARD-1)"""
    enough, plenty = CARDS[tile]
    return 4 if count >= plenty else 0 if count >= enough else -4
