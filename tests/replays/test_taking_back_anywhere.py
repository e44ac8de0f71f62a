"""Games in which turns full of bonuses are taken back to any version, and decided again."""

import json
from collections import Counter
from functools import cache

import pytest

from games import engine
from games.engine.events import line_to
from games.engine.randomness import Stream
from games.engine.rules import setup
from replays import checking
from simulation.random_play import seed_of
from tests.engine.test_rich_play import OWN, options_of, preferring
from tests.replays.streams import Stored, append, subject_of
from tests.rules import rule

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

GAMES = 4
ROUNDS = 3
"""How many rounds of each game are played."""


@cache
def rich_pack() -> engine.Pack:
    """A pack by which everybody starts with plenty: what happens stays within the rules."""
    files = json.loads(engine.packs.builtin().raw)
    header, *tiles = files["start_tiles.csv"].splitlines()
    rich = [",".join([tile.split(",")[0], "100", *["20"] * 6, "0"]) for tile in tiles]
    files["start_tiles.csv"] = "".join(line + "\n" for line in [header, *rich])
    raw = json.dumps(files, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    pack = engine.packs.from_bytes(raw.encode())
    engine.packs.register(pack)
    return pack


def played(number: int, kinds: Counter[str]) -> Stored:
    """Some rounds of a game; ``kinds`` counts what was taken back."""
    options, server, pack = options_of(number), seed_of(f"anywhere/{number}"), rich_pack()
    made, stream = Stored(subject_of(options, server, pack)), Stream(server, "anywhere")
    state, event = engine.new_game(options, engine.randomness.game_seed(server), pack)
    while True:
        append(made, state, event)
        if state.round > ROUNDS:
            return made
        step = engine.advance(state)
        if step is None:
            seat = state.open_decisions()[0].seat
            if engine.undo_to(state) is not None and not stream.below(rarity(state)):
                state, step = taken_back(made, state, seat, stream, kinds)
            else:
                step = engine.play(state, seat, preferring(state, seat, stream))
        event = step


def rarity(state: engine.State) -> int:
    """One in so many positions of this kind is taken back."""
    return 5 if state.decisions[-1].kind == "end_turn" else 2


def taken_back(
    made: Stored, state: engine.State, seat: engine.Seat, stream: Stream, kinds: Counter[str]
) -> tuple[engine.State, engine.Event]:
    """Back to any version since the barrier; the state there, folded from what is stored."""
    line = [row.version for row in line_to(made.rows) if state.undo_to <= row.version < state.head]
    event = engine.undo(state, seat, made.rows, stream.choice(line))
    kinds.update(decision.kind for decision in state.decisions)
    found = engine.rebuild(made.rows, event.parent)
    before = engine.load(made.states[event.parent - 1])
    assert engine.dump(found) == engine.dump(before)
    assert engine.legal_moves(found, seat) == engine.legal_moves(before, seat)
    found.version = event.version
    return found, event


@pytest.mark.long
@rule("UNDO-01", "UNDO-02", "UNDO-03", "UNDO-04", "UNDO-07")
def test_any_version_since_the_barrier_can_be_come_back_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "clans_in_use", lambda *_: OWN)
    kinds: Counter[str] = Counter()
    for number in range(GAMES):
        made = played(number, kinds)
        report = checking.check(made.subject, made.rows)
        assert report.status == "passed", report.difference
    for kind in ("deployment_bonuses", "free_space", "fulfil_next", "bonus_upgrade", "main_action"):
        assert kinds[kind], kinds
