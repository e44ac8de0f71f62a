"""Players, and their ratings."""

from typing import ClassVar

from django.http import HttpResponse
from django.urls import reverse
from rest_framework.request import Request

from api.filters import HistoryPages, Pages, RatingPages
from api.player_bodies import (
    HistoryPage,
    PlacingPage,
    PlacingsQuery,
    PlayerProfile,
    RatingPage,
    RatingsQuery,
    Sections,
)
from api.schema import document
from api.views.base import ApiView, answer, user_of
from tournaments.models import Pool, Rating, RatingStep, Tournament
from tournaments.players.people import hidden, player_named
from tournaments.players.sections.tournaments import Placing, tournaments_of
from tournaments.players.showing import sections_of
from tournaments.ratings.reading import StepShown, history, ranked, ratings_listed


class PlayerPageView(ApiView):
    """One player."""

    open_to_all = ("GET",)

    @document(
        operation="players_get",
        tag="players",
        answers={200: PlayerProfile},
        refusals=(404,),
        open_to_all=True,
    )
    def get(self, request: Request, name: str) -> HttpResponse:
        """A player: ratings and their newest course, results, opponents, newest games.

        Only games that stand in the caller's lists count: public ones, and the caller's own. The
        ratings themselves rest on private games too. A player may hide all of it from strangers.
        """
        viewer = user_of(request)
        player = player_named(viewer, name)
        return answer(
            PlayerProfile(
                name=player.get_username(),
                hidden=hidden(player),
                history=request.build_absolute_uri(
                    reverse("api:rating-history", args=[player.get_username()])
                ),
                sections=Sections(**sections_of(player, viewer)),
            )
        )


class PlayerTournamentsView(ApiView):
    """The tournaments of one player."""

    queries: ClassVar[dict[str, type]] = {"GET": PlacingsQuery}
    open_to_all = ("GET",)

    @document(
        operation="players_tournaments",
        tag="players",
        query=PlacingsQuery,
        answers={200: PlacingPage},
        refusals=(400, 404),
        open_to_all=True,
    )
    def get(self, request: Request, name: str) -> HttpResponse:
        """The tournaments in which a player competes, with the place, newest activity first.

        Only those that stand in the caller's list of tournaments. `place` is final once a
        tournament is over; in a cancelled one nobody has any. Who lost the place to a substitute
        has none, and `replaced_in` is the round that was drawn last then, 0 before the first draw
        and where there are no rounds.
        """
        viewer, pages = user_of(request), Pages(self.query)
        found = tournaments_of(player_named(viewer, name), viewer)
        listed: list[Tournament] = pages.paginate_queryset(found, request, view=self) or []
        return answer(
            PlacingPage(
                next=pages.get_next_link(),
                previous=pages.get_previous_link(),
                results=[*map(Placing.in_, listed)],
            )
        )


class RatingsView(ApiView):
    """The list of ratings."""

    queries: ClassVar[dict[str, type]] = {"GET": RatingsQuery}
    open_to_all = ("GET",)

    @document(
        operation="ratings_list",
        tag="players",
        query=RatingsQuery,
        answers={200: RatingPage},
        refusals=(400,),
        open_to_all=True,
    )
    def get(self, request: Request) -> HttpResponse:
        """The ratings of a pool, best first.

        `rating` is a cautious estimate of strength: the mean of what is believed, less twice how
        uncertain it is, scaled so that a new player has 1000. Under ten games it is `provisional`.
        Players who hide their page are left out, and so are accounts that were deleted.
        """
        viewer, pages = user_of(request), RatingPages(self.query.limit)
        listed = ratings_listed(Pool(self.query.pool), viewer)
        found: list[Rating] = pages.paginate_queryset(listed, request, view=self) or []
        return answer(
            RatingPage(
                next=pages.get_next_link(),
                previous=pages.get_previous_link(),
                results=ranked(found, Pool(self.query.pool), viewer),
            )
        )


class RatingHistoryView(ApiView):
    """The course of one rating."""

    queries: ClassVar[dict[str, type]] = {"GET": RatingsQuery}
    open_to_all = ("GET",)

    @document(
        operation="ratings_history",
        tag="players",
        query=RatingsQuery,
        answers={200: HistoryPage},
        refusals=(400, 404),
        open_to_all=True,
    )
    def get(self, request: Request, name: str) -> HttpResponse:
        """What each rated game did to a player's rating in a pool, the newest first.

        Games that stand in no list of the caller are left out; what they did shows in the rating
        after the next one that is there. `place` is that in the game, shared by who tied.
        """
        viewer, pages = user_of(request), HistoryPages(self.query.limit)
        steps = history(player_named(viewer, name), Pool(self.query.pool), viewer)
        found: list[RatingStep] = pages.paginate_queryset(steps, request, view=self) or []
        return answer(
            HistoryPage(
                next=pages.get_next_link(),
                previous=pages.get_previous_link(),
                results=[StepShown.of(step) for step in found],
            )
        )
