"""Deciding streams again in which seats resign: what is changed in them is found too."""

import msgspec
import pytest

from games import engine
from games.engine import StoredEvent
from replays import checking
from replays.files.deciding import decide
from replays.files.record import write_record
from replays.files.record_reading import read_record
from tests.marks import first_of, in_one_test
from tests.replays.game_files import file_of
from tests.replays.spoiling import ROW_CODES, first, other_value
from tests.replays.streams import Stored, first_of_each_kind, flips, kept, stored
from tests.rules import rule

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


@pytest.fixture(scope="module")
def left() -> Stored:
    """A game of four from which three resign, with moves that were taken back."""
    return kept("left")


def of_leaving(game: Stored) -> list[StoredEvent]:
    """The resignations, the end, and a move of each kind that the game has made for a seat."""
    kinds = first_of_each_kind(game.rows)
    made = [row for row in game.rows if row.origin == "game" and row.seat is not None]
    return [kinds["resign"], kinds["early_end"], *first_of_each_kind(made).values()]


@rule("RESIGN-02", "RESIGN-05")
@pytest.mark.parametrize("players", first_of([2, 3, 4]))
@pytest.mark.parametrize("name", ["left/1", "left/2", "left/3"])
def test_a_sound_stream_passes(name: str, players: int) -> None:
    game = stored(name, players, undo_every=6, leave_every=60)
    report = checking.check(game.subject, game.rows)
    assert (report.status, report.first_difference) == ("passed", None)
    subject = msgspec.structs.replace(game.subject, server_seed=None, salt=None)
    shown = [msgspec.structs.replace(row, secret=None) for row in game.rows]
    assert checking.check(subject, shown).status == "passed"


def test_it_has_what_is_to_be_tested(left: Stored) -> None:
    kinds = {engine.read_payload(row.public).kind for row in of_leaving(left)}
    assert {"resign", "early_end", "pass"} <= kinds
    assert any(engine.is_undo(row) for row in left.rows)


@in_one_test("column", StoredEvent.__struct_fields__)
@pytest.mark.long
def test_every_column_is_covered(left: Stored, column: str) -> None:
    last = len(left.rows)
    for row in of_leaving(left):
        found = first(left, left.changed(row.version, **{column: other_value(row, column)}))
        assert found.version == row.version
        at_the_end = {"chain_broken", "surplus_version"} if row.version == last else set()
        assert found.code in ROW_CODES[column] | at_the_end, (row, found)


@rule("RESIGN-02", "RESIGN-04")
@pytest.mark.long
def test_every_leaf_is_covered_by_the_rules(left: Stored) -> None:
    """Also when digest and chain were made to fit."""
    for row in of_leaving(left):
        for changed in flips(msgspec.json.decode(row.public)):
            text = msgspec.json.encode(changed).decode()
            report = checking.check(left.subject, left.resealed(row.version, public=text))
            assert report.difference is not None, changed
            assert report.difference.version == row.version


@pytest.mark.parametrize("origin", ["player", "bot", "standing_order"])
def test_nobody_but_the_game_moves_for_who_has_resigned(left: Stored, origin: str) -> None:
    resigned, ended, *made = of_leaving(left)
    for row in made:
        found = first(left, left.resealed(row.version, origin=origin))
        assert (found.version, found.code) == (row.version, "columns_differ")
    for row, wrong in ((resigned, "game"), (resigned, "standing_order"), (ended, "player")):
        found = first(left, left.resealed(row.version, origin=wrong))
        assert (found.version, found.code) == (row.version, "columns_differ")


@rule("RESIGN-05", "ABANDON-01")
def test_no_end_is_believed_where_there_can_be_none(left: Stored) -> None:
    early = first_of_each_kind(left.rows)["early_end"].public
    begun = first_of_each_kind(left.rows)["resign"].version - 1
    found = first(left, left.resealed(begun, public=early, seat=None, origin="game"))
    assert (found.version, found.code, found.rule) == (begun, "step_refused", "RESIGN-05")


def decided(row: StoredEvent) -> tuple[str, object]:
    """The kind of an event and its effects; moves may be written in two ways."""
    payload = engine.read_payload(row.public)
    return payload.kind, payload.effects


@in_one_test("players", [2, 3, 4])
def test_a_record_is_played_again_to_the_same_end(players: int) -> None:
    game = stored("left/1", players, undo_every=6, leave_every=60)
    again = decide(read_record(write_record(file_of(game), {}).encode()), engine.packs.get)
    assert [decided(row) for row in again.rows] == [decided(row) for row in game.rows]
    assert again.rows[-1].digest == game.rows[-1].digest
    assert again.end.ended_by == file_of(game).end.ended_by
    for name in ("seat", "origin", "cause", "parent"):
        assert [getattr(row, name) for row in again.rows] == [
            getattr(row, name) for row in game.rows
        ]
