"""What is chosen when a game is created.

Variants and switches of later editions are further fields, each with a default: a stored game
that does not name them is played as it always was. What a form needs to know of each lies in
``option_list``, which options go together in ``option_rules``.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from games.engine.errors import InvalidOptions
from games.engine.geometry.board import HEXES, MODULES
from games.engine.options.option_rules import EDITIONS, EXCLUSIONS, Exclusion, Value
from games.engine.terms import Experience, Seat, gettext_noop

Edition = Literal["cc15-2025", "rules-2017", "wiki-2020", "cc15"]
COVERED: Final = 4
"""How many spaces the tighter map covers. (VAR-TIGHT-01)"""
TIGHT: Final = "VAR-TIGHT-03"
EACH_PLAYER: Final = "VAR-NEWBIE-02"


class Options(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The options of one game. ``map`` is empty (sides are drawn) or names four sides, A to D.

    The fields from ``kickstarter`` to ``buchanan_2017`` are switches where the texts differ, those
    after them variants and auctions, and then what came later. ``covered`` names the four spaces of
    a tighter map, empty to have them drawn; ``bid_limit`` 0 means that bids have no limit.
    ``experience`` is what the players stated, by seat, where ``clan_experience`` is by_player.
    ``expansions`` names those of the registry that no other option turns on; what follows are
    switches of theirs.
    """

    players: Annotated[int, Meta(ge=1, le=4)] = 4
    map: list[str] = []
    edition: Edition = "cc15-2025"
    kickstarter: bool = True
    neighbourhood_cap: Literal["turn", "event"] = "turn"
    port_after_pass: bool = False
    port3_goods: Literal[2, 3] = 2
    port6_up_to: bool = False
    port7_up_to: bool = False
    port7_different: bool = True
    port7_neighbourhood: bool = True
    box_freed_late: bool = False
    border_each: bool = False
    meat_single: bool = False
    buchanan_2017: bool = False
    imports: Literal["dynamic", "static", "balanced"] = "dynamic"
    scoring_tiles: bool = True
    ports: bool = True
    clans: bool = True
    export_scoring: bool = True
    settlement_scoring: bool = True
    import_coin: bool = True
    tight_map: bool = False
    covered: list[str] = []
    future_contracts: bool = False
    most_glory: bool = False
    starting_prices: Literal["printed", "rolled"] = "printed"
    two_player_scoring: bool = False
    clan_experience: Literal["any", "easier", "harder", "by_player"] = "any"
    auction: Literal["none", "open", "blind", "vickrey"] = "none"
    auction_order: Literal["winning", "clan"] = "winning"
    bid_limit: Literal[0, 30] = 30
    turn_order: Literal["start", "drawn", "seats"] = "start"
    experience: list[Experience] = []
    expansions: list[str] = []
    pair_scoring: Literal["disjoint", "all"] = "disjoint"
    scoring12_glory: Literal[2, 3] = 3
    last_production: Literal["passing_order", "forced_processing"] = "passing_order"
    mackintosh_per_worker: bool = False
    grazing_moves_both: bool = False
    kiltmakers_are_factories: bool = False
    clan_sets: Literal["both", "industria"] = "both"

    def experience_of(self, seat: Seat) -> Experience | None:
        """Which clans the player of a seat wants; None where players are not asked. (VAR-NEWBIE-02)

        The default is ordinary ones.
        """
        if self.clan_experience != "by_player":
            return None
        return self.experience[seat] if seat < len(self.experience) else "ordinary"

    @property
    def solo(self) -> bool:
        """Whether one plays alone. (SOLO-01)"""
        return self.players == 1

    @property
    def usual(self) -> bool:
        """Whether all is at its default but the number of players, the map and the first order.

        The order changes no rule, so games of tournaments, with ``turn_order`` seats, are usual.
        """
        return replace(self, players=USUAL.players, map=[], turn_order="start") == USUAL


USUAL: Final = Options()


def decode(data: object, *, sides: list[str]) -> Options:
    """Options of a new game from plain data, checked against the map sides at hand.

    Switches that are not named are those of the edition. Raises InvalidOptions.
    """
    return decode_stored(_with_edition(data), sides=sides)


def decode_stored(data: object, *, sides: list[str]) -> Options:
    """Options as a game has stored them: complete, save for defaults. Raises InvalidOptions."""
    _check_names(data)
    try:
        options = msgspec.convert(data, Options)
    except msgspec.ValidationError as error:
        detail, _, path = str(error).partition(" - at `$.")
        option = path.partition("[")[0].rstrip("`")
        raise InvalidOptions(option, detail, code="malformed") from error
    if options.map:
        _check_map(options.map, sides)
    _check_covered(options)
    _check_experience(options)
    check_together(options)
    return options


def _with_edition(data: object) -> object:
    if not isinstance(data, Mapping):
        return data
    edition = data.get("edition")
    filled = EDITIONS.get(edition, {}) if isinstance(edition, str) else {}
    return {**filled, **data}


def _check_names(data: object) -> None:
    if not isinstance(data, Mapping):
        return
    for name in data:
        if name not in Options.__struct_fields__:
            shown = str(name)[:40]
            message = gettext_noop("there is no option %(name)s")
            raise InvalidOptions(shown, message, code="unknown", facts={"name": repr(shown)})


def _check_map(chosen: list[str], sides: list[str]) -> None:
    if [side[:1] for side in chosen] != list(MODULES):
        message = gettext_noop(
            "name one side of each module, in the order A, B, C, D, or none at all"
        )
        raise InvalidOptions("map", message)
    for side in chosen:
        if side not in sides:
            message = gettext_noop("there is no side %(side)s; this pack has %(known)s")
            facts = {"side": repr(side[:8]), "known": ", ".join(sides)}
            raise InvalidOptions("map", message, facts=facts)


def _check_covered(options: Options) -> None:
    """The checks without the map; ``supply`` checks that the spaces are land. (VAR-TIGHT)"""
    if not options.covered:
        return
    if not options.tight_map:
        message = gettext_noop("name spaces to cover only with %(other)s")
        raise excluded("covered", "tight_map", message, TIGHT)
    if not options.map:
        message = gettext_noop("to name spaces, name the sides too in %(other)s")
        raise excluded("covered", "map", message, TIGHT)
    known = set(options.covered) & set(HEXES)
    if len(options.covered) != COVERED or len(known) != COVERED:
        message = gettext_noop("name four different spaces, such as F3")
        raise InvalidOptions("covered", message, rule=TIGHT)


def _check_experience(options: Options) -> None:
    if not options.experience:
        return
    if options.clan_experience != "by_player":
        message = gettext_noop("players say it only where %(other)s is by_player")
        raise excluded("experience", "clan_experience", message, EACH_PLAYER)
    if len(options.experience) != options.players:
        message = gettext_noop("name one for each seat")
        raise InvalidOptions("experience", message, rule=EACH_PLAYER)


def check_together(options: Options, exclusions: Sequence[Exclusion] = EXCLUSIONS) -> None:
    """Raise InvalidOptions where two options have values that do not go together. (VAR-00)"""
    for rule in exclusions:
        mine = _among(getattr(options, rule.option), rule.values)
        theirs = _among(getattr(options, rule.other), rule.others)
        if mine and theirs:
            values = {"value": _shown(mine[0]), "other_value": _shown(theirs[0])}
            message = gettext_noop("%(value)s cannot be combined with %(other)s %(other_value)s")
            raise excluded(rule.option, rule.other, message, rule.rule, **values)


def _among(chosen: Value | list[str], values: Sequence[Value]) -> list[Value]:
    """The values of an option, or of its list, that are among these."""
    return [one for one in (chosen if isinstance(chosen, list) else [chosen]) if one in values]


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def excluded(option: str, other: str, message: str, rule: str, **facts: str) -> InvalidOptions:
    """The refusal of two options that do not go together; it names both. (VAR-00)"""
    params = {"other": other, **facts}
    return InvalidOptions(option, message, code="excluded", rule=rule, other=other, facts=params)
