"""Final scoring once more, from what a client can see, without any code of the engine.

Input are documents of the API: the view of the finished game, its map, the content that it was
played with, and its options where they are not as usual. Written from the text of the rules
(FINAL-03..22, IND-AWARD), and deliberately simple.
"""

from tests.recount_basics import BASIC, PROCESSED, RARITY, Json, around, groups, imported, kilts
from tests.recount_modules import award_card, award_counts


def recount(view: Json, drawn: Json, content: Json, options: Json | None = None) -> list[Json]:
    """The score sheet of every player, in seat order, with ``total`` and ``rank``.

    One who plays alone has a ``rating`` too.
    """
    chosen = options or {}
    sheets = [own_lines(player, content) for player in view["players"]]
    for sheet, player in zip(sheets, view["players"], strict=True):
        worth = worth_to(player, view, content, chosen.get("imports", "dynamic"))
        for good in RARITY:
            sheet[good] = worth[good] * imported(player, good, content)
    if chosen.get("two_player_scoring"):
        close(sheets, "exports", contracts(view), points=8, behind=1)
        close(sheets, "settlements", networks(view, drawn), points=12, behind=2)
    elif len(sheets) == 1:
        reach(sheets[0], "exports", contracts(view)[0], {7: 12, 6: 8, 5: 4})
        reach(sheets[0], "settlements", networks(view, drawn)[0], {14: 18, 11: 12, 8: 6})
    else:
        two = len(sheets) == 2
        share(sheets, "exports", contracts(view), (8, 0) if two else (12, 6))
        share(sheets, "settlements", networks(view, drawn), (12, 0) if two else (18, 12, 6))
    if "awards" in chosen.get("expansions", ()):
        award(sheets, view, drawn, content)
    for sheet, player in zip(sheets, view["players"], strict=True):
        for line in ("exports", "settlements"):
            sheet[line] *= chosen.get(f"{line.rstrip('s')}_scoring", True)
        sheet["auction"] = -player.get("bid", 0)
        sheet["total"] = sum(sheet.values())
    order = [(s["total"], p["money"] % 10) for s, p in zip(sheets, view["players"], strict=True)]
    for sheet, own in zip(sheets, order, strict=True):
        sheet["rank"] = 1 + sum(other > own for other in order)
    if len(sheets) == 1:
        sheets[0]["rating"] = called(sheets[0]["total"])
    return sheets


def award(sheets: list[Json], view: Json, drawn: Json, content: Json) -> None:
    """The line of the award tile, or of the card. (IND-AWARD-03, IND-AWARD-04, IND-SOLO-05)"""
    tile = view["expansions"]["awards"]["tile"]
    found = award_counts(tile, view, drawn, content)
    if len(sheets) == 1:
        sheets[0]["award"] = award_card(tile, found[0])
    else:
        share(sheets, "award", found, (8, 0) if len(sheets) == 2 else (12, 6))


def own_lines(player: Json, content: Json) -> Json:
    """The lines that need no comparison with others. (FINAL-03..07, FINAL-19)"""
    if any(player["clan_state"].get("cellar", ())):
        raise AssertionError("a barrel is left in the cellar of a finished game (FINAL-02)")
    goods = player["goods"]
    return {
        "glory": player["glory"],
        "money": player["money"] // 10,
        "basic_goods": sum(goods[name] for name in BASIC),
        "processed_goods": 2 * (sum(goods[name] for name in PROCESSED) + kilts(player)),
        "hops": imported(player, "hops", content),
        "auction": -player["bid"],
    }


def worth_to(player: Json, view: Json, content: Json, imports: str) -> dict[str, int]:
    """What a unit of each import good is worth to a player. (FINAL-08, VAR-STATIC, VAR-BALANCED)"""
    everybody = view["players"] if imports == "dynamic" else [player]
    counters = {good: sum(imported(p, good, content) for p in everybody) for good in RARITY}
    shown = counters if imports == "dynamic" else dict.fromkeys(RARITY, 0)
    if shown != view["imports"]:
        raise AssertionError(f"the import track shows {view['imports']}, not {shown} (INV-08)")
    return dict.fromkeys(RARITY, 4) if imports == "static" else import_values(counters)


def most_glory(players: list[Json]) -> list[int]:
    """The Glory that players get at the end for having most. (VAR-MOSTGLORY-01)"""
    best = max(player["glory"] for player in players)
    first = [player["glory"] == best for player in players]
    return [6 // sum(first) * mine for mine in first]


def close(sheets: list[Json], line: str, amounts: list[int], *, points: int, behind: int) -> None:
    """Two players, of whom the second may be close behind. (VAR-2PSCORE-1, VAR-2PSCORE-2)"""
    for sheet, mine, other in zip(sheets, amounts, reversed(amounts), strict=True):
        near = other - behind <= mine <= other
        sheet[line] = points if mine > other else points // 2 if near else 0


def import_values(counters: dict[str, int]) -> dict[str, int]:
    """What one unit of each import good is worth. (FINAL-08, FINAL-09)"""
    farthest_first = sorted(RARITY, key=lambda good: (-counters[good], -RARITY.index(good)))
    return dict(zip(farthest_first, (3, 4, 5), strict=True))


def contracts(view: Json) -> list[int]:
    """How many contracts each player has fulfilled. (FINAL-11)"""
    return [len(player["fulfilled"]) for player in view["players"]]


def share(sheets: list[Json], line: str, amounts: list[int], prizes: tuple[int, ...]) -> None:
    """Hand out the prizes of a ranking; equals share those of their places. (FINAL-12)"""
    for sheet, amount in zip(sheets, amounts, strict=True):
        ahead = sum(other > amount for other in amounts)
        level = sum(other == amount for other in amounts)
        places = range(ahead, ahead + level)
        sheet[line] = sum(prizes[place] for place in places if place < len(prizes)) // level


def reach(sheet: Json, line: str, amount: int, marks: dict[int, int]) -> None:
    """The points of the best mark that is reached by who plays alone. (SOLO-22, SOLO-23)"""
    sheet[line] = max((points for mark, points in marks.items() if amount >= mark), default=0)


def called(total: int) -> str:
    """What a solo result is called. (SOLO-24)"""
    marks = {116: "rookie", 131: "average", 146: "expert", 161: "genius"}
    return [word for least, word in {-999: "newbie", **marks}.items() if total >= least][-1]


def networks(view: Json, drawn: Json) -> list[int]:
    """The settlements in the largest connected group of each player. (FINAL-14..17)"""
    lochs = {space["hex"] for space in drawn["hexes"] if space["kind"] == "loch"}
    rivers = {frozenset(pair) for pair in drawn["rivers"]}
    return [
        largest_network(
            {unit["hex"] for unit in player["units"]},
            player["shipping"],
            lochs,
            rivers,
            canals=player["clan"] == "macfarlane",
            rails=player["clan"] == "sinclair",
        )
        for player in view["players"]
    ]


def largest_network(
    units: set[str],
    level: int,
    lochs: set[str],
    rivers: set[frozenset[str]],
    *,
    canals: bool = False,
    rails: bool = False,
) -> int:
    """How many settlements the largest group linked by shipping, canals or rails has."""
    settlements = groups(
        units, lambda one, other: other in around(one) and {one, other} not in rivers
    )
    reach = {unit: shipping(unit, level, lochs, rivers) for unit in units}
    if canals and level:
        for course in groups(rivers, meet):
            along = set().union(*course)
            for unit in units & along:
                reach[unit] |= along
    if rails:  # two spaces apart at most (CLAN-SINCLAIR-12)
        for unit in units:
            reach[unit] |= {far for near in around(unit) for far in around(near)} | around(unit)
    linked = groups(
        range(len(settlements)),
        lambda one, other: any(reach[unit] & settlements[other] for unit in settlements[one]),
    )
    return max(map(len, linked), default=0)


def meet(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two sides of spaces end in one corner. (IND-DEF-06)"""
    ends = sorted(one ^ other)
    return len(ends) == 2 and ends[1] in around(ends[0])


def shipping(unit: str, level: int, lochs: set[str], rivers: set[frozenset[str]]) -> set[str]:
    """The spaces within shipping reach. (DEF-21)"""
    if level == 0:
        return set()
    reached = {space for space in around(unit) if frozenset((unit, space)) in rivers}
    shores = [{unit}]
    for _ in range(level - 1):
        shores.append({space for shore in shores[-1] for space in around(shore)} & lochs)
        reached |= {space for loch in shores[-1] for space in around(loch)}
    return reached - {unit}
