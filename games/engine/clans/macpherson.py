"""Clan MacPherson."""

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from itertools import product
from operator import or_

from games.engine.clans.base import Clan
from games.engine.errors import IllegalMove
from games.engine.geometry.board import hexes_in, mask_of
from games.engine.recorder import Recorder
from games.engine.rules.answers import ClanChoice, ProduceAnswer, Spaces
from games.engine.state import State
from games.engine.terms import (
    ANIMALS,
    MOST_UNITS,
    UNITS_PER_COLUMN,
    Animal,
    Column,
    Hex,
    Seat,
    gettext_noop,
)


class Young(ClanChoice, frozen=True):
    """The spaces of parents on which young come, at most one of each kind. (CLAN-MACPHERSON-1)"""

    young: Spaces = ()


class MacPherson(Clan):
    """Animals that breed at the end of production. (CLAN-MACPHERSON-1..4)"""

    name = "macpherson"
    rule = "CLAN-MACPHERSON-1"
    choice = Young
    doubles = True
    text = (
        gettext_noop(
            "At the end of each production, if two of your sheep stand on neighbouring spaces, you "
            "may deploy a sheep from your player board for free on the space of one of them that "
            "holds no second unit; the same with cows."
        ),
        gettext_noop("Young produce nothing in the round in which they come."),
    )
    details = (
        gettext_noop("At most one sheep and one cow come in a round, in the last round too."),
        gettext_noop("No space holds more than two of your units."),
        gettext_noop("Young bring no purchases from neighbours and no sales at markets."),
    )
    refusals = {
        "no_parents": gettext_noop(
            "On %(hex)s no young can come: it needs an animal of yours there that neighbours "
            "another of its kind, no second unit, and one left on your player board."
        ),
        "young_twice": gettext_noop("In one production at most one animal of each kind is born."),
    }

    def chooses_in_production(self, state: State, seat: Seat) -> bool:
        return any(births(state, seat, animal) for animal in ANIMALS)

    def check_production(self, state: State, seat: Seat, answer: ProduceAnswer) -> None:
        super().check_production(state, seat, answer)
        possible = possible_births(state, seat)
        born: list[Animal] = []
        for hex_ in Young.of(answer.clan).young:
            if hex_ not in possible:
                raise IllegalMove("CLAN-MACPHERSON-3", "no_parents", hex=hex_)
            if possible[hex_] in born:
                raise IllegalMove("CLAN-MACPHERSON-4", "young_twice", unit=possible[hex_])
            born.append(possible[hex_])

    def production_choices(
        self, state: State, seat: Seat, *, cheese: int, whisky: int
    ) -> Iterator[Young]:
        for spaces in product(*([None, *births(state, seat, animal)] for animal in ANIMALS)):
            yield Young(tuple(sorted(hex_ for hex_ in spaces if hex_)))

    def gifts(self, state: State, seat: Seat) -> list[Column]:
        return [animal for animal in ANIMALS if births(state, seat, animal)]

    def towards_gifts(self, state: State, seat: Seat, column: Column) -> int:
        alike = [piece.hex for piece in state.players[seat].units if piece.unit == column]
        if column not in ANIMALS or not 0 < len(alike) < UNITS_PER_COLUMN - 1:
            return 0
        return reduce(or_, (state.board.neighbours[hex_] for hex_ in alike))

    def after_processing(self, game: Recorder, seat: Seat, answer: ProduceAnswer) -> None:
        born = possible_births(game.state, seat)
        for hex_ in Young.of(answer.clan).young:
            game.deploy(seat, born[hex_], hex_, 0)


def births(state: State, seat: Seat, animal: Animal) -> list[Hex]:
    """The spaces on which a young animal may come, in the order of the map.

    (CLAN-MACPHERSON-1, CLAN-MACPHERSON-3, IND-DUAL-02)
    """
    player = state.players[seat]
    if player.deployed(animal) >= UNITS_PER_COLUMN:
        return []
    alike = mask_of(piece.hex for piece in player.units if piece.unit == animal)
    units = Counter(piece.hex for piece in player.units)
    return [
        hex_
        for hex_ in hexes_in(alike)
        if units[hex_] < MOST_UNITS and state.board.neighbours[hex_] & alike
    ]


def possible_births(state: State, seat: Seat) -> dict[Hex, Animal]:
    """By space, the young animal that may come there."""
    return {hex_: animal for animal in ANIMALS for hex_ in births(state, seat, animal)}
