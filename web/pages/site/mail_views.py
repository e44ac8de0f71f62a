"""The page behind the link by which mail about turns is switched off."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from web.mail import turn_mail


# The token is what allows it: mail programs post here with no cookie (RFC 8058). Looking at the
# page changes nothing, for there are programs that follow every link of a mail.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def switch_off(request: HttpRequest, token: str) -> HttpResponse:
    """Ask, and on POST switch it off. Raises Http404 for an unknown token."""
    post = request.method == "POST"
    user = turn_mail.switch_off(token) if post else turn_mail.user_of(token)
    if user is None:
        raise Http404
    return render(request, "web/mail_off.html", {"name": user.get_username(), "done": post})
