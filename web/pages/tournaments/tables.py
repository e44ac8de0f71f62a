"""Tables of a tournament as pages show them: who sits where, how far it is, what came of it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, Literal, NamedTuple
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct

from games.access import may_see
from games.models import Game
from games.models.game import Status
from tournaments.scoring.results import seat_results
from tournaments.state import Draw, Entrant, EntrantId, RoundTable, TableId
from web.pages.common.decimals import number_shown
from web.pages.common.name_search import NameFilter
from web.pages.tournaments.visit import Visit, elsewhere_text
from web.pages.tournaments.wording import (
    LABELS,
    TO_PLAY,
    TableStatus,
    group_title,
    own_stage,
    rest_text,
    round_title,
    stage_title,
    state_text,
    status_of,
    table_title,
)

MOST_TABLES: Final = 200
"""Of the rounds on a page, which has one round at least."""
CHALLENGES: Final = 50
"""On a page."""
EVERYBODY: Final = NameFilter("")


class ShownSeat(Struct, frozen=True):
    """A seat, counted from 0; place and points are known once the table has a result.

    Who is ``out`` has forfeited or resigned, be it in a game that runs. Of several who forfeited,
    all are ``last``, whatever place they share. Who has dropped out and is still to play here, or
    to be judged, has ``left``.
    """

    seat: int
    entrant: EntrantId
    name: str
    page: str
    me: bool
    to_move: bool
    place: int = 0
    points: str = ""
    score: int | None = None
    out: str = ""
    last: bool = False
    left: bool = False

    @property
    def number(self) -> int:
        """The seat as people count."""
        return self.seat + 1


class ShownTable(Struct, frozen=True):
    """A table; ``game`` is that which the viewer may open. ``label`` says where a result is from.

    ``title`` names the table by its number within the round, ``number`` is its id.
    ``mine`` is one at which the viewer sits, ``turn`` one whose game waits for the viewer.
    ``deadline`` is that of one without a result, which is ``late`` after it.
    ``ruled`` is one with a ruling on the result, ``stopped`` one whose game a director has ended.
    ``level`` is one at which the money left over has parted two with the same score.
    ``elsewhere`` says why it has no game here, where one could expect it.
    """

    number: TableId
    title: str
    round: int
    stage: str
    group: str
    status: TableStatus
    state: str
    seats: list[ShownSeat]
    game: UUID | None
    finished: bool
    version: int
    label: str
    ruled: bool
    stopped: bool
    mine: bool
    turn: bool
    deadline: datetime | None
    late: bool
    level: bool
    elsewhere: str

    @property
    def pressing(self) -> bool:
        """Whether somebody has to do something before a result counts."""
        return self.status in ("over", "reported", "agreed")


class ShownRound(Struct, frozen=True):
    """A round with its tables; ``rest`` are the names of those without one, ``rests`` says so."""

    number: int
    title: str
    stage: str
    tables: list[ShownTable]
    rest: list[str]
    rests: str
    deadline: datetime | None
    open: int

    @property
    def late(self) -> bool:
        """Whether the deadline has passed."""
        return self.deadline is not None and self.deadline <= timezone.now()


def games_of(visit: Visit, tables: Iterable[RoundTable]) -> dict[str, Game]:
    """The games of tables, with their seats, by id; each is read once for a page."""
    wanted = {table.game for table in tables if table.game}
    if missing := wanted - set(visit.games):
        ids = [UUID(one) for one in missing]
        found = Game.objects.filter(pk__in=ids).select_related("host")
        games = {str(game.pk): game for game in found.prefetch_related("seats__user")}
        visit.games.update(games)
    return {one: visit.games[one] for one in wanted if one in visit.games}


class ListedTables(NamedTuple):
    """Some of the draws, or of the challenges, the newest first, and where they stand among all."""

    draws: Sequence[Draw]
    challenges: Sequence[RoundTable]
    page: Page[Draw] | Page[RoundTable]


def page_of(visit: Visit, number: str, names: NameFilter) -> ListedTables:
    """A page of rounds, or of the challenges where there are no rounds.

    Where a name is looked for, those at which somebody sits who has it.
    """
    if not visit.state.draws:
        fitting = seating(visit, challenges_of(visit), names)
        challenges = Paginator(fitting, CHALLENGES).get_page(number)
        return ListedTables([], [*challenges.object_list], challenges)
    counted = Counter(one.round for one in seating(visit, visit.state.tables.values(), names))
    draws = [one for one in reversed(visit.state.draws) if counted[one.round]]
    largest = max(counted.values(), default=1)
    page = Paginator(draws, max(1, MOST_TABLES // largest)).get_page(number)
    return ListedTables([*page.object_list], [], page)


def seating(visit: Visit, found: Iterable[RoundTable], names: NameFilter) -> list[RoundTable]:
    """The tables at which somebody with a name that fits sits."""
    if not names:
        return [*found]
    fits = {one.number for one in visit.names.people if names.finds(visit.names.person(one.number))}
    return [
        table
        for table in found
        if any(visit.state.person_at(table, one) in fits for one in table.seats)
    ]


def rounds_of(
    visit: Visit, draws: Sequence[Draw], names: NameFilter = EVERYBODY
) -> list[ShownRound]:
    """The rounds of some draws, in the same order, with the tables and people of these names."""
    state = visit.state
    tables = {draw.round: seating(visit, state.of_round(draw.round), names) for draw in draws}
    games = games_of(visit, (table for several in tables.values() for table in several))
    rest = {draw.round: resting(visit, draw, names) for draw in draws}
    return [
        ShownRound(
            number=draw.round,
            title=round_title(state, draw),
            stage=stage_title(state, draw.stage),
            tables=[table_view(visit, table, games) for table in tables[draw.round]],
            rest=rest[draw.round],
            rests=rest_text(state, draw, rest[draw.round]),
            deadline=state.deadlines.get(draw.round),
            open=sum(table.result is None for table in state.of_round(draw.round)),
        )
        for draw in draws
    ]


def resting(visit: Visit, draw: Draw, names: NameFilter) -> list[str]:
    """Who has no table in a round, of those with these names."""
    return [name for one in draw.rest if names.finds(name := visit.name(one))]


class BracketColumn(Struct, frozen=True):
    """A stage that is one round, on the way to the final."""

    stage: str
    tables: list[ShownTable]


def bracket_of(visit: Visit) -> list[BracketColumn]:
    """The stages that are one round each, in order; none where there are not two of them."""
    stages = Counter(draw.stage for draw in visit.state.draws)
    found = [draw for draw in visit.state.draws if stages[draw.stage] == 1]
    if len(found) < 2:
        return []
    return [BracketColumn(one.stage, one.tables) for one in rounds_of(visit, found)]


def challenges_of(visit: Visit) -> list[RoundTable]:
    """Tables that no draw has made, the newest first."""
    return [table for table in reversed(visit.state.tables.values()) if not table.round]


def table_views(visit: Visit, tables: Sequence[RoundTable]) -> list[ShownTable]:
    """Some tables, in the same order."""
    games = games_of(visit, tables)
    return [table_view(visit, table, games) for table in tables]


def table_view(visit: Visit, table: RoundTable, games: Mapping[str, Game]) -> ShownTable:
    """One table; ``games`` are those at hand."""
    game = games.get(table.game or "")
    # How far a game is now says nothing of an earlier moment.
    then = None if visit.past else game
    seats = seat_views(visit, table, then)
    mine = any(seat.me for seat in seats)
    status = status_of(table, then)
    ruled = table.id in visit.state.remarks.judged
    return ShownTable(
        number=table.id,
        title=table_title(visit.state, table.id),
        round=table.round,
        stage="" if visit.state.is_final(table.round) else own_stage(visit.state, table.stage),
        group=group_title(table.group) if table.group and _several_groups(visit) else "",
        status=status,
        state=state_text(table, then, status, ruled=ruled),
        seats=seats,
        game=game.pk if game and may_open(visit, game) else None,
        finished=game is not None and game.status == Status.FINISHED,
        version=game.version if game else 0,
        label=_label(table, game, ruled=ruled),
        ruled=ruled,
        stopped=table.id in visit.state.remarks.stopped,
        mine=mine,
        turn=mine and any(seat.me and seat.to_move for seat in seats),
        deadline=(deadline := _deadline(visit, table, status)),
        late=deadline is not None and deadline <= timezone.now() and not visit.past,
        level=parted_by_money(table, seats),
        elsewhere=elsewhere_text(visit, table),
    )


def _deadline(visit: Visit, table: RoundTable, status: TableStatus) -> datetime | None:
    """By when a table is to be played; None for one that has been, whatever its result is."""
    return visit.state.deadlines.get(table.round) if status in TO_PLAY else None


def parted_by_money(table: RoundTable, seats: Sequence[ShownSeat]) -> bool:
    """Whether two who played a game to its end have the same score and not the same place."""
    if table.result is None or table.result.label == "entered":
        return False
    scored = [(seat.score, seat.place) for seat in seats if seat.score is not None and not seat.out]
    places = dict(scored)
    return any(places[score] != place for score, place in scored)


def _label(table: RoundTable, game: Game | None, *, ruled: bool) -> str:
    """Where a result is from, unless the state says so already."""
    if table.result is None or (game and table.result.label == "entered" and not ruled):
        return ""
    return str(LABELS[table.result.label])


def _several_groups(visit: Visit) -> bool:
    return any(table.group > 1 for table in visit.state.tables.values())


def may_open(visit: Visit, game: Game) -> bool:
    """Whether the viewer is shown the game of a table: withheld ones are for their players."""
    return may_see(visit.user, game)


def seat_views(visit: Visit, table: RoundTable, game: Game | None) -> list[ShownSeat]:
    """The seats in order, with what came of them, or what is said to have."""
    result = table.result or (table.report.result if table.report else None)
    results = seat_results(visit.state.settings.points, table)
    running = game is not None and game.status == Status.RUNNING and table.result is None
    moving = (
        {seat.index for seat in game.seats.all() if seat.waiting} if game and running else set()
    )
    return [
        ShownSeat(
            seat=index,
            entrant=entrant,
            name=visit.names.person(person := visit.state.person_at(table, entrant)),
            page=visit.names.page(person),
            me=person == visit.person,
            to_move=index in moving,
            place=result.places[index] if result else 0,
            points=number_shown(results[entrant].points) if entrant in results else "",
            score=result.score(index) if result else None,
            out=(out := out_text(table, entrant, game)),
            last=result is not None and entrant in result.forfeited,
            left=not out and has_left(visit, table, entrant),
        )
        for index, entrant in enumerate(table.seats)
    ]


def has_left(visit: Visit, table: RoundTable, entrant: EntrantId) -> bool:
    """Whether somebody has dropped out with a table that has no result."""
    gone = visit.state.entrants[entrant].status == "dropped" and visit.state.phase == "running"
    return gone and table.result is None


def out_of(
    table: RoundTable, entrant: EntrantId, game: Game | None = None
) -> Literal["", "forfeited", "resigned"]:
    """Whether an entrant has forfeited or resigned; of a table with a result what that says.

    Of one without a result ``game`` tells who has resigned, as long as it runs.
    """
    result = table.result
    if entrant in (table.forfeited if result is None else result.forfeited):
        return "forfeited"
    if result is not None:
        return "resigned" if entrant in result.resigned else ""
    if game is None or game.status != Status.RUNNING:
        return ""
    index = table.seat_of(entrant)
    gone = any(seat.resigned for seat in game.seats.all() if seat.index == index)
    return "resigned" if gone else ""


def out_text(table: RoundTable, entrant: EntrantId, game: Game | None = None) -> str:
    """The same in words."""
    texts = {"": "", "forfeited": _("forfeited"), "resigned": _("resigned")}
    return texts[out_of(table, entrant, game)]


def own_tables(visit: Visit) -> list[ShownTable]:
    """The tables at which the viewer still has to play."""
    own = visit.own
    found = tables_of(visit, own) if own is not None and visit.state.phase == "running" else []
    games = games_of(visit, found)
    views = [table_view(visit, table, games) for table in found]
    return [one for one in views if any(seat.me and not seat.out for seat in one.seats)]


def tables_of(visit: Visit, entrant: Entrant) -> list[RoundTable]:
    """The tables of an entrant that have no result yet."""
    return [
        table
        for table in visit.state.tables.values()
        if entrant.id in table.seats and table.result is None
    ]
