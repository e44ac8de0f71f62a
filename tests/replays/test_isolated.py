"""The process that reads files of users: what it answers, what it knows, how it is stopped."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from games import engine
from games.runtime.bounded_process import ProcessLimits
from replays import isolated, reading_process
from replays.files import LARGEST_GAME, BadFile
from replays.files.record import write_record
from replays.isolated import ReadingFailed, TooCostly
from tests.marks import long
from tests.replays.game_files import LATER, file_of, running, sound
from tests.replays.streams import Stored, append, kept, subject_of
from tests.replays.test_taking_back_anywhere import rich_pack

pytestmark = pytest.mark.engine

LIMITS = ProcessLimits(cpu_seconds=10, seconds=60, memory=512 * 2**20)
SHORT = "files-short"


def unknown(hash_: str) -> None:
    """A server without any pack but the built-in one."""


def read(
    data: bytes,
    known: Callable[[str], bytes | None] = unknown,
    limits: ProcessLimits = LIMITS,
) -> tuple[isolated.GameFile, engine.State]:
    return isolated.read(data, known, now=LATER, largest=LARGEST_GAME, limits=limits)


def test_a_sound_game_comes_back_with_its_end() -> None:
    game, state = read(sound(SHORT))
    assert isolated.files.write(game) == sound(SHORT)
    assert state == engine.rebuild(game.rows)


def test_a_refusal_comes_back_whole() -> None:
    with pytest.raises(BadFile) as caught:
        read(running())
    assert (caught.value.code, caught.value.line) == ("no_secrets", 1)
    lines = sound(SHORT).splitlines(keepends=True)
    with pytest.raises(BadFile) as caught:
        read(b"".join([*lines[:40], *lines[41:]]))
    assert caught.value.code == "missing_version"
    assert (caught.value.line, caught.value.version) == (41, 39)


def with_rich_pack() -> str:
    """The record of a short game with a pack that no process has built in."""
    pack = rich_pack()
    made = stored_with(pack)
    return write_record(file_of(made), {})


def stored_with(pack: engine.Pack) -> Stored:
    options, server = engine.Options(players=2), engine.randomness.game_seed(b"s" * 32)
    state, event = engine.new_game(options, engine.randomness.game_seed(server), pack)
    made = Stored(subject_of(options, server, pack))
    while True:
        append(made, state, event)
        if state.over:
            break
        event = engine.advance(state) or engine.abandon(state)
    made.subject = msgspec.structs.replace(made.subject, version=len(made.rows))
    return made


@pytest.mark.long
def test_the_pack_that_a_record_names_is_handed_over() -> None:
    text, asked = with_rich_pack().encode(), []

    def known(hash_: str) -> bytes:
        asked.append(hash_)
        return rich_pack().raw

    game, _ = read(text, known)
    assert asked == [game.header.content] == [rich_pack().hash]
    assert game.pack == rich_pack().raw
    with pytest.raises(BadFile, match="is not known here"):
        read(text)


def instead(monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Have another process do the job: it begins with the same limits."""
    begin = (
        "import os, sys\n"
        "from replays.reading_process import *\n"
        "bound(cpu_seconds=int(sys.argv[1]), memory=int(sys.argv[2]))\n"
    )
    monkeypatch.setattr(isolated, "COMMAND", (sys.executable, "-c", begin + script))


@pytest.mark.parametrize(
    ("script", "limits"),
    [
        ("import time; time.sleep(600)", msgspec.structs.replace(LIMITS, seconds=0.5)),
        long("while True: pass", msgspec.structs.replace(LIMITS, cpu_seconds=1, seconds=600)),
    ],
    ids=["time", "computing time"],
)
def test_what_takes_too_long_is_stopped(
    monkeypatch: pytest.MonkeyPatch, script: str, limits: ProcessLimits
) -> None:
    instead(monkeypatch, script)
    began = time.monotonic()
    with pytest.raises(TooCostly, match="takes more than"):
        read(b"", limits=limits)
    assert time.monotonic() - began < 120, "by the limit of 600 s, not by its own"


def test_what_takes_too_much_memory_is_stopped() -> None:
    """Less than the process has before it reads anything: all that it can do is say so."""
    with pytest.raises(TooCostly, match="20 MiB of memory"):
        read(sound(), limits=msgspec.structs.replace(LIMITS, memory=20 * 2**20))


def test_want_of_memory_is_no_fault_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def short(*_: object, **__: object) -> None:
        raise BadFile("rules_failed", "") from MemoryError()

    monkeypatch.setattr(reading_process, "read_sound_game", short)
    job = reading_process.ReadingJob(data=b"", now=LATER, largest=1)
    assert reading_process.answer(job) == reading_process.OutOfMemory()


def test_a_process_that_stumbles_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    instead(monkeypatch, "1 / 0")
    with pytest.raises(ReadingFailed, match="ZeroDivisionError"):
        read(b"")


def test_it_knows_no_secret_and_writes_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SECRET_KEY", "secret")
    monkeypatch.setenv("DATABASE_URL", "secret")
    target = tmp_path / "written"
    instead(
        monkeypatch,
        "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "assert 'secret' not in os.environ.values(), os.environ\n"
        "assert not {'django', 'psycopg', 'redis'} & set(sys.modules)\n"
        f"os.write(os.open({str(target)!r}, os.O_WRONLY | os.O_CREAT), b'x')\n",
    )
    with pytest.raises(ReadingFailed, match="File too large"):
        read(b"")
    assert target.read_bytes() == b""


def test_what_an_export_could_not_bring_back_is_refused() -> None:
    data = sound(SHORT)
    job = reading_process.ReadingJob(data=isolated.files.packed(data), now=LATER, largest=len(data))
    assert isinstance(reading_process.answer(job), reading_process.Sound)
    text = write_record(file_of(played_short()), {}).encode()
    job = reading_process.ReadingJob(data=text, now=LATER, largest=len(data) - 2000)
    found = reading_process.answer(job)
    assert isinstance(found, reading_process.Refused)
    assert found.code == "file_too_large"


def played_short() -> Stored:
    return kept("files-short")


@pytest.mark.parametrize("script", ["", "print('hello')"])
def test_an_answer_that_is_none_is_our_fault(monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    instead(monkeypatch, script)
    with pytest.raises(ReadingFailed, match="its answer cannot be decoded"):
        read(b"")
