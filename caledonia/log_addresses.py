"""Paths in the log: only fixed words and ids are kept, everything else is masked.

Links that reset a password, verify an address or invite to a game are secrets, and readers of the
log must not be able to use them. Only ``masked`` writes a path.
"""

import logging
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from typing import Final
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from django.urls import Resolver404, ResolverMatch, URLPattern, URLResolver, get_resolver, resolve

LONGEST: Final = 200
ANY_WORD: Final = "*"
SEVERAL_WORDS: Final = "<path:"
"""A part of a route that matches more than one word."""
SECURITY: Final = "django.security."
FORMS: Final = "django.security.csrf"
REASON: Final = re.compile(
    r"Forbidden \((CSRF (?:cookie|token) [A-Za-z' -]{1,80}|(?:Origin|Referer) checking failed)"
)
"""Why Django refuses a form; the header that the client sent may follow."""


class AddressFilter(logging.Filter):
    """Masks the path in each line about a request.

    Django writes all of it, and reasons and exceptions quote what else the client has sent.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Always True."""
        request = record.__dict__.pop("request", None)
        if isinstance(request, HttpRequest):
            status = getattr(record, "status_code", None)
            record.msg = f"{_what(record, status)}: {path_of(request)}"
            record.args = ()
            if status is not None and status < HTTPStatus.INTERNAL_SERVER_ERROR:
                record.exc_info = None
        return True


def _what(record: logging.LogRecord, status: int | None) -> str:
    what = record.name if status is None else HTTPStatus(status).phrase
    if record.name == FORMS and (reason := REASON.match(record.getMessage())):
        return f"{what} ({reason[1]})"
    if record.name.startswith(SECURITY):
        return f"{what} ({record.name.removeprefix(SECURITY)})"
    return what


def path_of(request: HttpRequest) -> str:
    """The path of a request as it is logged, without its query."""
    return masked(request.path_info, request.resolver_match)


def masked(path: str, match: ResolverMatch | None = None) -> str:
    """The path as it is logged.

    Where it matches a route, parameters that are no ids are replaced by their names. Of any other
    path only words that occur in routes are kept.
    """
    match = match or would_match(path)
    words = path.split("/")
    if match is None or SEVERAL_WORDS in match.route:
        fixed = fixed_words(settings.ROOT_URLCONF)
        return "/".join(word if word in fixed else ANY_WORD for word in words)[:LONGEST]
    parts = zip(words, f"/{match.route}".split("/"), strict=False)
    return "/".join(_shown(word, part, match) for word, part in parts)[:LONGEST]


def would_match(path: str) -> ResolverMatch | None:
    """The route of a request that was answered before its view, as by a redirect to HTTPS."""
    for tried in (path, f"{path}/"):
        with suppress(Resolver404):
            return resolve(tried)
    return None


def _shown(word: str, part: str, match: ResolverMatch) -> str:
    if "<" not in part:
        return part
    name = part.strip("<>").rpartition(":")[2]
    is_id = name.endswith("_id") and isinstance(match.kwargs.get(name), UUID | int)
    return word if is_id else f"<{name}>"


@cache
def fixed_words(urlconf: str) -> frozenset[str]:
    """The literal words of all routes, and the empty word."""
    return frozenset(("", *_words(get_resolver(urlconf).url_patterns)))


def _words(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[str]:
    for pattern in patterns:
        yield from (word for word in str(pattern.pattern).split("/") if "<" not in word)
        if isinstance(pattern, URLResolver):
            yield from _words(pattern.url_patterns)
