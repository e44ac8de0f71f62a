"""How each line of the score sheet is counted, by the options of the game, with the rule."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from msgspec import Struct

from games import engine
from games.engine.expansions import solo
from games.engine.rules import final
from games.engine.words import IMPORTS, Seat

Threshold = tuple[int, int]


class How(Struct, frozen=True):
    """How a line is counted, in a few words, and the id of the rule that says so."""

    text: str
    rule: str


RULES: Final = {
    "glory": "FINAL-03",
    "basic_goods": "FINAL-05",
    "processed_goods": "FINAL-06",
    "money": "FINAL-04",
    "hops": "FINAL-07",
    "auction": "FINAL-19",
}
"""The rules of the lines that are counted the same in every game."""


def how(line: str, state: engine.State) -> How:
    """How one line of the sheet is counted in this game."""
    if line in IMPORTS:
        return _imported(IMPORTS.index(line), state)
    match line:
        case "exports":
            return _exports(state.options)
        case "settlements":
            return _settlements(state.options)
        case _:
            return How(_usual(line), RULES[line])


def _usual(line: str) -> str:
    texts = {
        "glory": _("1 for each Glory"),
        "basic_goods": _("1 for each in stock"),
        "processed_goods": _("2 for each in stock"),
        "money": _("1 for every £10"),
        "hops": _("1 for each on fulfilled contracts"),
        "auction": _("what was bid is taken off"),
    }
    return texts[line]


def _imported(index: int, state: engine.State) -> How:
    """Cotton, tobacco or sugar cane, which may be worth something else to everybody."""
    if state.options.imports == "balanced":
        return How(_("3 to 5 for each, by what the player imported"), "VAR-BALANCED-01")
    told = {"points": final.import_worth(state, Seat(0))[index]}
    text = _("%(points)s for each on fulfilled contracts") % told
    return How(text, "VAR-STATIC-01" if state.options.imports == "static" else "FINAL-08")


def _exports(options: engine.Options) -> How:
    if not options.export_scoring:
        return _dropped()
    if options.solo:
        return How(_thresholds(solo.EXPORT_POINTS), "SOLO-22")
    points = final.EXPORT_POINTS[options.players == 2]
    if options.two_player_scoring:
        return _close(points[0], final.CLOSE_IN_EXPORTS, "VAR-2PSCORE-1")
    return How(_by_place(points), "FINAL-11")


def _settlements(options: engine.Options) -> How:
    if not options.settlement_scoring:
        return _dropped()
    if options.solo:
        return How(_thresholds(solo.SETTLEMENT_POINTS), "SOLO-23")
    points = final.SETTLEMENT_POINTS[options.players == 2]
    if options.two_player_scoring:
        return _close(points[0], final.CLOSE_IN_SETTLEMENTS, "VAR-2PSCORE-2")
    return How(_by_place(points), "FINAL-17")


def _dropped() -> How:
    return How(_("not counted in this game"), "VAR-LESS-01")


def _close(first: int, close: int, rule: str) -> How:
    told = {"first": first, "half": first // 2, "close": close}
    text = _("%(first)s for the most; %(half)s for who is level, or behind by %(close)s at most")
    return How(text % told, rule)


def _by_place(points: Sequence[int]) -> str:
    """Places that bring nothing are left out; who ties shares."""
    match [number for number in points if number]:
        case [first]:
            return _("%(first)s for the most; shared if level") % {"first": first}
        case [first, second]:
            told = {"first": first, "second": second}
            return _("%(first)s for the most, then %(second)s; shared if level") % told
        case [first, second, third]:
            told = {"first": first, "second": second, "third": third}
            text = _("%(first)s for the most, then %(second)s and %(third)s; shared if level")
            return text % told
        case _:
            raise ValueError(points)


def _thresholds(table: Sequence[Threshold]) -> str:
    """Three steps, the highest first."""
    (high, most), (middle, some), (low, least) = table
    told = {"high": high, "most": most, "middle": middle, "some": some, "low": low, "least": least}
    text = _("%(most)s for %(high)s or more, %(some)s from %(middle)s, %(least)s from %(low)s")
    return text % told
