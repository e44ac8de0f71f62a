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
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from games import engine
from simulation.random_play import seal

FOLDER = Path(__file__).parent
PACKS = FOLDER / "packs"


class Broken(AssertionError):
    """A record does not hold: its moves now give something else."""


class Undecided(Exception):
    """The moves of a record cannot be played to the end of the game, no more and no less."""


@dataclass
class Record:
    """A game as recorded."""

    header: dict[str, str] = field(default_factory=dict)
    moves: list[tuple[engine.Seat, str]] = field(default_factory=list)
    trailer: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of its file, without the ending."""
        return self.header["game"].removeprefix("golden/")

    @property
    def options(self) -> engine.Options:
        return msgspec.json.decode(self.header["options"], type=engine.Options)

    def text(self) -> str:
        """The record as it is written."""
        lines = [f"{name}: {value}" for name, value in self.header.items()]
        lines += ["", *(f"{seat} {notation}" for seat, notation in self.moves), ""]
        lines += [f"{name}: {value}" for name, value in self.trailer.items()]
        return "\n".join(lines) + "\n"


def read(path: Path) -> Record:
    """The record in a file."""
    head, moves, tail = path.read_text().strip().split("\n\n")
    record = Record(_fields(head), [], _fields(tail))
    for line in moves.splitlines():
        seat, notation = line.split(" ", 1)
        record.moves.append((engine.Seat(int(seat)), notation))
    return record


def _fields(block: str) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in block.splitlines())


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
    seed = bytes.fromhex(record.header["seed"])
    pack = pack or kept_pack(record.header["pack"])
    state, first = engine.new_game(record.options, seed, pack)
    chain, digests = "", []
    for event in _events(state, first, record.moves):
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
    """A record's game event by event, with the state after each; the same object all the way.

    Raises Undecided.
    """
    pack = kept_pack(record.header["pack"])
    state, first = engine.new_game(record.options, bytes.fromhex(record.header["seed"]), pack)
    for event in _events(state, first, record.moves):
        yield state, event


def _events(
    state: engine.State, first: engine.Event, moves: list[tuple[engine.Seat, str]]
) -> Iterator[engine.Event]:
    yield first
    left = iter(moves)
    while not state.over:
        yield engine.advance(state) or _played(state, next(left, None))
    surplus = len(list(left))
    if surplus:
        raise Undecided(f"the game is over, but {surplus} moves are left")


def decided(state: engine.State, seat: engine.Seat, line: str) -> engine.Event:
    """What a line of a record does: a move, or one of the ways to leave a game."""
    match line:
        case engine.RESIGN:
            return engine.resign(state, seat)
        case engine.EARLY_END:
            return engine.end_early(state)
        case _:
            return engine.play(state, seat, engine.parse(line))


def _played(state: engine.State, line: tuple[engine.Seat, str] | None) -> engine.Event:
    if line is None:
        raise Undecided(f"the moves end at version {state.version}, before the game does")
    seat, notation = line
    try:
        return decided(state, seat, notation)
    except engine.EngineError as error:
        raise Undecided(f"{seat} {notation!r} at version {state.version}: {error}") from error
