"""The lines of a game's file, and the game that they make together.

One JSON object a line: the game, its content pack, every event, the end. Each kind of line has
its fields in one order and no others, so the same game is always the same bytes.
"""

from collections.abc import Iterator
from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from games import engine
from games.engine import StoredEvent
from replays.checking import Subject

FORMAT: Final = 1
"""Raised when a reader of this format could not read what is written."""
LARGEST_GAME: Final = 15 * 1024 * 1024
"""Bytes of one game, unpacked; an ordinary game of four is a hundredth of it."""
MOST_EVENTS: Final = 20_000
"""A game of so many events always fits: what is played and taken back is shorter than this."""
LONGEST_REPEATED: Final = 680
"""Bytes of the line of an event of a kind that a game can repeat without end."""
LONGEST_LINE: Final = engine.packs.MOST_BYTES + 64 * 1024
"""Bytes; the largest content pack fits."""
HEADER_START: Final = b'{"type":"game"'
"""How the first line of a game begins, and no other."""
EVENTS_AFTER: Final = 2
"""Lines before the first event."""

Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Id = Annotated[str, Meta(pattern=r"\A[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")]
Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Hex = Annotated[str, Meta(pattern=r"\A([0-9a-f]{2}){1,64}\Z")]
Status = Literal["running", "finished"]
Early = Literal["resignation", "agreement", "director"]


class FilePlayer(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The player of a seat by name, or a bot by the name of its kind."""

    player: str | None = None
    bot: str | None = None


class ForkSource(Struct, frozen=True, forbid_unknown_fields=True):
    """The game and the version from which a fork goes on."""

    game: Id
    version: Number


class FileLine(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """One line."""


class Header(FileLine, frozen=True, tag="game", kw_only=True, omit_defaults=True):
    """The first line. ``rules`` is the newest version of the rules that decided an event.

    Only games that were branched off another one have ``forked_from``.
    """

    format: Literal[1]
    game: Id
    name: str
    status: Status
    rules: Number
    options: Raw
    content: Hash
    commitment: Hash
    salt: Hex | None
    created_at: str
    started_at: str
    finished_at: str | None
    seats: list[FilePlayer]
    forked_from: ForkSource | None = None


class PackLine(FileLine, frozen=True, tag="pack", kw_only=True):
    """The bytes of the content pack: an object of file names and texts."""

    files: Raw


class EventFileLine(FileLine, frozen=True, tag="event", kw_only=True):
    """One event: the stored columns. Each of ``secret`` is a line of the stored text."""

    version: Number
    parent: Number
    recorded_at: str
    seat: Annotated[int, Meta(ge=0, le=3)] | None
    origin: engine.Origin
    cause: Number | None
    rules: Number
    public: Raw
    secret: Annotated[list[Raw], Meta(min_length=1)] | None
    secret_hash: str | None
    digest: Hash
    chain: Hash


class End(FileLine, frozen=True, tag="end", kw_only=True):
    """The last line. ``sha256`` covers every byte before it; what is null waits for the end.

    ``ended_by`` is there when a game ended before its last round was played out.
    """

    events: Number
    digest: Hash
    chain: Hash
    server_seed: Hex | None
    contributions: list[Hash]
    scores: list[Raw] | None
    ended_by: Early | UnsetType = UNSET
    sha256: Hash


class GameFile(Struct, frozen=True, kw_only=True):
    """A game as read from its file. ``first_line`` is where it begins; lines count from 1."""

    header: Header
    pack: bytes
    rows: list[StoredEvent]
    end: End
    sha256: str
    first_line: int = 1

    @property
    def finished(self) -> bool:
        """Whether the file has everything that was hidden."""
        return self.header.status == "finished"

    def line_of(self, index: int) -> int:
        """The line of an event by its place, from 0; one too many gives the end."""
        return self.first_line + EVENTS_AFTER + index

    @property
    def end_line(self) -> int:
        """The line of the end."""
        return self.line_of(len(self.rows))

    def subject(self, pack: engine.Pack) -> Subject:
        """The game as the checker wants it."""
        header, end = self.header, self.end
        return Subject(
            id=header.game,
            options=bytes(header.options).decode(),
            content=header.content,
            pack=pack,
            commitment=header.commitment,
            server_seed=unhex(end.server_seed),
            salt=unhex(header.salt),
            contributions=[bytes.fromhex(text) for text in end.contributions],
            version=end.events,
        )


def unhex(text: str | None) -> bytes | None:
    """Bytes out of hex; None stays None."""
    return None if text is None else bytes.fromhex(text)


class LastPayload(Struct, frozen=True):
    """The effects of an event, unread."""

    effects: list[Raw]


SCORED: Final = b'["score",'
ENDED: Final = b'["ended",'
_effects: Final = msgspec.json.Decoder(LastPayload)
_scored: Final = msgspec.json.Decoder(tuple[str, Raw])
_ended: Final = msgspec.json.Decoder(tuple[str, Early])


def scores_in(row: StoredEvent) -> list[Raw]:
    """The score sheets of a game's last event, in the bytes in which it has them."""
    return list(_sheets(row))


def _sheets(row: StoredEvent) -> Iterator[Raw]:
    for effect in _effects.decode(row.public).effects:
        if bytes(effect).startswith(SCORED):
            yield _scored.decode(effect)[1]


def sheets_in(row: StoredEvent) -> list[engine.ScoreSheet]:
    """The score sheets of a game's last event."""
    return [msgspec.json.decode(raw, type=engine.ScoreSheet) for raw in scores_in(row)]


def early_end_in(row: StoredEvent) -> Early | UnsetType:
    """What ended a game with its last event, if that was not the final scoring."""
    effects = map(bytes, _effects.decode(row.public).effects)
    return next((_ended.decode(one)[1] for one in effects if one.startswith(ENDED)), UNSET)
