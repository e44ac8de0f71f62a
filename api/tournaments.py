"""Tournaments as clients get them: their states, with the names of the people in them."""

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from msgspec import convert
from msgspec.structs import asdict
from rest_framework.request import Request

from api.bodies import Revealed, Visibility
from api.tournament_bodies import (
    ComingRound,
    DrawnTable,
    DrawPreview,
    EntrantInfo,
    EntrantList,
    FormatInfo,
    OwnPart,
    ReportedResult,
    RoundInfo,
    RoundList,
    TableResult,
    TableSeat,
    TournamentInfo,
    TournamentPerson,
    TournamentSummary,
    TournamentTable,
)
from api.tournament_requests import TournamentSettings
from tournaments.access import directs
from tournaments.errors import FormatRefused
from tournaments.formats import FORMATS
from tournaments.formats.base import Format
from tournaments.models import Participant, Tournament
from tournaments.scoring.points import result_points
from tournaments.services import PreviewedDraw
from tournaments.state import (
    Entrant,
    EntrantId,
    Person,
    Phase,
    RoundTable,
    Settings,
    TableOutcome,
)
from tournaments.state import Tournament as State

People = Mapping[Person, Participant]


def summary(tournament: Tournament) -> TournamentSummary:
    """A tournament in a list; its director should have been fetched with it."""
    return TournamentSummary(
        id=str(tournament.pk),
        name=tournament.name,
        phase=convert(tournament.phase, Phase),
        format=tournament.format,
        visibility=convert(tournament.visibility, Visibility),
        director=tournament.director.get_username() if tournament.director else None,
        round=tournament.round,
        entrants=tournament.entrants,
        version=tournament.version,
        due_at=tournament.due_at,
        created_at=tournament.created_at,
        active_at=tournament.active_at,
        finished_at=tournament.finished_at,
    )


def info(
    tournament: Tournament, state: State, people: People, *, user: User | None, request: Request
) -> TournamentInfo:
    """A tournament as of a state, as the user may see it.

    What somebody directed once says nothing of now, and the invite code and who is asked to direct
    are those of now.
    """
    own = own_part(state, people, user)
    directing = own is not None and own.directs and state.version == tournament.version
    form = FORMATS[state.settings.format]
    return TournamentInfo(
        id=str(tournament.pk),
        name=tournament.name,
        announcement=tournament.announcement,
        visibility=convert(tournament.visibility, Visibility),
        version=state.version,
        phase=state.phase,
        paused=state.paused,
        registration_closed=state.registration_closed,
        settings=settings_info(state.settings),
        director=person_info(people[state.director]),
        co_directors=[person_info(people[one]) for one in state.co_directors],
        asked=[person_info(one) for one in people.values() if one.asked_to_direct and directing],
        entrants=len(state.active()),
        waiting=sum(one.status == "waiting" for one in state.entrants.values()),
        round=state.round,
        rounds=rounds_of(form, state),
        round_over=state.round_over(),
        deadline=state.deadlines.get(state.round),
        explanation=[str(one) for one in form.explanation(state.settings.format_options)],
        commitment=state.commitment,
        revealed=revealed(tournament, state),
        invite=invite_link(tournament, request) if directing else None,
        own=own,
        created_at=tournament.created_at,
        active_at=tournament.active_at,
        finished_at=tournament.finished_at,
    )


def own_part(state: State, people: People, user: User | None) -> OwnPart | None:
    """What a user is in a tournament; None for strangers."""
    number = next((one.number for one in people.values() if user and one.user_id == user.pk), None)
    if number is None:
        return None
    places = [
        one.id
        for one in state.entrants.values()
        if one.person == number and one.status != "withdrawn"
    ]
    return OwnPart(
        directs=directs(state, number),
        asked=people[number].asked_to_direct,
        entrant=places[0] if places else None,
    )


def rounds_of(form: Format, state: State) -> int | None:
    """How many rounds there will be; None where the format cannot say."""
    try:
        return form.rounds(state.settings.format_options, len(state.active()))
    except FormatRefused:
        return None


def revealed(tournament: Tournament, state: State) -> Revealed | None:
    """Seed and salt of a tournament that is over; there is no seed of one that never opened."""
    if state.phase not in ("finished", "cancelled") or not state.seed:
        return None
    return Revealed(state.seed, bytes(tournament.salt).hex())


def invite_link(tournament: Tournament, request: Request) -> str | None:
    """The address with which others enter; of a tournament that has not ended."""
    if tournament.finished_at is not None:
        return None
    path = f"/api/v1/tournaments/{tournament.pk}/register?invite={tournament.invite_code}"
    return request.build_absolute_uri(path)


def settings_of(body: TournamentSettings) -> Settings:
    """The settings that a request names."""
    return convert(asdict(body), Settings, from_attributes=True)


def settings_info(settings: Settings) -> TournamentSettings:
    """Settings as they are shown, with all that has its default."""
    return convert(asdict(settings), TournamentSettings, from_attributes=True)


def person_info(person: Participant) -> TournamentPerson:
    """Who a number is."""
    return TournamentPerson(
        number=person.number,
        user=person.user.get_username() if person.user else None,
        bot=person.bot or None,
        label=person.label or None,
    )


def entrant_list(state: State, people: People) -> EntrantList:
    """All entrants."""
    listed = [_entrant(one, people) for one in state.entrants.values()]
    return EntrantList(version=state.version, entrants=listed)


def _entrant(entrant: Entrant, people: People) -> EntrantInfo:
    return EntrantInfo(
        entrant=entrant.id,
        person=person_info(people[entrant.person]),
        formerly=[person_info(people[one]) for one in entrant.people[:-1]],
        status=entrant.status,
        seed=entrant.seed,
        checked_in=entrant.checked_in,
        since=entrant.since,
        last=entrant.last,
    )


def holder(state: State, people: People, entrant: EntrantId) -> TournamentPerson:
    """Who holds the place of an entrant."""
    return person_info(people[state.entrants[entrant].person])


def seat_list(state: State, people: People, seats: Sequence[EntrantId]) -> list[TableSeat]:
    """Entrants with their names."""
    return [TableSeat(entrant=one, person=holder(state, people, one)) for one in seats]


def preview_info(preview: PreviewedDraw, state: State, people: People) -> DrawPreview:
    """A draw that is not published."""
    draw = preview.draw
    return DrawPreview(
        version=preview.version,
        round=draw.round,
        stage=draw.stage,
        attempt=preview.attempt,
        tables=[DrawnTable(seat_list(state, people, one.seats), one.group) for one in draw.tables],
        rest=seat_list(state, people, draw.rest),
    )


def round_list(state: State) -> RoundList:
    """The rounds that stand."""
    tables: dict[int, list[RoundTable]] = {}
    for table in state.tables.values():
        tables.setdefault(table.round, []).append(table)
    return RoundList(
        version=state.version,
        rounds=[
            RoundInfo(
                round=draw.round,
                stage=draw.stage,
                attempts=state.attempts.get(draw.round, 1),
                deadline=state.deadlines.get(draw.round),
                tables=[one.id for one in tables.get(draw.round, ())],
                open=[one.id for one in tables.get(draw.round, ()) if one.result is None],
                to_confirm=[one.id for one in tables.get(draw.round, ()) if one.agreed],
                rest=list(draw.rest),
            )
            for draw in state.draws
        ],
        coming=[
            ComingRound(
                round=draw.round,
                stage=draw.stage,
                tables=[list(table.seats) for table in draw.tables],
                rest=list(draw.rest),
            )
            for draw in FORMATS[state.settings.format].coming(state)
        ],
    )


def table_info(state: State, people: People, table: RoundTable) -> TournamentTable:
    """A table with what came of it."""
    report = table.report
    points = None
    if table.result is not None:
        exact = result_points(state.settings.points, table.seats, table.result)
        points = [str(one) for one in exact]
    return TournamentTable(
        table=table.id,
        round=table.round,
        table_in_round=state.number_of(table),
        stage=table.stage,
        group=table.group,
        seats=[
            TableSeat(entrant=one, person=person_info(people[state.person_at(table, one)]))
            for one in table.seats
        ],
        game=table.game,
        started=table.started,
        result=None if table.result is None else table_result(table.result),
        points=points,
        report=None
        if report is None
        else ReportedResult(
            result=table_result(report.result),
            by=person_info(people[report.by]),
            confirmed=list(report.confirmed),
        ),
        ruled=table.ruled or None,
        forfeited=list(table.forfeited),
    )


def table_result(result: TableOutcome) -> TableResult:
    """A result; scores are null where they are not known."""
    return TableResult(
        places=list(result.places),
        scores=list(result.scores) or [None] * len(result.places),
        label=result.label,
        forfeited=list(result.forfeited),
        resigned=list(result.resigned),
    )


def format_info(form: Format) -> FormatInfo:
    """A format with its options."""
    return FormatInfo(
        name=form.name,
        title=form.title,
        summary=form.summary,
        sizes=list(form.sizes),
        endless=form.endless,
        options=list(form.described),
    )
