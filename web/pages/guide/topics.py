"""All topics by id: moves, tiles and clans bring their own; others are added here."""

from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import urlencode

from games.engine.clans import all_clans
from games.engine.tiles import PORTS, SCORING
from web.pages.guide import counting_topics, row_topics
from web.pages.guide.clan_topics import ClanTopic
from web.pages.guide.move_topics import move_topics
from web.pages.guide.port_topics import PortTopic
from web.pages.guide.scoring_topics import ScoringTopic
from web.pages.guide.setting import named
from web.pages.guide.topic import Topic
from web.pages.table.table import Table
from web.templatetags import addresses

_by_id: Final[dict[str, Topic]] = {}


def install(added: Sequence[Topic]) -> None:
    """Explain these too from now on; for ``extensions.assemble`` alone, after all else.

    Raises ValueError where two topics have the same id.
    """
    found: list[Topic] = [
        *move_topics(),
        *map(ScoringTopic, SCORING),
        *map(PortTopic, PORTS),
        *map(ClanTopic, all_clans()),
        *counting_topics.TOPICS,
        *row_topics.TOPICS,
        *added,
    ]
    ids = {topic.id: topic for topic in found}
    if len(ids) != len(found):
        raise ValueError("two topics have the same id")
    _by_id.clear()
    _by_id.update(ids)


def topics() -> Mapping[str, Topic]:
    """All of them."""
    return _by_id


def address(table: Table, topic: str) -> str:
    """The page that explains a topic with the values and options of a table."""
    path = addresses.address("web:topic", (table.game.content_id, topic), ())
    query = table.once("options", lambda: urlencode(named(table.state.options)))
    return f"{path}?{query}" if query else path
