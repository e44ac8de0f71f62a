"""The file of a tournament, and what ``python -m tournaments.verify`` says of it."""

import json
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from msgspec.structs import replace

from games.names import LONGEST
from games.store.stream_table import PIECE
from tests.tournaments.by_hand import played
from tests.tournaments.forging import rewritten, with_other_draw
from tournaments import store
from tournaments.drawing import ALGORITHM
from tournaments.exporting import json_lines
from tournaments.files.reading import read_file
from tournaments.files.shape import LARGEST, LONGEST_LINE, BadTournamentFile
from tournaments.log import Entry
from tournaments.log.events import Changed, ResultRecorded, RoundDrawn, Ruled, TableMade
from tournaments.reading import reports, state_as_of, state_of
from tournaments.services.writer import MOST_BYTES, MOST_EVENTS, MOST_PEOPLE, as_director
from tournaments.state import ResultReport
from tournaments.verify import SOUND, UNREADABLE, WRONG, main, verify

pytestmark = [pytest.mark.usefixtures("plain"), pytest.mark.once]


def test_a_finished_tournament_is_verified_by_its_file(
    alice: User, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cup.jsonl"
    path.write_bytes(json_lines(played(alice)))
    assert main([str(path)]) == SOUND
    shown = capsys.readouterr().out
    assert shown.count("ok  ") == 7
    assert "Fay, entrant " in shown


@pytest.mark.uncounted
def test_the_largest_log_can_be_verified(alice: User) -> None:
    lines = [json.loads(line) for line in json_lines(played(alice)).splitlines()[1:-1]]
    beside = max(len(json.dumps({**line, "public": ""})) for line in lines)
    # Every sign of a text may have to be escaped once more.
    assert MOST_EVENTS * beside + 2 * MOST_BYTES < LARGEST
    assert MOST_PEOPLE * (4 * LONGEST + 20) < LONGEST_LINE


@pytest.mark.long
def test_a_log_is_read_a_piece_at_a_time(alice: User) -> None:
    cup = played(alice, finish=False)
    with transaction.atomic():
        log = as_director(cup.pk, alice, timezone.now())
        result = log.state.tables[1].result
        while len(log.rows) < 8 * PIECE:
            log.add(Ruled(table=1, reason="\U0001f411" * 500, result=result))
        cup = log.save()
    del log
    read: dict[str, Callable[[], object]] = {
        "its state": lambda: state_of(cup),
        "its state on a day": lambda: state_as_of(cup, f"{timezone.now():%Y-%m-%d}"),
        "what was reported": lambda: reports(cup, 1, 1),
        "all of it": lambda: sum(1 for _ in store.each(cup.pk, upto=cup.version)),
    }
    for name, ask in read.items():
        tracemalloc.start()
        ask()
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < 8 * 1024 * 1024, name


@pytest.mark.uncounted
def test_a_running_tournament_keeps_its_secrets(alice: User) -> None:
    cup = played(alice, finish=False)
    data = json_lines(cup)
    assert bytes(cup.server_seed).hex().encode() not in data
    assert bytes(cup.salt).hex().encode() not in data
    lines, sound = verify(read_file(data))
    assert sound, lines
    assert [line.split()[0] for line in lines] == ["ok"] * 4 + ["hidden"] * 4


@pytest.mark.parametrize(
    ("kind", "field", "value", "check"),
    [
        ("drawn", "public", '"seats":[1,1]', "chain"),
        ("result", "digest", "0" * 64, "chain"),
        ("opened", "secret", "00" * 32, "secrets"),
        ("finished", "chain", "0" * 64, "chain"),
    ],
)
def test_what_was_changed_afterwards_is_found(
    alice: User, kind: str, field: str, value: str, check: str
) -> None:
    lines = json_lines(played(alice)).splitlines()
    at = next(n for n, line in enumerate(lines) if json.loads(line).get("kind") == kind)
    event = json.loads(lines[at])
    if field == "public":
        head, _, tail = event["public"].partition('"seats":[')
        event["public"] = head + value + tail[tail.index("]") + 1 :]
    else:
        event[field] = value
    lines[at] = json.dumps(event).encode()
    said, sound = verify(read_file(b"\n".join(lines)))
    assert not sound
    assert any(line.startswith(f"FAILED   {check}") for line in said)


@pytest.mark.uncounted
def test_a_draw_that_was_chosen_is_found(alice: User) -> None:
    """A director with the database makes hashes anew, but the seed was committed to."""
    cup = played(alice)
    file = read_file(json_lines(cup))
    said, sound = verify(with_other_draw(file))
    assert not sound
    assert [line.split()[1] for line in said if line.startswith("FAILED")] == ["draws:"]


def _other_seeding(event: Entry) -> Iterator[Entry]:
    if isinstance(event, Changed) and event.order:
        event = replace(event, order=event.order[::-1])
    yield event


def _other_attempt(event: Entry) -> Iterator[Entry]:
    yield replace(event, attempt=event.attempt + 4) if isinstance(event, RoundDrawn) else event


def _table_twice(event: Entry) -> Iterator[Entry]:
    yield event
    if isinstance(event, TableMade) and event.table == 5:
        yield replace(event, table=6)


def _result_twice(event: Entry) -> Iterator[Entry]:
    yield event
    if isinstance(event, ResultRecorded) and event.result is not None:
        yield replace(event, result=replace(event.result, places=event.result.places[::-1]))


def _no_ruling(event: Entry) -> Iterator[Entry]:
    yield replace(event, supersedes=3) if isinstance(event, Ruled) else event


def _played_here(event: Entry) -> Iterator[Entry]:
    if isinstance(event, ResultRecorded) and event.result is not None:
        event = replace(event, result=replace(event.result, label="played"))
    yield event


def _one_game_at_two_tables(event: Entry) -> Iterator[Entry]:
    if isinstance(event, ResultRecorded) and event.result is not None:
        event = replace(event, result=replace(event.result, label="imported", game="some id"))
    yield event


@pytest.mark.parametrize(
    ("forged", "check"),
    [
        (_other_seeding, "draws:"),
        (_other_attempt, "course:"),
        (_table_twice, "course:"),
        (_result_twice, "course:"),
        (_no_ruling, "course:"),
        (_played_here, "course:"),
        (_one_game_at_two_tables, "course:"),
    ],
)
def test_a_log_that_was_written_anew_is_found(
    alice: User, forged: Callable[[Entry], Iterator[Entry]], check: str
) -> None:
    said, sound = verify(rewritten(read_file(json_lines(played(alice))), forged))
    assert not sound
    failed = [line.split()[1] for line in said if line.startswith("FAILED")]
    assert check in failed
    assert not {"order:", "chain:", "states:", "secrets:"} & set(failed)


def test_a_round_that_was_drawn_again_over_a_report_is_found(alice: User) -> None:
    drawn: list[RoundDrawn] = []

    def again(event: Entry) -> Iterator[Entry]:
        if isinstance(event, RoundDrawn):
            drawn.append(event)
        if not isinstance(event, ResultRecorded):
            if not drawn or (len(drawn) == 1 and isinstance(event, RoundDrawn | TableMade)):
                yield event
        elif event.table == 1 and event.result is not None and len(drawn) == 1:
            report = ResultReport(result=event.result, by=2, confirmed=(1,))
            yield ResultRecorded(table=1, report=report)
            yield replace(drawn[0], attempt=2)

    said, _ = verify(rewritten(read_file(json_lines(played(alice, finish=False))), again))
    found = [line for line in said if line.startswith("FAILED   course")]
    assert "reported" in found[0]


@pytest.mark.parametrize("lost", [0, 1, 20])
def test_a_file_that_was_cut_off_is_not_complete(
    alice: User, lost: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = json_lines(played(alice)).splitlines(keepends=True)
    path = tmp_path / "cut.jsonl"
    for kept in (1, 2, 5, len(lines) - 1):
        cut = b"".join(lines[:kept])
        path.write_bytes(cut[: len(cut) - lost])
        assert main([str(path)]) == UNREADABLE
        said = capsys.readouterr().err
        assert f"Line {kept}: The file is not complete" in said
        assert "Download it again" in said
    path.write_bytes(b"".join(lines)[:-20])
    assert main([str(path)]) == UNREADABLE
    assert f"Line {len(lines)}: The file is not complete" in capsys.readouterr().err


@pytest.mark.parametrize(
    "data",
    [b"", b"{}\n{}\n{}", b'{"format":1}\n\n\n', b"\xff\n\xff\n\xff", b"[" * 100_000 + b"\n\n\n"],
)
def test_other_files_are_refused_in_words(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BadTournamentFile):
        read_file(data)
    path = tmp_path / "other"
    path.write_bytes(data)
    assert main([str(path)]) == UNREADABLE
    assert str(path) in capsys.readouterr().err


def test_nothing_in_a_file_reaches_the_terminal_as_it_is(
    alice: User, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A name could hide the lines that follow it and write others."""
    first, *rest = json_lines(played(alice)).splitlines(keepends=True)
    header, sign = json.loads(first), "\x1b[8m\r\n"
    named = {**header, "name": sign, "people": dict.fromkeys(header["people"], sign)}
    path = tmp_path / "cup.jsonl"
    for forged, status in ((named, SOUND), ({**named, "id": sign}, WRONG), ({sign: 1}, UNREADABLE)):
        path.write_bytes(
            json.dumps(forged, separators=(",", ":")).encode() + b"\n" + b"".join(rest)
        )
        assert main([str(path)]) == status
        said = "".join(capsys.readouterr())
        assert r"\x1b[8m\r\n" in said
        assert all(line.isprintable() for line in said.splitlines())


@pytest.mark.parametrize("version", [1, 2, 3, 4])
def test_a_tournament_that_an_earlier_version_has_drawn_is_verified(
    version: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Eleven players and four rounds of Swiss, fourteen at tables of two, nine and three rounds.

    Then heats, of whose semi-finals three players forfeited one.
    """
    name = {1: "first", 2: "second", 3: "third", 4: "fourth"}[version]
    kept = Path(__file__).with_name(f"drawn_by_the_{name}_algorithm.jsonl")
    assert main([str(kept)]) == SOUND
    assert "ok       draws" in capsys.readouterr().out
    # Drawn as today it would be another one: the version that the log names decides.
    named = b'\\"algorithm\\":%d'
    drawn = b'{\\"kind\\":\\"drawn\\",'
    newest = named % ALGORITHM
    old, new = (drawn, drawn + named % 2 + b",") if version == 1 else (named % version, newest)
    newer = kept.read_bytes().replace(old, new)
    assert newer != kept.read_bytes()
    said, _ = verify(read_file(newer))
    failed = [line for line in said if line.startswith("FAILED   draws: event")]
    assert failed
    assert "not known" not in failed[0]


def test_a_file_that_is_no_log_says_which_one_is_wanted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "cup.csv"
    table.write_text("place,entrant\n1,1\n")
    assert main([str(table)]) == UNREADABLE
    assert "Download that as JSON Lines: its name ends in .jsonl." in capsys.readouterr().err
