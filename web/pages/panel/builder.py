"""The panel: what the open decision admits, narrowed step by step until one move is left.

The path is what a player has chosen so far, as values of steps; the addresses of the panel carry
it. What is offered is exactly what the engine lists as legal, but of moves that come to the same
only one where a panel says so.
"""

from collections.abc import Iterator, Sequence
from typing import Final, get_args

from django.utils.translation import gettext_noop
from msgspec.structs import replace

from games import engine
from games.engine.clans import clan_of
from games.engine.geometry.board import BIT
from games.engine.moves import move_types
from games.engine.rules.admission import admitted, anything
from games.engine.terms import Hex
from replays.narration import vocabulary
from replays.narration.language import gettext as _
from web.pages import clans
from web.pages.panel import choices, step_labels
from web.pages.panel import explanations as panel_help
from web.pages.panel import refusals as panel_refusals
from web.pages.panel import why as panel_why
from web.pages.panel.changes import held
from web.pages.panel.decisions import panel_at
from web.pages.panel.move_panels import panel_of, panel_to, panels, ways
from web.pages.panel.moves.base import AnyPanel, MoveGroup
from web.pages.panel.preview import preview
from web.pages.panel.steps import ENOUGH, Step, Way
from web.pages.panel.structs import Choice, ChoiceGroup, Crumb, Direct, Panel, ValueAnswer, query_of

AGAIN: Final = gettext_noop("That is not possible now. Choose again.")
GROUPS: Final = get_args(MoveGroup)
"""Where a turn offers its actions, in order."""
ALWAYS_CRUMBS: Final = (
    *("unit", "deal", "good", "stand", "contract", "tile", "copy", "fisherman", "upgrade", "bonus"),
)
"""Kinds of steps that become a crumb even where there was no other choice."""
NAMED_ALONE: Final = ("tile", "copy")
"""Kinds of steps that do so where nothing is left to choose at all."""


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
        self.chosen: list[str] = []
        self.before = 0
        self.unread = ""
        """What the only tile does, which was taken without being shown first."""
        self.alone: list[str] = []
        """Why there was no other."""

    # --- the path --------------------------------------------------------------------------------

    def panel(self, wanted: list[str]) -> Panel:
        """The panel after as much of the path as leads anywhere."""
        found = self.kinds()
        actions = [panel.kind for panel in found if not panel.direct and not panel.apart]
        if not wanted and len(actions) == 1 and not self.decision.TURN:
            wanted = actions
        shown = self.empty(found)
        shown.starts = [
            start for one in found for start in one.starts(self.state, self.decision, wanted)
        ]
        if not wanted:
            shown.asked = self.asked_at_first()
            shown.groups = self.actions(found)
            shown.question = _(step_labels.QUESTIONS["do"])
            shown.tips = panel_help.tips(self.state, self.decision)
            return shown
        if wanted[0] not in [panel.kind for panel in found]:
            return self.lost(shown, found, wanted[0])
        offered = panel_to(wanted)
        shown.topic = offered.about
        self.moves = list(self.moves_of(offered))
        if len(actions) > 1 or self.decision.TURN or offered.apart:
            self.crumbs.append(Crumb(_(offered.label), ""))
            shown.rule = offered.rule or shown.rule
            if panel_at(self.state, self.decision).gives_way:
                shown.heading = _(offered.label)
        self.before = len(self.crumbs)
        self.follow(shown, wanted)
        return shown

    def lost(self, shown: Panel, found: list[AnyPanel], kind: str) -> Panel:
        """The first step again with the reason, because what was chosen is not possible."""
        shown.groups = self.actions(found)
        wanted = next((one for one in panels() if one.kind == kind), None)
        refusal = wanted and panel_refusals.why_not(self.state, self.decision, wanted)
        shown.note = refusal.text if refusal else _(AGAIN)
        return shown

    def asked_at_first(self) -> ValueAnswer | None:
        """Why no move may begin on a space, if the player asks."""
        for name in admitted(self.state, self.decision) if self.why else ():
            panel = panel_of(move_types()[name])
            kind = panel.first_kind(self.why)
            if kind != panel.first_kind(None):
                return panel_why.answer(self.state, self.decision, [panel.kind], kind, self.why)
        return None

    def follow(self, shown: Panel, wanted: list[str]) -> None:
        """Go along the path, and on where there is only one way, and show what comes next."""
        path = wanted[:1]
        numbers_from = panel_to(path).numbers_from
        known, stay = ways(self.moves, path), False
        while True:
            depth = len(path)
            chosen = wanted[depth] if len(wanted) > depth else None
            steps = self.steps_at(path, known, chosen)
            if not steps:
                break
            values = [step.value for step in steps]
            numbers = numbers_from == steps[0].kind
            form = numbers and len(known) > 1
            if chosen is not None and chosen not in values:
                if self.looks([*path, chosen]):
                    self.show_looked_at(shown, path, Step(steps[0].kind, chosen))
                    return
                shown.note = self.refused(path, steps[0].kind, wanted) or _(AGAIN)
                if numbers_from:
                    del self.crumbs[self.before :], self.chosen[:]
                    path, wanted = wanted[:1], wanted[:1]
                    known = ways(self.moves, path)
                    continue
                wanted, stay = path, True
                continue
            if chosen is None:
                unnamed = len(values) > 1 or steps[0].kind not in NAMED_ALONE
                if unnamed and not (stay or self.looks(path)) and all_lead_to_one(known):
                    break
                if done := self.could_be_made(path, known):
                    self.show_more(shown, path, steps, known, done)
                    return
                if len(values) > 1 or form or stay or self.looks(path):
                    self.show_choice(shown, path, steps, known, form=numbers)
                    return
                chosen = values[0]
            step = next(step for step in steps if step.value == chosen)
            self.add_crumb(step, path, alone=len(values) == 1 and not self.looks([*path, chosen]))
            path = [*path, chosen]
            known = [way for way in known if way.route[depth].value == chosen]
        self.show_move(shown, path, known[0])

    def show_looked_at(self, shown: Panel, path: list[str], step: Step) -> None:
        """Show a choice that leads to no move, but that the player may look at."""
        self.add_crumb(step, path, alone=False)
        self.show_choice(shown, [*path, step.value], [], [], form=False)

    def steps_at(self, path: list[str], known: list[Way], chosen: str | None) -> list[Step]:
        """What can be chosen next: in a first step only values of the kind of the chosen one."""
        depth = len(path)
        found = dict.fromkeys(way.route[depth] for way in known if len(way.route) > depth)
        kind = panel_to(path).first_kind(chosen) if depth == 1 else ""
        return [step for step in found if kind in ("", step.kind)]

    def add_crumb(self, step: Step, path: list[str], *, alone: bool) -> None:
        """Add a choice to the crumbs; one without an alternative has no link back."""
        panel = panel_to(path)
        label = panel.chosen(self.state, step.kind, step.value)
        if on := panel.lit_by(step):
            self.chosen.append(on)
        if not alone:
            self.crumbs.append(Crumb(label, query_of(path)))
        elif step.kind in ALWAYS_CRUMBS:
            self.crumbs.append(Crumb(label, None))
            if step.kind in ("tile", "copy"):
                clan = self.state.players[self.decision.seat].clan
                self.unread = step_labels.port_text(step.value, clan)
                self.alone += panel_refusals.why_alone(self.state, self.decision, panel, path, step)

    def refused(self, path: Sequence[str], kind: str, wanted: Sequence[str]) -> str:
        """Why the wanted choice is not possible; empty where no rule says so."""
        numbers = panel_to(path).with_numbers(wanted)
        if numbers is not None:
            refusal = panel_refusals.refusal_of(self.state, self.decision, numbers)
            if refusal is None:
                return ""
            return panel_refusals.describe(self.state, self.decision, refusal).text
        answer = panel_why.answer(self.state, self.decision, path, kind, wanted[len(path)])
        return answer.text if answer.rule else ""

    def back(self) -> str | None:
        """The address before the last real choice; None at the beginning."""
        return next((one.query for one in reversed(self.crumbs) if one.query is not None), None)

    # --- what is there ---------------------------------------------------------------------------

    def kinds(self) -> list[AnyPanel]:
        """The panels of the moves of which there is one that is legal."""
        names = admitted(self.state, self.decision)
        return [
            panel_of(move_types()[name])
            for name in names
            if anything(self.state, self.decision, name)
        ]

    def moves_of(self, panel: AnyPanel) -> Iterator[engine.Move]:
        """The legal moves of one kind of action."""
        if panel.move.type_name() in admitted(self.state, self.decision):
            yield from panel.move.legal(self.state, self.decision)

    # --- what is shown ---------------------------------------------------------------------------

    def explained(self, text: str) -> str:
        """What the decision is about, and what the clan of its player can do now."""
        if not self.decision.PROCESSES:
            return text
        player = self.state.players[self.decision.seat]
        return vocabulary.sentences([text, *clans.before_processing(self.state, player)])

    def empty(self, found: list[AnyPanel]) -> Panel:
        """A panel without choices, but for the buttons that are always there."""
        about = panel_at(self.state, self.decision)
        clan = clans.asked_alone(self.state, self.decision)
        return Panel(
            decision=self.decision.id,
            main=self.decision.MAIN,
            heading=_(clan.choice_title if clan else about.heading),
            question="",
            query="",
            path=[],
            crumbs=self.crumbs,
            groups=[],
            direct=[self.button(panel) for panel in found if panel.direct or panel.apart],
            explained=self.explained(about.explained(self.state, self.decision)),
            rule=clan.choice_rule if clan else about.cited(self.state, self.decision),
            answered=self.decision.answered,
            held=held(self.state, self.decision.seat),
        )

    def button(self, panel: AnyPanel) -> Direct:
        """The button of a move that is not chosen among others."""
        notation = next(self.moves_of(panel)).notation()
        query = query_of([panel.kind]) if panel.apart else None
        return Direct(panel.kind, _(panel.label), notation, query)

    def actions(self, found: list[AnyPanel]) -> list[ChoiceGroup]:
        """The kinds of action; in a turn also those that are not possible, and why.

        Once the main action is done, that holds for what is free. (STATE-23)
        """
        possible = [panel for panel in found if not panel.direct and not panel.apart]
        if not (self.decision.MAIN or self.decision.TURN):
            actions = [self.action(panel) for panel in possible]
            return [ChoiceGroup("main", actions)] if actions else []
        own = clan_of(self.state.players[self.decision.seat]).own_actions(self.decision)
        admits = {panel_of(move_types()[name]) for name in (*self.decision.ADMITS, *own)}
        groups = []
        for name in GROUPS:
            actions = [
                self.action(panel)
                if panel in found
                else choices.closed_action(self.state, self.decision, panel)
                for panel in panels()
                if panel.group == name and (panel in admits or panel in possible)
            ]
            if actions:
                groups.append(ChoiceGroup(name, actions))
        return groups

    def action(self, panel: AnyPanel) -> Choice:
        """A kind of action that is possible."""
        return choices.action(self.state, self.decision, panel, next(self.moves_of(panel)))

    def show_choice(
        self, shown: Panel, path: list[str], steps: list[Step], known: list[Way], *, form: bool
    ) -> None:
        """The next step of the path."""
        panel = panel_to(path)
        kind = self.looks(path) or steps[0].kind
        shown.query, shown.path, shown.chosen = query_of(path), path, self.chosen
        shown.question = panel.question(self.state, path, kind)
        hint = panel.step_hint(self.state, self.decision, kind)
        unread = self.unread if kind == "copy" or not hint else ""
        kept = panel_refusals.kept_apart(self.state, self.decision, path, kind)
        hints = (one for one in (unread, hint, kept) if one)
        shown.hint = vocabulary.sentences([*self.alone, *hints])
        shown.rule = panel.step_rule(self.state, self.decision, path, kind) or shown.rule
        shown.spots = self.chosen_spaces(path, known)
        shown.back = self.back()
        if form:
            shown.form = panel.form(self.state, self.decision, path, known)
            words = [word for one in shown.form.extras for word in one.value.split(" ")]
            shown.spots = [Hex(word) for word in dict.fromkeys(words) if word in BIT]
            return
        depth = len(path)
        below: dict[Step, list[Way]] = {step: [] for step in steps}
        for way in known:
            if way.route[depth] in below:
                below[way.route[depth]].append(way)
        found = [choices.choice(self.state, self.decision, path, *one) for one in below.items()]
        values = [step.value for step in steps if kind in (step.kind, "quantity")]
        found += choices.missing(self.state, self.decision, path, kind, values)
        shown.groups = [ChoiceGroup(kind, panel.ordered(path, kind, found))]
        if self.why:
            shown.asked = panel_why.answer(self.state, self.decision, path, kind, self.why)

    def chosen_spaces(self, path: list[str], known: list[Way]) -> list[Hex]:
        """The spaces that have been chosen on the path so far."""
        steps: Sequence[Step] = known[0].route[1 : len(path)] if known else ()
        if not steps and len(path) > 1:
            steps = [Step(panel_to(path).first_kind(path[1]), path[1])]
        return [hex_ for step in steps for hex_ in choices.hexes_of(step)]

    def could_be_made(self, path: list[str], known: list[Way]) -> Way | None:
        """The route that adds nothing to what has been chosen, where more could be added."""
        if not panel_to(path).adds or len(path) < 2 or len(known) < 2:
            return None
        return next((way for way in known if way.route[len(path) :] == (ENOUGH,)), None)

    def show_more(
        self, shown: Panel, path: list[str], steps: list[Step], known: list[Way], done: Way
    ) -> None:
        """A move to be confirmed, and what could be added to it, with its price."""
        others = [step for step in steps if step != ENOUGH]
        self.show_choice(shown, path, others, known, form=False)
        price = panel_to(path).price(self.state, self.decision, done.move)
        for group in shown.groups:
            group.choices[:] = choices.without_price(group.choices, price)
        shown.question = _(step_labels.QUESTIONS[ENOUGH.kind])
        self.show_move(shown, path, done)

    def looks(self, path: Sequence[str]) -> str:
        """The kind of a step that is shown even if nothing in it is possible; empty for others."""
        if len(path) == 2:
            return panel_to(path).opens(self.state, self.decision, path[1])
        return panel_to(path).looked_at(self.decision) if len(path) == 1 else ""

    def show_move(self, shown: Panel, path: list[str], way: Way) -> None:
        """The end of the path: one move, to be confirmed."""
        shown.query, shown.path, shown.chosen = query_of(path), path, self.chosen
        shown.back = self.back()
        if not shown.first:
            shown.heading = _("Confirm your move")
        shown.spots = [hex_ for step in way.route for hex_ in choices.hexes_of(step)]
        found = preview(self.state, self.decision, way.move, self.names)
        shown.preview = replace(found, facts=[*self.alone, *found.facts])


def all_lead_to_one(known: Sequence[Way]) -> bool:
    """Whether nothing is left to choose but an order, such as that of all one's animals."""
    return all(way.move == known[0].move for way in known)
