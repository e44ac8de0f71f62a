"""A downloaded game can be verified with Python, msgspec and the repository alone."""

import gzip
import os
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from django.conf import settings

from games import engine
from replays import files, verify
from replays.files import BadFile, packed, read_games
from tests.replays.game_files import (
    Json,
    changed,
    file_of,
    lines_of,
    played,
    rechecked,
    repacked,
    running,
    sound,
)
from tests.replays.newer_rules import prices_move_twice_as_far, raise_version
from tests.replays.streams import Stored, flips

pytestmark = pytest.mark.engine

NAMES = [check.name for check in verify.CHECKS]
HIDDEN = ["secrets", "commitment", "seed", "deck", "scores"]


@pytest.fixture
def verdicts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., dict[str, str]]:
    """Verifies bytes; what came out by check, and the exit status as ``status``."""

    def run(data: bytes) -> dict[str, str]:
        path = tmp_path / "game.jsonl"
        path.write_bytes(data)
        status = verify.main([str(path)])
        lines = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
        known = (*NAMES, "file")
        return {"status": str(status), **{one[0]: one[1] for one in lines if one[0] in known}}

    return run


def outcomes(found: dict[str, str]) -> dict[str, str]:
    return {name: said.split()[0] for name, said in found.items() if name != "status"}


def failed(found: dict[str, str]) -> set[str]:
    return {name for name, outcome in outcomes(found).items() if outcome == "FAILED"}


def test_a_finished_game_holds_in_every_way(verdicts: Callable[..., dict[str, str]]) -> None:
    found = verdicts(sound())
    assert found["status"] == "0"
    assert outcomes(found) == dict.fromkeys(NAMES, "ok")


def test_of_a_running_game_the_hidden_waits(verdicts: Callable[..., dict[str, str]]) -> None:
    found = verdicts(running())
    assert found["status"] == "0"
    assert outcomes(found) == {name: "hidden" if name in HIDDEN else "ok" for name in NAMES}


def test_a_commitment_is_shown_to_be_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(sound())
    verify.main([str(path)])
    printed = capsys.readouterr().out
    assert f"The commitment is {played().subject.commitment}:" in printed
    assert "compare it with the one that was shown when the table was opened" in printed


def with_rows(version: int, /, **columns: object) -> bytes:
    game = played()
    return files.write(file_of(Stored(game.subject, game.changed(version, **columns), game.states)))


def resealed(version: int, /, **columns: object) -> bytes:
    game = played()
    rows = game.resealed(version, **columns)
    return files.write(file_of(Stored(game.subject, rows, game.states)))


def another_seed() -> bytes:
    seed = bytes(32)
    commitment = engine.randomness.commitment(seed)
    return files.write(repacked(played(), server_seed=seed, commitment=commitment))


def last_scores(line: dict[str, list[dict[str, int]]]) -> None:
    line["scores"][0]["total"] += 1


END = len(lines_of(sound()))
WRONG: dict[str, tuple[Callable[[], bytes], set[str]]] = {
    "a checksum": (lambda: sound().replace(b"Friday", b"Monday"), {"format"}),
    "a header": (
        lambda: rechecked(changed(sound(), 1, lambda line: line.update(rules=0))),
        {"format"},
    ),
    "an event left out": (
        lambda: rechecked(b"".join(line for n, line in enumerate(lines_of(sound())) if n != 60)),
        {"order", "chain", "digests", "rules"},
    ),
    "a chain": (lambda: with_rows(60, chain="0" * 64), {"chain", "rules"}),
    "a column": (lambda: with_rows(60, origin="bot"), {"chain", "rules"}),
    "a digest": (
        lambda: resealed(60, digest="0" * 64),
        {"digests", "rules"},
    ),
    "an effect": (
        lambda: resealed(
            60, public=played().rows[59].public.replace('"effects":[', '"effects":[["money",0,5],')
        ),
        {"digests", "rules"},
    ),
    "a secret's hash": (
        lambda: resealed(1, secret_hash="0 0"),  # noqa: S106 - no password
        {"secrets", "digests", "rules"},
    ),
    "the salt": (
        lambda: rechecked(changed(sound(), 1, lambda line: line.update(salt="00"))),
        {"secrets", "rules"},
    ),
    "the commitment": (
        lambda: rechecked(changed(sound(), 1, lambda line: line.update(commitment="0" * 64))),
        {"commitment", "rules"},
    ),
    "the server's seed": (another_seed, {"seed", "deck", "rules"}),
    "the scores": (lambda: rechecked(changed(sound(), END, last_scores)), {"format", "scores"}),
    "the pack": (
        lambda: rechecked(changed(sound(), 2, lambda line: line["files"].pop("contracts.csv"))),
        {"content"},
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_whatever_was_changed_is_found_by_the_checks_that_are_about_it(
    verdicts: Callable[..., dict[str, str]], what: str
) -> None:
    make, expected = WRONG[what]
    found = verdicts(make())
    assert found["status"] == "1"
    assert failed(found) == expected, found


def test_what_failed_names_the_first_difference(verdicts: Callable[..., dict[str, str]]) -> None:
    found = verdicts(with_rows(60, chain="0" * 64))
    assert found["chain"] == (
        "FAILED   Line 62: The chain of event 60 does not follow from it and the one before. "
        "(chain_broken)"
    )


def test_without_its_content_rules_and_deck_are_not_judged(
    verdicts: Callable[..., dict[str, str]],
) -> None:
    found = verdicts(WRONG["the pack"][0]())
    assert outcomes(found)["rules"] == outcomes(found)["deck"] == "skipped"


def test_parents_that_lead_in_a_circle_lead_nowhere(
    verdicts: Callable[..., dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line from the last event would come from event 4 back to 2, and from there to 4."""
    data = with_rows(2, version=5, parent=4)
    monkeypatch.setattr(engine, "rebuild", None)
    found = verdicts(data)
    assert {"order", "rules"} <= failed(found)
    assert outcomes(found)["digests"] == "ok"
    assert outcomes(found)["scores"] == "skipped"


@pytest.mark.uncounted
def test_a_game_that_these_rules_decide_otherwise_fails_by_that_name(
    verdicts: Callable[..., dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    raise_version(monkeypatch)
    assert verdicts(sound())["status"] == "0"
    prices_move_twice_as_far(monkeypatch)
    found = verdicts(sound())
    assert failed(found) == {"rules"}
    assert "version 2 decides otherwise" in found["rules"]
    assert "(rules_drift)" in found["rules"]


@pytest.mark.parametrize("pack", [bytes, packed], ids=["plain", "packed"])
@pytest.mark.parametrize("start", [b"# Friday\n", b"record: 1\n"])
def test_of_a_text_record_it_says_which_file_it_wants(
    verdicts: Callable[..., dict[str, str]], pack: Callable[[bytes], bytes], start: bytes
) -> None:
    found = verdicts(pack(start))
    assert found["status"] == "2"
    assert ".jsonl" in found["format"]


def test_without_msgspec_it_says_which_python_to_use() -> None:
    """None in sys.modules is how a module is missing for the import statement."""
    code = (
        "import runpy, sys; sys.modules['msgspec'] = None; "
        "runpy.run_module('replays.verify', run_name='__main__')"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert len(ended.stderr.splitlines()) == 1, ended.stderr
    assert ".venv/bin/python" in ended.stderr


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "truncated"),
        (b"hello\n", "not_a_game_file"),
        (sound()[:-1], "truncated"),
        (sound() + b"\n", "not_a_game_file"),
    ],
    ids=["empty", "words", "cut off", "with a line too many"],
)
def test_what_is_no_file_of_a_game_ends_with_2(
    verdicts: Callable[..., dict[str, str]], data: bytes, code: str
) -> None:
    found = verdicts(data)
    assert found["status"] == "2"
    assert found["format"].startswith("FAILED")
    assert code in found["format"]


@pytest.mark.parametrize(
    "data", [packed(sound())[:-9], b"\x1f\x8bx", packed(sound())[:99] + b"x" * 99]
)
def test_gzip_that_is_broken_ends_with_2(
    verdicts: Callable[..., dict[str, str]], data: bytes
) -> None:
    found = verdicts(data)
    assert (found["status"], found["file"].split()[0]) == ("2", "FAILED")


def test_a_game_may_not_be_larger_than_the_reader_was_told() -> None:
    (game,) = read_games(BytesIO(sound()), len(sound()))
    assert len(game.rows) == len(played().rows)
    with pytest.raises(BadFile) as caught:
        list(read_games(BytesIO(sound()), len(sound()) - 1))
    assert (caught.value.code, caught.value.line) == ("file_too_large", END)
    # It is each of them that counts, not all together.
    assert len(list(read_games(BytesIO(sound() * 3), len(sound())))) == 3


@pytest.mark.uncounted
@pytest.mark.long
def test_several_files_with_several_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    many, bad = tmp_path / "many.jsonl.gz", tmp_path / "bad.jsonl"
    many.write_bytes(packed(sound()) + packed(running()) + packed(sound("files-short")))
    bad.write_bytes(with_rows(60, chain="0" * 64))
    assert verify.main([str(many)]) == 0
    assert capsys.readouterr().out.count(": game ") == 3
    assert verify.main([str(many), str(bad), str(many)]) == 1
    assert capsys.readouterr().out.count(": game ") == 7
    assert verify.main([str(bad), str(tmp_path / "none")]) == 2
    assert gzip.decompress(many.read_bytes()).startswith(b'{"type":"game"')


@pytest.mark.parametrize("number", [1, 3, 0], ids=["header", "set-up", "end"])
@pytest.mark.long
def test_nothing_that_a_line_can_say_makes_it_stumble(
    verdicts: Callable[..., dict[str, str]], number: int
) -> None:
    lines = lines_of(sound("files-short"))
    line: Json = msgspec.json.decode(lines[number - 1])
    # Each of them as another value of its kind, as nothing, and as a value of another kind.
    for name in [key for key in line if key != "type"]:
        for other in (*islice(flips(line[name]), 20), None, [], "x", -1):
            lines[number - 1] = msgspec.json.encode({**line, name: other}) + b"\n"
            found = verdicts(rechecked(b"".join(lines)) if number else b"".join(lines))
            if found["status"] == "0":
                assert name in {"name", "seats"} or other == line[name], (name, other)
            assert found["status"] in "012", (name, other)


def run_bare(
    tmp_path: Path, *arguments: str, piped: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """The verifier with nothing installed but msgspec, in another directory's name only."""
    packages = tmp_path / "packages"
    if not packages.exists():
        packages.mkdir()
        (packages / "msgspec").symlink_to(Path(msgspec.__file__).parent)
    return subprocess.run(
        # -S leaves out what is installed, -E what the environment says.
        [sys.executable, "-S", "-c", BARE, *arguments],
        input=piped,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(packages)},
        cwd=settings.BASE_DIR,
        capture_output=True,
        check=False,
    )


BARE = """
import runpy, sys
assert not any("site-packages" in entry for entry in sys.path), sys.path
sys.argv[0] = "verify"
runpy.run_module("replays.verify", run_name="__main__", alter_sys=True)
"""


@pytest.mark.long
def test_it_needs_neither_server_nor_settings_nor_django(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl.gz"
    path.write_bytes(packed(sound()))
    done = run_bare(tmp_path, str(path))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b" ok ") == len(NAMES)


@pytest.mark.uncounted
@pytest.mark.long
def test_it_reads_what_is_piped_in(tmp_path: Path) -> None:
    for data in (sound(), packed(sound())):
        done = run_bare(tmp_path, "-", piped=data)
        assert (done.returncode, done.stderr) == (0, b"")
    assert run_bare(tmp_path, "-", piped=sound()[:-5]).returncode == 2
    assert run_bare(tmp_path, "-", piped=with_rows(60, chain="0" * 64)).returncode == 1
    assert run_bare(tmp_path).returncode == 2
