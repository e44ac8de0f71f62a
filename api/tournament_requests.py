"""The shapes of requests about tournaments."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, UnsetType

from api.bodies import Name, Request, Version, Visibility
from tournaments.models.tournament import LONGEST_ANNOUNCEMENT
from tournaments.scoring.points import MOST as MOST_POINTS
from tournaments.services.creating import LONGEST_REASON
from tournaments.services.results import LEAST_SCORE, MOST_SCORE
from tournaments.settings_check import LONGEST_ROUND, MOST_ENTRANTS
from tournaments.state import DEFAULT_POINTS, DEFAULT_TIE_BREAKS, Phase

LARGEST = 2**31 - 1

EntrantNumber = Annotated[int, Meta(ge=1, le=LARGEST)]
Entrants = Annotated[list[EntrantNumber], Meta(max_length=4)]
Word = Annotated[str, Meta(min_length=1, max_length=100)]
OptionNumber = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
OptionText = Annotated[str, Meta(max_length=100)]
OptionTexts = Annotated[list[OptionText], Meta(max_length=50)]
Moment = Annotated[datetime, Meta(tz=True)]
AsOf = Annotated[str, Meta(min_length=1, max_length=40)]
Rating = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Points = Annotated[int, Meta(ge=0, le=MOST_POINTS)]
PointRow = Annotated[tuple[Points, ...], Meta(min_length=2, max_length=4)]
Invite = Annotated[str, Meta(max_length=100)]
Announcement = Annotated[str, Meta(max_length=LONGEST_ANNOUNCEMENT)]
Reason = Annotated[str, Meta(min_length=1, max_length=LONGEST_REASON)]
Place = Annotated[int, Meta(ge=1, le=4)]
Score = Annotated[int, Meta(ge=LEAST_SCORE, le=MOST_SCORE)]
Places = Annotated[list[Place], Meta(max_length=4)]
Scores = Annotated[list[Score | None], Meta(max_length=4)]
UserNames = Annotated[list[Annotated[str, Meta(max_length=150)]], Meta(max_length=20)]
Order = Annotated[list[EntrantNumber], Meta(max_length=MOST_ENTRANTS)]


class EntryRules(Request, frozen=True, kw_only=True):
    """Who may register; null and 0 ask for nothing. Ratings are whole numbers, as shown."""

    rating_least: Rating | None = None
    rating_most: Rating | None = None
    verified_mail: bool = False
    games_finished: Annotated[int, Meta(ge=0, le=LARGEST)] = 0


class TournamentSettings(Request, frozen=True, kw_only=True):
    """How a tournament is played; what is not named has its default.

    `format` and `format_options` are as `GET /tournaments/formats` lists them. `points` has a row
    for each size of table, by place. `tie_breaks` decide in this order. With `played_here` tables
    at which everybody has an account or is a bot are games of this server; other results are
    entered. `game` are options of these games, without the number of players. `duplicate` gives all
    tables of a round the same set-up. `entrants_most` 0 is no limit, `round_hours` 0 no deadline.
    Once the draft is opened, registering is possible from `registration_opens` (null: at once)
    until `registration_closes` (to come; null: until a director closes it).
    """

    format: Word
    format_options: Annotated[
        dict[Word, bool | OptionNumber | OptionText], Meta(max_length=50)
    ] = {}
    points: Annotated[tuple[PointRow, ...], Meta(max_length=3)] = DEFAULT_POINTS
    tie_breaks: Annotated[tuple[Word, ...], Meta(max_length=30)] = DEFAULT_TIE_BREAKS
    played_here: bool = True
    game: Annotated[
        dict[Word, bool | OptionNumber | OptionText | OptionTexts], Meta(max_length=100)
    ] = {}
    duplicate: bool = False
    entrants_most: Annotated[int, Meta(ge=0, le=MOST_ENTRANTS)] = 0
    check_in: bool = False
    entry: EntryRules = EntryRules()
    seeding: Literal["drawn", "rating", "hand"] = "drawn"
    registration_opens: Moment | None = None
    registration_closes: Moment | None = None
    round_hours: Annotated[int, Meta(ge=0, le=LONGEST_ROUND)] = 0
    director_confirms: bool = True


class NewTournament(Request, frozen=True):
    """A tournament to be made: a draft, which its directors alone see."""

    name: Name
    settings: TournamentSettings
    visibility: Visibility = "public"
    announcement: Announcement = ""


class SeenVersion(Request, frozen=True, kw_only=True):
    """The version that the caller has seen: the request is refused if there is a newer one."""

    version: Version | None = None


class TournamentChange(SeenVersion, frozen=True, kw_only=True):
    """What a director changes; what is not named stays.

    `settings` are replaced as a whole. `co_directors` are the names of users: who is new among them
    is asked, and directs once that is accepted. `order` are the numbers of all entrants who take
    part, by seeding; `deadline` is that of the newest round.
    """

    name: Name | UnsetType = UNSET
    announcement: Announcement | UnsetType = UNSET
    visibility: Visibility | UnsetType = UNSET
    settings: TournamentSettings | UnsetType = UNSET
    co_directors: UserNames | UnsetType = UNSET
    paused: bool | UnsetType = UNSET
    registration_closed: bool | UnsetType = UNSET
    deadline: Moment | UnsetType = UNSET
    order: Order | UnsetType = UNSET


class Cancellation(SeenVersion, frozen=True, kw_only=True):
    """Why a tournament is given up; everybody reads it."""

    reason: Reason


class Registration(SeenVersion, frozen=True, kw_only=True):
    """The invite code, for a private tournament."""

    invite: Invite | None = None


class InviteQuery(Request, frozen=True):
    """The invite code as the invite link carries it, for a private tournament."""

    invite: Invite | None = None


class NewEntrants(SeenVersion, frozen=True, kw_only=True):
    """Bots by their names, then players without accounts by theirs: all of them or none."""

    bots: Annotated[list[Word], Meta(max_length=MOST_ENTRANTS)] = []
    labels: Annotated[list[Name], Meta(max_length=MOST_ENTRANTS)] = []


class Substitution(SeenVersion, frozen=True, kw_only=True):
    """Who takes the place over: an entrant who waits, a bot or a player without an account.

    Exactly one of the three.
    """

    waiting: EntrantNumber | UnsetType = UNSET
    bot: Word | UnsetType = UNSET
    label: Name | UnsetType = UNSET


class DrawRequest(SeenVersion, frozen=True, kw_only=True):
    """The next round, or the newest one `again`; with `version` exactly as it was previewed."""

    again: bool = False


class Challenge(SeenVersion, frozen=True, kw_only=True):
    """The entrants whom the caller challenges."""

    opponents: Annotated[list[EntrantNumber], Meta(min_length=1, max_length=3)]


class DrawQuery(Request, frozen=True):
    """The next round, or the newest one `again`."""

    again: bool = False


class ReportRequest(SeenVersion, frozen=True, kw_only=True):
    """Scores or places of a table, in the order of its seats; without places scores decide.

    Places begin at 1, and after a shared one as many stay empty: 1, 1, 3; 1, 1, 2 is refused.
    """

    places: Places = []
    scores: Scores = []


class ReportsConfirmation(SeenVersion, frozen=True, kw_only=True):
    """The round of which all is confirmed that its players agree on; without it the newest one."""

    round: Version | None = None


class ResultRequest(ReportRequest, frozen=True, kw_only=True):
    """The same, with the entrants who have `forfeited` the table: they are last."""

    forfeited: Entrants = []


class RecordRequest(ResultRequest, frozen=True, kw_only=True):
    """The same, or `game`: the id of a game that was imported from a file, seated as the table."""

    game: UUID | None = None


class RulingRequest(ResultRequest, frozen=True, kw_only=True):
    """What counts, and why. With `reopen` the table has no result again.

    A game that runs is then still that of who plays it, also where a substitute has come since.
    `forfeited` alone forfeits the seats of these entrants in the running game, which goes on for
    the others: until the deadline of the round only of bots, and of who has left. Once the
    tournament is over that can be done, too, and the result stays what it is. `end_game` ends a
    game that runs beside a result, without scores: the result stands, or that which is given with
    it, and nobody has forfeited. So can games that are left over when the tournament is over.
    """

    reason: Reason
    reopen: bool = False
    end_game: bool = False


class Finishing(SeenVersion, frozen=True, kw_only=True):
    """Why games end that run beside an entered result; without it they go on."""

    end_games: Reason | None = None


class TournamentListQuery(Request, frozen=True):
    """Which tournaments to list: `name` is a part of it, `mine` all of the caller or `directed`."""

    phase: Phase | None = None
    format: Word | None = None
    mine: Literal["all", "directed"] | None = None
    name: Word | None = None
    cursor: Annotated[str, Meta(max_length=500)] | None = None
    limit: Annotated[int, Meta(ge=1, le=100)] = 25


class AsOfQuery(Request, frozen=True):
    """The tournament as of a version of its log, the end of a day, or a time; by default in UTC."""

    as_of: AsOf | None = None


class TournamentQuery(AsOfQuery, frozen=True):
    """The same, with the invite code as the invite link carries it."""

    invite: Invite | None = None


class TournamentExportQuery(AsOfQuery, frozen=True):
    """Which file of a tournament."""

    format: Literal["jsonl", "standings", "results", "trf"] = "jsonl"


class TablesQuery(AsOfQuery, frozen=True):
    """The tables of a round, or all; after a table, at most `limit`."""

    round: Version | None = None
    after: Version = 0
    limit: Annotated[int, Meta(ge=1, le=200)] = 100


class ExplainQuery(AsOfQuery, frozen=True, kw_only=True):
    """Two entrants of the standings."""

    a: EntrantNumber
    b: EntrantNumber


class ChangesQuery(Request, frozen=True, kw_only=True):
    """Two moments, each as in `as_of`; without the second one now."""

    since: AsOf
    until: AsOf | None = None


class EntriesQuery(Request, frozen=True):
    """What stands in the log after a version, oldest first."""

    after: Version = 0
    limit: Annotated[int, Meta(ge=1, le=200)] = 100


SHAPES = (
    NewTournament,
    TournamentChange,
    SeenVersion,
    Cancellation,
    Finishing,
    Registration,
    NewEntrants,
    Substitution,
    DrawRequest,
    Challenge,
    ReportRequest,
    ReportsConfirmation,
    ResultRequest,
    RecordRequest,
    RulingRequest,
)
