"""A reader who keeps heads, and asks the server for proofs over its API, without an account."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.test import Client

from games import engine
from replays import verify
from replays.heads import outside, signing
from replays.heads.models import SignedHead
from replays.heads.statements import Head
from tests.games.tables import Table

KEY = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
"""The private key of the first example in RFC 8032."""
PUBLIC = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
OTHER_KEY = "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"
OTHER_PUBLIC = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
"""Those of the second one."""


def day(number: int, hour: int = 3) -> datetime:
    return datetime(2026, 5, number, hour, 17, tzinfo=UTC)


def sign(number: int) -> SignedHead:
    """Sign the head of a day and deliver it."""
    (head,) = signing.sign_heads(clock=lambda: day(number))
    outside.deliver(now=day(number))
    return head


def play(table: Table, moves: int) -> None:
    """Play so many moves, or a few more until a player is to move."""
    version = table.state.version + moves
    table.play_until(lambda state: state.version >= version and not state.awaits_step)


class Verdict(NamedTuple):
    """What the verifier said: its exit status, and the outcome and text of each check."""

    status: int
    checks: dict[str, str]
    texts: dict[str, str]

    @property
    def failed(self) -> set[str]:
        return {name for name, outcome in self.checks.items() if outcome == "FAILED"}


class Reader:
    """Keeps what it gets under a name, and verifies what it has kept."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys
        self.client = Client()

    def path(self, name: str) -> str:
        return str(self.folder / name)

    def keep(self, name: str, address: str) -> str:
        """What is at an address of the API, as a file."""
        response = self.client.get(f"/api/v1/{address}")
        assert response.status_code == 200, response.content
        Path(self.path(name)).write_bytes(response.content)
        return self.path(name)

    def keep_game(self, name: str, table: Table) -> str:
        return self.keep(name, f"games/{table.id}/export")

    def verify(self, *arguments: str) -> Verdict:
        self.capsys.readouterr()
        try:
            status = verify.main(arguments)
        except SystemExit as usage:
            status = int(str(usage.code))
        printed = self.capsys.readouterr()
        lines = [line.split(maxsplit=2) for line in printed.out.splitlines() if line[:2] == "  "]
        found = [line for line in lines if len(line) == 3]
        return Verdict(
            status,
            {name: outcome for name, outcome, _ in found},
            {name: text for name, _, text in found} | {"usage": printed.err},
        )


def signed_again(path: str, new: str, /, *, key: str = KEY, **fields: Any) -> str:
    """A head with some fields changed and a signature that is good: the server has signed both."""
    private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(key))
    head = msgspec.json.decode(Path(path).read_bytes(), type=Head)
    public = private.public_key().public_bytes_raw().hex()
    head = msgspec.structs.replace(head, key=public, **fields)
    return changed(
        path, new, key=public, **fields, signature=private.sign(head.signed_bytes()).hex()
    )


def changed(path: str, new: str, /, **fields: Any) -> str:
    """A file of JSON with some fields changed; ``a__b`` is the field b of a."""
    content = msgspec.json.decode(Path(path).read_bytes())
    for name, value in fields.items():
        *outer, own = name.split("__")
        place = content
        for step in outer:
            place = place[step]
        place[own] = value
    other = Path(path).with_name(new)
    other.write_bytes(msgspec.json.encode(content))
    return str(other)


def rechained(rows: list[engine.StoredEvent], game: str, first: int) -> list[engine.StoredEvent]:
    """Rows whose event ``first`` was recorded a second later, and every chain made again."""
    made: list[engine.StoredEvent] = []
    for row in rows:
        if row.version == first:
            later = row.recorded_at.replace(microsecond=(row.recorded_at.microsecond + 1) % 10**6)
            row = msgspec.structs.replace(row, recorded_at=later)
        chain = engine.chain(row, game, made[-1].chain if made else "")
        made.append(msgspec.structs.replace(row, chain=chain))
    return made
