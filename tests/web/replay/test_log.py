"""The log of a replay, and what the page's script is told of the ways through the game."""

import json
import re

import pytest
from django.test import Client

from games import selectors
from replays.exporting import sentences_of
from tests.games.tables import Table
from tests.marks import in_one_test
from tests.web.replay.conftest import page, take_back, text, versions
from web.pages.replay import log as replay_log
from web.pages.replay.outline import Outline, outline_of

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


def outline(table: Table) -> Outline:
    return outline_of(table.game, selectors.names_of(table.game))


def data(shown: str, name: str) -> str:
    """An attribute of the log."""
    found = re.search(rf'<section class="replay-log[^>]* data-{name}="([^"]*)"', shown)
    assert found is not None, name
    return found[1]


def more(shown: str) -> list[int]:
    """The versions to which the log leads on, back or ahead."""
    return [int(one) for one in re.findall(r'<p class="log-more"><a data-v="(\d+)"', shown)]


def test_every_event_stands_in_the_log(finished: Table, stranger: Client) -> None:
    shown = text(stranger, page(finished))
    assert versions(shown) == list(range(1, finished.game.version + 1))
    assert "Round 5" in shown
    assert more(shown) == []


def test_sentences_are_those_of_the_whole_game(running: Table) -> None:
    take_back(running)
    running.play()
    whole = sentences_of(running.game)
    known = outline(running)
    names = selectors.names_of(running.game)
    for undone in (True, False):
        log = replay_log.log_page(running.game, known, names, 1, undone=undone)
        lines = [line for one in log.rounds for line in one.lines]
        assert [line.version for line in lines] == known.shown(undone=undone)
        assert {line.version: line.sentence for line in lines}.items() <= whole.items()


# --- long games -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "shown"), [(1, (1, 20)), (20, (1, 20)), (21, (21, 40)), (30, (21, 40))]
)
@pytest.mark.long
def test_long_game_has_the_events_around_the_position(
    finished: Table,
    stranger: Client,
    monkeypatch: pytest.MonkeyPatch,
    version: int,
    shown: tuple[int, int],
) -> None:
    monkeypatch.setattr(replay_log, "LENGTH", 20)
    first, last = shown
    for name in ("replay", "replay_log"):
        page_ = text(stranger, f"{page(finished, name)}?v={version}")
        assert versions(page_) == list(range(first, last + 1))
        assert more(page_) == [*([first - 1] if first > 1 else []), last + 1]


def test_last_events_of_a_long_game(
    finished: Table, stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_log, "LENGTH", 20)
    newest = finished.game.version
    shown = text(stranger, f"{page(finished, 'replay_log')}?v={newest}")
    assert versions(shown)[-1] == newest
    assert more(shown) == [versions(shown)[0] - 1]
    assert len(versions(shown)) <= 20


def test_pages_of_the_log_count_what_is_shown(
    running: Table, stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    undo = take_back(running)
    running.play()
    monkeypatch.setattr(replay_log, "LENGTH", running.game.version - 2)
    shown = text(stranger, f"{page(running)}?v=1")
    assert undo not in versions(shown)
    assert more(shown) == []


@in_one_test(("version", "status"), [("", 400), ("x", 400), ("0", 404), ("9999", 404)])
@in_one_test("name", ["replay_log", "replay_news"])
def test_log_that_is_not_there(
    running: Table, stranger: Client, name: str, version: str, status: int
) -> None:
    assert stranger.get(f"{page(running, name)}?v={version}").status_code == status


# --- the ways, for the script ---------------------------------------------------------------------


def test_what_was_taken_back_is_told_in_spans(running: Table, stranger: Client) -> None:
    undo = take_back(running)
    running.play()
    shown = text(stranger, page(running))
    assert data(shown, "undone") == f"{undo - 1}-{undo}"
    assert data(shown, "newest") == str(running.game.version)
    assert json.loads(data(shown, "names").replace("&quot;", '"')) == ["alice", "bob"]


def test_turns_and_rounds_are_those_of_the_log(finished: Table) -> None:
    known = outline(finished)
    turns = [one.split(":") for one in known.turn_starts.split()]
    rounds = [one.split(":") for one in known.round_starts.split()]
    assert [int(number) for _, number in rounds] == [0, 1, 2, 3, 4, 5]
    assert rounds[0][0] == "1"
    for start, seat in turns:
        _round, turn, entry = known.at(int(start))
        assert turn.entries[0] is entry
        assert seat == ("" if turn.seat is None else str(turn.seat))
    assert len(turns) == sum(1 for one in known.rounds for _ in one.turns)


@pytest.mark.parametrize("undone", [True, False])
def test_jumps_lead_to_the_beginnings_of_turns_and_rounds(running: Table, *, undone: bool) -> None:
    take_back(running)
    running.play()
    known = outline(running)
    shown = known.shown(undone=undone)
    firsts = [
        next((e.version for e in turn.entries if e.version in shown), 0)
        for one in known.rounds
        for turn in one.turns
    ]
    for version in shown:
        at = known.stops(version, undone=undone)
        earlier = [start for start in firsts if 0 < start < version]
        later = [start for start in firsts if start > version]
        assert at.turn_before == (earlier[-1] if earlier else None)
        assert at.turn_after == (later[0] if later else at.last if version < at.last else None)
        assert shown[at.place - 1] == version
