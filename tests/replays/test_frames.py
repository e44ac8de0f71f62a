"""Stepping through games: applying the patches gives the view of every version."""

from collections.abc import Sequence

import msgspec
import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries

from games import engine
from games.engine.effects import (
    PUBLIC_EFFECTS,
    ClanStateSet,
    CostSettled,
    Effect,
    UnitMoved,
    WorkerReturned,
)
from games.engine.randomness import Stream
from games.engine.views import View
from games.errors import NoSuchVersion
from games.models import Game
from replays import frames, log, stepping
from replays.patches import (
    ALWAYS,
    FIXED,
    PARTS,
    Add,
    Remove,
    Replace,
    Screen,
    operations,
    path_of,
    touched_by,
)
from replays.stepping import undone
from simulation.random_options import random_options
from simulation.random_play import PlayedGame, seed_of
from simulation.stored import cut, lay
from simulation.wandering import Wanderer, wander
from tests import golden, recorded
from tests.marks import case, first_of, in_one_test
from tests.replays.patching import Json, patched
from tests.scenario import scenario

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

NAMES = ["Ada", "Ben", "Cleo", "Dora"]


def plain(value: object) -> Json:
    """A value as clients get it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def views(played: PlayedGame, seat: int | None, game: Game) -> dict[int, Json]:
    """The view of every version, worked out from the whole state of each."""
    names = NAMES[: len(played.state.players)]
    viewer = None if seat is None else engine.Seat(seat)
    found = {}
    for row in played.rows:
        state = engine.rebuild(played.rows, row.version)
        found[row.version] = plain(engine.view(state, viewer, game=str(game.pk), names=names))
    return found


def stretch(game: Game, first: int, last: int, seat: int | None = None) -> Json:
    viewer = None if seat is None else engine.Seat(seat)
    names = NAMES[: game.players]
    shown = frames.FrameStretch(game, first=first, last=last, seat=viewer, names=names)
    found = {"view": plain(shown.view), "frames": [plain(frame) for frame in shown.frames()]}
    assert found["frames"][-1]["version"] == shown.last
    return found


def assert_steps(stretch: Json, known: dict[int, Json], first: int, last: int) -> None:
    """Every patch leads to the view of its version."""
    view = stretch["view"]
    assert [frame["version"] for frame in stretch["frames"]] == list(range(first, last + 1))
    assert stretch["frames"][0]["patch"] == []
    for frame in stretch["frames"]:
        assert patched(view, frame["patch"]) == known[frame["version"]], frame


@pytest.mark.django_db
@pytest.mark.parametrize("players", first_of([1, 2, 3, 4]))
def test_patches_give_the_view_of_every_version(players: int) -> None:
    played = wander(players, f"frames/again/{players}/None")
    assert sum(event.kind == "undo" for event in played.events) > (10 if players > 1 else 3)
    game = lay(played)
    newest = len(played.rows)
    for seat in (None, *range(players)[:2]):
        with case(seat):
            assert_steps(stretch(game, 1, newest, seat), views(played, seat, game), 1, newest)


def test_operations_of_parts_come_in_the_order_of_their_paths() -> None:
    """That of a set differs from one process to the next."""
    played = wander(3, "frames/order")
    several = 0
    screen = Screen(engine.rebuild(played.rows, 1), NAMES)
    for row, event in zip(played.rows[1:], played.events[1:], strict=True):
        touched = None if event.kind == "undo" else touched_by(event.effects)
        patch = screen.follow(engine.rebuild(played.rows, row.version), touched)
        if touched is None:
            continue
        found = [path_of(part) for part in {*ALWAYS, *touched}]
        parts = [next(one for one in found if f"{op.path}/".startswith(f"{one}/")) for op in patch]
        assert parts == sorted(parts)
        several += len(set(parts)) > 2
    assert several > 10


@pytest.mark.long
@pytest.mark.django_db
def test_any_stretch_of_a_game_can_be_stepped_through() -> None:
    """Also one that begins inside a turn that is taken back, or with the undo itself."""
    played = recorded.played("taken-back-3")
    game = lay(played)
    known, newest = views(played, None, game), len(played.rows)
    undos = [event.version for event in played.events if event.kind == "undo"]
    starts = {v for undo in undos for v in (undo - 1, undo, undo + 1)} | {1, 2, newest}
    for first in sorted(starts)[::4]:
        last = min(first + 12, newest)
        assert_steps(stretch(game, first, last), known, first, last)
    deep = [e.version for e in played.events if e.kind == "undo" and e.version - e.parent > 2]
    assert deep


@pytest.mark.django_db
def test_what_an_undo_may_change_is_what_its_events_had_changed() -> None:
    game = lay(recorded.played("taken-back-1"))
    events = stepping.events(game, after=0, upto=game.version)
    walk = frames.FrameWalk(game, 1, events)
    touched = {event.version: walk.go(event) for event in events}
    undos = [event for event in events if event.is_undo]
    assert undos
    for undo in undos:
        last = touched[undo.version - 1]
        assert touched[undo.version] is not None
        assert touched[undo.version] >= (last or set())


@pytest.mark.django_db
@pytest.mark.parametrize(
    "switches",
    [
        {"box_freed_late": True, "port_after_pass": True, "neighbourhood_cap": "event"},
        {"buchanan_2017": True, "kickstarter": False},
        {"future_contracts": True, "starting_prices": "rolled", "most_glory": True},
        {"clans": False, "ports": False, "scoring_tiles": False, "imports": "static"},
        {"auction": "blind", "imports": "balanced", "future_contracts": True},
    ],
)
@pytest.mark.long
def test_switches_change_nothing_about_it(switches: dict[str, object]) -> None:
    played = wander(4, f"frames/{sorted(switches)}", **switches)
    game = lay(played)
    newest = len(played.rows)
    assert_steps(stretch(game, 1, newest), views(played, None, game), 1, newest)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["two-players", "three-players", "four-players"])
@pytest.mark.long
def test_games_of_old_packs_can_be_stepped_through(name: str) -> None:
    played = golden.played(name)
    assert played.state.pack != engine.packs.builtin().hash
    game = lay(played)
    newest = len(played.rows)
    assert_steps(stretch(game, 1, newest), views(played, None, game), 1, newest)


@pytest.mark.django_db
def test_what_is_asked_for_has_to_be_there() -> None:
    played = cut(recorded.played("taken-back-2"), 20)
    game = lay(played)
    for first, last in ((0, 5), (1, 21), (21, 21), (-1, 3)):
        with pytest.raises(NoSuchVersion):
            frames.FrameStretch(game, first=first, last=last, seat=None, names=NAMES)
    shown = stretch(game, 20, 20)
    assert (shown["view"]["version"], len(shown["frames"])) == (20, 1)


@pytest.mark.django_db
def test_a_frame_tells_what_its_event_does(users: list[User]) -> None:
    played = recorded.played("taken-back-3")
    game = lay(played, *users)
    shown = stretch(game, 1, len(played.rows))["frames"]
    undone = {row.version for row in played.rows} - {
        row.version for row in engine.line_to(played.rows)
    }
    assert undone
    for frame, event in zip(shown, played.events, strict=True):
        assert (frame["version"], frame["parent"]) == (event.version, event.parent)
        assert (frame["seat"], frame["kind"]) == (event.seat, event.kind)
        assert frame["notation"] == (event.move and event.move.notation())
        assert frame["sentence"]
        assert frame["undone"] is (event.version in undone)
        assert "effects" not in frame


@pytest.mark.engine
@in_one_test("name", range(20))
def test_what_is_undone_is_what_is_off_the_line(name: int) -> None:
    """Whatever the parents are, even where the rules would allow no such undo."""
    chance = Stream(seed_of(f"frames/undone/{name}"), "parents")
    parents = [
        chance.below(version) if not chance.below(3) else version - 1 for version in range(1, 40)
    ]
    line, at = set(), len(parents)
    while at:
        line.add(at)
        at = parents[at - 1]
    undos = [(v, p) for v, p in enumerate(parents, 1) if p != v - 1][::-1]
    spans = undone(undos, len(parents))
    found = {version for span in spans for version in span}
    assert found == set(range(1, len(parents) + 1)) - line


@pytest.mark.django_db
@pytest.mark.long
def test_events_at_hand_make_no_difference(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    """However many of the last events are at hand, and how far back one looks."""
    game = lay(recorded.played("taken-back-3"))
    newest = game.version
    events = stepping.events(game)
    assert any(event.is_undo for event in events[-20:])
    for kept in (1, 7, 20, 60):
        hand = events[-kept:]
        for after in range(newest - 70, newest + 1):
            assert stepping.events(game, after=after, newest=hand) == events[after:]
            upto = newest - 5
            found = stepping.events(game, after=after, upto=upto, newest=hand)
            assert found == events[after:upto]
        for first in range(newest - 70, newest):
            plain = stepping.undone_in(game, first, newest)
            assert stepping.undone_in(game, first, newest, hand) == plain, (kept, first)
    with django_assert_num_queries(0):
        stepping.events(game, after=newest - 60, newest=hand)
        stepping.undone_in(game, newest - 59, newest, hand)


@pytest.mark.django_db
def test_only_wanted_lines_have_a_text() -> None:
    """The same one that they have among all."""
    game = lay(recorded.played("taken-back-3"))
    first, last = game.version - 40, game.version
    full = log.lines(game, first=first, last=last, names=NAMES)

    def every_third(lines: Sequence[log.LogLine]) -> Sequence[log.LogLine]:
        assert not any(line.text for line in lines)
        return lines[::3]

    some = log.lines(game, first=first, last=last, names=NAMES, wanted=every_third)
    bare = [msgspec.structs.replace(line, text="", brief=(), others=()) for line in full]
    assert all(line.text for line in full)
    assert some == [full[at] if at % 3 == 0 else bare[at] for at in range(len(full))]


@pytest.mark.django_db
def test_effects_come_when_they_are_asked_for() -> None:
    played = recorded.played("taken-back-2")
    game = lay(played)
    shown = frames.FrameStretch(game, first=1, last=50, seat=None, names=NAMES[:2])
    for frame, row in zip(shown.frames(effects=True), played.rows, strict=False):
        assert plain(frame)["effects"] == msgspec.json.decode(row.public)["effects"]


@pytest.mark.django_db
def test_no_more_than_a_limit_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "MOST", 10)
    game = lay(recorded.played("taken-back-2"))
    shown = stretch(game, 5, 90)
    assert [frame["version"] for frame in shown["frames"]] == list(range(5, 15))


@pytest.mark.django_db
def test_the_number_of_queries_does_not_grow(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    game = lay(recorded.played("bots-4"))
    for first, last in ((1, 5), (1, game.version), (100, 200)):
        with django_assert_max_num_queries(4):
            stretch(game, first, last)


# --- the tables -----------------------------------------------------------------------------------


@pytest.mark.engine
def test_every_class_of_effects_says_what_it_touches() -> None:
    for kind in PUBLIC_EFFECTS:
        assert "TOUCHES" in vars(kind), kind
        assert set(kind.TOUCHES or ()) <= set(PARTS), kind


@pytest.mark.long
@pytest.mark.engine
def test_no_effect_changes_more_than_it_says() -> None:
    """Each by itself: beside others of its event it would not be noticed."""
    seen = set()
    usual = [engine.Options(players=players) for players in (1, 2, 3, 4)]
    others = [random_options(f"frames/touches/{number}") for number in range(8)]
    for number, options in enumerate([*usual, *others]):
        wanderer = Wanderer(options, f"frames/touches/{number}")
        before = engine.State()
        for event in wanderer.events():
            for effect in event.effects:
                shown = Screen(before, NAMES).shown if event.version > 1 else {}
                effect.apply(before)
                seen.add(type(effect))
                if shown:
                    patch = Screen(before, NAMES).shown
                    changed = {part for part in patch if patch[part] != shown.get(part)}
                    assert changed <= {*ALWAYS, *(touched_by([effect]) or ())}, effect
            before = engine.copy(wanderer.state)
    assert len(seen) > 30


@pytest.mark.engine
@in_one_test(
    ("line", "clans", "kind"),
    [
        ("take 14", "buchanan", CostSettled),
        ("withdraw 0", "mackenzie", ClanStateSet),
        ("port 7 exchange worker", "", WorkerReturned),
        ("row E5 E6", "macdonald", UnitMoved),
    ],
)
def test_no_rare_effect_does_so_either(line: str, clans: str, kind: type[Effect]) -> None:
    table = scenario(clans=clans).on_board(14).port("M1", 7)
    if clans == "macdonald":
        table.given.put("red", "worker E5")
    elif not clans:
        table.given.put("red", "woodcutter M2", "woodcutter F3", "miner B4")
    table.given.cellar("red", *([1, 0] if clans == "mackenzie" else []))
    state = engine.copy(table.state)
    table.when.play(next(legal for legal in table.legal() if legal.startswith(line)))
    effects = table.events[-1].effects
    assert kind in map(type, effects)
    for effect in effects:
        shown = Screen(state, NAMES).shown
        effect.apply(state)
        now = Screen(state, NAMES).shown
        changed = {part for part in now if now[part] != shown[part]}
        assert changed <= {*ALWAYS, *(touched_by([effect]) or ())}, effect


@pytest.mark.engine
def test_every_field_of_a_view_is_a_part_or_fixed() -> None:
    assert {*PARTS, *FIXED} == set(View.__struct_fields__)
    assert not set(PARTS) & set(FIXED)
    assert {name for (name,) in ALWAYS} <= set(PARTS)


@pytest.mark.engine
@in_one_test(
    ("old", "new", "patch"),
    [
        (1, 1, []),
        (1, 2, [Replace("/x", 2)]),
        (None, [1], [Replace("/x", [1])]),
        ([1], [1, 2, 3], [Add("/x/-", 2), Add("/x/-", 3)]),
        ([], [1], [Add("/x/-", 1)]),
        ([1, 2, 3], [1, 3], [Remove("/x/1")]),
        ([1, 2, 3], [1, 2], [Remove("/x/2")]),
        ([1], [], [Remove("/x/0")]),
        ([1, 2, 3], [1], [Replace("/x", [1])]),
        ([1, 2, 3, 4], [1, 5, 3, 4], [Replace("/x/1", 5)]),
        ([1, 2], [3, 4], [Replace("/x", [3, 4])]),
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, [Replace("/x/b", 3)]),
        ({"a": 1}, {"b": 1}, [Replace("/x", {"b": 1})]),
        ({"a": [1]}, {"a": [1, 2]}, [Add("/x/a/-", 2)]),
    ],
)
def test_operations(old: object, new: object, patch: list[object]) -> None:
    assert operations("/x", old, new) == patch
    document = plain({"x": old})
    assert patched(document, plain(patch)) == plain({"x": new})
