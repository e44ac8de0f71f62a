"""The cache of states: it saves the reading of the stream and can do no harm.

Cold, stale, poisoned or racing; in the memory of the process in the embedded pass, in Redis in the
services pass.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games import engine, states, store
from games.models import Game
from tests.games.tables import Table, started

pytestmark = pytest.mark.django_db

Commit = Callable[..., AbstractContextManager[list[Callable[[], object]]]]


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one whenever a state is folded from the stream."""
    folded: list[int] = []
    rebuild = states.rebuild

    def counting(game: object, version: int) -> engine.State:
        folded.append(version)
        return rebuild(game, version)  # type: ignore[arg-type]

    monkeypatch.setattr(states, "rebuild", counting)
    return folded


def key(table: Table) -> str:
    return states._key(table.id, table.game.version)


def committed(table: Table, commit: Commit) -> engine.State:
    """The state after a move, with what follows its commit."""
    with commit(execute=True):
        return table.play().state


def test_a_move_leaves_its_state_in_the_cache(
    table: Table, django_capture_on_commit_callbacks: Commit, reads: list[int]
) -> None:
    committed(table, django_capture_on_commit_callbacks)
    reads.clear()
    live = committed(table, django_capture_on_commit_callbacks)
    assert engine.dump(table.state) == engine.dump(live)
    assert reads == []


def test_the_state_before_is_dropped(
    table: Table, django_capture_on_commit_callbacks: Commit
) -> None:
    committed(table, django_capture_on_commit_callbacks)
    old = key(table)
    assert cache.get(old)
    committed(table, django_capture_on_commit_callbacks)
    assert cache.get(old) is None
    assert cache.get(key(table))


def test_a_cold_cache_is_filled(table: Table, reads: list[int]) -> None:
    cache.delete(key(table))
    first, second = table.state, table.state
    assert reads == [1]
    assert engine.dump(first) == engine.dump(second)
    assert first is not second


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: b"",
        lambda value: value[:-1],
        lambda value: value[: states.SEAL_BYTES],
        lambda value: value[:-1] + bytes([value[-1] ^ 1]),
        lambda value: bytes(states.SEAL_BYTES) + value[states.SEAL_BYTES :],
        lambda _: "text",
        lambda _: None,
    ],
)
def test_a_poisoned_entry_is_not_used(
    table: Table, reads: list[int], spoil: Callable[[bytes], object]
) -> None:
    honest = table.state
    cache.set(key(table), spoil(cache.get(key(table))))
    reads.clear()
    assert engine.dump(table.state) == engine.dump(honest)
    assert reads == [1]


def test_an_entry_of_another_version_or_game_is_not_used(table: Table, reads: list[int]) -> None:
    _ = table.state
    old = cache.get(key(table))
    table.play()
    cache.set(key(table), old)
    reads.clear()
    assert table.state.version == 2
    assert reads == [2]


def test_an_entry_of_another_game_is_not_used(table: Table, reads: list[int]) -> None:
    """Of one with the same seed and the same moves, but another salt and another id."""
    other = started(table.users)
    _ = other.state
    cache.set(key(table), cache.get(key(other)))
    reads.clear()
    assert table.state.version == 1
    assert reads == [1]


def test_an_entry_with_another_salt_is_not_used(table: Table, reads: list[int]) -> None:
    """Who does not know the salt of a game cannot seal for it."""
    honest = table.state
    forged = table.game
    forged.salt = bytes(32)
    head = store.head(table.id, 1)
    honest.players[0].money += 100
    states.remember(forged, head, engine.dump(honest))
    reads.clear()
    assert table.state.players[0].money == honest.players[0].money - 100
    assert reads == [1]


def test_a_stale_entry_of_a_move_that_never_was_is_not_used(table: Table, reads: list[int]) -> None:
    """As after a database was put back to an earlier point: the same version, another history."""
    first, second, *_ = table.moves()
    with transaction.atomic():
        lost = table.play(first)
        game, head = table.game, store.head(table.id, 2)
        transaction.set_rollback(True)
    assert cache.get(states._key(table.id, 2)) is None
    live = table.play(second).state
    states.remember(game, head, engine.dump(lost.state))
    reads.clear()
    assert engine.dump(table.state) == engine.dump(live) != engine.dump(lost.state)
    assert reads == [2]


def test_of_two_writers_the_slower_one_undoes_nothing(
    table: Table, django_capture_on_commit_callbacks: Commit, reads: list[int]
) -> None:
    """What follows the commit of one move comes after what follows that of the next."""
    with django_capture_on_commit_callbacks() as early:
        table.play()
    with django_capture_on_commit_callbacks() as late:
        live = table.play().state
    for callback in (*late, *early):
        callback()
    reads.clear()
    assert engine.dump(table.state) == engine.dump(live)
    assert reads == []


def test_of_two_readers_of_a_cold_cache_both_are_right(table: Table, reads: list[int]) -> None:
    """Between the look into the cache of one and its remembering, the other does all of it."""
    table.play()
    cache.delete(key(table))
    rebuild = states.rebuild
    inner: list[engine.State] = []

    def interrupted(game: Game, version: int) -> engine.State:
        if not inner:
            inner.append(engine.State())
            inner[0] = states.load(table.game, store.head(table.id, 2))
        return rebuild(game, version)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(states, "rebuild", interrupted)
        outer = table.state
    assert engine.dump(outer) == engine.dump(inner[0]) == engine.dump(table.state)


def test_a_state_that_is_dropped_while_it_is_asked_for(table: Table, reads: list[int]) -> None:
    """A reader looked at the game before a move, and at the cache after it."""
    before, head = table.game, store.head(table.id, 1)
    old = engine.dump(table.state)
    table.play()
    states.forget(table.id, 1)
    reads.clear()
    assert engine.dump(states.load(before, head)) == old
    assert reads == [1]


def test_a_broken_cache_is_no_cache(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object, **kwargs: object) -> object:
        raise ConnectionRefusedError("nobody there")

    monkeypatch.setattr(cache, "get", broken)
    monkeypatch.setattr(cache, "set", broken)
    monkeypatch.setattr(cache, "delete", broken)
    assert table.play().version == table.state.version == 2


def test_what_a_move_costs_does_not_grow(
    table: Table, django_capture_on_commit_callbacks: Commit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same queries early and late, none of which reads the stream."""
    early = _cost(table, django_capture_on_commit_callbacks)
    table.play_until(lambda state: state.round == 2 and state.phase == "action")
    _ = table.state
    monkeypatch.setattr(store, "rows", None)
    late = _cost(table, django_capture_on_commit_callbacks)
    assert late <= early <= 10


def _cost(table: Table, commit: Commit) -> int:
    user, move, version = table.user, table.moves()[0], table.game.version
    with CaptureQueriesContext(connection) as queries, commit(execute=True):
        table.play(move, by=user, seen_version=version)
    sent = [query["sql"] for query in queries if "SAVEPOINT" not in query["sql"]]
    return len(sent)
