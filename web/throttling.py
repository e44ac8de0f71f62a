"""How often somebody may try a password or a form that sends mail."""

from django.http import HttpRequest
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from games import counting


def may_try(request: HttpRequest, name: str = "") -> bool:
    """Count one try, of this address and for this name; whether both may go on.

    The limits and the counters are those with which the API counts passwords.
    """
    told = BaseThrottle().get_ident(request)  # type: ignore[arg-type]
    callers = [("sign-in", f"address-{counting.by_address(told or '')}")]
    if name:
        callers.append(("sign-in-user", counting.by_name(name)))
    return all(_within(scope, caller) for scope, caller in callers)


def may_validate(request: HttpRequest) -> bool:
    """Count one more game that is to be decided again; whether that may still be asked for.

    The limit and the counters are those of the API.
    """
    user = f"user-{request.user.pk}" if request.user.is_authenticated else None
    return _within("validation", user or f"address-{BaseThrottle().get_ident(request)}")  # type: ignore[arg-type]


def _within(scope: str, caller: str) -> bool:
    rate = api_settings.DEFAULT_THROTTLE_RATES.get(scope)
    if not rate:
        return True
    allowed, _ = counting.within(scope, caller, str(rate))
    return allowed
