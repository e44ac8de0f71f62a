"""Deciding a stream again finds whatever has been changed in it, and says what it is."""

from collections.abc import Callable
from itertools import islice
from typing import Final

import msgspec
import pytest

from games import engine
from games.engine import StoredEvent
from replays import checking
from replays.checking import Code
from simulation.random_play import seed_of
from tests.marks import first_of, in_one_test, sample
from tests.replays.spoiling import ROW_CODES, code, first, other_value
from tests.replays.streams import Stored, first_of_each_kind, flips, kept, stored

pytestmark = pytest.mark.engine

EVERY: Final = sample(whole=1, usual=3)
"""Of so many values one is changed where all kinds of events are gone through."""
COLUMNS: Final = ("public", "digest", "chain", "parent", "recorded_at")
ANYWHERE: Final = sample(whole=COLUMNS, usual=COLUMNS[:1])
"""Columns that are changed in rows all over a game, not only in some of each kind."""


@pytest.fixture(scope="module")
def game() -> Stored:
    """A finished game of four in which much was taken back."""
    return kept("checking")


@pytest.mark.parametrize("name", ["one", "two"])
@pytest.mark.parametrize("players", first_of([1, 2, 3, 4], quick=2))
@pytest.mark.uncounted
def test_a_sound_stream_passes(name: str, players: int) -> None:
    game = stored(f"sound/{name}", players, undo_every=4)
    report = checking.check(game.subject, game.rows)
    assert (report.status, report.first_difference) == ("passed", None)
    assert report.checked == report.version == len(game.rows)
    assert report.rules == engine.RULES_VERSION
    assert any(engine.is_undo(row) for row in game.rows)


def test_a_game_that_runs_passes_as_far_as_it_goes() -> None:
    game = kept("checking", until=lambda state: state.version == 90)
    assert checking.check(game.subject, game.rows).checked == 90


def test_nothing_to_check_passes_when_there_should_be_nothing(game: Stored) -> None:
    untouched = msgspec.structs.replace(game.subject, version=0)
    assert checking.check(untouched, []).status == "passed"
    assert code(game, [], msgspec.structs.replace(game.subject, version=None)) == "missing_version"


@pytest.mark.parametrize("column", first_of(StoredEvent.__struct_fields__, quick=4))
@pytest.mark.uncounted
def test_every_column_of_every_row_is_covered(game: Stored, column: str) -> None:
    """One column of one row is changed, and the finding is at that row and of that kind."""
    last = len(game.rows)
    for row in [*first_of_each_kind(game.rows).values(), game.rows[last // 2], game.rows[-1]]:
        rows = game.changed(row.version, **{column: other_value(row, column)})
        found = first(game, rows)
        assert found.version == row.version
        at_the_end = {"chain_broken", "surplus_version"} if row.version == last else set()
        assert found.code in ROW_CODES[column] | at_the_end, (row, found)


@pytest.mark.parametrize("column", first_of(ANYWHERE))
@pytest.mark.uncounted
def test_one_column_of_any_row_at_all(game: Stored, column: str) -> None:
    for row in game.rows[::7]:
        rows = game.changed(row.version, **{column: other_value(row, column)})
        assert first(game, rows).version == row.version


@pytest.mark.long
@pytest.mark.uncounted
def test_every_leaf_of_a_payload_is_covered(game: Stored) -> None:
    """In an event of each kind, every single value, one after the other."""
    fitting = {"effects_differ", "unreadable", "move_refused", "step_refused"}
    seen = set[Code]()
    for kind, row in first_of_each_kind(game.rows).items():
        for changed in islice(flips(msgspec.json.decode(row.public)), 0, None, EVERY):
            text = msgspec.json.encode(changed).decode()
            found = first(game, game.changed(row.version, public=text))
            assert found.version == row.version
            assert found.code in fitting, (kind, changed, found)
            seen.add(found.code)
    assert seen == fitting


@pytest.mark.long
@pytest.mark.uncounted
def test_every_leaf_is_covered_by_the_rules_too(game: Stored) -> None:
    """The same, when digest and chain were made to fit: what the rules give stays what it is."""
    unnoticed = 0
    for kind, row in first_of_each_kind(game.rows).items():
        for changed in islice(flips(msgspec.json.decode(row.public)), 0, None, EVERY):
            text = msgspec.json.encode(changed).decode()
            report = checking.check(game.subject, game.resealed(row.version, public=text))
            assert report.status == "failed", (kind, changed)
            assert report.difference is not None
            assert report.difference.code != "chain_broken"
            unnoticed += report.difference.version != row.version
    assert unnoticed == 0


def test_every_leaf_of_the_secrets_is_covered(game: Stored) -> None:
    row = game.rows[0]
    assert row.secret is not None
    for changed in flips(msgspec.json.decode(row.secret)):
        text = msgspec.json.encode(changed).decode()
        assert code(game, game.changed(1, secret=text)) == "secret_differs"
        salt, digest = game.subject.salt or b"", engine.load(game.states[0])
        hashed = engine.hash_secrets(salt, game.subject.id, 1, text)
        columns = {"secret": text, "secret_hash": hashed, "digest": engine.digest(digest, hashed)}
        assert code(game, game.resealed(1, **columns)) in {"seed_differs", "unreadable"}


GAME_CODES: dict[str, Code] = {
    "id": "secret_differs",
    "commitment": "seed_differs",
    "server_seed": "seed_differs",
    "salt": "salt_differs",
    "content": "content_differs",
    "pack": "content_differs",
    "contributions": "seed_differs",
}


@in_one_test(("column", "expected"), GAME_CODES.items())
def test_every_column_of_the_game_is_covered(game: Stored, column: str, expected: Code) -> None:
    values = {
        "id": game.subject.id.replace("5", "6"),
        "commitment": "0" * 64,
        "server_seed": seed_of("another"),
        "salt": seed_of("another"),
        "content": "0" * 64,
        "pack": None,
        "contributions": [seed_of("another")],
    }
    changed = msgspec.structs.replace(game.subject, **{column: values[column]})
    found = first(game, game.rows, changed)
    assert (found.version, found.code) == (1, expected)


def test_another_seed_with_its_commitment_is_found(game: Stored) -> None:
    seed = seed_of("another")
    commitment = engine.randomness.commitment(seed)
    other = msgspec.structs.replace(game.subject, server_seed=seed, commitment=commitment)
    found = first(game, game.rows, other)
    assert (found.version, found.code, found.reveals) == (1, "seed_differs", True)


def test_every_option_is_covered(game: Stored) -> None:
    chosen, known = msgspec.structs.asdict(engine.Options(players=4)), engine.option_list
    sides, spaces = ["A1", "B1", "C1", "D1"], ["F3", "G3", "H3", "B2"]
    named = {"players": 3, "map": sides, "edition": "cc0", "covered": spaces}
    named |= {"experience": ["harder"] * 4, "expansions": ["a box"]}
    for name, value in chosen.items():
        wrong = named.get(name)
        for info in (*known.SWITCHES, *known.of_expansions(), *known.VARIANTS):
            if info.name == name:
                wrong = next(each for each in info.values if each != value)
        assert wrong is not None, f"this test does not know the option {name}"
        text = msgspec.json.encode({"players": 4, name: wrong}).decode()
        found = first(game, game.rows, msgspec.structs.replace(game.subject, options=text))
        assert (found.version, found.code) == (1, "options_differ"), name
    assert code(game, game.rows, msgspec.structs.replace(game.subject, options="{")) == (
        "options_differ"
    )


Change = Callable[[list[StoredEvent]], list[StoredEvent]]
ORDERS: dict[str, tuple[Change, Code, int]] = {
    "one is gone": (lambda r: r[:49] + r[50:], "missing_version", 50),
    "the first is gone": (lambda r: r[1:], "missing_version", 1),
    "the last is gone": (lambda r: r[:-1], "missing_version", -1),
    "all are gone": (lambda r: r[:0], "missing_version", 1),
    "one is there twice": (lambda r: [*r[:50], r[49], *r[50:]], "doubled_version", 50),
    "one comes again later": (lambda r: [*r[:70], r[49], *r[70:]], "doubled_version", 50),
    "two have changed places": (lambda r: [*r[:49], r[50], r[49], *r[51:]], "order", 51),
    "the last stands first": (lambda r: [r[-1], *r[:-1]], "order", -1),
    "one too many": (
        lambda r: [*r, msgspec.structs.replace(r[-1], version=len(r) + 1, parent=len(r))],
        "surplus_version",
        0,
    ),
}


@pytest.mark.uncounted
@in_one_test("name", ORDERS)
def test_versions_that_are_not_one_after_the_other(game: Stored, name: str) -> None:
    change, expected, version = ORDERS[name]
    found = first(game, change(list(game.rows)))
    last = len(game.rows)
    assert found.code == expected
    assert found.version == {-1: last, 0: last + 1}.get(version, version)
    assert found.expected == found.recorded == checking.NOTHING


def test_a_gap_closed_by_numbering_anew_is_found(game: Stored) -> None:
    """Everything after the event that was taken out was numbered and chained again."""
    out = next(row.version for row in game.rows if row.version > 60 and row.seat is not None)
    rows = [*game.rows[: out - 1], *game.rows[out:]]
    rows = [
        msgspec.structs.replace(row, version=version, parent=version - 1)
        for version, row in enumerate(rows, 1)
    ]
    subject = msgspec.structs.replace(game.subject, version=len(rows))
    report = checking.check(subject, rows)
    assert report.status == "failed"
    assert report.difference is not None
    assert report.difference.version <= out + 1


def test_dice_are_checked_without_the_seed_as_they_were_thrown() -> None:
    """A game that is played alone: what the dice showed is known, what follows of it is decided."""
    game = kept("people-1")
    shown = [msgspec.structs.replace(row, secret=None) for row in game.rows]
    subject = msgspec.structs.replace(game.subject, server_seed=None, salt=None)
    assert checking.check(subject, shown).status == "passed"
    prepared = first_of_each_kind(shown)["preparation"]
    payload = msgspec.json.decode(prepared.public)
    dice = [effect for effect in payload["effects"] if effect[0] == "market_dice"]
    assert len(dice) == 3
    dice[1][1] = [dice[0][1][-1]]  # a good that has changed already
    text = msgspec.json.encode(payload).decode()
    changed = list(shown)
    changed[prepared.version - 1] = msgspec.structs.replace(prepared, public=text)
    assert first(game, changed, subject).version == prepared.version
    # Where the seed is known, no other throw is believed.
    whole = game.resealed(prepared.version, public=text)
    assert code(game, whole) == "effects_differ"


def test_a_set_up_that_names_no_content_is_found(game: Stored) -> None:
    payload = msgspec.json.decode(game.rows[0].public)
    kept = [effect for effect in payload["effects"] if effect[0] != "game"]
    assert len(kept) == len(payload["effects"]) - 1
    public = msgspec.json.encode({**payload, "effects": kept}).decode()
    assert code(game, game.resealed(1, public=public)) == "seed_differs"


@pytest.mark.uncounted
def test_a_stream_without_its_secrets_is_checked_as_far_as_that_goes(game: Stored) -> None:
    """What everybody may see of a game that runs: no seed, no salt, no secret payloads."""
    shown = [msgspec.structs.replace(row, secret=None) for row in game.rows]
    subject = msgspec.structs.replace(game.subject, server_seed=None, salt=None)
    assert checking.check(subject, shown).status == "passed"
    for row in first_of_each_kind(shown).values():
        changed = list(shown)
        changed[row.version - 1] = msgspec.structs.replace(row, public=row.public + " ")
        assert first(game, changed, subject).version == row.version
    wrong = msgspec.structs.replace(subject, options='{"players":3}')
    assert code(game, shown, wrong) == "options_differ"
    assert code(game, shown, msgspec.structs.replace(subject, content="0" * 64)) == (
        "content_differs"
    )
