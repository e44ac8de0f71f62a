"""What a game may draw of its content pack. (OPT-01)"""

from games.engine.clans import CLANS
from games.engine.content import Content
from games.engine.errors import InvalidOptions
from games.engine.options import Options, decode
from games.engine.tiles import PORTS, SCORING

ROUNDS = 5
PORTS_IN_PLAY = 4


def clans_in_use(content: Content, options: Options) -> list[str]:
    """The clans that may be drawn. (OPT-01)"""
    return [n for n in content.clans if options.kickstarter or not CLANS[n].kickstarter]


def ports_in_use(content: Content, options: Options) -> list[int]:
    """The port tiles that may be drawn. (OPT-01, SETUP-03)"""
    return [n for n in content.ports if options.kickstarter or not PORTS[n].kickstarter]


def scoring_in_use(content: Content, options: Options) -> list[int]:
    """The scoring tiles that may be drawn. (OPT-01, SETUP-06)"""
    return [n for n in content.scoring_tiles if options.kickstarter or not SCORING[n].kickstarter]


def pairs_on_offer(options: Options) -> int:
    """How many pairs of clan and starting tile lie in the draft. (SETUP-12)"""
    return options.players + 1


def check_supply(options: Options, content: Content) -> None:
    """Raise InvalidOptions when a pack has too little for a game with these options."""
    for what, left, needed in (
        ("clans", clans_in_use(content, options), pairs_on_offer(options)),
        ("port tiles", ports_in_use(content, options), PORTS_IN_PLAY),
        ("scoring tiles", scoring_in_use(content, options), ROUNDS),
    ):
        if len(left) < needed:
            raise InvalidOptions(
                "kickstarter",
                f"without the Kickstarter tiles this content pack has {len(left)} {what}, but a "
                f"game of {options.players} players needs {needed}",
            )


def decode_options(data: object, content: Content) -> Options:
    """Options from plain data that a game with this content can be played with.

    Raises InvalidOptions.
    """
    options = decode(data, sides=list(content.sides))
    check_supply(options, content)
    return options
