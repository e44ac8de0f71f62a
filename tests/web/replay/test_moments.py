"""The parts of the table version by version, in stretches."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.games.tables import Table, started
from tests.marks import in_one_test
from tests.web.replay.conftest import moments, page, take_back, text
from web.pages.replay.moments import change

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


def at(stretch: dict, version: int) -> dict[str, str]:
    """The parts as the page puts them together."""
    parts: dict[str, str] = {}
    for changes in stretch["moments"][: version - stretch["from"] + 1]:
        for name, (start, end, between) in changes.items():
            before = parts.get(name, "")
            parts[name] = before[:start] + between + (before[len(before) - end :] if end else "")
    return parts


@pytest.mark.long
def test_stretches_are_the_same_parts_as_the_page(finished: Table, stranger: Client) -> None:
    stretch = moments(stranger, finished, 37)
    assert stretch["from"] == 21
    for version in (21, 22, 27, 30, 36, 40):
        shown = text(stranger, f"{page(finished)}?v={version}")
        parts = at(stretch, version)
        assert {"status", "pieces", "spaces", "market", "exports", "player-0"} <= set(parts)
        for name, html in parts.items():
            assert html in shown, name


@pytest.mark.long
def test_stretch_over_moves_taken_back(running: Table, stranger: Client) -> None:
    undo = take_back(running)
    for version in (undo - 1, undo):
        parts = at(moments(stranger, running, version), version)
        shown = text(stranger, f"{page(running)}?v={version}")
        assert all(html in shown for html in parts.values())


@pytest.mark.long
def test_only_complete_stretches_are_kept(running: Table, stranger: Client) -> None:
    def kept(version: int) -> str:
        path = f"{page(running, 'moments')}?v={version}"
        return stranger.get(path).headers["Cache-Control"]

    assert "immutable" in kept(1)
    assert "private" in kept(1)
    assert kept(running.game.version) == "private, no-cache"


@pytest.mark.parametrize(("version", "status"), [("", 400), ("x", 400), ("0", 404), ("9999", 404)])
def test_stretch_that_is_not_there(
    running: Table, stranger: Client, version: str, status: int
) -> None:
    assert stranger.get(f"{page(running, 'moments')}?v={version}").status_code == status


@pytest.mark.django_db
def test_a_game_of_a_name_beyond_the_basic_plane_is_stepped_through() -> None:
    """𠮷 is a usual letter of Japanese surnames, and two units of UTF-16."""
    table = started([User.objects.create_user(name) for name in ("𠮷野", "bob")])
    for address in ("?v=1", "?v=1&for=table"):
        answer = Client().get(f"{page(table, 'moments')}{address}")
        assert answer.status_code == 200
        assert "𠮷野" in answer.content.decode()


@in_one_test(
    ("before", "after", "expected"),
    [
        ("", "abc", (0, 0, "abc")),
        ("abc", "abxc", (2, 1, "x")),
        ("aaa", "aa", (2, 0, "")),
        ("aa", "aaa", (2, 0, "a")),
        ("abc", "", (0, 0, "")),
        ("羊abc", "羊adc", (2, 1, "d")),
        ("\N{SHEEP}abc", "\N{SHEEP}adc", (0, 0, "\N{SHEEP}adc")),  # browsers count it as two
    ],
)
def test_only_what_differs_is_sent(before: str, after: str, expected: tuple[object, ...]) -> None:
    assert change(before, after) == expected
