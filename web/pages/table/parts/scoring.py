"""The scoring tiles of all rounds, and what each player would score now."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from games import engine
from games.engine.terms import Seat
from games.engine.tiles import scoring_tile
from games.engine.tiles.of_clans import texts_at
from replays.narration import vocabulary
from web.pages.common.pieces import Sign
from web.pages.table.part import TablePart
from web.pages.table.table import Table

SYMBOLS: Final[Mapping[str, tuple[str, ...]]] = {
    "basic-goods": ("wool", "milk", "grain"),
    "processed-goods": ("bread", "cheese", "whisky"),
    "producers": ("sheep", "bakery", "field"),
    "workers": ("worker",),
    "border": ("border",),
    "imports": ("cotton", "tobacco", "sugar_cane"),
    "meat": ("mutton", "beef"),
    "upgrades": ("bonus_upgrade",),
    "dear-land": ("free_space",),
    "animal-pairs": ("sheep", "cow"),
    "market-merchants": ("merchant",),
    "kinds-of-goods": ("wool", "bread"),
    "chains": ("field", "bakery"),
    "central-loch": ("loch",),
    "inland": ("inland",),
    "varied-settlement": ("settlement",),
    "river-pairs": ("river",),
    "settlements-of-two": ("settlement",),
}
"""What each tile counts, as it is drawn; others are drawn without."""


class Tile(Struct, frozen=True):
    """The scoring tile of a round; ``now`` is the Glory that it would give each player now.

    It gives ``glory`` for every ``per`` of what its ``symbols`` stand for.
    """

    round: int
    number: int
    text: str
    current: bool
    past: bool
    now: tuple[tuple[Sign, int], ...]
    glory: int
    per: int
    symbols: tuple[str, ...]

    @property
    def rule(self) -> str:
        """The id of the rule of this tile."""
        return f"SCORE-{self.number}"

    @property
    def topic(self) -> str:
        """The id of what explains this tile."""
        return f"scoring-{self.number}"


def scoring(state: engine.State, signs: Sequence[Sign]) -> list[Tile]:
    """The tiles in the order of the rounds; none where the game is played without."""
    tiles = []
    for round_, number in enumerate(state.scoring_tiles, 1):
        printed = scoring_tile(state.options, number)
        past = round_ < state.round or (round_ == state.round and state.over)
        now = () if past else tuple((one, printed.value(state, Seat(one.seat))) for one in signs)
        current = round_ == state.round and not state.over
        tiles.append(
            Tile(
                round=round_,
                number=number,
                text=vocabulary.sentences([_(text) for text in texts_at(state, printed)]),
                current=current,
                past=past,
                now=now,
                glory=printed.glory,
                per=printed.per,
                symbols=SYMBOLS.get(printed.name, ()),
            )
        )
    return tiles


class ScoringPart(TablePart[list[Tile]]):
    """The scoring tiles; hidden where the game is played without."""

    name = "scoring"
    place = "info"
    replay_place = "beside"
    label = gettext_noop("Scoring")
    heading = gettext_noop("Scoring tiles")
    fields = frozenset({"players", "scoring_tiles", "round"})

    def build(self, table: Table) -> list[Tile]:
        return scoring(table.state, table.signs)

    def hidden(self, table: Table) -> bool:
        return not self.shown(table)
