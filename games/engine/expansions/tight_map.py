"""The tight map: a land space of each module is covered. (VAR-TIGHT)"""

from typing import ClassVar

from games.engine import effects as fx
from games.engine.content import Content
from games.engine.errors import InvalidOptions
from games.engine.expansions.base import Expansion, SetupStage
from games.engine.geometry.board import BIT, MODULES, Board, module_hexes
from games.engine.options import TIGHT, Options
from games.engine.randomness import Stream
from games.engine.recorder import Recorder
from games.engine.terms import Hex, gettext_noop


class TightMap(Expansion):
    """Cover spaces once the port tiles lie there."""

    name: ClassVar[str] = "tight_map"

    def in_play(self, options: Options) -> bool:
        return options.tight_map

    def check_options(self, options: Options, content: Content) -> None:
        """A space to be covered is active land. (VAR-TIGHT-03)"""
        sides = (content.sides[side] for side in options.map)
        spaces = {hex_: space for side in sides for hex_, space in side.spaces.items()}
        for name in options.covered:
            space = spaces[Hex(name)]
            if space.is_loch or (space.mist and options.players <= 2):
                message = gettext_noop(
                    "%(hex)s is no land space of this map; cover active land spaces only"
                )
                raise InvalidOptions("covered", message, rule=TIGHT, facts={"hex": name})

    def set_up(self, game: Recorder, stage: SetupStage, seed: bytes) -> None:
        if stage == "ports":
            named = [Hex(name) for name in game.state.options.covered]
            game.emit(fx.SpacesBlocked("cover", named or draw_covered(game.state.board, seed)))


def draw_covered(board: Board, seed: bytes) -> list[Hex]:
    """An active land space of each module, drawn. (VAR-TIGHT-03)"""
    covered: list[Hex] = []
    for module in MODULES:
        land = [hex_ for hex_ in module_hexes(module) if board.land & BIT[hex_]]
        covered.append(Stream(seed, f"covered/{module}").choice(land))
    return covered
