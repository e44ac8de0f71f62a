"""Pages whose address is known and whose content is not there yet."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def coming(request: HttpRequest, **_: object) -> HttpResponse:
    """A plain page that says so; 404, so that nobody keeps it."""
    return render(request, "web/placeholder.html", status=404)
