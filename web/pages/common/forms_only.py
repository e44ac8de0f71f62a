"""Addresses to which forms are sent, and nothing else."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import reverse

Given = ParamSpec("Given")
View = Callable[Concatenate[HttpRequest, Given], HttpResponse]


def sent_from(page: str) -> Callable[[View[Given]], View[Given]]:
    """Let through what a form sends; who comes by a link is led to the page of the form.

    Such links come from signing in again, and from switching the language where a form was refused.
    The page has the game of the address in its own, if there is one.
    """

    def decorate(view: View[Given]) -> View[Given]:
        @wraps(view)
        def checked(
            request: HttpRequest, /, *args: Given.args, **kwargs: Given.kwargs
        ) -> HttpResponse:
            if request.method == "POST":
                return view(request, *args, **kwargs)
            if request.method not in ("GET", "HEAD"):
                return HttpResponseNotAllowed(["GET", "HEAD", "POST"])
            game = {"game_id": kwargs["game_id"]} if "game_id" in kwargs else {}
            return redirect(reverse(page, kwargs=game))

        return checked

    return decorate
