"""Pages of the own account with a form."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

Given = ParamSpec("Given")
View = Callable[Concatenate[HttpRequest, Given], HttpResponse]


def private_form(view: View[Given]) -> View[Given]:
    """For signed-in users only; never cached, and error reports leave out what was sent."""
    only = require_http_methods(["GET", "HEAD", "POST"])(view)
    made: View[Given] = sensitive_post_parameters()(login_required(never_cache(only)))
    return made
