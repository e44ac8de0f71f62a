"""Files as games: what is legal comes in whole, anything else not at all."""

import gzip
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games import engine, selectors, services, states, store
from games.errors import GameExists
from games.models import ContentPack, Game
from games.services import importing as service
from replays import checking, files, importing, verify
from replays.exporting import json_lines
from replays.files import FILE_CODES, BadFile, packed, read_game
from replays.files.shape import LONGEST_LINE
from replays.validation import examine
from tests.replays.game_files import (
    LATER,
    Json,
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
from tests.replays.newer_rules import prices_move_twice_as_far, raise_version
from tests.replays.servers import census, fetched, gone, imported, moved
from tests.replays.streams import Stored, first_of_each_kind, flips

END = len(lines_of(sound()))
EVENTS = len(played().rows)
SHORT = ("short", 2, 8)
"""The game in which every value is changed once: of two players, so that it does not take long."""
TOO_MUCH = (
    '{"kind":"trade","effects":[],'
    '"move":{"type":"trade","good":"whisky","side":"buy","quantity":40}}'
)


def refused(data: bytes) -> BadFile:
    """Why a file is not taken; it has to be refused with a sentence."""
    with pytest.raises(BadFile) as caught:
        importing.read(data, now=LATER)
    assert caught.value.sentence[-1] in ".", caught.value.sentence
    assert caught.value.code in {*FILE_CODES, *checking.CODES}
    return caught.value


def header(**columns: object) -> bytes:
    """The sound file with a header that somebody changed who knew how."""
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
        lambda: b"".join(lines_of(sound())[:3] + lines_of(sound())[3:4] * 20_000),
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


CASES = [
    pytest.param(code, make, id=f"{code}-{number}")
    for code, cases in REFUSED.items()
    for number, make in enumerate(cases, 1)
]


@pytest.mark.engine
@pytest.mark.parametrize(("code", "make"), CASES)
def test_each_way_to_be_wrong_has_its_own_error(code: str, make: Callable[[], bytes]) -> None:
    found = refused(make())
    assert found.code == code, found


@pytest.mark.engine
def test_no_way_to_be_wrong_is_left_out() -> None:
    of_records = {"bad_record", "not_a_move"}
    elsewhere = {"rules_drift", "undo_refused", "rules_failed", "content_differs", "game_differs"}
    assert set(FILE_CODES) | set(checking.CODES) == {*REFUSED, *of_records, *elsewhere}


@pytest.mark.engine
def test_a_refusal_of_the_rules_names_line_version_rule_and_reason() -> None:
    version = version_of("pass")
    found = refused(resealed(version, public=TOO_MUCH))
    assert (found.line, found.version) == (version + 2, version)
    assert found.rule is not None
    assert found.rule.startswith("TRADE-")
    assert found.refusal is not None
    assert str(found).startswith(f"Line {version + 2}: Event {version} cannot be decided again")


@pytest.mark.engine
def test_errors_name_the_line_where_they_are() -> None:
    for number in (1, 2, 3, 90, END):
        lines = lines_of(sound())
        lines[number - 1] = b"{}\n"
        assert refused(b"".join(lines)).line == number
    assert refused(rechecked(without(90))).line == 90
    assert refused(doubled(90)).line == 91
    assert refused(sound() + sound()).line == END + 1


@pytest.mark.engine
def test_a_game_in_the_future_is_refused() -> None:
    last = played().rows[-1].recorded_at
    importing.read(sound(), now=last - timedelta(hours=23))
    with pytest.raises(BadFile) as caught:
        importing.read(sound(), now=last - timedelta(hours=25))
    assert caught.value.code == "bad_time"


@pytest.mark.engine
def test_a_game_that_these_rules_decide_otherwise_needs_to_be_trusted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = sound()
    raise_version(monkeypatch)
    importing.read(data, now=LATER)
    prices_move_twice_as_far(monkeypatch)
    found = refused(data)
    assert found.code == "rules_drift"
    assert "was decided by version 1 of the rules; version 2 decides otherwise" in str(found)
    game, state = importing.read(data, now=LATER, trusted=True)
    assert (game.rows, state.over) == (played().rows, True)


@pytest.mark.engine
@pytest.mark.parametrize("checksum", ["old", "new"])
@pytest.mark.parametrize("change", [dropped, doubled, swapped])
def test_no_line_can_be_left_out_doubled_or_swapped(
    change: Callable[[int, bytes], bytes], checksum: str
) -> None:
    last = len(lines_of(sound(*SHORT)))
    for number in range(1, last + (checksum == "old") - (change is swapped)):
        data = change(number, sound(*SHORT))
        # The checks of what stands there need no checksum to find it.
        found = refused(rechecked(data) if checksum == "new" else data)
        assert found.code != "checksum_differs", number


@pytest.mark.engine
def test_no_value_of_any_line_can_be_changed() -> None:
    """Not even by somebody who makes the checksum again, but for the names, which nothing seals."""
    rows = first_of_each_kind(played(*SHORT).rows).values()
    for number in [*(row.version + 2 for row in rows), len(lines_of(sound(*SHORT)))]:
        for data in flipped(number, but=("sha256",)):
            refused(rechecked(data))


@pytest.mark.engine
def test_in_the_header_only_names_can_be_changed_by_whoever_makes_the_checksum_again() -> None:
    found = read_game(sound(*SHORT))
    named = 0
    for data in flipped(1):
        refused(data)
        try:
            game, _ = importing.read(rechecked(data), now=LATER)
        except BadFile:
            continue
        named += 1
        same = {"name": found.header.name, "seats": found.header.seats}
        assert msgspec.structs.replace(game.header, **same) == found.header
    assert named == 1 + len(found.header.seats)


def flipped(number: int, but: tuple[str, ...] = ()) -> Iterator[bytes]:
    """A sound file with one value of a line changed, for every value in it."""
    lines = lines_of(sound(*SHORT))
    line: Json = msgspec.json.decode(lines[number - 1])
    for name, value in line.items():
        for other in () if name in but else flips(value):
            lines[number - 1] = msgspec.json.encode({**line, name: other}) + b"\n"
            yield b"".join(lines)


# --- what comes in -------------------------------------------------------------------------------


def test_everything_is_stored_as_it_stands_in_the_file(dora: User) -> None:
    now = timezone.now()
    game = imported(sound(), dora)
    subject, header = played().subject, read_game(sound()).header
    assert store.rows(game.pk) == played().rows
    assert str(game.pk) == subject.id
    assert (game.options, game.content_id) == (subject.options, subject.content)
    assert bytes(game.server_seed) == subject.server_seed
    assert bytes(game.salt) == subject.salt
    assert game.commitment == subject.commitment
    assert (game.name, game.players, game.version) == ("Friday", 4, EVENTS)
    assert (game.status, game.round, game.awaits_step, game.due) == ("finished", 5, False, False)
    assert game.started_at == played().rows[0].recorded_at
    assert game.finished_at == played().rows[-1].recorded_at
    assert engine.sealing.instant(game.created_at) == header.created_at
    assert game.active_at >= now
    assert examine(fetched(game)).status == "passed"


def test_the_game_is_marked_and_nobody_of_here_has_played_it(dora: User) -> None:
    User.objects.create_user("ada")
    game = imported(sound(), dora)
    assert (game.source, game.rated, game.visibility) == ("imported", False, "unlisted")
    assert game.host == dora
    seats = list(game.seats.all())
    assert [(seat.user, seat.bot, seat.label, seat.waiting) for seat in seats] == [
        (None, "", "ada", False),
        (None, "", "Ben \u00d3 S\u00failleabh\u00e1in", False),
        (None, "", "cleo#1", False),
        (None, "random", "", False),
    ]
    assert [seat.name for seat in seats] == [
        *("ada", "Ben \u00d3 S\u00failleabh\u00e1in", "cleo#1", "random bot"),
    ]
    assert selectors.seat_of(game, dora) is None


def test_it_can_be_looked_at_like_any_other(dora: User) -> None:
    game = imported(sound(), dora)
    assert selectors.state_of(game).over
    assert selectors.state_of(game).version == EVENTS
    sheets = selectors.final_scores([game])[game.pk]
    assert [sheet.rank for sheet in sheets] == sorted(sheet.rank for sheet in sheets)
    services.catch_up(game)
    assert states.rebuild(game, EVENTS).over


def test_packed_or_not_is_the_same(dora: User) -> None:
    assert json_lines(imported(packed(sound()), dora)) == sound()


def test_the_same_game_twice_is_a_conflict(dora: User, users: list[User]) -> None:
    game = imported(sound(), dora, visibility="private")
    before = census()
    for user, visible in ((dora, True), (users[0], False)):
        with pytest.raises(GameExists) as caught:
            imported(sound(), user)
        assert caught.value.game_id == game.pk
        assert caught.value.visible is visible
    assert census() == before


def test_what_was_erased_here_stays_away(dora: User) -> None:
    game = imported(sound(), dora)
    services.erase_game(game_id=game.pk, by=None, reason="asked to", now=timezone.now())
    with pytest.raises(GameExists) as caught:
        imported(sound(), dora)
    assert not caught.value.visible
    assert "or was erased from it" in str(caught.value)
    assert not Game.objects.exists()


def test_of_two_that_come_at_once_one_stays(dora: User, monkeypatch: pytest.MonkeyPatch) -> None:
    imported(sound(), dora)
    before = census()
    real, asked = service._check_free, []

    def blind_once(*args: object) -> None:
        asked.append(args)
        if len(asked) > 1:
            real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(service, "_check_free", blind_once)
    with pytest.raises(GameExists):
        imported(sound(), dora)
    assert len(asked) == 2
    assert census() == before


def test_a_refused_file_leaves_nothing_behind(dora: User) -> None:
    before = census()
    codes = ("bad_content", "move_refused", "checksum_differs", "end_differs", "missing_version")
    for code in codes:
        for make in REFUSED[code]:
            with pytest.raises(BadFile):
                imported(make(), dora)
    assert census() == before == (0, 0, 0, 0)


def test_a_failure_in_the_middle_leaves_nothing_behind(
    dora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(service.writing, "append", fail)
    with pytest.raises(OSError, match="disk"):
        imported(sound(), dora)
    assert census() == (0, 0, 0, 0)


def test_a_pack_comes_with_its_game_and_is_there_once(dora: User) -> None:
    first = imported(sound(), dora)
    assert bytes(ContentPack.objects.get().raw) == engine.packs.builtin().raw
    gone(first)
    imported(sound(), dora)
    assert ContentPack.objects.count() == 1


def test_an_imported_game_may_go_on_travelling(dora: User, users: list[User]) -> None:
    game = imported(sound(), dora)
    for user in users:
        game = moved(game, user)
        assert game.host == user
    assert json_lines(game) == sound()


@pytest.mark.engine
def test_every_code_is_in_the_documentation() -> None:
    told = (Path(__file__).parents[2] / "docs" / "replays.md").read_text()
    named = set(re.findall(r"`([a-z_0-9]+)`", told))
    assert {*FILE_CODES, *checking.CODES} <= named
    assert {check.name for check in verify.CHECKS} <= named
