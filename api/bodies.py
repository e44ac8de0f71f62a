"""The shapes of requests and responses, as documented in the OpenAPI description.

Requests refuse unknown fields. Parts that the engine or the store has encoded already stand here
as raw JSON; the description refers to their schemas.
"""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from games import engine, names
from games.engine.options.option_info import OptionInfo
from replays import checking

Status = Literal["open", "running", "finished"]
Visibility = Literal["public", "unlisted", "private"]
Source = Literal["played", "imported", "forked"]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Name = Annotated[str, Meta(min_length=1, max_length=names.LONGEST)]

Seal = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]

REF = "#/components/schemas/"
MoveJSON = Annotated[Raw, Meta(extra_json_schema={"$ref": REF + "Move"})]
EventJSON = Annotated[Raw, Meta(extra_json_schema={"$ref": REF + "Event"})]
FactsJSON = Annotated[Raw, Meta(extra_json_schema={"type": "object"})]
OptionsJSON = Annotated[Raw, Meta(extra_json_schema={"$ref": REF + "Options"})]


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all bodies and queries that clients send."""


class NoQuery(Request, frozen=True):
    """An address without query parameters."""


class Preset(Struct, frozen=True):
    """Options that go well together, under a name."""

    name: str
    meaning: str
    options: OptionsJSON


class OptionList(Struct, frozen=True):
    """The options of a new game, and named sets of them."""

    options: list[OptionInfo]
    presets: list[Preset]


class RuleText(Struct, frozen=True):
    """One rule: its text, with marks of Markdown, and where it stands; `section` may be empty."""

    id: str
    text: str
    book: Literal["base", "industria"]
    chapter: str
    section: str


class NewGame(Request, frozen=True):
    """A game to be created; options that are not named have their defaults."""

    name: Name
    options: OptionsJSON | UnsetType = UNSET
    visibility: Visibility = "public"


class JoinRequest(Request, frozen=True):
    """The invite code, for a game that needs one, and the ``seal`` of a word to come with."""

    invite: Annotated[str, Meta(max_length=100)] | None = None
    seal: Seal | None = None


class JoinQuery(Request, frozen=True):
    """The invite code as the invite link carries it."""

    invite: Annotated[str, Meta(max_length=100)] | None = None


class WordRequest(Request, frozen=True):
    """Either the ``seal`` of a word, as 64 hexadecimal digits, or the ``word`` that was sealed."""

    seal: Seal | UnsetType = UNSET
    word: Annotated[str, Meta(min_length=1, max_length=200)] | UnsetType = UNSET


class ExperienceRequest(Request, frozen=True):
    """Which clans the caller wants: those that ask for little experience, some, or much."""

    experience: engine.Experience


class BotRequest(Request, frozen=True):
    """The bot that takes the next free seat: ``random`` plays by chance, ``steward`` to win."""

    bot: Annotated[str, Meta(min_length=1, max_length=50)] = "random"


class GameChange(Request, frozen=True):
    """What the host changes about a game; what is not named stays."""

    name: Name | UnsetType = UNSET
    visibility: Visibility | UnsetType = UNSET


class GameQuery(Request, frozen=True):
    """The invite code as the invite link carries it, for a private table."""

    invite: Annotated[str, Meta(max_length=100)] | None = None


class ForkedFrom(Struct, frozen=True):
    """The game and the version from which another one goes on."""

    game: str
    version: int


class SeatInfo(Struct, frozen=True):
    """One taken seat: a user or a bot, and whether the game waits for it.

    ``label`` is the name of a player without an account here: of an imported game, or anonymous
    because the account was deleted. ``seal`` is the hash of what the player adds to the seed of the
    game, null without one; ``opened`` is set once the word was opened. A player who ``resigned``
    decides nothing any more, one who ``abandons`` agrees to end the game without a result.
    ``asked`` is set while the seat is kept for a user who has not answered: of a rematch; joining
    takes it, leaving declines it. ``experience`` is which clans the player wants, by default
    ordinary; null where clans do not go by player.
    """

    seat: int
    user: str | None
    bot: str | None
    label: str | None
    waiting: bool
    seal: str | None
    opened: bool
    resigned: bool
    abandons: bool
    asked: bool
    experience: engine.Experience | None


class Revealed(Struct, frozen=True):
    """The secrets of a finished game, as hex: with them its chance and its hashes can be checked.

    ``commitment`` is the SHA-256 of the seed's bytes; the salt keys the hashes of secrets.
    """

    server_seed: str
    salt: str


class ValidationNote(Struct, frozen=True):
    """The last validation of a game at its present version.

    ``event`` and ``code`` name the first difference. With ``drifted`` it was decided by earlier
    rules, which these do not follow; the game goes on from what is recorded.
    """

    id: str
    status: checking.Status
    version: int
    rules: int
    event: int | None
    code: checking.Code | None
    finished_at: datetime


class GameSummary(Struct, frozen=True):
    """A game without its state. ``waiting`` lists the seats that have to decide.

    ``commitment`` is the SHA-256 of the server's seed, which is ``revealed`` when the game is
    over. ``invite`` is for the host of a game that waits for players; all others get null.
    ``validation`` is null for a game that was not validated as it is now. Only what was ``played``
    here by people alone is ``rated``: no game with a bot, or with one person on two seats, and none
    with ``seed_chosen``, of which the server's seed was given.
    ``permalink`` is the address of the replay of a finished game, which stays what it is, null
    before. ``imported`` is what came from a file. ``forked_from`` is null for what was not branched
    off, ``rematch_of`` for what is no rematch; that game may have been erased since, or be one that
    the reader may not see. ``ended_by``
    is null until the game is over: ``scoring`` after its last round, ``resignation`` when too few
    people were left, ``agreement`` when all agreed to end it without a result, ``director`` when a
    director of its tournament did.
    """

    id: str
    name: str
    status: Status
    source: Source
    rated: bool
    seed_chosen: bool
    forked_from: ForkedFrom | None
    rematch_of: str | None
    visibility: Visibility
    host: str | None
    players: int
    options: OptionsJSON
    content: str
    version: int
    round: int
    seats: list[SeatInfo]
    waiting: list[int]
    commitment: str
    revealed: Revealed | None
    permalink: str | None
    validation: ValidationNote | None
    invite: str | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    ended_by: engine.Ending | None
    active_at: datetime


class GamePage(Struct, frozen=True):
    """One page of games, newest activity first, with the addresses of the pages around it."""

    next: str | None
    previous: str | None
    results: list[GameSummary]


class ListQuery(Request, frozen=True):
    """Which games to list, and how many on a page."""

    status: Status | None = None
    player: Literal["me"] | None = None
    waiting: Literal["me"] | None = None
    ended_by: engine.Ending | None = None
    cursor: Annotated[str, Meta(max_length=500)] | None = None
    limit: Annotated[int, Meta(ge=1, le=100)] = 25


class StateQuery(Request, frozen=True):
    """The version to show; without it the newest. ``v`` is short for it, as in links."""

    version: Version | None = None
    v: Version | None = None


class MapHex(Struct, frozen=True):
    """One space of the map; mist is out of play for one or two players."""

    hex: str
    kind: Literal["land", "loch"]
    terrain: list[str]
    cost: int
    mist: bool
    delta: bool
    border: bool
    module: str


class MapPort(Struct, frozen=True):
    """A port tile and the loch space that it lies on."""

    hex: str
    tile: int


class GameMap(Struct, frozen=True):
    """The map of one game; ``rivers`` are pairs of spaces whose common side carries a river."""

    hexes: list[MapHex]
    rivers: list[tuple[str, str]]
    ports: list[MapPort]
    central_loch: list[str]


class Problem(Struct, frozen=True, omit_defaults=True):
    """What went wrong (RFC 9457).

    ``code`` is a stable name for programs. A move that the rules forbid names the ``rule`` and the
    ``facts`` that it rests on; a stale one comes with the ``version`` and the missed ``events``.
    ``request_id`` is that of the header ``X-Request-ID``: operators find it in the log.
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    rule: str | UnsetType = UNSET
    facts: FactsJSON | UnsetType = UNSET
    version: int | UnsetType = UNSET
    events: list[EventJSON] | UnsetType = UNSET
    request_id: str | UnsetType = UNSET
