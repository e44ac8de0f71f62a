"""States as of any version: folding from a snapshot is folding from the first event."""

from collections.abc import Callable
from io import StringIO
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games import engine, services, store
from games.errors import NoSuchVersion
from games.models import Game
from replays import snapshots, stepping
from replays.models import Snapshot
from simulation.random_play import PlayedGame
from simulation.stored import cut, lay
from simulation.wandering import undecided, wander
from tests import recorded
from tests.games.tables import started
from tests.marks import first_of

pytestmark = pytest.mark.django_db
APART = 20


@pytest.fixture(autouse=True)
def close_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots every few events, so that games of ordinary length have many."""
    monkeypatch.setattr(snapshots, "SPACING", APART)


@pytest.fixture(scope="module")
def played() -> PlayedGame:
    return recorded.played("taken-back-3")


def folded(played: PlayedGame, version: int) -> bytes:
    """The public state after a version, folded from the first event by the engine itself."""
    state = engine.rebuild(played.rows, upto=version)
    state.secret = None
    return engine.dump(state)


def taken(game: Game) -> list[int]:
    return list(
        Snapshot.objects.filter(game=game).order_by("version").values_list("version", flat=True)
    )


@pytest.mark.once
@pytest.mark.parametrize("players", first_of([2, 1, 3, 4]))
@pytest.mark.uncounted
def test_every_version_is_the_same_from_a_snapshot_and_from_the_first_event(
    players: int,
) -> None:
    played = wander(players, f"snapshots/{players}", answers=60, every=2)
    game = lay(played)
    snapshots.take(game)
    assert len(taken(game)) > 5
    for version in range(1, game.version + 1):
        assert engine.dump(stepping.state_of(game, version)) == folded(played, version)


@pytest.mark.parametrize("piece", first_of([1, 7, 30]))
@pytest.mark.uncounted
@pytest.mark.long
def test_the_line_is_the_same_however_it_is_read(
    played: PlayedGame, monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    monkeypatch.setattr(snapshots, "PIECE", piece)
    game = lay(played)
    for version in range(1, game.version + 1, 3):
        assert engine.dump(stepping.state_of(game, version)) == folded(played, version)


@pytest.mark.long
@pytest.mark.uncounted
def test_what_was_taken_back_in_one_turn_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """There no snapshot can be taken, however long the turn has become."""
    monkeypatch.setattr(snapshots, "PIECE", 50)
    played = undecided("snapshots/undecided", least=1000)
    game = lay(played)
    read = []
    public_rows = store.public_rows

    def counted(*args: Any, **kwargs: Any) -> list[store.PublicRow]:
        found = public_rows(*args, **kwargs)
        read.extend(found)
        return found

    monkeypatch.setattr(store, "public_rows", counted)
    for version in (game.version - 1, game.version - 2):
        read.clear()
        assert engine.dump(stepping.state_of(game, version)) == folded(played, version)
        assert len(read) < 200


@pytest.mark.uncounted
@pytest.mark.long
def test_versions_are_the_same_while_snapshots_are_taken(played: PlayedGame) -> None:
    """Whatever is asked for first, and where a snapshot lies in a turn that is taken back."""
    game = lay(played)
    for version in (*range(game.version, 0, -7), *range(1, game.version, 5)):
        assert engine.dump(stepping.state_of(game, version)) == folded(played, version)
    assert taken(game)


@pytest.mark.uncounted
def test_no_undo_goes_behind_a_snapshot(
    played: PlayedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if a version that is taken back later was read."""
    monkeypatch.setattr(snapshots, "SPACING", 1)
    game = lay(played)
    undos = [event for event in played.events if event.kind == "undo"]
    for undo in undos:
        stepping.state_of(game, undo.version - 1)
    assert len(taken(game)) > 50
    for version in taken(game):
        assert not [e for e in undos if e.parent < version < e.version]
        assert version not in {event.version for event in undos}


def test_a_snapshot_off_the_line_is_not_used(played: PlayedGame) -> None:
    """If one were ever taken inside a turn, the state of a branch that was left would be wrong."""
    game = lay(played)
    undos = [e for e in played.events if e.kind == "undo" and e.version - e.parent > 2]
    undo = undos[-1]
    assert undo.version > 2 * APART
    inside = undo.version - 1
    Snapshot.objects.create(game=game, version=inside, state=folded(played, inside))
    assert engine.dump(stepping.state_of(game, undo.version)) == folded(played, undo.version)
    after = undo.version + 3
    assert engine.dump(stepping.state_of(game, after)) == folded(played, after)


def test_snapshots_are_taken_where_the_fold_was_long(
    played: PlayedGame, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    game = lay(played)
    stepping.state_of(game, APART - 1)
    assert taken(game) == []
    stepping.state_of(game, 100)
    some = taken(game)
    assert some[0] >= APART
    assert all(later - earlier >= APART for earlier, later in pairwise(some))
    # The snapshot, the digest that vouches for it, and the events after it.
    with django_assert_num_queries(3):
        stepping.state_of(game, 100)


def test_a_snapshot_holds_no_secrets(played: PlayedGame) -> None:
    game = lay(played)
    snapshots.take(game)
    for snapshot in Snapshot.objects.filter(game=game):
        assert engine.load(bytes(snapshot.state)).secret is None
    assert stepping.state_of(game, game.version).secret is None
    assert stepping.state_of(game, 50).secret is None


def richer(dumped: bytes) -> bytes:
    """A well-formed state in which a player has more money."""
    state = engine.load(dumped)
    state.players[0].money += 1
    return engine.dump(state)


@pytest.mark.parametrize(
    "spoil",
    first_of(
        [
            lambda dumped: dumped[:-1],
            lambda dumped: dumped[:-1] + bytes([dumped[-1] ^ 1]),
            richer,
            lambda _: b"",
            lambda dumped: b"\xc1" + dumped[1:],
            lambda _: b"\x93" * 100_000,
        ],
        quick=3,
    ),
)
def test_a_spoiled_snapshot_is_not_used_but_dropped(
    played: PlayedGame, spoil: Callable[[bytes], bytes]
) -> None:
    game = lay(played)
    snapshots.take(game)
    before = taken(game)
    last = Snapshot.objects.get(game=game, version=before[-1])
    last.state = spoil(bytes(last.state))
    last.save()
    asked = before[-1] + 1
    assert engine.dump(stepping.state_of(game, asked)) == folded(played, asked)
    assert engine.dump(stepping.state_of(game, asked)) == folded(played, asked)
    kept = Snapshot.objects.filter(game=game, version=before[-1]).first()
    assert kept is None or bytes(kept.state) != bytes(last.state)


def test_a_snapshot_of_another_version_or_game_is_not_used(played: PlayedGame) -> None:
    game, other = lay(played), lay(recorded.played("answered-anew-3"))
    snapshots.take(game)
    snapshots.take(other)
    first, *_, last = taken(game)
    foreign = Snapshot.objects.filter(game=other).order_by("-version").first()
    assert foreign is not None
    old = Snapshot.objects.get(game=game, version=first)
    for wrong in (old.state, foreign.state):
        Snapshot.objects.filter(game=game, version=last).update(state=wrong)
        assert engine.dump(stepping.state_of(game, last)) == folded(played, last)


def test_versions_and_secrets_of_a_snapshot_are_not_believed(played: PlayedGame) -> None:
    """The digest covers neither."""
    game = lay(played)
    snapshots.take(game)
    version = taken(game)[2]
    snapshot = Snapshot.objects.get(game=game, version=version)
    for wrong in ((7, 3), (version, 3), (version, version + 1)):
        state = engine.load(bytes(snapshot.state))
        state.version, state.head = wrong
        state.secret = engine.rebuild(played.rows).secret
        Snapshot.objects.filter(game=game, version=version).update(state=engine.dump(state))
        for asked in (version, version + 2):
            assert engine.dump(stepping.state_of(game, asked)) == folded(played, asked)
        assert version in taken(game)


def test_a_stream_whose_digests_do_not_hold_gets_no_snapshots(played: PlayedGame) -> None:
    rows = [msgspec.structs.replace(row, digest="0" * 64) for row in played.rows]
    game = lay(PlayedGame(played.state, played.events, rows))
    assert engine.dump(stepping.state_of(game, 100)) == folded(played, 100)
    assert taken(game) == []


def test_a_reader_that_cannot_write_gets_its_state(
    played: PlayedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise DatabaseError("read only")

    game = lay(played)
    monkeypatch.setattr(Snapshot.objects, "bulk_create", broken)
    assert engine.dump(stepping.state_of(game, 150)) == folded(played, 150)
    assert taken(game) == []


def test_there_is_no_state_before_the_first_event_or_after_the_last(played: PlayedGame) -> None:
    game = lay(cut(played, 30))
    for version in (0, 31, -1):
        with pytest.raises(NoSuchVersion):
            stepping.state_of(game, version)
    assert stepping.state_of(game).version == 30


def test_erasing_a_game_takes_its_snapshots_along(played: PlayedGame) -> None:
    game, other = lay(played), lay(played)
    for each in (game, other):
        snapshots.take(each)
    services.erase_game(game_id=game.pk, by=None, reason="test", now=timezone.now())
    assert not Snapshot.objects.filter(game_id=game.pk).exists()
    assert taken(other)


def test_snapshots_can_be_dropped_and_rebuilt(played: PlayedGame) -> None:
    game, other = lay(played), lay(played)
    assert "snapshots taken" in run("--rebuild")
    whole = taken(game)
    assert whole == taken(other) != []
    assert f"{len(whole)} snapshots are dropped" in run("--drop", "--game", str(game.pk))
    assert (taken(game), taken(other)) == ([], whole)
    assert run("--rebuild", "--game", str(game.pk)) == (
        f"1 games looked at, {len(whole)} snapshots taken.\n"
    )
    assert taken(game) == whole
    run("--drop")
    assert not Snapshot.objects.exists()
    for version in (1, 50, game.version - 1):
        assert engine.dump(stepping.state_of(game, version)) == folded(played, version)


def test_the_command_wants_to_know_what_to_do() -> None:
    for wrong in ([], ["--drop", "--rebuild"]):
        with pytest.raises(CommandError):
            run(*wrong)
    with pytest.raises(CommandError, match="no game"):
        run("--drop", "--game", "00000000-0000-4000-8000-000000000000")


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("snapshots", *arguments, stdout=out)
    return out.getvalue()


def test_the_states_of_a_game_played_through_the_services(users: list[User]) -> None:
    table = started(users)
    first = engine.dump(stepping.state_of(table.game, 1))
    for _ in range(3):
        table.play()
    assert engine.dump(stepping.state_of(table.game, 1)) == first
    newest = table.state
    newest.secret = None
    assert engine.dump(stepping.state_of(table.game)) == engine.dump(newest)
