"""The progress of a run, on a terminal and in a log."""

from io import StringIO

import pytest

from replays.validation import progress

pytestmark = pytest.mark.engine


class Terminal(StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_bar_on_a_terminal() -> None:
    terminal = Terminal()
    bar = progress.Progress(4, terminal)
    for status in ("passed", "failed"):
        bar.add(status)
    bar.close()
    last = terminal.getvalue().rstrip("\n").split("\r")[-1]
    assert "50%" in last
    assert "2/4" in last
    assert "failed=1" in last


def test_no_bar_where_there_is_nothing_to_do() -> None:
    terminal = Terminal()
    progress.Progress(0, terminal).close()
    assert terminal.getvalue() == ""


def test_no_time_has_passed_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress.time, "monotonic", lambda: 7.0)
    bar = progress.Progress(0, StringIO())
    assert (bar.seconds, bar.rate) == (0, 0)


def test_plain_lines_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "LINE_SECONDS", 0)
    text = StringIO()
    bar = progress.Progress(2, text)
    bar.add("passed")
    bar.clear()
    bar.add("drifted")
    bar.close()
    first, second = text.getvalue().splitlines()
    assert first.startswith("1 of 2 games, ")
    assert second.endswith(" a second, 1 drifted")
