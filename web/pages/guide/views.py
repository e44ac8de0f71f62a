"""Explanations: pages of their own, and for scripts the part that stands in a popover."""

import re
import zlib
from functools import lru_cache
from typing import Final

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from games import packs
from games.drawing.symbols import SYMBOLS
from games.engine.errors import InvalidOptions
from web.pages.guide.setting import Setting, grouped, named, read_options
from web.pages.guide.topics import topics

HASH: Final = re.compile(r"[0-9a-f]{64}")
KEPT: Final = 512
"""The most explanations that a process caches, compressed: 2 to 6 kB each. A drawn map has 45,000
characters, and a caller can ask for thousands of combinations of options."""
FOR_AN_HOUR: Final = "public, max-age=3600"


@require_safe
def topic(request: HttpRequest, pack_hash: str, topic_id: str) -> HttpResponse:
    """The page of a topic, in the language of the reader."""
    setting = setting_in(request, pack_hash)
    shown = explained(setting, topic_id, translation.get_language() or settings.LANGUAGE_CODE)
    drawings = mark_safe(SYMBOLS)  # noqa: S308 - drawings of ours
    return render(request, "web/topic.html", shown | {"symbols": drawings})


@require_safe
def part(request: HttpRequest, pack_hash: str, topic_id: str, language: str) -> HttpResponse:
    """The same without a page around it, in the language of the address.

    It is the same for everybody, so caches may keep it; a new version may reword it.
    """
    if language not in dict(settings.LANGUAGES):
        raise Http404
    shown = explained(setting_in(request, pack_hash), topic_id, language)
    with translation.override(language):
        popover = render_to_string("web/guide/popover.html", shown)
    return HttpResponse(popover, headers={"Cache-Control": FOR_AN_HOUR})


def setting_in(request: HttpRequest, pack_hash: str) -> Setting:
    """The values and options that an address names. Raises Http404."""
    if not HASH.fullmatch(pack_hash):
        raise Http404
    try:
        packs.pack(pack_hash)
        return Setting(pack_hash, read_options(dict(request.GET.lists())))
    except (ObjectDoesNotExist, InvalidOptions) as unknown:
        raise Http404 from unknown


def explained(setting: Setting, topic_id: str, language: str) -> dict[str, str]:
    """The title of a topic, and its explanation as HTML. Raises Http404."""
    if topic_id not in topics():
        raise Http404
    title, text = _rendered(setting.pack, tuple(named(setting.options)), topic_id, language)
    explained = mark_safe(zlib.decompress(text).decode())  # noqa: S308 - out of our template
    return {"title": title, "explained": explained}


@lru_cache(maxsize=KEPT)
def _rendered(
    pack: str, options: tuple[tuple[str, str], ...], topic_id: str, language: str
) -> tuple[str, bytes]:
    """The title of a topic, and its explanation as compressed HTML."""
    found, setting = topics()[topic_id], Setting(pack, read_options(grouped(options)))
    with translation.override(language):
        try:
            example = found.example(setting)
        except (LookupError, ValueError, StopIteration):
            # A custom pack may have no such space, or no such contract.
            example = None
        known = {"topic": found, "texts": found.sentences(setting), "example": example}
        text = render_to_string("web/guide/topic.html", known)
        return found.title(), zlib.compress(text.encode(), level=1)
