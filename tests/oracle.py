"""What is legal, worked out once more from what lies on the table, without any code of the engine.

Input are a view of the state, the files of the content pack (``oracle_printed``) and what a player
remembers of the turn (``oracle_memory``). Written from the text of the rules and deliberately
simple: distances by coordinates, reach by walking from loch to loch, prices from the printed
tables. Moves that port tiles modify are left out. Each method of ``Table`` gives every move of one
kind, as plain tuples.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from typing import Any

from tests.oracle_memory import Memory
from tests.oracle_printed import LOCH, Printed, apart
from tests.recount_basics import groups

Json = Mapping[str, Any]
BASIC = ("wool", "milk", "grain")
PROCESSED = ("bread", "cheese", "whisky")
MAKES = {
    "sheep": "wool",
    "cow": "milk",
    "field": "grain",
    "bakery": "bread",
    "cheese_dairy": "cheese",
    "distillery": "whisky",
}
"""What the units make that others may buy. (NBR-02)"""
ON_GRASS = frozenset(MAKES)


class Table:
    """A moment of a game, seen by the player at ``seat`` who has to move."""

    def __init__(self, view: Json, printed: Printed, options: Json, seat: int) -> None:
        self.view, self.printed, self.options, self.seat = view, printed, options, seat
        self.player: Json = view["players"][seat]
        self.clan: str = self.player["clan"]
        self.money: int = self.player["money"]
        self.own = {unit["hex"]: unit["unit"] for unit in self.player["units"]}

    @cached_property
    def empty(self) -> set[str]:
        """The empty spaces. (DEF-12)"""
        taken = {unit["hex"] for player in self.view["players"] for unit in player["units"]}
        taken |= {market["hex"] for market in self.markets}
        return self.printed.active - taken - {piece["hex"] for piece in self.view["pieces"]}

    @property
    def markets(self) -> list[Json]:
        """The farmers markets on the map. (IND-FM-07)"""
        found: list[Json] = (
            self.view.get("expansions", {}).get("farmers_markets", {}).get("placed", [])
        )
        return found

    @cached_property
    def fishermen(self) -> list[str]:
        """Where the player's units stand on water. (CLAN-MACDONALD-03)"""
        return [space for space in self.own if space in self.printed.lochs]

    # --- deploying -------------------------------------------------------------------------------

    def expansions(self, *, land_free: bool) -> set[tuple[str, str]]:
        """Column and space of every expansion. (EXPAND-01..12, BONUS-04)"""
        level = self.player["shipping"]
        range_ = set().union(*(self.printed.reach(space, level) for space in self.own), set())
        range_ |= set().union(*map(self.canals, self.own))
        found = set(self._deployments(self.empty & range_, land_free=land_free))
        if self.clan == "sinclair":
            for space, fee in self.rails(range_).items():
                spaces = {space} & self.empty
                found |= set(self._deployments(spaces, land_free=land_free, fee=fee))
        return found

    def rails(self, near: set[str]) -> dict[str, int]:
        """Where the railway leads, with its fee. (CLAN-SINCLAIR-8, CLAN-SINCLAIR-9)"""
        printed, own = self.printed, set(self.own)
        land = printed.active - printed.lochs - own
        skipped = set().union(*(printed.next[h] for h in own)) & land
        found = {there: 2 for over in skipped for there in printed.next[over]}
        water, steps = set().union(*(printed.next[h] for h in own)) & printed.lochs, 1
        while True:
            shore = set().union(*(printed.next[loch] for loch in water))
            for there in shore:
                found.setdefault(there, 2 * steps)
            if shore & printed.lochs <= water:
                return {there: fee for there, fee in found.items() if there not in near | own}
            water |= shore & printed.lochs
            steps += 1

    def canals(self, space: str) -> set[str]:
        """What the clan adds to a space along a river. (CLAN-MACFARLANE-2, CLAN-MACFARLANE-3)"""
        digs = self.clan == "macfarlane" and self.player["shipping"]
        return self.printed.canals(space) if digs else set()

    def beside(self, space: str) -> set[str]:
        """The spaces with which a unit just deployed on one deals. (NBR-01)"""
        return self.printed.neighbours(space) | self.canals(space)

    def first_workers(self) -> set[tuple[str, str]]:
        """Column and space of every first worker. (SETUP-17..21)"""
        spaces = self.empty & self.printed.border if self.clan == "fergusson" else self.empty
        found = self._deployments(spaces, land_free=False)
        return {(column, space) for column, space in found if column not in ON_GRASS}

    def _deployments(
        self, spaces: set[str], *, land_free: bool, fee: int = 0
    ) -> Iterator[tuple[str, str]]:
        for column, left in self.player["board"].items():
            for space in spaces if left else ():
                cost = self._cost(column, space, land_free) + fee
                if self._fits(column, space) and cost <= self.money:
                    yield column, space

    def _fits(self, column: str, space: str) -> bool:
        """Whether a unit may stand there. (DEF-32, CLAN-MACDONALD-02..04)"""
        grounds = {
            "woodcutter": {"forest"},
            "miner": {"mountain"},
            "worker": {"forest", "mountain", LOCH},
        }.get(column, {"grassland"})
        if space in self.printed.lochs and any(apart(h, space) == 1 for h in self.fishermen):
            return False
        return bool(grounds & self.printed.ground[space])

    def _cost(self, column: str, space: str, land_free: bool) -> int:
        """Unit and land less what the clan saves. (EXPAND-04, EXPAND-06)"""
        cost = 6 if column == "worker" else int(self.printed.values["units"][column])
        if self.clan == "campbell" and column in ("bakery", "cheese_dairy", "distillery"):
            cost -= (3, 4, 4, 5)[list(self.own.values()).count(column)]
        if self.clan == "gordon" and column == "field":
            cost = 15
        if self.clan == "robertson" and space in self.printed.delta:
            cost -= 2 if self.printed.small else 3
        return max(0, cost + (0 if land_free else self.printed.price[space]))

    def rows(self, memory: Memory) -> set[tuple[str, str]]:
        """From where to where a fisherman may row. (CLAN-MACDONALD-04, CLAN-MACDONALD-06)"""
        if self.clan != "macdonald" or memory.rowed:
            return set()
        return {
            (here, there)
            for here in self.fishermen
            for there in self.printed.next[here] & self.printed.lochs & self.empty
            if all(apart(there, other) > 1 for other in self.fishermen if other != here)
        }

    def grazings(self) -> set[tuple[str, str, str]]:
        """Unit, space of a sheep and where the sheep goes. (CLAN-MACGREGOR-2..7)"""
        if self.clan != "macgregor":
            return set()
        units = [(unit["unit"], unit["hex"]) for unit in self.player["units"]]
        sheep = {space for unit, space in units if unit == "sheep"}
        herds = groups(sheep, lambda one, other: apart(one, other) == 1)
        printed = self.printed
        near = (
            printed.next if self.player["shipping"] else {h: printed.neighbours(h) for h in sheep}
        )
        meadows = {h for h in self.empty if "grassland" in printed.ground[h]}
        return {
            (column, space, there)
            for herd in herds
            for space in herd
            if self.options.get("grazing_moves_both")
            or [hex_ for _unit, hex_ in units].count(space) == 1
            for column, left in self.player["board"].items()
            if left and column not in ("sheep", "cow") and self._fits(column, space)
            if int(printed.values["units"][column]) <= self.money
            for there in {h for other in herd - {space} for h in near[other]} & meadows
        }

    # --- buying and selling ----------------------------------------------------------------------

    @property
    def carries(self) -> int:
        """How many goods a merchant trades. (TRADE-02, CLAN-DOUGLAS-2)"""
        return 2 if self.clan == "douglas" else 1

    def placings(self, number: int) -> list[int | None]:
        """With how many merchants so many goods go; None for as few as can be.

        (CLAN-DOUGLAS-5)
        """
        fewest = (number + self.carries - 1) // self.carries
        most = min(number, self.player["merchants"]["stock"])
        return [None, *range(fewest + 1, most + 1)]

    def in_kilts(self, good: str, number: int) -> range:
        """How many kilts may be among so many goods that are given up. (CLAN-FRASER-5)"""
        most = sum(self.player["clan_state"].get("kilts", ())) if good in PROCESSED else 0
        return range(max(0, number - self.player["goods"][good]), min(most, number) + 1)

    def trades(self) -> set[tuple[str, str, int, int | None, int]]:
        """Side, good and number of every trade, its merchants and kilts. (TRADE-01..14)"""
        ready, found = self.player["merchants"]["stock"], set()
        for good in (*BASIC, *PROCESSED):
            for number in range(1, ready * self.carries + 1):
                for placed in self.placings(number):
                    if self._may_stand("buy", good) and self._can_pay(number * self._price(good)):
                        found.add(("buy", good, number, placed, 0))
                    if self._may_stand("sell", good):
                        kilts = self.in_kilts(good, number)
                        found |= {("sell", good, number, placed, some) for some in kilts}
        return found

    def purchases(self, memory: Memory) -> set[tuple[str, int, int | None]]:
        """Good and number of everything that neighbours sell now. (NBR-01..19, SOLO-04)"""
        four = len(self.view["players"]) == 2 or self.clan == "douglas"
        limit, found = 4 if four else 3, set()
        for good in self._offered(memory) - memory.bought_here:
            left = limit
            if self.options.get("neighbourhood_cap", "turn") == "turn":
                left -= memory.bought[good]
            price = max(0, self._price(good) - (2 if good in BASIC else 3))
            ready = self.player["merchants"]["stock"] * self.carries
            for number in range(1, min(left, ready) + 1):
                if self._may_stand("buy", good) and self._can_pay(number * price):
                    found |= {(good, number, placed) for placed in self.placings(number)}
        return found

    def sales(self, memory: Memory) -> set[tuple[str, str, int, int | None, int]]:
        """Market, good and number of everything that can be sold beside new units. (IND-FM-08)"""
        found = set()
        for market in self.markets:
            units = sum(market["hex"] in self.beside(space) for space in memory.deployed or ())
            for good in market["goods"] if units > memory.sold_here[market["hex"]] else ():
                ready = self.player["merchants"]["stock"] * self.carries
                most = min(4, ready)
                if good not in market["covered"] and self._may_stand("sell", good):
                    found |= {
                        (market["hex"], good, number, placed, kilts)
                        for number in range(1, most + 1)
                        for placed in self.placings(number)
                        for kilts in self.in_kilts(good, number)
                    }
        return found

    def sites(self) -> set[str]:
        """Where a market may be placed. (IND-FM-03, IND-FM-04)"""
        land = self.printed.active - self.printed.lochs
        return {
            space
            for space in land & self.empty
            if len(self.printed.neighbours(space) & land) >= 3
            if all(apart(space, market["hex"]) >= 3 for market in self.markets)
        }

    def _offered(self, memory: Memory) -> set[str]:
        """What others make next to the units just deployed. (NBR-01..04)"""
        beside = {h for space in memory.deployed or () for h in self.beside(space)}
        return {
            MAKES[unit["unit"]]
            for seat, other in enumerate(self.view["players"])
            for unit in other["units"]
            if seat != self.seat and unit["hex"] in beside and unit["unit"] in MAKES
        }

    def _may_stand(self, side: str, good: str) -> bool:
        """No player has merchants on both sides of a good. (TRADE-07, NBR-08)"""
        other = "sell" if side == "buy" else "buy"
        return not self.view["market"][good]["merchants"][other][self.seat]

    def _price(self, good: str) -> int:
        market = self.printed.values["small_market" if self.printed.small else "large_market"]
        return int(market[good]["prices"][self.view["market"][good]["position"]])

    def _can_pay(self, cost: int) -> bool:
        """With the pound that one clan receives first. (TRADE-14, CLAN-STEWART-04)"""
        return cost <= self.money + (self.clan == "stewart")

    # --- contracts -------------------------------------------------------------------------------

    def takings(self, memory: Memory) -> set[frozenset[int]]:
        """The contracts that may be taken from the board. (CONTRACT-01..06)"""
        once = self.clan == "buchanan" and not self.options.get("buchanan_2017")
        cost = self.printed.values["contract_costs"]["rounds"][self.view["round"] - 1]
        if cost > self.money and not (once and memory.obtained):
            return set()
        boxes = sum(not held for held in self.player["boxes"])
        most = min(boxes, 2 if self.clan == "buchanan" else 1)
        slots = [number for number in self.view["export_board"]["slots"] if number]
        return {frozenset(some) for n in range(1, most + 1) for some in combinations(slots, n)}

    def keepings(self, memory: Memory, offered: list[int]) -> set[frozenset[int]]:
        """The contracts that a building bonus may keep, none among them. (BUILD-02..04, BUILD-08)

        Which are on offer the table shows: those drawn, or those to come. (VAR-FUTURE-05..07)
        """
        buchanan = self.clan == "buchanan"
        once = buchanan and not self.options.get("buchanan_2017")
        cost = self.printed.values["contract_costs"]["rounds"][self.view["round"] - 1]
        boxes = sum(not held for held in self.player["boxes"])
        most = min(boxes, 2 if buchanan else 1)
        if cost > self.money and not (once and memory.obtained):
            most = 0
        return {frozenset(some) for n in range(most + 1) for some in combinations(offered, n)}

    def on_offer(self, drawn: list[int], *, closed: bool) -> bool:
        """Whether so many contracts lie before the player as the rules say.

        (VAR-FUTURE-05..07, IND-REFILL-03)
        """
        row = self.view["export_board"]["future"]
        six = self.clan == "buchanan" and not self.options.get("buchanan_2017")
        most = 6 if six else 3
        if not self.options.get("future_contracts"):
            laid_out = "refill_board" in self.options.get("expansions", [])
            usual = laid_out or not row
            return usual and (len(drawn) == most or (closed and len(drawn) < most))
        return drawn[: len(row)] == row and (
            len(drawn) == most or (closed and len(row) <= len(drawn) < most)
        )

    def deliveries(self) -> set[tuple[int, frozenset[str], tuple[str, ...]]]:
        """Contract, animals and what kilts stand for, of all that can be fulfilled.

        (FULFIL-01..07, CLAN-FRASER-5)
        """
        return {
            (number, frozenset((*cows, *sheep)), tuple(sorted(kilts)))
            for number in (held[-1] for held in self.player["boxes"] if held)
            if (asked := self.printed.contracts[number])
            for most in range(sum(self.player["clan_state"].get("kilts", ())) + 1)
            for kilts in combinations_with_replacement(PROCESSED, most)
            if self._has(asked, kilts)
            for cows in combinations(self._herd("cow"), asked["beef"])
            for sheep in combinations(self._herd("sheep"), asked["mutton"])
        }

    def _has(self, asked: Mapping[str, int], kilts: tuple[str, ...]) -> bool:
        """Whether the stock has the rest, and each kilt stands for something that is asked."""
        return all(
            0 <= asked[good] - kilts.count(good) <= self.player["goods"][good]
            for good in ("wool", *PROCESSED)
        )

    def _herd(self, animal: str) -> list[str]:
        return [space for space, unit in self.own.items() if unit == animal]

    # --- ports -----------------------------------------------------------------------------------

    def ports(self) -> set[int]:
        """The tiles in reach that the player has not used. (PORT-G01..G03, PORT-G09)"""
        level, rails = self.player["shipping"], self._port_rails()
        return {
            port["tile"]
            for port in self.view["ports"]
            if self.seat not in port["used_by"]
            if any(port["hex"] in {h, *self.printed.reach(h, level)} for h in self.own)
            or rails.get(port["hex"], self.money + 1) <= self.money
        }

    def _port_rails(self) -> dict[str, int]:
        """The port places that lie behind lochs, with the fee. (CLAN-SINCLAIR-4)"""
        if self.clan != "sinclair":
            return {}
        water = set().union(*(self.printed.next[h] for h in self.own), set()) & self.printed.lochs
        found: dict[str, int] = {}
        for steps in range(1, 40):
            shore = set().union(*(self.printed.next[loch] for loch in water), set())
            for there in shore:
                found.setdefault(there, 2 * steps)
            water |= shore & self.printed.lochs
        return found
