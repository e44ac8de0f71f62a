"""Which golden games there are, and who plays them when they are written."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from games import engine
from tests.golden import FOLDER, PACKS, Record, decide, kept_pack, pack_file, read
from tests.random_play import MOST_EVENTS, Chooser, at_random, seed_of


@dataclass(frozen=True)
class Plan:
    """A game to be played: its options, and by whom (a name in `PLAYERS`)."""

    options: engine.Options
    by: str = "chance"


PLAYERS: Final[dict[str, Callable[[str], Chooser]]] = {"chance": at_random}
"""Who can play: from the name of a game to what chooses the moves in it."""

FIRST_SIDES: Final = ["A1", "B1", "C1", "D1"]

PLANS: Final[dict[str, Plan]] = {
    "two-players": Plan(engine.Options(players=2, map=FIRST_SIDES)),
    "three-players": Plan(engine.Options(players=3, map=FIRST_SIDES)),
    "four-players": Plan(engine.Options(players=4, map=FIRST_SIDES)),
}


def missing(folder: Path = FOLDER) -> list[str]:
    """The planned games that have no record."""
    return [name for name in PLANS if not _path(folder, name).exists()]


def write(name: str, folder: Path = FOLDER) -> Path:
    """Play a planned game and write its record, over the one that is there.

    A game that has a record keeps its pack; a new one is played with the built-in pack of now,
    which is then kept. To move a game to a newer pack, delete its record first.
    """
    path = _path(folder, name)
    packs = folder / PACKS.name
    pack = kept_pack(read(path).header["pack"], packs) if path.exists() else _keep_builtin(packs)
    path.write_text(play(name, PLANS[name], pack).text())
    return path


def play(name: str, plan: Plan, pack: engine.Pack) -> Record:
    """A planned game, played, as a record."""
    game = f"golden/{name}"
    seed, choose = seed_of(game), PLAYERS[plan.by](game)
    header = {
        "game": game,
        "by": plan.by,
        "pack": pack.hash,
        "options": msgspec.json.encode(plan.options).decode(),
        "seed": seed.hex(),
    }
    record = Record(header)
    state, _ = engine.new_game(plan.options, seed, pack)
    while not state.over:
        if state.version > MOST_EVENTS:
            raise AssertionError(f"the game {game!r} does not end")
        if engine.advance(state) is None:
            seat = state.open_decisions()[0].seat
            move = choose(state, seat)
            record.moves.append((seat, move.notation()))
            engine.play(state, seat, move)
    record.trailer = decide(record, pack)
    return record


def _path(folder: Path, name: str) -> Path:
    return folder / f"{name}.txt"


def _keep_builtin(packs: Path) -> engine.Pack:
    pack = engine.packs.builtin()
    packs.mkdir(exist_ok=True)
    pack_file(pack.hash, packs).write_bytes(pack.raw)
    return pack
