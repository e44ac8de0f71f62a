"""The panel: what the open decision admits, narrowed step by step until one move is left.

The path is what a player has chosen so far, as values of steps; the addresses of the panel carry
it. What is offered is exactly what the engine lists as legal.
"""

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from games import engine
from games.drawing.layout import centre
from games.engine.admission import admitted, anything
from games.engine.clans import clan_of
from games.engine.moves import MOVE_TYPES
from games.engine.moves.producing import Produce
from games.engine.words import Hex
from replays.sentences import words
from web.presenting import panel_prices as prices
from web.presenting import panel_refusals as refusals
from web.presenting import panel_words
from web.presenting.panel_preview import Preview, preview
from web.presenting.panel_prices import Card
from web.presenting.panel_refusals import Refusal
from web.presenting.panel_routes import Step, Way, kind_of, ways

DIRECT: Final = ("skip", "quit", "end")
"""Actions with a button of their own: there is nothing to choose and, but for ends, to regret."""
TURNS: Final = ("main_action", "end_turn")
"""Decisions whose only action is not taken for granted."""
GROUPS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("main", ("trade", "expand", "fulfil", "contracts", "shipping", "technology", "merchant")),
    ("free", ("port", "row", "cellar")),
    ("last", ("pass",)),
)
"""The actions of a turn, in the order in which they are shown."""
AGAIN: Final = gettext_noop("That is not possible now. Please choose again.")
FORMS: Final = {"produce": "cheese", "bid": "amount"}
"""Actions whose numbers are set all at once, with the kind of step at which that begins."""


class Choice(Struct, frozen=True):
    """One thing to choose; ``refusal`` says why it cannot be, ``x`` and ``y`` where it lies."""

    kind: str
    value: str
    label: str
    detail: str = ""
    query: str = ""
    card: Card | None = None
    x: float | None = None
    y: float | None = None
    refusal: Refusal | None = None


class Group(Struct, frozen=True):
    """Choices that belong together."""

    name: str
    choices: list[Choice]


class Crumb(Struct, frozen=True):
    """A choice that was made, with the way back to before it."""

    label: str
    query: str


class Direct(Struct, frozen=True):
    """A move that is made with one button."""

    kind: str
    label: str
    notation: str


class Dial(Struct, frozen=True):
    """A number to be set, with what it starts at."""

    name: str
    least: int
    most: int
    value: int


class NumberForm(Struct, frozen=True):
    """Numbers that are set all at once; ``before`` are the values of the path up to here."""

    before: list[str]
    dials: list[Dial]
    extras: list[Choice]


class Panel(Struct):
    """What a seat can do now; ``spots`` are the places on the board that the preview is about."""

    decision: int
    kind: str
    heading: str
    question: str
    query: str
    crumbs: list[Crumb]
    groups: list[Group]
    direct: list[Direct]
    form: NumberForm | None = None
    preview: Preview | None = None
    back: str | None = None
    note: str = ""
    spots: list[tuple[float, float]] = []
    answered: bool = False


def _number(value: str) -> int:
    """A number out of an address, within what production may name; 0 for anything else."""
    return min(int(value), 99) if value.isdecimal() and len(value) < 4 else 0


def hexes_of(step: Step) -> list[Hex]:
    """The space that a step is about; none for most."""
    if step.kind in ("hex", "fisherman"):
        return [Hex(step.value)]
    return [Hex(step.value.split(" ")[1])] if step.kind in ("animal", "old") else []


def query_of(path: Sequence[str]) -> str:
    """A path as it stands in an address."""
    return urlencode([("p", value) for value in path])


def build(
    state: engine.State, seat: engine.Seat, path: Sequence[str], names: Sequence[str]
) -> Panel | None:
    """The panel of a seat after it has chosen ``path``; None when it has nothing to decide.

    A path that leads to no move is followed as far as it does, and the panel says so.
    """
    decision = state.decision_of(seat)
    if decision is None or seat in state.resigned:
        return None
    return _Builder(state, decision, names).panel(list(path))


class _Builder:
    """One panel while it is being made."""

    def __init__(
        self, state: engine.State, decision: engine.Decision, names: Sequence[str]
    ) -> None:
        self.state, self.decision, self.names = state, decision, names
        self.moves: list[engine.Move] = []
        self.crumbs: list[Crumb] = []
        self.before = 0

    # --- the path --------------------------------------------------------------------------------

    def panel(self, wanted: list[str]) -> Panel:
        """The panel after as much of the path as leads anywhere."""
        found = self.kinds()
        actions = [kind for kind in found if kind not in DIRECT]
        if not wanted and len(actions) == 1 and self.decision.kind not in TURNS:
            wanted = actions
        shown = self.empty(found)
        if not wanted:
            shown.groups = self.actions(found)
            shown.question = _(panel_words.QUESTIONS["do"])
            return shown
        if wanted[0] not in found:
            return self.lost(shown, found)
        self.moves = self.moves_of(wanted[0])
        if len(actions) > 1 or self.decision.kind in TURNS:
            self.crumbs.append(Crumb(_(panel_words.ACTIONS[wanted[0]]), ""))
        self.before = len(self.crumbs)
        self.follow(shown, wanted)
        return shown

    def lost(self, shown: Panel, found: list[str]) -> Panel:
        """The first choice again, because what was chosen is not possible."""
        shown.groups = self.actions(found)
        shown.note = _(AGAIN)
        return shown

    def follow(self, shown: Panel, wanted: list[str]) -> None:
        """Go along the path, and on where there is only one way, and show what comes next."""
        path = wanted[:1]
        known = ways(self.moves, path)
        while True:
            depth = len(path)
            steps = dict.fromkeys(way.route[depth] for way in known if len(way.route) > depth)
            if not steps:
                break
            values = [step.value for step in steps]
            form = FORMS.get(path[0]) == next(iter(steps)).kind and len(known) > 1
            chosen = wanted[depth] if len(wanted) > depth else None
            if chosen is not None and chosen not in values:
                shown.note = self.refused(wanted) or _(AGAIN)
                if path[0] in FORMS:
                    del self.crumbs[self.before :]
                    path, wanted = wanted[:1], wanted[:1]
                    known = ways(self.moves, path)
                    continue
                chosen, wanted, form = None, path, True
            if chosen is None:
                if len(values) > 1 or form:
                    numbers = FORMS.get(path[0]) == next(iter(steps)).kind
                    self.show_choice(shown, path, list(steps), known, form=numbers)
                    return
                chosen = values[0]
            elif len(values) > 1:
                step = next(step for step in steps if step.value == chosen)
                label = panel_words.chosen(self.state, step.kind, step.value)
                self.crumbs.append(Crumb(label, query_of(path)))
            path = [*path, chosen]
            known = [way for way in known if way.route[depth].value == chosen]
        self.show_move(shown, path, known[0])

    def refused(self, wanted: Sequence[str]) -> str:
        """Why numbers that were set do not go together; empty for anything else."""
        if wanted[0] != "produce":
            return ""
        cheese, bread, whisky = (_number(value) for value in (*wanted[1:4], "", "", "")[:3])
        move = Produce(cheese, bread, whisky)
        refusal = refusals.refusal_of(self.state, self.decision, move)
        return refusals.told(refusal).text if refusal else ""

    # --- what is there ---------------------------------------------------------------------------

    def kinds(self) -> list[str]:
        """The kinds of actions of which there is one that is legal."""
        names = admitted(self.state, self.decision)
        found = dict.fromkeys(
            kind_of(MOVE_TYPES[name]) for name in names if anything(self.state, self.decision, name)
        )
        return list(found)

    def moves_of(self, kind: str) -> list[engine.Move]:
        """The legal moves of one kind of action."""
        return [
            move  # type: ignore[misc]
            for name in admitted(self.state, self.decision)
            if kind_of(MOVE_TYPES[name]) == kind
            for move in MOVE_TYPES[name].legal(self.state, self.decision)
        ]

    # --- what is shown ---------------------------------------------------------------------------

    def empty(self, found: list[str]) -> Panel:
        """A panel without choices, but for the buttons that are always there."""
        return Panel(
            decision=self.decision.id,
            kind=self.decision.kind,
            heading=_(panel_words.HEADINGS[self.decision.kind]),
            question="",
            query="",
            crumbs=self.crumbs,
            groups=[],
            direct=[
                Direct(kind, _(panel_words.ACTIONS[kind]), self.moves_of(kind)[0].notation())
                for kind in found
                if kind in DIRECT
            ],
            answered=self.decision.answered,
        )

    def actions(self, found: list[str]) -> list[Group]:
        """The kinds of action; in a turn also those that are not possible, and why."""
        open_kinds = [kind for kind in found if kind not in DIRECT]
        if self.decision.kind != "main_action":
            return [Group("main", [self.action(kind, found) for kind in open_kinds])]
        asked = {kind_of(MOVE_TYPES[name]) for name in self.decision.ADMITS} | set(open_kinds)
        groups = []
        for name, kinds in GROUPS:
            choices = [self.action(kind, found) for kind in kinds if kind in asked]
            if choices:
                groups.append(Group(name, choices))
        return groups

    def action(self, kind: str, found: list[str]) -> Choice:
        """One kind of action."""
        label = _(panel_words.ACTIONS[kind])
        if kind not in found:
            refusal = refusals.why_not(self.state, self.decision, kind)
            return Choice("do", kind, label, refusal=refusal)
        return Choice("do", kind, label, self.action_detail(kind), query_of([kind]))

    def action_detail(self, kind: str) -> str:
        """The price of an action that has one."""
        if kind in ("shipping", "technology", "merchant", "contracts"):
            first = self.moves_of(kind)[0]
            return prices.told_cost([prices.cost_of(self.state, self.decision, first)])
        return ""

    def show_choice(
        self, shown: Panel, path: list[str], steps: list[Step], known: list[Way], *, form: bool
    ) -> None:
        """The next step of the path."""
        kind = steps[0].kind
        shown.query = query_of(path)
        shown.question = _(panel_words.QUESTIONS[kind])
        shown.back = self.crumbs[-1].query if self.crumbs else None
        if form:
            shown.form = self.form(path, known)
            return
        depth = len(path)
        below: dict[Step, list[Way]] = {step: [] for step in steps}
        for way in known:
            below[way.route[depth]].append(way)
        choices = [self.choice(path, step, below[step]) for step in steps]
        choices += self.impossible(path, kind, {step.value for step in steps})
        shown.groups = [Group(kind, choices)]

    def choice(self, path: list[str], step: Step, below: list[Way]) -> Choice:
        """One choice of a step."""
        places = [centre(hex_) for hex_ in hexes_of(step)]
        x, y = places[0] if places else (None, None)
        return Choice(
            kind=step.kind,
            value=step.value,
            label=panel_words.LABELS[step.kind](self.state, step.value),
            detail=prices.detail(self.state, self.decision, step, below),
            query=query_of([*path, step.value]),
            card=prices.card(self.state, step),
            x=x,
            y=y,
        )

    def impossible(self, path: list[str], kind: str, possible: set[str]) -> list[Choice]:
        """What one might look for among the choices and why it is not there."""
        state, decision, seat = self.state, self.decision, self.decision.seat
        if path[0] == "expand" and kind == "unit":
            columns = [str(c) for c in clan_of(state.players[seat]).columns if c not in possible]
            found = [(c, refusals.why_not_unit(state, decision, c)) for c in columns]
        elif path[0] == "fulfil" and kind == "contract":
            held = [n for n in state.players[seat].contracts() if str(n) not in possible]
            found = [(str(n), refusals.why_not_contract(state, decision, n)) for n in held]
        elif kind == "tile":
            tiles = [port.tile for port in state.ports if str(port.tile) not in possible]
            found = [(str(n), refusals.why_not_port(state, decision, n)) for n in tiles]
        elif kind == "deal":
            deals = [f"{side} {good}" for side in ("buy", "sell") for good in words.GOODS]
            missing = [deal for deal in deals if deal not in possible]
            found = [(deal, refusals.why_not_deal(state, decision, deal)) for deal in missing]
        else:
            return []
        return [
            Choice(kind, value, panel_words.LABELS[kind](state, value), refusal=refusal)
            for value, refusal in found
        ]

    def form(self, path: list[str], known: list[Way]) -> NumberForm:
        """The numbers of production, or of a bid; they start at what makes most."""
        if path[0] == "bid":
            amounts = [int(way.route[1].value) for way in known]
            dial = Dial(_("Victory points"), min(amounts), max(amounts), self.own_bid(min(amounts)))
            return NumberForm(path, [dial], [])
        best = max(known, key=lambda way: sum(int(step.value) for step in way.route[1:4]))
        dials = []
        for place, good in enumerate(("cheese", "bread", "whisky"), start=1):
            most = max(int(way.route[place].value) for way in known)
            name = _(words.GOODS[good]).capitalize()
            dials.append(Dial(name, 0, most, int(best.route[place].value)))
        extras = dict.fromkeys(way.route[4] for way in known)
        choices = [
            Choice("extra", step.value, panel_words.LABELS["extra"](self.state, step.value))
            for step in extras
        ]
        return NumberForm(path, dials, choices if len(choices) > 1 else choices[:1])

    def own_bid(self, least: int) -> int:
        """The sealed bid that the seat has handed in and may replace; ``least`` without one."""
        known = engine.own_bid(self.state, self.decision.seat)
        return least if known is None else known

    def show_move(self, shown: Panel, path: list[str], way: Way) -> None:
        """The end of the path: one move, to be confirmed."""
        shown.query = query_of(path)
        shown.back = self.crumbs[-1].query if self.crumbs else None
        shown.question = _("Do it?")
        shown.spots = [centre(hex_) for step in way.route for hex_ in hexes_of(step)]
        shown.preview = preview(self.state, self.decision.seat, way.move, self.names)
