"""The vocabulary of the log: goods, units, clans and lists, in the language that is active."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Final

from django.utils.translation import gettext_noop

from games.engine.state import Rating
from games.engine.words import Good, Import
from replays.sentences.language import gettext as _
from replays.sentences.language import ngettext

Counted = Callable[[int], str]

AMOUNTS: Final[Mapping[str, Counted]] = {
    # Translators: amounts stand after verbs and in lists: choose a form that needs no case, such as
    # "2 whisky" with a sign of multiplication.
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
    # Translators: the names of goods stand in many sentences: leave them in the nominative, and
    # build those sentences around it, as in "whisky: the price rises".
    "wool": gettext_noop("wool"),
    "milk": gettext_noop("milk"),
    "grain": gettext_noop("grain"),
    "bread": gettext_noop("bread"),
    "cheese": gettext_noop("cheese"),
    "whisky": gettext_noop("whisky"),
}

UNITS: Final[Mapping[str, str]] = {
    # Translators: stands in "%(unit)s on %(hex)s" and "%(unit)s from %(hex)s", behind verbs.
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
    # Translators: stands in "improves the technology of %(workers)s".
    "woodcutter": gettext_noop("the woodcutters"),
    "miner": gettext_noop("the miners"),
}

RATINGS: Final[Mapping[Rating, str]] = {
    # Translators: how well somebody has done in a game alone, from worst to best.
    "newbie": gettext_noop("newbie"),
    "rookie": gettext_noop("rookie"),
    "average": gettext_noop("average"),
    "expert": gettext_noop("expert"),
    "genius": gettext_noop("genius"),
}
"""What the result of a game alone is called. (SOLO-24)"""

CLANS: Final[Mapping[str, str]] = {
    "buchanan": gettext_noop("Buchanan"),
    "campbell": gettext_noop("Campbell"),
    "cunningham": gettext_noop("Cunningham"),
    "fergusson": gettext_noop("Fergusson"),
    "macdonald": gettext_noop("MacDonald"),
    "macewan": gettext_noop("MacEwan"),
    "mackenzie": gettext_noop("MacKenzie"),
    "robertson": gettext_noop("Robertson"),
    "stewart": gettext_noop("Stewart"),
}


def clan(name: str) -> str:
    """The name of a clan as it is written."""
    return _(CLANS[name]) if name in CLANS else name.capitalize()


def amount(good: str, number: int) -> str:
    """Such as ``2 whisky``."""
    return AMOUNTS[good](number) % {"n": number}


def amounts(goods: Mapping[Good, int] | Mapping[Import, int], pounds: int = 0) -> str:
    """Such as ``£5, 2 wool and 1 milk``; zero amounts are left out."""
    parts = [money(pounds)] if pounds else []
    return listed([*parts, *(amount(good, number) for good, number in goods.items() if number)])


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
    pattern = ngettext("contract %(contracts)s", "contracts %(contracts)s", len(numbers))
    return pattern % {"contracts": listed([str(number) for number in numbers])}


def listed(parts: Sequence[str]) -> str:
    """Such as ``a, b and c``."""
    *first, last = parts
    if not first:
        return last
    # Translators: the end of a list, of things or of what a player does.
    return _("%(first)s and %(last)s") % {"first": joined(first), "last": last}


def joined(parts: Sequence[str]) -> str:
    """Such as ``a, b, c``; empty of nothing."""
    # Translators: a list that goes on.
    return folded(_("%(first)s, %(next)s"), parts)


def clauses(parts: Sequence[str]) -> str:
    """Such as ``a; b``: parts of a sentence."""
    # Translators: two parts of one sentence.
    return folded(_("%(first)s; %(next)s"), parts)


def sentences(parts: Sequence[str]) -> str:
    """Such as ``A. B.``: whole sentences."""
    # Translators: two sentences, one after the other. Only the space between them may go.
    return folded(_("%(first)s %(next)s"), parts)


def folded(pattern: str, parts: Sequence[str]) -> str:
    """The parts put together by a pattern for two: ``first`` and ``next``; empty of nothing."""
    if not parts:
        return ""
    return reduce(lambda first, further: pattern % {"first": first, "next": further}, parts)
