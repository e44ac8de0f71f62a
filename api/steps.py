"""The shapes of requests and responses for stepping through games."""

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from api.bodies import REF, Request, Status, Version
from games import engine
from replays.contents import RoundSpan

FrameJSON = Annotated[Raw, Meta(extra_json_schema={"$ref": REF + "Frame"})]


class ContentsQuery(Request, frozen=True):
    """The events to list: those after a version, or since the caller's own last one."""

    undone: Literal["show", "hide"] = "show"
    since: Literal["my-last-turn"] | None = None
    after: Version | None = None


class Contents(Struct, frozen=True):
    """The table of contents of a game, which stands at ``version``.

    Only events after the version ``after`` are listed; ``next`` is the address of the list that
    goes on, null when there is no more.
    """

    game: str
    status: Status
    version: int
    after: int
    rounds: list[RoundSpan]
    next: str | None


class FramesQuery(Request, frozen=True, rename={"first": "from", "last": "to"}):
    """The first and the last version; without them the first and the newest of the game."""

    first: Version = 1
    last: Version | None = None
    include: Literal["effects"] | None = None


class FramePage(Struct, frozen=True, rename={"first": "from", "last": "to"}):
    """A stretch of a game, which stands at ``version``: the view of the first version, and frames.

    ``next`` is the address of the stretch that goes on from the last version here, null when all
    that was asked for is here.
    """

    game: str
    status: Status
    version: int
    first: int
    last: int
    view: engine.View
    frames: list[FrameJSON]
    next: str | None
