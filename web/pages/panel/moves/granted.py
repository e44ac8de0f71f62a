"""What the panel says of what a tile or a contract grants: units, moves, upgrades, contracts."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine
from games.engine.decisions import DeploymentBonusesDecision
from games.engine.rules.granted_decisions import MoveUnitDecision, PortGainDecision
from replays.narration import vocabulary
from web.pages.panel import deployed, step_labels

# --- while it is to be used -----------------------------------------------------------------------


def granted(_state: engine.State, decision: engine.Decision) -> str:
    """Which unit is placed where, and what is paid."""
    if decision.grant.onto_animal:
        return _("Place a sheep or a cow for nothing on a space where you have one animal.")
    return _("Place a building. You pay for the land; the building is free.")


def granting(_state: engine.State, decision: engine.Decision) -> str:
    """The tile that grants a unit. (PORT-11, PORT-17)"""
    return "PORT-11" if decision.grant.onto_animal else "PORT-17"


def moving(_state: engine.State, decision: MoveUnitDecision) -> str:
    """How many moves are left."""
    return ngettext(
        "You may move %(n)s unit to an adjacent empty space.",
        "You may move a unit to an adjacent empty space %(n)s times.",
        decision.moves,
    ) % {"n": decision.moves}


def waived(_state: engine.State, _decision: engine.Decision) -> str:
    """What need not be delivered. (PORT-18)"""
    return _("You have paid for it: no goods are delivered and no animal is slaughtered.")


def upgrading(state: engine.State, decision: engine.Decision) -> str:
    """Which upgrades there are, and what they cost."""
    if _of_merchants(decision):
        return _("Hire a merchant, or take one back from the market.")
    text = _("Choose one. Technology costs %(money)s, everything else is free.") % {
        "money": vocabulary.money(state.content.technology_bonus_cost)
    }
    return vocabulary.sentences([text, *_after_upgrading(state, decision)])


def _after_upgrading(state: engine.State, decision: engine.Decision) -> list[str]:
    """The bonuses of the unit that has brought the upgrade, which wait for it. (CLAN-SINCLAIR-7)"""
    waiting = [
        one
        for one in state.decisions
        if one.seat == decision.seat and isinstance(one, DeploymentBonusesDecision)
    ]
    return [text for one in waiting for text in deployed.after_deploying(state, one)]


def _of_merchants(decision: engine.Decision) -> bool:
    """Whether an upgrade is one of merchants alone. (PORT-15)"""
    return bool(decision.upgrades) and "technology" not in decision.upgrades


# --- before the move that grants it is confirmed --------------------------------------------------


def after_granting(_state: engine.State, decision: engine.Decision) -> list[str]:
    """Which unit may then be placed where, and what is paid. (PORT-11, PORT-17)"""
    if decision.grant.onto_animal:
        text = _(
            "Then you may place a sheep or a cow for nothing on a space where you have one animal."
        )
    else:
        text = _("Then you may place a building. You pay for the land; the building is free.")
    return [text]


def before_moving(_state: engine.State, decision: MoveUnitDecision) -> list[str]:
    """How many moves follow. (PORT-16)"""
    text = ngettext(
        "Then you may move %(n)s unit to an adjacent empty space.",
        "Then you may move a unit to an adjacent empty space %(n)s times.",
        decision.moves,
    )
    return [text % {"n": decision.moves}]


def before_gaining(_state: engine.State, decision: PortGainDecision) -> list[str]:
    """What there is to choose from. (PORT-13)"""
    gains = vocabulary.clauses([_(step_labels.PORT_GAINS[gain]) for gain in decision.gains])
    # Translators: what a port tile lets a player choose from, such as "4 Glory".
    return [_("Then you choose what the port tile gives: %(gains)s.") % {"gains": gains}]


def before_waiver(state: engine.State, decision: engine.Decision) -> list[str]:
    """That a contract is fulfilled for nothing more, and what each one brings. (PORT-18)"""
    brings = _("Contract %(contract)s brings: %(gains)s.")
    return [
        _("Then you fulfil a contract without its goods and animals."),
        *(
            brings % {"contract": number, "gains": step_labels.contract_gives(state, number)}
            for number in state.players[decision.seat].contracts()
        ),
    ]


def before_upgrading(state: engine.State, decision: engine.Decision) -> list[str]:
    """Which upgrades follow; of those of merchants there may be several. (UPG-01, PORT-15)"""
    if not _of_merchants(decision):
        return [_("Then you may take an upgrade."), *_after_upgrading(state, decision)]
    waiting = [one for one in state.decisions if one.kind == decision.kind]
    number = sum(one.seat == decision.seat and _of_merchants(one) for one in waiting)
    text = ngettext(
        "Then you may hire a merchant or take one back from the market.",
        "Then you may hire a merchant or take one back from the market, %(n)s times.",
        number,
    )
    return [text % {"n": number}]
