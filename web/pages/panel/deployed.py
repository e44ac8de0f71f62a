"""What the panel says of the bonuses of a unit that was deployed."""

from django.utils.translation import gettext as _

from games import engine
from games.engine import decisions
from games.engine.clans import clan_of
from games.engine.moves.trading import neighbourhood_limit
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
    if decision.places:
        text = _("Your new unit can sell goods above the market price, at %(places)s.")
        parts.append(text % {"places": vocabulary.listed(list(dict.fromkeys(decision.places)))})
    if decision.building:
        parts.append(building_bonus(state, decision))
    return vocabulary.sentences(parts)


def building_bonus(state: engine.State, decision: engine.Decision) -> str:
    """How many contracts may be revealed and kept. (BUILD-02)"""
    player = state.players[decision.seat]
    clan = clan_of(player)
    if min(clan.contracts_kept(state.options), player.empty_boxes()) > 1:
        text = _("You may reveal %(drawn)s contracts from the pile and keep up to two.")
    else:
        text = _("You may reveal %(drawn)s contracts from the pile and keep one or none.")
    return text % {"drawn": clan.contracts_drawn(state.options)}


def after_deploying(decision: decisions.DeploymentBonusesDecision) -> list[str]:
    """What a deployment leads to, a sentence each, before it is confirmed."""
    parts = []
    if decision.goods:
        goods = vocabulary.listed([vocabulary.good_taken(good) for good in decision.goods])
        text = _("Then you may buy %(goods)s below market price.")
        parts.append(text % {"goods": goods})
    if decision.places:
        places = vocabulary.listed(list(dict.fromkeys(decision.places)))
        parts.append(_("Then you may sell goods at %(places)s.") % {"places": places})
    if decision.building:
        parts.append(_("Then you may reveal contracts from the pile."))
    return parts
