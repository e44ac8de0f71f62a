"""The load's own parts: what it is asked for, how it counts, and that it notices what is lost."""

import asyncio
import os
from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace

from benchmarks.load.__main__ import arguments
from benchmarks.load.accounts import AcceptedMove, GameAccount, StreamedEvent
from benchmarks.load.checking import CommittedEvent, outcome
from benchmarks.load.cores import family, seconds_of, shares
from benchmarks.load.meter import Latencies, Meter
from benchmarks.load.web_client import blocks_of, fields_of

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

STREAM = (
    StreamedEvent(1, "a", "game", "setup"),
    StreamedEvent(2, "b", "player", "trade", 0, "buy 1 whisky"),
    StreamedEvent(3, "c", "player", "pass", 1, "pass"),
    StreamedEvent(4, "d", "game", "production"),
)
STORED = [(event.version, event.chain) for event in STREAM]


def account(*streamed: StreamedEvent) -> GameAccount:
    """A game of which one move was made over the API and one on a page."""
    made = GameAccount("g")
    made.accepted = [AcceptedMove(0, "buy 1 whisky", 2, "b"), AcceptedMove(1, "pass")]
    for number, event in enumerate(streamed or STREAM):
        made.receive(event, at=100.5 + number)
    return made


def test_a_game_whose_stream_has_all_that_was_accepted_has_no_faults() -> None:
    assert account().faults(STORED) == []


@pytest.mark.parametrize("left_out", range(4))
def test_an_event_that_the_stream_drops_is_found(left_out: int) -> None:
    rest = [event for number, event in enumerate(STREAM) if number != left_out]
    faults = account(*rest).faults(STORED)
    assert f"game g: version {left_out + 1} was stored and not streamed" in faults


@pytest.mark.parametrize("twice", range(4))
def test_an_event_that_comes_twice_is_found(twice: int) -> None:
    doubled = [*STREAM[: twice + 1], *STREAM[twice:]]
    assert f"game g: version {twice + 1} was streamed 2 times" in account(*doubled).faults(STORED)


def test_an_event_out_of_order_is_found() -> None:
    swapped = (STREAM[0], STREAM[2], STREAM[1], STREAM[3])
    assert account(*swapped).faults(STORED) == ["game g: the stream was out of order"]


def test_an_event_that_is_not_as_it_is_stored_is_found() -> None:
    other = (*STREAM[:3], replace(STREAM[3], chain="x"))
    assert len(account(*other).faults(STORED)) == 2


@pytest.mark.parametrize(
    ("lost", "said"),
    [
        (AcceptedMove(0, "pass", 5, "e"), "was accepted, and the stream has not got it"),
        (AcceptedMove(0, "buy 1 whisky", 2, "b"), "or it came twice"),
        (AcceptedMove(1, "pass"), "was accepted on a page and is lost"),
    ],
)
def test_a_move_that_was_accepted_and_does_not_stand_is_found(
    lost: AcceptedMove, said: str
) -> None:
    made = account()
    made.accepted.append(lost)
    (fault,) = made.faults(STORED)
    assert said in fault


def test_a_move_that_stands_and_was_never_accepted_is_found() -> None:
    made = account()
    made.accepted.pop()
    assert made.faults(STORED) == ["game g: (1, 'pass') stands, and nobody got an answer for it"]


def test_a_move_that_stands_as_another_one_is_found() -> None:
    made = account()
    made.accepted[0] = AcceptedMove(0, "buy 2 whisky", 2, "b")
    (fault,) = made.faults(STORED)
    assert "in its place" in fault


def test_delays_are_counted_from_commits() -> None:
    rows = [
        CommittedEvent(event.version, event.chain, event.origin, 100.0 + number)
        for number, event in enumerate(STREAM)
    ]
    found = outcome([account()], {"g": rows}, since=101.0)
    assert found.to_stream == [0.5, 0.5, 0.5]
    assert found.round_ends == [1.0]
    assert (found.moves, found.events, found.faults) == (2, 4, [])


def test_percentiles_are_of_what_was_accepted() -> None:
    meter = Meter()
    for number in range(1, 101):
        meter.note("move", number / 1000, 201)
    meter.note("move", 9.0, 503)
    meter.note("move", 9.0, 0)
    meter.note("read", 9.0, 429, polite=False)
    found = meter.answered(0, float("inf"), "move")
    assert found.row == ("100", "50", "95", "99")
    assert Latencies([]).row == ("0", "0", "0", "0")
    assert [one.polite for one in meter.shed(0, float("inf"))] == [True, False]
    assert meter.failed(0, float("inf")) == {0: 1}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--games", "0"], "--games is at least 1"),
        (["--clients", "1"], "--clients is between 2"),
        (["--minutes", "0"], "--minutes is more than 0"),
        (["--pages", "2"], "--pages is between 0 and 1"),
        (["--step", "0"], "at least 1 second"),
        (["--run", "nothing"], "invalid choice"),
    ],
)
def test_arguments_that_make_no_sense_end_it(
    given: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        arguments(given)
    assert said in capsys.readouterr().err


def test_without_arguments_it_is_the_whole_run() -> None:
    args = arguments([])
    assert (args.games, args.clients, args.minutes) == (500, 200, 10.0)


async def pieces() -> AsyncIterator[bytes]:
    """A stream as it may be cut up on its way."""
    for piece in (b"retry: 3000\n\nid: 5\nev", b"ent: event\ndata: {}\n", b"\n: still here\n\n"):
        yield piece


async def read() -> list[dict[str, bytes]]:
    """The events in it."""
    return [fields_of(block) async for block in blocks_of(pieces())]


def test_events_are_read_from_pieces_of_any_size() -> None:
    assert asyncio.run(read()) == [{"id": b"5", "event": b"event", "data": b"{}"}]


def test_shares_are_of_the_time_that_has_passed() -> None:
    assert shares({"web": 1.0}, {"web": 2.0, "late": 9.0}, 2.0) == {"web": 0.5, "late": 0.0}


def test_a_process_counts_with_its_children() -> None:
    assert os.getpid() in family(os.getpid())
    assert seconds_of([os.getpid()]) > 0
