"""The parts of the table as of many versions, rendered for a replay to step through.

A stretch has every part for its first version, and for each later one only what changes in them.
Versions are cut into stretches of fixed length, so that the same ones are asked for by everybody
and a browser can keep them.
"""

from typing import Final

from msgspec import Struct

from games import packs, store
from games.models import Game
from replays import stepping
from replays.frames import FrameWalk
from web.pages.common.games import players_of
from web.pages.replay.moment import Renderer, ReplayViewer, moment_of
from web.pages.table.changes import Changes

LENGTH: Final = 20
"""Versions in a stretch."""
Change = tuple[int, int, str]
"""How many characters of the text before stay at its start and at its end, and what is between."""


class MomentStretch(Struct, frozen=True, rename={"first": "from"}):
    """How the parts change with each of consecutive versions, by id; at the first out of nothing.

    ``complete`` tells that no later event can add to it.
    """

    first: int
    complete: bool
    moments: list[dict[str, Change]]


def first_of(version: int) -> int:
    """With which version the stretch of a version begins."""
    return version - (version - 1) % LENGTH


def stretch(
    game: Game, first: int, viewer: ReplayViewer, *, on_table: bool = False
) -> MomentStretch:
    """The stretch that begins with a version; ``on_table`` as for ``Renderer``.

    Raises NoSuchVersion.
    """
    stepping.check_version(game, first)
    last = min(first + LENGTH - 1, game.version)
    packs.pack(game.content_id)
    names = players_of(game)
    rows = store.public_rows(game.pk, after=first - 1, upto=last)
    walk = FrameWalk(game, first, rows)
    moments, before, renderer = [], dict[str, str](), Renderer(on_table=on_table)
    for row in rows:
        event = stepping.event_of(row)
        walk.go(event)
        table = moment_of(game, walk.state, viewer, names)
        parts = renderer.parts(table, Changes.by([event]))
        moments.append(changes(before, parts))
        before = parts
    return MomentStretch(first, last == first + LENGTH - 1, moments)


def changes(before: dict[str, str], parts: dict[str, str]) -> dict[str, Change]:
    """What makes some texts out of others, by name; without those that are the same."""
    return {
        name: change(before.get(name, ""), text)
        for name, text in parts.items()
        if before.get(name) != text
    }


def change(before: str, after: str) -> Change:
    """The shortest stretch that has to give way to another one."""
    if not (plain(before) and plain(after)):
        # A slice, since what a template gives is a kind of text that the encoder of JSON refuses.
        return 0, 0, after[:]
    start = shared(before, after)
    end = shared(before[start:][::-1], after[start:][::-1])
    return start, end, after[start : len(after) - end]


def plain(text: str) -> bool:
    """Whether browsers, which count in units of UTF-16, count its characters as they are here."""
    return len(text.encode("utf-16-le")) == 2 * len(text)


def shared(one: str, other: str) -> int:
    """How many characters two texts have in common at the start."""
    low, high = 0, min(len(one), len(other))
    while low < high:  # whole stretches are compared much faster than characters
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
