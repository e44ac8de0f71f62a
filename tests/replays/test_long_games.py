"""Whatever a server can hold, it imports: the limits of streams and of files fit each other."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from caledonia import request_bodies
from games.engine import StoredEvent, is_undo
from replays import checks, files, imports, isolated
from replays.files.record import LARGEST_RECORD, LONGEST_LINE, LONGEST_POSITION, write_record
from replays.files.shape import LARGEST_GAME, LONGEST_REPEATED, MOST_EVENTS
from replays.files.shape import LONGEST_LINE as LONGEST_FILE_LINE
from tests.marks import sample
from tests.replays.game_files import LATER, file_of
from tests.replays.long_games import long_game
from tests.replays.streams import Stored, stored

pytestmark = pytest.mark.engine

UNDONE = 12_000
"""More than the longest stream that a server took before streams had a limit."""


def read(data: bytes) -> files.GameFile:
    """A game out of a file, by the process and the limits of imports."""
    game, state = isolated.read(
        data, lambda _: None, now=LATER, largest=LARGEST_GAME, limits=imports.limits()
    )
    assert state.over
    return game


@pytest.mark.uncounted
@pytest.mark.parametrize("form", ["jsonl", "text"])
@pytest.mark.long
def test_a_game_that_was_taken_back_thousands_of_times_comes_in_again(form: str) -> None:
    undone = sample(whole=UNDONE, usual=UNDONE // 4)
    made = long_game(undone)
    assert len(made.rows) > undone
    assert sum(map(is_undo, made.rows)) > undone * 0.4
    file = file_of(made)
    data = files.write(file) if form == "jsonl" else write_record(file, {}).encode()
    assert [decided(row) for row in read(data).rows] == [decided(row) for row in made.rows]


def decided(row: StoredEvent) -> tuple[int, str]:
    """What an event goes on from and does; a move has more than one way to be written."""
    return row.parent, row.public.partition(',"move":')[0]


def test_a_stream_of_the_most_events_fits() -> None:
    """Whatever its events are; a fork's position is longer, and is there once."""
    pack_and_ends = LONGEST_FILE_LINE + LONGEST_POSITION
    assert MOST_EVENTS * LONGEST_REPEATED + pack_and_ends < LARGEST_GAME
    assert MOST_EVENTS * 150 + LONGEST_POSITION < LARGEST_RECORD
    # Behind the limit nothing is taken back any more, so what follows is less than two games.
    assert settings.EVENTS_PER_GAME + 2 * 1000 < MOST_EVENTS
    assert not checks.check_lengths(None)


def test_a_limit_of_streams_beyond_that_of_imports_is_warned_of(settings: object) -> None:
    settings.EVENTS_PER_GAME = MOST_EVENTS  # type: ignore[attr-defined]
    (found,) = checks.check_lengths(None)
    assert found.id == "replays.W001"
    assert "EVENTS_PER_GAME" in found.msg


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(lambda: stored("wide", 4, undo_every=6), id="four players"),
        pytest.param(lambda: stored("bids", 4, auction="vickrey"), id="sealed bids"),
        pytest.param(lambda: long_game(UNDONE), id="long"),
    ],
)
@pytest.mark.uncounted
@pytest.mark.long
def test_what_can_be_repeated_has_short_lines(game: object) -> None:
    """Moves that can be taken back, taking back, and answers that can be replaced."""
    made: Stored = game()  # type: ignore[operator]
    lines = files.write(file_of(made)).splitlines()[2:-1]
    bounded = [
        len(line) for line, row in zip(lines, made.rows, strict=True) if row.seat is not None
    ]
    assert max(bounded) < 2 * LONGEST_REPEATED
    assert sum(bounded) / len(bounded) < LONGEST_REPEATED
    text = write_record(file_of(made), {}).splitlines()
    assert max(map(len, text)) < LONGEST_LINE / 2


def test_whoever_stands_in_front_lets_such_files_through() -> None:
    caddy = (Path(settings.BASE_DIR) / "deploy" / "Caddyfile").read_text()
    (size,) = re.findall(r"max_size (\d+)MiB", caddy)
    assert int(size) * 2**20 > LARGEST_GAME
    assert request_bodies.BodyLimits().largest > LARGEST_GAME
    assert settings.IMPORT_BYTES_PER_HOUR > LARGEST_GAME


def test_a_task_has_time_for_the_process_twice(settings: Any) -> None:
    assert not checks.check_times(None)
    settings.IMPORT_SECONDS = settings.CELERY_TASK_TIME_LIMIT // 2
    (found,) = checks.check_times(None)
    assert found.id == "replays.W002"
    assert "IMPORT_SECONDS" in found.msg
