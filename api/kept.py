"""Answers that are kept: the bytes by what they were made of, and their ``ETag``.

An answer is made of the rows that one statement has brought, the viewer's seat, and nothing else.
So its tag is a signature of these, known before anything is decoded; and bytes that were made of
the same rows for the same seat are the answer. What one seat alone may see stays with that seat.
"""

from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.utils.http import parse_etags
from msgspec.json import encode
from rest_framework.request import Request

from api.views.base import JSON, encoder
from games.models import Game
from games.runtime import keys
from games.store import Glance, GlanceStatement

MOST_BYTES: Final = 16 * 1024 * 1024
"""Of all bodies that a process keeps; those used least recently go first."""
ROOMS: Final = ("games", "replays", "api")
PURPOSE: Final = "etag"

Slot = tuple[object, ...]


class KeptAnswers:
    """The newest body of each slot, such as the state of a game for a seat, with its tag."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._lock = Lock()
        self._size = 0
        self._kept: OrderedDict[Slot, tuple[str, bytes]] = OrderedDict()

    def get(self, slot: Slot, tag: str) -> bytes | None:
        """The body with this tag; None for another one."""
        with self._lock:
            known, body = self._kept.get(slot, ("", b""))
            if known != tag:
                return None
            self._kept.move_to_end(slot)
            return body

    def clear(self) -> None:
        """Begin anew."""
        with self._lock:
            self._kept.clear()
            self._size = 0

    def put(self, slot: Slot, tag: str, body: bytes) -> None:
        """Keep a body in the place of an older one."""
        with self._lock:
            _, old = self._kept.pop(slot, ("", b""))
            self._kept[slot] = tag, body
            self._size += len(body) - len(old)
            while self._size > self._most:
                _, (_, oldest) = self._kept.popitem(last=False)
                self._size -= len(oldest)


_answers: Final = KeptAnswers()


class KeptKind(NamedTuple):
    """A kind of answer about a game.

    ``statement`` brings all that it is made of. ``slot`` says what it is, of which game and for
    which seat; None for a caller who gets none of this kind, or for a game that has none.
    """

    statement: GlanceStatement
    slot: Callable[[HttpRequest, Game, User | None], Slot | None]


def forget() -> None:
    """Forget what this process has kept."""
    _answers.clear()


def kept_answer(
    request: Request, kind: KeptKind, seen: Glance, make: Callable[[], object]
) -> HttpResponse:
    """304 to a caller who has it already, else the bytes; ``make`` makes what is not kept.

    The caller gets an answer of this kind.
    """
    user = request.user if request.user.is_authenticated else None
    slot = kind.slot(request._request, seen.game, user)
    assert slot is not None
    tag = tag_of(slot, seen)
    found = held(request._request, slot, tag)
    if found is not None:
        return found
    body = encoder.encode(make())
    _answers.put(slot, tag, body)
    return HttpResponse(body, headers=headers_of(tag), content_type=JSON)


def held(request: HttpRequest, slot: Slot, tag: str) -> HttpResponse | None:
    """304 to a caller who has the answer, or the bytes; None where they are not kept."""
    if f'"{tag}"' in known_tags(request):
        return HttpResponse(status=304, headers=headers_of(tag))
    body = _answers.get(slot, tag)
    if body is None:
        return None
    return HttpResponse(body, headers=headers_of(tag), content_type=JSON)


def headers_of(tag: str) -> dict[str, str]:
    """With these only the caller's own cache keeps an answer, and asks each time."""
    return {"ETag": f'"{tag}"', "Cache-Control": "private, no-cache"}


def tag_of(slot: Slot, seen: Glance) -> str:
    """A signature, so that it tells nothing of the rows."""
    signed = keys.sign(PURPOSE, encode((code_stamp(), slot, seen.rows, seen.more)))
    return signed[:16].hex()


def known_tags(request: HttpRequest | Request) -> list[str]:
    """The tags of the bytes that the caller has already, without what says that they are weak."""
    sent: Any = request.headers.get("If-None-Match", "")
    return [tag.removeprefix("W/") for tag in parse_etags(sent)]


@cache
def code_stamp() -> str:
    """A hash of the code that makes answers: a new release may make others of the same rows."""
    code = sha256()
    for room in ROOMS:
        for path in sorted(Path(settings.BASE_DIR, room).rglob("*.py")):
            code.update(path.read_bytes())
    return code.hexdigest()
