"""New starting tiles: 10 to 16 join those of the base game. (IND-SETUP-02, START)"""

from collections.abc import Collection
from typing import ClassVar

from games.engine.content import Content
from games.engine.errors import InvalidOptions
from games.engine.expansions.base import Expansion
from games.engine.options import Options
from games.engine.terms import gettext_noop


class NewStartTiles(Expansion):
    """They are shuffled into the supply; some of them have a merchant upgrade. (START-R2)"""

    name: ClassVar[str] = "new_start_tiles"
    label: ClassVar[str] = gettext_noop("New starting tiles")
    summary: ClassVar[str] = gettext_noop(
        "More starting tiles to choose with a clan, some with one more merchant."
    )

    def check_options(self, options: Options, content: Content) -> None:
        if not content.new_start_tiles:
            message = gettext_noop("this content pack has no new starting tiles")
            raise InvalidOptions("expansions", message, rule="IND-SETUP-02")

    def start_tiles(self, content: Content) -> Collection[int]:
        return content.new_start_tiles
