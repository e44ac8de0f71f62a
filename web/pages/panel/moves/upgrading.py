"""Shipping, technology and merchants, and the upgrade that a contract gives."""

from collections.abc import Iterable, Iterator
from typing import get_args

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import engine
from games.engine.clans import clan_of
from games.engine.decisions import UpgradeChoice
from games.engine.geometry.board import BIT, adjacent_hexes
from games.engine.moves.upgrading import (
    BonusUpgrade,
    HireMerchant,
    UpgradeShipping,
    UpgradeTechnology,
)
from games.engine.rules.deploying import ground
from games.engine.rules.income import wage
from games.engine.terms import GOODS, TECHNOLOGY_COLUMNS, Hex
from web.pages.common.labels import pounds
from web.pages.guide.map_piece import map_piece, middle_out
from web.pages.guide.setting import YOU, Setting, put
from web.pages.guide.strip import BECOMES, Cell, Strip, joined
from web.pages.guide.topic import Example
from web.pages.panel.moves.base import MovePanel
from web.pages.panel.steps import Path, Route, Step
from web.pages.panel.structs import Light, Start, query_of

EARNS_MORE = {"technology": gettext_noop("Each of these workers earns more every round.")}


def levels_around(board: engine.Board, home: Hex) -> dict[Hex, int]:
    """The spaces at most two away on land, each with the lowest level that reaches it."""
    near = {other for one in (home, *adjacent_hexes(home)) for other in adjacent_hexes(one)}
    return {
        hex_: min(level for level, reach in enumerate(board.in_reach) if reach[home] & BIT[hex_])
        for hex_ in near - {home}
        if board.land & BIT[hex_] and board.in_reach[-1][home] & BIT[hex_]
    }


class ShippingPanel(MovePanel[UpgradeShipping]):
    """Improving shipping."""

    move = UpgradeShipping
    kind = "shipping"
    label = gettext_noop("Upgrade shipping")
    group = "main"
    rule = "SHIP-01"
    hint = gettext_noop("Reach across rivers, then lochs.")
    priced = True

    def explanation(self, setting: Setting) -> list[str]:
        return [
            _("A level costs %(money)s.") % {"money": pounds(setting.content.shipping_cost)},
            _("Your units reach further: first across rivers, then over one loch, then over more."),
            _(
                "Shipping counts for expanding, for ports, and for connecting settlements at game"
                " end."
            ),
        ]

    def example(self, setting: Setting) -> Example:
        """The spaces around one at which most levels make a difference."""
        state = setting.sample()
        board = state.board
        homes = middle_out(ground(state, state.players[YOU], "woodcutter"))
        home = max(homes, key=lambda hex_: len(set(levels_around(board, hex_).values())))
        levels = levels_around(board, home)
        put(state, YOU, "woodcutter", home)
        tags = {hex_: str(level) for hex_, level in levels.items()}
        text = _(
            "The number on a space is the level that reaches it from %(hex)s; 0 is beside the unit."
        )
        return Example(map_piece(state, levels, tags=tags, ring=False), text % {"hex": home})

    def price(self, state: engine.State, decision: engine.Decision, move: UpgradeShipping) -> int:
        return state.content.shipping_cost


class TechnologyPanel(MovePanel[UpgradeTechnology]):
    """Improving the technology of woodcutters or miners."""

    move = UpgradeTechnology
    kind = "technology"
    label = gettext_noop("Upgrade technology")
    group = "main"
    rule = "TECH-01"
    hint = gettext_noop("Woodcutters or miners earn more.")
    priced = True
    step_hints = EARNS_MORE

    def explanation(self, setting: Setting) -> list[str]:
        return [
            _("Choose woodcutters or miners: from this round on each of them earns more."),
            _("Each can be bought once, for %(money)s.")
            % {"money": pounds(setting.content.technology_cost)},
        ]

    def example(self, setting: Setting) -> Example:
        rows = []
        for column in TECHNOLOGY_COLUMNS:
            player = setting.sample().players[YOU]
            before = wage(setting.content, player, column)
            player.technology = [column]
            after = wage(setting.content, player, column)
            now = Cell(pounds(after), "money", "here")
            rows.append(joined([[Cell(pounds(before), column)], [now]]))
        return Example(Strip(rows), _("What one worker earns in a round, before and after."))

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
    hint = gettext_noop("Trade one more good each round.")
    priced = True

    def hint_in(self, state: engine.State, decision: engine.Decision) -> str:
        if clan_of(state.players[decision.seat]).goods_per_merchant > 1:
            return _("Trade two more goods each round.")
        return super().hint_in(state, decision)

    def explanation(self, setting: Setting) -> list[str]:
        return [
            _("One more merchant: you can trade one more good in every round."),
            _("Hiring costs %(money)s. The merchant is ready at once.")
            % {"money": pounds(setting.content.merchant_cost)},
        ]

    def example(self, setting: Setting) -> Example:
        start, track = setting.content.merchants_start, setting.content.merchants_track
        row = [Cell(str(start), "merchant"), BECOMES, Cell(str(start + 1), "merchant", "here")]
        text = _("Merchants at the start, for most clans: %(start)s. With all hired: %(most)s.")
        return Example(Strip([row]), text % {"start": start, "most": start + track})

    def price(self, state: engine.State, decision: engine.Decision, move: HireMerchant) -> int:
        return state.content.merchant_cost

    def starts(self, state: engine.State, decision: engine.Decision, path: Path) -> Iterator[Start]:
        yield Start(_(self.label), query_of([self.kind]), on="hire-merchant")


class UpgradePanel(MovePanel[BonusUpgrade]):
    """One of the upgrades that a contract gives."""

    move = BonusUpgrade
    kind = "upgrade"
    label = gettext_noop("Take an upgrade")
    step_hints = EARNS_MORE
    lights = {"merchant": "{}"}
    explained = (
        gettext_noop("Choose one: a shipping level, a technology or a merchant from the track."),
        gettext_noop("Or take one of your merchants back from the market, ready again."),
        gettext_noop("Technology is cheaper than as an action; the rest is free."),
    )

    def example(self, setting: Setting) -> Example:
        content = setting.content
        costs = {
            "shipping": (content.shipping_cost, 0),
            "merchant": (content.merchant_cost, 0),
            "technology": (content.technology_cost, content.technology_bonus_cost),
        }
        usual = [Cell(pounds(cost), symbol) for symbol, (cost, _now) in costs.items()]
        now = [Cell(pounds(cost), symbol, "here") for symbol, (_usual, cost) in costs.items()]
        return Example(
            Strip([usual, now]),
            _("Above: the price of the action. Below: the price of this upgrade."),
        )

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
