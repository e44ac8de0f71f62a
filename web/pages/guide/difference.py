"""The difference between a sample before and after something has happened."""

from collections import Counter
from collections.abc import Mapping

from django.utils.translation import gettext as _
from msgspec import Struct

from games import engine
from games.engine.terms import GOODS
from replays.narration import vocabulary
from web.pages.common.pieces import Amount, amount
from web.pages.guide.setting import YOU
from web.pages.guide.strip import Cell, joined


class SampleChange(Struct, frozen=True):
    """What a player gives and gets."""

    out: list[Amount]
    into: list[Amount]

    @property
    def row(self) -> list[Cell]:
        """Both beside each other."""
        return joined([_cells(self.out), _cells(self.into)])

    @property
    def words(self) -> str:
        """Both in words."""
        parts = [(_("Out: %(things)s."), self.out), (_("In: %(things)s."), self.into)]
        return vocabulary.sentences(
            [text % {"things": listed(amounts)} for text, amounts in parts if amounts]
        )


def difference(before: engine.State, after: engine.State) -> SampleChange:
    """What the player of a sample has lost and gained: money, Glory, goods, units on the map."""
    had, has = _held(before), _held(after)
    changed = {name: has[name] - had[name] for name in {**had, **has}}
    return SampleChange(
        [amount(name, -by) for name, by in changed.items() if by < 0],
        [amount(name, by) for name, by in changed.items() if by > 0],
    )


def listed(amounts: list[Amount]) -> str:
    """Such as ``£5, Wool 3``, which needs no inflection."""
    return vocabulary.joined(
        [one.text if one.symbol == "money" else f"{one.label} {one.text}" for one in amounts]
    )


def _held(state: engine.State) -> Mapping[str, int]:
    player = state.players[YOU]
    goods: dict[str, int] = dict(zip(GOODS, player.goods, strict=True))
    units: Counter[str] = Counter(piece.unit for piece in player.units)
    return Counter({"money": player.money, "glory": player.glory, **goods, **units})


def _cells(amounts: list[Amount]) -> list[Cell]:
    return [Cell(one.text, one.symbol) for one in amounts]
