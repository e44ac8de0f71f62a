"""Golden games are decided as they were recorded, and a record that does not hold is reported."""

import hashlib
from collections import OrderedDict
from pathlib import Path

import pytest

from games import engine
from games.engine import effects as fx
from games.engine import game
from games.engine.moves import move_types
from games.engine.options.option_list import SWITCHES, VARIANTS, of_expansions
from tests import golden
from tests.golden import plans
from tests.marks import in_one_test

GAMES = sorted(golden.FOLDER.glob("*.txt"))
EVERY_SWITCH = (*SWITCHES, *of_expansions(), *VARIANTS)
TRAILER = ("rules", "events", "digests", "chain", "totals", "ranks")

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


@pytest.fixture
def record(monkeypatch: pytest.MonkeyPatch) -> golden.Record:
    """A record to spoil in memory, of the version of the rules that holds."""
    record = golden.read(golden.FOLDER / "two-players.txt")
    set_rules_version(monkeypatch, int(record.trailer["rules"]))
    return record


def set_rules_version(monkeypatch: pytest.MonkeyPatch, version: int) -> None:
    monkeypatch.setattr(engine, "RULES_VERSION", version)
    monkeypatch.setattr(game, "RULES_VERSION", version)


@pytest.mark.parametrize("path", GAMES, ids=[path.stem for path in GAMES])
def test_a_golden_game_comes_out_as_recorded(path: Path) -> None:
    golden.check(golden.read(path))


@in_one_test("path", GAMES)
def test_a_record_is_in_good_form(path: Path) -> None:
    record = golden.read(path)
    assert record.name == path.stem
    assert record.text() == path.read_text()
    assert tuple(record.trailer) == TRAILER
    assert int(record.trailer["rules"]) <= engine.RULES_VERSION


def test_there_are_golden_games_for_every_number_of_players() -> None:
    assert {golden.read(path).options.players for path in GAMES} == {1, 2, 3, 4}


def test_every_planned_game_is_recorded_and_would_not_be_written_again() -> None:
    assert plans.missing() == []


def test_the_packs_kept_are_those_that_the_records_name() -> None:
    kept = {hashlib.sha256(path.read_bytes()).hexdigest() for path in golden.PACKS.iterdir()}
    assert kept == {golden.read(path).header["pack"] for path in GAMES}


def test_a_record_does_not_ask_for_the_built_in_pack(
    record: golden.Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine.packs, "_registered", OrderedDict())
    monkeypatch.setattr(engine.packs, "builtin", lambda: pytest.fail("asked for"))
    golden.check(record)


@pytest.mark.parametrize("line", TRAILER)
def test_a_record_with_another_trailer_does_not_hold(record: golden.Record, line: str) -> None:
    record.trailer[line] = "9" + record.trailer[line]
    with pytest.raises(golden.Broken):
        golden.check(record)


@pytest.mark.parametrize("line", TRAILER)
def test_a_record_without_a_line_of_its_trailer_does_not_hold(
    record: golden.Record, line: str
) -> None:
    del record.trailer[line]
    with pytest.raises(golden.Broken):
        golden.check(record)


def test_a_record_with_another_move_does_not_hold(record: golden.Record) -> None:
    seat, _ = record.moves[-1]
    record.moves[-1] = (seat, "produce nothing")
    with pytest.raises(golden.Broken, match=r"under rules version .: recorded {.*'chain'"):
        golden.check(record)


def test_a_record_with_a_refused_move_does_not_hold(record: golden.Record) -> None:
    seat, notation = record.moves[0]
    record.moves[0] = (engine.Seat(1 - seat), notation)
    with pytest.raises(golden.Broken, match="has no open decision"):
        golden.check(record)


def test_a_record_that_ends_too_early_does_not_hold(record: golden.Record) -> None:
    del record.moves[-1]
    with pytest.raises(golden.Broken, match="before the game does"):
        golden.check(record)


def test_a_record_with_moves_after_the_end_does_not_hold(record: golden.Record) -> None:
    record.moves.append(record.moves[-1])
    with pytest.raises(golden.Broken, match="1 moves are left"):
        golden.check(record)


def test_an_older_record_that_still_comes_out_the_same_holds(
    record: golden.Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_rules_version(monkeypatch, engine.RULES_VERSION + 1)
    golden.check(record)


def test_an_older_record_that_differs_is_not_excused(
    record: golden.Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_rules_version(monkeypatch, engine.RULES_VERSION + 1)
    record.trailer["totals"] = "1 1"
    with pytest.raises(golden.Broken, match=r"recorded under rules version . and .*--again two-p"):
        golden.check(record)


def test_a_pack_of_another_hash_is_not_taken(record: golden.Record, tmp_path: Path) -> None:
    hash_ = record.header["pack"]
    raw = golden.pack_file(hash_).read_bytes()
    golden.pack_file(hash_, tmp_path).write_bytes(raw.replace(b"0", b"1", 1))
    with pytest.raises(golden.Broken, match="has the hash"):
        golden.kept_pack(hash_, tmp_path)


def test_a_pack_that_the_engine_has_no_rules_for_is_not_taken(
    record: golden.Record, tmp_path: Path
) -> None:
    raw = golden.pack_file(record.header["pack"]).read_bytes().replace(b"stewart", b"nobody")
    hash_ = hashlib.sha256(raw).hexdigest()
    golden.pack_file(hash_, tmp_path).write_bytes(raw)
    with pytest.raises(engine.PackError, match="nobody"):
        golden.kept_pack(hash_, tmp_path)


def test_a_new_game_is_written_with_the_pack_of_now_and_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert plans.missing(tmp_path) == list(plans.PLANS)
    path = plans.write("two-players", tmp_path)
    record, text = golden.read(path), path.read_text()
    assert "two-players" not in plans.missing(tmp_path)
    assert record.header["pack"] == engine.packs.builtin().hash
    assert record.trailer == golden.decide(
        record, golden.kept_pack(record.header["pack"], tmp_path / "packs")
    )
    monkeypatch.setattr(engine.packs, "builtin", lambda: pytest.fail("asked for"))
    assert plans.write("two-players", tmp_path).read_text() == text


@pytest.mark.long
def test_every_clan_and_every_tile_is_in_use_in_a_golden_game() -> None:
    """Clans played, ports used, scoring tiles scored, sides laid, kinds of moves made."""
    used: set[object] = set()
    for path in GAMES:
        played = list(golden.replay(golden.read(path)))
        state, _ = played[-1]
        for _, event in played:
            used.add(event.kind)
            used.update(("port", e.tile) for e in event.effects if isinstance(e, fx.PortUsed))
        used.update(player.clan for player in state.players)
        used.update(("scoring", tile) for tile in state.scoring_tiles)
        used.update(state.modules)
    content = engine.packs.builtin().content
    wanted: set[object] = {*content.clans, *content.sides, *move_types()}
    wanted |= {("port", tile) for tile in content.ports}
    wanted |= {("scoring", tile) for tile in content.scoring_tiles}
    assert wanted - used == set()


def test_there_are_golden_games_with_every_switch_and_variant_away_from_its_default() -> None:
    usual = engine.Options()
    switched = {
        switch.name
        for path in GAMES
        for switch in EVERY_SWITCH
        if getattr(golden.read(path).options, switch.name) != getattr(usual, switch.name)
    }
    assert switched == {switch.name for switch in EVERY_SWITCH}
