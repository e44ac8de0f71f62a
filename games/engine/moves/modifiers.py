"""Port tiles 1, 6 and 10, and their copies: announced with the move that they change.

A modifier is used up, and a copy of it paid, before anything else of its move happens. (PORT-1,
PORT-6, PORT-9c)
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from games.engine.errors import IllegalMove, MalformedMove
from games.engine.moves.base import number
from games.engine.moves.ports import port_sources, source_of
from games.engine.recorder import Recorder
from games.engine.rules.demands import MEATS, Meat
from games.engine.rules.map_ports import MAP
from games.engine.rules.port_source import ModifierSource, PortSource
from games.engine.state import State
from games.engine.terms import GOOD_INDEX, PROCESSED_GOODS, Good, ProcessedGood, Seat
from games.engine.tiles.port_tile import Announced
from games.engine.tiles.ports import COPY_COST, COPYING, PORTS

Modifying = Literal[1, 6, 10]
Direction = Literal["up", "down"]

PRICE_MOVING: Final[Modifying] = 6
"""The tile that moves a price before a trade. (PORT-6)"""
STEPS: Final = 3
"""How many steps tile 6 moves a price; fewer only by a switch. (PORT-6b, OPT-04)"""
DIRECTIONS: Final[tuple[Direction, ...]] = ("up", "down")
DETAILS: Final = [[word] for word in (*DIRECTIONS, *MEATS, *PROCESSED_GOODS)]
WORD: Final = "with"
"""The word of the notation behind which modifiers follow."""
SOURCES: Final = (MAP.copying, PortSource.name, PortSource.copying)
"""The words before a tile that lies not on the map, or is copied."""
NAMES: Final = ("direction", "steps", "spare", "good")
"""What tiles let the player name, each its own of them."""


class Modifier(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A port tile that changes the move with which it is announced.

    ``source`` is the tile itself on the map, or a copy of it by tile 9. Tile 6 moves the price by
    ``steps`` (all of them when not said) in a ``direction`` before the trade; tile 1 lets one
    animal of a kind live, the one that ``spare`` names; tile 10 leaves out the ``good``.
    """

    tile: Modifying
    source: ModifierSource
    direction: Direction | None = None
    steps: Annotated[int, Meta(ge=1, le=STEPS)] | None = None
    spare: Meat | None = None
    good: ProcessedGood | None = None

    def copies(self) -> bool:
        """Whether tile 9 copies the tile. (PORT-9c)"""
        return self.source in (MAP.copying, PortSource.copying)

    def shift(self) -> int:
        """How far it moves a price marker: up, or down when negative. (PORT-6b)"""
        steps = self.steps or STEPS
        return steps if self.direction == "up" else -steps

    def marked(self) -> int:
        """The tile that gets the marker: itself, or the one that copies it. (PORT-9)"""
        return COPYING if self.copies() else self.tile

    def notation(self) -> str:
        """Such as ``6 down`` or ``copy 1 beef``."""
        source = "" if self.source == MAP.name else self.source
        parts = (source, self.tile, self.direction, self.steps, self.spare, self.good)
        return " ".join(str(word) for word in parts if word)


Modifiers = Annotated[list[Modifier], Meta(max_length=4)]
"""At most the tile itself and its copy, of the map and of one's own. (PORT-9c)"""
ContractModifiers = Annotated[list[Modifier], Meta(max_length=6)]
"""At most the two tiles that make a contract ask for less, and a copy, likewise. (PORT-10)"""


# --- whether they may be announced ---------------------------------------------------------------


def check_modifiers(state: State, seat: Seat, modifiers: Sequence[Modifier], *tiles: int) -> None:
    """Raise IllegalMove unless all can be announced with a move that one of ``tiles`` changes.

    (PORT-1a, PORT-6a, PORT-9c, PORT-10)
    """
    used: set[tuple[str, int]] = set()
    for number_, modifier in enumerate(modifiers, start=1):
        if modifier.tile not in tiles:
            rule = announced(modifier.tile).rule
            raise IllegalMove(rule, "modifies_other_moves", tile=modifier.tile)
        source = source_of(state, seat, modifier.source)
        if (source.name, modifier.marked()) in used:
            raise IllegalMove("PORT-G03", "modifier_twice", tile=modifier.tile)
        used.add((source.name, modifier.marked()))
        _check_fields(state, modifier)
        source.check_announced(state, seat, modifier.marked())
        if modifier.copies():
            _check_copied(modifier, source.tiles(state, seat))
        cost, money = fee(state, seat, modifiers[:number_]), state.players[seat].money
        if money < cost:
            raise IllegalMove("PORT-9d", "not_enough_money", cost=cost, money=money)
    places = [place for place, _tile in used]
    for source in port_sources(state, seat) if used else ():
        if own := places.count(source.name):
            source.check_together(state, seat, own, places.count(MAP.name))


def announced(tile: int) -> Announced:
    """How a tile is announced. Raises RuntimeError for a tile that is used by itself."""
    found = PORTS[tile].announced
    if found is None:
        raise RuntimeError(f"port tile {tile} is not announced with a move")
    return found


def _check_fields(state: State, modifier: Modifier) -> None:
    """It names what its tile asks for, and nothing that is another tile's."""
    own = announced(modifier.tile)
    given = [name for name in NAMES if getattr(modifier, name) is not None]
    if own.names[0] not in given or not set(given) <= set(own.names):
        fields = list(own.names)
        raise IllegalMove(own.rule, "wrong_modifier_fields", tile=modifier.tile, fields=fields)
    if modifier.steps not in (None, STEPS) and not state.options.port6_up_to:
        raise IllegalMove("PORT-6b", "all_steps", steps=STEPS)


def _check_copied(modifier: Modifier, tiles: Sequence[int]) -> None:
    """It is one of the tiles that can be copied there. (PORT-9, PORT-9a..9c)"""
    others = [number_ for number_ in tiles if number_ != COPYING]
    if modifier.tile not in others:
        raise IllegalMove("PORT-9", "not_to_copy", tile=modifier.tile, tiles=others)


# --- what they do --------------------------------------------------------------------------------


def copy_fee(modifiers: Sequence[Modifier]) -> int:
    """What copies cost, in pounds. (PORT-9)"""
    return COPY_COST * sum(modifier.copies() for modifier in modifiers)


def reach_fee(state: State, seat: Seat, modifiers: Sequence[Modifier]) -> int:
    """What it costs to get to the tiles, in pounds. (CLAN-SINCLAIR-9)"""
    return sum(
        source_of(state, seat, modifier.source).fee(state, seat, modifier.marked())
        for modifier in modifiers
    )


def fee(state: State, seat: Seat, modifiers: Sequence[Modifier]) -> int:
    """What announcing them costs in all, in pounds."""
    return copy_fee(modifiers) + reach_fee(state, seat, modifiers)


def copied(modifiers: Sequence[Modifier]) -> int | None:
    """The tile that is copied to have its effect, if any. At most one copies. (PORT-9)"""
    return next((one.tile for one in modifiers if one.copies()), None)


def announce(game: Recorder, seat: Seat, modifiers: Sequence[Modifier]) -> None:
    """Mark the tiles as used and pay for copies, before anything else. (PORT-9c, PORT-9d)"""
    for modifier in modifiers:
        source_of(game.state, seat, modifier.source).mark(game, seat, modifier.marked())
    game.money(seat, -copy_fee(modifiers))


def follow_up(game: Recorder, seat: Seat, modifiers: Sequence[Modifier]) -> None:
    """Do what follows from tiles used, once the move has answered its decision. (PORT-G01)"""
    for modifier in modifiers:
        source_of(game.state, seat, modifier.source).after(game, seat)


def move_prices(game: Recorder, good: Good, modifiers: Sequence[Modifier]) -> None:
    """Move the marker of a good as announced, one tile after the other. (PORT-6b)"""
    for modifier in modifiers:
        game.move_price(good, modifier.shift())


def price_after(state: State, good: Good, modifiers: Sequence[Modifier]) -> int:
    """The price of a good once the marker has been moved as announced. (PORT-6)"""
    index = GOOD_INDEX[good]
    if not modifiers:
        return state.price(index)
    track = state.content.market(state.options.players)[index]
    return track.prices[_place_after(state, good, modifiers)]


def _place_after(state: State, good: Good, modifiers: Sequence[Modifier]) -> int:
    index = GOOD_INDEX[good]
    track = state.content.market(state.options.players)[index]
    place = state.prices[index]
    for modifier in modifiers:
        place = track.moved(place, modifier.shift())
    return place


# --- what can be announced -----------------------------------------------------------------------


def sources(state: State, seat: Seat, tile: int) -> list[ModifierSource]:
    """From where the effect of a tile may be had now, as modifiers name it."""
    found: list[ModifierSource] = []
    for source in port_sources(state, seat):
        if tile not in source.tiles(state, seat):
            continue
        if source.announceable(state, seat, tile):
            found.append(source.name)
        if source.announceable(state, seat, COPYING) and _copy_paid(state, seat, source):
            found.append(source.copying)
    return found


def _copy_paid(state: State, seat: Seat, source: PortSource) -> bool:
    """Whether there is money for a copy, and to get to the tile that copies."""
    return state.players[seat].money >= COPY_COST + source.fee(state, seat, COPYING)


def price_moves(
    state: State, good: Good, available: Sequence[ModifierSource]
) -> Iterator[list[Modifier]]:
    """The ways to move the price of a good, first of all none.

    Of several tiles together only what ends on different places: which tile goes first and which
    of them is the copy changes nothing else.
    """
    yield []
    shifts = [_price_modifiers(state, source) for source in available]
    for single in shifts:
        yield from ([modifier] for modifier in single)
    for number_of_tiles in range(2, len(shifts) + 1):
        for chosen in combinations(shifts, number_of_tiles):
            seen: set[int] = set()
            for way in map(list, product(*chosen)):
                place = _place_after(state, good, way)
                if place not in seen:
                    seen.add(place)
                    yield way


def announced_moves(
    state: State, seat: Seat, goods: Sequence[Good]
) -> Iterator[tuple[Good, list[Modifier]]]:
    """Each good with the ways to move its price that ``check_modifiers`` allows, first none.

    Whether it does depends on where the tiles lie, not on how they are used.
    """
    available = sources(state, seat, PRICE_MOVING)
    allowed: dict[tuple[ModifierSource, ...], bool] = {(): True}
    for good in goods:
        if not available:
            yield good, []
            continue
        for way in price_moves(state, good, available):
            places = tuple(modifier.source for modifier in way)
            if places not in allowed:
                allowed[places] = _allowed(state, seat, way)
            if allowed[places]:
                yield good, way


def _allowed(state: State, seat: Seat, modifiers: Sequence[Modifier]) -> bool:
    try:
        check_modifiers(state, seat, modifiers, PRICE_MOVING)
    except IllegalMove:
        return False
    return True


def _price_modifiers(state: State, source: ModifierSource) -> list[Modifier]:
    """Every modifier of tile 6 from one source."""
    fewer = range(1, STEPS) if state.options.port6_up_to else ()
    return [
        Modifier(PRICE_MOVING, source, direction=direction, steps=steps)
        for direction in DIRECTIONS
        for steps in (None, *fewer)
    ]


# --- how they are written ------------------------------------------------------------------------


def written(modifiers: Sequence[Modifier]) -> list[str]:
    """The end of a notation, such as ``with 6 down copy 6 up``; nothing without modifiers."""
    return [WORD, *(modifier.notation() for modifier in modifiers)] if modifiers else []


def split_off(words: list[str]) -> tuple[list[str], list[dict[str, Any]]]:
    """A notation without its modifiers, and these as plain fields.

    Raises MalformedMove.
    """
    if WORD not in words:
        return words, []
    place = words.index(WORD)
    rest, found = words[place + 1 :], []
    if not rest:
        raise MalformedMove(f"nothing follows {WORD!r}")
    while rest:
        source = rest[0] if rest[0] in SOURCES else MAP.name
        rest = rest if source == MAP.name else rest[1:]
        if len(rest) < 2:
            raise MalformedMove("name a tile and what it does, as in 'with 6 up' or 'with 1 beef'")
        tile, detail, *rest = rest
        fields: dict[str, Any] = {"tile": number(tile), "source": source}
        price_moving = fields["tile"] == PRICE_MOVING and detail not in MEATS
        if price_moving or detail in DIRECTIONS:
            fields["direction"] = detail
        else:
            fields["good" if detail in PROCESSED_GOODS else "spare"] = detail
        if detail in DIRECTIONS and rest and rest[0].isdecimal() and rest[1:2] not in DETAILS:
            fields["steps"] = number(rest.pop(0))
        found.append(fields)
    return words[:place], found
