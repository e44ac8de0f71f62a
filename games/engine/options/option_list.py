"""The list of options, for forms and for the description of the API."""

from typing import Final

from msgspec.structs import replace

from games.engine.expansions import by_name
from games.engine.geometry.board import HEXES
from games.engine.options.option_info import COUNTS, OptionInfo, Switch, exclusions_of
from games.engine.options.option_rules import EDITIONS, NEEDS, PRESETS
from games.engine.terms import EXPERIENCE, gettext_noop

SWITCHES: Final = (
    Switch(
        "kickstarter",
        "OPT-01",
        gettext_noop(
            "Whether clan MacEwan, port tile 9 and scoring tile 9 are among the tiles drawn."
        ),
    ),
    Switch(
        "neighbourhood_cap",
        "OPT-07",
        gettext_noop(
            "Whether the limit of the neighbourhood bonus, so many of each good, holds for a turn "
            "or for each event in it that deploys units."
        ),
        ("turn", "event"),
    ),
    Switch(
        "port_after_pass",
        "OPT-09",
        gettext_noop("Whether ports may still be used in a turn after passing."),
    ),
    Switch(
        "port3_goods",
        "OPT-12",
        gettext_noop("How many processed goods port tile 3 gives."),
        (2, 3),
        changes="ports/3",
    ),
    Switch(
        "port6_up_to",
        "OPT-04",
        gettext_noop("Whether port tile 6 may move a price by fewer steps than 3."),
        changes="ports/6",
    ),
    Switch(
        "port7_up_to",
        "OPT-03",
        gettext_noop("Whether port tile 7 may exchange a single unit."),
        changes="ports/7",
    ),
    Switch(
        "port7_different",
        "OPT-15",
        gettext_noop(
            "Whether port tile 7 has to bring units of other kinds than the ones it takes."
        ),
        changes="ports/7",
    ),
    Switch(
        "port7_neighbourhood",
        "OPT-02",
        gettext_noop("Whether units deployed by port tile 7 bring the neighbourhood bonus."),
    ),
    Switch(
        "box_freed_late",
        "OPT-16",
        gettext_noop(
            "Whether an export box becomes free only after the gains of the fulfilled contract."
        ),
    ),
    Switch(
        "border_each",
        "OPT-13",
        gettext_noop(
            "Whether scoring tile 5 gives 3 Glory for each unit on the border, not for every two."
        ),
        changes="scoring_tiles/5",
    ),
    Switch(
        "meat_single",
        "OPT-14",
        gettext_noop("Whether scoring tile 7 gives 1 Glory for each meat, not 2."),
        changes="scoring_tiles/7",
    ),
    Switch(
        "buchanan_2017",
        "OPT-05",
        gettext_noop(
            "Whether clan Buchanan plays by its text of 2017: one contract fulfilled in a turn, "
            "three drawn by a building bonus and up to two of them kept, the cost settled once for "
            "each action."
        ),
        changes="clans/buchanan",
    ),
    Switch(
        "turn_order",
        "OPT-17",
        gettext_noop(
            "The turn order of round 1: from a start player who is drawn on clockwise (start), "
            "wholly drawn (drawn), or as the players sit, with nothing drawn (seats). In an "
            "auction it follows from the bids, and with seats the first seat opens."
        ),
        ("start", "drawn", "seats"),
    ),
)
"""Every switch where the texts differ, in the order in which a form shows them."""

VARIANTS: Final = (
    Switch(
        "imports",
        "VAR-STATIC-01",
        gettext_noop(
            "What import goods are worth: 3, 4 and 5 points by how much all have imported "
            "(dynamic), 4 points each (static), or 5, 4 and 3 by how much each player has imported "
            "(balanced). Static and balanced keep no counters, so the import track pays nothing."
        ),
        ("dynamic", "static", "balanced"),
        group="variant",
    ),
    Switch(
        "scoring_tiles",
        "VAR-NOSCORE-01",
        gettext_noop("Whether a scoring tile gives Glory at the end of each round."),
        group="variant",
    ),
    Switch(
        "ports",
        "VAR-NOPORT-01",
        gettext_noop("Whether port tiles lie on the map."),
        group="variant",
    ),
    Switch(
        "clans",
        "VAR-NOCLAN-01",
        gettext_noop(
            "Whether players choose clans. Without clans they choose only a starting tile, and get "
            "0, 2, 4 and 6 pounds more in turn order."
        ),
        group="variant",
    ),
    Switch(
        "export_scoring",
        "VAR-LESS-01",
        gettext_noop("Whether the most fulfilled contracts give points at the end."),
        group="variant",
    ),
    Switch(
        "settlement_scoring",
        "VAR-LESS-01",
        gettext_noop("Whether the most connected settlements give points at the end."),
        group="variant",
    ),
    Switch(
        "import_coin",
        "VAR-LESS-02",
        gettext_noop("Whether every fifth step of an import good pays 1 pound."),
        group="variant",
    ),
    Switch(
        "tight_map",
        "VAR-TIGHT-01",
        gettext_noop(
            "A tighter map for 2 and 3 players: four land spaces are closed for the whole game."
        ),
        group="variant",
    ),
    Switch(
        "future_contracts",
        "VAR-FUTURE-01",
        gettext_noop(
            "Three further contracts lie open beside the export board: they come next, and a "
            "building bonus takes one of them."
        ),
        group="variant",
    ),
    Switch(
        "most_glory",
        "VAR-MOSTGLORY-01",
        gettext_noop("Most Glory at game end scores 6 more; shared if tied."),
        group="variant",
    ),
    Switch(
        "starting_prices",
        "VAR-PRICE-1",
        gettext_noop(
            "Whether prices start as printed, or a die moves each of them by up to one step."
        ),
        ("printed", "rolled"),
        group="variant",
    ),
    Switch(
        "two_player_scoring",
        "VAR-2PSCORE-1",
        gettext_noop(
            "Two players: the second in exports or settlements gets points when close to the first."
        ),
        group="variant",
    ),
    Switch(
        "clan_experience",
        "VAR-NEWBIE-01",
        gettext_noop(
            "Which clans come into the draft first: any, those that are easier to play (Campbell, "
            "Cunningham and Fergusson) or those that are harder (Buchanan, MacDonald and MacEwan). "
            "Or each player says so at the table and then chooses among the clans that fit."
        ),
        ("any", "easier", "harder", "by_player"),
        group="variant",
    ),
    Switch(
        "auction",
        "VAR-AUCTION-01",
        gettext_noop(
            "How clans are auctioned for victory points: not at all, by open bids that go up, by "
            "sealed bids of which the highest is paid (blind) or the second highest (vickrey)."
        ),
        ("none", "open", "blind", "vickrey"),
        group="auction",
    ),
    Switch(
        "auction_order",
        "VAR-CLANORDER-1",
        gettext_noop(
            "Whether the turn order of an auction follows the order of winning or the clans."
        ),
        ("winning", "clan"),
        group="auction",
    ),
    Switch(
        "bid_limit",
        "OPT-08",
        gettext_noop(
            "The highest open bid in an auction; 0 means that there is no limit. Sealed bids are "
            "at most 30."
        ),
        (30, 0),
        group="auction",
    ),
)
"""Every variant, in the order in which a form shows them. (OPT-10)"""


def of_expansions() -> tuple[Switch, ...]:
    """Every switch that an expansion brings, in the order of the registry."""
    return tuple(switch for expansion in by_name().values() for switch in expansion.switches)


def describe(sides: list[str]) -> list[OptionInfo]:
    """Every option of a new game; ``sides`` are the map sides of the content pack."""
    infos = [
        *_table_options(sides),
        *_rulebook_options(),
        *(switch.info() for switch in of_expansions()),
        *(variant.info() for variant in VARIANTS),
        _experience(),
        *(switch.info() for switch in SWITCHES),
    ]
    added = [rule for expansion in by_name().values() for rule in expansion.exclusions]
    return [
        replace(info, excludes=[*info.excludes, *exclusions_of(info.name, added)]) for info in infos
    ]


def _table_options(sides: list[str]) -> list[OptionInfo]:
    """The seats and the map."""
    return [
        OptionInfo(
            "players",
            gettext_noop("How many seats the table has."),
            "integer",
            4,
            [*COUNTS],
            excludes=exclusions_of("players"),
            rule="SETUP-01",
            group="players",
        ),
        OptionInfo(
            "map",
            gettext_noop(
                "The side of each map module, A to D in order; name all four, or none to have them "
                "drawn."
            ),
            "list",
            [],
            [*sides],
            rule="SETUP-02",
            group="map",
        ),
        OptionInfo(
            "covered",
            gettext_noop(
                "The four land spaces that a tighter map closes, best one in each module; leave it "
                "empty to have them drawn. To name them, choose the tighter map and name its sides."
            ),
            "list",
            [],
            [*HEXES],
            rule="VAR-TIGHT-03",
            group="map",
            players=(2, 3),
            needs=NEEDS["covered"],
        ),
    ]


def _rulebook_options() -> list[OptionInfo]:
    """The edition and the expansions."""
    return [
        OptionInfo(
            "edition",
            gettext_noop(
                "The printing whose rules hold. It sets the switches that are not chosen "
                "otherwise; the preset of its name tells which."
            ),
            "choice",
            "cc15-2025",
            [*EDITIONS],
            rule="OPT-11",
            group="edition",
        ),
        OptionInfo(
            "expansions",
            gettext_noop("Which expansions the game is played with beside the base game."),
            "list",
            [],
            [*by_name()],
            rule="OPT-10",
            group="expansion",
        ),
    ]


def _experience() -> OptionInfo:
    return OptionInfo(
        "experience",
        gettext_noop(
            "Which clans each player wants, by seat: easier, ordinary or harder. Where "
            "clan_experience is by_player, each says it at the table before the start."
        ),
        "list",
        [],
        [*EXPERIENCE],
        rule="VAR-NEWBIE-02",
        group="variant",
        needs=NEEDS["experience"],
        chosen_by="players",
    )


__all__ = ["COUNTS", "PRESETS", "SWITCHES", "VARIANTS", "describe", "of_expansions"]
