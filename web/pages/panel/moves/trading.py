"""Trading on the market, and buying from the neighbourhood."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games import engine
from games.engine.clans import clan_of
from games.engine.decisions import DeploymentBonusesDecision
from games.engine.moves.modifiers import fee, price_after
from games.engine.moves.trading import NeighbourhoodBuy, Trade
from games.engine.rules.costs import neighbourhood_price
from games.engine.words import GOODS, SIDES
from replays.sentences import vocabulary
from web.pages.panel.moves.base import MovePanel, Row
from web.pages.panel.steps import Path, Route, Step, modifiers
from web.pages.panel.structs import Choice, Light


class TradePanel(MovePanel[Trade]):
    """Buying and selling on the market."""

    move = Trade
    kind = "trade"
    label = gettext_noop("Trade on the market")
    group = "main"
    rule = "TRADE-01"
    hint = gettext_noop("Each good takes one of your merchants.")
    lights = {"deal": "{}"}

    def routes(self, move: Trade) -> Iterator[Route]:
        deal = Step("deal", f"{move.side} {move.good}")
        yield deal, modifiers(move.modifiers), Step("quantity", str(move.quantity))

    def step_hint(self, state: engine.State, decision: engine.Decision, kind: str) -> str:
        if kind != "deal":
            return ""
        ready = state.players[decision.seat].stock
        text = ngettext(
            "You have %(n)s merchant ready, so you can trade %(n)s good. Buying raises the price "
            "afterwards, selling lowers it.",
            "You have %(n)s merchants ready, so you can trade up to %(n)s goods. Buying raises the "
            "price afterwards, selling lowers it.",
            ready,
        )
        return text % {"n": ready}

    def ordered(self, path: Path, kind: str, choices: Sequence[Choice]) -> list[Choice]:
        """To buy a good and to sell it stand beside each other."""

        def place(one: Choice) -> tuple[int, int]:
            side, good = one.value.split(" ")
            return [*GOODS].index(good), [*SIDES].index(side)  # type: ignore[arg-type]

        return sorted(choices, key=place) if kind == "deal" else list(choices)

    def light(self, step: Step, label: str, detail: str) -> Light | None:
        on = self.lit_by(step)
        return Light(on, _("Buy") if on.startswith("buy-") else _("Sell"), detail) if on else None

    def price(self, state: engine.State, decision: engine.Decision, move: Trade) -> int:
        amount = move.quantity * price_after(state, move.good, move.modifiers)
        return fee(move.modifiers) + (amount if move.side == "buy" else -amount)

    def price_rows(
        self, state: engine.State, decision: engine.Decision, move: Trade
    ) -> Iterator[Row]:
        price = price_after(state, move.good, move.modifiers)
        params = {
            "goods": vocabulary.amount(move.good, move.quantity),
            "price": vocabulary.money(price),
        }
        pays = move.quantity * (price if move.side == "buy" else -price)
        yield _("%(goods)s at %(price)s") % params, pays
        yield from besides(state, decision, move)

    def step_price(self, state: engine.State, step: Step, moves: Sequence[Trade]) -> str | None:
        """Of one good, as it stands without port tiles."""
        if step.kind != "deal":
            return None
        price = vocabulary.money(price_after(state, moves[0].good, []))
        return _("%(price)s each") % {"price": price}

    def attempts(self, state: engine.State, decision: engine.Decision) -> Iterable[Trade]:
        return (Trade(good, side, 1) for side in SIDES for good in GOODS)

    def attempt(self, path: Path, kind: str, value: str) -> Trade:
        if kind == "deal":
            side, good = value.split(" ")
            return Trade.build(side=side, good=good, quantity=1)
        if kind == "quantity":
            side, good = path[1].split(" ")
            return Trade.build(side=side, good=good, quantity=int(value))
        raise LookupError(kind)

    def looked_for(
        self, state: engine.State, decision: engine.Decision, kind: str
    ) -> Iterable[str]:
        return [f"{side} {good}" for side in SIDES for good in GOODS] if kind == "deal" else ()


class NeighbourhoodPanel(MovePanel[NeighbourhoodBuy]):
    """Buying what others make beside a new unit."""

    move = NeighbourhoodBuy
    kind = "neighbourhood"
    label = gettext_noop("Buy from the neighbourhood")
    lights = {"good": "buy-{}"}

    def routes(self, move: NeighbourhoodBuy) -> Iterator[Route]:
        quantity = Step("quantity", str(move.quantity))
        yield Step("good", move.good), modifiers(move.modifiers), quantity

    def light(self, step: Step, label: str, detail: str) -> Light | None:
        on = self.lit_by(step)
        return Light(on, _("Buy"), detail) if on else None

    def price(self, state: engine.State, decision: engine.Decision, move: NeighbourhoodBuy) -> int:
        price = neighbourhood_price(state, move.good, price_after(state, move.good, move.modifiers))
        return fee(move.modifiers) + move.quantity * price

    def price_rows(
        self, state: engine.State, decision: engine.Decision, move: NeighbourhoodBuy
    ) -> Iterator[Row]:
        market = price_after(state, move.good, move.modifiers)
        params = {
            "goods": vocabulary.amount(move.good, move.quantity),
            "price": vocabulary.money(market),
        }
        yield _("%(goods)s at %(price)s") % params, move.quantity * market
        saved = market - neighbourhood_price(state, move.good, market)
        yield _("Neighbourhood"), -move.quantity * saved
        yield from besides(state, decision, move)

    def attempt(self, path: Path, kind: str, value: str) -> NeighbourhoodBuy:
        if kind == "good":
            return NeighbourhoodBuy.build(good=value, quantity=1)
        if kind == "quantity":
            return NeighbourhoodBuy.build(good=path[1], quantity=int(value))
        raise LookupError(kind)

    def looked_for(
        self, state: engine.State, decision: engine.Decision, kind: str
    ) -> Iterable[str]:
        return (
            decision.goods
            if kind == "good" and isinstance(decision, DeploymentBonusesDecision)
            else ()
        )


def besides(
    state: engine.State, decision: engine.Decision, move: Trade | NeighbourhoodBuy
) -> Iterator[Row]:
    """What a copied port tile costs, and what the clan gets for trading."""
    player = state.players[decision.seat]
    yield _("Copying a port tile"), fee(move.modifiers)
    yield (
        _("Clan %(clan)s") % {"clan": vocabulary.clan(player.clan)},
        -clan_of(player).trade_income(),
    )
