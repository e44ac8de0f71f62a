"""Where a form leads to, if the address of its page says so: to pages of this site only."""

from django.contrib.auth.views import RedirectURLMixin
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def own_page(request: HttpRequest, wanted: str) -> str:
    """The address that is wanted if it is a path of this site, from the root; else nothing.

    A relative one would lead to another page from each form.
    """
    ours = wanted.startswith("/") and url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else ""


class OwnPageMixin(RedirectURLMixin):
    """For views of Django that lead on to ``next``; Django itself takes relative addresses too."""

    request: HttpRequest

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        """The page of ours that the form or the address names, or nothing."""
        return next_page(request or self.request)


def next_page(request: HttpRequest) -> str:
    """``next`` of a form or an address, if it is a page of ours; else nothing."""
    return own_page(request, request.POST.get("next") or request.GET.get("next") or "")
