"""Games played by chance in which moves are taken back, and from which seats resign."""

from collections.abc import Iterator, Sequence

from games import engine
from games.engine.randomness import Stream
from games.engine.terms import Seat
from simulation.game_records import Link


def stream(
    options: engine.Options,
    server_seed: bytes,
    added: Sequence[bytes] = (),
    *,
    undo_every: int = 0,
    leave_every: int = 0,
) -> Iterator[tuple[engine.State, engine.Event]]:
    """A game event by event, with the state after each.

    One in ``undo_every`` moves is taken back where that can be; one in ``leave_every`` is a
    resignation instead, until one seat is left. ``added`` is what words of players add to the seed.
    """
    seed = engine.randomness.game_seed(server_seed, added)
    state, event = engine.new_game(options, seed, engine.packs.builtin())
    chance, links, dumps = Stream(server_seed, "streams"), list[Link](), list[bytes]()
    while True:
        links.append(Link(event.version, event.parent))
        dumps.append(engine.dump(state))
        yield state, event
        if state.over:
            return
        event = (
            engine.advance(state)
            or _left(state, chance, leave_every)
            or _undone(links, state, chance, undo_every)
            or _played(state, chance)
        )
        if engine.is_undo(event):
            state = engine.load(dumps[event.parent - 1])
            state.version = event.version


def _played(state: engine.State, chance: Stream) -> engine.Event:
    seat = state.open_decisions()[0].seat
    return engine.play(state, seat, chance.choice(engine.legal_moves(state, seat)))


def _undone(
    links: list[Link], state: engine.State, chance: Stream, every: int
) -> engine.Event | None:
    if not every or state.phase != "action" or state.undo_to >= state.head:
        return None
    if chance.below(every) or state.open_decisions()[0].seat in state.resigned:
        return None
    return engine.undo(state, state.open_decisions()[0].seat, links)


def _left(state: engine.State, chance: Stream, every: int) -> engine.Event | None:
    if not every:
        return None
    left = [Seat(seat) for seat in range(len(state.players)) if seat not in state.resigned]
    if len(left) == 1:
        return engine.end_early(state)
    return None if chance.below(every) else engine.resign(state, chance.choice(left))
