"""Costs for a player in the present state."""

from collections.abc import Sequence

from games.engine.clans import clan_of
from games.engine.geometry.board import BIT
from games.engine.rules.grants import PLAIN, ExpandGrant
from games.engine.state import Player, State
from games.engine.terms import Column, Good, Hex, Seat


def deploy_cost(
    state: State, player: Player, column: Column, hex_: Hex, grant: ExpandGrant = PLAIN
) -> int:
    """What it costs to deploy the next unit of a column on a space, in pounds. (EXPAND-06)"""
    clan = clan_of(player)
    printed = state.content.unit_costs.get(column, 0)
    unit = 0 if grant.unit_free else clan.unit_cost(player, column, printed)
    land = land_cost(state, hex_, grant)
    return max(0, unit + land - clan.deployment_discount(state.board, hex_))


def payable(
    state: State,
    player: Player,
    columns: Sequence[Column],
    grant: ExpandGrant = PLAIN,
    fee: int = 0,
) -> list[int]:
    """By column the spaces on which a player can pay ``deploy_cost`` and a ``fee`` beside.

    Found by what land costs; nothing says whether a unit fits there. (EXPAND-06)
    """
    money, clan, board = player.money - fee, clan_of(player), state.board
    free = board.active if grant.land_free else state.position.paid_for
    discounts, found = clan.discounts(board), []
    for column in columns if money >= 0 else ():
        printed = state.content.unit_costs.get(column, 0)
        left = money - (0 if grant.unit_free else clan.unit_cost(player, column, printed))
        spaces = (board.payable(left) | free) if left >= 0 else 0
        for cheaper, less in discounts:
            if left + less >= 0:
                spaces |= cheaper & (board.payable(left + less) | free)
        found.append(spaces)
    return found or [0] * len(columns)


def expand_cost(
    state: State, seat: Seat, column: Column, hex_: Hex, grant: ExpandGrant = PLAIN
) -> int:
    """What it costs to expand to a space, with what the clan pays to get there, in pounds."""
    player = state.players[seat]
    return deploy_cost(state, player, column, hex_, grant) + reaching_fee(state, seat, hex_, grant)


def reaching_fee(state: State, seat: Seat, hex_: Hex, grant: ExpandGrant = PLAIN) -> int:
    """What the clan pays to expand beyond its reach, in pounds. (CLAN-SINCLAIR-10)"""
    if not beyond_reach(state, seat, hex_, grant):
        return 0
    return clan_of(state.players[seat]).reaching_fee(state, seat, hex_)


def fees_to(state: State, seat: Seat, grant: ExpandGrant = PLAIN) -> list[tuple[int, int]]:
    """All spaces in sets, with the ``reaching_fee`` to each; no space is in two of them."""
    fees = clan_of(state.players[seat]).reaching_fees(state, seat)
    if not fees or grant.onto_animal or grant.skips:
        return [(state.board.active, 0)]
    found, left = [], state.board.active & ~state.position.reach(seat)
    for spaces, fee in fees:
        found.append((spaces & left, fee))
        left &= ~spaces
    return [(left | state.position.reach(seat), 0), *found]


def beyond_reach(state: State, seat: Seat, hex_: Hex, grant: ExpandGrant) -> bool:
    """Whether only the clan gets a player to a space. (IND-DEF-12, CLAN-SINCLAIR-11)"""
    by_grant = grant.onto_animal or grant.skips
    return not (by_grant or state.position.reach(seat) & BIT[hex_])


def land_cost(state: State, hex_: Hex, grant: ExpandGrant = PLAIN) -> int:
    """What the land of a space costs; nothing where it is kept for a player, who has paid for it.

    (EXPAND-06, BONUS-04, DELIV-19)
    """
    paid = grant.land_free or state.position.paid_for & BIT[hex_]
    return 0 if paid else state.board.cost[hex_]


def obtaining_cost(state: State) -> int:
    """What it costs to obtain contracts now; negative when money is received.

    (CONTRACT-02, CLAN-BUCHANAN-03)
    """
    return 0 if state.turn.cost_settled else state.content.contract_cost(state.round)


def neighbourhood_price(state: State, good: Good, price: int) -> int:
    """What one good costs by the neighbourhood bonus at a price. (NBR-05, NBR-06)"""
    return with_extra(price, -state.content.neighbourhood_discount(good))


def with_extra(price: int, extra: int) -> int:
    """What one good costs, or brings, at a price with an ``extra``; a discount is less than 0.

    It is never less than nothing. (NBR-05)
    """
    return max(0, price + extra)
