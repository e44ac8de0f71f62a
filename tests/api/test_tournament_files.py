"""Files of tournaments over the API: exported, verified, taken in, refused line by line."""

import csv
import io
from collections.abc import Callable

import pytest
from django.http import HttpResponse

from tests.api.conftest import Caller, problem
from tests.tournaments import conftest
from tournaments.files.reading import read_file
from tournaments.verify import verify

pytestmark = [pytest.mark.usefixtures("plain"), pytest.mark.once]

plain = conftest.plain
PLAYERS = b"name\nAda\nBea\nCem\nDov\n"


@pytest.fixture
def cup(alice: Caller) -> str:
    """The path of an open tournament of players without accounts."""
    settings = {"format": "plain", "played_here": False}
    made = alice.post("tournaments", {"name": "Cup", "settings": settings}).json()
    path = f"tournaments/{made['id']}"
    assert alice.post(f"{path}/open", {}).status_code == 200
    return path


def send(caller: Caller, path: str, data: bytes) -> HttpResponse:
    return caller.raw(path, data, "text/csv")


def filled(text: str) -> bytes:
    """An exported CSV of results with a score for each seat."""
    rows = list(csv.DictReader(io.StringIO(text)))
    written = io.StringIO()
    writer = csv.DictWriter(written, list(rows[0]))
    writer.writeheader()
    for score, row in enumerate(rows, 100):
        writer.writerow(row if row["score"] else {**row, "score": score})
    return written.getvalue().encode()


def test_a_tournament_on_cardboard_comes_and_goes_as_files(alice: Caller, cup: str) -> None:
    assert send(alice, f"{cup}/entrants/csv", PLAYERS).json()["entrants"] == 4
    for _ in range(2):
        assert alice.post(f"{cup}/draw", {}).status_code == 200
        empty = alice.get(f"{cup}/export?format=results")
        assert empty["Content-Type"] == "text/csv; charset=utf-8"
        sent = send(alice, f"{cup}/results/csv", filled(empty.content.decode()))
        assert sent.status_code == 200, sent.content
    assert alice.post(f"{cup}/finish", {}).status_code == 200
    standings = alice.get(f"{cup}/export?format=standings").content.decode()
    assert [row["place"] for row in csv.DictReader(io.StringIO(standings))] == list("1234")
    assert alice.get(f"{cup}/export?format=trf").content.startswith(b"012 Cup\r\n")
    said, sound = verify(read_file(alice.get(f"{cup}/export").content))
    assert sound, said


def test_a_refusal_lists_bad_lines_and_nothing_is_taken(
    alice: Caller, bob: Caller, cup: str
) -> None:
    refused = problem(send(alice, f"{cup}/entrants/csv", b"name\nAda\n\nada\n"), 400, "bad_csv")
    assert [one["line"] for one in refused["facts"]["lines"]] == [4]
    assert alice.get(cup).json()["entrants"] == 0
    problem(send(bob, f"{cup}/entrants/csv", PLAYERS), 403, "not_director")
    problem(send(alice, f"{cup}/entrants/csv", b"name\n" + b"x" * 300_000), 400, "bad_csv")


def test_drafts_and_private_tournaments_have_no_files_for_strangers(
    alice: Caller, bob: Caller, get_draft: Callable[[], str]
) -> None:
    for form in ("jsonl", "standings", "results", "trf"):
        problem(bob.get(f"{get_draft()}/export?format={form}"), 404, "no_such_tournament")


@pytest.fixture
def get_draft(alice: Caller) -> Callable[[], str]:
    """The path of a tournament that is a draft."""
    settings = {"format": "plain"}
    made = alice.post("tournaments", {"name": "Draft", "settings": settings}).json()
    return lambda: f"tournaments/{made['id']}"
