"""Puts the engine together from a tuple of expansions."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, Final, cast

from msgspec import defstruct
from msgspec.structs import fields

from games.engine.clans.base import Clan
from games.engine.clans.base_clans import BASE_CLANS
from games.engine.decisions import DECISIONS
from games.engine.effects import PUBLIC_EFFECTS, SECRET_EFFECTS
from games.engine.expansions.auction import Auctions
from games.engine.expansions.awards import Awards
from games.engine.expansions.base import Expansion
from games.engine.expansions.farmers_markets import FarmersMarkets
from games.engine.expansions.future_contracts import FutureContracts
from games.engine.expansions.most_glory import MostGlory
from games.engine.expansions.new_clans import NewClans
from games.engine.expansions.new_maps import NewMaps
from games.engine.expansions.new_ports import NewPorts
from games.engine.expansions.new_scoring_tiles import NewScoringTiles
from games.engine.expansions.new_start_tiles import NewStartTiles
from games.engine.expansions.refill_board import RefillBoard
from games.engine.expansions.solo import Solo
from games.engine.expansions.tight_map import TightMap
from games.engine.moves.base import MoveBase
from games.engine.moves.bidding import Bid, DeclineBid
from games.engine.moves.contracts import DrawContracts, KeepContracts, TakeContracts
from games.engine.moves.expanding import Expand
from games.engine.moves.fulfilling import Bonus, Fulfil
from games.engine.moves.moving import MoveUnit
from games.engine.moves.port_gains import ChoosePortGain
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
from games.engine.rules.answers import ChoiceType, ClanChoice
from games.engine.rules.granted_decisions import GRANTED_DECISIONS
from games.engine.state import DecisionType, ExpansionState, PartType, State
from games.engine.type_variable import filled

BASE_DECISIONS: Final = (*DECISIONS, *GRANTED_DECISIONS)
"""The decisions of the game without expansions."""

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
    MoveUnit,
    ChoosePortGain,
    *(move for clan in BASE_CLANS for move in clan.moves),
    Skip,
    Produce,
)
"""The moves of the game without expansions."""

SHIPPED: Final[tuple[Expansion, ...]] = (
    Solo(),
    TightMap(),
    FutureContracts(),
    Awards(),
    RefillBoard(),
    FarmersMarkets(),
    Auctions(),
    MostGlory(),
    NewClans(),
    NewMaps(),
    NewStartTiles(),
    NewScoringTiles(),
    NewPorts(),
)
"""In the order in which they are asked: alone at the table a contract goes before the row of
contracts to come is filled. (VAR-FUTURE-09)"""


MOST_CHOICES: Final = 15
"""Of all clans in production; a struct of more fields has another header in the digest."""


def assemble(expansions: Sequence[Expansion]) -> None:
    """Make the engine of this process one with these expansions.

    ``games.engine`` does so with ``SHIPPED`` when it is imported. Tests of an expansion that is not
    shipped call it again, before anything else of the project is imported.

    Raises ValueError where two of them bring the same name.
    """
    decisions = [*BASE_DECISIONS, *(kind for one in expansions for kind in one.decisions)]
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
    types: dict[Any, Any] = {ChoiceType: choices_of(clans)}
    types[DecisionType] = union(complete(kind, types) for kind in decisions)
    types[PartType] = union(parts or [ExpansionState])
    install(
        Registry(
            expansions=tuple(expansions),
            clans={clan.name: clan for clan in clans},
            moves={move.type_name(): move for move in moves},
            effects=(*public, *hidden),
            choice_type=types[ChoiceType],
            state_type=complete(State, types),
            effect_type=union(complete(kind, types) for kind in public),
            secret_effect_type=union(complete(kind, types) for kind in hidden),
            move_type=union(complete(move, types) for move in moves),
        )
    )


def choices_of(clans: Iterable[Clan]) -> type[ClanChoice]:
    """One struct that reads what the player of any of these clans has chosen in production."""
    found = [field for clan in clans for field in fields(clan.choice)]
    _check_names("choice in production", [field.name for field in found])
    if len(found) > MOST_CHOICES:
        raise ValueError(f"there are more than {MOST_CHOICES} choices in production")
    made = defstruct(
        ClanChoice.__name__,
        [(field.name, field.type, field.default) for field in found],
        bases=(ClanChoice,),
        module=__name__,
        namespace={"__doc__": ClanChoice.__doc__},
    )
    return cast("type[ClanChoice]", made)


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
