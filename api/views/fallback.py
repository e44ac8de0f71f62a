"""Addresses under /api/ at which there is nothing."""

import re
from typing import Any, Final, cast
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from rest_framework.exceptions import Throttled

from api.problems import http_problem, problem_of, problem_response
from api.throttling import RefusedThrottle

GAME: Final = re.compile(r"/api/v1/games/([^/]+)")


@csrf_exempt
def nothing_here(request: HttpRequest) -> HttpResponse:
    """A 404 that says where to look; 429 after too many requests."""
    throttle = RefusedThrottle()
    if not throttle.allow_request(cast("Any", request), nothing_here):
        problem, headers = http_problem(Throttled(throttle.wait()))
        return problem_response(problem, headers)
    found = GAME.match(request.path_info)
    if found and not is_game_id(found[1]):
        return problem_response(
            problem_of(
                404,
                "There is no such game: a game's id is a UUID in lower case, as GET /api/v1/games "
                "lists it.",
                code="no_such_game",
            )
        )
    return problem_response(
        problem_of(404, "There is nothing at this address: /api/docs lists what there is.")
    )


def is_game_id(text: str) -> bool:
    """Whether the text is a UUID as we write it."""
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False
