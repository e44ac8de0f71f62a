"""Standings of a tournament, why they are so, and its log."""

from itertools import islice
from typing import ClassVar
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api.errors import Malformed
from api.schema import document
from api.standings import explanation, standings, standings_change
from api.standings_bodies import StandingsChange, StandingsExplanation
from api.tournament_bodies import Standings
from api.tournament_log import EntryPage, RulingPage, log_entry, rulings_among
from api.tournament_requests import AsOfQuery, ChangesQuery, EntriesQuery, ExplainQuery
from api.views.base import ApiView, answer, user_of
from api.views.tournament_base import state_as_of, viewed
from tournaments import store
from tournaments.selectors import people_of, tournament_for


class StandingsView(ApiView):
    """The standings."""

    queries: ClassVar[dict[str, type]] = {"GET": AsOfQuery}
    open_to_all = ("GET",)

    @document(
        operation="tournaments_standings",
        tag="standings",
        query=AsOfQuery,
        answers={200: Standings},
        refusals=(400, 404),
        open_to_all=True,
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """The standings with every tie-break, now or as of a version or time.

        Points and tie-breaks are exact numbers, as text: `"7"`, `"13/2"`.
        """
        found = viewed(request, tournament_id, self.query.as_of)
        return answer(standings(found.state, found.people))


class ExplainView(ApiView):
    """Why one stands before another."""

    queries: ClassVar[dict[str, type]] = {"GET": ExplainQuery}
    open_to_all = ("GET",)

    @document(
        operation="tournaments_explain_standings",
        tag="standings",
        query=ExplainQuery,
        answers={200: StandingsExplanation},
        refusals=(400, 404),
        open_to_all=True,
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Why one of the entrants `a` and `b` stands before the other, with what led to it."""
        query: ExplainQuery = self.query
        if query.a == query.b:
            raise Malformed("a and b: name two different entrants.")
        found = viewed(request, tournament_id, query.as_of)
        return answer(explanation(found.state, found.people, query.a, query.b))


class ChangesView(ApiView):
    """What has moved."""

    queries: ClassVar[dict[str, type]] = {"GET": ChangesQuery}
    open_to_all = ("GET",)

    @document(
        operation="tournaments_standings_changes",
        tag="standings",
        query=ChangesQuery,
        answers={200: StandingsChange},
        refusals=(400, 404),
        open_to_all=True,
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Which results have changed between two moments, such as by a ruling, and who moved.

        `since` and `until` are versions or times; the version before a ruling and its own show
        what it did.
        """
        found = viewed(request, tournament_id, self.query.until)
        before = state_as_of(found.tournament, self.query.since)
        if before.version > found.state.version:
            raise Malformed("since: name a moment before until.")
        return answer(standings_change(before, found.state, found.people))


class RulingsView(ApiView):
    """The rulings."""

    queries: ClassVar[dict[str, type]] = {"GET": EntriesQuery}
    open_to_all = ("GET",)

    @document(
        operation="tournaments_rulings",
        tag="results",
        query=EntriesQuery,
        answers={200: RulingPage},
        refusals=(400, 404),
        open_to_all=True,
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """The rulings of directors after a version, oldest first, with reason and author."""
        after, limit = self.query.after, self.query.limit
        tournament = tournament_for(user_of(request), tournament_id)
        rows = store.each(tournament.pk, after=after, upto=tournament.version)
        rulings = [*islice(rulings_among(rows, people_of(tournament)), limit + 1)]
        page = rulings[:limit]
        path = f"/api/v1/tournaments/{tournament.pk}/rulings?limit={limit}&after="
        return answer(
            RulingPage(
                version=tournament.version,
                rulings=page,
                next=request.build_absolute_uri(f"{path}{page[-1].version}")
                if len(rulings) > len(page)
                else None,
            )
        )


class LogView(ApiView):
    """The log."""

    queries: ClassVar[dict[str, type]] = {"GET": EntriesQuery}
    open_to_all = ("GET",)

    @document(
        operation="tournaments_log",
        tag="standings",
        query=EntriesQuery,
        answers={200: EntryPage},
        refusals=(400, 404),
        open_to_all=True,
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """What has happened after a version, oldest first: by whom, and when.

        `next` is null on the last page.
        """
        after, limit = self.query.after, self.query.limit
        tournament = tournament_for(user_of(request), tournament_id)
        rows = store.rows(tournament.pk, after=after, upto=tournament.version, limit=limit)
        people = people_of(tournament)
        last = rows[-1].version if rows else after
        path = f"/api/v1/tournaments/{tournament.pk}/log?after={last}&limit={limit}"
        return answer(
            EntryPage(
                version=tournament.version,
                entries=[log_entry(row, people) for row in rows],
                next=request.build_absolute_uri(path) if last < tournament.version else None,
            )
        )
