"""What the panel says in place of refusals that speak of moves as they are written."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_noop

USED_UP: Final = ("port_used", "shipyard_used")
"""Codes of refusals of a port tile that can be used no more."""
IN_COMMON: Final[Mapping[str, str]] = {
    "port_out_of_reach": gettext_noop(
        "neither next to a unit of yours nor within the reach of your ships, which are at level "
        "%(shipping)s."
    ),
    "port_out_of_canals": gettext_noop(
        "neither next to a unit of yours nor within the reach of your ships, which are at level "
        "%(shipping)s. Canals lead to no port."
    ),
    "port_out_of_skips": gettext_noop(
        "neither next to a unit of yours nor behind loch spaces that you could skip. To a port you "
        "skip no land."
    ),
    **dict.fromkeys(USED_UP, gettext_noop("used already.")),
}
"""What is said of several ports together, behind their numbers, which refusals name too."""
BY_CONTROLS: Final[Mapping[str, str]] = {
    "announce_with_contract": gettext_noop(
        "Choose port tile 1 while you fulfil a contract that asks for meat."
    ),
    "announce_with_trade": gettext_noop(
        "Choose port tile 6 while you trade, or while you buy from neighbours."
    ),
    "announce_good": gettext_noop(
        "Choose port tile 10 while you fulfil a contract that asks for a processed good."
    ),
    "no_merchant_there": gettext_noop("You have no merchant on the market."),
    "exchange_one": gettext_noop("None of your buildings can be exchanged for a field now."),
}
"""What is said instead of a refusal of what nobody has named who plays on the page."""
OF_COPIES: Final[Mapping[str, str]] = {
    "announce_with_contract": gettext_noop(
        "Choose the copy of port tile 1 while you fulfil a contract that asks for meat."
    ),
    "announce_with_trade": gettext_noop(
        "Choose the copy of port tile 6 while you trade, or while you buy from neighbours."
    ),
    "announce_good": gettext_noop(
        "Choose the copy of port tile 10 while you fulfil a contract that asks for a processed "
        "good."
    ),
}
"""The same of a tile that would be copied."""
NOTHING_TO_EXCHANGE: Final[Mapping[bool, str]] = {
    True: gettext_noop("None of your units can be exchanged now."),
    False: gettext_noop("No two of your units can be exchanged now."),
}
"""The same of port tile 7, by whether it exchanges a single unit too."""
