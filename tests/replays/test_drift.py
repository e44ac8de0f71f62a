"""Rules that have changed since: an error under the same version, drift under a later one."""

from collections.abc import Iterator

import msgspec
import pytest

from games import engine
from games.engine.randomness import Stream
from games.engine.rules import setup
from replays import checking
from simulation.random_play import seed_of
from tests.replays.newer_rules import (
    RAISED,
    nobody_may_pass,
    prices_move_twice_as_far,
    raise_version,
)
from tests.replays.streams import BEGAN, PASSED_TIME, SALT, Stored, chained, kept

pytestmark = pytest.mark.engine


@pytest.fixture(scope="module")
def game() -> Stored:
    """A game in its third round."""
    return kept("drift", until=lambda state: state.round == 3)


def kinds(game: Stored, kind: str) -> list[int]:
    """The versions of the events of a kind."""
    payloads = [engine.read_payload(row.public) for row in game.rows]
    return [version for version, payload in enumerate(payloads, 1) if payload.kind == kind]


def test_a_change_without_a_new_version_is_an_error(
    game: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    prices_move_twice_as_far(monkeypatch)
    report = checking.check(game.subject, game.rows)
    assert (report.status, report.drift, report.drifted) == ("failed", None, 0)
    assert report.difference is not None
    assert report.difference.code == "effects_differ"
    assert report.difference.version in kinds(game, "trade")
    assert report.checked == report.difference.version - 1


def test_a_change_with_a_new_version_is_drift(
    game: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    prices_move_twice_as_far(monkeypatch)
    raise_version(monkeypatch)
    report = checking.check(game.subject, game.rows)
    assert (report.status, report.difference) == ("drifted", None)
    assert report.checked == len(game.rows)
    assert report.rules == RAISED
    assert report.drift is report.first_difference
    assert report.drift is not None
    assert (report.drift.code, report.drift.rules) == ("effects_differ", RAISED - 1)
    assert report.drift.version in kinds(game, "trade")
    assert 1 < report.drifted < len(game.rows)
    assert report.drift.expected != report.drift.recorded


def test_a_new_version_that_changes_nothing_here_passes(
    game: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    raise_version(monkeypatch)
    assert checking.check(game.subject, game.rows).status == "passed"


def test_moves_that_are_forbidden_now_are_drift(
    game: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    nobody_may_pass(monkeypatch)
    raise_version(monkeypatch)
    report = checking.check(game.subject, game.rows)
    assert report.status == "drifted"
    assert report.drifted == len(kinds(game, "pass")) == 8
    assert report.drift is not None
    assert (report.drift.code, report.drift.rule) == ("move_refused", "PASS-01")


def test_undoing_that_is_forbidden_now_is_drift(
    game: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    def undo(*_: object) -> engine.Event:
        raise engine.IllegalMove("UNDO-01", "test")

    monkeypatch.setattr(engine, "undo", undo)
    raise_version(monkeypatch)
    report = checking.check(game.subject, game.rows)
    assert (report.status, report.drifted) == ("drifted", len(kinds(game, "undo")))
    assert report.drifted > 5


def test_an_undo_of_older_rules_goes_back_to_an_earlier_event_all_the_same(
    game: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    raise_version(monkeypatch)
    version = kinds(game, "undo")[0]
    for parent in (version, version + 2, len(game.rows) + 1, 0):
        report = checking.check(game.subject, game.resealed(version, parent=parent))
        assert report.status == "failed"
        assert report.difference is not None
        assert (report.difference.version, report.difference.code) == (version, "undo_refused")


class OtherChance(Stream):
    """Draws other things from the same seed."""

    def __init__(self, seed: bytes, label: str) -> None:
        super().__init__(seed, label + "/2")


def test_another_way_to_draw_the_set_up_is_drift(
    game: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "Stream", OtherChance)
    failed = checking.check(game.subject, game.rows).difference
    assert failed is not None
    assert (failed.version, failed.code) == (1, "seed_differs")
    raise_version(monkeypatch)
    report = checking.check(game.subject, game.rows)
    assert (report.status, report.drifted, report.checked) == ("drifted", 1, len(game.rows))
    assert report.drift is not None
    assert (report.drift.version, report.drift.code) == (1, "effects_differ")


def test_another_seed_is_no_drift(game: Stored, monkeypatch: pytest.MonkeyPatch) -> None:
    seed = seed_of("another")
    commitment = engine.randomness.commitment(seed)
    other = msgspec.structs.replace(game.subject, server_seed=seed, commitment=commitment)
    raise_version(monkeypatch)
    failed = checking.check(other, game.rows).difference
    assert failed is not None
    assert failed.code == "seed_differs"


def test_what_older_rules_decided_cannot_be_changed_either(
    game: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chain and digest have to hold for what is taken as recorded."""
    raise_version(monkeypatch)
    prices_move_twice_as_far(monkeypatch)
    version = kinds(game, "trade")[0]
    payload = msgspec.json.decode(game.rows[version - 1].public)
    place = next(i for i, effect in enumerate(payload["effects"]) if effect[0] == "money")
    payload["effects"][place][2] += 1
    text = msgspec.json.encode(payload).decode()
    for rows, code in [
        (game.changed(version, public=text), "digest_differs"),
        (game.resealed(version, public=text), "digest_differs"),
        (game.changed(version, origin="bot"), "columns_differ"),
        (game.changed(version, chain="0" * 64), "chain_broken"),
        (game.changed(version, public=text[:-1]), "unreadable"),
        (game.resealed(version, parent=version - 2), "columns_differ"),
    ]:
        report = checking.check(game.subject, rows)
        assert report.status == "failed"
        assert report.difference is not None
        assert (report.difference.version, report.difference.code) == (version, code)


def test_effects_that_cannot_be_applied_are_unreadable(
    game: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    raise_version(monkeypatch)
    rows = game.resealed(50, public='{"kind":"trade","effects":[["money",77,1]]}')
    report = checking.check(game.subject, rows)
    assert report.difference is not None
    assert (report.difference.version, report.difference.code) == (50, "unreadable")


@pytest.mark.uncounted
def test_a_drifted_game_is_played_on_from_what_is_recorded(
    game: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    prices_move_twice_as_far(monkeypatch)
    raise_version(monkeypatch)
    before = checking.check(game.subject, game.rows)
    rows = list(game.rows)
    for state, event in _played_on(game):
        rows.append(
            engine.seal(
                event,
                state,
                game=game.subject.id,
                salt=SALT,
                previous=rows[-1].chain,
                recorded_at=BEGAN + event.version * PASSED_TIME,
                origin="player" if event.move else "game",
            )
        )
    assert [row.rules for row in rows[len(game.rows) :]] == [RAISED] * (len(rows) - len(game.rows))
    subject = msgspec.structs.replace(game.subject, version=len(rows))
    report = checking.check(subject, rows)
    assert (report.status, report.checked) == ("drifted", len(rows))
    assert report.drifted == before.drifted
    newest = [row for row in rows[len(game.rows) :] if '"trade"' in row.public][-1]
    rows[newest.version - 1] = msgspec.structs.replace(newest, public=newest.public + " ")
    chained(rows, subject.id)
    failed = checking.check(subject, rows)
    assert failed.status == "failed"
    assert failed.first_difference is failed.difference
    assert failed.difference is not None
    assert (failed.difference.version, failed.drifted) == (newest.version, before.drifted)


def _played_on(game: Stored) -> Iterator[tuple[engine.State, engine.Event]]:
    """The rest of the game by today's rules; the state is folded from what is recorded."""
    state = engine.rebuild(game.rows)
    chance = Stream(seed_of("played on"), "drift")
    while not state.over:
        event = engine.advance(state)
        if event is None:
            seat = state.open_decisions()[0].seat
            event = engine.play(state, seat, chance.choice(engine.legal_moves(state, seat)))
        yield state, event
