"""Short names of options, their values, groups and presets, for forms and lists.

The meaning of an option stands in the engine's own list of options. An option without a name here
is shown by the one that programs use.
"""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.expansions import by_name

Text = str | Promise

GROUPS: Final[Mapping[str, Text]] = {
    "expansion": _("Expansions"),
    "variant": _("Variants"),
    "auction": _("Auction of clans"),
    "map": _("Map"),
    "edition": _("Edition"),
    "switch": _("Details: where editions differ"),
}
"""Of the groups that stand below the players, in the order of the form."""

TITLES: Final[Mapping[str, Text]] = {
    "players": _("Seats"),
    "map": _("Sides of the map"),
    "covered": _("Closed spaces"),
    "edition": _("Edition"),
    "imports": _("Value of import goods"),
    "scoring_tiles": _("Scoring tiles"),
    "ports": _("Ports"),
    "clans": _("Clans"),
    "export_scoring": _("Points for exports"),
    "settlement_scoring": _("Points for settlements"),
    "import_coin": _("Coin of the import track"),
    "tight_map": _("Tighter map"),
    "future_contracts": _("Contracts to come"),
    "most_glory": _("Most Glory"),
    "starting_prices": _("Starting prices"),
    "two_player_scoring": _("Scoring for two"),
    "clan_experience": _("Clans by experience"),
    "auction": _("Auction"),
    "auction_order": _("Turn order of an auction"),
    "bid_limit": _("Highest bid"),
    "kickstarter": _("Kickstarter tiles"),
    "neighbourhood_cap": _("Limit of the neighbourhood bonus"),
    "port_after_pass": _("Ports after passing"),
    "port3_goods": _("Port tile 3: goods"),
    "port6_up_to": _("Port tile 6: fewer steps"),
    "port7_up_to": _("Port tile 7: a single unit"),
    "port7_different": _("Port tile 7: other kinds only"),
    "port7_neighbourhood": _("Port tile 7: neighbourhood bonus"),
    "box_freed_late": _("Export box freed late"),
    "border_each": _("Scoring tile 5: each unit"),
    "meat_single": _("Scoring tile 7: each meat"),
    "pair_scoring": _("Scoring tiles 10, 13, 17: pairs"),
    "mackintosh_per_worker": _("Mackintosh: paid for each worker"),
    "clan_sets": _("Clans drawn"),
    "grazing_moves_both": _("MacGregor: a second unit grazes too"),
    "kiltmakers_are_factories": _("Fraser: kiltmakers are buildings"),
    "scoring12_glory": _("Scoring tile 12: Glory"),
    "buchanan_2017": _("Clan Buchanan of 2017"),
    "turn_order": _("First turn order"),
    "experience": _("Clans the players want"),
    "expansions": _("Expansions"),
    "last_production": _("Last production with an award"),
}

VALUES: Final[Mapping[tuple[str, str], Text]] = {
    ("edition", "cc15-2025"): _("Current edition (2025 errata)"),
    ("edition", "cc15"): _("Newer printing, without the errata"),
    ("edition", "rules-2017"): _("First printing, 2017"),
    ("edition", "wiki-2020"): _("Digital version, 2020"),
    ("imports", "dynamic"): _("dynamic: 3, 4 and 5"),
    ("imports", "static"): _("static: 4 each"),
    ("imports", "balanced"): _("balanced: by each player"),
    ("starting_prices", "printed"): _("as printed"),
    ("starting_prices", "rolled"): _("rolled with a die"),
    ("clan_sets", "both"): _("base game and Industria"),
    ("clan_sets", "industria"): _("Industria only"),
    ("clan_experience", "any"): _("any"),
    ("clan_experience", "easier"): _("easier"),
    ("clan_experience", "harder"): _("harder"),
    ("clan_experience", "by_player"): _("each player chooses"),
    ("experience", "easier"): _("easier"),
    ("experience", "ordinary"): _("ordinary"),
    ("experience", "harder"): _("harder"),
    ("auction", "none"): _("none"),
    ("auction", "open"): _("open bids"),
    ("auction", "blind"): _("sealed bids, the highest is paid"),
    ("auction", "vickrey"): _("sealed bids, the second highest is paid"),
    ("auction_order", "winning"): _("by order of winning"),
    ("auction_order", "clan"): _("by clan"),
    ("bid_limit", "30"): "30",
    ("bid_limit", "0"): _("no limit"),
    ("neighbourhood_cap", "turn"): _("for each turn"),
    ("neighbourhood_cap", "event"): _("for each event"),
    ("pair_scoring", "disjoint"): _("each unit in one pair"),
    ("pair_scoring", "all"): _("every pair"),
    ("turn_order", "start"): _("random start player"),
    ("turn_order", "drawn"): _("fully random"),
    ("turn_order", "seats"): _("by seat"),
    ("last_production", "passing_order"): _("in passing order"),
    ("last_production", "forced_processing"): _("together, all that can be processed"),
}

PRESETS: Final[Mapping[str, Text]] = {
    "cc15-2025": _("Current edition (2025 errata)"),
    "cc15": _("Newer printing"),
    "rules-2017": _("First printing"),
    "wiki-2020": _("Digital version"),
    "industria-preview": _("Preview of Industria"),
    "first-game": _("First game"),
    "first-game-without-clans": _("First game without clans"),
    "second-game": _("Second game"),
    "experts": _("Experts"),
}

YES: Final = _("yes")
NO: Final = _("no")
BOTS: Final[Mapping[str, Text]] = {
    "steward": _("Steward: plans ahead"),
    "random": _("Random: plays any move"),
}


def title(option: str) -> str:
    """What to call an option."""
    return str(TITLES.get(option, option.replace("_", " ").capitalize()))


def value_label(option: str, value: object) -> str:
    """What to call a value of an option."""
    if isinstance(value, bool):
        return str(YES if value else NO)
    if option == "expansions":
        names = value if isinstance(value, list) else [value]
        return ", ".join(gettext(by_name()[str(name)].label) for name in names)
    if isinstance(value, list | tuple):
        return ", ".join(str(VALUES.get((option, one), one)) for one in value) or gettext("random")
    return str(VALUES.get((option, str(value)), str(value)))


def meaning(option: str, value: object) -> str:
    """What a value of an option adds to the game, in a line; empty for most."""
    expansion = by_name().get(str(value)) if option == "expansions" else None
    return gettext(expansion.summary) if expansion else ""
