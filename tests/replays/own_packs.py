"""Short games with content packs of their own, which are large for their events."""

from functools import cache
from uuid import UUID

import msgspec

from games import engine
from replays import files
from simulation.random_play import seed_of
from tests.engine.test_content import builtin_files, canonical
from tests.replays.game_files import file_of
from tests.replays.streams import BEGAN, PASSED_TIME, SALT, Stored, subject_of

SMALL = 40_000


def pack_of(number: int, size: int = SMALL) -> engine.Pack:
    """The built-in values with a comment, so that the pack has ``size`` bytes."""
    named = dict(builtin_files())
    named["pack.toml"] += f"\n# {number:09}"
    named["pack.toml"] += "#" * (size - len(canonical(named)))
    return engine.packs.from_bytes(canonical(named))


@cache
def file_with_pack(number: int, size: int = SMALL) -> bytes:
    """The file of a game of two that ended at once, with the pack of this number."""
    pack, options = pack_of(number, size), engine.Options(players=2)
    engine.packs.register(pack)
    server = seed_of("own packs")
    state, event = engine.new_game(options, engine.randomness.game_seed(server), pack)
    made = Stored(subject_of(options, server, pack))
    made.subject = msgspec.structs.replace(made.subject, id=str(UUID(int=number + 1, version=4)))
    _append(made, state, event)
    _append(made, state, engine.resign(state, state.open_decisions()[0].seat))
    _append(made, state, engine.end_early(state))
    made.subject = msgspec.structs.replace(made.subject, version=len(made.rows))
    return files.write(file_of(made))


def _append(made: Stored, state: engine.State, event: engine.Event) -> None:
    row = engine.seal(
        event,
        state,
        game=made.subject.id,
        salt=SALT,
        previous=made.rows[-1].chain if made.rows else "",
        recorded_at=BEGAN + event.version * PASSED_TIME,
        origin="player" if event.kind == engine.RESIGN else "game",
        cause=None if event.kind == engine.RESIGN or event.version == 1 else event.version - 1,
    )
    made.rows.append(row)
