"""The first event of a game, decided again: a set-up, or a position of another game."""

from games import engine
from games.engine import Event, State, StoredEvent
from replays.checking.payloads import decided_in, payload_of, position_in
from replays.checking.report import NOTHING, Difference, Differs, side


def begin(
    row: StoredEvent,
    options: engine.Options,
    seed: bytes,
    pack: engine.Pack,
    *,
    origin: State | None = None,
) -> tuple[State, Event]:
    """What the rules make of the first event; ``origin`` is where a fork comes from, if known.

    Raises Differs, and what the engine raises.
    """
    if decided_in(row).kind == engine.FORK:
        return engine.fork(position_of(row, origin), seed)
    return engine.new_game(options, seed, pack)


def position_of(row: StoredEvent, origin: State | None = None) -> State:
    """The position that the first event of a fork lays out. Raises Differs.

    It has to be one as the engine writes it, and that of ``origin`` if that is known.
    """
    recorded = position_in(payload_of(row).effects)
    expected = recorded if origin is None else origin
    if recorded is None or expected is None or engine.rebased(expected) != recorded:
        raise Differs(
            Difference(
                version=row.version,
                code="effects_differ",
                sentence="The game does not start from the position where it was branched off.",
                rules=row.rules,
                expected=NOTHING if expected is None else side(position=engine.rebased(expected)),
                recorded=NOTHING if recorded is None else side(position=recorded),
            )
        )
    return recorded
