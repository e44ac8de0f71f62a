"""Using a port tile. (PORT-G, PORT-n)"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final, Literal, Self

from msgspec import Meta
from msgspec.structs import astuple

from games.engine import effects as fx
from games.engine.decisions import Decision
from games.engine.errors import IllegalMove, MalformedMove
from games.engine.geometry.board import BIT
from games.engine.moves.base import MoveBase, amounts, number
from games.engine.options import Options
from games.engine.recorder import Recorder
from games.engine.state import State
from games.engine.terms import Column, Hex, Seat, TechnologyColumn, Unit
from games.engine.tiles.amounts import Amounts
from games.engine.tiles.choices import CHOICES, PortChoice, UnitExchange
from games.engine.tiles.ports import PORTS

TileNumber = Annotated[int, Meta(ge=1, le=99)]

SECTIONS: Final = ("copy", "discard", "gain", "exchange", "return")
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

    Tiles 1 and 6 are no moves of their own but modifiers of others. (PORT-1a, PORT-6a)
    """

    WORD = "port"
    EXAMPLE = "port 2 discard 1 wool gain 3 milk"
    OUT_OF_PLACE = "STATE-25"

    tile: TileNumber
    source: Literal["map"] = "map"
    discard: Amounts = Amounts()
    gain: Amounts = Amounts()
    copy: TileNumber | None = None
    exchange: Annotated[list[UnitExchange], Meta(max_length=2)] = []
    return_to: Annotated[list[TechnologyColumn], Meta(max_length=2)] = []

    @classmethod
    def in_play(cls, options: Options) -> bool:
        return options.ports

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        for port in state.ports:
            if not usable(state, decision.seat, port.tile):
                continue
            for choice in PORTS[port.tile].choices(state, decision.seat):
                yield cls(port.tile, "map", *astuple(choice))

    @classmethod
    def legal(cls, state: State, decision: Decision) -> Iterator[Self]:
        """The candidates, unchecked: of tile 7 there may be a thousand, and all are legal.

        That a row lists nothing that it would refuse is for the tests to show.
        """
        return cls.candidates(state, decision)

    def check(self, state: State, decision: Decision) -> None:
        check_usable(state, decision.seat, self.tile)
        PORTS[self.tile].judge(state, decision.seat, self._choice())

    def exchanged(self) -> Sequence[tuple[Unit, Column]]:
        return [(item.old, item.new) for item in self.exchange]

    def copied_tile(self) -> int | None:
        return self.copy

    def _choice(self) -> PortChoice:
        return PortChoice(*(getattr(self, name) for name in CHOICES))

    def perform(self, game: Recorder, decision: Decision) -> None:
        game.emit(fx.PortUsed(decision.seat, self.tile))
        PORTS[self.tile].perform(game, decision.seat, self._choice())

    def notation(self) -> str:
        chosen = (
            "" if self.copy is None else str(self.copy),
            self.discard.notation(),
            self.gain.notation(),
            " ".join(f"{item.old} {item.hex} {item.new}" for item in self.exchange),
            " ".join(self.return_to),
        )
        parts = [f"{word} {text}" for word, text in zip(SECTIONS, chosen, strict=True) if text]
        return " ".join([self.WORD, str(self.tile), *parts])

    @classmethod
    def example(cls, words: list[str]) -> str:
        named = next((word for word in ("exchange", "copy", *words[:1]) if word in words), "")
        return EXAMPLES.get(named, cls.EXAMPLE)

    @classmethod
    def read(cls, words: list[str]) -> Self:
        tile, *rest = words
        try:
            parsed = sections(rest)
        except MalformedMove as error:
            raise MalformedMove(f"{error}; write it like {cls.example(words)!r}") from error
        fields: dict[str, Any] = {"tile": number(tile)}
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
        return cls.build(**fields, return_to=parsed.get("return", []))


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


def check_usable(state: State, seat: Seat, tile: int) -> None:
    """Raise IllegalMove unless a tile is in the game, in reach and unused by a seat.

    (PORT-G01, PORT-G03)
    """
    port = next((port for port in state.ports if port.tile == tile), None)
    if port is None:
        tiles = [port.tile for port in state.ports]
        if not tiles:
            raise IllegalMove("VAR-NOPORT-01", "no_ports", tile=tile)
        raise IllegalMove("SETUP-03", "no_such_port", tile=tile, tiles=tiles)
    if seat in port.used_by:
        raise IllegalMove("PORT-G03", "port_used", tile=tile)
    if not in_reach(state, seat, port.hex):
        shipping = state.players[seat].shipping
        raise IllegalMove("PORT-G01", "port_out_of_reach", hex=port.hex, shipping=shipping)


def usable(state: State, seat: Seat, tile: int) -> bool:
    """Whether ``check_usable`` has nothing to say."""
    return any(
        port.tile == tile and seat not in port.used_by and in_reach(state, seat, port.hex)
        for port in state.ports
    )


def in_reach(state: State, seat: Seat, hex_: Hex) -> bool:
    """Whether a port place is in range of a seat, or holds one of its units.

    (PORT-G01, PORT-G02, PORT-G09)
    """
    position = state.position
    return bool((position.reach(seat) | position.own[seat]) & BIT[hex_])
