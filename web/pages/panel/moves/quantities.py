"""Steps that name how many goods are traded, with how many merchants or kilts."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from replays.narration import vocabulary
from replays.narration.language import gettext as _
from replays.narration.language import ngettext
from web.pages.panel import step_labels
from web.pages.panel.steps import Step
from web.pages.panel.structs import Choice

CROWDED: Final = "crowded"
"""The kind of a step that names goods, and more merchants than they need. (CLAN-DOUGLAS-5)"""
IN_KILTS: Final = "kilts"
"""The kind of a step that names goods, and how many of them kilts stand for. (CLAN-FRASER-5)"""


def quantity_step(quantity: int, merchants: int | None, kilts: int = 0) -> Step:
    """How many goods; how many merchants where they are more than the goods need, or kilts."""
    if kilts:
        return Step(IN_KILTS, f"{quantity} {kilts}")
    if merchants is None:
        return Step("quantity", str(quantity))
    return Step(CROWDED, f"{quantity} {merchants}")


def quantity_label(kind: str, value: str) -> str:
    """Such as ``3, by 3 merchants`` and ``3, including 1 kilt``; empty for a number alone."""
    if kind not in (CROWDED, IN_KILTS):
        return ""
    quantity, more = map(int, value.split(" "))
    if kind == IN_KILTS:
        kilts = vocabulary.amount("kilt", more)
        if more == quantity:
            return kilts
        # Translators: a number of goods of one kind, and how many of them are kilts.
        return _("%(n)s, including %(kilts)s") % {"n": quantity, "kilts": kilts}
    text = ngettext("%(n)s, by %(m)s merchant", "%(n)s, by %(m)s merchants", more)
    return text % {"n": quantity, "m": more}


HOW_MANY: Final = dict.fromkeys((CROWDED, IN_KILTS), step_labels.QUESTIONS["quantity"])
"""What is asked where nothing but such steps can be taken."""


def with_merchants(choices: Sequence[Choice]) -> list[Choice]:
    """Numbers of goods; beside the same one with more merchants, with how many it goes."""
    fewest: dict[str, int] = {}
    for one in choices:
        if one.kind == CROWDED:
            quantity, merchants = one.value.split(" ")
            fewest.setdefault(quantity, int(merchants) - 1)
    return [
        replace(one, label=quantity_label(CROWDED, f"{one.value} {fewest[one.value]}"))
        if one.kind == "quantity" and one.value in fewest
        else one
        for one in choices
    ]


class Quantity(NamedTuple):
    """How much of a good, and by how many merchants or with how many kilts, as moves name them."""

    quantity: int
    merchants: int | None = None
    kilts: int = 0


def quantity_in(kind: str, value: str) -> Quantity:
    """What a step of any of the three kinds names. Raises ValueError."""
    if kind == "quantity":
        return Quantity(int(value))
    quantity, more = map(int, value.split(" "))
    return Quantity(quantity, more) if kind == CROWDED else Quantity(quantity, kilts=more)
