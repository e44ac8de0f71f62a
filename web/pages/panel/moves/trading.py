"""Trading on the market, and buying from the neighbourhood."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias, cast

from django.utils.translation import gettext_noop

from games import engine
from games.engine.clans import clan_of
from games.engine.decisions import DeploymentBonusesDecision
from games.engine.geometry.board import BIT
from games.engine.moves.deals import Deal
from games.engine.moves.modifiers import price_after
from games.engine.moves.trading import NeighbourhoodBuy, Trade, neighbourhood_limit
from games.engine.rules.costs import neighbourhood_price
from games.engine.rules.deploying import ground
from games.engine.rules.income import MADE_IN
from games.engine.terms import GOOD_INDEX, GOODS, SIDES, Good, Side
from replays.narration import vocabulary
from replays.narration.language import gettext as _
from replays.narration.language import ngettext
from web.pages.common.labels import label
from web.pages.guide.map_piece import map_piece, middle_out
from web.pages.guide.setting import RIVAL, YOU, Setting, put
from web.pages.guide.strip import Strip, track
from web.pages.guide.topic import Example
from web.pages.panel import step_labels
from web.pages.panel.moves.base import MovePanel, Offered, PriceRow
from web.pages.panel.moves.deal_rows import at_price, besides, bonus_after, each
from web.pages.panel.moves.quantities import (
    CROWDED,
    HOW_MANY,
    IN_KILTS,
    quantity_in,
    quantity_label,
    quantity_step,
    with_merchants,
)
from web.pages.panel.steps import PLAIN, Path, Route, Step, modifiers
from web.pages.panel.structs import Choice, Light, Start, query_of

EXAMPLE: Final[Good] = "cheese"
"""The good of examples."""
ChosenDeal: TypeAlias = tuple[Side, Good, int]
"""A side, a good, and how many of it."""


def deal_in(path: Path, kind: str) -> ChosenDeal | None:
    """The deal that a path without a port tile has chosen; None for any other path."""
    if len(path) != 4 or path[0] != kind or path[2] != PLAIN:
        return None
    side, _space, good = path[1].rpartition(" ")
    number = int(path[3]) if path[3].isascii() and path[3].isdecimal() else 0
    if good not in GOODS or side not in ("", *SIDES) or not number:
        return None
    return cast("Side", side or "buy"), good, number


class DealPanel(MovePanel[Offered]):
    """Goods by number: one more or one less of each is a link in its row of the market."""

    questions = HOW_MANY

    def paid_back(
        self, state: engine.State, decision: engine.Decision, move: Offered
    ) -> PriceRow | None:
        return bonus_after(state, decision, self.deal(state, move))

    def deal(self, state: engine.State, move: Offered) -> Deal:
        """What a move buys or sells."""
        raise NotImplementedError

    def choice_label(self, state: engine.State, kind: str, value: str) -> str:
        return quantity_label(kind, value) or super().choice_label(state, kind, value)

    def ordered(self, path: Path, kind: str, choices: Sequence[Choice]) -> list[Choice]:
        return with_merchants(choices)

    def deals(
        self, decision: engine.Decision, chosen: ChosenDeal | None
    ) -> list[tuple[Side, Good]]:
        """The sides and goods that have such a link, given what has been chosen so far."""
        raise NotImplementedError

    def made(self, deal: ChosenDeal) -> Offered:
        """The move of a deal."""
        raise NotImplementedError

    def starts(self, state: engine.State, decision: engine.Decision, path: Path) -> Iterator[Start]:
        chosen = deal_in(path, self.kind)
        for side, good in self.deals(decision, chosen):
            held = chosen[2] if chosen and chosen[:2] == (side, good) else 0
            sign = "+" if side == "buy" else "\u2212"
            word = f"{held} {sign}" if held else sign
            wanted = (side, good, held + 1)
            if chosen and chosen[1] == good and not held:
                wanted = (*chosen[:2], chosen[2] - 1)
            if not wanted[2]:
                yield Start(_("Do not trade"), "", on=f"{side}-{good}", word=word)
            elif self.is_legal(state, decision, self.made(wanted)):
                yield self.start((side, good), wanted, word)
            elif held:
                yield self.start((side, good), (side, good, held), str(held))

    def is_legal(self, state: engine.State, decision: engine.Decision, move: Offered) -> bool:
        """Whether a deal is possible."""
        try:
            move.check(state, decision)
        except engine.IllegalMove:
            return False
        return True

    def start(self, place: tuple[Side, Good], deal: ChosenDeal, word: str) -> Start:
        """The link to a deal in a place of the market."""
        side, good, number = deal
        name = step_labels.deal(f"{side} {good}")
        quantity = step_labels.counted("quantity", str(number))
        route = next(self.routes(self.made(deal)))
        query = query_of([self.kind, *(step.value for step in route)])
        return Start(f"{name}, {quantity}", query, on="-".join(place), word=word)


class TradePanel(DealPanel[Trade]):
    """Buying and selling on the market."""

    move = Trade
    kind = "trade"
    label = gettext_noop("Trade on the market")
    group = "main"
    rule = "TRADE-01"
    hint = gettext_noop("Each good takes one merchant.")
    explained = (
        gettext_noop("Buy or sell any amount of one good. Each takes one of your merchants."),
        gettext_noop("All have the price shown before the trade."),
        gettext_noop(
            "Then the price rises one step for each good bought, or falls one step for each sold."
        ),
        gettext_noop(
            "Merchants stay until the round ends. You cannot buy and sell the same good in one "
            "round."
        ),
    )
    lights = {"deal": "{}"}

    def example(self, setting: Setting) -> Example:
        state = setting.sample()
        index, number = GOOD_INDEX[EXAMPLE], state.players[YOU].stock
        printed, was = state.content.market(state.options.players)[index], state.prices[index]
        now, price = printed.moved(was, number), state.price(index)
        facts = {
            "goods": vocabulary.taken(EXAMPLE, number),
            "price": vocabulary.money(price),
            "sum": vocabulary.money(number * price),
            "next": vocabulary.money(printed.prices[now]),
        }
        text = _("Buying %(goods)s at %(price)s each: %(sum)s. Then the price is %(next)s.")
        return Example(Strip([track(printed.prices, was, now)]), text % facts)

    def routes(self, move: Trade) -> Iterator[Route]:
        deal = Step("deal", f"{move.side} {move.good}")
        quantity = quantity_step(move.quantity, move.merchants, move.kilts)
        yield deal, modifiers(move.modifiers), quantity

    def deals(
        self, decision: engine.Decision, chosen: ChosenDeal | None
    ) -> list[tuple[Side, Good]]:
        return [(side, good) for good in GOODS for side in SIDES]

    def made(self, deal: ChosenDeal) -> Trade:
        side, good, number = deal
        return Trade(good, side, number)

    def starts(self, state: engine.State, decision: engine.Decision, path: Path) -> Iterator[Start]:
        """Also for goods of which only a substitute can be sold. (CLAN-FRASER-5)"""
        found = list(super().starts(state, decision, path))
        yield from found
        other = clan_of(state.players[decision.seat]).stand_in(state.players[decision.seat])
        lit = {one.on for one in found}
        for good in other.goods if other else ():
            deal = f"sell {good}"
            sale, on = Trade(good, "sell", 1, kilts=1), f"sell-{good}"
            if on not in lit and self.is_legal(state, decision, sale):
                query = query_of([self.kind, deal])
                yield Start(step_labels.deal(deal), query, on=on, word="\u2212")

    def hint_in(self, state: engine.State, decision: engine.Decision) -> str:
        if clan_of(state.players[decision.seat]).goods_per_merchant > 1:
            return _("Each of your merchants trades two goods.")
        return super().hint_in(state, decision)

    def step_hint(self, state: engine.State, decision: engine.Decision, kind: str) -> str:
        if kind != "deal":
            return ""
        ready = state.players[decision.seat].stock
        each = clan_of(state.players[decision.seat]).goods_per_merchant
        if each > 1:
            return _(
                "Merchants ready: %(n)s. Each trades up to %(each)s goods, and moves the price one "
                "step."
            ) % {"n": ready, "each": each}
        text = ngettext(
            "You have %(n)s merchant ready, so you can trade %(n)s good. Buying raises the price "
            "afterwards, selling lowers it.",
            "You have %(n)s merchants ready, so you can trade up to %(n)s goods. Buying raises the "
            "price afterwards, selling lowers it.",
            ready,
        )
        return text % {"n": ready}

    def step_rule(
        self, state: engine.State, decision: engine.Decision, path: Path, kind: str
    ) -> str:
        return clan_of(state.players[decision.seat]).merchant_rule

    def ordered(self, path: Path, kind: str, choices: Sequence[Choice]) -> list[Choice]:
        """To buy a good and to sell it stand beside each other."""

        def place(one: Choice) -> tuple[int, int]:
            side, good = one.value.split(" ")
            return [*GOODS].index(good), [*SIDES].index(side)  # type: ignore[arg-type]

        if kind == "deal":
            return sorted(choices, key=place)
        return super().ordered(path, kind, choices)

    def light(self, step: Step, label: str, detail: str) -> Light | None:
        on = self.lit_by(step)
        return Light(on, _("Buy") if on.startswith("buy-") else _("Sell"), detail) if on else None

    def deal(self, state: engine.State, move: Trade) -> Deal:
        return move.deal(state)

    def price(self, state: engine.State, decision: engine.Decision, move: Trade) -> int:
        return move.deal(state).cost(state, decision.seat)

    def price_rows(
        self, state: engine.State, decision: engine.Decision, move: Trade
    ) -> Iterator[PriceRow]:
        price = price_after(state, move.good, move.modifiers)
        yield at_price(move.good, move.quantity if move.side == "buy" else -move.quantity, price)
        yield from besides(state, decision, move.deal(state))

    def step_price(self, state: engine.State, step: Step, moves: Sequence[Trade]) -> str | None:
        """Of one good, as it stands without port tiles."""
        return each(price_after(state, moves[0].good, [])) if step.kind == "deal" else None

    def attempts(self, state: engine.State, decision: engine.Decision) -> Iterable[Trade]:
        return (Trade(good, side, 1) for side in SIDES for good in GOODS)

    def attempt(self, path: Path, kind: str, value: str) -> Trade:
        if kind == "deal":
            side, good = value.split(" ")
            return Trade.build(side=side, good=good, quantity=1)
        if kind in ("quantity", CROWDED, IN_KILTS):
            side, good = path[1].split(" ")
            return Trade.build(side=side, good=good, **quantity_in(kind, value)._asdict())
        raise LookupError(kind)

    def looked_for(
        self, state: engine.State, decision: engine.Decision, kind: str
    ) -> Iterable[str]:
        return [f"{side} {good}" for side in SIDES for good in GOODS] if kind == "deal" else ()


class NeighbourhoodPanel(DealPanel[NeighbourhoodBuy]):
    """Buying what others make beside a new unit."""

    move = NeighbourhoodBuy
    kind = "neighbourhood"
    label = gettext_noop("Buy from neighbours")
    lights = {"good": "buy-{}"}

    def explanation(self, setting: Setting) -> list[str]:
        state = setting.sample()
        facts = {
            "basic": vocabulary.money(state.content.basic_discount),
            "processed": vocabulary.money(state.content.processed_discount),
            "limit": neighbourhood_limit(state, YOU),
        }
        return [
            _("After placing a unit you may buy what neighbouring units of other players produce."),
            _("A river between two spaces separates them."),
            _(
                "Basic goods are %(basic)s cheaper than on the market, processed goods "
                "%(processed)s. The most that you can buy of each: %(limit)s."
            )
            % facts,
            _("Every good takes a merchant, and the price rises as in a trade."),
        ]

    def example(self, setting: Setting) -> Example:
        """A unit beside a building of another player."""
        state = setting.sample()
        board, building = state.board, MADE_IN[EXAMPLE]
        theirs = ground(state, state.players[RIVAL], building)
        own = ground(state, state.players[YOU], "woodcutter")
        home = next(hex_ for hex_ in middle_out(own) if board.neighbours[hex_] & theirs)
        there = middle_out(board.neighbours[home] & theirs & ~BIT[home])[0]
        put(state, RIVAL, building, there)
        put(state, YOU, "woodcutter", home)
        (good,) = state.position.neighbours_goods(YOU, [home])
        market = state.price(GOOD_INDEX[good])
        facts = {
            "good": label(good),
            "hex": home,
            "now": vocabulary.money(neighbourhood_price(state, good, market)),
            "price": vocabulary.money(market),
        }
        text = _("%(good)s beside %(hex)s: %(now)s instead of %(price)s.")
        piece = map_piece(state, [home], tags={there: facts["now"]})
        return Example(piece, text % facts)

    def routes(self, move: NeighbourhoodBuy) -> Iterator[Route]:
        quantity = quantity_step(move.quantity, move.merchants)
        yield Step("good", move.good), modifiers(move.modifiers), quantity

    def deals(
        self, decision: engine.Decision, chosen: ChosenDeal | None
    ) -> list[tuple[Side, Good]]:
        assert isinstance(decision, DeploymentBonusesDecision)
        deals: list[tuple[Side, Good]] = [("buy", good) for good in decision.goods]
        return deals if chosen is None else [*deals, ("sell", chosen[1])]

    def made(self, deal: ChosenDeal) -> NeighbourhoodBuy:
        return NeighbourhoodBuy(deal[1], deal[2])

    def light(self, step: Step, label: str, detail: str) -> Light | None:
        on = self.lit_by(step)
        return Light(on, _("Buy"), detail) if on else None

    def deal(self, state: engine.State, move: NeighbourhoodBuy) -> Deal:
        return move.deal(state)

    def price(self, state: engine.State, decision: engine.Decision, move: NeighbourhoodBuy) -> int:
        return move.deal(state).cost(state, decision.seat)

    def price_rows(
        self, state: engine.State, decision: engine.Decision, move: NeighbourhoodBuy
    ) -> Iterator[PriceRow]:
        market = price_after(state, move.good, move.modifiers)
        yield at_price(move.good, move.quantity, market)
        saved = market - move.deal(state).price(state)
        yield _("Neighbourhood"), -move.quantity * saved
        yield from besides(state, decision, move.deal(state))

    def attempt(self, path: Path, kind: str, value: str) -> NeighbourhoodBuy:
        if kind == "good":
            return NeighbourhoodBuy.build(good=value, quantity=1)
        if kind in ("quantity", CROWDED):
            quantity, merchants, _kilts = quantity_in(kind, value)
            return NeighbourhoodBuy.build(good=path[1], quantity=quantity, merchants=merchants)
        raise LookupError(kind)

    def looked_for(
        self, state: engine.State, decision: engine.Decision, kind: str
    ) -> Iterable[str]:
        return (
            decision.goods
            if kind == "good" and isinstance(decision, DeploymentBonusesDecision)
            else ()
        )
