"""What all recounts need: names of goods, and the map as a client sees it."""

from collections.abc import Iterable
from typing import Any

Json = dict[str, Any]

LETTERS = "ABCDEFGHIJKLM"
BASIC = ("wool", "milk", "grain")
PROCESSED = ("bread", "cheese", "whisky")
RARITY = ("cotton", "tobacco", "sugar_cane")
"""With equal counters the earlier one is the rarer. (FINAL-09)"""


def imported(player: Json, good: str, content: Json) -> int:
    """What the player's fulfilled contracts brought of an import good."""
    return sum(
        int(content["contracts"][str(number)]["gives"].get(good, 0))
        for number in player["fulfilled"]
    )


def groups(things: Iterable[Any], linked: Any) -> list[set[Any]]:
    """The things in sets that links hold together."""
    found: list[set[Any]] = []
    for thing in things:
        near = [g for g in found if any(linked(thing, o) or linked(o, thing) for o in g)]
        found = [g for g in found if g not in near]
        found.append(set().union({thing}, *near))
    return found


def around(space: str) -> set[str]:
    """The six spaces around one; columns B, D, F, ... hang half a space lower."""
    column, row = LETTERS.index(space[0]), int(space[1:])
    low = row + column % 2
    places = [
        (column, row - 1),
        (column, row + 1),
        (column - 1, low - 1),
        (column - 1, low),
        (column + 1, low - 1),
        (column + 1, low),
    ]
    return {
        f"{LETTERS[at]}{number}"
        for at, number in places
        if 0 <= at < len(LETTERS) and 1 <= number <= 9
    }


def kilts(player: Json) -> int:
    """The kilts of a player, each a processed good. (CLAN-FRASER-4, CLAN-FRASER-6)"""
    return int(sum(player["clan_state"].get("kilts", ())))
