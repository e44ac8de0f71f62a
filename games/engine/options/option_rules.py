"""Which options go together: editions, presets, and what excludes what.

Plain data. An edition is a set of switches; it fills those that the creator of a game does not
name, once, when the game is created. What is stored is flat and complete and never filled again.
"""

from typing import Final

from msgspec import Struct

from games.engine.terms import gettext_noop

Value = bool | int | str
PlainOptions = dict[str, Value | list[str]]
"""Options by name, as plain data."""

DEFAULT_EDITION: Final = "cc15-2025"
EDITIONS: Final[dict[str, PlainOptions]] = {
    DEFAULT_EDITION: {},
    "cc15": {"port7_neighbourhood": False},
    "rules-2017": {
        "kickstarter": False,
        "port7_neighbourhood": False,
        "port7_different": False,
        "buchanan_2017": True,
        "neighbourhood_cap": "event",
        "bid_limit": 0,
    },
    "wiki-2020": {
        "port7_neighbourhood": False,
        "port7_up_to": True,
        "port6_up_to": True,
        "port3_goods": 3,
        "border_each": True,
        "meat_single": True,
        "box_freed_late": True,
        "turn_order": "drawn",
    },
}
"""By name, the switches that a printing has away from their defaults. (OPT-11)"""


class Preset(Struct, frozen=True):
    """Options that go well together, under a name."""

    name: str
    meaning: str
    options: PlainOptions


PRESETS: Final = (
    Preset(
        "cc15-2025",
        gettext_noop("The current edition with the publisher's 2025 errata: all defaults."),
        {"edition": "cc15-2025"},
    ),
    Preset(
        "cc15",
        gettext_noop("The newer printing of 2019 as it stands in its box, without the errata."),
        {"edition": "cc15", **EDITIONS["cc15"]},
    ),
    Preset(
        "rules-2017",
        gettext_noop("The first printing of 2017, without what came with the Kickstarter edition."),
        {"edition": "rules-2017", **EDITIONS["rules-2017"]},
    ),
    Preset(
        "wiki-2020",
        gettext_noop("The digital version as its wiki described it in 2020."),
        {"edition": "wiki-2020", **EDITIONS["wiki-2020"]},
    ),
    Preset(
        "industria-preview",
        gettext_noop(
            "Clans and scoring tiles of Industria as its preview had them; choose these expansions "
            "with it."
        ),
        {
            "mackintosh_per_worker": True,
            "kiltmakers_are_factories": True,
            "grazing_moves_both": True,
            "scoring12_glory": 2,
        },
    ),
    Preset(
        "first-game",
        gettext_noop("A first game: no ports or scoring tiles, and import goods worth the same."),
        {"ports": False, "scoring_tiles": False, "imports": "static"},
    ),
    Preset(
        "first-game-without-clans",
        gettext_noop(
            "A first game: no clans, ports or scoring tiles, and import goods worth the same."
        ),
        {"clans": False, "ports": False, "scoring_tiles": False, "imports": "static"},
    ),
    Preset(
        "second-game",
        gettext_noop(
            "A second game: clans that are easy to play and scoring tiles, but no ports yet."
        ),
        {"ports": False, "imports": "static", "clan_experience": "easier"},
    ),
    Preset(
        "experts",
        gettext_noop(
            "For experienced players: clan auction, rolled prices, future contracts visible."
        ),
        {"auction": "open", "future_contracts": True, "starting_prices": "rolled"},
    ),
)
"""Every preset, in the order in which a form shows them."""


class Exclusion(Struct, frozen=True):
    """Two options with values that cannot go together, and the rule that says so."""

    option: str
    values: tuple[Value, ...]
    other: str
    others: tuple[Value, ...]
    rule: str


CLOSED_AUCTIONS: Final = ("blind", "vickrey")
AUCTIONS: Final = ("open", *CLOSED_AUCTIONS)

EXCLUSIONS: Final = (
    Exclusion("tight_map", (True,), "players", (1, 4), "VAR-TIGHT-03"),
    Exclusion("most_glory", (True,), "players", (1,), "VAR-MOSTGLORY-02"),
    Exclusion("two_player_scoring", (True,), "players", (1, 3, 4), "VAR-2PSCORE-1"),
    Exclusion("auction", AUCTIONS, "players", (1,), "VAR-AUCTION-14"),
    Exclusion("auction", AUCTIONS, "clans", (False,), "VAR-AUCTION-14"),
    Exclusion("auction_order", ("clan",), "players", (1,), "VAR-AUCTION-14"),
    Exclusion("auction_order", ("clan",), "auction", ("none",), "VAR-CLANORDER-2"),
    Exclusion(
        "clan_experience", ("easier", "harder", "by_player"), "clans", (False,), "VAR-NOCLAN-01"
    ),
    Exclusion("clan_experience", ("by_player",), "auction", AUCTIONS, "VAR-NEWBIE-02"),
)
"""What excludes what, each pair once. (VAR-00)"""

NEEDS: Final[dict[str, tuple[str, ...]]] = {
    "covered": ("tight_map", "map"),
    "experience": ("clan_experience",),
}
"""By option, others that have to be chosen when it is: none of them at its default. (VAR-TIGHT)"""
