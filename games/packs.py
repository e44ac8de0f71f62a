"""Content packs between the database and the engine.

A process learns each pack once; from then on the engine knows it by its hash. It keeps some, so
each thread holds the one that it asked for last: a request goes on with its pack, however many
others ask for meanwhile.
"""

from contextlib import suppress
from datetime import datetime
from functools import cache
from pathlib import Path
from threading import local
from typing import Final

from django.conf import settings
from django.db.models import Exists, OuterRef, ProtectedError

from games import engine
from games.models import ContentPack, Game

_here: Final = local()


def current() -> engine.Pack:
    """The pack that new games use: the one of the setting CONTENT_PACK, or the built-in one.

    Raises PackError.
    """
    return _loaded(settings.CONTENT_PACK) if settings.CONTENT_PACK else engine.packs.builtin()


@cache
def _loaded(directory: str) -> engine.Pack:
    return engine.load_pack(Path(directory))


def keep(pack: engine.Pack, *, now: datetime) -> ContentPack:
    """Store a pack that a game is about to use, if it is not there yet."""
    return keep_bytes(pack.hash, pack.raw, now=now)


def keep_bytes(hash_: str, raw: bytes, *, now: datetime) -> ContentPack:
    """Store the pack of these bytes, which a game is about to use, if it is not there yet."""
    stored, _ = ContentPack.objects.get_or_create(
        hash=hash_, defaults={"raw": raw, "created_at": now}
    )
    return stored


def forget_unused(hash_: str) -> None:
    """Delete a pack whose last game has just been erased.

    A game that takes it up at the same moment loses the race for it at its commit, by its foreign
    key, and stores it anew.
    """
    unused = ContentPack.objects.filter(~Exists(Game.objects.filter(content=OuterRef("pk"))))
    # Protected: such a game came in between asking and deleting.
    with suppress(ProtectedError):
        unused.filter(pk=hash_).delete()


def pack(hash_: str) -> engine.Pack:
    """A pack that some game uses. Raises ContentPack.DoesNotExist."""
    try:
        found = engine.packs.get(hash_)
    except engine.UnknownPack:
        found = engine.packs.from_bytes(bytes(ContentPack.objects.get(pk=hash_).raw))
    # Also when it is known: those asked for last are the last to go.
    _here.pack = found = engine.packs.register(found)
    return found
