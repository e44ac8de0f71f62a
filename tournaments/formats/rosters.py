"""Rounds that are known from the start: who has which place of the schedule is drawn once."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from games.engine.randomness import Stream
from tournaments.pairing.designs import Round
from tournaments.state import Draw, EntrantId, TableDraw, Tournament


def roster_draw(
    state: Tournament, stage: str, rounds: Sequence[Round], chance: Stream
) -> Draw | None:
    """The next of ``rounds`` of indices; None when all were drawn or nobody is left to meet.

    The first draw says who has which index; later ones read it there. Who has left stays away from
    tables, and who sits alone then rests, as does who came after the first draw. A round in which
    nobody is left to meet is passed over.
    """
    playing = state.to_draw()
    drawn = state.draws
    roster = _roster(drawn[0], rounds[0]) if drawn else dict(enumerate(chance.shuffled(playing)))
    for indices in rounds[_begun(drawn, rounds, roster) :]:
        tables = [
            tuple(roster[index] for index in table if roster[index] in playing) for table in indices
        ]
        left = tuple(TableDraw(table) for table in tables if len(table) > 1)
        if left:
            seated = {one for table in left for one in table.seats}
            rest = tuple(one for one in playing if one not in seated)
            return Draw(stage, state.round + 1, left, rest)
    return None


def roster_ahead(
    state: Tournament, next_draw: Callable[[Tournament, Stream], Draw | None]
) -> list[Draw]:
    """The rounds that are left of a schedule: after the first draw nothing is left to chance."""
    if state.phase != "running" or not state.draws:
        return []
    ahead = msgspec.structs.replace(state, draws=list(state.draws))
    found = list[Draw]()
    while (draw := next_draw(ahead, Stream(b"", "nothing"))) is not None:
        found.append(draw)
        ahead.draws.append(draw)
    return found


def _roster(first: Draw, indices: Round) -> dict[int, EntrantId]:
    """Who has which index, from the tables of the first round and who rested in it."""
    found = {
        index: entrant
        for table, drawn in zip(indices, first.tables, strict=True)
        for index, entrant in zip(table, drawn.seats, strict=True)
    }
    resting = [index for index in range(len(found) + len(first.rest)) if index not in found]
    return found | dict(zip(resting, first.rest, strict=True))


def _begun(draws: Sequence[Draw], rounds: Sequence[Round], roster: Mapping[int, EntrantId]) -> int:
    """How many of the rounds were drawn or passed over: the one of the newest draw is the last."""
    if not draws:
        return 0
    newest = draws[-1].tables[0].seats
    for number, indices in enumerate(rounds, 1):
        for table in indices:
            if tuple(roster[one] for one in table if roster[one] in newest) == newest:
                return number
    raise ValueError("the newest draw is none of this schedule")
