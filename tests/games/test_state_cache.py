"""The cache of states: it saves the reading of the stream and can do no harm.

Cold, stale, poisoned or racing; in the memory of the process in the embedded pass, in Redis in the
services pass.
"""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.test import override_settings
from django.test.utils import CaptureQueriesContext

from games import engine, store
from games.models import Game
from games.runtime import keys, sealed_cache, state_cache
from tests.games.tables import Table, started
from tests.marks import in_one_test

pytestmark = pytest.mark.django_db

Commit = Callable[..., AbstractContextManager[list[Callable[[], object]]]]


@pytest.fixture(autouse=True)
def many_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look is that of a process that has kept nothing itself."""
    monkeypatch.setattr(state_cache, "_own", state_cache.OwnStates(0))


@pytest.fixture
def one_process(monkeypatch: pytest.MonkeyPatch, many_processes: None) -> None:
    """All looks are those of one process."""
    monkeypatch.setattr(state_cache, "_own", state_cache.OwnStates(10))


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one whenever a state is folded from the stream."""
    folded: list[int] = []
    rebuild = state_cache.rebuild

    def counting(game: object, version: int) -> engine.State:
        folded.append(version)
        return rebuild(game, version)  # type: ignore[arg-type]

    monkeypatch.setattr(state_cache, "rebuild", counting)
    return folded


def key(table: Table) -> str:
    return state_cache._key(table.id, table.game.version)


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


@in_one_test(
    "spoil",
    [
        lambda _: b"",
        lambda value: value[:-1],
        *(lambda value, end=end: value[:end] for end in (1, keys.NONCE_BYTES, 20, 28, 40)),
        lambda value: value[:-1] + bytes([value[-1] ^ 1]),
        lambda value: bytes(keys.NONCE_BYTES) + value[keys.NONCE_BYTES :],
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


@pytest.mark.parametrize("known", ["the salt", "another secret key", "another purpose"])
def test_who_does_not_have_the_key_of_the_server_cannot_forge_a_state(
    table: Table, reads: list[int], monkeypatch: pytest.MonkeyPatch, known: str
) -> None:
    """When a game is over, its salt and seed are public, and so is all that the stream says."""
    forged = table.state
    forged.players[0].money += 100
    secrets = {"the salt": bytes(table.game.salt).hex(), "another secret key": "x" * 50}
    with (
        monkeypatch.context() as patch,
        override_settings(SECRET_KEY=secrets.get(known, settings.SECRET_KEY)),
    ):
        if known == "another purpose":
            patch.setattr(sealed_cache, "PURPOSE", "task")
        state_cache.remember(table.game, store.head(table.id, 1), engine.dump(forged))
    reads.clear()
    assert table.state.players[0].money == forged.players[0].money - 100
    assert reads == [1]


def test_what_is_hidden_in_a_game_cannot_be_read_in_the_cache(table: Table) -> None:
    """Nor two entries compared: each time it is kept, other bytes come out."""
    state = engine.dump(table.state)
    first = cache.get(key(table))
    for at in range(0, len(state) - 16, 16):
        assert state[at : at + 16] not in first
    state_cache.remember(table.game, store.head(table.id, 1), state)
    assert cache.get(key(table)) != first


def test_a_state_outlives_a_change_of_the_key(table: Table, reads: list[int]) -> None:
    _ = table.state
    reads.clear()
    with override_settings(SECRET_KEY="n" * 50, SECRET_KEY_FALLBACKS=[settings.SECRET_KEY]):
        _ = table.state
    assert reads == []
    with override_settings(SECRET_KEY="n" * 50):
        _ = table.state
    assert reads == [1]


def test_an_entry_is_not_kept_beyond_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """An attacker with write access to Redis can put an old entry back, or remove its expiry."""
    sealed_cache.put("statistics/old", b"an answer", seconds=60)
    old = cache.get("statistics/old")
    assert sealed_cache.get("statistics/old") == b"an answer"
    later = time.time() + 62
    monkeypatch.setattr(time, "time", lambda: later)
    cache.set("statistics/old", old, None)
    assert sealed_cache.get("statistics/old") is None


def test_a_stale_entry_of_a_move_that_never_was_is_not_used(table: Table, reads: list[int]) -> None:
    """As after a database was put back to an earlier point: the same version, another history."""
    first, second, *_ = table.moves()
    with transaction.atomic():
        lost = table.play(first)
        game, head = table.game, store.head(table.id, 2)
        transaction.set_rollback(True)
    assert cache.get(state_cache._key(table.id, 2)) is None
    live = table.play(second).state
    state_cache.remember(game, head, engine.dump(lost.state))
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


@pytest.mark.uncounted
def test_of_two_readers_of_a_cold_cache_both_are_right(table: Table, reads: list[int]) -> None:
    """Between the look into the cache of one and its remembering, the other does all of it."""
    table.play()
    cache.delete(key(table))
    rebuild = state_cache.rebuild
    inner: list[engine.State] = []

    def interrupted(game: Game, version: int) -> engine.State:
        if not inner:
            inner.append(engine.State())
            inner[0] = state_cache.load(table.game, store.head(table.id, 2))
        return rebuild(game, version)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(state_cache, "rebuild", interrupted)
        outer = table.state
    assert engine.dump(outer) == engine.dump(inner[0]) == engine.dump(table.state)


def test_a_state_that_is_dropped_while_it_is_asked_for(table: Table, reads: list[int]) -> None:
    """A reader looked at the game before a move, and at the cache after it."""
    before, head = table.game, store.head(table.id, 1)
    old = engine.dump(table.state)
    table.play()
    state_cache.forget(table.id, 1)
    reads.clear()
    assert engine.dump(state_cache.load(before, head)) == old
    assert reads == [1]


def test_a_broken_cache_is_no_cache(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object, **kwargs: object) -> object:
        raise ConnectionRefusedError("refused")

    monkeypatch.setattr(cache, "get", broken)
    monkeypatch.setattr(cache, "set", broken)
    monkeypatch.setattr(cache, "delete", broken)
    assert table.play().version == table.state.version == 2


@pytest.mark.usefixtures("one_process")
def test_a_process_that_has_the_state_does_not_ask_the_cache(
    table: Table, django_capture_on_commit_callbacks: Commit, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = committed(table, django_capture_on_commit_callbacks)
    monkeypatch.setattr(sealed_cache, "get", None)
    monkeypatch.setattr(state_cache, "rebuild", None)
    assert engine.dump(table.state) == engine.dump(first)
    assert table.state is not table.state
    committed(table, django_capture_on_commit_callbacks)


@pytest.mark.usefixtures("one_process")
def test_a_process_does_not_use_a_state_of_another_history(table: Table, reads: list[int]) -> None:
    """As after a move of another process, and of a version that was put back."""
    first, second, *_ = table.moves()
    with transaction.atomic():
        lost = table.play(first)
        state_cache.remember(table.game, store.head(table.id, 2), engine.dump(lost.state))
        transaction.set_rollback(True)
    cache.delete(state_cache._key(table.id, 2))
    live = table.play(second).state
    reads.clear()
    assert engine.dump(table.state) == engine.dump(live)
    assert reads == [2]


@pytest.mark.usefixtures("one_process")
def test_an_erased_game_is_not_kept_by_the_process(table: Table) -> None:
    _ = table.state
    head = store.head(table.id, 1)
    assert state_cache._own.get(table.id, head)
    state_cache.forget(table.id, 2, 3)
    assert state_cache._own.get(table.id, head)
    state_cache.forget(table.id, 1, 2)
    assert state_cache._own.get(table.id, head) is None


def test_a_process_keeps_the_states_of_a_few_games(table: Table) -> None:
    kept, head = state_cache.OwnStates(2), store.head(table.id, 1)
    games = [uuid4() for _ in range(3)]
    for game in games:
        kept.put(game, head, b"state")
    assert [kept.get(game, head) for game in games] == [None, b"state", b"state"]


@pytest.mark.uncounted
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
