"""What a request costs in a long game: refusals, undo and repeats do not go through all of it."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from threading import Thread

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games import engine, errors, services, store
from games.runtime import long_games, state_cache
from tests.database import empty_cache
from tests.games.tables import Table
from tests.replays.tables import played_out, played_to

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.usefixtures("own_turns")]

Commit = Callable[..., AbstractContextManager[list[Callable[[], object]]]]


@pytest.fixture
def folds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions up to which a stream was folded."""
    folded: list[int] = []
    rebuild = state_cache.rebuild

    def counting(game: object, version: int) -> engine.State:
        folded.append(version)
        return rebuild(game, version)  # type: ignore[arg-type]

    monkeypatch.setattr(state_cache, "rebuild", counting)
    return folded


@pytest.fixture
def fetched(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many events were read, each time."""
    sizes: list[int] = []
    rows = store.rows

    def counting(*args: object, **kwargs: object) -> list[engine.StoredEvent]:
        found = rows(*args, **kwargs)  # type: ignore[arg-type]
        sizes.append(len(found))
        return found

    monkeypatch.setattr(store, "rows", counting)
    return sizes


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every game counts as long, and another thread goes through one."""
    monkeypatch.setattr(long_games, "LONG", 2)
    other = Thread(target=long_games.turns.take, args=("", 0))
    other.start()
    other.join()
    yield
    long_games.turns.leave()


@pytest.fixture
def turn(alice: User, bob: User, django_capture_on_commit_callbacks: Commit) -> Table:
    """A game in whose turn something can be taken back."""
    table = played_to([alice, bob], 40)
    with django_capture_on_commit_callbacks(execute=True):
        table.play_until(lambda state: state.phase == "action" and state.undo_to == state.version)
    with django_capture_on_commit_callbacks(execute=True):
        going = [move for move in table.moves() if move.type_name() in ("hire", "trade")]
        table.play(going[0], key="first", request_hash="asked")
    return table


@pytest.fixture
def over(alice: User, bob: User) -> Table:
    return played_out([alice, bob])


def undo(table: Table, **arguments: object) -> services.Played:
    return services.undo(game_id=table.id, user=table.user, now=timezone.now(), **arguments)


def repeat(table: Table) -> services.Played:
    return table.play(seen_version=1, key="first", request_hash="asked")


def fork(table: Table, user: User, version: int, name: str = "x") -> object:
    known = {"game_id": table.id, "user": user, "now": timezone.now()}
    return services.fork_game(**known, version=version, name=name)


def test_taking_back_reads_the_turn_and_no_more(
    turn: Table,
    folds: list[int],
    fetched: list[int],
    django_capture_on_commit_callbacks: Commit,
) -> None:
    barrier, move = turn.state.undo_to, turn.moves()[0]
    for _ in range(3):
        with django_capture_on_commit_callbacks(execute=True):
            undone = undo(turn)
        assert undone.state.head == barrier
        with django_capture_on_commit_callbacks(execute=True):
            turn.play(move if move in turn.moves() else turn.moves()[0])
        if turn.state.undo_to != barrier:
            break
    assert folds == []
    assert max(fetched) <= turn.game.version - barrier


def test_what_is_taken_back_is_the_state_of_the_stream(turn: Table) -> None:
    version = turn.game.version
    undone = undo(turn, to_version=turn.state.undo_to)
    assert undone.version == version + 1
    folded = state_cache.rebuild(turn.game, undone.version)
    assert engine.dump(undone.state) == engine.dump(folded)


def test_a_repeated_request_finds_its_state(turn: Table, folds: list[int]) -> None:
    first = repeat(turn)
    assert first.repeated
    assert folds == []
    undo(turn)
    empty_cache()
    turn.state  # noqa: B018 - it is remembered
    folds.clear()
    again = [repeat(turn) for _ in range(3)]
    assert {played.version for played in again} == {first.version}
    assert len(folds) <= 1


def test_a_stale_move_reads_what_its_refusal_shows(
    turn: Table, fetched: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.play.playing.ROWS_SHOWN", 7)
    with pytest.raises(errors.StaleVersion) as refused:
        turn.play(seen_version=1)
    assert [row.version for row in refused.value.rows] == list(range(2, 9))
    assert fetched == [7]


def test_a_fork_is_refused_before_anything_is_folded(
    over: Table, dora: User, folds: list[int]
) -> None:
    with pytest.raises(errors.NothingToFork):
        fork(over, dora, over.game.version)
    with pytest.raises(errors.InvalidName):
        fork(over, dora, 57, name="\x07")
    assert folds == []


def test_only_one_request_at_a_time_folds_a_long_game(
    turn: Table, over: Table, dora: User, busy: None
) -> None:
    undo(turn)
    repeat(turn)
    empty_cache()
    with pytest.raises(long_games.LongGameBusy):
        fork(over, dora, 57)
    turn.state  # noqa: B018 - it is remembered
    with pytest.raises(long_games.LongGameBusy):
        repeat(turn)


def test_who_has_folded_makes_room(
    over: Table, dora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_games, "LONG", 2)
    fork(over, dora, 57)
    assert long_games.turns.take("", 0)
    long_games.turns.leave()
