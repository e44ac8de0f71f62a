"""What the panel says of the bonuses of a unit that was deployed."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine, refusals
from games.engine import decisions
from games.engine import effects as fx
from games.engine.clans import PLAIN, clan_of
from games.engine.expansions import row_in_play
from games.engine.expansions.contract_row import ContractRow
from games.engine.moves.trading import neighbourhood_limit, refused_purchases
from games.engine.rules.admission import usable_places
from games.engine.rules.deploying import sales_at
from games.engine.rules.spending import spendable
from games.engine.terms import GOOD_INDEX, Good
from replays.narration import vocabulary


def deployed(state: engine.State, decision: decisions.DeploymentBonusesDecision) -> str:
    """Who sells what, what can be sold, and the building bonus. (NBR-01, BUILD-01)"""
    parts = []
    if decision.goods:
        near = state.position.neighbours_goods(decision.seat, decision.hexes)
        beside = _(
            "Your new neighbours make %(goods)s: buy from them below market price, basic "
            "goods £%(basic)s cheaper, processed goods £%(processed)s cheaper. At most "
            "%(limit)s of each."
        )
        farther = _(
            "Other players' units next to your new one or along its river make %(goods)s: buy "
            "from them below market price, basic goods £%(basic)s cheaper, processed goods "
            "£%(processed)s cheaper. At most %(limit)s of each."
        )
        parts.append(
            (beside if set(decision.goods) <= set(near) else farther)
            % {
                "goods": vocabulary.listed(
                    [vocabulary.good_taken(good) for good in decision.goods]
                ),
                "basic": state.content.basic_discount,
                "processed": state.content.processed_discount,
                "limit": neighbourhood_limit(state, decision.seat),
            }
        )
        in_twos = clan_of(state.players[decision.seat]).goods_per_merchant > 1
        parts.append(
            _("Each of your merchants trades two goods.")
            if in_twos
            else _("Every good takes a merchant.")
        )
        parts += not_to_buy(state, decision)
    parts += _sales(state, decision)
    if decision.building:
        parts.append(building_bonus(state, decision))
    return vocabulary.sentences(parts)


def not_to_buy(state: engine.State, decision: decisions.DeploymentBonusesDecision) -> Iterator[str]:
    """Why goods of neighbours cannot be bought now, those with one reason together."""
    found: dict[str, list[Good]] = {}
    for good, refusal in refused_purchases(state, decision).items():
        found.setdefault(refusals.sentence(refusal, called=_called), []).append(good)
    # Translators: the reason is a sentence, such as "It costs £5 and you have £3."
    text = _("You cannot buy %(goods)s from neighbours now. %(why)s")
    for why, goods in found.items():
        named = vocabulary.listed([_(vocabulary.GOODS[good]) for good in goods])
        yield text % {"goods": named, "why": why}


def _called(word: str) -> str:
    """What people call a good; anything else as it is."""
    return _(vocabulary.GOODS[word]) if word in vocabulary.GOODS else word


def _sales(state: engine.State, decision: decisions.DeploymentBonusesDecision) -> list[str]:
    """Where goods can be sold, or else why none can. (IND-FM-08, IND-FM-12)"""
    if not decision.places:
        return []
    if places := usable_places(state, decision):
        text = _("Your new unit can sell goods above the market price, at %(places)s.")
        return [text % {"places": vocabulary.listed(places)}]
    goods = _goods_bought(state, decision)
    player = state.players[decision.seat]
    if not (held := [good for good in goods if spendable(state, decision.seat, good)]):
        why = _("You have none of that to sell.")
    elif player.stock and all(player.buying[GOOD_INDEX[good]] for good in held):
        why = _("You cannot sell what you have bought in this round.")
    else:
        why = _("You have no merchant who could sell now.")
    places = list(dict.fromkeys(decision.places))
    text = ngettext(
        "The market at %(places)s buys %(goods)s.",
        "The markets at %(places)s buy %(goods)s.",
        len(places),
    )
    named = vocabulary.listed([vocabulary.good_taken(good) for good in goods])
    return [text % {"places": vocabulary.listed(places), "goods": named}, why]


def _goods_bought(
    state: engine.State, decision: decisions.DeploymentBonusesDecision
) -> Sequence[Good]:
    """The goods that the places beside new units buy, each once."""
    sales = (sale for place in decision.places for sale in sales_at(state, place))
    return [*dict.fromkeys(sale.good for sale in sales)]


def building_bonus(state: engine.State, decision: engine.Decision) -> str:
    """Where contracts come from, and how many may be kept. (BUILD-02, IND-REFILL-03)"""
    player = state.players[decision.seat]
    clan, row = clan_of(player), open_row(state)
    two = min(clan.contracts_kept(state.options), player.empty_boxes()) > 1
    if row is not None:
        kept = _("You may keep up to two.") if two else _("You may keep one or none.")
        text = vocabulary.sentences([_(row.offer_text), kept])
    elif two:
        text = _("You may reveal %(drawn)s contracts from the pile and keep up to two.")
    else:
        text = _("You may reveal %(drawn)s contracts from the pile and keep one or none.")
    said = text % {"drawn": clan.contracts_drawn(state.options)}
    return vocabulary.sentences([said, *another_bonus(state, decision)])


def another_bonus(state: engine.State, decision: engine.Decision) -> Iterator[str]:
    """That one more building bonus waits, and what a contract kept now does to it.

    (CLAN-MACLEOD-6, CLAN-MACLEOD-8)
    """
    bonuses = sum(one.seat == decision.seat and "contracts" in one.gives for one in state.decisions)
    if bonuses <= ("contracts" in decision.gives):
        return
    if state.players[decision.seat].empty_boxes() == 1:
        yield _(
            "Another building bonus follows; it is lost if you keep a contract now, for that fills "
            "your last export box."
        )
    else:
        yield _("Another building bonus follows if an export box is empty then.")


def before_building_bonus(state: engine.State, _decision: engine.Decision) -> list[str]:
    """What a move leads to that brings a building bonus."""
    if open_row(state) is not None:
        return [_("Then you may use a building bonus: choose among open contracts.")]
    return [_("Then you may use a building bonus: reveal contracts from the pile.")]


def open_row(state: engine.State) -> ContractRow | None:
    """The row that a building bonus takes contracts from, as long as there are any."""
    return row_in_play(state.options) if state.future else None


def bonus_rule(state: engine.State, decision: decisions.DeploymentBonusesDecision) -> str:
    """The rule of the first of the bonuses."""
    if decision.goods:
        own = clan_of(state.players[decision.seat]).limit_rule
        return "NBR-01" if own == PLAIN.limit_rule else own
    return "IND-FM-08" if decision.places else "BUILD-01"


def after_deploying(
    state: engine.State, decision: decisions.DeploymentBonusesDecision
) -> list[str]:
    """What a deployment leads to, a sentence each, before it is confirmed."""
    parts = []
    refused = refused_purchases(state, decision)
    if goods := [good for good in decision.goods if good not in refused]:
        named = vocabulary.listed([vocabulary.good_taken(good) for good in goods])
        text = _("Then you may buy %(goods)s below market price.")
        parts.append(text % {"goods": named})
    parts += not_to_buy(state, decision)
    if places := usable_places(state, decision):
        text = _("Then you may sell goods at %(places)s.")
        parts.append(text % {"places": vocabulary.listed(places)})
    if decision.building:
        parts += before_building_bonus(state, decision)
    return parts


def closed_at_once(state: engine.State, effects: Sequence[fx.Effect]) -> Iterator[str]:
    """Why purchases and sales that a move brings cannot be made, where none can. (FLOW-07)

    ``state`` is the one after its effects.
    """
    for opened, then in pairwise(effects):
        if not isinstance(opened, fx.DecisionOpened | fx.DecisionChanged):
            continue
        window = opened.decision
        if isinstance(window, decisions.DeploymentBonusesDecision) and isinstance(
            then, fx.DecisionClosed
        ):
            yield from not_to_buy(state, window)
            if any(spendable(state, window.seat, one) for one in _goods_bought(state, window)):
                yield from _sales(state, window)
