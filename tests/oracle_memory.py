"""What a player remembers of a turn: what has happened in it and cannot be seen on the table."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = Mapping[str, Any]
WITHIN_A_WINDOW = (
    *("neighbourhood_buy", "sell_at_market", "draw_contracts", "keep_contracts"),
    *("withdraw_cellar", "empty_silo"),
)
"""The moves that leave the bonuses of a deployment open. (FLOW-08, FLOW-09)"""


@dataclass
class Memory:
    """What has happened in this turn and cannot be seen on the table. (STATE-28)"""

    options: Json
    bought: Counter[str] = field(default_factory=Counter)
    obtained: bool = False
    rowed: bool = False
    deployed: list[str] | None = None
    """The spaces of the last deployment, while its purchases are open."""
    bought_here: set[str] = field(default_factory=set)
    sold_here: Counter[str] = field(default_factory=Counter)
    """How often each market has bought of the units of the last deployment."""

    def note(self, kind: str, move: Json) -> None:
        """One more move of the turn."""
        if kind in ("take_contracts", "keep_contracts"):
            self.obtained |= bool(move["contracts"])
        if kind == "row":
            self.rowed = True
        if kind == "neighbourhood_buy":
            self.bought[move["good"]] += move["quantity"]
            self.bought_here.add(move["good"])
        if kind == "sell_at_market":
            self.sold_here[move["hex"]] += 1
        if kind in ("expand", "graze"):
            self._deployed([move["hex"]])
        elif kind == "use_port" and move.get("exchange"):
            silent = not self.options.get("port7_neighbourhood", True)
            self._deployed([] if silent else [item["hex"] for item in move["exchange"]])
        elif kind not in WITHIN_A_WINDOW:
            self.deployed = None

    def _deployed(self, spaces: list[str]) -> None:
        self.deployed, self.bought_here, self.sold_here = spaces, set(), Counter()
