"""Puts the engine together from a tuple of expansions."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, Final

from games.engine.clans.base_clans import BASE_CLANS
from games.engine.decisions import DECISIONS
from games.engine.effects import PUBLIC_EFFECTS, SECRET_EFFECTS
from games.engine.expansions.auction import Auctions
from games.engine.expansions.base import Expansion
from games.engine.expansions.future_contracts import FutureContracts
from games.engine.expansions.most_glory import MostGlory
from games.engine.expansions.solo import Solo
from games.engine.expansions.tight_map import TightMap
from games.engine.moves.base import MoveBase
from games.engine.moves.bidding import Bid, DeclineBid
from games.engine.moves.contracts import DrawContracts, KeepContracts, TakeContracts
from games.engine.moves.expanding import Expand
from games.engine.moves.fulfilling import Bonus, Fulfil
from games.engine.moves.ports import UsePort
from games.engine.moves.producing import Produce
from games.engine.moves.setting_up import ChooseClan, PlaceFirstWorker
from games.engine.moves.trading import NeighbourhoodBuy, Trade
from games.engine.moves.turns import EndTurn, Pass, Skip
from games.engine.moves.upgrading import (
    BonusUpgrade,
    HireMerchant,
    UpgradeShipping,
    UpgradeTechnology,
)
from games.engine.registry import Registry, install
from games.engine.state import DecisionType, ExpansionState, PartType, State
from games.engine.type_variable import filled

BASE_MOVES: Final[tuple[type[MoveBase], ...]] = (
    ChooseClan,
    Bid,
    DeclineBid,
    PlaceFirstWorker,
    Trade,
    TakeContracts,
    Expand,
    UpgradeShipping,
    UpgradeTechnology,
    HireMerchant,
    Fulfil,
    Pass,
    EndTurn,
    UsePort,
    NeighbourhoodBuy,
    DrawContracts,
    KeepContracts,
    Bonus,
    BonusUpgrade,
    *(move for clan in BASE_CLANS for move in clan.moves),
    Skip,
    Produce,
)
"""The moves of the game without expansions."""

SHIPPED: Final[tuple[Expansion, ...]] = (
    Solo(),
    TightMap(),
    FutureContracts(),
    Auctions(),
    MostGlory(),
)
"""In the order in which they are asked: alone at the table a contract goes before the row of
contracts to come is filled. (VAR-FUTURE-09)"""


def assemble(expansions: Sequence[Expansion]) -> None:
    """Make the engine of this process one with these expansions.

    ``games.engine`` does so with ``SHIPPED`` when it is imported. Tests of an expansion that is not
    shipped call it again, before anything else of the project is imported.

    Raises ValueError where two of them bring the same name.
    """
    decisions = [*DECISIONS, *(kind for one in expansions for kind in one.decisions)]
    public = [*PUBLIC_EFFECTS, *(kind for one in expansions for kind in one.effects)]
    hidden = [*SECRET_EFFECTS, *(kind for one in expansions for kind in one.secret_effects)]
    added = [clan for one in expansions for clan in one.clans]
    clans = [*BASE_CLANS, *added]
    moves = [*BASE_MOVES, *(kind for one in expansions for kind in one.moves)]
    moves += [move for clan in added for move in clan.moves]
    parts = [kind for one in expansions for kind in one.states]
    _check_names("expansion", [one.name for one in expansions])
    _check_names("clan", [clan.name for clan in clans])
    _check_names("word of a move", [move.WORD for move in moves if move.WORD])
    for kinds in (decisions, [*public, *hidden], moves, parts):
        _check_names("tag", [str(kind.__struct_config__.tag) for kind in kinds])
    types = {DecisionType: union(decisions), PartType: union(parts or [ExpansionState])}
    install(
        Registry(
            expansions=tuple(expansions),
            clans={clan.name: clan for clan in clans},
            moves={move.type_name(): move for move in moves},
            effects=(*public, *hidden),
            decision_type=types[DecisionType],
            state_type=complete(State, types),
            effect_type=union(complete(kind, types) for kind in public),
            secret_effect_type=union(complete(kind, types) for kind in hidden),
            move_type=union(moves),
        )
    )


def union(kinds: Iterable[Any]) -> Any:
    """The type that has one of several tags."""
    return reduce(or_, kinds)


def complete(kind: type, types: Mapping[Any, Any]) -> Any:
    """A struct with the types that its variables stand for; itself where it has none."""
    variables = getattr(kind, "__parameters__", ())
    return filled(kind, *(types[variable] for variable in variables)) if variables else kind


def _check_names(what: str, names: Sequence[str]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"there is more than one {what} {', '.join(twice)}")
