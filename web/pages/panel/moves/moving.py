"""Moving units, and choosing between the gains of a port tile."""

from collections.abc import Iterable, Iterator
from typing import get_args

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import engine
from games.engine.moves.moving import MoveUnit
from games.engine.moves.port_gains import ChoosePortGain
from games.engine.rules.granted_decisions import PortGain
from games.engine.tiles.new_ports import GLORY, TECHNOLOGY_COST
from web.pages.common.labels import pounds
from web.pages.guide.port_samples import gains, moved
from web.pages.guide.setting import Setting
from web.pages.guide.topic import Example
from web.pages.panel.moves.base import MovePanel
from web.pages.panel.steps import Path, Route, Step


class MoveUnitPanel(MovePanel[MoveUnit]):
    """A unit of one's own to an adjacent space."""

    move = MoveUnit
    kind = "move"
    label = gettext_noop("Move a unit")
    own_units = {
        "old": ("IND-MOVE-06", gettext_noop("You have no unit on %(hex)s that can move.")),
    }
    questions = {
        "old": gettext_noop("Which unit do you move?"),
        "hex": gettext_noop("Where does it move?"),
    }
    explained = (
        gettext_noop("Move one of your units to an adjacent space: an empty one of its terrain."),
        gettext_noop("Workers may move between forest and mountain."),
        gettext_noop("A river can be crossed from the first shipping level on."),
        gettext_noop("You pay nothing, and buy nothing from neighbours."),
    )

    def example(self, setting: Setting) -> Example:
        return moved(setting, moves=1)

    def routes(self, move: MoveUnit) -> Iterator[Route]:
        yield Step("old", f"{move.unit} {move.origin}"), Step("hex", move.target)

    def attempt(self, path: Path, kind: str, value: str) -> MoveUnit:
        if kind != "hex" or len(path) < 2:
            raise LookupError(kind)
        unit, origin = path[1].split(" ")
        return MoveUnit.build(**{"unit": unit, "from": origin, "to": value})


class PortGainPanel(MovePanel[ChoosePortGain]):
    """One of the gains of a port tile."""

    move = ChoosePortGain
    kind = "port-gain"
    label = gettext_noop("Take a gain")

    def explanation(self, setting: Setting) -> list[str]:
        cost, glory = pounds(TECHNOLOGY_COST), GLORY
        return [
            _("Pay %(money)s and gain every technology that you do not have.") % {"money": cost},
            _("Or gain %(glory)s Glory; then you pay nothing.") % {"glory": glory},
        ]

    def example(self, setting: Setting) -> Example:
        return gains(setting)

    def routes(self, move: ChoosePortGain) -> Iterator[Route]:
        yield (Step("port-gain", move.gain),)

    def price(self, state: engine.State, decision: engine.Decision, move: ChoosePortGain) -> int:
        return TECHNOLOGY_COST if move.gain == "technology" else 0

    def looked_for(
        self, state: engine.State, decision: engine.Decision, kind: str
    ) -> Iterable[str]:
        return get_args(PortGain) if kind == "port-gain" else ()
