"""The shapes of responses that say why standings are so, and what has changed in them."""

from msgspec import Struct

from api.tournament_bodies import Exact, TournamentPerson


class StandingsTable(Struct, frozen=True):
    """A table that led to an entrant's values; `counts` is false where only better ones do.

    `person` sat there then: an entrant's place may have been another one's before.
    """

    table: int
    round: int
    person: TournamentPerson
    stage: str
    place: int
    size: int
    points: Exact
    score: int | None
    forfeited: bool
    counts: bool


class StandingsOpponent(Struct, frozen=True):
    """An opponent at a table and who sat there; `mean` are that entrant's points per table.

    Of who has forfeited all tables `mean` is 0. `counts` is false for the lowest, which the
    opponents' mean leaves out.
    """

    table: int
    entrant: int
    person: TournamentPerson
    mean: Exact
    counts: bool


class StandingsSide(Struct, frozen=True):
    """One of two who are compared: the value in the column that decided, and all tables.

    `opponents` are there where the opponents' mean decided, or is equal.
    """

    entrant: int
    person: TournamentPerson
    place: int
    value: Exact | None
    tables: list[StandingsTable]
    opponents: list[StandingsOpponent]


class StandingsExplanation(Struct, frozen=True):
    """Why `ahead` stands before `behind`: by `column`, which is empty if only registration is left.

    In the columns `equal` both have the same; `silent` ones decided nothing, because they say
    nothing of somebody who was tied. `sentences` say all of it in words.
    """

    version: int
    ahead: StandingsSide
    behind: StandingsSide
    column: str
    equal: list[str]
    silent: list[str]
    sentences: list[str]


class StandingsMove(Struct, frozen=True):
    """An entrant whose place or points have changed; a place is null for who was not listed."""

    entrant: int
    person: TournamentPerson
    before: int | None
    after: int | None
    points_before: Exact
    points_after: Exact


class StandingsChange(Struct, frozen=True):
    """What has changed from version `since` to version `until`: tables with other results, moves.

    `ruled` are those of the `tables` whose result is a new ruling's.
    """

    since: int
    until: int
    tables: list[int]
    ruled: list[int]
    moves: list[StandingsMove]
    sentences: list[str]


SHAPES = (StandingsExplanation, StandingsChange)
