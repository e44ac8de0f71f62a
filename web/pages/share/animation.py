"""A finished game as an animation: a frame for each turn that changed the map.

Frames consist of the same parts as pictures, here called sprites. A process of its own draws each
of them once and puts the frames together.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from games import engine, packs, selectors
from games.engine import effects as fx
from games.models import Game
from games.runtime import bounded_process, long_games
from games.runtime.bounded_process import ProcessLimits
from replays.statistics.course import line_of
from replays.stepping import PublicEvent
from web.pages.share import drawing
from web.pages.share.animation_job import AnimationFrame, AnimationJob, Sprite
from web.pages.share.drawing import Ranked
from web.pages.table.parts.board import TOUCHING

SIZE: Final = (800, 420)
"""Two thirds of the picture: small enough for chats, with symbols that are still legible."""
MOST_FRAMES: Final = 40
TURN_MS: Final = 250
ROUND_MS: Final = 700
"""How long the end of a round is shown, and the empty map."""
END_MS: Final = 3000
LIMITS: Final = ProcessLimits(cpu_seconds=10, seconds=20, memory=256 * 2**20)
"""A usual game takes a tenth of the time, and half of the memory."""
COMMAND: Final = (sys.executable, "-m", "web.pages.share.animation_process")
MOVING: Final = (*TOUCHING, fx.PortUsed)
"""Effects that change what is drawn on the map."""


class Stretch(Struct, frozen=True):
    """Events up to the one that begins another turn, whose version is ``last``."""

    last: int
    moved: bool
    ends_round: bool


def animation(game: Game) -> bytes:
    """The GIF of a game that is over. Raises OutOfBounds, ProcessFailed, LongGameBusy."""
    with long_games.going_through(game):
        job = job_of(game)
    return bounded_process.run(COMMAND, msgspec.msgpack.encode(job), LIMITS)


def job_of(game: Game) -> AnimationJob:
    """What is to be drawn of a game that is over."""
    packs.pack(game.content_id)
    state = selectors.state_of(game)
    state.secret = None
    ranked = drawing.ranking(state, selectors.names_of(game))
    shown = thinned(stretches(line_of(game)), MOST_FRAMES)
    known: dict[Sprite, int] = {}
    return AnimationJob(
        size=SIZE,
        width=drawing.SIZE[0],
        head=drawing.head(),
        ground=drawing.ground(drawing.shown_on(state, ranked), ranked),
        frames=[
            AnimationFrame([known.setdefault(one, len(known)) for one in drawn], milliseconds)
            for drawn, milliseconds in _moments(line_of(game), shown, ranked)
        ],
        sprites=list(known),
    )


def stretches(line: Iterable[PublicEvent]) -> list[Stretch]:
    """The stretches of a game after which the drawing differs, and ends of rounds.

    The first one is the first event, after which the map is empty.
    """
    found: list[Stretch] = []
    moved, last = True, 0
    for event in line:
        last = event.version
        moved = moved or any(isinstance(effect, MOVING) for effect in event.effects)
        ends_round = any(isinstance(effect, fx.RoundBegan) for effect in event.effects)
        ends_turn = any(isinstance(effect, fx.TurnBegan) for effect in event.effects)
        if ends_round or ends_turn or not found:
            found.append(Stretch(last, moved, ends_round or not found))
            moved = False
    if found[-1].last != last:
        found.append(Stretch(last, True, True))
    return [one for one in found if one.moved or one.ends_round or one is found[-1]]


def thinned(found: Sequence[Stretch], most: int) -> list[Stretch]:
    """At most so many stretches, evenly spread; the last one and ends of rounds stay."""
    kept = {one.last for one in found if one.ends_round} | {found[-1].last}
    others = [one.last for one in found if one.last not in kept]
    room = max(0, min(most - len(kept), len(others)))
    kept.update(others[k * len(others) // room] for k in range(room))
    return [one for one in found if one.last in kept][-most:]


def _moments(
    line: Iterable[PublicEvent], shown: Sequence[Stretch], ranked: Sequence[Ranked]
) -> Iterator[tuple[list[Sprite], int]]:
    """The frames after some stretches of a game, and how long each is shown."""
    wanted = {one.last: one for one in shown}
    replayer = engine.StreamReplayer()
    for event in line:
        round_ = replayer.state.round
        state = replayer.take_public(event)
        stretch = wanted.get(event.version)
        if stretch is None:
            continue
        pieces = drawing.pieces(drawing.shown_on(state, ranked))
        if stretch is shown[-1]:
            yield [*pieces, *drawing.points(ranked), drawing.caption()], END_MS
        else:
            caption = drawing.caption(f"Round {round_}" if round_ else "Set-up")
            then = drawing.points(_players_at(state, ranked))
            yield [*pieces, *then, caption], ROUND_MS if stretch.ends_round else TURN_MS


def _players_at(state: engine.State, ranked: Sequence[Ranked]) -> list[Ranked]:
    """The players in their final order, with what they would have scored then; none before that."""
    if not state.round:
        return []
    totals = {int(sheet.seat): sheet.total for sheet in engine.score_now(state)}
    return [
        msgspec.structs.replace(one, points=totals[one.sign.seat])
        for one in ranked
        if one.points is not None
    ]
