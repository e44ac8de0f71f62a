"""Deploying units: expanding, and the first workers."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import engine
from games.engine.clans import clan_of
from games.engine.moves.base import MoveBase
from games.engine.moves.expanding import Expand
from games.engine.moves.setting_up import PlaceFirstWorker
from games.engine.rules.costs import deploy_cost
from games.engine.words import COLUMNS, Column, Hex
from replays.sentences import vocabulary
from web.pages.panel import step_labels
from web.pages.panel.moves.base import MovePanel, Row
from web.pages.panel.steps import Path, Route, Step


def space_question(path: Path) -> str:
    """Where the unit that was chosen goes."""
    return _("Choose a space for %(unit)s.") % {"unit": _(vocabulary.UNITS[path[1]])}


def space_hint(decision: engine.Decision) -> str:
    """What the price of a space is made of."""
    if decision.LAND_FREE:
        return _("The price is that of the unit.")
    return _("The price is that of the unit and the land together.")


def unit_and_land(
    state: engine.State, decision: engine.Decision, column: Column, hex_: Hex
) -> Iterator[Row]:
    """Unit and land, less what the clan takes off each."""
    player = state.players[decision.seat]
    asked = clan_of(player).unit_cost(player, column, 0)
    printed = state.content.unit_costs.get(column, asked)
    yield step_labels.unit(column), printed
    if not decision.LAND_FREE:
        yield _("Land of %(hex)s") % {"hex": hex_}, state.board.cost[hex_]
    cost = deploy_cost(state, player, column, hex_, land_free=decision.LAND_FREE)
    land = 0 if decision.LAND_FREE else state.board.cost[hex_]
    yield _("Clan %(clan)s") % {"clan": vocabulary.clan(player.clan)}, cost - printed - land


class ExpandPanel(MovePanel[Expand]):
    """Deploying a unit."""

    move = Expand
    kind = "expand"
    label = gettext_noop("Expand")
    group = "main"
    rule = "EXPAND-01"
    hint = gettext_noop("A new unit brings something every round.")

    def routes(self, move: Expand) -> Iterator[Route]:
        yield Step("unit", move.unit), Step("hex", move.hex)

    def question(self, state: engine.State, path: Path, kind: str) -> str:
        return space_question(path) if kind == "hex" else super().question(state, path, kind)

    def step_hint(self, state: engine.State, decision: engine.Decision, kind: str) -> str:
        return space_hint(decision) if kind == "hex" else ""

    def price(self, state: engine.State, decision: engine.Decision, move: Expand) -> int:
        player = state.players[decision.seat]
        return deploy_cost(state, player, move.unit, move.hex, land_free=decision.LAND_FREE)

    def price_rows(
        self, state: engine.State, decision: engine.Decision, move: Expand
    ) -> Iterator[Row]:
        return unit_and_land(state, decision, move.unit, move.hex)

    def attempts(self, state: engine.State, decision: engine.Decision) -> Iterable[Expand]:
        """What stands to reason first: the spaces in reach; then any space at all."""
        yield from Expand.candidates(state, decision)
        for space in state.board.spaces:
            yield from (Expand(column, engine.Hex(space)) for column in COLUMNS)

    def attempts_at(
        self, state: engine.State, decision: engine.Decision, path: Path, kind: str, value: str
    ) -> Iterable[MoveBase]:
        if kind == "unit":
            return (move for move in self.attempts(state, decision) if move.unit == value)
        return super().attempts_at(state, decision, path, kind, value)

    def attempt(self, path: Path, kind: str, value: str) -> Expand:
        if kind != "hex":
            raise LookupError(kind)
        return Expand.build(unit=path[1], hex=value)

    def looked_for(
        self, state: engine.State, decision: engine.Decision, kind: str
    ) -> Iterable[str]:
        return clan_of(state.players[decision.seat]).columns if kind == "unit" else ()


class PlacePanel(MovePanel[PlaceFirstWorker]):
    """Placing the workers with which one begins."""

    move = PlaceFirstWorker
    kind = "place"
    label = gettext_noop("Place a worker")

    def routes(self, move: PlaceFirstWorker) -> Iterator[Route]:
        yield Step("unit", move.column), Step("hex", move.hex)

    def question(self, state: engine.State, path: Path, kind: str) -> str:
        return space_question(path) if kind == "hex" else super().question(state, path, kind)

    def step_hint(self, state: engine.State, decision: engine.Decision, kind: str) -> str:
        return space_hint(decision) if kind == "hex" else ""

    def price(self, state: engine.State, decision: engine.Decision, move: PlaceFirstWorker) -> int:
        return deploy_cost(state, state.players[decision.seat], move.column, move.hex)

    def price_rows(
        self, state: engine.State, decision: engine.Decision, move: PlaceFirstWorker
    ) -> Iterator[Row]:
        return unit_and_land(state, decision, move.column, move.hex)

    def attempt(self, path: Path, kind: str, value: str) -> PlaceFirstWorker:
        if kind != "hex":
            raise LookupError(kind)
        return PlaceFirstWorker.build(column=path[1], hex=value)
