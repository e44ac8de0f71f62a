"""The words beside symbols: goods, units, terrains, options of a contract."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_noop

from replays.narration.language import gettext as _
from replays.narration.language import ngettext

LABELS: Final[Mapping[str, str]] = {
    "wool": gettext_noop("Wool"),
    "milk": gettext_noop("Milk"),
    "grain": gettext_noop("Grain"),
    "bread": gettext_noop("Bread"),
    "cheese": gettext_noop("Cheese"),
    "whisky": gettext_noop("Whisky"),
    "kilt": gettext_noop("Kilts"),
    "mutton": gettext_noop("Mutton (sheep)"),
    "beef": gettext_noop("Beef (cow)"),
    "cotton": gettext_noop("Cotton"),
    "tobacco": gettext_noop("Tobacco"),
    "sugar_cane": gettext_noop("Sugar cane"),
    "hops": gettext_noop("Hops"),
    "money": gettext_noop("Money"),
    "glory": gettext_noop("Glory"),
    "merchant": gettext_noop("Merchants"),
    "shipping": gettext_noop("Shipping"),
    "technology": gettext_noop("Technology"),
    "free_space": gettext_noop("Free land"),
    "bonus_upgrade": gettext_noop("Upgrade"),
    "sheep": gettext_noop("Sheep"),
    "cow": gettext_noop("Cow"),
    "field": gettext_noop("Field"),
    "bakery": gettext_noop("Bakery"),
    "distillery": gettext_noop("Distillery"),
    "cheese_dairy": gettext_noop("Cheese dairy"),
    "worker": gettext_noop("Worker"),
    "fisherman": gettext_noop("Fisherman"),
    "woodcutter": gettext_noop("Woodcutter"),
    "miner": gettext_noop("Miner"),
    "grassland": gettext_noop("grassland"),
    "forest": gettext_noop("forest"),
    "mountain": gettext_noop("mountain"),
    "loch": gettext_noop("loch"),
    "neutral": gettext_noop("neutral piece"),
    "cover": gettext_noop("cover tile"),
}

SHIPPING: Final[Mapping[str, str]] = {
    "none": gettext_noop("none"),
    "river-crossing": gettext_noop("across rivers"),
    "1-loch": gettext_noop("over 1 loch"),
    "2-loch": gettext_noop("over 2 lochs"),
    "3-loch": gettext_noop("over 3 lochs"),
    "4-loch": gettext_noop("over 4 lochs"),
}
"""The levels of shipping as the built-in pack names them."""

SHAPES: Final = ("circle", "square", "triangle", "diamond")
"""By seat, the shape that tells a player's pieces apart beside their colour."""


def label(name: str) -> str:
    """What a thing is called beside its symbol."""
    return _(LABELS[name])


def pounds(amount: int) -> str:
    """Such as ``£12``, with a minus sign before a negative amount."""
    text = _("£%(pounds)s") % {"pounds": abs(amount)}
    return f"\u2212{text}" if amount < 0 else text


def points(number: int) -> str:
    """Such as ``7 points``."""
    return ngettext("%(n)s point", "%(n)s points", number) % {"n": number}


def shipping(level: str) -> str:
    """A level of shipping; that of somebody's own pack as it is written there."""
    return _(SHIPPING[level]) if level in SHIPPING else level
