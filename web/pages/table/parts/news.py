"""What is new on the map: the last move, and what others did since the viewer's last turn."""

from collections.abc import Container, Iterable, Iterator

from msgspec import Struct

from games import engine
from games.drawing.layout import centre, number
from games.engine import effects as fx
from games.engine.terms import Hex
from replays.stepping import PublicEvent
from web.pages.table.part import TablePart
from web.pages.table.table import Table


class Spot(Struct, frozen=True):
    """A space to be marked, at a place of the drawing: as the last move's, as new, or as both."""

    hex: Hex
    x: str
    y: str
    last: bool
    new: bool


def news(state: engine.State, since: int, latest: Iterable[PublicEvent]) -> list[Spot]:
    """The spots of a running game; ``since`` is the viewer's last event, 0 for a spectator's.

    ``latest`` are the last events of the game. Only where a unit or a port tile is: what was taken
    back or taken away leaves no mark.
    """
    if state.over:
        return []
    taken = {piece.hex for player in state.players for piece in player.units}
    found = [
        (event.version, hexes)
        for event in latest
        if event.version > 1 and (hexes := _there(state, event, taken))  # the set-up is no news
    ]
    new = {hex_ for version, hexes in found for hex_ in hexes if 0 < since < version}
    last = found[-1][1] if found else []
    return [_spot(hex_, last=hex_ in last, new=hex_ in new) for hex_ in sorted(new.union(last))]


def hexes_of(event: PublicEvent) -> Iterator[Hex]:
    """Where an event puts or moves something on the map; empty spaces that it leaves too."""
    for effect in event.effects:
        match effect:
            case fx.Deployed() | fx.Withdrawn() | fx.WorkerReturned() | fx.PortPlaced():
                yield effect.hex
            case fx.UnitMoved():
                yield from (effect.origin, effect.target)


def _there(state: engine.State, event: PublicEvent, taken: Container[Hex]) -> list[Hex]:
    used = {effect.tile for effect in event.effects if isinstance(effect, fx.PortUsed)}
    ports = [port.hex for port in state.ports if port.tile in used]
    return [*ports, *(hex_ for hex_ in hexes_of(event) if hex_ in taken)]


def _spot(hex_: Hex, *, last: bool, new: bool) -> Spot:
    x, y = centre(hex_)
    return Spot(hex_, number(x), number(y), last, new)


class NewsPart(TablePart[list[Spot]]):
    """A layer of the map; a replay marks what an event has changed by itself."""

    name = "news"
    place = "map"
    in_replay = False
    always = True

    def build(self, table: Table) -> list[Spot]:
        if not table.live:
            return []
        return news(table.state, table.since, table.latest)
