"""What the panel explains to somebody who has not read the rules."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games import engine
from games.engine import decisions
from games.engine.clans import clan_of, macewan
from games.engine.expansions import auction
from games.engine.moves.trading import neighbourhood_limit
from games.engine.rules.costs import obtaining_cost
from games.engine.rules.income import yields
from games.engine.words import GRAIN, MILK, Good
from replays.sentences import words
from web.pages.panel.steps import Step

BEGINNING: Final = 1
"""Up to this round the panel says what a beginner may do."""


# --- what the open decision is about -------------------------------------------------------------


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


def _deployed(state: engine.State, decision: decisions.DeploymentBonuses) -> str:
    told = []
    if decision.goods:
        told.append(
            _(
                "Other players make %(goods)s beside your new unit, so you may buy that below the "
                "price of the market: basic goods for £%(basic)s less, processed ones for "
                "£%(processed)s less. At most %(limit)s of each good, and each takes a merchant."
            )
            % {
                "goods": words.listed([_(words.GOODS[good]) for good in decision.goods]),
                "basic": state.content.basic_discount,
                "processed": state.content.processed_discount,
                "limit": neighbourhood_limit(state),
            }
        )
    if decision.building:
        told.append(_building(state, decision))
    return words.sentences(told)


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
    return text % {"money": words.money(abs(cost))}


def _exporting(_state: engine.State, _decision: engine.Decision) -> str:
    return _("The contract gives several things. Take them one after the other; this one first?")


def _fulfilling(_state: engine.State, _decision: engine.Decision) -> str:
    return _("Your clan may fulfil a second contract in the same action.")


def _brewing(_state: engine.State, decision: decisions.Brew) -> str:
    text = ngettext(
        "Your clan may sell up to %(n)s grain as beer, for %(money)s each.",
        "Your clan may sell up to %(n)s grain as beer, for %(money)s each.",
        decision.most,
    )
    return text % {"n": decision.most, "money": words.money(macewan.BEER_PRICE)}


def _freely(_state: engine.State, _decision: engine.Decision) -> str:
    return _("Deploy one more unit. You pay for the unit; the land is free.")


def _upgrading(state: engine.State, _decision: engine.Decision) -> str:
    return _("Choose one. Technology costs %(money)s here, everything else is free.") % {
        "money": words.money(state.content.technology_bonus_cost)
    }


def _producing(state: engine.State, decision: engine.Decision) -> str:
    goods = state.players[decision.seat].goods
    return _(
        "Your units have brought money and goods. Now each of your buildings can make one good of "
        "them. You have %(milk)s and %(grain)s. Nothing happens before all have answered."
    ) % {"milk": words.amount("milk", goods[MILK]), "grain": words.amount("grain", goods[GRAIN])}


EXPLAINED: Final[Mapping[str, tuple[str, Callable[[engine.State, Any], str]]]] = {
    "choose_clan": ("SETUP-13", _choosing),
    "opening_bid": ("VAR-AUCTION-03", _opening),
    "bid": ("VAR-AUCTION-04", _bidding),
    "sealed_bid": ("VAR-BLIND-2", _sealed),
    "place_worker": ("SETUP-17", _placing),
    "main_action": ("STATE-22", lambda _state, _decision: ""),
    "end_turn": ("STATE-24", _ending),
    "deployment_bonuses": ("NBR-01", _deployed),
    "building_bonus": ("BUILD-02", _building),
    "keep_contracts": ("BUILD-03", _keeping),
    "export_bonuses": ("BONUS-02", _exporting),
    "fulfil_next": ("CLAN-BUCHANAN-09", _fulfilling),
    "brew": ("CLAN-MACEWAN-01", _brewing),
    "free_space": ("BONUS-04", _freely),
    "bonus_upgrade": ("UPG-01", _upgrading),
    "produce": ("PROD-05", _producing),
}
"""By kind of decision, the rule where it is laid down and what it is about."""


def explained(state: engine.State, decision: engine.Decision) -> tuple[str, str]:
    """The rule of a decision, and what it is about."""
    rule, text = EXPLAINED[decision.kind]
    return rule, text(state, decision)


# --- what may be done at first --------------------------------------------------------------------


def tips(state: engine.State, decision: engine.Decision) -> list[str]:
    """What somebody may do who does not know what to do; nothing once the game is under way."""
    if decision.kind != "main_action" or state.round > BEGINNING:
        return []
    told = [
        _(
            "Do one of these, then it is the next player's turn. It goes round until all have "
            "passed; then all units bring goods and money, and the next of five rounds begins."
        ),
        _(
            "Expanding early pays: a unit brings something in each round that is left. Animals and "
            "fields bring goods, workers bring money, buildings make better goods of them."
        ),
    ]
    cost = obtaining_cost(state)
    if cost < 0:
        told.append(
            _("Contracts bring most points. Taking one even brings %(money)s in this round.")
            % {"money": words.money(-cost)}
        )
    return told


# --- what a choice brings ------------------------------------------------------------------------


def choice_hint(state: engine.State, decision: engine.Decision, step: Step) -> str:
    """What a choice brings, to somebody who does not know; empty for most."""
    content = state.content
    if step.kind == "technology":
        number = state.players[decision.seat].deployed(step.value)  # type: ignore[arg-type]
        text = ngettext(
            "%(n)s on the map: %(money)s more each round",
            "%(n)s on the map: %(money)s more each round",
            number,
        )
        return text % {"n": number, "money": words.money(number * content.technology_income)}
    if step.kind != "unit":
        return ""
    given: dict[object, tuple[Good, int]] = dict(yields(content))
    if step.value in given:
        goods = words.amount(*given[step.value])
        return _("On grassland; gives %(goods)s each round") % {"goods": goods}
    earned = {str(column): money for column, money in content.worker_income.items()}
    return _(UNITS[step.value]) % {"money": words.money(earned.get(step.value, 0))}


UNITS: Final[Mapping[str, str]] = {
    "bakery": gettext_noop("On grassland; makes 1 bread of 1 grain each round"),
    "distillery": gettext_noop("On grassland; makes 1 whisky of 1 grain each round"),
    "cheese_dairy": gettext_noop("On grassland; makes 1 cheese of 1 milk each round"),
    "woodcutter": gettext_noop("On forest; earns %(money)s each round"),
    "miner": gettext_noop("On mountain; earns %(money)s each round"),
    "worker": gettext_noop("On forest, mountain or loch; earns money each round"),
}
"""Where a unit stands and what it brings."""
