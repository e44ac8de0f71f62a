"""Files as games: what is legal comes in whole, anything else not at all."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from replays import checking, importing, verify
from replays.files import FILE_CODES, BadFile, read_game
from tests.marks import first_of, in_one_test, sample
from tests.replays.bad_files import (
    END,
    REFUSED,
    SHORT,
    TOO_MUCH,
    doubled,
    dropped,
    resealed,
    swapped,
    version_of,
    without,
)
from tests.replays.game_files import (
    LATER,
    Json,
    lines_of,
    played,
    rechecked,
    sound,
)
from tests.replays.newer_rules import prices_move_twice_as_far, raise_version
from tests.replays.streams import first_of_each_kind, flips


def refused(data: bytes) -> BadFile:
    """Why a file is not taken; it has to be refused with a sentence."""
    with pytest.raises(BadFile) as caught:
        importing.read(data, now=LATER)
    assert caught.value.sentence[-1] in ".", caught.value.sentence
    assert caught.value.code in {*FILE_CODES, *checking.CODES}
    return caught.value


CASES = [(code, make) for code, cases in REFUSED.items() for make in cases]


@pytest.mark.engine
@in_one_test(("code", "make"), CASES)
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
@pytest.mark.parametrize("checksum", first_of(["old", "new"]))
@pytest.mark.parametrize("change", [dropped, doubled, swapped])
@pytest.mark.uncounted
@pytest.mark.long
def test_no_line_can_be_left_out_doubled_or_swapped(
    change: Callable[[int, bytes], bytes], checksum: str
) -> None:
    last = len(lines_of(sound(SHORT)))
    for number in range(1, last + (checksum == "old") - (change is swapped)):
        data = change(number, sound(SHORT))
        # The checks of what stands there need no checksum to find it.
        found = refused(rechecked(data) if checksum == "new" else data)
        assert found.code != "checksum_differs", number


@pytest.mark.uncounted
@pytest.mark.engine
@pytest.mark.long
def test_no_value_of_any_line_can_be_changed() -> None:
    """Not even with a new checksum, but for the names, which nothing seals."""
    rows = first_of_each_kind(played(SHORT).rows).values()
    for number in [*(row.version + 2 for row in rows), len(lines_of(sound(SHORT)))]:
        for data in islice(flipped(number, but=("sha256",)), 0, None, sample(whole=1, usual=3)):
            refused(rechecked(data))


@pytest.mark.uncounted
@pytest.mark.engine
def test_in_the_header_only_names_can_be_changed_by_whoever_makes_the_checksum_again() -> None:
    found = read_game(sound(SHORT))
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
    lines = lines_of(sound(SHORT))
    line: Json = msgspec.json.decode(lines[number - 1])
    for name, value in line.items():
        for other in () if name in but else flips(value):
            lines[number - 1] = msgspec.json.encode({**line, name: other}) + b"\n"
            yield b"".join(lines)


@pytest.mark.engine
def test_every_code_is_in_the_documentation() -> None:
    document = (Path(__file__).parents[2] / "docs" / "replays.md").read_text()
    named = set(re.findall(r"`([a-z_0-9]+)`", document))
    assert {*FILE_CODES, *checking.CODES} <= named
    assert {check.name for check in verify.CHECKS} <= named
