"""A ladder without rounds or end: players challenge each other, and a rating orders them."""

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar, Final

import msgspec
from msgspec import Struct

from games.engine.randomness import Stream
from games.engine.terms import gettext_noop
from tournaments.errors import FormatRefused, TableRefused
from tournaments.formats.base import Format, FormatOption
from tournaments.scoring.ladder_rating import START, ladder_ratings
from tournaments.scoring.standings import RankedRow, ranked, stage_results
from tournaments.scoring.tie_breaks import deciding
from tournaments.sentences import Sentence
from tournaments.state import (
    Draw,
    EntrantId,
    OptionValue,
    RoundTable,
    Settings,
    TableDraw,
    Tournament,
)

LADDER: Final = "ladder"

FEW = gettext_noop("A ladder needs at least 2 entrants.")
SIZE = gettext_noop("Challenge one to three others.")
TWICE = gettext_noop("Each entrant takes one seat of a table.")
INACTIVE = gettext_noop("Only who takes part in the ladder now can be challenged.")
BUSY = gettext_noop(
    "You have made as many open tables as the ladder allows: %(most)s. Finish one first."
)
CHALLENGED = gettext_noop(
    "One of these players sits at as many open tables of others, without you, as the ladder allows:"
    " %(most)s. Challenge again once one of them is finished, or ask that player to challenge you."
)
AGAIN = gettext_noop(
    "A table to which you have challenged one of these players is open. Finish it first."
)
REACH = gettext_noop("You can challenge players up to %(reach)s places above you.")


class LadderOptions(Struct, frozen=True):
    """``reach`` 0 lets everybody challenge everybody; ``factor`` is the most that a duel moves."""

    reach: int = 0
    open_tables: int = 2
    factor: int = 32


class Ladder(Format):
    """Tables are made by challenges; each moves ratings, and these are the order."""

    name = "ladder"
    title = gettext_noop("Ladder")
    summary = gettext_noop(
        "For a club without fixed rounds: anybody challenges, and a rating orders all."
    )
    stages: ClassVar = {LADDER: gettext_noop("Ladder")}
    Options = LadderOptions
    endless = True
    described = (
        FormatOption(
            "reach",
            gettext_noop("How many places up a player can challenge; 0 for any."),
            "integer",
            LadderOptions().reach,
            least=0,
            most=100,
        ),
        FormatOption(
            "open_tables",
            gettext_noop(
                "How many unfinished tables a player can have made; others can have made as many"
                " with the player. Of these, those at which the challenger sits do not count."
            ),
            "integer",
            LadderOptions().open_tables,
            least=1,
            most=10,
        ),
        FormatOption(
            "factor",
            gettext_noop("How far one duel can move a rating at most."),
            "integer",
            LadderOptions().factor,
            least=8,
            most=64,
        ),
    )

    def options(self, given: dict[str, OptionValue]) -> LadderOptions:
        """The options, checked. Raises FormatRefused."""
        return msgspec.convert(self.values(given), LadderOptions)

    def check(self, given: dict[str, OptionValue], entrants: int) -> None:
        """Raises FormatRefused for a single entrant."""
        self.options(given)
        if entrants < 2:
            raise FormatRefused(FEW)

    def rounds(self, given: dict[str, OptionValue], entrants: int) -> None:
        """It has no end."""

    def next_draw(self, state: Tournament, chance: Stream) -> Draw | None:
        """Nothing is drawn."""
        return None

    def challenge(self, state: Tournament, seats: Sequence[EntrantId], chance: Stream) -> TableDraw:
        """The table to which the first of ``seats`` challenges the others; seats are drawn.

        Raises TableRefused for who is not active, out of reach, or has too many open tables: made
        by the challenger, or by others for who is challenged. So nobody fills up the tables that
        somebody else may make, and a table keeps none of its players from challenging another one.
        """
        options = self.options(state.settings.format_options)
        if not 2 <= len(seats) <= max(self.sizes):
            raise TableRefused(SIZE)
        if len(set(seats)) < len(seats):
            raise TableRefused(TWICE)
        if not set(seats) <= set(state.active()):
            raise TableRefused(INACTIVE)
        _check_open_tables(state, seats, options.open_tables)
        if options.reach:
            place = {row.entrant: row.place for row in self.standings(state)}
            if any(place[seats[0]] - place[one] > options.reach for one in seats):
                raise TableRefused(REACH, reach=options.reach)
        return TableDraw(tuple(chance.shuffled(seats)))

    def standings(self, state: Tournament) -> list[RankedRow]:
        """By rating, then by points and tie-breaks, at last by registration."""
        factor = self.options(state.settings.format_options).factor
        competed = state.competed()
        results = stage_results(state, state.tables.values())
        results.ratings = ladder_ratings(state, competed, factor=factor)
        return ranked(results, competed, self.order(state.settings), stage=LADDER)

    def order(self, settings: Settings) -> tuple[str, ...]:
        """The rating orders all."""
        return ("rating", *self.parted_by(settings))

    def parted_by(self, settings: Settings) -> tuple[str, ...]:
        """Points first; there are no draws, and so no lots."""
        return ("points", *(name for name in deciding(settings) if name != "lot"))

    def explanation(self, given: dict[str, OptionValue]) -> Sequence[Sentence]:
        """Sentences with which an organiser can announce it."""
        options = self.options(given)
        reach = gettext_noop("Anybody can challenge one to three others at any time.")
        if options.reach:
            reach = gettext_noop(
                "Anybody can challenge one to three others at any time, up to %(reach)s places up."
            )
        return [
            Sentence(reach, {"reach": options.reach} if options.reach else {}),
            Sentence(
                gettext_noop(
                    "By challenging others each player has at most %(most)s unfinished tables, and"
                    " by being challenged as many more; then only who sits at one of these can"
                    " still challenge the player. Nobody challenges a player again before the table"
                    " of the first challenge is finished."
                ),
                {"most": options.open_tables},
            ),
            Sentence(
                gettext_noop(
                    "Everybody begins with a rating of %(start)s. A table counts as a duel of each"
                    " with each other by place: the one behind pays the one ahead, the more the"
                    " less it was expected, and at most %(factor)s in all. Tables count in the"
                    " order in which they were made."
                ),
                {"start": START, "factor": options.factor},
            ),
        ]


def open_challenges(state: Tournament) -> list[RoundTable]:
    """The tables that are not over."""
    return [table for table in state.tables.values() if not table.result]


def check_no_other(state: Tournament, seats: Sequence[EntrantId]) -> None:
    """Whether the first has no open table to which it has challenged one of the others.

    Logs of before know such tables, so they are sound all the same. Raises TableRefused.
    """
    challenger = state.entrants[seats[0]].person
    for table in open_challenges(state):
        if state.challenger_at(table) == challenger and not set(seats[1:]).isdisjoint(table.seats):
            raise TableRefused(AGAIN)


def _check_open_tables(state: Tournament, seats: Sequence[EntrantId], most: int) -> None:
    challenger, *challenged = seats
    own, of_others = 0, Counter[EntrantId]()
    for table in open_challenges(state):
        maker = state.remarks.challengers.get(table.id, 0)
        if maker == challenger:
            own += 1
        elif challenger not in table.seats:
            of_others.update(one for one in table.seats if one != maker)
    if own >= most:
        raise TableRefused(BUSY, most=most)
    if any(of_others[one] >= most for one in challenged):
        raise TableRefused(CHALLENGED, most=most)
