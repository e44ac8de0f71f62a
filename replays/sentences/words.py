"""The words of the log: goods, units, clans and lists, in the language that is active."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext_noop

from games.engine.state import Rating
from games.engine.words import Good, Import
from replays.sentences.language import gettext as _
from replays.sentences.language import ngettext

Counted = Callable[[int], str]

AMOUNTS: Final[Mapping[str, Counted]] = {
    "wool": lambda n: ngettext("%(n)s wool", "%(n)s wool", n),
    "milk": lambda n: ngettext("%(n)s milk", "%(n)s milk", n),
    "grain": lambda n: ngettext("%(n)s grain", "%(n)s grain", n),
    "bread": lambda n: ngettext("%(n)s bread", "%(n)s bread", n),
    "cheese": lambda n: ngettext("%(n)s cheese", "%(n)s cheese", n),
    "whisky": lambda n: ngettext("%(n)s whisky", "%(n)s whisky", n),
    "cotton": lambda n: ngettext("%(n)s cotton", "%(n)s cotton", n),
    "tobacco": lambda n: ngettext("%(n)s tobacco", "%(n)s tobacco", n),
    "sugar_cane": lambda n: ngettext("%(n)s sugar cane", "%(n)s sugar cane", n),
}

GOODS: Final[Mapping[str, str]] = {
    "wool": gettext_noop("wool"),
    "milk": gettext_noop("milk"),
    "grain": gettext_noop("grain"),
    "bread": gettext_noop("bread"),
    "cheese": gettext_noop("cheese"),
    "whisky": gettext_noop("whisky"),
}

UNITS: Final[Mapping[str, str]] = {
    "sheep": gettext_noop("a sheep"),
    "cow": gettext_noop("a cow"),
    "field": gettext_noop("a field"),
    "bakery": gettext_noop("a bakery"),
    "distillery": gettext_noop("a distillery"),
    "cheese_dairy": gettext_noop("a cheese dairy"),
    "worker": gettext_noop("a worker"),
    "woodcutter": gettext_noop("a woodcutter"),
    "miner": gettext_noop("a miner"),
}
"""Units of the map and of the columns of a player board."""

TECHNOLOGIES: Final[Mapping[str, str]] = {
    "woodcutter": gettext_noop("the woodcutters"),
    "miner": gettext_noop("the miners"),
}

RATINGS: Final[Mapping[Rating, str]] = {
    "newbie": gettext_noop("newbie"),
    "rookie": gettext_noop("rookie"),
    "average": gettext_noop("average"),
    "expert": gettext_noop("expert"),
    "genius": gettext_noop("genius"),
}
"""What the result of a game alone is called. (SOLO-24)"""

CLANS: Final[Mapping[str, str]] = {
    "macdonald": "MacDonald",
    "macewan": "MacEwan",
    "mackenzie": "MacKenzie",
}
"""Names that are not written as one would guess."""


def clan(name: str) -> str:
    """The name of a clan as it is written."""
    return CLANS.get(name, name.capitalize())


def amount(good: str, number: int) -> str:
    """Such as ``2 whisky``."""
    return AMOUNTS[good](number) % {"n": number}


def amounts(goods: Mapping[Good, int] | Mapping[Import, int], pounds: int = 0) -> str:
    """Such as ``£5, 2 wool and 1 milk``; what there is none of is left out."""
    told = [money(pounds)] if pounds else []
    return listed([*told, *(amount(good, number) for good, number in goods.items() if number)])


def money(pounds: int) -> str:
    """Such as ``£12``."""
    return _("£%(pounds)s") % {"pounds": pounds}


def unit_on(unit: str, hex_: str) -> str:
    """Such as ``a cow on F5``."""
    return _("%(unit)s on %(hex)s") % {"unit": _(UNITS[unit]), "hex": hex_}


def unit_from(unit: str, hex_: str) -> str:
    """Such as ``a cow from F5``."""
    return _("%(unit)s from %(hex)s") % {"unit": _(UNITS[unit]), "hex": hex_}


def contracts(numbers: Sequence[int]) -> str:
    """Such as ``contracts 3, 5 and 8``."""
    told = ngettext("contract %(contracts)s", "contracts %(contracts)s", len(numbers))
    return told % {"contracts": listed([str(number) for number in numbers])}


def listed(parts: Sequence[str]) -> str:
    """Such as ``a, b and c``."""
    *first, last = parts
    if not first:
        return last
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last}
