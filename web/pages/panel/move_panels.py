"""The panels of all moves, in the order in which a turn offers them."""

from collections.abc import Iterator, Sequence
from typing import Final

from games import engine
from games.engine.moves.base import MoveBase
from web.pages.panel.moves.base import AnyPanel
from web.pages.panel.moves.bidding import BidPanel, QuitPanel
from web.pages.panel.moves.contracts import DrawPanel, KeepPanel, TakePanel
from web.pages.panel.moves.expanding import ExpandPanel, PlacePanel
from web.pages.panel.moves.fulfilling import BonusPanel, FulfilPanel
from web.pages.panel.moves.moving import MoveUnitPanel, PortGainPanel
from web.pages.panel.moves.ports import PortPanel
from web.pages.panel.moves.producing import ProducePanel
from web.pages.panel.moves.setting_up import ClanPanel
from web.pages.panel.moves.trading import NeighbourhoodPanel, TradePanel
from web.pages.panel.moves.turns import EndTurnPanel, PassPanel, SkipPanel
from web.pages.panel.moves.upgrading import HirePanel, ShippingPanel, TechnologyPanel, UpgradePanel
from web.pages.panel.steps import Path, Route, Step, Way

BASE: Final[tuple[AnyPanel, ...]] = (
    ExpandPanel(),
    TradePanel(),
    TakePanel(),
    FulfilPanel(),
    ShippingPanel(),
    TechnologyPanel(),
    HirePanel(),
    PortPanel(),
    PassPanel(),
    EndTurnPanel(),
    SkipPanel(),
    NeighbourhoodPanel(),
    DrawPanel(),
    KeepPanel(),
    BonusPanel(),
    UpgradePanel(),
    MoveUnitPanel(),
    PortGainPanel(),
    ProducePanel(),
    ClanPanel(),
    PlacePanel(),
    BidPanel(),
    QuitPanel(),
)
"""Those of the game without clans and expansions, which bring theirs by ``extensions``."""

_by_type: dict[type[MoveBase], AnyPanel] = {}
_by_kind: dict[str, AnyPanel] = {}


def install(panels: Sequence[AnyPanel]) -> None:
    """Offer moves by these panels from now on; for ``extensions.assemble`` alone.

    Raises ValueError where two of them are of the same kind.
    """
    kinds = {panel.kind: panel for panel in panels}
    types = {panel.move: panel for panel in panels}
    if len(kinds) != len(panels) or len(types) != len(panels):
        raise ValueError("two panels are of the same kind")
    _by_type.clear()
    _by_type.update(types)
    _by_kind.clear()
    _by_kind.update(kinds)


def panels() -> list[AnyPanel]:
    """All of them, in order."""
    return list(_by_type.values())


def panel_of(move_type: type[MoveBase]) -> AnyPanel:
    """The panel of a type of moves."""
    return _by_type[move_type]


def panel_to(path: Path) -> AnyPanel:
    """The panel of the moves to which a path leads."""
    return _by_kind[path[0]]


def routes(move: MoveBase) -> Iterator[Route]:
    """Every way to a move, the first one as it is written."""
    panel = panel_of(type(move))
    for rest in panel.routes(move):
        yield (Step("do", panel.kind), *rest)


def ways(moves: Sequence[engine.Move], path: Path) -> list[Way]:
    """The routes to some of the moves that begin with the values of a path."""
    wanted = tuple(path)
    length = len(wanted)
    return [
        Way(route, move)
        for move in moves
        if not wanted or panel_of(type(move)).kind == wanted[0]
        for route in routes(move)
        if tuple(step.value for step in route[:length]) == wanted
    ]
