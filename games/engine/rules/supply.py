"""What a game may draw of its content pack. (OPT-01)"""

from games.engine.clans import all_clans
from games.engine.content import Content
from games.engine.errors import InvalidOptions
from games.engine.expansions import by_name, in_play, not_in_play
from games.engine.options import Options, decode, decode_stored
from games.engine.options.options import check_together
from games.engine.terms import gettext_noop
from games.engine.tiles import PORTS, SCORING

ROUNDS = 5
PORTS_IN_PLAY = 4

TOO_FEW_CLANS = gettext_noop(
    "without the Kickstarter tiles this content pack has %(left)s clans, but a game of %(players)s "
    "players needs %(needed)s"
)
TOO_FEW_NEW_CLANS = gettext_noop(
    "this content pack has %(left)s new clans, but a game of %(players)s players needs %(needed)s"
)
TOO_FEW_PORTS = gettext_noop(
    "without the Kickstarter tiles this content pack has %(left)s port tiles, but a game of "
    "%(players)s players needs %(needed)s"
)
TOO_FEW_TILES = gettext_noop(
    "without the Kickstarter tiles this content pack has %(left)s scoring tiles, but a game of "
    "%(players)s players needs %(needed)s"
)


def clans_in_use(content: Content, options: Options) -> list[str]:
    """The clans that may be drawn: those of an expansion only with it. (OPT-01)"""
    elsewhere = {clan.name for one in not_in_play(options) for clan in one.clans}
    added = {clan.name for one in in_play(options) for clan in one.clans}
    alone = any(one.draws_alone(options) for one in in_play(options))
    drawn = added if alone else set(content.clans)
    clans = [all_clans()[name] for name in content.clans if name in drawn - elsewhere]
    clans = [clan for clan in clans if options.ports or not clan.needs_ports]
    return [clan.name for clan in clans if options.kickstarter or not clan.kickstarter]


def ports_in_use(content: Content, options: Options) -> list[int]:
    """The port tiles that may be drawn: those of an expansion only with it.

    (OPT-01, SETUP-03, IND-SETUP-02)
    """
    elsewhere = {number for one in not_in_play(options) for number in one.ports}
    tiles = [PORTS[number] for number in content.ports if number not in elsewhere]
    return [tile.number for tile in tiles if options.kickstarter or not tile.kickstarter]


def scoring_in_use(content: Content, options: Options) -> list[int]:
    """The scoring tiles that may be drawn, as for ports. (OPT-01, SETUP-06, IND-SETUP-02)"""
    elsewhere = {number for one in not_in_play(options) for number in one.scoring_tiles}
    tiles = [SCORING[number] for number in content.scoring_tiles if number not in elsewhere]
    return [tile.number for tile in tiles if options.kickstarter or not tile.kickstarter]


def start_tiles_in_use(content: Content, options: Options) -> list[int]:
    """The starting tiles that may be drawn: those of an expansion only with it. (IND-SETUP-02)"""
    elsewhere = {tile for one in not_in_play(options) for tile in one.start_tiles(content)}
    return [number for number in content.start_tiles if number not in elsewhere]


def sides_in_use(content: Content, options: Options, module: str) -> list[str]:
    """The sides of a module that may be drawn: those of an expansion only with it.

    (SETUP-02, IND-SETUP-07)
    """
    elsewhere = {side for one in not_in_play(options) for side in one.sides(content)}
    return [name for name in content.sides if name[0] == module and name not in elsewhere]


def pairs_on_offer(options: Options) -> int:
    """How many pairs lie in the draft, or in an auction. (SETUP-12, VAR-AUCTION-01)"""
    return options.players + (not any(one.assigns_clans for one in in_play(options)))


def check_supply(options: Options, content: Content) -> None:
    """Raise InvalidOptions when a pack has too little for a game with these options."""
    clans, pairs = clans_in_use(content, options), pairs_on_offer(options)
    alone = any(one.draws_alone(options) for one in in_play(options))
    if options.clans and alone and len(clans) < pairs:
        facts = {"left": len(clans), "players": options.players, "needed": pairs}
        raise InvalidOptions("clan_sets", TOO_FEW_NEW_CLANS, facts=facts)
    for message, used, left, needed in (
        (TOO_FEW_CLANS, options.clans, clans, pairs),
        (TOO_FEW_PORTS, options.ports, ports_in_use(content, options), PORTS_IN_PLAY),
        (TOO_FEW_TILES, options.scoring_tiles, scoring_in_use(content, options), ROUNDS),
    ):
        if used and len(left) < needed:
            facts = {"left": len(left), "players": options.players, "needed": needed}
            raise InvalidOptions("kickstarter", message, facts=facts)


def decode_options(data: object, content: Content) -> Options:
    """Options of a new game from plain data, for a game with this content.

    Switches that are not named are those of the edition. Raises InvalidOptions.
    """
    return _playable(decode(data, sides=list(content.sides)), content)


def decode_stored_options(data: object, content: Content) -> Options:
    """Options from the plain data of a game that is there. Raises InvalidOptions."""
    return _playable(decode_stored(data, sides=list(content.sides)), content)


def check_expansions(options: Options) -> None:
    """Raise InvalidOptions unless each expansion is named once and can be chosen."""
    for number, name in enumerate(options.expansions):
        facts = {"name": repr(name[:40])}
        if name not in by_name():
            message = gettext_noop("there is no expansion %(name)s")
            raise InvalidOptions("expansions", message, facts=facts)
        if name in options.expansions[:number]:
            message = gettext_noop("%(name)s is named twice")
            raise InvalidOptions("expansions", message, facts=facts)


def _playable(options: Options, content: Content) -> Options:
    check_expansions(options)
    check_supply(options, content)
    for expansion in in_play(options):
        check_together(options, expansion.exclusions)
        expansion.check_options(options, content)
    return options
