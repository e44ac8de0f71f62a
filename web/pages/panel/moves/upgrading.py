"""Shipping, technology and merchants, and the upgrade that a contract gives."""

from collections.abc import Iterable, Iterator
from typing import get_args

from django.utils.translation import gettext_noop

from games import engine
from games.engine.moves.upgrading import (
    BonusUpgrade,
    HireMerchant,
    UpgradeChoice,
    UpgradeShipping,
    UpgradeTechnology,
)
from games.engine.words import GOODS, TECHNOLOGY_COLUMNS
from web.pages.panel.moves.base import MovePanel
from web.pages.panel.steps import Path, Route, Step
from web.pages.panel.structs import Light

EARNS_MORE = {"technology": gettext_noop("Each worker of that kind earns more in every round.")}


class ShippingPanel(MovePanel[UpgradeShipping]):
    """Improving shipping."""

    move = UpgradeShipping
    kind = "shipping"
    label = gettext_noop("Improve shipping")
    group = "main"
    rule = "SHIP-01"
    hint = gettext_noop("Reach across rivers, then over lochs.")
    priced = True

    def price(self, state: engine.State, decision: engine.Decision, move: UpgradeShipping) -> int:
        return state.content.shipping_cost


class TechnologyPanel(MovePanel[UpgradeTechnology]):
    """Improving the technology of woodcutters or miners."""

    move = UpgradeTechnology
    kind = "technology"
    label = gettext_noop("Improve technology")
    group = "main"
    rule = "TECH-01"
    hint = gettext_noop("Woodcutters or miners earn more.")
    priced = True
    step_hints = EARNS_MORE

    def routes(self, move: UpgradeTechnology) -> Iterator[Route]:
        yield (Step("technology", move.column),)

    def price(self, state: engine.State, decision: engine.Decision, move: UpgradeTechnology) -> int:
        return state.content.technology_cost

    def attempt(self, path: Path, kind: str, value: str) -> UpgradeTechnology:
        if kind != "technology":
            raise LookupError(kind)
        return UpgradeTechnology.build(column=value)

    def looked_for(
        self, state: engine.State, decision: engine.Decision, kind: str
    ) -> Iterable[str]:
        return TECHNOLOGY_COLUMNS if kind == "technology" else ()


class HirePanel(MovePanel[HireMerchant]):
    """Hiring a merchant."""

    move = HireMerchant
    kind = "merchant"
    label = gettext_noop("Hire a merchant")
    group = "main"
    rule = "HIRE-01"
    hint = gettext_noop("Trade one good more each round.")
    priced = True

    def price(self, state: engine.State, decision: engine.Decision, move: HireMerchant) -> int:
        return state.content.merchant_cost


class UpgradePanel(MovePanel[BonusUpgrade]):
    """One of the upgrades that a contract gives."""

    move = BonusUpgrade
    kind = "upgrade"
    label = gettext_noop("Take an upgrade")
    step_hints = EARNS_MORE
    lights = {"merchant": "{}"}

    def routes(self, move: BonusUpgrade) -> Iterator[Route]:
        first = Step("upgrade", move.choice)
        if move.column:
            yield first, Step("technology", move.column)
        elif move.good:
            yield first, Step("merchant", f"{move.side} {move.good}")
        else:
            yield (first,)

    def light(self, step: Step, label: str, detail: str) -> Light | None:
        """It says what it is: nothing is bought or sold by that."""
        on = self.lit_by(step)
        return Light(on, label, detail) if on else None

    def price(self, state: engine.State, decision: engine.Decision, move: BonusUpgrade) -> int:
        return state.content.technology_bonus_cost if move.choice == "technology" else 0

    def attempt(self, path: Path, kind: str, value: str) -> BonusUpgrade:
        if kind != "upgrade":
            raise LookupError(kind)
        column = TECHNOLOGY_COLUMNS[0] if value == "technology" else None
        fields = {"good": GOODS[0], "side": "buy"} if value == "take_back" else {}
        return BonusUpgrade.build(choice=value, column=column, **fields)

    def looked_for(
        self, state: engine.State, decision: engine.Decision, kind: str
    ) -> Iterable[str]:
        return get_args(UpgradeChoice) if kind == "upgrade" else ()
