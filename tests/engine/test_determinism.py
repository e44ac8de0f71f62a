"""The same options, seed and moves give the same bytes, anywhere. (UNDO-07)"""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from games import engine
from games.engine.randomness import Stream, commitment, game_seed
from games.engine.state import Secrets
from simulation.random_play import play_out, seal, steps
from tests.rules import rule

ROOT = Path(__file__).parents[2]
OTHER_PROCESS = """
import sys
from simulation.random_play import play_out
for row in play_out(int(sys.argv[1]), sys.argv[2], sealed=True).rows:
    sys.stdout.buffer.write(row.public.encode() + b"|" + (row.secret or "").encode() + b"|")
    sys.stdout.buffer.write(row.digest.encode() + row.chain.encode() + b"\\n")
"""

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def _elsewhere(players: int, name: str, hash_seed: str) -> bytes:
    return subprocess.run(
        [sys.executable, "-c", OTHER_PROCESS, str(players), name],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        check=True,
        capture_output=True,
    ).stdout


@rule("UNDO-07")
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.long
def test_events_are_the_same_bytes_in_another_process(players: int) -> None:
    name = f"elsewhere/{players}"
    first = _elsewhere(players, name, "1")
    assert first.count(b"\n") == len(play_out(players, name).events)
    assert first == _elsewhere(players, name, "4711")


@rule("UNDO-07")
def test_another_seed_gives_another_game() -> None:
    one, other = next(steps(2, "one seed"))[1], next(steps(2, "another seed"))[1]
    assert one.secrets != other.secrets
    assert one.effects != other.effects


@rule("UNDO-07")
def test_streams_of_numbers_are_fixed_for_good() -> None:
    seed = bytes(range(32))
    assert commitment(seed) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert game_seed(seed).hex() == GAME_SEED
    assert game_seed(seed, [b"\1" * 32]).hex() == SEED_WITH_WORDS
    stream = Stream(seed, "contracts")
    assert [stream.below(1000) for _ in range(8)] == BELOW_1000
    assert Stream(seed, "clans").shuffled(range(10)) == SHUFFLED
    assert Stream(seed, "x").below(1) == 0


GAME_SEED = "46eaec77281ae9fe92db65fdb1e09deb15fb4d12c478bb0ef04c3024d3380875"
SEED_WITH_WORDS = "c1ea0de1ae4691224d568a490ee641d8adf469f9fb20756e20be4a8a5633b485"
BELOW_1000 = [675, 747, 143, 941, 448, 126, 693, 950]
SHUFFLED = [4, 6, 5, 0, 1, 3, 8, 7, 2, 9]


@rule("IND-DEF-22")
@rule("UNDO-07")
def test_one_more_draw_shifts_no_other_stream() -> None:
    seed = b"s" * 32
    tiles = Stream(seed, "start-tiles")
    alone = [tiles.below(1000) for _ in range(5)]
    clans, tiles = Stream(seed, "clans"), Stream(seed, "start-tiles")
    mixed = []
    for _ in range(5):
        clans.shuffled(range(7))
        mixed.append(tiles.below(1000))
    assert mixed == alone
    clans = Stream(seed, "clans")
    assert [clans.below(1000) for _ in range(5)] != alone


def test_draws_are_uniform_enough() -> None:
    stream = Stream(b"u" * 32, "dice")
    counts = [0] * 6
    for _ in range(6000):
        counts[stream.below(6)] += 1
    assert min(counts) > 880
    assert max(counts) < 1120


@rule("UNDO-08", "DEF-47")
@pytest.mark.parametrize("players", [2, 4])
def test_the_order_of_the_pile_leaves_no_trace_in_public(players: int) -> None:
    """Two games that differ only in cards that were never drawn look the same to everybody."""
    played = play_out(players, f"pile/{players}", sealed=True)
    undrawn = played.state.pile
    assert undrawn > 2
    state = engine.State()
    rows = []
    for event in played.events:
        if event.secrets:
            event = _with_other_pile(event, undrawn)
        engine.apply(state, event)
        rows.append(seal(event, state, rows[-1].chain if rows else ""))
        assert "secret" not in msgspec.json.encode(engine.view(state, None)).decode()
    assert state.secret != played.state.secret
    assert engine.view(state, None) == engine.view(played.state, None)
    for mine, original in zip(rows, played.rows, strict=True):
        assert mine.public == original.public
        if original.secret is None:
            assert mine.digest == original.digest
        else:
            assert mine.secret_hash != original.secret_hash


def _with_other_pile(event: engine.Event, undrawn: int) -> engine.Event:
    (secret,) = event.secrets
    seeded, pile = secret.effects
    cards = list(pile.contracts)  # type: ignore[union-attr]
    turned = cards[:-undrawn] + cards[-undrawn:][::-1]
    effects = [seeded, msgspec.structs.replace(pile, contracts=turned)]
    return msgspec.structs.replace(event, secrets=[engine.Secret(effects)])


def test_the_digest_leaves_out_version_and_secrets() -> None:
    state, _ = next(steps(3, "digest"))
    before = engine.digest(state)
    state.version += 7
    state.secret = Secrets("00", [])
    assert engine.digest(state) == before
    state.players[0].money += 1
    assert engine.digest(state) != before


def test_a_secret_cannot_be_found_by_trying_without_the_salt() -> None:
    lines = '{"effects":[["seed","00"]]}'
    hashes = {engine.hash_secrets(salt, "g", 1, lines) for salt in (b"a", b"b")}
    assert len(hashes) == 2
    assert engine.hash_secrets(b"a", "g", 1, lines) != engine.hash_secrets(b"a", "g", 2, lines)
    assert engine.hash_secrets(b"a", "g", 1, None) is None


def test_the_chain_covers_every_column() -> None:
    row = play_out(2, "chain", sealed=True).rows[5]
    known = engine.chain(row, "g", "previous")
    changed = {
        "version": 99,
        "parent": 98,
        "recorded_at": row.recorded_at.replace(year=2020),
        "seat": 3,
        "origin": "admin",
        "cause": 1,
        "rules": 2,
        "public": row.public + " ",
        "secret_hash": "00",
        "digest": "00",
    }
    for name, value in changed.items():
        other = msgspec.structs.replace(row, **{name: value})
        assert engine.chain(other, "g", "previous") != known, name
    assert engine.chain(row, "h", "previous") != known
    assert engine.chain(row, "g", "other") != known
