"""The moves: one class for each kind, its registry, and reading from JSON and from notation."""

import msgspec

from games.engine.errors import MalformedMove
from games.engine.moves.base import MoveBase
from games.engine.moves.bidding import Bid, DeclineBid
from games.engine.moves.clans import Brew, Row, WithdrawCellar
from games.engine.moves.contracts import DrawContracts, Keep, TakeContracts
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
from games.engine.words import SIDES

Move = (
    ChooseClan
    | Bid
    | DeclineBid
    | PlaceFirstWorker
    | Trade
    | TakeContracts
    | Expand
    | UpgradeShipping
    | UpgradeTechnology
    | HireMerchant
    | Fulfil
    | Pass
    | EndTurn
    | UsePort
    | NeighbourhoodBuy
    | DrawContracts
    | Keep
    | Bonus
    | BonusUpgrade
    | Row
    | WithdrawCellar
    | Brew
    | Skip
    | Produce
)

MOVES: tuple[type[MoveBase], ...] = (
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
    Keep,
    Bonus,
    BonusUpgrade,
    Row,
    WithdrawCellar,
    Brew,
    Skip,
    Produce,
)
MOVE_TYPES: dict[str, type[MoveBase]] = {cls.type_name(): cls for cls in MOVES}

_BY_WORD: dict[str, type[MoveBase]] = {
    **dict.fromkeys(SIDES, Trade),
    **{cls.WORD: cls for cls in MOVES if cls.WORD},
}
_LONGEST = 200
_json: msgspec.json.Decoder[Move] = msgspec.json.Decoder(Move)


def decode_move(data: bytes | str | dict[str, object]) -> Move:
    """A move from JSON text or from the object that such text stands for.

    Raises MalformedMove.
    """
    try:
        if isinstance(data, bytes | str):
            return _json.decode(data)
        move: Move = msgspec.convert(data, Move)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise MalformedMove(str(error)) from error
    return move


def parse(notation: str) -> Move:
    """The move that a line of notation stands for. Raises MalformedMove."""
    words = notation[: _LONGEST + 1].split()
    if len(notation) > _LONGEST or not words or not notation.isascii():
        raise MalformedMove(f"a move is one line of 1 to {_LONGEST} plain characters")
    known = _BY_WORD.get(words[0])
    if known is None:
        raise MalformedMove(f"a move begins with one of: {', '.join(_BY_WORD)}")
    try:
        return known.read(words if known is Trade else words[1:])  # type: ignore[return-value]
    except (ValueError, LookupError) as error:
        example = known.example(words[1:])
        raise MalformedMove(f"cannot read {notation!r}; write it like {example!r}") from error


__all__ = ["MOVES", "MOVE_TYPES", "Move", "MoveBase", "decode_move", "parse"]
