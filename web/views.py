"""The front page and the health check."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from web.games import groups_for


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """The games that anybody may see, newest activity first, and the way to the API."""
    user = request.user if request.user.is_authenticated else None
    return render(request, "web/front.html", {"groups": groups_for(user)})


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """200 when this process serves requests and its database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")
