"""The scoring tiles of all rounds, and what each player would score now."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from games import engine
from games.engine.tiles import scoring_tile
from games.engine.words import Seat
from web.pages.common.pieces import Sign
from web.pages.table.part import TablePart
from web.pages.table.table import Table


class Tile(Struct, frozen=True):
    """The scoring tile of a round; ``now`` is the Glory that it would give each player now."""

    round: int
    number: int
    text: str
    current: bool
    past: bool
    now: list[tuple[Sign, int]]

    @property
    def rule(self) -> str:
        """The id of the rule of this tile."""
        return f"SCORE-{self.number}"


def scoring(state: engine.State, signs: Sequence[Sign]) -> list[Tile]:
    """The tiles in the order of the rounds; none where the game is played without."""
    tiles = []
    for round_, number in enumerate(state.scoring_tiles, 1):
        printed = scoring_tile(state.options, number)
        past = round_ < state.round or (round_ == state.round and state.over)
        now = [] if past else [(sign, printed.value(state, Seat(sign.seat))) for sign in signs]
        current = round_ == state.round and not state.over
        tiles.append(Tile(round_, number, _(printed.text), current, past, now))
    return tiles


class ScoringPart(TablePart[list[Tile]]):
    """The scoring tiles; hidden where the game is played without."""

    name = "scoring"
    place = "beside"
    label = gettext_noop("Scoring")
    heading = gettext_noop("Scoring tiles")
    fields = frozenset({"players", "scoring_tiles", "round"})

    def build(self, table: Table) -> list[Tile]:
        return scoring(table.state, table.signs)

    def hidden(self, table: Table) -> bool:
        return not self.shown(table)
