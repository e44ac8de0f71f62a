"""Clan Fraser."""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import Final

from games.engine import effects as fx
from games.engine.clans.base import Clan
from games.engine.clans.kept_goods import Kept, StandIn
from games.engine.content import Content
from games.engine.content.schema import Contract
from games.engine.errors import IllegalMove
from games.engine.geometry.board import BIT, Board
from games.engine.recorder import Recorder
from games.engine.rules.answers import ClanChoice, ProduceAnswer
from games.engine.rules.spending import MOST_KILTS, KiltCount
from games.engine.state import Piece, Player, State
from games.engine.terms import (
    IMPORT_INDEX,
    PROCESSED_GOODS,
    WOOL,
    Column,
    Good,
    Seat,
    Unit,
    gettext_noop,
)

COTTON: Final = IMPORT_INDEX["cotton"]
EVERY: Final = 4
"""Each time that the clan's cotton gets to so much more, it gains wool. (CLAN-FRASER-8)"""
WOOL_GAINED: Final = 2
PAIRS: Final = gettext_noop("Of clan Fraser a kiltmaker and its sheep are a pair too.")


class Weaving(ClanChoice, frozen=True):
    """How much wool becomes kilts. (CLAN-FRASER-2)"""

    kilts: KiltCount = 0


class Fraser(Clan):
    """Workers beside sheep who make kilts, and wool for cotton. (CLAN-FRASER-1..9)

    The clan's own state is the kilts, 0 or 1 on each of the two spaces of its tile; it is empty
    before the first.
    """

    name = "fraser"
    rule = "CLAN-FRASER-1"
    choice = Weaving
    text = (
        gettext_noop(
            "Up to two of your workers are kiltmakers, each with a different sheep of yours beside "
            "it: in production each may also turn 1 wool into a kilt."
        ),
        gettext_noop("You have at most two kilts. A kilt is a processed good of its own kind."),
        gettext_noop(
            "In your turn you may use a kilt as bread, cheese or whisky: for a contract, at a "
            "port, or to sell it."
        ),
        gettext_noop(
            "Each time the cotton on your fulfilled contracts reaches or passes 4, 8, 12 and so "
            "on, you gain 2 wool."
        ),
    )
    details = (
        gettext_noop(
            "With a river between them a worker is no kiltmaker. For scoring tile 13 a kiltmaker "
            "and its sheep are a pair."
        ),
    )
    about_tiles = {
        "processed goods": gettext_noop("Kilts of clan Fraser count as processed goods."),
        "kinds of goods": gettext_noop("Kilts of clan Fraser are a kind of their own."),
        "buildings": gettext_noop("Kiltmakers of clan Fraser count as buildings too."),
        "chains": PAIRS,
        "every chain": PAIRS,
        "discarding processed goods": gettext_noop("Clan Fraser can discard kilts for it."),
    }
    """(SCORE-2, SCORE-12, EDN-21, SCORE-13, AWARD-7, CLAN-FRASER-5)"""
    refusals = {
        "too_many_kilts": gettext_noop(
            "Kilts that you can make now: at most %(most)s. Each needs a kiltmaker, a wool and a "
            "free space on your clan tile."
        ),
        "too_few_kilts": gettext_noop("Kilts that you have: %(have)s."),
        "nothing_for_kilt": gettext_noop("No kilt can stand for %(good)s here."),
    }

    # --- making kilts ----------------------------------------------------------------------------

    def chooses_in_production(self, state: State, seat: Seat) -> bool:
        return self._most(state, seat) > 0

    def check_production(self, state: State, seat: Seat, answer: ProduceAnswer) -> None:
        super().check_production(state, seat, answer)
        most = self._most(state, seat)
        if Weaving.of(answer.clan).kilts > most:
            raise IllegalMove("CLAN-FRASER-2", "too_many_kilts", most=most)

    def production_choices(
        self, state: State, seat: Seat, *, cheese: int, whisky: int
    ) -> Iterator[Weaving]:
        yield from map(Weaving, range(self._most(state, seat) + 1))

    def gives_up(self, choice: ClanChoice) -> dict[Good, int]:
        return {"wool": Weaving.of(choice).kilts}

    def stand_ins_made(self, board: Board, player: Player) -> int:
        return len(kiltmakers(board, player))

    def could_make_more(self, state: State, seat: Seat, choice: ClanChoice) -> bool:
        return Weaving.of(choice).kilts < self._most(state, seat)

    def after_processing(self, game: Recorder, seat: Seat, answer: ProduceAnswer) -> None:
        if made := Weaving.of(answer.clan).kilts:
            game.goods(seat, "wool", -made)
            set_kilts(game, seat, sum(game.player(seat).clan_state) + made)

    def towards_gifts(self, state: State, seat: Seat, column: Column) -> int:
        player = state.players[seat]
        if column in ("sheep", "woodcutter", "miner") and (
            len(kiltmakers(state.board, player)) < MOST_KILTS
        ):
            partner: Unit = "worker" if column == "sheep" else "sheep"
            around = [state.board.neighbours[p.hex] for p in player.units if p.unit == partner]
            return reduce(or_, around, 0)
        return 0

    @staticmethod
    def _most(state: State, seat: Seat) -> int:
        """How many kilts a production can make now. (CLAN-FRASER-1, CLAN-FRASER-2)"""
        player = state.players[seat]
        free = MOST_KILTS - sum(player.clan_state)
        return min(free, player.goods[WOOL], len(kiltmakers(state.board, player)))

    # --- what kilts are --------------------------------------------------------------------------

    def stand_in(self, player: Player) -> StandIn | None:
        return StandIn(PROCESSED_GOODS, have) if (have := sum(player.clan_state)) else None

    def spend_stand_in(self, game: Recorder, seat: Seat, amount: int) -> None:
        set_kilts(game, seat, sum(game.player(seat).clan_state) - amount)

    def stock(self, player: Player) -> Sequence[int]:
        return [*player.goods, sum(player.clan_state)]

    def processed_elsewhere(self, player: Player) -> int:
        return sum(player.clan_state)

    def own_spaces(self, content: Content) -> int:
        return MOST_KILTS

    def keeps(self, content: Content, player: Player) -> list[Kept]:
        return [Kept(PROCESSED_GOODS, (0,))] * sum(player.clan_state)

    def shown_state(self, content: Content, player: Player) -> dict[str, list[int]]:
        return {"kilts": list(player.clan_state) or [0] * MOST_KILTS}

    # --- kiltmakers, and cotton ------------------------------------------------------------------

    def other_buildings(self, state: State, seat: Seat) -> list[Piece]:
        """The kiltmakers, by a switch. (CLAN-FRASER-7, EDN-21)"""
        if not state.options.kiltmakers_are_factories:
            return []
        return [worker for worker, _sheep in kiltmakers(state.board, state.players[seat])]

    def other_chains(self, state: State, seat: Seat) -> list[tuple[Piece, Piece]]:
        return kiltmakers(state.board, state.players[seat])

    def imports(self, game: Recorder, seat: Seat, contract: Contract) -> None:
        numbers = set(game.player(seat).fulfilled) - {contract.id}
        before = sum(game.state.content.contract(one).imports[COTTON] for one in numbers)
        after = before + contract.imports[COTTON]
        game.goods(seat, "wool", WOOL_GAINED * (after // EVERY - before // EVERY))


def kiltmakers(board: Board, player: Player) -> list[tuple[Piece, Piece]]:
    """The kiltmakers, each with its sheep: as many pairs as can be made, two at most.

    (CLAN-FRASER-1)
    """
    units = list(enumerate(player.units))
    pairs = [
        (worker, sheep)
        for worker in units
        if worker[1].unit == "worker"
        for sheep in units
        if sheep[1].unit == "sheep" and neighbouring(board, worker[1], sheep[1])
    ]
    for one, other in combinations(pairs, MOST_KILTS):
        if one[0] != other[0] and one[1] != other[1]:
            return [(worker[1], sheep[1]) for worker, sheep in (one, other)]
    return [(worker[1], sheep[1]) for worker, sheep in pairs[:1]]


def neighbouring(board: Board, one: Piece, other: Piece) -> bool:
    """Whether two units neighbour each other; on one space they do. (IND-DEF-04)"""
    return one.hex == other.hex or bool(board.neighbours[one.hex] & BIT[other.hex])


def set_kilts(game: Recorder, seat: Seat, number: int) -> None:
    """Have so many kilts on the clan tile."""
    game.emit(fx.ClanStateSet(seat, [int(place < number) for place in range(MOST_KILTS)]))
