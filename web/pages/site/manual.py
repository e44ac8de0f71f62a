"""The signs and keys that the help page explains."""

from collections.abc import Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from web.pages.common.labels import SHAPES, label
from web.pages.common.pieces import Sign

Words = Sequence[tuple[str, str | Promise]]
Keys = Sequence[tuple[tuple[str, ...], str | Promise]]

TERRAIN: Final = (
    (
        "grass",
        _("Grassland: animals, fields, buildings"),
        "M7 12V7m-3 5L3 8m7 4 1-4m9 15v-5m-3 5-1-4m7 4 1-4",
    ),
    ("forest", _("Forest: woodcutters"), "M9 4l5 10H4zM19 11l5 11H14z"),
    ("mountain", _("Mountain: miners"), "M2 22 10 8l4 6 4-5 8 13z"),
    ("loch", _("Loch: ships cross it"), "M3 10q3-4 6 0t6 0 6 0M8 20q3-4 6 0t6 0 6 0"),
    ("river", _("River: separates neighbours until your ships cross it"), "M0 14h28"),
    (
        "mist",
        _("Mist: not in the game with one or two players"),
        "M5 12q4-3 9 0t9 0M5 18q4-3 9 0t9 0",
    ),
)
"""Name, words, and the path of a small drawing of it."""

SYMBOLS: Final = (
    (_("Units"), "sheep cow field bakery distillery cheese_dairy woodcutter miner fisherman"),
    (_("Goods"), "wool milk grain bread cheese whisky mutton beef hops cotton tobacco sugar_cane"),
    (_("Upgrades and more"), "merchant shipping technology bonus_upgrade free_space money glory"),
)

TABLE_KEYS: Final[Keys] = (
    (
        ("↑", "↓", "←", "→"),
        _("move between choices or available spaces"),
    ),
    (("Shift ↑", "Shift ↓", "Shift ←", "Shift →"), _("on the board: next space, available or not")),
    (("Enter",), _("choose or confirm; on any other space: why not")),
    (("Esc",), _("one step back")),
    (("P",), _("to the panel")),
    (("B",), _("to the available spaces")),
    (("U",), _("undo")),
    (("E",), _("end the turn")),
    (("+", "-"), _("make the board larger or smaller")),
    (
        ("1", "2", "3", "4", "5"),
        _("overlays: reach, settlements, neighbours' goods, scoring tile, coordinates"),
    ),
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
