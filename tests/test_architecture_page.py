"""What ``docs/architecture.md`` says of the code is so."""

import re
from pathlib import Path
from typing import Final

import pytest

from tests import hops
from tests.hops import ROOT, Hop
from tests.marks import in_one_test
from tests.test_architecture import ROOMS

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

PAGE: Final = (ROOT / "docs" / "architecture.md").read_text()
PATHS: Final = {
    title: hops.hops_in(text) for title, text in hops.sections(PAGE, "The path").items()
}
MOST_HOPS: Final = 10
LONGEST: Final = 300
NO_ROOMS: Final = {"migrations", "management", "commands", "__pycache__"}
"""Folders whose names Django or Python gives."""
COUNTS: Final = {
    "an effect of an expansion": 2,
    "a move": 3,
    "a decision": 2,
    "a score line": 1,
    "a part of the table": 2,
}
"""The most places that one more of a kind may take."""


def test_the_page_is_short() -> None:
    assert len(PAGE.splitlines()) <= LONGEST


# --- paths ----------------------------------------------------------------------------------------


@in_one_test("title", PATHS)
def test_each_hop_leads_to_the_next(title: str) -> None:
    path = PATHS[title]
    assert [hop.number for hop in path] == list(range(1, len(path) + 1))
    assert 5 <= len(path) <= MOST_HOPS
    for hop in path:
        source = path[hop.source - 1] if hop.source else None
        assert not (wrong := hops.wrong_with(hop, source)), f"{title}, {hop.number}: {wrong}"


def test_there_are_paths_of_a_move_a_replay_and_a_page() -> None:
    assert list(PATHS) == [
        "The path of a move",
        "The path of a step in a replay",
        "The path of a page",
    ]
    # Of few hops one has to believe how they are reached.
    assert sum(hop.source == 0 for path in PATHS.values() for hop in path) == len(PATHS) + 1


PLAY: Final = Hop(1, "games/services/play/playing.py", "play_moves", 0, None)


@in_one_test(
    ("path", "name", "registry", "wrong"),
    [
        ("games/engine/game.py", "play", None, ""),
        ("games/engine/gone.py", "play", None, "has no play"),
        ("games/engine/game.py", "plays", None, "has no plays"),
        # It is there, but this is the function of another module.
        ("web/pages/panel/views.py", "play", None, "does not name"),
        ("games/engine/game.py", "resign", None, "does not name"),
        ("games/services/play/stream.py", "Writer.save", None, ""),
        ("games/services/play/stream.py", "Writer.head", None, "does not name"),
        (
            "games/services/play/stream.py",
            "Writer.save",
            ("games/engine/assembly.py", "BASE_MOVES"),
            "does not list",
        ),
    ],
)
def test_a_broken_hop_is_found(
    path: str, name: str, registry: tuple[str, str] | None, wrong: str
) -> None:
    found = hops.wrong_with(Hop(2, path, name, 1, registry), PLAY)
    assert wrong in found
    assert bool(wrong) == bool(found)


# --- names ----------------------------------------------------------------------------------------


def test_whatever_is_named_is_there() -> None:
    named = hops.NAMED.findall(PAGE)
    assert len(named) > 100
    assert [(path, name) for path, name in named if not hops.exists(path, name)] == []


# --- rooms ----------------------------------------------------------------------------------------


def drawn_rooms() -> list[str]:
    """The rooms of the picture, as paths."""
    picture = hops.sections(PAGE, "The rooms")["The rooms"].split("```")[1]
    rooms: list[str] = []
    above: list[str] = []
    for line in picture.strip().splitlines():
        found = re.match(r"( *)([\w-]+)/ +\S", line)
        assert found, line
        above = [*above[: len(found[1]) // 2], found[2]]
        rooms.append("/".join(above))
    return rooms


def rooms_that_exist() -> set[str]:
    """The folders with code; tests have a page of their own."""
    folders = {
        path.parent.relative_to(ROOT)
        for room in ROOMS
        for path in Path(ROOT, room).rglob("*.py")
        if not NO_ROOMS & {*path.parts}
    }
    return {str(one) for one in folders if "tests" not in one.parts} | {"tests"}


def test_the_picture_shows_every_room() -> None:
    rooms = drawn_rooms()
    assert len(rooms) == len(set(rooms))
    assert [room for room in rooms if not Path(ROOT, room).is_dir()] == []
    assert rooms_that_exist() - set(rooms) == set()


# --- counts ---------------------------------------------------------------------------------------


def test_what_is_to_be_touched_is_counted() -> None:
    """Each row has as many places as it says, and some kinds no more than they may."""
    table = hops.sections(PAGE, "To add X")["To add X, touch Y"]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")]
    counts = {kind: int(most) for kind, _, most, _ in rows[1:]}
    for kind, places, most, _ in rows[1:]:
        assert len(places.split("; ")) == int(most), kind
    for kind, most in COUNTS.items():
        assert counts[kind] <= most, kind
