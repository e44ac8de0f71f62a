"""The panel: what the open decision admits, narrowed step by step until one move is left.

The path is what a player has chosen so far, as values of steps; the addresses of the panel carry
it. What is offered is exactly what the engine lists as legal.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import engine
from games.engine.decisions import KeepContracts
from games.engine.moves import move_types
from games.engine.moves.producing import Produce
from games.engine.rules.admission import admitted, anything
from web.presenting import panel_choices as choices
from web.presenting import panel_help, panel_refusals, panel_why, panel_words
from web.presenting.panel_changes import held
from web.presenting.panel_parts import Choice, Crumb, Direct, Group, NumberForm, Panel, query_of
from web.presenting.panel_preview import preview
from web.presenting.panel_routes import Step, Way, kind_of, ways

DIRECT: Final = ("skip", "quit", "end")
"""Actions with a button of their own: there is nothing to choose and, but for ends, to regret."""
TURNS: Final = ("main_action", "end_turn")
"""Decisions whose only action is not taken for granted."""
GROUPS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("main", ("expand", "trade", "contracts", "fulfil", "shipping", "technology", "merchant")),
    ("free", ("port", "row", "cellar")),
    ("last", ("pass",)),
)
"""The actions of a turn, in the order in which they are shown."""
AGAIN: Final = gettext_noop("That is not possible now. Please choose again.")
FORMS: Final = {"produce": "cheese", "bid": "amount"}
"""Actions whose numbers are set all at once, with the kind of step at which that begins."""
TOLD: Final = ("unit", "deal", "good", "contract", "tile", "fisherman", "upgrade", "bonus")
"""Kinds of steps that are told as chosen even where there was no other choice."""


def build(
    state: engine.State,
    seat: engine.Seat,
    path: Sequence[str],
    names: Sequence[str],
    *,
    why: str = "",
) -> Panel | None:
    """The panel of a seat after it has chosen ``path``; None when it has nothing to decide.

    A path that leads to no move is followed as far as it does, and the panel says so. ``why`` is a
    value that the next step does not offer; the panel says why.
    """
    decision = state.decision_of(seat)
    if decision is None or seat in state.resigned:
        return None
    return _Builder(state, decision, names, why).panel(list(path))


class _Builder:
    """One panel while it is being made."""

    def __init__(
        self, state: engine.State, decision: engine.Decision, names: Sequence[str], why: str
    ) -> None:
        self.state, self.decision, self.names, self.why = state, decision, names, why
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
            shown.tips = panel_help.tips(self.state, self.decision)
            return shown
        if wanted[0] not in found:
            return self.lost(shown, found)
        self.moves = list(self.moves_of(wanted[0]))
        if len(actions) > 1 or self.decision.kind in TURNS:
            self.crumbs.append(Crumb(_(panel_words.ACTIONS[wanted[0]]), ""))
            shown.rule = panel_help.action_rule(wanted[0]) or shown.rule
            if self.decision.kind == "end_turn":
                # That the action is done has nothing to do with what follows.
                shown.heading = _(panel_words.ACTIONS[wanted[0]])
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
                shown.note = self.refused(path, next(iter(steps)).kind, wanted) or _(AGAIN)
                if path[0] in FORMS:
                    del self.crumbs[self.before :]
                    path, wanted = wanted[:1], wanted[:1]
                    known = ways(self.moves, path)
                    continue
                chosen, wanted, form = None, path, True
            if chosen is None:
                if len(values) > 1 or form or self.looks(path):
                    numbers = FORMS.get(path[0]) == next(iter(steps)).kind
                    self.show_choice(shown, path, list(steps), known, form=numbers)
                    return
                chosen = values[0]
            step = next(step for step in steps if step.value == chosen)
            self.told(step, path, alone=len(values) == 1)
            path = [*path, chosen]
            known = [way for way in known if way.route[depth].value == chosen]
        self.show_move(shown, path, known[0])

    def told(self, step: Step, path: list[str], *, alone: bool) -> None:
        """Note a choice among those made; one without an alternative leads back nowhere."""
        label = panel_words.chosen(self.state, step.kind, step.value)
        if not alone:
            self.crumbs.append(Crumb(label, query_of(path)))
        elif step.kind in TOLD:
            self.crumbs.append(Crumb(label, None))

    def refused(self, path: Sequence[str], kind: str, wanted: Sequence[str]) -> str:
        """Why what was asked for is not possible; empty where that cannot be told."""
        if wanted[0] == "produce":
            return self.refused_numbers(wanted)
        answer = panel_why.answer(self.state, self.decision, path, kind, wanted[len(path)])
        return answer.text if answer.rule else ""

    def refused_numbers(self, wanted: Sequence[str]) -> str:
        """Why numbers that were set do not go together."""
        cheese, bread, whisky = (_number(value) for value in (*wanted[1:4], "", "", "")[:3])
        move = Produce(cheese, bread, whisky)
        refusal = panel_refusals.refusal_of(self.state, self.decision, move)
        if refusal is None:
            return ""
        return panel_refusals.told(self.state, self.decision, refusal).text

    def back(self) -> str | None:
        """The address before the last real choice; None at the beginning."""
        return next((one.query for one in reversed(self.crumbs) if one.query is not None), None)

    # --- what is there ---------------------------------------------------------------------------

    def kinds(self) -> list[str]:
        """The kinds of actions of which there is one that is legal."""
        names = admitted(self.state, self.decision)
        found = dict.fromkeys(
            kind_of(move_types()[name])
            for name in names
            if anything(self.state, self.decision, name)
        )
        return list(found)

    def moves_of(self, kind: str) -> Iterator[engine.Move]:
        """The legal moves of one kind of action."""
        for name in admitted(self.state, self.decision):
            if kind_of(move_types()[name]) == kind:
                yield from move_types()[name].legal(self.state, self.decision)

    # --- what is shown ---------------------------------------------------------------------------

    def empty(self, found: list[str]) -> Panel:
        """A panel without choices, but for the buttons that are always there."""
        rule, explained = panel_help.explained(self.state, self.decision)
        return Panel(
            decision=self.decision.id,
            kind=self.decision.kind,
            heading=panel_words.heading(self.state, self.decision.kind),
            question="",
            query="",
            path=[],
            crumbs=self.crumbs,
            groups=[],
            direct=[
                Direct(kind, _(panel_words.ACTIONS[kind]), next(self.moves_of(kind)).notation())
                for kind in found
                if kind in DIRECT
            ],
            explained=explained,
            rule=rule,
            answered=self.decision.answered,
            held=held(self.state, self.decision.seat),
        )

    def actions(self, found: list[str]) -> list[Group]:
        """The kinds of action; in a turn also those that are not possible, and why."""
        open_kinds = [kind for kind in found if kind not in DIRECT]
        if self.decision.kind != "main_action":
            told = [self.action(kind) for kind in open_kinds]
            return [Group("main", told)] if told else []
        asked = {kind_of(move_types()[name]) for name in self.decision.ADMITS} | set(open_kinds)
        groups = []
        for name, kinds in GROUPS:
            told = [
                self.action(kind)
                if kind in found
                else choices.closed_action(self.state, self.decision, kind)
                for kind in kinds
                if kind in asked
            ]
            if told:
                groups.append(Group(name, told))
        return groups

    def action(self, kind: str) -> Choice:
        """A kind of action that is possible."""
        return choices.action(self.state, self.decision, kind, next(self.moves_of(kind)))

    def show_choice(
        self, shown: Panel, path: list[str], steps: list[Step], known: list[Way], *, form: bool
    ) -> None:
        """The next step of the path."""
        kind = steps[0].kind
        if self.looks(path):
            kind = "contract"
        shown.query, shown.path = query_of(path), path
        shown.question = panel_words.question(self.state, path, kind)
        shown.hint = panel_help.step_hint(self.state, self.decision, path, kind)
        shown.back = self.back()
        if form:
            shown.form = self.form(path, known)
            return
        depth = len(path)
        below: dict[Step, list[Way]] = {step: [] for step in steps}
        for way in known:
            below[way.route[depth]].append(way)
        told = [choices.choice(self.state, self.decision, path, *one) for one in below.items()]
        values = [step.value for step in steps if step.kind == kind]
        told += choices.missing(self.state, self.decision, path, kind, values)
        if self.looks(path):
            told = choices.none_last(told)
        elif kind == "deal":
            told = choices.by_good(told)
        shown.groups = [Group(kind, told)]
        if self.why:
            shown.asked = panel_why.answer(self.state, self.decision, path, kind, self.why)

    def looks(self, path: Sequence[str]) -> bool:
        """Whether contracts that were turned up are looked at, though none of them can be kept."""
        turned_up = isinstance(self.decision, KeepContracts) and self.decision.contracts
        return bool(turned_up) and list(path) == ["keep"]

    def form(self, path: list[str], known: list[Way]) -> NumberForm:
        """The numbers of production, or of a bid; they start at what makes most."""
        if path[0] == "bid":
            own = engine.own_bid(self.state, self.decision.seat)
            return choices.bidding_form(path, known, own)
        return choices.producing_form(self.state, self.decision, path, known)

    def show_move(self, shown: Panel, path: list[str], way: Way) -> None:
        """The end of the path: one move, to be confirmed."""
        shown.query, shown.path = query_of(path), path
        shown.back = self.back()
        if not shown.first:
            shown.heading = _("Do you want this?")
        shown.spots = [hex_ for step in way.route for hex_ in choices.hexes_of(step)]
        shown.preview = preview(self.state, self.decision, way.move, self.names)


def _number(value: str) -> int:
    """A number out of an address, within what production may name; 0 for anything else."""
    return min(int(value), 99) if value.isdecimal() and len(value) < 4 else 0
