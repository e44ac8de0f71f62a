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
    summary: ClassVar[str] = gettext_noop("Nine more port tiles for the corners of the map.")
    ports: ClassVar[tuple[int, ...]] = (10, 11, 12, 13, 14, 15, 16, 17, 18)
    refusals = {
        "announce_good": gettext_noop(
            "Port tile 10 is announced with the contract it helps to fulfil: fulfil 12 with 10 "
            "whisky."
        ),
        "building_for_field": gettext_noop(
            "Port tile 12 exchanges a building for a field, and nothing else."
        ),
        "exchange_one": gettext_noop(
            "Name one building and its space, as in 'port 12 exchange bakery F5 field'."
        ),
        "no_animal_to_join": gettext_noop(
            "You need an animal of your own on a space of the map that has room for a second unit."
        ),
        "no_contract": gettext_noop("You have no contract in your export box."),
        "no_good_to_spare": gettext_noop(
            "The contract asks for %(asked)s %(good)s; no more can be spared."
        ),
        "no_merchant_to_gain": gettext_noop(
            "All your merchants are hired, and none is on the market."
        ),
        "no_such_gain": gettext_noop("The port tile does not offer %(gain)s now."),
        "nothing_fulfilled": gettext_noop("You have not fulfilled a contract yet."),
        "nothing_to_deploy": gettext_noop(
            "There is no such unit that you can deploy now, or no space for it."
        ),
        "nothing_to_move": gettext_noop("None of your units can move to an adjacent space."),
    }

    def check_options(self, options: Options, content: Content) -> None:
        if not set(self.ports) & set(content.ports):
            message = gettext_noop("this content pack has no new port tiles")
            raise InvalidOptions("expansions", message, rule="IND-SETUP-02")
