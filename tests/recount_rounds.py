"""The income and the Glory of every round once more, from what a client can see.

Input are the views before and after a step of the game, its map, the content that it was played
with and its options. Nothing of the engine is used; written from the text of the rules (PROD,
SCORE and what the clans change of them), and deliberately simple.
"""

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field

from tests.recount_basics import BASIC, PROCESSED, RARITY, Json, around, imported, kilts
from tests.recount_modules import NEW_SCORERS, Ground, kiltmakers

Scorer = Callable[[Json, "Book"], int]

UNTOUCHED = ("round", "turn_order", "map", "market", "export_board", "imports", "ports")
"""What none of these steps changes."""
MAKES = {"sheep": ("wool", 1), "cow": ("milk", 1), "field": ("grain", 2)}
"""The goods of a unit in each production. (PROD-04)"""


@dataclass
class Book:
    """One game that is recounted: what never changes in it, and what has been met with."""

    drawn: Json
    content: Json
    options: Json
    small: bool
    met: Counter[str] = field(default_factory=Counter)

    def check(self, kind: str, before: Json, after: Json) -> None:
        """Raise AssertionError unless a step of a kind has done what the rules say."""
        if kind not in STEPS:
            return
        wanted = [STEPS[kind](self, *pair) for pair in self._pairs(before, after)]
        if wanted != after["players"]:
            raise AssertionError(f"{kind} of round {before['round']}: expected {wanted}")
        for part in UNTOUCHED:
            if before[part] != after[part]:
                raise AssertionError(f"{kind} has changed the {part}")
        self.met[kind] += 1

    def _pairs(self, before: Json, after: Json) -> list[tuple[Json, Json]]:
        """Each player before and after; the player before knows the scoring tile of the round."""
        tiles = before["scoring_tiles"]
        tile = tiles[before["round"] - 1] if tiles else None
        had = [{**deepcopy(player), "tile": tile} for player in before["players"]]
        return list(zip(had, after["players"], strict=True))


# --- production ----------------------------------------------------------------------------------


def income(book: Book, player: Json, _after: Json) -> Json:
    """A player after workers and basic goods, and after the barrels have aged. (PROD-02..04)"""
    player.pop("tile")
    if any(player["clan_state"].get("cellar", ())):
        age(book, player)
    player["money"] += wages(book, player)
    for unit, (good, amount) in MAKES.items():
        more = player["clan"] == "gordon" and unit == "field"
        player["goods"][good] += (amount + more) * standing(player, unit)
    book.met[player["clan"]] += 1
    return player


def age(book: Book, player: Json) -> None:
    """Every barrel one space to the right, the last one out and paid. (CLAN-MACKENZIE-04)"""
    *rest, last = player["clan_state"]["cellar"]
    player["clan_state"]["cellar"] = [0, *rest]
    player["goods"]["whisky"] += last
    player["money"] += last * book.content["cellar"][-1]
    book.met["aged barrel"] += last


def wages(book: Book, player: Json) -> int:
    """What the workers earn, by the column that they left. (PROD-03, WORKER-01)"""
    if player["clan"] == "macdonald":
        return 4 * (8 - int(player["board"]["worker"]))
    return sum(
        (4 - int(player["board"][column])) * (pay + 2 * (column in player["technology"]))
        for column, pay in (("woodcutter", 4), ("miner", 6))
    )


def processing(book: Book, player: Json, after: Json) -> Json:
    """A player after the answers, which are read off what has come. (PROD-05..10, INV-12)"""
    player.pop("tile")
    goods = player["goods"]
    gained = {good: after["goods"][good] - goods[good] for good in goods}
    barrel = stored(player, after)
    moved = into_silos(book, player, after)
    woven = weave(book, player, after)
    cheese, bread, whisky = gained["cheese"], gained["bread"], gained["whisky"] + barrel
    butter = -gained["milk"] - cheese if player["clan"] == "cunningham" else 0
    for made, building in ((cheese, "cheese_dairy"), (bread, "bakery"), (whisky, "distillery")):
        if not 0 <= made <= standing(player, building):
            raise AssertionError(f"{made} made by {building} (PROD-06)")
    if butter < 0 or barrel > min(whisky, 1):
        raise AssertionError(f"{butter} butter, {barrel} of {whisky} whisky in the cellar")
    for good, change in {
        "wool": -woven,
        "milk": -cheese - butter,
        "grain": -bread - whisky - moved,
        "cheese": cheese,
        "bread": bread,
        "whisky": whisky - barrel,
    }.items():
        goods[good] += change
    if min(goods.values()) < 0:
        raise AssertionError(f"more used than there is: {goods} (PROD-05)")
    player["money"] += 8 * butter + 3 * whisky * (player["clan"] == "mackenzie")
    born(book, player, after)
    put_back(book, player, after)
    book.met.update({"butter": butter, "barrel": barrel, "processed": cheese + bread + whisky})
    return player


def born(book: Book, player: Json, after: Json) -> None:
    """The young animals, read off what has come. (CLAN-MACPHERSON-1, CLAN-MACPHERSON-3)"""
    if player["clan"] != "macpherson":
        return
    had, new = player["units"], after["units"][len(player["units"]) :]
    kinds = [unit["unit"] for unit in new]
    if len(set(kinds)) < len(kinds) or not {*kinds} <= {"sheep", "cow"}:
        raise AssertionError(f"{kinds} are born in one round (CLAN-MACPHERSON-4)")
    rivers = {frozenset(pair) for pair in book.drawn["rivers"]}
    for young in new:
        alike = {unit["hex"] for unit in had if unit["unit"] == young["unit"]}
        near = {o for o in around(young["hex"]) if {o, young["hex"]} not in rivers}
        alone = [unit["hex"] for unit in had].count(young["hex"]) == 1
        if young["hex"] not in alike or not near & alike or not alone:
            raise AssertionError(f"{young} has no parents (CLAN-MACPHERSON-3)")
        player["board"][young["unit"]] -= 1
    player["units"] = [*had, *new]
    book.met["young"] += len(new)


def put_back(book: Book, player: Json, after: Json) -> None:
    """The sheep that is gone from the map, and what it brings. (CLAN-MACGREGOR-10)"""
    if player["clan"] != "macgregor":
        return
    gone = Counter((unit["unit"], unit["hex"]) for unit in player["units"])
    gone -= Counter((unit["unit"], unit["hex"]) for unit in after["units"])
    for unit, hex_ in gone:
        player["units"].remove({"unit": unit, "hex": hex_})
        player["board"]["sheep"] += unit == "sheep"
        player["money"] += 15
    if gone.total() > 1:
        raise AssertionError(f"{gone} go back in one round (CLAN-MACGREGOR-10)")
    book.met["put back"] += gone.total()


def stored(player: Json, after: Json) -> int:
    """How many barrels have been put in; they lie on the left space. (CLAN-MACKENZIE-05)

    It is free after ageing; where players decide in turn, an earlier answer may have filled it.
    """
    if player["clan"] != "mackenzie":
        return 0
    cellar = player["clan_state"]["cellar"]
    if cellar[0]:
        return 0
    cellar[0] = after["clan_state"]["cellar"][0]
    return int(cellar[0])


def into_silos(book: Book, player: Json, after: Json) -> int:
    """How much more grain lies in silos, at most what the fields have brought.

    (CLAN-GORDON-2, CLAN-GORDON-5)
    """
    if player["clan"] != "gordon":
        return 0
    before, now = player["clan_state"]["silos"], after["clan_state"]["silos"]
    filled = sum(new > old for old, new in zip(before, now, strict=True))
    if filled > 3 * standing(player, "field") or not {*now} <= {0, 1}:
        raise AssertionError(f"silos {before} -> {now} (CLAN-GORDON-5)")
    player["clan_state"]["silos"] = now
    book.met["silo"] += filled
    return int(sum(now) - sum(before))


def weave(book: Book, player: Json, after: Json) -> int:
    """How many kilts there are more, each of a wool and by a kiltmaker. (CLAN-FRASER-2)"""
    if player["clan"] != "fraser":
        return 0
    now = after["clan_state"]["kilts"]
    woven = int(sum(now)) - kilts(player)
    if not 0 <= woven <= kiltmakers(player, Ground(book.drawn)) or not {*now} <= {0, 1}:
        raise AssertionError(f"{woven} kilts made, {now} (CLAN-FRASER-1)")
    player["clan_state"]["kilts"] = now
    book.met["kilt"] += woven
    return woven


def standing(player: Json, unit: str) -> int:
    """How many units of a kind a player has on the map."""
    return sum(piece["unit"] == unit for piece in player["units"])


# --- scoring -------------------------------------------------------------------------------------


def scoring(book: Book, player: Json, _after: Json) -> Json:
    """A player after the scoring tile of the round, if any. (SCORE-G1, SCORE-G2, VAR-NOSCORE)"""
    tile = player.pop("tile")
    if tile is None:
        return player
    gained = SCORERS[tile](player, book)
    player["glory"] += gained
    book.met[f"tile {tile}"] += bool(gained)
    return player


def silo_grain(player: Json) -> int:
    """Grain in silos, which counts as stock. (CLAN-GORDON-6)"""
    return int(sum(player["clan_state"].get("silos", ())))


def processed_pairs(player: Json, _: Book) -> int:
    """3 for two, those in the cellar included. (SCORE-2)"""
    goods = sum(player["goods"][good] for good in PROCESSED)
    goods += sum(player["clan_state"].get("cellar", ())) + kilts(player)
    return 3 * (goods // 2)


def producers(player: Json, book: Book) -> int:
    """1 for an animal or a building, 2 for a field; by a switch kiltmakers too.

    (SCORE-3, EDN-21)
    """
    units = [piece["unit"] for piece in player["units"]]
    counted = book.options.get("kiltmakers_are_factories") and player["clan"] == "fraser"
    more = kiltmakers(player, Ground(book.drawn)) if counted else 0
    return len(units) - units.count("worker") + units.count("field") + more


def border(player: Json, book: Book) -> int:
    """3 for two on the border, or for each by a switch. (SCORE-5, OPT-13)"""
    edge = border_spaces(book)
    units = sum(piece["hex"] in edge for piece in player["units"])
    return 3 * (units if book.options.get("border_each") else units // 2)


def border_spaces(book: Book) -> set[str]:
    """The rim of the map, or what lies beside the mist. (DEF-07..09)"""
    mist = {space["hex"]: space["mist"] for space in book.drawn["hexes"]}
    if book.small:
        return {s for s in mist if not mist[s] and any(mist.get(o) for o in around(s))}
    return {space for space in mist if len(around(space) & mist.keys()) < 6}


def meat(player: Json, book: Book) -> int:
    """2 for each animal printed on fulfilled contracts, 1 by a switch. (SCORE-7, OPT-14)"""
    asked = [book.content["contracts"][str(number)]["asks"] for number in player["fulfilled"]]
    animals = sum(asks.get("beef", 0) + asks.get("mutton", 0) for asks in asked)
    return int(animals) * (1 if book.options.get("meat_single") else 2)


def upgrades(player: Json, _: Book) -> int:
    """Shipping, merchants gone from the track of five, technologies. (SCORE-8)"""
    hired = 5 - int(player["merchants"]["track"])
    return int(player["shipping"]) + hired + len(player["technology"])


def dear_land(player: Json, book: Book) -> int:
    """2 for each unit on land that costs £5 or £6. (SCORE-9)"""
    dear = {space["hex"] for space in book.drawn["hexes"] if space["cost"] in (5, 6)}
    return 2 * sum(piece["hex"] in dear for piece in player["units"])


OLD_SCORERS: dict[int, Scorer] = {
    1: lambda player, _: sum(player["goods"][good] for good in BASIC) + silo_grain(player),
    2: processed_pairs,
    3: producers,
    4: lambda player, _: 2 * standing(player, "worker"),
    5: border,
    6: lambda player, book: sum(imported(player, good, book.content) for good in RARITY),
    7: meat,
    8: upgrades,
    9: dear_land,
}
SCORERS: dict[int, Scorer] = {**OLD_SCORERS, **NEW_SCORERS}
STEPS = {"production": income, "processing": processing, "scoring": scoring}
