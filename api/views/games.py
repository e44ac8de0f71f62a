"""Games: the list, making one, and its seats."""

from typing import ClassVar, Final
from uuid import UUID

import msgspec
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from msgspec import UNSET
from rest_framework.request import Request

from api.access import MANAGING, PLAYING
from api.bodies import (
    BotRequest,
    ExperienceRequest,
    GameChange,
    GamePage,
    GameQuery,
    GameSummary,
    JoinQuery,
    JoinRequest,
    ListQuery,
    NewGame,
)
from api.errors import Malformed
from api.filters import GameFilter, Pages
from api.idempotency import marked, once
from api.kept import KeptKind, Slot, kept_answer
from api.parsers import read_body
from api.schema import document, idempotent
from api.summaries import SUMMARY_OF_GAME, summaries
from api.views.base import ApiView, answer, now, signed_in, user_of
from games import engine, packs, services
from games.models import Game
from games.models.records import Operation


class GamesView(ApiView):
    """All games that the caller may see."""

    queries: ClassVar[dict[str, type]] = {"GET": ListQuery}
    open_to_all = ("GET",)

    @document(
        operation="games_list",
        tag="games",
        query=ListQuery,
        answers={200: GamePage},
        refusals=(400, 401),
        open_to_all=True,
    )
    def get(self, request: Request) -> HttpResponse:
        """Games, newest activity first.

        `player=me` keeps those with a seat of the caller, `waiting=me` those that wait for it.
        """
        games = services.visit_games(user_of(request))
        chosen = GameFilter(request.query_params, queryset=games, request=request)
        if not chosen.is_valid():
            raise Malformed(" ".join(f"{name}: {why[0]}" for name, why in chosen.errors.items()))
        pages = Pages(self.query)
        found: list[Game] = pages.paginate_queryset(chosen.qs, request, view=self) or []
        return answer(
            GamePage(
                next=pages.get_next_link(),
                previous=pages.get_previous_link(),
                results=summaries(found, request),
            )
        )

    @document(
        operation="games_create",
        access=MANAGING,
        tag="games",
        body=NewGame,
        parameters=idempotent(201),
        answers={201: GameSummary},
        refusals=(400, 401, 403, 409, 422),
    )
    def post(self, request: Request) -> HttpResponse:
        """Create a game with the caller as its host.

        Tables of one host that have not started are limited in number (409), and so is how many
        tables a user makes in an hour (429). A request that is repeated with its `Idempotency-Key`
        makes no second game: the answer shows the first one as it is then.
        """
        body, user = read_body(request, NewGame), signed_in(request)
        options = options_of(body)
        made = services.carry_out_once(
            operation=Operation.CREATE,
            user=user,
            once=once(request, body.name, options, body.visibility),
            action=lambda: services.create_game(
                host=user,
                name=body.name,
                options=options,
                visibility=body.visibility,
                now=now(),
            ),
            now=now(),
        )
        return created(made, request)


def summary_slot(request: HttpRequest, game: Game, user: User | None) -> Slot:
    """One for the host and one for all others; there are addresses of the asked host in it."""
    own = user is not None and user.pk == game.host_id
    return ("summary", game.pk, own, request.scheme, request.get_host())


SUMMARY: Final = KeptKind(SUMMARY_OF_GAME, summary_slot)


class GameView(ApiView):
    """One game."""

    queries: ClassVar[dict[str, type]] = {"GET": GameQuery}
    open_to_all = ("GET",)

    @document(
        operation="games_get",
        tag="games",
        query=GameQuery,
        answers={200: GameSummary, 304: None},
        refusals=(400, 404),
        open_to_all=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The summary of a game: seats, status, version, and who has to decide.

        With its `invite` code everybody may look at a private table that waits for players.
        """
        seen = services.glance_at_game(
            user_of(request), game_id, self.query.invite, statement=SUMMARY.statement
        )
        return kept_answer(request, SUMMARY, seen, lambda: summaries([seen.game], request)[0])

    @document(
        operation="games_change",
        access=MANAGING,
        tag="games",
        body=GameChange,
        answers={200: GameSummary},
        refusals=(400, 401, 403, 404, 409),
    )
    def patch(self, request: Request, game_id: UUID) -> HttpResponse:
        """Rename a game or change who may see it; for the host.

        Once a game has started, it can only be hidden further if somebody else than its host has
        played in it, even if that player has left since. A fork cannot be shown to more people than
        the game that it comes from, and is hidden along with it; its player may still hand the seat
        to somebody else, as in any game.
        """
        body = read_body(request, GameChange)
        user = signed_in(request)
        services.change_game(
            game_id=game_id,
            user=user,
            name=None if body.name is UNSET else body.name,
            visibility=None if body.visibility is UNSET else body.visibility,
        )
        return shown(services.visit_game(user, game_id), request)

    @document(
        operation="games_close",
        access=MANAGING,
        tag="games",
        answers={204: None},
        refusals=(401, 403, 404, 409),
    )
    def delete(self, request: Request, game_id: UUID) -> HttpResponse:
        """Close a table that has not started; for the host. Nothing of it stays.

        An imported game goes in the same way. A game that runs can be resigned or abandoned, but
        not deleted, and one that was played here stays.
        """
        services.close_table(game_id=game_id, user=signed_in(request), now=now())
        return HttpResponse(status=204)


class InviteView(ApiView):
    """The invite link of a table."""

    @document(
        operation="games_renew_invite",
        access=MANAGING,
        tag="seats",
        answers={200: GameSummary},
        refusals=(401, 403, 404, 409),
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Make a new invite link; for the host. The old one no longer works."""
        user = signed_in(request)
        services.renew_invite(game_id=game_id, user=user, now=now())
        return shown(services.visit_game(user, game_id), request)


class JoinView(ApiView):
    """Taking a seat."""

    queries: ClassVar[dict[str, type]] = {"POST": JoinQuery}

    @document(
        operation="games_join",
        access=PLAYING,
        tag="seats",
        body=JoinRequest,
        query=JoinQuery,
        parameters=idempotent(200),
        answers={200: GameSummary},
        refusals=(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Take the next free seat.

        A private game needs the code of its invite link, in the body or in the query. With a
        `seal`, the game does not start before the word is opened (`PUT .../word`).
        """
        body = read_body(request, JoinRequest, optional=True)
        user, invite, seal = signed_in(request), body.invite or self.query.invite, body.seal or ""
        joined = services.carry_out_once(
            operation=Operation.JOIN,
            user=user,
            once=once(request, invite, seal),
            action=lambda: services.join_game(
                game_id=game_id, user=user, invite=invite, seal=seal, now=now()
            ),
            now=now(),
            game_id=game_id,
        )
        # A user who has left a private table since may not see it any more.
        game = services.visit_game(user, game_id) if joined.repeated else joined.game
        return marked(shown(game, request), repeated=joined.repeated)


class ExperienceView(ApiView):
    """Which clans the caller wants, at an open table."""

    @document(
        operation="games_experience",
        tag="seats",
        body=ExperienceRequest,
        access=PLAYING,
        answers={200: GameSummary},
        refusals=(400, 401, 403, 404, 409),
    )
    def put(self, request: Request, game_id: UUID) -> HttpResponse:
        """State which clans the caller wants, where `clan_experience` is `by_player`.

        Each player states it for the own seat, until the game starts; the default is ordinary
        clans, which bots have too. Among the clans on offer there is then a fitting one for each
        seat, as far as there are enough, and each player chooses among those that fit, or among
        all when none of them is left. Once a word was opened it is fixed.
        """
        body = read_body(request, ExperienceRequest)
        game = services.say_experience(
            game_id=game_id, user=signed_in(request), experience=body.experience, now=now()
        )
        return shown(game, request)


class LeaveView(ApiView):
    """Leaving a seat."""

    @document(
        operation="games_leave",
        access=PLAYING,
        tag="seats",
        answers={200: GameSummary},
        refusals=(401, 403, 404, 409),
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Give up the own seat before the game starts."""
        game = services.leave_game(game_id=game_id, user=signed_in(request), now=now())
        return shown(game, request)


class StartView(ApiView):
    """The start of a game."""

    @document(
        operation="games_start",
        access=MANAGING,
        tag="seats",
        answers={200: GameSummary},
        refusals=(401, 403, 404, 409),
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Start the game; for its host, when every seat is taken."""
        services.start_game(game_id=game_id, user=signed_in(request), now=now())
        return shown(services.visit_game(signed_in(request), game_id), request)


class BotsView(ApiView):
    """Seats for bots."""

    @document(
        operation="games_add_bot",
        access=MANAGING,
        tag="seats",
        body=BotRequest,
        answers={200: GameSummary},
        refusals=(400, 401, 403, 404, 409),
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Give the next free seat to a bot; for the host."""
        body = read_body(request, BotRequest, optional=True)
        game = services.add_bot(game_id=game_id, user=signed_in(request), bot=body.bot, now=now())
        return shown(game, request)


class BotView(ApiView):
    """One seat of a bot."""

    @document(
        operation="games_remove_bot",
        access=MANAGING,
        tag="seats",
        answers={200: GameSummary},
        refusals=(401, 403, 404, 409),
    )
    def delete(self, request: Request, game_id: UUID, seat: int) -> HttpResponse:
        """Free the seat of a bot before the game starts; for the host."""
        game = services.remove_bot(game_id=game_id, user=signed_in(request), seat=seat, now=now())
        return shown(game, request)


def options_of(body: NewGame) -> engine.Options:
    """The options of a request. Raises InvalidOptions."""
    try:
        data = {} if body.options is UNSET else msgspec.json.decode(bytes(body.options))
    except msgspec.DecodeError as error:  # numbers that are too large for any option
        finding, _, _ = str(error).partition(" - at ")
        raise engine.InvalidOptions("", finding) from None
    return engine.decode_options(data, packs.current().content)


def created(made: services.RequestOutcome, request: Request) -> HttpResponse:
    """The answer to a request that has made a game, now or before."""
    response = shown(services.visit_game(signed_in(request), made.game.pk), request)
    response.headers["Location"] = request.build_absolute_uri(f"/api/v1/games/{made.game.pk}")
    response.status_code = 201
    return marked(response, repeated=made.repeated)


def shown(game: Game, request: Request) -> HttpResponse:
    """The summary of a game as the caller may see it."""
    (summary,) = summaries([game], request)
    return answer(summary)
