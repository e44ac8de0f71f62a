"""CSV files of organisers, at the largest size."""

import pytest

from tests.marks import in_one_test
from tests.parsing.growth import Case, check
from tournaments.files.players_csv import LARGEST, BadTable, read_players, read_results

pytestmark = [pytest.mark.engine, pytest.mark.no_cover]

PLAYERS = {
    "one field": lambda size: b"name\n" + b"a" * size,
    "quoted lines": lambda size: b'name\n"' + b"a\n" * (size // 2) + b'"',
    "quotes": lambda size: b'name\n"' + b'""' * (size // 2),
    "columns": lambda size: b"," * size + b"\nname",
    "wide rows": lambda size: b"name\n" + (b"," * 1000 + b"\n") * (size // 1001),
    "same names": lambda size: b"name\n" + b"a\n" * (size // 2),
    "other letters": lambda size: b"name\n" + "\u017f".encode() * (size // 2),
    "not UTF-8": lambda size: b"name\n" + b"\xff" * size,
}
RESULTS = {
    "digits": lambda size: b"table,entrant,place\n" + b"1" * (size // 2) + b",1,1",
    "minus": lambda size: b"table,entrant,place\n" + b"-" * size,
    "many columns": lambda size: b"table,entrant" + b",place" * (size // 6) + b"\n1,1,1",
}


def _or_refused(read: object, data: bytes) -> object:
    try:
        return read(data)  # type: ignore[operator]
    except BadTable as refused:
        return str(refused)


@in_one_test("name", PLAYERS)
def test_players_are_read_in_linear_time(name: str) -> None:
    largest = LARGEST - 100
    check(Case(name, PLAYERS[name], lambda data: _or_refused(read_players, data), largest, 0.3, 64))


@in_one_test("name", RESULTS)
def test_results_are_read_in_linear_time(name: str) -> None:
    largest = LARGEST - 100
    check(Case(name, RESULTS[name], lambda data: _or_refused(read_results, data), largest, 0.3, 64))


def test_a_larger_file_is_refused_at_once() -> None:
    with pytest.raises(BadTable):
        read_players(b"name\n" + b"a" * LARGEST)
