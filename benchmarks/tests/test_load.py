"""The load's own parts: what it is asked for, how it counts, and that it notices what is lost."""

import asyncio
import os
from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace

from benchmarks.load.__main__ import arguments
from benchmarks.load.accounts import AcceptedMove, CommittedEvent, GameAccount, StreamedEvent
from benchmarks.load.checking import outcome
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
STORED = [
    CommittedEvent(event.version, event.chain, event.origin, 100.0 + number)
    for number, event in enumerate(STREAM)
]


def account(*streamed: StreamedEvent) -> GameAccount:
    """A game of which one move was made over the API and one on a page."""
    made = GameAccount("g")
    made.accepted = [AcceptedMove(0, "buy 1 whisky", 2, "b"), AcceptedMove(1, "pass")]
    for number, event in enumerate(streamed or STREAM):
        made.receive(event, at=100.5 + number)
    return made


def test_a_game_whose_stream_has_all_that_was_accepted_has_no_faults() -> None:
    assert account().faults(STORED) == []


@pytest.mark.parametrize(("left_out", "origin"), [(1, "game"), (2, "player"), (3, "player")])
def test_an_event_that_the_stream_drops_is_found(left_out: int, origin: str) -> None:
    rest = [event for event in STREAM if event.version != left_out]
    made = account(*rest)
    said = (
        f"game g: version {left_out} ({origin}), committed at 00:01:{39 + left_out}.000, "
        f"was not streamed; version {left_out + 1} came at 00:01:{39 + left_out}.500"
    )
    assert said in made.faults(STORED)
    assert not made.behind(STORED)


@pytest.mark.parametrize("came", range(4))
def test_what_has_not_come_yet_is_not_lost(came: int) -> None:
    made = account(*STREAM[:came])
    made.streamed, made.received_at = made.streamed[:came], made.received_at[:came]
    known = f", which came at 00:01:{39 + came}.500" if came else ""
    assert made.faults(STORED) == []
    assert made.behind(STORED) == (
        f"game g: {4 - came} events after version {came}{known}; {STORED[came]} is the first"
    )
    found = outcome([made], {"g": STORED}, since=0.0)
    assert (found.whole, found.behind) == (False, [made.behind(STORED)])


@pytest.mark.parametrize("twice", range(1, 5))
def test_an_event_that_comes_twice_is_found(twice: int) -> None:
    doubled = [*STREAM[:twice], *STREAM[twice - 1 :]]
    said = f"version {twice} was streamed 2 times: 00:01:{39 + twice}.500, 00:01:{40 + twice}.500"
    assert f"game g: {said}" in account(*doubled).faults(STORED)


def test_an_event_out_of_order_is_found() -> None:
    swapped = (STREAM[0], STREAM[2], STREAM[1], STREAM[3])
    said = ["game g: version 2 came after version 3, at 00:01:42.500"]
    assert account(*swapped).faults(STORED) == said


def test_an_event_that_is_not_as_it_is_stored_is_found() -> None:
    other = (*STREAM[:3], replace(STREAM[3], chain="x"))
    said = "game g: version 4, which came at 00:01:43.500, has the chain d, and not x"
    assert account(*other).faults(STORED) == [said]
    assert account().faults(STORED[:3]) == [
        "game g: version 4, which came at 00:01:43.500, is not stored"
    ]


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
    found = outcome([account()], {"g": STORED}, since=101.0)
    assert found.to_stream == [0.5, 0.5, 0.5]
    assert found.round_ends == [1.0]
    assert (found.moves, found.events, found.whole) == (2, 4, True)


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
