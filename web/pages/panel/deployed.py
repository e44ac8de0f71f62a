"""What the panel says of the bonuses of a unit that was deployed."""

from django.utils.translation import gettext as _

from games import engine
from games.engine import decisions
from games.engine.clans import PLAIN, clan_of
from games.engine.expansions import row_in_play
from games.engine.expansions.contract_row import ContractRow
from games.engine.moves.trading import neighbourhood_limit
from games.engine.rules.admission import usable_places
from games.engine.rules.deploying import sales_at
from games.engine.rules.spending import spendable
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
    parts += _sales(state, decision)
    if decision.building:
        parts.append(building_bonus(state, decision))
    return vocabulary.sentences(parts)


def _sales(state: engine.State, decision: decisions.DeploymentBonusesDecision) -> list[str]:
    """Where goods can be sold, or else why none can. (IND-FM-08, IND-FM-12)"""
    if not decision.places:
        return []
    if places := usable_places(state, decision):
        text = _("Your new unit can sell goods above the market price, at %(places)s.")
        return [text % {"places": vocabulary.listed(places)}]
    places = list(dict.fromkeys(decision.places))
    goods = dict.fromkeys(sale.good for place in places for sale in sales_at(state, place))
    if any(spendable(state, decision.seat, good) for good in goods):
        text = _(
            "Goods bought at %(places)s: %(goods)s. You have no merchant who could sell them now."
        )
    else:
        text = _("Goods bought at %(places)s: %(goods)s. You have none of them to sell.")
    named = vocabulary.listed([_(vocabulary.GOODS[good]) for good in goods])
    return [text % {"places": vocabulary.listed(places), "goods": named}]


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
    return text % {"drawn": clan.contracts_drawn(state.options)}


def before_building_bonus(state: engine.State, _decision: engine.Decision) -> list[str]:
    """What a move leads to that brings a building bonus."""
    if open_row(state) is not None:
        return [_("Then you may choose among open contracts.")]
    return [_("Then you may reveal contracts from the pile.")]


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
    if decision.goods:
        goods = vocabulary.listed([vocabulary.good_taken(good) for good in decision.goods])
        text = _("Then you may buy %(goods)s below market price.")
        parts.append(text % {"goods": goods})
    if places := usable_places(state, decision):
        text = _("Then you may sell goods at %(places)s.")
        parts.append(text % {"places": vocabulary.listed(places)})
    if decision.building:
        parts += before_building_bonus(state, decision)
    return parts
