"""Tournaments written down in short: who had what at which table.

A table is ``A:120 B:100 C:x``: entrants in the order of the seats by letter (A is 1), with a score,
``x`` for forfeited or ``r`` for resigned. ``A B=C`` gives places without scores: A first, B and C
share the second.
"""

from collections.abc import Callable, Sequence

from tournaments.scoring.places import check_result, places_with_forfeits, ranked_places
from tournaments.state import (
    Draw,
    Entrant,
    RoundTable,
    Settings,
    TableDraw,
    TableOutcome,
    Tournament,
)

Rounds = Sequence[Sequence[str]]


def entrant(letter: str) -> int:
    """The number of an entrant."""
    return ord(letter) - ord("A") + 1


def letters(entrants: Sequence[int]) -> str:
    """Entrants as letters."""
    return "".join(chr(ord("A") + one - 1) for one in entrants)


def result(text: str) -> tuple[tuple[int, ...], TableOutcome]:
    """The seats of a table and its result."""
    if ":" not in text:
        groups = [[entrant(one) for one in shared.split("=")] for shared in text.split()]
        ranks = {one: rank for rank, shared in enumerate(groups) for one in shared}
        seats = tuple(ranks)
        made = TableOutcome(ranked_places([-ranks[one] for one in seats]), "entered")
    else:
        pairs = [one.split(":") for one in text.split()]
        seats = tuple(entrant(letter) for letter, _ in pairs)
        scores = tuple(int(score) if score.isdigit() else None for _, score in pairs)
        forfeited = tuple(entrant(letter) for letter, score in pairs if score == "x")
        resigned = tuple(entrant(letter) for letter, score in pairs if score == "r")
        places = ranked_places([-1 if score is None else score for score in scores])
        places = places_with_forfeits(seats, places, forfeited)
        made = TableOutcome(places, "played", scores, forfeited, resigned)
    check_result(seats, made)
    return seats, made


def tournament(
    entrants: int,
    rounds: Rounds = (),
    *,
    stages: Sequence[str] = (),
    **settings: object,
) -> Tournament:
    """A running tournament of so many entrants after these rounds."""
    state = Tournament(
        settings=Settings(**{"format": "swiss", **settings}),  # type: ignore[arg-type]
        director=1000,
        phase="running",
        entrants={one: Entrant(one, [100 + one]) for one in range(1, entrants + 1)},
        lots={one: one for one in range(1, entrants + 1)},
    )
    for number, tables in enumerate(rounds, 1):
        stage = stages[number - 1] if stages else "swiss"
        play(state, Draw(stage, number, tuple(TableDraw(result(one)[0]) for one in tables)), tables)
    return state


def play(state: Tournament, draw: Draw, results: Sequence[str] = ()) -> None:
    """Adds a round; tables get the results in order."""
    state.draws.append(draw)
    for index, table in enumerate(draw.tables):
        number = len(state.tables) + 1
        made = RoundTable(number, draw.round, draw.stage, table.seats, table.group)
        if index < len(results):
            seats, made.result = result(results[index])
            assert seats == table.seats
        state.tables[number] = made


def finish(state: Tournament, draw: Draw, key: Callable[[int], object] = int) -> None:
    """Adds a round in which places at each table go by ``key``, the lowest first."""
    play(state, draw)
    for table in state.of_round(draw.round):
        order = sorted(table.seats, key=key)  # type: ignore[arg-type]
        table.result = TableOutcome(tuple(order.index(one) + 1 for one in table.seats), "played")
