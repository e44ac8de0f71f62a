"""Deciding a game again, and the result."""

from uuid import UUID

from django.http import HttpResponse
from msgspec import Raw, convert
from rest_framework.request import Request

from api.access import READING
from api.errors import NoSuchThing
from api.replay_bodies import Validation, ValidationDifference, ValidationStatus
from api.schema import document
from api.throttling import USUAL, ValidationThrottle
from api.views.base import ApiView, answer, check_started, now, user_of
from games import services
from games.errors import NoSuchGame
from games.models import Game
from games.runtime.limits import address_of
from replays import checking, models
from replays.validation import requests, results


class GameValidationView(ApiView):
    """The validation of one game."""

    open_to_all = ("POST",)
    throttle_classes = [*USUAL, ValidationThrottle]

    @document(
        operation="games_validate",
        access=READING,
        tag="validation",
        answers={202: Validation},
        refusals=(401, 403, 404, 409),
        open_to_all=True,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Have the whole game decided again: effects, digests, secrets, chain and seed.

        Everyone who may see the game may ask, up to its present version. While that is going on,
        all requests get the same validation, and for ten minutes more if the game held.
        `Location` is the address of the result. A caller, and all of an address, may have a few
        that are not over (429, `too_many_jobs`).
        """
        game = services.visit_game(user_of(request), game_id)
        check_started(game)
        requested = requests.request_validation(
            game=game, user=user_of(request), address=address_of(request), now=now()
        )
        made = models.Validation.objects.filter(pk=requested.pk).first()
        if made is None:  # with its game, just now
            raise NoSuchGame
        place = request.build_absolute_uri(f"/api/v1/validations/{made.pk}")
        return answer(described(made, game), 202, {"Location": place})


class ValidationView(ApiView):
    """One validation."""

    open_to_all = ("GET",)

    @document(
        operation="validations_get",
        tag="validation",
        answers={200: Validation},
        refusals=(404,),
        open_to_all=True,
    )
    def get(self, request: Request, validation_id: UUID) -> HttpResponse:
        """How far a validation is, and what differs first.

        Of each game the last ten results are kept.
        """
        found = models.Validation.objects.filter(pk=validation_id).first()
        if found is None:
            raise NoSuchThing(UNKNOWN)
        try:
            game = services.visit_game(user_of(request), found.game_id)
        except NoSuchGame:
            raise NoSuchThing(UNKNOWN) from None
        return answer(described(found, game))


UNKNOWN = "There is no such validation, or none of a game that you may see."


def described(found: models.Validation, game: Game) -> Validation:
    """A validation in the shape of the API, for those who may see the game."""
    first = results.difference_shown(found, game)
    return Validation(
        id=str(found.pk),
        game=str(found.game_id),
        status=convert(found.status, ValidationStatus),
        version=found.version,
        checked=found.checked,
        rules=found.rules,
        drifted=found.drifted,
        first_difference=difference(first) if first else None,
        created_at=found.created_at,
        started_at=found.started_at,
        finished_at=found.finished_at,
    )


def difference(first: checking.Difference) -> ValidationDifference:
    """A difference as it is sent."""
    return ValidationDifference(
        version=first.version,
        code=first.code,
        sentence=first.sentence,
        rules=first.rules,
        rule=first.rule,
        refusal=first.refusal,
        expected=side(first.expected),
        recorded=side(first.recorded),
        withheld=first.reveals and first.expected == checking.NOTHING,
    )


def side(shown: Raw) -> Raw | None:
    """One side of a difference, if there is anything to show."""
    return None if shown == checking.NOTHING else shown
