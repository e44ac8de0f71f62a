"""Why something cannot be chosen that a player looks for among the choices of a step."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final, get_args

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from games import engine
from games.engine.clans import clan_of
from games.engine.decisions import DeploymentBonuses, KeepContracts
from games.engine.moves import contracts, trading, upgrading
from games.engine.moves.base import MoveBase
from games.engine.moves.bidding import Bid
from games.engine.moves.clans import Brew, Row, WithdrawCellar
from games.engine.moves.expanding import Expand
from games.engine.moves.fulfilling import Fulfil
from games.engine.moves.ports import UsePort
from games.engine.moves.setting_up import ChooseClan, PlaceFirstWorker
from games.engine.words import GOODS, SIDES, TECHNOLOGY_COLUMNS
from web.presenting.panel_refusals import Refusal, refusal_of, told, why_not_unit

Path = Sequence[str]


class Answer(Struct, frozen=True):
    """What is said of a value that was asked about; without a refusal it can be chosen."""

    value: str
    text: str
    rule: str = ""


def _trade(path: Path, value: str) -> MoveBase:
    side, good = value.split(" ")
    return trading.Trade.build(side=side, good=good, quantity=1)


def _more(path: Path, value: str) -> MoveBase:
    side, good = path[1].split(" ")
    return trading.Trade.build(side=side, good=good, quantity=int(value))


def _upgrade(path: Path, value: str) -> MoveBase:
    column = TECHNOLOGY_COLUMNS[0] if value == "technology" else None
    fields = {"good": GOODS[0], "side": "buy"} if value == "take_back" else {}
    return upgrading.BonusUpgrade.build(choice=value, column=column, **fields)


TRIES: Final[Mapping[tuple[str, str], Callable[[Path, str], MoveBase]]] = {
    ("expand", "hex"): lambda path, value: Expand.build(unit=path[1], hex=value),
    ("place", "hex"): lambda path, value: PlaceFirstWorker.build(column=path[1], hex=value),
    ("row", "hex"): lambda path, value: Row.build(**{"from": path[1], "to": value}),
    ("row", "fisherman"): lambda _path, value: Row.build(**{"from": value, "to": value}),
    ("clan", "pair"): lambda _path, value: ChooseClan.build(pair=int(value)),
    ("bid", "amount"): lambda _path, value: Bid.build(amount=int(value)),
    ("trade", "deal"): _trade,
    ("trade", "quantity"): _more,
    ("neighbourhood", "good"): lambda _path, value: trading.NeighbourhoodBuy.build(
        good=value, quantity=1
    ),
    ("neighbourhood", "quantity"): lambda path, value: trading.NeighbourhoodBuy.build(
        good=path[1], quantity=int(value)
    ),
    ("contracts", "contract"): lambda _path, value: contracts.TakeContracts.build(
        contracts=[int(value)]
    ),
    ("keep", "contract"): lambda _path, value: contracts.Keep.build(contracts=[int(value)]),
    ("fulfil", "contract"): lambda _path, value: Fulfil.build(contract=int(value)),
    ("port", "tile"): lambda _path, value: UsePort.build(tile=int(value)),
    ("technology", "technology"): lambda _path, value: upgrading.UpgradeTechnology.build(
        column=value
    ),
    ("upgrade", "upgrade"): _upgrade,
    ("cellar", "barrel"): lambda _path, value: WithdrawCellar.build(slot=int(value)),
    ("brew", "quantity"): lambda _path, value: Brew.build(quantity=int(value)),
}
"""By action and kind of step, the move that somebody has in mind who chooses a value.

Where it needs more than has been chosen yet, the rest is what is refused last.
"""

OWN_UNITS: Final[Mapping[str, tuple[str, str]]] = {
    "animal": ("FULFIL-07", gettext_noop("You have no animal on %(hex)s that the contract takes.")),
    "old": ("PORT-7", gettext_noop("You have no unit on %(hex)s that can be exchanged.")),
}
"""By kind of step that names a unit of one's own, the rule and what is said of other spaces."""


def answer(
    state: engine.State, decision: engine.Decision, path: Path, kind: str, value: str
) -> Answer:
    """What is said of a value of a step, whatever somebody has sent as one."""
    if kind in OWN_UNITS:
        rule, text = OWN_UNITS[kind]
        return Answer(value, _(text) % {"hex": value}, rule)
    try:
        refusal = refusal_of(state, decision, TRIES[path[0], kind](path, value))
    except (engine.MalformedMove, ValueError, LookupError):
        return Answer(value, _("There is no %(value)s to choose.") % {"value": value})
    if refusal is None:
        return Answer(value, _("%(value)s can be chosen.") % {"value": value})
    found = told(state, decision, refusal)
    return Answer(value, found.text, found.rule)


Looked = Callable[[engine.State, engine.Decision], Iterator[str]]


def _deals(_state: engine.State, _decision: engine.Decision) -> Iterator[str]:
    return (f"{side} {good}" for side in SIDES for good in GOODS)


def _columns(state: engine.State, decision: engine.Decision) -> Iterator[str]:
    return iter(clan_of(state.players[decision.seat]).columns)


def _held(state: engine.State, decision: engine.Decision) -> Iterator[str]:
    return map(str, state.players[decision.seat].contracts())


def _drawn(_state: engine.State, decision: engine.Decision) -> Iterator[str]:
    return map(str, decision.contracts if isinstance(decision, KeepContracts) else ())


def _neighbours(_state: engine.State, decision: engine.Decision) -> Iterator[str]:
    return iter(decision.goods if isinstance(decision, DeploymentBonuses) else ())


LOOKED_FOR: Final[Mapping[tuple[str, str], Looked]] = {
    ("expand", "unit"): _columns,
    ("trade", "deal"): _deals,
    ("fulfil", "contract"): _held,
    ("keep", "contract"): _drawn,
    ("neighbourhood", "good"): _neighbours,
    ("port", "tile"): lambda state, _decision: (str(port.tile) for port in state.ports),
    ("technology", "technology"): lambda _state, _decision: iter(TECHNOLOGY_COLUMNS),
    ("upgrade", "upgrade"): lambda _state, _decision: iter(get_args(upgrading.UpgradeChoice)),
    ("clan", "pair"): lambda state, _decision: map(str, range(len(state.draft))),
}
"""By action and kind of step, what one might look for among the choices."""


def missing(
    state: engine.State, decision: engine.Decision, path: Path, kind: str, possible: Collection[str]
) -> Iterator[tuple[str, Refusal]]:
    """What one might look for among the choices of a step, and why it is not there."""
    looked = LOOKED_FOR.get((path[0], kind))
    values = [] if looked is None else list(looked(state, decision))
    if kind == "quantity":
        values.append(str(max(map(int, possible)) + 1))
    for value in values:
        if value not in possible:
            refusal = why_not(state, decision, path, kind, value)
            if refusal is not None:
                yield value, refusal


def why_not(
    state: engine.State, decision: engine.Decision, path: Path, kind: str, value: str
) -> Refusal | None:
    """Why a value is not among the choices of a step; None for what cannot be told."""
    if kind == "unit":
        return why_not_unit(state, decision, value)
    refusal = refusal_of(state, decision, TRIES[path[0], kind](path, value))
    return None if refusal is None else told(state, decision, refusal)
