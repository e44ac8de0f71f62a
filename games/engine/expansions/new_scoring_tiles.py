"""New scoring tiles: 10 to 18 join those of the base game. (IND-SETUP-02, SCORE-10..18)"""

from typing import ClassVar

from games.engine.content import Content
from games.engine.errors import InvalidOptions
from games.engine.expansions.base import Expansion
from games.engine.options import Options
from games.engine.options.option_info import Switch
from games.engine.terms import gettext_noop


class NewScoringTiles(Expansion):
    """They are shuffled into the supply; five of all are dealt."""

    name: ClassVar[str] = "new_scoring_tiles"
    label: ClassVar[str] = gettext_noop("New scoring tiles")
    summary: ClassVar[str] = gettext_noop(
        "Nine more scoring tiles: each round of the game may reward something else."
    )
    scoring_tiles: ClassVar[tuple[int, ...]] = (10, 11, 12, 13, 14, 15, 16, 17, 18)
    switches: ClassVar[tuple[Switch, ...]] = (
        Switch(
            "pair_scoring",
            "SCORE-R1",
            gettext_noop(
                "Whether scoring tiles 10, 13 and 17 count pairs so that a unit is in one pair "
                "(disjoint), or every pair that there is (all)."
            ),
            ("disjoint", "all"),
            changes="scoring_tiles/10",
            group="expansion",
        ),
        Switch(
            "scoring12_glory",
            "EDN-30",
            gettext_noop("How much Glory scoring tile 12 gives for each different good."),
            (3, 2),
            changes="scoring_tiles/12",
            group="expansion",
        ),
    )

    def check_options(self, options: Options, content: Content) -> None:
        if not set(self.scoring_tiles) & set(content.scoring_tiles):
            message = gettext_noop("this content pack has no new scoring tiles")
            raise InvalidOptions("expansions", message, rule="IND-SETUP-02")
