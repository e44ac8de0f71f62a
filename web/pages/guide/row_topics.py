"""The row of contracts beside the export board, explained."""

from typing import Final

from django.utils.translation import gettext as _

from games.engine.expansions import row_in_play
from web.pages.guide.setting import Setting
from web.pages.guide.strip import Cell, Strip
from web.pages.guide.topic import Example, Topic

SHOWN: Final = 3
"""Contracts of the example."""


class ContractRowTopic(Topic):
    """What the row is for."""

    id = "contract-row"
    rule = "VAR-FUTURE-02"

    def title(self) -> str:
        return _("Contracts to come")

    def sentences(self, setting: Setting) -> list[str]:
        row = row_in_play(setting.options)
        texts = [
            _("These contracts come to the export board next, the leftmost first."),
            _("Until then no action takes one; only the building bonus does."),
        ]
        return [*texts, _(row.after_bonus)] if row is not None and row.after_bonus else texts

    def example(self, setting: Setting) -> Example:
        first, *others = sorted(setting.content.contracts)[:SHOWN]
        cells = [Cell(str(first), "contract", "here"), *(Cell(str(n), "contract") for n in others)]
        return Example(Strip([cells]), _("Contract %(number)s comes next.") % {"number": first})


TOPICS: Final[tuple[Topic, ...]] = (ContractRowTopic(),)
