"""New port tiles: 10 to 18 join those of the base game. (IND-SETUP-02, PORT-10..18)"""

from typing import ClassVar

from games.engine.content import Content
from games.engine.errors import InvalidOptions
from games.engine.expansions.base import Expansion
from games.engine.options import Options
from games.engine.terms import gettext_noop


class NewPorts(Expansion):
    """They are shuffled into the supply; four of all are laid on the map."""

    name: ClassVar[str] = "new_ports"
    label: ClassVar[str] = gettext_noop("New port tiles")
    ports: ClassVar[tuple[int, ...]] = (10, 11, 12, 13, 14, 15, 16, 17, 18)

    def check_options(self, options: Options, content: Content) -> None:
        if not set(self.ports) & set(content.ports):
            message = gettext_noop("this content pack has no new port tiles")
            raise InvalidOptions("expansions", message, rule="IND-SETUP-02")
