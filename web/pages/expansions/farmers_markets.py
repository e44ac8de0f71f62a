"""Farmers markets on the page of a table: the tiles, placing them, selling to them. (IND-FM)"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from django.utils.translation import gettext_noop
from msgspec import Struct

from games import engine
from games.engine.decisions import DeploymentBonusesDecision
from games.engine.expansions.farmers_markets import FarmersMarkets, MarketsState, MarketTile
from games.engine.expansions.farmers_markets.markets import LESS_FOR_PASSING, to_place
from games.engine.expansions.farmers_markets.placing import (
    LEAST_NEIGHBOURS,
    TOO_NEAR,
    PlaceMarket,
    PlaceMarketDecision,
    sites,
)
from games.engine.expansions.farmers_markets.selling import SellAtMarket, wanted
from games.engine.expansions.farmers_markets.state import (
    EXTRA_BASIC,
    EXTRA_PROCESSED,
    MOST_GOODS,
    TILES,
    MarketPlaced,
    MarketRemoved,
    MarketReturned,
    MarketsDealt,
    MarketServed,
    extra,
)
from games.engine.geometry.board import hexes_in, within
from games.engine.moves.modifiers import price_after
from games.engine.options import Options
from games.engine.rules.deploying import ground
from games.engine.terms import GOOD_INDEX, Good
from replays.narration import vocabulary
from replays.narration.language import gettext as _
from web.pages.common.labels import label, pounds
from web.pages.extension import PageExtension
from web.pages.guide.map_piece import map_piece, middle_out
from web.pages.guide.setting import YOU, Setting, put
from web.pages.guide.topic import Example, Topic
from web.pages.panel import step_labels
from web.pages.panel.decisions import DecisionPanel
from web.pages.panel.moves.base import AnyPanel, MovePanel, PriceRow
from web.pages.panel.moves.deal_rows import at_price, besides, each
from web.pages.panel.moves.expanding import space_start
from web.pages.panel.moves.quantities import (
    CROWDED,
    HOW_MANY,
    IN_KILTS,
    Quantity,
    quantity_in,
    quantity_label,
    quantity_step,
    with_merchants,
)
from web.pages.panel.steps import Path, Route, Step, modifiers
from web.pages.panel.structs import Choice, Light, Start
from web.pages.table.part import TablePart
from web.pages.table.parts import board
from web.pages.table.parts.board import MapTile
from web.pages.table.table import Table
from web.pages.table.table_parts import AnyPart

TOPIC: Final = "farmers-markets"
RULE: Final = "IND-FM-08"
BESIDE: Final = "14.5"
"""How far the icons of a tile are from its middle on the drawing."""
EXAMPLE: Final = 2
"""The tile of examples."""
DRAWN: Final = 1
"""How many spaces beyond those that are too near are drawn."""


# --- on the table ---------------------------------------------------------------------------------


class Stand(Struct, frozen=True):
    """A good that a market shows: what it pays now for one, or that it is covered."""

    good: str
    label: str
    pays: str
    covered: bool


class MarketLine(Struct, frozen=True):
    """A market on a space, or one still to be placed where there is none."""

    tile: int
    hex: str
    stands: list[Stand]


class Markets(Struct, frozen=True):
    """The markets on the map, then those to be placed."""

    lines: list[MarketLine]


class MarketsPart(TablePart[Markets]):
    """The markets with what they pay, beside the scoring tiles."""

    name = "farmers-markets"
    place = "modules"
    replay_place = "beside"
    label = gettext_noop("Farmers markets")
    fields = frozenset({"market", "expansions"})
    effects = (MarketsDealt, MarketPlaced, MarketReturned, MarketServed, MarketRemoved)

    def in_play(self, options: Options) -> bool:
        return FarmersMarkets.name in options.expansions

    def build(self, table: Table) -> Markets:
        state = table.state
        placed = [
            _line(state, one.tile, one.hex, one.covered) for one in state.part(MarketsState).placed
        ]
        return Markets([*placed, *(_line(state, tile, "", ()) for tile in to_place(state))])


def _line(state: engine.State, tile: int, hex_: str, covered: Sequence[Good]) -> MarketLine:
    stands = [
        Stand(good, label(good), pounds(paid(state, good)), good in covered) for good in TILES[tile]
    ]
    return MarketLine(tile, hex_, stands)


def paid(state: engine.State, good: Good) -> int:
    """What a market pays for a good as the price stands."""
    return state.price(GOOD_INDEX[good]) + extra(good)


def map_tile(state: engine.State, market: MarketTile) -> MapTile:
    """A market as it lies on the map."""
    goods = TILES[market.tile]
    buys = vocabulary.listed([vocabulary.good_taken(good) for good in market.wanted])
    text = _("farmers market: buys %(goods)s") % {"goods": buys}
    x, y = board.place(market.hex)
    places = (f"-{BESIDE}", BESIDE)
    return MapTile(
        hex=market.hex,
        text=text,
        title=f"{market.hex}: {text}",
        x=x,
        y=y,
        icons=[
            (good, across, good in market.covered)
            for good, across in zip(goods, places, strict=True)
        ],
        land=state.board.cost[market.hex],
        rule=RULE,
        topic=TOPIC,
    )


# --- moves ----------------------------------------------------------------------------------------


class PlaceMarketPanel(MovePanel[PlaceMarket]):
    """A space for one's market."""

    move = PlaceMarket
    kind = "site"
    label = gettext_noop("Place a farmers market")
    rule = "IND-FM-03"
    step_hints = {"hex": gettext_noop("All players can sell there when they expand beside it.")}

    def explanation(self, setting: Setting) -> list[str]:
        facts = {"least": LEAST_NEIGHBOURS, "between": TOO_NEAR}
        return [
            _(
                "Before clans are chosen each player places one market, on land with at least "
                "%(least)s neighbouring land spaces; at least %(between)s spaces lie between two "
                "markets."
            )
            % facts,
            _("All players can sell there when they expand beside it."),
            _("No unit can be placed on a market."),
        ]

    def example(self, setting: Setting) -> Example:
        """Where a second market may lie."""
        state = setting.sample()
        state.expansions.append(MarketsState([EXAMPLE]))
        hex_ = middle_out(sites(state))[0]
        state.part(MarketsState).placed.append(MarketTile(EXAMPLE, hex_))
        free = sites(state) & within(hex_, TOO_NEAR + DRAWN)
        text = _("With a market on %(hex)s the next one may lie on the marked spaces.")
        drawn = map_piece(state, [hex_, *hexes_in(free)], marked={"near": free}, ring=False)
        return Example(drawn, text % {"hex": hex_})

    def routes(self, move: PlaceMarket) -> Iterator[Route]:
        yield (Step("hex", move.hex),)

    def starts(self, state: engine.State, decision: engine.Decision, path: Path) -> Iterator[Start]:
        for move in PlaceMarket.candidates(state, decision):
            yield space_start(state.board, self.kind, move.hex)

    def attempt(self, path: Path, kind: str, value: str) -> PlaceMarket:
        if kind != "hex":
            raise LookupError(kind)
        return PlaceMarket.build(hex=value)


class SellPanel(MovePanel[SellAtMarket]):
    """A sale at a market beside a new unit."""

    move = SellAtMarket
    kind = "market"
    label = gettext_noop("Sell at a farmers market")
    rule = RULE
    questions = {**HOW_MANY, "stand": gettext_noop("What do you sell?")}
    lights = {"stand": "market-{}"}

    def explanation(self, setting: Setting) -> list[str]:
        return [*selling(), _("A river between two spaces separates them.")]

    def example(self, setting: Setting) -> Example:
        return unit_beside(setting)

    def routes(self, move: SellAtMarket) -> Iterator[Route]:
        stand = Step("stand", f"{move.good} {move.hex}")
        quantity = quantity_step(move.quantity, move.merchants, move.kilts)
        yield stand, modifiers(move.modifiers), quantity

    def choice_label(self, state: engine.State, kind: str, value: str) -> str:
        if kind != "stand":
            return quantity_label(kind, value) or super().choice_label(state, kind, value)
        good, hex_ = value.split(" ")
        return _("%(sale)s, market on %(hex)s") % {"sale": step_labels.sell(good), "hex": hex_}

    def ordered(self, path: Path, kind: str, choices: Sequence[Choice]) -> list[Choice]:
        return with_merchants(choices)

    def light(self, step: Step, label: str, detail: str) -> Light | None:
        """The good where the market shows it, with its price."""
        on = self.lit_by(step)
        return Light(on) if on else None

    def step_price(
        self, state: engine.State, step: Step, moves: Sequence[SellAtMarket]
    ) -> str | None:
        """Of one good, as it stands without port tiles."""
        return each(paid(state, moves[0].good)) if step.kind == "stand" else None

    def price(self, state: engine.State, decision: engine.Decision, move: SellAtMarket) -> int:
        return move.deal(state).cost(state, decision.seat)

    def price_rows(
        self, state: engine.State, decision: engine.Decision, move: SellAtMarket
    ) -> Iterator[PriceRow]:
        price = price_after(state, move.good, move.modifiers)
        yield at_price(move.good, -move.quantity, price)
        yield _("Farmers market"), -move.quantity * extra(move.good)
        yield from besides(state, decision, move.deal(state))

    def attempt(self, path: Path, kind: str, value: str) -> SellAtMarket:
        if kind not in ("stand", "quantity", CROWDED, IN_KILTS):
            raise LookupError(kind)
        good, hex_ = (value if kind == "stand" else path[1]).split(" ")
        quantity = Quantity(1) if kind == "stand" else quantity_in(kind, value)
        return SellAtMarket.build(hex=hex_, good=good, **quantity._asdict())

    def looked_for(
        self, state: engine.State, decision: engine.Decision, kind: str
    ) -> Iterable[str]:
        if kind != "stand" or not isinstance(decision, DeploymentBonusesDecision):
            return ()
        places = dict.fromkeys(decision.places)
        return [f"{good} {hex_}" for hex_ in places for good in wanted(state, hex_)]


def _placing(_state: engine.State, decision: engine.Decision) -> str:
    assert isinstance(decision, PlaceMarketDecision)
    goods = vocabulary.listed([vocabulary.good_taken(good) for good in TILES[decision.tile]])
    return _("Your market buys %(goods)s from every player who expands beside it.") % {
        "goods": goods
    }


# --- the explanation ------------------------------------------------------------------------------


def selling() -> list[str]:
    """What a new unit may sell at a market. (IND-FM-08, IND-FM-09, IND-FM-10)"""
    facts = {
        "most": MOST_GOODS,
        "basic": pounds(EXTRA_BASIC),
        "processed": pounds(EXTRA_PROCESSED),
    }
    return [
        _("After placing a unit beside a market you may sell it one of its two goods."),
        _(
            "Up to %(most)s goods, each with a merchant, at the market price and %(basic)s "
            "more for a basic good, %(processed)s more for a processed one."
        )
        % facts,
        _("One of them covers its icon. A market with both covered leaves the game."),
    ]


class MarketTopic(Topic):
    """What markets on the map are for, and what else they change."""

    id = TOPIC
    rule = RULE

    def title(self) -> str:
        return _("Farmers markets")

    def sentences(self, setting: Setting) -> list[str]:
        less = _("Passing brings %(less)s less.") % {"less": pounds(LESS_FOR_PASSING)}
        return [*selling(), less]

    def example(self, setting: Setting) -> Example:
        return unit_beside(setting)


def unit_beside(setting: Setting) -> Example:
    """A unit beside a market, and what the market pays."""
    state = setting.sample()
    state.expansions.append(MarketsState([EXAMPLE]))
    own = ground(state, state.players[YOU], "sheep")
    hex_ = next(one for one in middle_out(sites(state)) if state.board.neighbours[one] & own)
    home = middle_out(state.board.neighbours[hex_] & own)[0]
    put(state, YOU, "sheep", home)
    state.part(MarketsState).placed.append(MarketTile(EXAMPLE, hex_))
    basic, processed = TILES[EXAMPLE]
    facts = {
        "hex": hex_,
        "one": label(basic),
        "first": pounds(paid(state, basic)),
        "other": label(processed),
        "second": pounds(paid(state, processed)),
    }
    text = _("Market on %(hex)s: %(one)s for %(first)s each, or %(other)s for %(second)s each.")
    near = state.board.neighbours[hex_]
    return Example(map_piece(state, [hex_, home], marked={"near": near}), text % facts)


class FarmersMarketsPage(PageExtension):
    """What farmers markets add to a table."""

    def parts(self) -> tuple[AnyPart, ...]:
        return (MarketsPart(),)

    def tiles(self, state: engine.State) -> Iterator[MapTile]:
        for part in state.expansions:
            if isinstance(part, MarketsState):
                yield from (map_tile(state, market) for market in part.placed)

    def panels(self) -> tuple[AnyPanel, ...]:
        return (PlaceMarketPanel(), SellPanel())

    def decisions(self) -> tuple[DecisionPanel, ...]:
        return (
            DecisionPanel(
                kind="place_market",
                heading=gettext_noop("Place your farmers market"),
                rule="IND-FM-03",
                explain=_placing,
                waiting=gettext_noop("%(who)s places a farmers market"),
                yours=gettext_noop("Place your farmers market"),
            ),
        )

    def topics(self) -> tuple[Topic, ...]:
        return (MarketTopic(),)
