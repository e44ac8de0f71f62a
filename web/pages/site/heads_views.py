"""The page of signed heads: what there is to keep, and how to check with it."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from replays.heads import proofs

SHOWN: Final = 30


@require_safe
def heads(request: HttpRequest) -> HttpResponse:
    """The newest heads, and the keys that signed heads."""
    shown = {
        "heads": proofs.heads(limit=SHOWN),
        "key": proofs.key(),
        "keys": proofs.keys(),
    }
    return render(request, "web/heads.html", shown)
