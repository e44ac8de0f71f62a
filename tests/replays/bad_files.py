"""Files that are refused, by the code that says why, and what they are made with."""

import gzip
from collections.abc import Callable

import msgspec

from games import engine
from replays import files
from replays.files import packed
from replays.files.packing import MOST_MEMBERS
from replays.files.shape import LONGEST_LINE
from tests.replays.game_files import (
    changed,
    checked,
    file_of,
    half_played,
    lines_of,
    played,
    rechecked,
    repacked,
    running,
    sound,
)
from tests.replays.streams import Stored, first_of_each_kind

END = len(lines_of(sound()))
EVENTS = len(played().rows)
SHORT = "files-short"
"""The game in which every value is changed once: of two players, so that it does not take long."""
TOO_MUCH = (
    '{"kind":"trade","effects":[],'
    '"move":{"type":"trade","good":"whisky","side":"buy","quantity":40}}'
)


def header(**columns: object) -> bytes:
    """The sound file with a changed header and a valid checksum."""
    return rechecked(changed(sound(), 1, lambda line: line.update(columns)))


def end(**columns: object) -> bytes:
    return rechecked(changed(sound(), END, lambda line: line.update(columns)))


def without(*numbers: int) -> bytes:
    """The sound file without some of its lines."""
    return b"".join(line for n, line in enumerate(lines_of(sound()), 1) if n not in numbers)


def dropped(number: int, data: bytes) -> bytes:
    """A file without a line."""
    lines = lines_of(data)
    return b"".join([*lines[: number - 1], *lines[number:]])


def resealed(version: int, **columns: object) -> bytes:
    """The file of a game in which an event is another one, every chain made again."""
    game = played()
    rows = game.resealed(version, **columns)
    return files.write(file_of(Stored(game.subject, rows, game.states)))


def with_pack(change: Callable[[dict[str, str]], None], *, named: bool = True) -> bytes:
    """The file with another content pack, which its header names."""
    pack = msgspec.json.decode(engine.packs.builtin().raw)
    change(pack)
    raw = engine.packs._canonical(pack)
    lines = lines_of(sound())
    lines[1] = b'{"type":"pack","files":' + raw + b"}\n"
    data = b"".join(lines)
    if named:
        hash_ = engine.packs.hashlib.sha256(raw).hexdigest()
        data = changed(data, 1, lambda line: line.update(content=hash_))
    return rechecked(data)


def version_of(kind: str) -> int:
    """The first event of a kind."""
    return first_of_each_kind(played().rows)[kind].version


REFUSED: dict[str, list[Callable[[], bytes]]] = {
    "empty_file": [lambda: b""],
    "file_too_large": [
        lambda: b"x" * (files.LARGEST_GAME + 1),
        lambda: b"".join(lines_of(sound())[:3] + lines_of(sound())[3:4] * 60_000),
    ],
    "unpacked_too_large": [
        lambda: gzip.compress(bytes(50_000_000)),
        lambda: packed(bytes(files.LARGEST_GAME)) + packed(b"x"),
    ],
    "bad_gzip": [
        lambda: packed(sound())[:-9],
        lambda: packed(sound())[:9_000],
        lambda: b"\x1f\x8b",
        lambda: packed(sound()) + b"more",
        lambda: b"\x1f\x8b\xff" + sound(),
        lambda: packed(b"") * MOST_MEMBERS + packed(sound()),
    ],
    "not_utf8": [
        lambda: sound().replace(b"Friday", b"Frid\xe4y"),
        lambda: sound().decode().encode("utf-16"),
        lambda: sound().replace(b'"kind":"pass"', b'"kind":"p\xed\xa0\x80ss"', 1),
    ],
    "not_a_game_file": [
        lambda: b"hello\n",
        lambda: b"\0" * 5000 + b"\n",
        lambda: b"\n" + sound(),
        lambda: b"\xef\xbb\xbf" + sound(),
        lambda: without(1),
        lambda: b'{"version":1}\n',
        lambda: b"[" * 100_000 + b"\n",
        lambda: sound()[1:],
        lambda: b"hello",
    ],
    "newer_format": [lambda: header(format=2), lambda: header(format=10**9)],
    "line_too_long": [
        lambda: b"x" * (LONGEST_LINE + 1),
        lambda: sound().replace(b'"kind":"pass"', b'"kind":"' + b"p" * LONGEST_LINE + b'"', 1),
    ],
    "not_json": [
        lambda: sound().replace(b'"version":9,', b'"version":9;'),
        lambda: without(2).replace(b"\n", b"\n}\n", 1),
        lambda: sound().replace(b'"kind":"pass"', b'"kind":"pa\0s"', 1),
        lambda: sound().replace(b'"public":{', b'"public":' + b"[" * 500_000 + b"{", 1),
    ],
    "bad_line": [
        lambda: without(2),
        lambda: sound().replace(b'"version":9,', b'"version":9,"more":1,'),
        lambda: sound().replace(b'"version":9,', b""),
        lambda: sound().replace(b'"version":9,', b'"version":"9",'),
        lambda: sound().replace(b'"version":9,', b'"version":-9,'),
        lambda: sound().replace(b'"version":9,', b'"version":' + b"9" * 5000 + b","),
        lambda: sound().replace(b'"version":9,', b'"version":9.0,'),
        lambda: sound().replace(b'"origin":"player"', b'"origin":"nobody"', 1),
        lambda: header(game="../../etc/passwd"),
        lambda: header(salt="xyz"),
        lambda: header(content="0"),
        lambda: header(seats=[{"player": "ada", "seat": 1}]),
        lambda: header(format=0, status="over"),
        lambda: header(format="1"),
        lambda: header(format=0),
        lambda: b'{"type":"game"}\n',
    ],
    "not_canonical": [
        lambda: sound().replace(b'"version":9,', b'"version": 9,'),
        lambda: sound().replace(b'"version":9,', b'"version":9,"version":9,'),
        lambda: sound().replace(b"\n", b"\r\n"),
        lambda: sound().replace(b"Friday", b"Frid\\u0061y"),
        lambda: header(options={"players": 4}),
    ],
    "truncated": [
        lambda: sound()[:-1],
        lambda: sound()[:-300],
        lambda: without(END),
        lambda: without(*range(2, END + 1)),
        lambda: without(END) + sound(),
        lambda: checked([*lines_of(sound())[:2], lines_of(sound())[-1]]),
    ],
    "several_games": [lambda: sound() + sound(), lambda: packed(sound()) * 2],
    "surplus_lines": [
        lambda: sound() + b"\n",
        lambda: sound() + lines_of(sound())[-1],
        lambda: sound() + b"\xff",
    ],
    "header_differs": [
        lambda: header(seats=[{"player": "ada"}, {"bot": "random"}]),
        lambda: header(seats=[{"player": "ada"}, {"bot": "random"}, {}, {}]),
        lambda: header(seats=[{"player": "ada", "bot": "random"}] * 4),
        lambda: header(rules=0),
        lambda: header(rules=2),
        lambda: header(salt=None),
        lambda: header(finished_at=None),
        lambda: end(server_seed=None),
        lambda: end(scores=None),
        lambda: header(created_at="2027-01-01T00:00:00.000000Z"),
        lambda: header(started_at="2026-01-01T00:00:00.000000Z"),
        lambda: header(finished_at="2026-01-01T00:00:00.000000Z"),
    ],
    "bad_content": [
        lambda: with_pack(lambda pack: pack.update({"pack.toml": "x"}), named=False),
        lambda: with_pack(lambda pack: pack.update({"pack.toml": "x"})),
        lambda: with_pack(lambda pack: pack.pop("contracts.csv")),
        lambda: with_pack(
            lambda pack: pack.update(
                {"pack.toml": pack["pack.toml"].replace('"stewart"', '"macbeth"')}
            )
        ),
        lambda: with_pack(lambda pack: pack.update({"more.csv": "x" * 70_000})),
        lambda: header(content="0" * 64),
        lambda: rechecked(sound().replace(b'"files":{', b'"files": {', 1)).replace(
            b'"files": {', b'"files":{"a" :"b",', 1
        ),
    ],
    "bad_name": [
        lambda: header(name=""),
        lambda: header(name=" Friday"),
        lambda: header(name="Fri\nday"),
        lambda: header(name="Fri\u202eday"),
        lambda: header(name="x" * 101),
        lambda: header(seats=[{"player": "a\0"}] * 4),
        lambda: header(seats=[{"player": "x" * 151}] * 4),
        lambda: header(seats=[{"bot": "x" * 51}] * 4),
        lambda: header(seats=[{"bot": ""}] * 4),
    ],
    "bad_time": [
        lambda: header(created_at="yesterday"),
        lambda: header(created_at="2026-03-04T05:06:07Z"),
        lambda: header(created_at="2026-03-04T05:06:07.890123+00:00"),
        lambda: header(created_at="0001-01-01T00:00:00.000000Z"),
        lambda: sound().replace(b'"recorded_at":"2026', b'"recorded_at":"20 6', 1),
    ],
    "newer_rules": [lambda: resealed(EVENTS, rules=engine.RULES_VERSION + 1)],
    "no_secrets": [running],
    "no_beginning": [
        lambda: resealed(1, public=played().rows[0].public.replace('"setup"', '"fork"', 1)),
    ],
    "not_finished": [lambda: files.write(file_of(half_played()))],
    "end_differs": [
        lambda: end(contributions=["0" * 64] * 4),
        lambda: end(digest="0" * 64),
        lambda: end(chain="0" * 64),
        lambda: end(scores=[]),
    ],
    "checksum_differs": [
        lambda: sound().replace(b"Friday", b"Monday"),
        lambda: changed(sound(), END, lambda line: line.update(sha256="0" * 64)),
    ],
    # What the rules find in the events.
    "missing_version": [
        lambda: rechecked(without(3)),
        lambda: rechecked(without(90)),
        lambda: rechecked(without(END - 1)),
        lambda: end(events=EVENTS + 1),
    ],
    "doubled_version": [lambda: doubled(90), lambda: doubled(END - 1)],
    "surplus_version": [lambda: end(events=EVENTS - 1)],
    "order": [lambda: swapped(90)],
    "move_refused": [lambda: resealed(version_of("pass"), public=TOO_MUCH)],
    "step_refused": [
        lambda: resealed(version_of("pass"), public='{"kind":"pass","effects":[]}'),
    ],
    "effects_differ": [
        lambda: resealed(
            version_of("pass"), public='{"kind":"pass","effects":[],"move":{"type":"pass"}}'
        ),
    ],
    "unreadable": [lambda: resealed(9, public='{"kind":9}')],
    "seed_differs": [
        lambda: end(server_seed="0" * 64),
        lambda: end(contributions=["0" * 64]),
        lambda: header(commitment="0" * 64),
        lambda: files.write(
            repacked(
                played(),
                server_seed=bytes(32),
                commitment=engine.randomness.commitment(bytes(32)),
            )
        ),
    ],
    "options_differ": [
        lambda: header(options={"port3_goods": 3}),
        lambda: header(options={"players": 9}),
        lambda: header(options=[]),
    ],
    "salt_differs": [lambda: header(salt="00")],
    "digest_differs": [lambda: resealed(50, digest="0" * 64)],
    "columns_differ": [lambda: resealed(50, origin="game"), lambda: resealed(50, cause=51)],
    "secret_differs": [lambda: header(game="5e1f0000-0000-4000-8000-00000000beef")],
    "chain_broken": [
        lambda: rechecked(changed(sound(), 60, lambda line: line.update(chain="0" * 64))),
    ],
}


def swapped(number: int, data: bytes | None = None) -> bytes:
    """A file, by default the sound one, with a line and the next one in the other order."""
    lines = lines_of(data or sound())
    lines[number - 1], lines[number] = lines[number], lines[number - 1]
    return b"".join(lines)


def doubled(number: int, data: bytes | None = None) -> bytes:
    """A file, by default the sound one, with a line that stands there twice."""
    lines = lines_of(data or sound())
    return b"".join([*lines[:number], *lines[number - 1 :]])
