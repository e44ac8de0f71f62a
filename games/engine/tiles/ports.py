"""Port tiles: what using each asks and does, as rows. (PORT-2..5, PORT-8)"""

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement

from msgspec import Struct

from games.engine.amounts import Amounts, one_of
from games.engine.decisions import BonusUpgrade, BuildingBonus
from games.engine.errors import IllegalMove
from games.engine.recorder import Recorder
from games.engine.state import State
from games.engine.words import BASIC_GOODS, GOODS, PROCESSED_GOODS, Good, Seat


class PortChoice(Struct, frozen=True):
    """What the player of a port tile has to choose beside the tile."""

    discard: Amounts = Amounts()
    gain: Amounts = Amounts()


NOTHING = PortChoice()


def nothing_to_choose(rule: str) -> Callable[[State, Seat, PortChoice], None]:
    """The check of a tile that leaves no choice."""

    def check(state: State, seat: Seat, choice: PortChoice) -> None:
        if choice != NOTHING:
            raise IllegalMove(rule, "nothing_to_choose")

    return check


def one_choice(state: State, seat: Seat) -> Iterator[PortChoice]:
    """The only choice of a tile that leaves none."""
    yield NOTHING


class PortTile(Struct, frozen=True):
    """A port tile; the general rules (reach, once for each player) are the move's."""

    number: int
    text: str
    perform: Callable[[Recorder, Seat, PortChoice], None]
    check: Callable[[State, Seat, PortChoice], None]
    choices: Callable[[State, Seat], Iterator[PortChoice]] = one_choice
    kickstarter: bool = False


class Exchange(Struct, frozen=True):
    """One good of a group for several of the same group. (PORT-2, PORT-3)"""

    rule: str
    group: tuple[Good, ...]
    gain: int

    def check(self, state: State, seat: Seat, choice: PortChoice) -> None:
        """Exactly one good of the group in stock goes, exactly so many come."""
        for part, wanted, code in (
            (choice.discard, 1, "discard_one"),
            (choice.gain, self.gain, "gain_exactly"),
        ):
            if part.total() != wanted or part.of(self.group) != wanted:
                raise IllegalMove(self.rule, code, amount=wanted, goods=list(self.group))
        stock = state.players[seat].goods
        for held, discarded, good in zip(stock, choice.discard.by_good(), GOODS, strict=True):
            if discarded > held:
                raise IllegalMove("PORT-G07", "not_enough_goods", good=good, have=held)

    def perform(self, game: Recorder, seat: Seat, choice: PortChoice) -> None:
        """The discarded good goes first, then the others come."""
        for good, amount in zip(GOODS, choice.discard.by_good(), strict=True):
            game.goods(seat, good, -amount)
        for good, amount in zip(GOODS, choice.gain.by_good(), strict=True):
            game.goods(seat, good, amount)

    def choices(self, state: State, seat: Seat) -> Iterator[PortChoice]:
        """Every good to discard with every mix to gain."""
        for good, held in zip(GOODS, state.players[seat].goods, strict=True):
            if good not in self.group or not held:
                continue
            for gained in combinations_with_replacement(self.group, self.gain):
                mix = Amounts(*(gained.count(other) for other in GOODS))
                yield PortChoice(one_of(good), mix)


def glory_and_upgrade(game: Recorder, seat: Seat, choice: PortChoice) -> None:
    """3 Glory, whether or not the upgrade is taken. (PORT-4)"""
    game.glory(seat, 3)
    game.open(BonusUpgrade(game.version, seat))


def ten_pounds(game: Recorder, seat: Seat, choice: PortChoice) -> None:
    """£10. (PORT-5)"""
    game.money(seat, 10)


def pounds_and_contract(game: Recorder, seat: Seat, choice: PortChoice) -> None:
    """£5, and a building bonus where an export box is empty. (PORT-8, PORT-8a)"""
    game.money(seat, 5)
    if game.state.building_bonus_possible(seat):
        game.open(BuildingBonus(game.version, seat))


_BASIC = Exchange("PORT-2", BASIC_GOODS, 3)
_PROCESSED = Exchange("PORT-3", PROCESSED_GOODS, 2)

PORTS: dict[int, PortTile] = {
    tile.number: tile
    for tile in (
        PortTile(
            2,
            "Discard a basic good to gain three basic goods of your choice.",
            _BASIC.perform,
            _BASIC.check,
            _BASIC.choices,
        ),
        PortTile(
            3,
            "Discard a processed good to gain two processed goods of your choice.",
            _PROCESSED.perform,
            _PROCESSED.check,
            _PROCESSED.choices,
        ),
        PortTile(
            4,
            "Gain 3 Glory and one bonus upgrade.",
            glory_and_upgrade,
            nothing_to_choose("PORT-4"),
        ),
        PortTile(5, "Receive £10.", ten_pounds, nothing_to_choose("PORT-5")),
        PortTile(
            8,
            "Receive £5; with an empty export box you may use a building bonus.",
            pounds_and_contract,
            nothing_to_choose("PORT-8"),
        ),
    )
}
