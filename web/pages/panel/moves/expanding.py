"""Deploying units: expanding, and the first workers."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from django.utils.translation import gettext_noop

from games import engine
from games.engine.clans import clan_of
from games.engine.geometry.board import BIT, hexes_in
from games.engine.moves.base import MoveBase
from games.engine.moves.expanding import Expand
from games.engine.moves.setting_up import WORKER_COLUMNS, PlaceFirstWorker
from games.engine.rules.costs import deploy_cost, expand_cost, fees_to, land_cost
from games.engine.rules.deploying import ground
from games.engine.terms import COLUMNS, Column, Hex
from replays.narration import vocabulary
from replays.narration.language import gettext as _
from web.pages.common.labels import label
from web.pages.guide.map_piece import map_piece, middle_out
from web.pages.guide.setting import YOU, Setting, put
from web.pages.guide.topic import Example
from web.pages.panel import step_labels
from web.pages.panel.moves import canals
from web.pages.panel.moves.base import MovePanel, Offered, PriceRow
from web.pages.panel.moves.deal_rows import given_by
from web.pages.panel.moves.skips import legend, skip_to
from web.pages.panel.steps import Path, Route, Step
from web.pages.panel.structs import Added, Start, query_of
from web.pages.table.parts import board

STANDING: Final = "woodcutter"
"""The unit that is already on the map in examples; also their first worker."""
ENOUGH: Final = 3
"""Spaces with prices in an example, where a map has as many beside another one."""
SPACES_FOR: Final[Mapping[str, str]] = {
    "sheep": gettext_noop("Choose a space for the sheep."),
    "cow": gettext_noop("Choose a space for the cow."),
    "field": gettext_noop("Choose a space for the field."),
    "bakery": gettext_noop("Choose a space for the bakery."),
    "distillery": gettext_noop("Choose a space for the distillery."),
    "cheese_dairy": gettext_noop("Choose a space for the cheese dairy."),
    "woodcutter": gettext_noop("Choose a space for the woodcutter."),
    "miner": gettext_noop("Choose a space for the miner."),
    "worker": gettext_noop("Choose a space for the worker."),
}
"""By column of the player's board."""


def space_question(path: Path) -> str:
    """Where the unit that was chosen goes."""
    return _(SPACES_FOR[path[1]])


def space_hint(decision: engine.Decision) -> str:
    """What the price of a space is made of."""
    if decision.grant.unit_free:
        return _("Nothing is paid.") if decision.grant.land_free else _("Price of the land only.")
    if decision.grant.land_free:
        return _("Price of the unit only.")
    return _("Price of unit and land together.")


def cheapest_unit(column: Column, hex_: Hex) -> str:
    """That nothing costs less, where that is still more than a player has."""
    # Translators: the price follows: "It costs £10 and you have £3." It is that of unit and land.
    text = _("To place %(unit)s is cheapest.")
    return text % {"unit": vocabulary.unit_on(column, hex_)}


def space_start(printed: engine.Board, kind: str, hex_: Hex) -> Start:
    """The link of a move that begins with a space of the map."""
    return Start(f"{hex_}, {board.ground(printed, hex_)}", query_of([kind, hex_]), hex=hex_)


def unit_and_land(
    state: engine.State, decision: engine.Decision, column: Column, hex_: Hex
) -> Iterator[PriceRow]:
    """Unit and land, less what the clan takes off each."""
    player = state.players[decision.seat]
    clan = clan_of(player)
    asked = clan.unit_cost(player, column, 0)
    printed = state.content.unit_costs.get(column, asked)
    grant = decision.grant
    unit = 0 if grant.unit_free else printed
    land = land_cost(state, hex_, grant)
    yield step_labels.unit(column), unit
    yield _("Land on %(hex)s") % {"hex": hex_}, land
    cost = deploy_cost(state, player, column, hex_, grant)
    yield _("Clan %(clan)s") % {"clan": vocabulary.clan(player.clan)}, cost - unit - land


class DeployPanel(MovePanel[Offered]):
    """A unit and a space: the panel asks for the unit; the board may begin with the space."""

    def parts(self, move: Offered) -> tuple[Column, Hex]:
        """The unit and the space of a move."""
        raise NotImplementedError

    def made(self, column: str, hex_: str) -> Offered:
        """The move of a unit and a space. Raises MalformedMove."""
        raise NotImplementedError

    def routes(self, move: Offered) -> Iterator[Route]:
        column, hex_ = self.parts(move)
        yield Step("unit", column), Step("hex", hex_)
        yield Step("hex", hex_), Step("unit", column)

    def first_kind(self, value: str | None) -> str:
        return "hex" if value in BIT else "unit"

    def opens(self, state: engine.State, decision: engine.Decision, value: str) -> str:
        return "unit" if len(self.columns(state, decision, value)) > 1 else ""

    def columns(self, state: engine.State, decision: engine.Decision, hex_: str) -> list[Column]:
        """The units that fit a space, whatever they cost."""
        candidates = map(self.parts, self.move.candidates(state, decision))
        return [column for column, space in candidates if space == hex_]

    def starts(self, state: engine.State, decision: engine.Decision, path: Path) -> Iterator[Start]:
        candidates = [self.parts(move) for move in self.move.candidates(state, decision)]
        for hex_ in dict.fromkeys(space for _column, space in candidates):
            yield space_start(state.board, self.kind, hex_)
        for column in dict.fromkeys(column for column, _space in candidates):
            label = step_labels.unit(column)
            yield Start(label, query_of([self.kind, column]), on=f"unit-{column}")

    def question(self, state: engine.State, path: Path, kind: str) -> str:
        if kind == "unit" and len(path) > 1:
            return _("What do you place on %(hex)s?") % {"hex": path[1]}
        return space_question(path) if kind == "hex" else super().question(state, path, kind)

    def step_hint(self, state: engine.State, decision: engine.Decision, kind: str) -> str:
        return space_hint(decision) if kind == "hex" else ""

    def price(self, state: engine.State, decision: engine.Decision, move: Offered) -> int:
        player = state.players[decision.seat]
        return deploy_cost(state, player, *self.parts(move), decision.grant)

    def price_rows(
        self, state: engine.State, decision: engine.Decision, move: Offered
    ) -> Iterator[PriceRow]:
        return unit_and_land(state, decision, *self.parts(move))

    def paid_back(
        self, state: engine.State, decision: engine.Decision, move: Offered
    ) -> PriceRow | None:
        """What the clan receives for the unit. (CLAN-MACKINTOSH-3)"""
        column, hex_ = self.parts(move)
        player, seat = state.players[decision.seat], decision.seat
        income = clan_of(player).deployment_income(state, seat, hex_, column, itself=False)
        return given_by(player.clan, income)

    def attempts(self, state: engine.State, decision: engine.Decision) -> Iterable[Offered]:
        return self.move.candidates(state, decision)

    def cheapest(self, attempt: Offered) -> str:
        return cheapest_unit(*self.parts(attempt))

    def attempts_at(
        self, state: engine.State, decision: engine.Decision, path: Path, kind: str, value: str
    ) -> Iterable[MoveBase]:
        if kind == "unit" and len(path) > 1:
            # Units of other terrain are left out.
            fitting = value in self.columns(state, decision, path[1])
            return [self.made(value, path[1])] if fitting else []
        if kind == "unit":
            return (move for move in self.attempts(state, decision) if self.parts(move)[0] == value)
        if kind == "hex" and len(path) == 1:
            columns = self.looked_for(state, decision, "unit")
            return [self.made(column, value) for column in columns]
        return super().attempts_at(state, decision, path, kind, value)

    def attempt(self, path: Path, kind: str, value: str) -> Offered:
        if kind != "hex" or len(path) < 2:
            raise LookupError(kind)
        return self.made(path[1], value)

    def looked_for(
        self, state: engine.State, decision: engine.Decision, kind: str
    ) -> Iterable[str]:
        return clan_of(state.players[decision.seat]).columns if kind == "unit" else ()


def deployed(setting: Setting, column: Column, *, beside: bool) -> Example:
    """What a unit costs on each space of a piece of the map; ``beside`` a unit of the same player.

    The space that is written out is the one in the middle, or the first beside the unit.
    """
    state = setting.sample()
    player, board = state.players[YOU], state.board
    fit = ground(state, player, column)
    if beside:
        homes = middle_out(ground(state, player, STANDING) & ~fit)
        room = {hex_: (board.neighbours[hex_] & fit).bit_count() for hex_ in homes}
        home = next(hex_ for hex_ in homes if room[hex_] >= min(ENOUGH, max(room.values())))
        put(state, YOU, STANDING, home)
        fit &= state.position.reach(YOU)
    else:
        home = middle_out(fit)[0]
    costs = {hex_: deploy_cost(state, player, column, hex_) for hex_ in hexes_in(fit)}
    hex_ = home if home in costs else next(iter(costs))
    tags = {name: vocabulary.money(cost) for name, cost in costs.items()}
    facts = {
        "unit": label(column),
        "hex": hex_,
        "price": vocabulary.money(costs[hex_] - board.cost[hex_]),
        "land": vocabulary.money(board.cost[hex_]),
        "total": vocabulary.money(costs[hex_]),
    }
    text = _("%(unit)s on %(hex)s: %(price)s and %(land)s for the land, %(total)s in all.")
    return Example(map_piece(state, [home], tags=tags, marked={"near": fit}), text % facts)


class ExpandPanel(DeployPanel[Expand]):
    """Deploying a unit."""

    move = Expand
    kind = "expand"
    label = gettext_noop("Expand")
    group = "main"
    rule = "EXPAND-01"
    hint = gettext_noop("Place a unit: it produces every round.")
    explained = (
        gettext_noop("Place a unit from your player board on an empty space of its terrain."),
        gettext_noop(
            "The space must be beside one of your units or within reach of your shipping."
        ),
        gettext_noop("You pay for the unit and for the land."),
        gettext_noop(
            "Beside units of other players you may then buy what they produce at a discount."
        ),
    )

    def example(self, setting: Setting) -> Example:
        return deployed(setting, "cow", beside=True)

    def parts(self, move: Expand) -> tuple[Column, Hex]:
        return move.unit, move.hex

    def made(self, column: str, hex_: str) -> Expand:
        return Expand.build(unit=column, hex=hex_)

    def price(self, state: engine.State, decision: engine.Decision, move: Expand) -> int:
        return expand_cost(state, decision.seat, move.unit, move.hex, decision.grant)

    def price_rows(
        self, state: engine.State, decision: engine.Decision, move: Expand
    ) -> Iterator[PriceRow]:
        yield from super().price_rows(state, decision, move)
        if skip := skip_to(state, decision, move.hex):
            yield skip.row, skip.fee

    def added(
        self, state: engine.State, decision: engine.Decision, step: Step, move: Expand
    ) -> Added | None:
        if step.kind != "hex":
            return None
        skip = skip_to(state, decision, move.hex)
        return skip.added if skip else canals.canal_to(state, decision, move.hex)

    def step_hint(self, state: engine.State, decision: engine.Decision, kind: str) -> str:
        hint = super().step_hint(state, decision, kind)
        clan = clan_of(state.players[decision.seat])
        if kind != "hex" or not clan.extra_reach(state, decision.seat):
            return hint
        hexes = [*dict.fromkeys(move.hex for move in Expand.legal(state, decision))]
        paid = len(fees_to(state, decision.seat, decision.grant)) > 1
        skipped = legend(state, decision, hexes) if paid else []
        return vocabulary.sentences([hint, *skipped, *canals.legend(state, decision, hexes)])

    def attempts(self, state: engine.State, decision: engine.Decision) -> Iterable[Expand]:
        """The likely moves first: spaces in reach, then all others."""
        yield from Expand.candidates(state, decision)
        for space in state.board.spaces:
            yield from (Expand(column, engine.Hex(space)) for column in COLUMNS)


class PlacePanel(DeployPanel[PlaceFirstWorker]):
    """Placing the workers with which one begins."""

    move = PlaceFirstWorker
    kind = "place"
    label = gettext_noop("Place a worker")
    explained = (
        gettext_noop("A first worker may stand on any empty space of its terrain."),
        gettext_noop("You pay for the unit and for the land."),
        gettext_noop("Later units must be within reach of yours, so look for cheap land around."),
    )

    def example(self, setting: Setting) -> Example:
        return deployed(setting, STANDING, beside=False)

    def parts(self, move: PlaceFirstWorker) -> tuple[Column, Hex]:
        return move.column, move.hex

    def made(self, column: str, hex_: str) -> PlaceFirstWorker:
        return PlaceFirstWorker.build(column=column, hex=hex_)

    def looked_for(
        self, state: engine.State, decision: engine.Decision, kind: str
    ) -> Iterable[str]:
        return WORKER_COLUMNS if kind == "unit" else ()
