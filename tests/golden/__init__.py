"""Golden games: whole games as text, re-decided in every run.

    python -m tests.golden                    plays the games in the table that have no record yet
    python -m tests.golden --again NAME ...   plays these games again, over their records

A record has a header, one line a move (the seat and the notation; steps of the game follow by
themselves) and a trailer with what came out. Its header names the content pack that it was played
with by the hash, and ``packs/`` keeps the bytes of every such pack: what the built-in pack becomes
later changes nothing here. So old records are the proof that stored games still come out the same.
They are never written again by the way, only by name.

When a change of the rules changes what comes out, raise ``RULES_VERSION`` and write the records
that differ again; stored games of the old version then show as drifted, not as broken.
"""

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from games import engine
from simulation import game_records
from simulation.game_records import GameRecord as Record
from simulation.game_records import Undecided, decided, read
from simulation.random_play import PlayedGame, seal

FOLDER = Path(__file__).parent
PACKS = FOLDER / "packs"


class Broken(AssertionError):
    """A record does not hold: its moves now give something else."""


def pack_file(hash_: str, folder: Path = PACKS) -> Path:
    """Where the bytes of a pack are kept."""
    return folder / f"{hash_[:16]}.json"


def kept_pack(hash_: str, folder: Path = PACKS) -> engine.Pack:
    """A kept pack, ready to be played with. Raises PackError, or Broken if it has another hash."""
    raw = pack_file(hash_, folder).read_bytes()
    found = hashlib.sha256(raw).hexdigest()
    if found != hash_:
        raise Broken(f"{pack_file(hash_, folder).name} has the hash {found}, not {hash_}")
    pack = engine.packs.from_bytes(raw)
    engine.check_names(pack)
    engine.packs.register(pack)
    return pack


def check(record: Record) -> None:
    """Raise Broken unless the moves come out as recorded, to the last digest.

    That holds under whatever version of the rules it was recorded: raising ``RULES_VERSION``
    excuses no record. One of an older version that still comes out the same goes on proving that
    such games replay; one that differs proves nothing any more, so it fails until somebody writes
    it again by its name.
    """
    recorded = record.trailer
    try:
        decided = decide(record)
    except Undecided as error:
        decided = {"stopped": str(error)}
    if decided == recorded:
        return
    before, came = _without_equals(recorded, decided), _without_equals(decided, recorded)
    again = f"'python -m tests.golden --again {record.name}'"
    if recorded.get("rules") == str(engine.RULES_VERSION):
        raise Broken(
            f"{record.name} comes out differently under rules version {engine.RULES_VERSION}: "
            f"recorded {before}, decided {came}. If that is meant, raise RULES_VERSION and write "
            f"the records again with {again}."
        )
    raise Broken(
        f"{record.name} was recorded under rules version {recorded.get('rules')} and comes out "
        f"differently under version {engine.RULES_VERSION}: recorded {before}, decided {came}. If "
        f"that is what the version was raised for, write it again with {again}."
    )


def _without_equals(fields: dict[str, str], other: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in fields.items() if other.get(name) != value}


def decide(record: Record, pack: engine.Pack | None = None) -> dict[str, str]:
    """Decide a record's moves anew, with its pack; the trailer that comes out. Raises Undecided.

    Events are sealed with the version of the rules in the record's own trailer (one that has none
    yet: the version of now), because the chain covers it.
    """
    rules = record.trailer.get("rules", str(engine.RULES_VERSION))
    pack = pack or kept_pack(record.header["pack"])
    state, chain, digests = engine.State(), "", []
    for state, event in game_records.replay(record, pack):
        sealed = msgspec.structs.replace(event, rules=int(rules))
        chain = seal(sealed, state, chain).chain
        digests.append(engine.digest(state))
    return {
        "rules": rules,
        "events": str(state.version),
        "digests": " ".join(digest[:12] for digest in digests[::20]),
        "chain": chain,
        "totals": " ".join(str(sheet.total) for sheet in state.scores),
        "ranks": " ".join(str(sheet.rank) for sheet in state.scores),
    }


def replay(record: Record) -> Iterator[tuple[engine.State, engine.Event]]:
    """A record's game, with its pack: see `game_records.replay`."""
    return game_records.replay(record, kept_pack(record.header["pack"]))


@cache
def played(name: str) -> PlayedGame:
    """A golden game by its name, for tests that look at some finished game. Not to be changed."""
    game = PlayedGame(engine.State())
    for state, event in replay(read(FOLDER / f"{name}.txt")):
        game.state = state
        game.events.append(event)
        game.rows.append(seal(event, state, game.rows[-1].chain if game.rows else ""))
    return game


__all__ = [
    "FOLDER",
    "PACKS",
    "Broken",
    "Record",
    "Undecided",
    "check",
    "decide",
    "decided",
    "kept_pack",
    "pack_file",
    "played",
    "read",
    "replay",
]
