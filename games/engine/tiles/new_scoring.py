"""Scoring tiles 10 to 18: what each counts, as rows. (SCORE-10..18, SCORE-R1..R5)"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from games.engine.clans import clan_of
from games.engine.geometry.board import BIT, Board, hexes_in, mask_of
from games.engine.state import Piece, State
from games.engine.terms import ANIMALS, Hex, Seat, Unit, gettext_noop
from games.engine.tiles.matching import all_pairs, most_pairs, most_served
from games.engine.tiles.scoring_tile import (
    Count,
    ScoringTile,
    SpacesThatCount,
    counted_on,
    spaces_on,
)

CHAINS: Final[dict[Unit, tuple[Unit, ...]]] = {
    "cow": ("cheese_dairy",),
    "field": ("bakery", "distillery"),
}
"""By what makes a basic good, the buildings that process it. (SCORE-13)"""
SERVES: Final[dict[Unit, int]] = {"cow": 1, "field": 2}
"""In how many pairs of a chain a unit can be. (SCORE-13, SCORE-R3)"""

Related: TypeAlias = Callable[[Board, Hex, Hex], bool]
"""Whether units on two spaces, which may be one, make a pair."""


# --- pairs ---------------------------------------------------------------------------------------


def neighbouring(board: Board, one: Hex, other: Hex) -> bool:
    """Whether two units neighbour each other; on one space they do. (IND-DEF-03, IND-DEF-04)"""
    return one == other or bool(board.neighbours[one] & BIT[other])


def across_a_river(board: Board, one: Hex, other: Hex) -> bool:
    """Whether a river parts two adjacent spaces. (SCORE-17)"""
    return bool(board.across_river[one] & BIT[other])


def partners(board: Board, units: Sequence[Piece], related: Related) -> list[int]:
    """For each of some units a mask of those with which it makes a pair."""
    return [
        sum(
            1 << place
            for place, other in enumerate(units)
            if place != own and related(board, one.hex, other.hex)
        )
        for own, one in enumerate(units)
    ]


def groups_of_animals(state: State, seat: Seat) -> list[list[Piece]]:
    """All animals together: the types of a pair may differ. (SCORE-10)"""
    return [[piece for piece in state.players[seat].units if piece.unit in ANIMALS]]


def groups_of_types(state: State, seat: Seat) -> list[list[Piece]]:
    """The units by type; all workers are of one. (SCORE-17, SCORE-R2)"""
    units = state.players[seat].units
    kinds = dict.fromkeys(piece.unit for piece in units)
    return [[piece for piece in units if piece.unit == kind] for kind in kinds]


Groups: TypeAlias = Callable[[State, Seat], list[list[Piece]]]


def pairs_in(groups: Groups, related: Related, number: Callable[[Sequence[int]], int]) -> Count:
    """The number of pairs within each group, in all. (SCORE-R1)"""
    return lambda state, seat: sum(
        number(partners(state.board, units, related)) for units in groups(state, seat)
    )


def paired_spaces(groups: Groups, related: Related) -> SpacesThatCount:
    """Where units stand that have a partner."""
    return lambda state, seat: mask_of(
        piece.hex
        for units in groups(state, seat)
        for piece, others in zip(units, partners(state.board, units, related), strict=True)
        if others
    )


# --- chains --------------------------------------------------------------------------------------


def chain_links(
    state: State, seat: Seat, maker: Unit
) -> tuple[list[Piece], list[Piece], list[int]]:
    """What makes a basic good, what processes it, and for each of these a mask of the former.

    The mask has those that neighbour it. (SCORE-13)
    """
    units = state.players[seat].units
    makers = [piece for piece in units if piece.unit == maker]
    takers = [piece for piece in units if piece.unit in CHAINS[maker]]
    links = [
        sum(
            1 << place
            for place, one in enumerate(makers)
            if neighbouring(state.board, one.hex, taker.hex)
        )
        for taker in takers
    ]
    return makers, takers, links


def chain_pairs(state: State, seat: Seat) -> int:
    """Pairs along the chains; a field is in two at most, any other unit in one.

    (SCORE-13, SCORE-R1, SCORE-R3)
    """
    total = 0
    clan = clan_of(state.players[seat])
    for maker, printed in SERVES.items():
        makers, _takers, links = chain_links(state, seat, maker)
        most = clan.pairs_of_field(printed) if maker == "field" else printed
        total += most_served(links, [most] * len(makers))
    return total + len(clan.other_chains(state, seat))


def every_chain_pair(state: State, seat: Seat) -> int:
    """Every neighbouring pair along the chains, of the clan's own two at most.

    (SCORE-R1, SCORE-R3)
    """
    every = sum(m.bit_count() for maker in CHAINS for m in chain_links(state, seat, maker)[2])
    return every + len(clan_of(state.players[seat]).other_chains(state, seat))


def chained_spaces(state: State, seat: Seat) -> int:
    """Where units stand that have a partner in a chain."""
    found = 0
    for maker in CHAINS:
        makers, takers, links = chain_links(state, seat, maker)
        for taker, mask in zip(takers, links, strict=True):
            partners_ = [one.hex for place, one in enumerate(makers) if mask >> place & 1]
            found |= mask_of([taker.hex, *partners_]) if partners_ else 0
    others = clan_of(state.players[seat]).other_chains(state, seat)
    return found | mask_of(piece.hex for pair in others for piece in pair)


# --- places --------------------------------------------------------------------------------------


def by_the_central_loch(board: Board) -> int:
    """The central loch and all that is adjacent to it, over rivers too. (SCORE-14, SCORE-R4)"""
    found = mask_of(board.central_loch)
    for name in board.central_loch:
        found |= board.adjacent[name]
    return found


def far_from_lochs(board: Board) -> int:
    """Land that is adjacent to no loch. (SCORE-15, SCORE-R4)"""
    return mask_of(name for name in hexes_in(board.land) if not board.adjacent[name] & board.loch)


# --- settlements ---------------------------------------------------------------------------------


def units_of_settlements(state: State, seat: Seat) -> list[tuple[int, list[Piece]]]:
    """The settlements of a player, each with the units in it. (DEF-46)"""
    units = state.players[seat].units
    return [
        (settlement, [piece for piece in units if BIT[piece.hex] & settlement])
        for settlement in state.board.settlements(state.position.own[seat])
    ]


def types_in(units: Sequence[Piece]) -> int:
    """How many types of units there are; all workers are of one. (SCORE-R2)"""
    return len({piece.unit for piece in units})


def most_types(state: State, seat: Seat) -> int:
    """The types in the settlement that has most of them. (SCORE-16)"""
    found = units_of_settlements(state, seat)
    return max((types_in(units) for _spaces, units in found), default=0)


def most_varied(state: State, seat: Seat) -> int:
    """The spaces of the first settlement that has most types."""
    found = units_of_settlements(state, seat)
    return max(found, key=lambda one: types_in(one[1]))[0] if found else 0


def twos(state: State, seat: Seat) -> int:
    """Settlements of two units, on two spaces or on one. (SCORE-18)"""
    return sum(len(units) == 2 for _spaces, units in units_of_settlements(state, seat))


def spaces_of_twos(state: State, seat: Seat) -> int:
    """The spaces of settlements of two units."""
    found = units_of_settlements(state, seat)
    return sum(spaces for spaces, units in found if len(units) == 2)


# --- stock and market ----------------------------------------------------------------------------


def on_the_market(state: State, seat: Seat) -> int:
    """Merchants on the market board. (SCORE-11)"""
    player = state.players[seat]
    return sum(player.buying) + sum(player.selling)


def all_merchants(state: State, seat: Seat) -> int:
    """Merchants, wherever they are. (SCORE-11)"""
    return state.players[seat].stock + on_the_market(state, seat)


def kinds(goods: Sequence[int]) -> int:
    """How many of some goods are different."""
    return sum(amount > 0 for amount in goods)


def kinds_in_stock(state: State, seat: Seat) -> int:
    """How many different goods are in stock. (SCORE-12)"""
    player = state.players[seat]
    return kinds(clan_of(player).stock(player))


# --- the rows ------------------------------------------------------------------------------------


ONE_TYPE: Final = gettext_noop("Woodcutters, miners and fishermen are all of one type.")
NEIGHBOURS: Final = gettext_noop(
    "Neighbouring units are beside each other without a river between, or share a space."
)
SETTLEMENT: Final = gettext_noop(
    "Your units beside each other form a settlement; a river between two separates them."
)


def _animal_pairs(number: Callable[[Sequence[int]], int], text: str, *details: str) -> ScoringTile:
    where = paired_spaces(groups_of_animals, neighbouring)
    count = pairs_in(groups_of_animals, neighbouring, number)
    return ScoringTile("animal-pairs", 10, count, 4, text, where=where, details=details)


def _river_pairs(number: Callable[[Sequence[int]], int], text: str, *details: str) -> ScoringTile:
    where = paired_spaces(groups_of_types, across_a_river)
    count = pairs_in(groups_of_types, across_a_river, number)
    return ScoringTile("river-pairs", 17, count, 4, text, where=where, details=details)


def _kinds(glory: int, text: str) -> ScoringTile:
    return ScoringTile(
        "kinds-of-goods",
        12,
        kinds_in_stock,
        glory,
        text,
        of_goods=kinds,
        details=(gettext_noop("It does not matter how much of each you have."),),
        topics=("kinds of goods",),
    )


NEW_SCORING: Final[tuple[ScoringTile, ...]] = (
    _animal_pairs(
        most_pairs,
        gettext_noop(
            "4 Glory for each pair of animals that neighbour each other or share a space; each "
            "animal counts in one pair only."
        ),
        gettext_noop("A pair may be a sheep and a cow."),
    ),
    ScoringTile(
        "market-merchants",
        11,
        on_the_market,
        2,
        gettext_noop("2 Glory for each of your merchants on the market."),
        at_most=all_merchants,
        details=(gettext_noop("They return to you only after the tile has been scored."),),
    ),
    _kinds(3, gettext_noop("3 Glory for each different good in stock.")),
    ScoringTile(
        "chains",
        13,
        chain_pairs,
        3,
        gettext_noop(
            "3 Glory for each pair of neighbours: a cow and a cheese dairy, a field and a bakery, "
            "or a field and a distillery. Each unit counts in one pair only, a field in up to two."
        ),
        where=chained_spaces,
        details=(NEIGHBOURS,),
        topics=("chains",),
    ),
    ScoringTile(
        "central-loch",
        14,
        counted_on(by_the_central_loch),
        3,
        gettext_noop("3 Glory for every two units on the central loch or adjacent to it."),
        2,
        where=spaces_on(by_the_central_loch),
        ground=by_the_central_loch,
        details=(
            gettext_noop(
                "The two need not be beside each other, and a river before the loch changes "
                "nothing."
            ),
        ),
        topics=("central loch",),
    ),
    ScoringTile(
        "inland",
        15,
        counted_on(far_from_lochs),
        2,
        gettext_noop("2 Glory for each unit on land that is adjacent to no loch."),
        where=spaces_on(far_from_lochs),
        ground=far_from_lochs,
        details=(gettext_noop("A river between a space and a loch changes nothing."),),
    ),
    ScoringTile(
        "varied-settlement",
        16,
        most_types,
        3,
        gettext_noop(
            "3 Glory for each type of unit in that settlement of yours which has most of them."
        ),
        where=most_varied,
        details=(SETTLEMENT, ONE_TYPE),
    ),
    _river_pairs(
        most_pairs,
        gettext_noop(
            "4 Glory for each pair of units of one type on adjacent spaces with a river between; "
            "each unit counts in one pair only."
        ),
        ONE_TYPE,
    ),
    ScoringTile(
        "settlements-of-two",
        18,
        twos,
        3,
        gettext_noop("3 Glory for each of your settlements of exactly two units."),
        where=spaces_of_twos,
        details=(SETTLEMENT,),
    ),
)
"""Tiles 10 to 18, in order."""

EVERY_PAIR: Final[tuple[ScoringTile, ...]] = (
    _animal_pairs(
        all_pairs,
        gettext_noop(
            "4 Glory for every two animals that neighbour each other or share a space, however "
            "many such pairs each of them is in."
        ),
        gettext_noop("A pair may be a sheep and a cow."),
    ),
    ScoringTile(
        "chains",
        13,
        every_chain_pair,
        3,
        gettext_noop(
            "3 Glory for every pair of neighbours: a cow and a cheese dairy, a field and a bakery, "
            "or a field and a distillery, however many such pairs a unit is in."
        ),
        where=chained_spaces,
        details=(NEIGHBOURS,),
        topics=("every chain",),
    ),
    _river_pairs(
        all_pairs,
        gettext_noop(
            "4 Glory for every two units of one type on adjacent spaces with a river between, "
            "however many such pairs each of them is in."
        ),
        ONE_TYPE,
    ),
)
"""Tiles 10, 13 and 17 where every pair counts. (SCORE-R1)"""

TWO_FOR_A_KIND: Final = _kinds(2, gettext_noop("2 Glory for each different good in stock."))
"""Tile 12 as the preview has it. (EDN-30)"""
