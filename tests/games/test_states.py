"""The cache of states: it saves the reading of the stream and can do no harm."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import engine, states, store
from tests.games.tables import Table

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
