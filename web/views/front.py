"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from web.presenting.games import groups_for


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """The games that anybody may see, newest activity first, and the way to the API."""
    user = request.user if request.user.is_authenticated else None
    return render(request, "web/front.html", {"groups": groups_for(user)})
