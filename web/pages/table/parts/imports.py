"""The import track, with what each good would be worth if the game ended now."""

from collections.abc import Sequence

from django.utils.translation import gettext_noop
from msgspec import Struct

from games import engine
from games.engine.rules.final import import_worth, imported_by
from games.engine.terms import IMPORTS, Seat
from web.pages.common.labels import label
from web.pages.common.pieces import Sign
from web.pages.table.part import TablePart
from web.pages.table.table import Table


class Imported(Struct, frozen=True):
    """One import good: how much of it all have imported, and what it is worth.

    ``worth`` is in victory points for each unit; where it differs by player, ``of_players`` has it
    for each of them.
    """

    good: str
    label: str
    counter: int
    worth: int | None
    of_players: list[tuple[Sign, int]]
    share: int


def imports(state: engine.State, signs: Sequence[Sign]) -> list[Imported]:
    """The three goods of the track; ``share`` is how far along it, in tenths of the farthest."""
    worths = [import_worth(state, Seat(sign.seat)) for sign in signs]
    counters = _counters(state)
    far = max(*counters, 10)
    lines = []
    for index, good in enumerate(IMPORTS):
        of_players = [(sign, worth[index]) for sign, worth in zip(signs, worths, strict=True)]
        same = len({worth for _, worth in of_players}) == 1
        lines.append(
            Imported(
                good=good,
                label=label(good),
                counter=counters[index],
                worth=of_players[0][1] if same else None,
                of_players=[] if same else of_players,
                share=counters[index] * 100 // far,
            )
        )
    return lines


def _counters(state: engine.State) -> list[int]:
    """How much of each good all have imported; fulfilled contracts tell where no marker does."""
    if state.options.imports == "dynamic":
        return list(state.imports)
    of_seats = (imported_by(state, Seat(seat)) for seat in range(len(state.players)))
    return [sum(amounts) for amounts in zip(*of_seats, strict=True)]


class ImportsPart(TablePart[list[Imported]]):
    """The import track."""

    name = "imports"
    place = "info"
    replay_place = "beside"
    label = gettext_noop("Imports")
    fields = frozenset({"imports", "players"})

    def build(self, table: Table) -> list[Imported]:
        return imports(table.state, table.signs)
