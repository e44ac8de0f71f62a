"""The award tile on the page of a table. (IND-AWARD)"""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct
from msgspec.structs import replace

from games import engine
from games.engine.expansions.awards import Awards, AwardState
from games.engine.expansions.awards.award import AwardLaid, counts, points, scheme, tile_of
from games.engine.expansions.awards.tiles import AWARDS
from games.engine.options import Options
from games.engine.tiles.of_clans import texts_at
from web.pages.common.pieces import Sign
from web.pages.extension import PageExtension
from web.pages.guide.setting import YOU, Setting
from web.pages.guide.strip import Cell, Strip
from web.pages.guide.topic import Example, Topic
from web.pages.table.part import TablePart
from web.pages.table.table import Table
from web.pages.table.table_parts import AnyPart

GLORY: Final = next(tile for tile in AWARDS.values() if tile.name == "glory")
"""The tile of the example."""
STEP: Final = 5
"""Of the Glory of the players in the example, from one to the next."""


class Standing(Struct, frozen=True):
    """What the tile counts of a player, and the points that it would bring now."""

    sign: Sign
    count: int
    points: int


class Award(Struct, frozen=True):
    """The tile, what it counts and brings, and how the players stand."""

    number: int
    rule: str
    text: str
    by_clan: list[str]
    how: str
    how_rule: str
    standings: list[Standing]


class AwardPart(TablePart[Award]):
    """The award tile, beside the scoring tiles."""

    name = "award"
    place = "modules"
    replay_place = "beside"
    label = gettext_noop("Award")
    fields = frozenset({"players", "expansions"})
    effects = (AwardLaid,)

    def in_play(self, options: Options) -> bool:
        return Awards.name in options.expansions

    def build(self, table: Table) -> Award:
        state = table.state
        tile, how = tile_of(state), scheme(state).how()
        shown = zip(table.signs, counts(state), points(state), strict=True)
        return Award(
            number=tile.number,
            rule=tile.rule,
            text=_(tile.text),
            by_clan=[_(text) for text in texts_at(state, tile)[1:]],
            how=_(how.text) % how.params,
            how_rule=how.rule,
            standings=[Standing(sign, count, brings) for sign, count, brings in shown],
        )


class AwardTopic(Topic):
    """What an award brings."""

    id = "award"
    rule = "IND-AWARD-03"

    def title(self) -> str:
        return _("Award")

    def sentences(self, setting: Setting) -> list[str]:
        how = scheme(self._sample(setting)).how()
        return [
            _("One award tile is in play. It names what is counted at game end."),
            _("Points: %(points)s.") % {"points": _(how.text) % how.params},
        ]

    def example(self, setting: Setting) -> Example:
        """The tile that counts Glory, with another number for each player."""
        state = self._sample(setting)
        brings = points(state)
        above = [Cell(str(count), "glory") for count in counts(state)]
        below = [Cell(str(one), kind="here") for one in brings]
        text = _("Above: the Glory of each player. Below: the points for it.")
        return Example(Strip([above, below]), text)

    def _sample(self, setting: Setting) -> engine.State:
        """Players with less and less Glory, the first with enough for the card of one player."""
        state = setting.sample()
        state.expansions.append(AwardState(GLORY.number))
        if setting.options.solo:
            state.options = replace(state.options, players=1)
            state.players[YOU + 1 :] = []
        for seat, player in enumerate(state.players):
            player.glory = GLORY.plenty - STEP * seat
        return state


class AwardsPage(PageExtension):
    """What award tiles add to a table."""

    def parts(self) -> tuple[AnyPart, ...]:
        return (AwardPart(),)

    def topics(self) -> tuple[Topic, ...]:
        return (AwardTopic(),)
