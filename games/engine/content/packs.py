"""Content packs: where values come from, named by the hash of their bytes.

A pack is a directory of TOML and CSV files. Its bytes are one canonical JSON object, file name to
text; a game stores them and always loads those, so editing the files affects new games only.
"""

import hashlib
import json
from collections import OrderedDict
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Final
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct

from games.engine.content.errors import PackError, PackProblem
from games.engine.content.loader import read_content
from games.engine.content.schema import Content
from games.engine.errors import EngineError
from games.engine.geometry.board import MapSide

BUILTIN: Final = Path(__file__).parent / "caledonia"
SUFFIXES: Final = (".toml", ".csv")
MOST_FILES: Final = 64
MOST_FILE_BYTES: Final = 64 * 1024
MOST_BYTES: Final = 1024 * 1024
"""Of packs that games use already; new ones are smaller."""
MOST_NEW_BYTES: Final = 64 * 1024
"""The most bytes of a pack that is added: twice those of the built-in one."""


class UnknownPack(EngineError):
    """No pack of this hash has been registered in this process."""


class Pack(Struct, frozen=True, weakref=True):
    """One immutable content pack. ``hash`` is the SHA-256 of ``raw``, in hex."""

    hash: str
    raw: bytes
    content: Content

    def map_side(self, name: str) -> MapSide:
        """Raises KeyError."""
        return self.content.sides[name]


PACKS_KEPT: Final = 64
"""Far more than are played with at once; packs from users must not fill the memory of a worker."""
_registered: Final[OrderedDict[str, Pack]] = OrderedDict()
_held: Final[WeakValueDictionary[str, Pack]] = WeakValueDictionary()
"""Those of them, and of the ones that had to go, that somebody holds."""
_registering: Final = Lock()


def load(directory: Path) -> Pack:
    """The pack in a directory; files of other kinds are left alone. Raises PackError."""
    files: dict[str, str] = {}
    for path in sorted([*directory.glob("*"), *directory.glob("maps/*")]):
        if path.suffix in SUFFIXES and path.is_file():
            name = path.relative_to(directory).as_posix()
            files[name] = _text(name, path.read_bytes()[: MOST_FILE_BYTES + 1])
    if not files:
        raise _error(str(directory), "holds no content pack")
    if len(_canonical(files)) > MOST_NEW_BYTES:
        raise _error(str(directory), f"a pack has at most {MOST_NEW_BYTES} bytes")
    return _pack(files)


def from_bytes(raw: bytes) -> Pack:
    """The pack whose bytes these are. Raises PackError, also when they are not canonical."""
    _check_size(raw)
    try:
        files = msgspec.json.decode(raw, type=dict[str, str])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _error("", f"is no content pack: {error}") from error
    _check_number(files)
    if _canonical(files) != raw:
        raise _error("", "is not in canonical form, so its hash would name no one pack")
    return _pack(files)


def register(pack: Pack) -> Pack:
    """Make a pack known to `get` in this process; the one registered longest ago may go.

    Returns the pack that is known by this hash, which may have been there before. It stays known as
    long as anybody holds that, whatever others register.
    """
    with _registering:
        pack = _held.setdefault(pack.hash, pack)
        _registered[pack.hash] = pack
        # Not by taking it out and putting it in again: others may be asking for it right now.
        _registered.move_to_end(pack.hash)
        if len(_registered) > PACKS_KEPT:
            _registered.popitem(last=False)
    return pack


def get(hash_: str) -> Pack:
    """The registered or built-in pack of this hash. Raises UnknownPack."""
    pack = _registered.get(hash_) or _held.get(hash_)
    if pack is None:
        pack = builtin()
        if pack.hash != hash_:
            raise UnknownPack(hash_)
    return pack


@cache
def builtin() -> Pack:
    """The pack that new games use unless another is chosen."""
    return register(load(BUILTIN))


def _check_number(files: Mapping[str, str]) -> None:
    """Before anything sorts them. Raises PackError."""
    if len(files) > MOST_FILES:
        raise _error("", f"a pack has at most {MOST_FILES} files")


def _pack(files: dict[str, str]) -> Pack:
    _check_number(files)
    raw = _canonical(files)
    _check_size(raw)
    return Pack(hashlib.sha256(raw).hexdigest(), raw, read_content(files))


def unusable(error: Exception) -> str:
    """The sentence about a pack with which no game can be played."""
    return f"The content pack cannot be used: {error}"


def _check_size(raw: bytes) -> None:
    if len(raw) > MOST_BYTES:
        raise _error("", f"a pack has at most {MOST_BYTES} bytes")


def _canonical(files: dict[str, str]) -> bytes:
    text = json.dumps(files, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode()


def _text(name: str, data: bytes) -> str:
    if len(data) > MOST_FILE_BYTES:
        raise _error(name, f"a file has at most {MOST_FILE_BYTES} bytes")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise _error(name, f"is not UTF-8: {error}") from error
    # A checkout on another system may have other line ends; the pack is still the same one.
    return text.replace("\r\n", "\n")


def _error(file: str, reason: str) -> PackError:
    return PackError([PackProblem(file, "", reason)])
