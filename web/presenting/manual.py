"""The signs and keys that the help page explains."""

from collections.abc import Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from web.presenting.labels import SHAPES, label
from web.presenting.pieces import Sign

Words = Sequence[tuple[str, str | Promise]]
Keys = Sequence[tuple[tuple[str, ...], str | Promise]]

TERRAIN: Final[Words] = (
    ("grass", _("Grassland: animals, fields, buildings")),
    ("forest", _("Forest: woodcutters")),
    ("mountain", _("Mountain: miners")),
    ("loch", _("Loch: ships cross it")),
    ("river", _("River: parts neighbours until you ship across it")),
    ("mist", _("Mist: not in the game with one or two players")),
)

SYMBOLS: Final = (
    (_("Units"), "sheep cow field bakery distillery cheese_dairy woodcutter miner fisherman"),
    (_("Goods"), "wool milk grain bread cheese whisky mutton beef hops cotton tobacco sugar_cane"),
    (_("Upgrades and more"), "merchant shipping technology bonus_upgrade free_space money glory"),
)

TABLE_KEYS: Final[Keys] = (
    (
        ("↑", "↓", "←", "→"),
        _("go through the choices, or from lit space to lit space"),
    ),
    (("Shift ↑", "Shift ↓", "Shift ←", "Shift →"), _("on the board to the next space, lit or not")),
    (("Enter",), _("choose, or confirm; on a space that is not lit it tells why not")),
    (("Esc",), _("one step back")),
    (("P",), _("to the panel")),
    (("B",), _("to the spaces that are lit on the board")),
    (("U",), _("undo")),
    (("E",), _("end the turn")),
    (("+", "-"), _("make the board larger or smaller")),
    (("?",), _("this help")),
)

REPLAY_KEYS: Final[Keys] = (
    (("←", "→"), _("one step back or on")),
    (("Shift ←", "Shift →"), _("one turn back or on")),
    (("[", "]"), _("one round back or on")),
    (("Home", "End"), _("to the beginning or the end")),
    (("Space",), _("play or stop")),
)


def players() -> list[Sign]:
    """A mark of each seat."""
    return [
        Sign(seat, gettext("Seat %(number)s") % {"number": seat + 1}, shape)
        for seat, shape in enumerate(SHAPES)
    ]


def symbols() -> list[tuple[str, list[tuple[str, str]]]]:
    """By heading the symbols and what they mean."""
    return [
        (str(heading), [(name, label(name)) for name in names.split()])
        for heading, names in SYMBOLS
    ]
