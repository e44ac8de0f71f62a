"""The language of the pages."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from web.models import Profile


@require_POST
def switch(request: HttpRequest) -> HttpResponse:
    """Keep ``language`` in a cookie and go back to ``next``, if that is a page of ours.

    For who has signed in it becomes the language of the profile too.
    """
    language = request.POST.get("language", "")
    if request.user.is_authenticated and language in dict(settings.LANGUAGES):
        Profile.objects.update_or_create(user=request.user, defaults={"language": language})
    response: HttpResponse = set_language(request)
    return response


def remember(response: HttpResponse, language: str) -> HttpResponse:
    """Have the pages speak this language in this browser; the browser's own if it is empty."""
    if not language:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
        return response
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )
    return response
