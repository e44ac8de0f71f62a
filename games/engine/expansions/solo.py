"""The solo game: what takes the place of opponents. (SOLO)"""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, TypeVar

from msgspec.structs import replace

from games.engine import effects as fx
from games.engine.content import Content, MarketTrack
from games.engine.errors import InvalidOptions
from games.engine.expansions.base import Expansion, PreparationStage, Ranking, SetupStage
from games.engine.geometry.board import hexes_in
from games.engine.options import Options
from games.engine.randomness import Stream
from games.engine.recorder import Recorder
from games.engine.rules.points import ByThreshold, RankingScheme
from games.engine.state import Rating, ScoreSheet, Secrets, State
from games.engine.terms import GOOD_INDEX, GOODS, PRICE_DIE, Good, PriceFace, gettext_noop

NEUTRAL_LAND: Final = 1
"""The land cost of the spaces on which neutral pieces lie. (SOLO-02)"""
CHANGES: Final = 3
"""How many goods change their price before a round. (SOLO-11)"""
EXPORTS: Final = ByThreshold(((7, 12), (6, 8), (5, 4)), "SOLO-22")
"""From how many fulfilled contracts on there are so many points. (SOLO-22)"""
SETTLEMENTS: Final = ByThreshold(((14, 18), (11, 12), (8, 6)), "SOLO-23")
"""From how many connected settlements on there are so many points. (SOLO-23)"""
RATINGS: Final[Sequence[tuple[int, Rating]]] = (
    (161, "genius"),
    (146, "expert"),
    (131, "average"),
    (116, "rookie"),
)
"""From which total on a result is called so; below all of them it is "newbie". (SOLO-24)"""
DICE_UNKNOWN: Final = "the dice are unknown"

Face = TypeVar("Face", Good, PriceFace)


def rating(total: int) -> Rating:
    """The rating of a result. (SOLO-24)"""
    return next((word for least, word in RATINGS if total >= least), "newbie")


class Solo(Expansion):
    """Neutral pieces, a market that moves by itself, thresholds in place of rankings."""

    name: ClassVar[str] = "solo"

    def in_play(self, options: Options) -> bool:
        return options.solo

    def check_options(self, options: Options, content: Content) -> None:
        """The content pack says which slot the price die names. (DATA-10)"""
        if not content.solo_slots:
            message = gettext_noop(
                "this content pack does not say which slot the price die names: it has no "
                "solo_slots"
            )
            raise InvalidOptions("players", message, rule="DATA-10")

    def assume_hidden(self, state: State, shown: Sequence[fx.Effect]) -> None:
        """The dice are thrown as they came. (SOLO-12, SOLO-13)"""
        thrown = [effect for effect in shown if isinstance(effect, fx.MarketDiceThrown)]
        secret = _secrets(state)
        secret.goods_die = [good for effect in thrown for good in effect.goods]
        secret.price_die = [effect.face for effect in thrown]

    def set_up(self, game: Recorder, stage: SetupStage, seed: bytes) -> None:
        if stage == "map":
            lay_neutral_pieces(game)

    def prepare_round(self, game: Recorder, stage: PreparationStage) -> None:
        """The market changes, and at last a contract goes. (SOLO-10, SOLO-20)"""
        if stage == "merchants":
            change_market(game)
        elif stage == "contracts":
            remove_contract(game, last_face(game))

    def ranking_scheme(self, ranking: Ranking) -> RankingScheme:
        return EXPORTS if ranking == "exports" else SETTLEMENTS

    def finished(self, state: State, sheet: ScoreSheet) -> ScoreSheet:
        """Rate the result, unless the game was given up. (SOLO-24)"""
        return replace(sheet, rating=None if state.resigned else rating(sheet.total))


def lay_neutral_pieces(game: Recorder) -> None:
    """Cover all active land of £1. (SOLO-02)"""
    board = game.state.board
    cheap = [hex_ for hex_ in hexes_in(board.land) if board.cost[hex_] == NEUTRAL_LAND]
    game.emit(fx.SpacesBlocked("neutral", cheap))


# --- between two rounds ---------------------------------------------------------------------------


def change_market(game: Recorder) -> None:
    """Throw the market dice before the next round.

    Three different goods change, each once. (SOLO-10..18)
    """
    changed: list[Good] = []
    for number in range(1, CHANGES + 1):
        label = f"market-dice/{game.state.round + 1}/{number}"
        thrown = _until_new(goods_die(game.state, f"{label}/goods"), changed)
        face = next(price_die(game.state, f"{label}/price"))
        game.emit(fx.MarketDiceThrown(thrown, face))
        good = thrown[-1]
        track = game.state.content.market(game.state.options.players)[GOOD_INDEX[good]]
        game.move_price(good, steps(track, game.state.prices[GOOD_INDEX[good]], face))
        changed.append(good)


def last_face(game: Recorder) -> PriceFace:
    """The face of the price die that was thrown last. (SOLO-20)"""
    thrown = (one for one in reversed(game.effects) if isinstance(one, fx.MarketDiceThrown))
    return next(thrown).face


def _until_new(die: Iterator[Good], changed: Sequence[Good]) -> list[Good]:
    """Every throw up to the first good that has not changed yet. (SOLO-12)"""
    thrown = [next(die)]
    while thrown[-1] in changed:
        thrown.append(next(die))
    return thrown


def steps(track: MarketTrack, position: int, face: int) -> int:
    """How far a marker is moved, up or (negative) down. (SOLO-14..16)"""
    lowest, highest = track.medium
    if position < lowest:
        return abs(face)
    if position > highest:
        return -abs(face)
    return face


def remove_contract(game: Recorder, face: PriceFace) -> None:
    """The contract on the slot that the price die names leaves the game. (SOLO-20, SOLO-21)"""
    slot = game.state.content.solo_slots.index(face)
    contract = game.state.slots[slot]
    if contract:
        game.emit(fx.SlotSet(slot, fx.NO_CONTRACT))
        game.emit(fx.ContractRemoved(contract))


# --- the dice -------------------------------------------------------------------------------------


def goods_die(state: State, label: str) -> Iterator[Good]:
    """The throws of the goods die, one face for each good. Raises RuntimeError if unknown."""
    secret = _secrets(state)
    return _throws(secret, label, GOODS, secret.goods_die)


def price_die(state: State, label: str) -> Iterator[PriceFace]:
    """The throws of the price die. Raises RuntimeError when they are unknown."""
    secret = _secrets(state)
    return _throws(secret, label, PRICE_DIE, secret.price_die)


def _throws(
    secret: Secrets, label: str, faces: Sequence[Face], known: Sequence[Face]
) -> Iterator[Face]:
    """Drawn from the seed; without it those that are known."""
    if secret.seed:
        stream = Stream(bytes.fromhex(secret.seed), label)
        while True:
            yield stream.choice(faces)
    yield from list(known)
    raise RuntimeError(DICE_UNKNOWN)


def _secrets(state: State) -> Secrets:
    if state.secret is None:
        raise RuntimeError(DICE_UNKNOWN)
    return state.secret
