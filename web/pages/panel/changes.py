"""How a move changes a player's own numbers."""

from collections.abc import Iterator

from games import engine
from games.engine.clans import clan_of
from games.engine.rules import income as forecast
from games.engine.rules.supply import ROUNDS
from games.engine.state import Player
from games.engine.terms import GOOD_INDEX, GOODS
from replays.narration import vocabulary
from replays.narration.language import gettext as _
from web.pages import clans
from web.pages.common import labels
from web.pages.common.pieces import Amount, amount
from web.pages.common.round_tile import scored
from web.pages.panel.structs import Change


def changes(before: engine.State, after: engine.State, seat: engine.Seat) -> list[Change]:
    """What is another thing afterwards: stock, income, abilities, prices, Glory to come."""
    one, other = before.players[seat], after.players[seat]
    pairs = [
        (_("Money"), vocabulary.money(one.money), vocabulary.money(other.money)),
        (_("Glory"), str(one.glory), str(other.glory)),
        *(
            (_(vocabulary.GOODS[good]).capitalize(), str(had), str(has))
            for good, had, has in zip(GOODS, one.goods, other.goods, strict=True)
        ),
        *(
            (labels.label(good), str(had), str(clans.goods_of(other)[good]))
            for good, had in clans.goods_of(one).items()
        ),
        *((name, had, clans.lines_of(other)[name]) for name, had in clans.lines_of(one).items()),
        (_("Merchants ready"), str(one.stock), str(other.stock)),
        (_("Shipping"), shipping(before, one), shipping(after, other)),
        *([] if produces_last(before) else _each_round(before, after, seat)),
        *(
            (
                _("Price of %(good)s") % {"good": vocabulary.of_good(good)},
                vocabulary.money(before.price(GOOD_INDEX[good])),
                vocabulary.money(after.price(GOOD_INDEX[good])),
            )
            for good in GOODS
        ),
    ]
    if not producing(before):
        # In production it is part of the score that stands beside.
        name = _("Glory from this round's tile")
        pairs.append((name, str(scored(before, seat)), str(scored(after, seat))))
    return [Change(*pair) for pair in pairs if pair[1] != pair[2]]


def producing(state: engine.State) -> bool:
    """Whether this round's tile is scored next, before anything else can happen."""
    return any(decision.PROCESSES for decision in state.open_decisions())


def produces_last(state: engine.State) -> bool:
    """Whether players produce and will never again."""
    return state.round == ROUNDS and producing(state)


def _each_round(
    before: engine.State, after: engine.State, seat: engine.Seat
) -> Iterator[tuple[str, str, str]]:
    """What further productions bring."""
    one, other = before.players[seat], after.players[seat]
    yield _("Income each round"), income(before, one), income(after, other)
    yield _("Can process each round"), making(before, one), making(after, other)


def held(state: engine.State, seat: engine.Seat) -> list[Amount]:
    """What a player can pay and trade with; nothing before there is anything."""
    player = state.players[seat]
    stock = [*zip(GOODS, player.goods, strict=True), *clans.goods_of(player).items()]
    goods = [amount(good, had) for good, had in stock if had]
    if not player.money and not goods:
        return []
    merchants = Amount("merchant", _("Merchants ready"), player.stock, str(player.stock))
    return [amount("money", player.money), merchants, *goods, *_kept(state, player)]


def _kept(state: engine.State, player: Player) -> Iterator[Amount]:
    """The goods that lie with the clan, where they are none of its own: ``Silos: 2/3``."""
    own = clans.own_spaces(state, player)
    kept = clan_of(player).keeps(state.content, player)
    if own and kept and not clans.goods_of(player):
        yield Amount(own.symbol, own.in_words, len(kept), f"{own.label} {own.filled}")


def shipping(state: engine.State, player: Player) -> str:
    """How far a player's ships go."""
    return labels.shipping(state.content.shipping_levels[player.shipping])


def income(state: engine.State, player: Player) -> str:
    """What the next production brings without any building."""
    brought = forecast.income(state.content, player)
    nothing = not brought.money and not any(brought.goods.values())
    return _("nothing") if nothing else vocabulary.amounts(brought.goods, brought.money)


def making(state: engine.State, player: Player) -> str:
    """What buildings can make of milk and grain in the next production, and the clan besides."""
    brought = forecast.income(state.content, player)
    goods = [*brought.making.items(), *clans.made_by(state, player).items()]
    parts = [vocabulary.amount(good, number) for good, number in goods if number]
    return vocabulary.listed(parts) if parts else _("nothing")
