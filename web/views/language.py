"""The language of the pages."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST
from django.views.i18n import set_language


@require_POST
def switch(request: HttpRequest) -> HttpResponse:
    """Keep ``language`` in a cookie and go back to ``next``, if that is a page of ours."""
    return set_language(request)
