"""Using a port tile. (PORT-G, PORT-n)"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final, Self

from msgspec import Meta
from msgspec.structs import astuple

from games.engine.clans import clan_of
from games.engine.decisions import Decision
from games.engine.errors import IllegalMove, MalformedMove
from games.engine.moves.base import MoveBase, amounts, number
from games.engine.options import Options
from games.engine.recorder import Recorder
from games.engine.rules.map_ports import MAP
from games.engine.rules.port_source import ModifierSource, PortPlace, PortSource
from games.engine.rules.spending import KILTS, Kilts
from games.engine.state import State
from games.engine.terms import Column, ProcessedGood, Seat, TechnologyColumn, TileNumber, Unit
from games.engine.tiles.amounts import Amounts
from games.engine.tiles.choices import CHOICES, PortChoice, UnitExchange
from games.engine.tiles.ports import COPYING, PORTS, check_copy_of, copies_of, paid_for

SECTIONS: Final = ("copy", "discard", "gain", "exchange", "return", KILTS)
"""The words of the notation behind which a choice follows, in their order."""


EXAMPLES: Final = {
    "exchange": "port 7 exchange cow F5 bakery sheep G3 distillery",
    "7": "port 7 exchange cow F5 bakery sheep G3 distillery",
    "copy": "port 9 copy 4",
    "9": "port 9 copy 4",
    "4": "port 4",
}
"""Moves as they are written, by a word or the tile in them."""


class UsePort(MoveBase, frozen=True, tag="use_port"):
    """Use a port tile, before or after the main action. (PORT-G01..G12)

    Tiles 1 and 6 are no moves of their own but modifiers of others. (PORT-1a, PORT-6a) ``source``
    is the map, or where the tiles of the player's clan lie.
    """

    WORD = "port"
    EXAMPLE = "port 2 discard 1 wool gain 3 milk"
    OUT_OF_PLACE = "STATE-25"

    tile: TileNumber
    source: PortPlace = "map"
    discard: Amounts = Amounts()
    gain: Amounts = Amounts()
    copy: TileNumber | None = None
    exchange: Annotated[list[UnitExchange], Meta(max_length=2)] = []
    return_to: Annotated[list[TechnologyColumn], Meta(max_length=2)] = []
    kilts: Kilts = []

    @classmethod
    def in_play(cls, options: Options) -> bool:
        return options.ports

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        seat = decision.seat
        for source in port_sources(state, seat):
            for tile in source.usable_tiles(state, seat):
                after = paid_for(state, seat, source.fee(state, seat, tile))
                tiles = source.tiles(state, seat)
                copied = copies_of(after, seat, tiles) if tile == COPYING else None
                for choice in copied or PORTS[tile].choices(after, seat):
                    yield cls(tile, source.name, *astuple(choice))

    @classmethod
    def legal(cls, state: State, decision: Decision) -> Iterator[Self]:
        """The candidates, unchecked: of tile 7 there may be a thousand, and all are legal.

        That a row lists nothing that it would refuse is for the tests to show.
        """
        return cls.candidates(state, decision)

    def check(self, state: State, decision: Decision) -> None:
        seat = decision.seat
        source = source_of(state, seat, self.source)
        source.check(state, seat, self.tile)
        after = paid_for(state, seat, source.fee(state, seat, self.tile))
        if self.tile == COPYING:
            check_copy_of(after, seat, self._choice(), source.tiles(state, seat))
        else:
            PORTS[self.tile].judge(after, seat, self._choice())

    def exchanged(self) -> Sequence[tuple[Unit, Column]]:
        return [(item.old, item.new) for item in self.exchange]

    def copied_tile(self) -> int | None:
        return self.copy

    def stand_ins(self) -> list[ProcessedGood]:
        return self.kilts

    def _choice(self) -> PortChoice:
        return PortChoice(*(getattr(self, name) for name in CHOICES))

    def perform(self, game: Recorder, decision: Decision) -> None:
        source = source_of(game.state, decision.seat, self.source)
        source.mark(game, decision.seat, self.tile)
        source.after(game, decision.seat)
        PORTS[self.tile].perform(game, decision.seat, self._choice())

    def notation(self) -> str:
        chosen = (
            "" if self.copy is None else str(self.copy),
            self.discard.notation(),
            self.gain.notation(),
            " ".join(f"{item.old} {item.hex} {item.new}" for item in self.exchange),
            " ".join(self.return_to),
            " ".join(self.kilts),
        )
        parts = [f"{word} {text}" for word, text in zip(SECTIONS, chosen, strict=True) if text]
        return " ".join([self.WORD, self.place(), *parts])

    def place(self) -> str:
        """The tile, with where it lies unless that is the map, such as ``5``."""
        return str(self.tile) if self.source == MAP.name else f"{self.source} {self.tile}"

    @classmethod
    def example(cls, words: list[str]) -> str:
        named = next((word for word in ("exchange", "copy", *words[:1]) if word in words), "")
        return EXAMPLES.get(named, cls.EXAMPLE)

    @classmethod
    def read(cls, words: list[str]) -> Self:
        source = words[0] if words[0] == PortSource.name else MAP.name
        tile, *rest = words[1:] if words[0] == source else words
        try:
            parsed = sections(rest)
        except MalformedMove as error:
            raise MalformedMove(f"{error}; write it like {cls.example(words)!r}") from error
        fields: dict[str, Any] = {"tile": number(tile), "source": source}
        if "copy" in parsed:
            (copied,) = parsed["copy"]
            fields["copy"] = number(copied)
        if "discard" in parsed or "gain" in parsed:
            effect = PORTS.get(fields.get("copy", fields["tile"]))
            for name in ("discard", "gain"):
                if name in parsed or effect is None or name in effect.takes:
                    fields[name] = amounts(parsed[name])
        if "exchange" in parsed:
            units = parsed["exchange"]
            items = zip(units[::3], units[1::3], units[2::3], strict=True)
            fields["exchange"] = [{"old": o, "hex": h, "new": n} for o, h, n in items]
        chosen = {"return_to": parsed.get("return", []), "kilts": parsed.get(KILTS, [])}
        return cls.build(**fields, **chosen)


def sections(words: list[str]) -> dict[str, list[str]]:
    """The words behind each of ``SECTIONS``, which come in their order.

    Raises MalformedMove.
    """
    found: dict[str, list[str]] = {}
    current: list[str] = []
    expected = list(SECTIONS)
    for word in words:
        if word in expected:
            expected = expected[expected.index(word) + 1 :]
            current = found[word] = []
        elif word in SECTIONS or not found:
            raise MalformedMove(f"expected one of {', '.join(expected)}, not {word[:40]!r}")
        else:
            current.append(word)
    if empty := [word for word, behind in found.items() if not behind]:
        raise MalformedMove(f"nothing follows {empty[0]!r}")
    return found


def port_sources(state: State, seat: Seat) -> list[PortSource]:
    """From where a player has the effects of port tiles: the map, and what the clan adds."""
    own = clan_of(state.players[seat]).own_ports
    return [MAP] if own is None else [MAP, own]


def source_of(state: State, seat: Seat, name: ModifierSource) -> PortSource:
    """The one that a move or a modifier names. Raises IllegalMove where it is another clan's."""
    for source in port_sources(state, seat):
        if name in (source.name, source.copying):
            return source
    raise IllegalMove("PORT-G01", "no_such_source")
