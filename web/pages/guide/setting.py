"""The values behind an explanation: a content pack, options, and a sample game."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from games import engine
from games.engine.content import Content
from games.engine.errors import InvalidOptions
from games.engine.geometry.board import MODULES
from games.engine.recorder import Recorder
from games.engine.rules.supply import check_expansions
from games.engine.state import Player, PortTile, Turn
from games.engine.terms import Column, Hex

LEFT_OUT: Final = ("map", "covered", "experience", "edition", "turn_order")
"""Options that change no explanation."""
LIST: Final = "expansions"
"""The option that is a list."""
NAMED: Final = tuple(name for name in engine.Options.__struct_fields__ if name not in LEFT_OUT)
"""Options that addresses may name."""
LONGEST: Final = 40
"""Characters of a value in an address."""
MOST: Final = 10
"""Expansions in an address."""
MONEY: Final = 30
"""Pounds that everybody has in a sample."""
ROUNDS: Final = 5
YOU, RIVAL = engine.Seat(0), engine.Seat(1)


class Setting(Struct, frozen=True):
    """A content pack, by its hash, and the options of a game."""

    pack: str
    options: engine.Options = engine.Options()

    @property
    def content(self) -> Content:
        """The values of the pack."""
        return engine.packs.get(self.pack).content

    def sample(self, *clans: str) -> engine.State:
        """A game in round 1 with nothing on the map; of at least two players, as many to compare.

        Players from the first on have these clans, others a plain one. What expansions lay out is
        not there.
        """
        players = max(self.options.players, 2)
        options = replace(self.options, players=players, map=[], covered=[], expansions=[])
        content = self.content
        named = [*clans, *[""] * options.players][: options.players]
        state = engine.State(
            options=options,
            pack=self.pack,
            phase="action",
            round=1,
            modules=[next(s for s in content.sides if s.startswith(letter)) for letter in MODULES],
            prices=[track.start for track in content.market(options.players)],
            scoring_tiles=list(content.scoring_tiles[:ROUNDS]),
            slots=list(content.contracts)[: content.slots(options.players)],
            turn_order=[engine.Seat(seat) for seat in range(options.players)],
            turn=Turn(YOU),
            players=[
                Player(
                    clan=clan,
                    money=MONEY,
                    stock=content.merchants_start,
                    track=content.merchants_track,
                )
                for clan in named
            ],
        )
        places = zip(state.board.ports, content.ports, strict=False)
        state.ports = [PortTile(hex_, tile) for hex_, tile in places]
        return state


def put(state: engine.State, seat: engine.Seat, column: Column, hex_: Hex) -> None:
    """Deploy a unit of a sample, whatever it costs."""
    Recorder(state).deploy(seat, column, hex_, cost=0)


# --- in an address --------------------------------------------------------------------------------


def named(options: engine.Options) -> list[tuple[str, str]]:
    """The options that an explanation may depend on, without those at their defaults."""
    values: dict[str, object] = msgspec.to_builtins(options)
    pairs: list[tuple[str, str]] = []
    for name in NAMED:
        value = values.get(name)
        if isinstance(value, list):
            pairs += [(name, str(one)) for one in value]
        elif value is not None:
            pairs.append((name, str(value).lower() if isinstance(value, bool) else str(value)))
    return pairs


def grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Pairs of names and values as a query string is read."""
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return found


def read_options(query: Mapping[str, Sequence[str]]) -> engine.Options:
    """The options that an address names. Raises InvalidOptions; nothing is asked of a pack.

    Each expansion is one that there is, named once.
    """
    values: dict[str, object] = {}
    for name, given in query.items():
        known = name in NAMED and len(given) <= (MOST if name == LIST else 1)
        if not known or any(len(value) > LONGEST for value in given):
            raise InvalidOptions(name[:LONGEST], "there is no such option here", code="unknown")
        values[name] = list(given) if name == LIST else given[0]
    try:
        options = msgspec.convert(values, engine.Options, strict=False)
    except msgspec.ValidationError as error:
        raise InvalidOptions("", str(error), code="malformed") from error
    check_expansions(options)
    return options
