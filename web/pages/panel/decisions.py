"""The kinds of decisions as the panel shows them, a row for each."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from games import engine
from games.engine.expansions import auction, row_in_play
from games.engine.moves.producing import processes
from games.engine.rules import production
from games.engine.rules.costs import obtaining_cost
from games.engine.terms import GRAIN, MILK
from replays.narration import vocabulary
from web.pages.panel.deployed import (
    after_deploying,
    another_bonus,
    before_building_bonus,
    bonus_rule,
    building_bonus,
    deployed,
)
from web.pages.panel.moves import granted

Explain: TypeAlias = Callable[[engine.State, Any], str]


class DecisionPanel(Struct, frozen=True, kw_only=True):
    """What is said of a kind of decision; ``rule`` is where it is laid down.

    ``explain`` says what it is about to somebody who has not read the rules. ``waiting`` and
    ``yours`` say what the table waits for, where it is no ordinary turn. ``leads_to`` is said of a
    move that opens it for the same player, by ``follow`` where that depends on the decision, and
    ``later`` where the move opens others above it.
    """

    kind: str
    heading: str
    rule: str
    explain: Explain | None = None
    waiting: str = ""
    yours: str = ""
    leads_to: str = ""
    later: Explain | None = None
    follow: Callable[[engine.State, Any], list[str]] | None = None
    cite: Callable[[engine.State, Any], str] | None = None
    """The rule of what there is to decide, where that depends on the decision."""
    gives_way: bool = False
    """Whether its heading has nothing to do with what is chosen next, which has its own."""
    empties_box: bool = False
    """Whether an export box is empty once it is decided."""
    without_clans: "DecisionPanel | None" = None
    """What takes its place where starting tiles are chosen, not clans."""

    def explained(self, state: engine.State, decision: engine.Decision) -> str:
        """What the decision is about; empty where its choices explain themselves."""
        return "" if self.explain is None else self.explain(state, decision)

    def cited(self, state: engine.State, decision: engine.Decision) -> str:
        """The rule to read about this decision."""
        return self.rule if self.cite is None else self.cite(state, decision)

    def then(self, state: engine.State, decision: engine.Decision) -> list[str]:
        """What a move has led to that has opened the decision."""
        if self.follow is not None:
            return self.follow(state, decision)
        return [_(self.leads_to)] if self.leads_to else []


# --- what they are about -------------------------------------------------------------------------


def _choosing(state: engine.State, _decision: engine.Decision) -> str:
    if not state.options.clans:
        return _("Your starting tile gives you money and goods.")
    return _(
        "Each clan has its own ability and starts with the money and goods shown beside its name."
    )


def _opening(_state: engine.State, _decision: engine.Decision) -> str:
    return _(
        "The highest bidder picks a clan, takes the first free place in turn order and loses that "
        "many points at game end. A bid of 0 counts."
    )


def _bidding(state: engine.State, decision: engine.Decision) -> str:
    return _(
        "The highest bid is %(points)s. Bid more, or pass in this auction round. The highest "
        "bidder picks a clan and loses that many points at game end."
    ) % {"points": auction.lowest(state, decision) - 1}


def _sealed(state: engine.State, _decision: engine.Decision) -> str:
    if state.options.auction == "vickrey":
        return _(
            "Bids stay hidden until all are in. The highest bidder picks a clan and loses the "
            "second-highest bid in points at game end."
        )
    return _(
        "Bids stay hidden until all are in. The highest bidder picks a clan and loses that many "
        "points at game end."
    )


def _placing(_state: engine.State, _decision: engine.Decision) -> str:
    return _(
        "Workers earn money every round. Later units must be placed next to yours, so look for "
        "cheap land around. You pay for the worker and the land."
    )


def _ending(_state: engine.State, _decision: engine.Decision) -> str:
    return _("You can undo until you end your turn.")


def _keeping(state: engine.State, decision: engine.Decision) -> str:
    cost = obtaining_cost(state)
    if cost < 0:
        text = _("Keeping one gives you %(money)s.")
    elif cost:
        text = _("Keeping one costs %(money)s.")
    else:
        text = _("Keeping one is free now.")
    row = row_in_play(state.options)
    renewed = row is not None and row.renewed
    others = _("The others leave the game.") if renewed else _("The others go under the pile.")
    own = text % {"money": vocabulary.money(abs(cost))}
    return vocabulary.sentences([own, others, *another_bonus(state, decision)])


def _exporting(_state: engine.State, _decision: engine.Decision) -> str:
    return _("The contract gives several bonuses. Take them in any order.")


def _fulfilling(_state: engine.State, _decision: engine.Decision) -> str:
    return _("Your clan may fulfil a second contract in the same action.")


def _freely(_state: engine.State, _decision: engine.Decision) -> str:
    return _("Place a unit. You pay for the unit; the land is free.")


def _producing(state: engine.State, decision: engine.Decision) -> str:
    player = state.players[decision.seat]
    goods = player.goods
    if not processes(state, decision):
        produced = _("Your units have produced.")
    else:
        produced = _(
            "Your units have produced. Now each building can process one good: you have %(milk)s "
            "and %(grain)s."
        ) % {
            "milk": vocabulary.taken("milk", goods[MILK]),
            "grain": vocabulary.taken("grain", goods[GRAIN]),
        }
    bakeries, distilleries = player.count("bakery"), player.count("distillery")
    if bakeries and distilleries and 0 < goods[GRAIN] < bakeries + distilleries:
        shared = _("Bread and whisky are made of the same grain: choose which.")
        produced = vocabulary.sentences([produced, shared])
    return vocabulary.sentences([produced, _choosing_order(state)])


def _choosing_order(state: engine.State) -> str:
    """Whether all choose at once, or each knows what those before have chosen. (IND-AWARD-07)"""
    if production.in_turn(state):
        return _(
            "Players choose one after the other in the order of passing. What was chosen before is "
            "open, and your choice is final."
        )
    return _("All players choose at the same time.")


def _order_rule(state: engine.State, _decision: engine.Decision) -> str:
    """The rule of the order where there is one, otherwise that of what is processed."""
    return "IND-AWARD-07" if production.in_turn(state) else "PROD-05"


# --- the rows ------------------------------------------------------------------------------------

BASE: Final[tuple[DecisionPanel, ...]] = (
    DecisionPanel(
        kind="choose_clan",
        heading=gettext_noop("Choose your clan"),
        rule="SETUP-13",
        explain=_choosing,
        waiting=gettext_noop("%(who)s chooses a clan"),
        yours=gettext_noop("Choose a clan"),
        without_clans=DecisionPanel(
            kind="choose_clan",
            heading=gettext_noop("Choose a starting tile"),
            rule="SETUP-13",
            explain=_choosing,
            waiting=gettext_noop("%(who)s chooses a starting tile"),
            yours=gettext_noop("Choose a starting tile"),
        ),
    ),
    DecisionPanel(
        kind="opening_bid",
        heading=gettext_noop("Open the bidding"),
        rule="VAR-AUCTION-03",
        explain=_opening,
        waiting=gettext_noop("%(who)s opens the bidding"),
        yours=gettext_noop("Open the bidding"),
    ),
    DecisionPanel(
        kind="bid",
        heading=gettext_noop("Bid or pass"),
        rule="VAR-AUCTION-04",
        explain=_bidding,
        waiting=gettext_noop("%(who)s may bid"),
        yours=gettext_noop("Bid or pass"),
    ),
    DecisionPanel(
        kind="sealed_bid",
        heading=gettext_noop("Make a sealed bid"),
        rule="VAR-BLIND-2",
        explain=_sealed,
        waiting=gettext_noop("%(who)s makes a sealed bid"),
        yours=gettext_noop("Make a sealed bid"),
    ),
    DecisionPanel(
        kind="place_worker",
        heading=gettext_noop("Place a worker"),
        rule="SETUP-17",
        explain=_placing,
        waiting=gettext_noop("%(who)s places a worker"),
        yours=gettext_noop("Place a worker"),
    ),
    DecisionPanel(
        kind="main_action",
        heading=gettext_noop("Your turn: choose an action"),
        rule="STATE-22",
    ),
    DecisionPanel(
        kind="end_turn",
        heading=gettext_noop("Check the result"),
        rule="STATE-24",
        explain=_ending,
        gives_way=True,
    ),
    DecisionPanel(
        kind="deployment_bonuses",
        heading=gettext_noop("Bonuses of your new unit"),
        rule="NBR-01",
        explain=deployed,
        follow=after_deploying,
        cite=bonus_rule,
    ),
    DecisionPanel(
        kind="building_bonus",
        heading=gettext_noop("Building bonus"),
        rule="BUILD-02",
        explain=building_bonus,
        follow=before_building_bonus,
    ),
    DecisionPanel(
        kind="keep_contracts",
        heading=gettext_noop("Which contracts do you keep?"),
        rule="BUILD-03",
        explain=_keeping,
    ),
    DecisionPanel(
        kind="export_bonuses",
        heading=gettext_noop("Which bonus comes first?"),
        rule="BONUS-02",
        explain=_exporting,
        leads_to=gettext_noop("Then you choose which of its bonuses comes first."),
    ),
    DecisionPanel(
        kind="fulfil_next",
        heading=gettext_noop("Fulfil another contract?"),
        rule="CLAN-BUCHANAN-09",
        explain=_fulfilling,
        leads_to=gettext_noop("Then you may fulfil another contract."),
    ),
    DecisionPanel(
        kind="free_space",
        heading=gettext_noop("Expand on free land"),
        rule="BONUS-04",
        explain=_freely,
        leads_to=gettext_noop("Then you may expand on free land."),
    ),
    DecisionPanel(
        kind="bonus_upgrade",
        heading=gettext_noop("Take one upgrade"),
        rule="UPG-01",
        explain=granted.upgrading,
        follow=granted.before_upgrading,
    ),
    DecisionPanel(
        kind="granted_expand",
        heading=gettext_noop("Expand by the port tile"),
        rule="PORT-17",
        explain=granted.granted,
        cite=granted.granting,
        follow=granted.after_granting,
    ),
    DecisionPanel(
        kind="move_unit",
        heading=gettext_noop("Move a unit"),
        rule="PORT-16",
        explain=granted.moving,
        follow=granted.before_moving,
    ),
    DecisionPanel(
        kind="port_gain",
        heading=gettext_noop("Choose what the port tile gives"),
        rule="PORT-13",
        follow=granted.before_gaining,
    ),
    DecisionPanel(
        kind="waived_fulfil",
        heading=gettext_noop("Choose the contract"),
        rule="PORT-18",
        explain=granted.waived,
        follow=granted.before_waiver,
        empties_box=True,
    ),
    DecisionPanel(
        kind="bonus_action",
        heading=gettext_noop("Take one more action"),
        rule="IND-DEF-18",
        leads_to=gettext_noop("Then you may take one more action."),
    ),
    DecisionPanel(
        kind="another_action",
        heading=gettext_noop("Take another action in this turn"),
        rule="IND-DEF-18",
        leads_to=gettext_noop("Then you may take another action."),
    ),
    DecisionPanel(
        kind="produce",
        heading=gettext_noop("What do you process?"),
        rule="PROD-05",
        explain=_producing,
        cite=_order_rule,
        waiting=gettext_noop("%(who)s chooses what to process"),
        yours=gettext_noop("Choose what to process"),
    ),
)
"""Those of the game without clans and expansions, which bring theirs by ``extensions``."""

_by_kind: dict[str, DecisionPanel] = {}


def install(rows: Sequence[DecisionPanel]) -> None:
    """Show decisions by these rows from now on; for ``extensions.assemble`` alone.

    Raises ValueError where two of them are of the same kind.
    """
    kinds = {row.kind: row for row in rows}
    if len(kinds) != len(rows):
        raise ValueError("two rows are of the same kind of decision")
    _by_kind.clear()
    _by_kind.update(kinds)


def decision_panels() -> list[DecisionPanel]:
    """All of them."""
    return list(_by_kind.values())


def panel_at(state: engine.State, decision: engine.Decision) -> DecisionPanel:
    """The row of a decision."""
    row = _by_kind[decision.kind]
    return row if state.options.clans or row.without_clans is None else row.without_clans
