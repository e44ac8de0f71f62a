"""Where a game in a file begins: with a set-up, or with a position of the game it comes from.

Every function raises BadFile with the first thing that is wrong.
"""

from games import engine
from replays.checking.payloads import decided_in, payload_of, position_in
from replays.checking.report import Differs
from replays.files import soundness
from replays.files.errors import BadFile, position_impossible
from replays.files.record import SET_UP
from replays.files.shape import GameFile


def check_beginning(game: GameFile, pack: engine.Pack) -> None:
    """The game begins with a set-up, or with a position from which a game can go on
    to its end.

    That the rules lead to that position only the game can show that it comes from.
    """
    engine.packs.register(pack)
    try:
        position = position_of(game)
        if position is not None:
            engine.check_position(position)
            engine.check_goes_on(position)
    except engine.BadPosition as error:
        sentence = position_impossible(error)
        raise BadFile("no_beginning", sentence, line=game.line_of(0), version=1) from error
    if (position is None) != (game.header.forked_from is None):
        sentence = (
            "Just a game that goes on from a position names the game that it was branched off."
        )
        raise BadFile("header_differs", sentence, line=game.first_line)


def position_of(game: GameFile) -> engine.State | None:
    """The position from which a fork goes on, as it is recorded; None for any other game.

    Raises engine.BadPosition, BadFile.
    """
    row = game.rows[0]
    try:
        if decided_in(row).kind == SET_UP:
            return None
        position = position_in(payload_of(row).effects)
    except Differs as error:
        raise soundness.at(game, 0, error.difference) from error
    if position is None:
        raise engine.BadPosition("it is missing")
    if position.pack != game.header.content:
        raise engine.BadPosition("it has another content pack")
    return position


def check_origin(game: GameFile, origin: GameFile) -> None:
    """The position of a fork is the one of the game that it comes from, which has to be sound."""
    named = game.header.forked_from
    assert named is not None
    if not 0 < named.version <= len(origin.rows):
        sentence = f"The game that it was branched off has no event {named.version}."
        raise BadFile("header_differs", sentence, line=game.first_line)
    soundness.check_order(origin)
    soundness.check_digests(origin)
    soundness.check_rules(origin, soundness.pack_of(origin))
    check_position(game, engine.rebuild(origin.rows, upto=named.version))


def check_position(game: GameFile, origin: engine.State) -> None:
    """A fork begins with this position of the game that it comes from."""
    if position_of(game) != engine.rebased(origin):
        sentence = "The game does not begin with the position of the game that it was branched off."
        raise BadFile("effects_differ", sentence, line=game.line_of(0), version=1)
