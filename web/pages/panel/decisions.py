"""The kinds of decisions as the panel shows them, a row for each."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from games import engine
from games.engine import decisions
from games.engine.clans import clan_of
from games.engine.expansions import auction
from games.engine.moves.trading import neighbourhood_limit
from games.engine.rules.costs import obtaining_cost
from games.engine.words import GRAIN, MILK
from replays.sentences import vocabulary

Explain: TypeAlias = Callable[[engine.State, Any], str]


class DecisionPanel(Struct, frozen=True, kw_only=True):
    """What is said of a kind of decision; ``rule`` is where it is laid down.

    ``explain`` says what it is about to somebody who has not read the rules. ``waiting`` and
    ``yours`` say what the table waits for, where it is no ordinary turn. ``leads_to`` is said of a
    move that opens it for the same player, by ``follow`` where that depends on the decision.
    """

    kind: str
    heading: str
    rule: str
    explain: Explain | None = None
    waiting: str = ""
    yours: str = ""
    leads_to: str = ""
    follow: Callable[[Any], list[str]] | None = None
    gives_way: bool = False
    """Whether its heading has nothing to do with what is chosen next, which has its own."""
    without_clans: "DecisionPanel | None" = None
    """What takes its place where starting tiles are chosen, not clans."""

    def explained(self, state: engine.State, decision: engine.Decision) -> str:
        """What the decision is about; empty where its choices explain themselves."""
        return "" if self.explain is None else self.explain(state, decision)

    def then(self, decision: engine.Decision) -> list[str]:
        """What a move has led to that has opened the decision."""
        if self.follow is not None:
            return self.follow(decision)
        return [_(self.leads_to)] if self.leads_to else []


# --- what they are about -------------------------------------------------------------------------


def _choosing(state: engine.State, _decision: engine.Decision) -> str:
    if not state.options.clans:
        return _("You start the game with the money and goods of the tile that you choose.")
    return _(
        "Each clan can do something that the others cannot, and starts with the money and goods "
        "beside its name."
    )


def _opening(_state: engine.State, _decision: engine.Decision) -> str:
    return _(
        "Who bids most chooses a clan and takes the foremost free place in the turn order. The bid "
        "is paid with points at the end of the game; 0 is a bid too."
    )


def _bidding(state: engine.State, decision: engine.Decision) -> str:
    return _(
        "The highest bid is %(points)s. Bid more, or stop bidding in this round of the auction. "
        "Who bids most loses so many points at the end of the game, and chooses a clan."
    ) % {"points": auction.lowest(state, decision) - 1}


def _sealed(state: engine.State, _decision: engine.Decision) -> str:
    if state.options.auction == "vickrey":
        return _(
            "Nobody sees the bids before all are in. The highest one chooses a clan and loses as "
            "many points as the second highest bid at the end of the game."
        )
    return _(
        "Nobody sees the bids before all are in. The highest one chooses a clan and loses so many "
        "points at the end of the game."
    )


def _placing(_state: engine.State, _decision: engine.Decision) -> str:
    return _(
        "Workers earn money every round. What you build later has to stand beside units of yours, "
        "so look for cheap land around. You pay for the worker and for the land."
    )


def _ending(_state: engine.State, _decision: engine.Decision) -> str:
    return _("Look at what has changed. Until you end your turn you can take it back.")


def _deployed(state: engine.State, decision: decisions.DeploymentBonusesDecision) -> str:
    parts = []
    if decision.goods:
        parts.append(
            _(
                "Other players make %(goods)s beside your new unit, so you may buy that below the "
                "price of the market: basic goods for £%(basic)s less, processed ones for "
                "£%(processed)s less. At most %(limit)s of each good, and each takes a merchant."
            )
            % {
                "goods": vocabulary.listed([_(vocabulary.GOODS[good]) for good in decision.goods]),
                "basic": state.content.basic_discount,
                "processed": state.content.processed_discount,
                "limit": neighbourhood_limit(state),
            }
        )
    if decision.building:
        parts.append(_building(state, decision))
    return vocabulary.sentences(parts)


def _building(state: engine.State, decision: engine.Decision) -> str:
    player = state.players[decision.seat]
    clan = clan_of(player)
    if min(clan.contracts_kept(state.options), player.empty_boxes()) > 1:
        text = _("You may turn up %(drawn)s contracts from the pile and keep up to two of them.")
    else:
        text = _("You may turn up %(drawn)s contracts from the pile and keep one or none of them.")
    return text % {"drawn": clan.contracts_drawn(state.options)}


def _keeping(state: engine.State, decision: engine.Decision) -> str:
    cost = obtaining_cost(state)
    if cost < 0:
        text = _("Keeping one brings %(money)s. What you do not keep goes below the pile.")
    elif cost:
        text = _("Keeping one costs %(money)s. What you do not keep goes below the pile.")
    else:
        return _("Keeping one costs nothing now. What you do not keep goes below the pile.")
    return text % {"money": vocabulary.money(abs(cost))}


def _exporting(_state: engine.State, _decision: engine.Decision) -> str:
    return _("The contract gives several things. Take them one after the other; this one first?")


def _fulfilling(_state: engine.State, _decision: engine.Decision) -> str:
    return _("Your clan may fulfil a second contract in the same action.")


def _freely(_state: engine.State, _decision: engine.Decision) -> str:
    return _("Deploy one more unit. You pay for the unit; the land is free.")


def _upgrading(state: engine.State, _decision: engine.Decision) -> str:
    return _("Choose one. Technology costs %(money)s here, everything else is free.") % {
        "money": vocabulary.money(state.content.technology_bonus_cost)
    }


def _producing(state: engine.State, decision: engine.Decision) -> str:
    goods = state.players[decision.seat].goods
    return _(
        "Your units have brought money and goods. Now each of your buildings can make one good of "
        "them. You have %(milk)s and %(grain)s. Nothing happens before all have answered."
    ) % {
        "milk": vocabulary.amount("milk", goods[MILK]),
        "grain": vocabulary.amount("grain", goods[GRAIN]),
    }


def _after_deploying(decision: decisions.DeploymentBonusesDecision) -> list[str]:
    parts = []
    if decision.goods:
        goods = vocabulary.listed([_(vocabulary.GOODS[good]) for good in decision.goods])
        text = _("Then you may buy %(goods)s from the neighbourhood, below the market price.")
        parts.append(text % {"goods": goods})
    if decision.building:
        parts.append(_("Then you may turn up contracts from the pile."))
    return parts


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
        heading=gettext_noop("Bid more, or stop"),
        rule="VAR-AUCTION-04",
        explain=_bidding,
        waiting=gettext_noop("%(who)s may bid"),
        yours=gettext_noop("Bid or quit"),
    ),
    DecisionPanel(
        kind="sealed_bid",
        heading=gettext_noop("Bid in secret"),
        rule="VAR-BLIND-2",
        explain=_sealed,
        waiting=gettext_noop("%(who)s hands in a sealed bid"),
        yours=gettext_noop("Hand in a sealed bid"),
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
        heading=gettext_noop("Your action is done"),
        rule="STATE-24",
        explain=_ending,
        gives_way=True,
    ),
    DecisionPanel(
        kind="deployment_bonuses",
        heading=gettext_noop("Bonuses of your new unit"),
        rule="NBR-01",
        explain=_deployed,
        follow=_after_deploying,
    ),
    DecisionPanel(
        kind="building_bonus",
        heading=gettext_noop("Building bonus"),
        rule="BUILD-02",
        explain=_building,
        leads_to=gettext_noop("Then you may turn up contracts from the pile."),
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
        heading=gettext_noop("Expand without paying for the land"),
        rule="BONUS-04",
        explain=_freely,
        leads_to=gettext_noop("Then you may expand without paying for the land."),
    ),
    DecisionPanel(
        kind="bonus_upgrade",
        heading=gettext_noop("Take one upgrade"),
        rule="UPG-01",
        explain=_upgrading,
        leads_to=gettext_noop("Then you may take an upgrade."),
    ),
    DecisionPanel(
        kind="produce",
        heading=gettext_noop("What do you process?"),
        rule="PROD-05",
        explain=_producing,
        waiting=gettext_noop("%(who)s decides what to produce"),
        yours=gettext_noop("Decide what to produce"),
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
