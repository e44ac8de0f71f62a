"""Addresses under /api/ at which there is nothing."""

import re
from typing import Any, Final, cast
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from rest_framework.exceptions import Throttled

from api.problems import http_problem, problem_of, problem_response
from api.throttling import RefusedThrottle

NAMED: Final = re.compile(r"/api/v1/(game|tournament)s/([^/]+)")


@csrf_exempt
def nothing_here(request: HttpRequest) -> HttpResponse:
    """A 404 that says where to look; 429 after too many requests."""
    throttle = RefusedThrottle()
    if not throttle.allow_request(cast("Any", request), nothing_here):
        problem, headers = http_problem(Throttled(throttle.wait()))
        return problem_response(problem, headers)
    found = NAMED.match(request.path_info)
    if found and not is_id(found[2]):
        kind = found[1]
        return problem_response(
            problem_of(
                404,
                f"There is no such {kind}: a {kind}'s id is a UUID in lower case, as GET "
                f"/api/v1/{kind}s lists it.",
                code=f"no_such_{kind}",
            )
        )
    return problem_response(
        problem_of(404, "There is nothing at this address: /api/docs lists what there is.")
    )


def is_id(text: str) -> bool:
    """Whether the text is a UUID as we write it."""
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False
