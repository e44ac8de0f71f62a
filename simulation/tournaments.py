"""``python -m simulation.tournaments``: whole tournaments by chance, with every invariant.

Each is a log without a server: entries, draws, results, no-shows, results that arrive twice,
rulings, tables opened again, drop-outs, substitutes and latecomers, until the format has no further
round. Prints what they were like; ends with 1 and the first broken invariant.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from tqdm import tqdm

from games.engine.randomness import Stream, commitment
from simulation.random_play import seed_of
from simulation.tournament_invariants import Remembered, broken_rules
from tournaments.drawing import draw_round, lots_for, seeding
from tournaments.errors import FormatRefused, TableRefused
from tournaments.formats import FORMATS
from tournaments.formats.base import Format, FormatOption
from tournaments.log import Entry, fold
from tournaments.log.events import (
    Changed,
    Created,
    Dropped,
    Registered,
    RegistrationOpened,
    ResultRecorded,
    RoundDrawn,
    Ruled,
    Substituted,
    TableMade,
    TournamentFinished,
    Withdrew,
    kind_of,
)
from tournaments.scoring.places import places_with_forfeits, ranked_places
from tournaments.scoring.tie_breaks import TIE_BREAKS
from tournaments.state import (
    DEFAULT_POINTS,
    DEFAULT_TIE_BREAKS,
    OptionValue,
    RoundTable,
    Settings,
    TableDraw,
    TableOutcome,
    Tournament,
)

MOST_ENTRANTS: Final = 24
MOST_ROUNDS: Final = 9
CHALLENGES: Final = 30
OTHER_POINTS: Final = ((3, 0), (5, 2, 0), (7, 4, 2, 0))
EVERY: Final = 6
"""Standings are remembered after every so many events."""


@dataclass
class SimulatedTournament:
    """A tournament that was played to its end: its log, and standings remembered on the way."""

    name: str
    seed: bytes
    events: list[Entry] = field(default_factory=list)
    state: Tournament | None = None
    remembered: list[Remembered] = field(default_factory=list)


class TournamentCourse:
    """Plays one tournament; everything by chance, the same for the same name."""

    def __init__(self, name: str, form: Format) -> None:
        self.chance = Stream(seed_of(name), "simulated tournament")
        self.form = form
        self.played = SimulatedTournament(name, seed_of(f"{name}/seed"))
        self.people = 0

    @property
    def state(self) -> Tournament:
        """The state now."""
        assert self.played.state is not None
        return self.played.state

    def happens(self, one_in: int) -> bool:
        """Whether something happens that does once in so many times."""
        return self.chance.below(one_in) == 0

    def add(self, event: Entry) -> None:
        """Append an event; now and then the standings are remembered."""
        self.played.events.append(event)
        self.played.state = fold(self.played.state, event)
        if self.state.version % EVERY == 0 or isinstance(event, Ruled):
            rows = self.form.standings(self.state)
            self.played.remembered.append(Remembered(self.state.version, rows))

    def play(self) -> SimulatedTournament:
        """From the draft to the end."""
        self.enter()
        if self.form.endless:
            self.challenge()
        else:
            while self.state.round < MOST_ROUNDS and self.draw():
                self.play_round(self.state.of_round(self.state.round))
                self.between_rounds()
        self.add(TournamentFinished(seed=self.played.seed.hex()))
        return self.played

    def enter(self) -> None:
        """Settings and entrants that fit them."""
        given = options_by_chance(self.form, self.chance)
        fitting = fitting_numbers(self.form, given)
        number = self.chance.choice(fitting)
        settings = self.settings(given)
        if settings.duplicate:
            fitting = [one for one in fitting if self.form.plays_once(given, one)]
            number = self.chance.choice(fitting)
        self.add(Created(settings=settings, director=1))
        self.add(RegistrationOpened(commitment=commitment(self.played.seed)))
        for _ in range(number):
            self.register()
        for entrant in self.state.active():
            if len(self.state.active()) - 1 in fitting and self.happens(20):
                self.add(Withdrew(entrant=entrant))
        order = seeding(self.state, self.played.seed, ratings={})
        if order is not None:
            self.add(Changed(order=order))

    def settings(self, given: dict[str, OptionValue]) -> Settings:
        """Points, tie-breaks and the rest by chance."""
        names = [row.name for row in TIE_BREAKS.values() if row.chosen and row.name != "lot"]
        some = self.chance.shuffled(names)[: self.chance.below(len(names) + 1)]
        return Settings(
            format=self.form.name,
            format_options=given,
            points=self.chance.choice((DEFAULT_POINTS, OTHER_POINTS)),
            tie_breaks=DEFAULT_TIE_BREAKS if self.happens(2) else (*some, "lot"),
            duplicate=self.form.one_table and not self.form.endless and self.happens(4),
        )

    def register(self, *, waiting: bool = False) -> None:
        """One entrant more."""
        self.people += 1
        self.add(
            Registered(
                entrant=len(self.state.entrants) + 1,
                person=self.people,
                waiting=waiting,
                since=self.state.round + 1,
            )
        )

    def draw(self) -> bool:
        """The next round, sometimes in a second attempt; False when there is none."""
        number = self.state.round + 1
        for attempt in (1, 2):
            draw = draw_round(self.state, self.played.seed, number=number, attempt=attempt)
            if draw is None:
                return False
            lots = lots_for(self.state, self.played.seed)
            self.add(RoundDrawn(draw=draw, attempt=attempt, lots=lots))
            for table in draw.tables:
                self.make(number, draw.stage, table)
            if not self.happens(8):
                break
        return True

    def make(self, number: int, stage: str, drawn: TableDraw) -> None:
        """Set a table up."""
        table = max(self.state.tables, default=0) + 1
        self.add(TableMade(table=table, round=number, stage=stage, drawn=drawn))

    def play_round(self, tables: Sequence[RoundTable]) -> None:
        """Results in any order; some arrive twice, some are ruled on, some people leave."""
        for table in self.chance.shuffled(tables):
            event = ResultRecorded(table=table.id, result=self.result(table))
            self.add(event)
            if self.happens(10):
                self.add(event)
            if self.happens(8):
                self.rule(self.chance.choice(list(self.state.tables.values())))
            if self.happens(30):
                self.leave()
        for table in self.state.tables.values():
            if table.result is None:
                self.add(ResultRecorded(table=table.id, result=self.result(table)))

    def result(self, table: RoundTable) -> TableOutcome:
        """A result by chance: scores that may tie, no-shows, who resigned, all of them away."""
        scores = [80 + self.chance.below(40) for _ in table.seats]
        away = [one for one in table.seats if self.happens(12)]
        if self.happens(60):
            away = list(table.seats)
        places = places_with_forfeits(table.seats, ranked_places(scores), away)
        last = [one for one, place in zip(table.seats, places, strict=True) if place == max(places)]
        resigned = not away and len(last) == 1 and self.happens(10)
        known = self.happens(5)
        return TableOutcome(
            places=places,
            label="entered" if known else "played",
            scores=()
            if known
            else tuple(
                None if one in away else score
                for one, score in zip(table.seats, scores, strict=True)
            ),
            forfeited=tuple(away),
            resigned=tuple(last) if resigned else (),
        )

    def rule(self, table: RoundTable) -> None:
        """Another result, or none for now."""
        if table.result is None:
            return
        result = None if self.happens(4) else self.result(table)
        self.add(Ruled(table=table.id, reason="Miscounted.", result=result, supersedes=table.ruled))

    def leave(self) -> None:
        """Somebody drops out; some are replaced, at once or not at all."""
        active = self.state.active()
        if len(active) < 3:
            return
        entrant = self.chance.choice(active)
        self.add(Dropped(entrant=entrant, last=self.state.round))
        if self.happens(3):
            self.people += 1
            self.add(Substituted(entrant=entrant, person=self.people))

    def between_rounds(self) -> None:
        """Some leave, some come."""
        if self.happens(3):
            self.leave()
        if self.form.name != "series" and self.happens(4):
            self.register(waiting=True)
            self.add(Changed(admitted=(len(self.state.entrants),)))

    def challenge(self) -> None:
        """Tables of a ladder: some open at the same time, all over at the end."""
        for _ in range(CHALLENGES):
            players = self.chance.shuffled(self.state.active())[: 2 + self.chance.below(3)]
            try:
                self.make(0, self.form.name, self.form.challenge(self.state, players, self.chance))
            except TableRefused:
                continue
            if self.happens(2):
                self.play_round([one for one in self.state.tables.values() if not one.result])
            if self.happens(6):
                self.register()
        self.play_round([one for one in self.state.tables.values() if not one.result])


def options_by_chance(form: Format, chance: Stream) -> dict[str, OptionValue]:
    """Options of a format that it takes; those that bring many rounds stay small."""
    while True:
        given = {
            one.name: value_by_chance(one, chance) for one in form.described if chance.below(2)
        }
        if fitting_numbers(form, given):
            return given


def value_by_chance(option: FormatOption, chance: Stream) -> OptionValue:
    """A value that the option takes, numbers near its lowest."""
    if option.kind == "boolean":
        return chance.below(2) == 1
    if option.kind == "choice":
        return chance.choice(option.values)
    return option.least + chance.below(min(option.most - option.least, 8) + 1)


def fitting_numbers(form: Format, given: dict[str, OptionValue]) -> list[int]:
    """The numbers of entrants that a format takes with these options; none if it refuses them."""
    found = list[int]()
    for number in range(2, MOST_ENTRANTS + 1):
        try:
            form.check(given, number)
        except FormatRefused:
            continue
        found.append(number)
    return found


def simulated(name: str, form: str) -> SimulatedTournament:
    """A tournament of a format; the same for the same name."""
    return TournamentCourse(name, FORMATS[form]).play()


def figures(played: SimulatedTournament) -> Counter[str]:
    """What a tournament was like."""
    assert played.state is not None
    results = [one.result for one in played.state.tables.values() if one.result]
    return Counter(
        {
            "tournaments": 1,
            "tables": len(played.state.tables),
            "rounds": played.state.round,
            "forfeited seats": sum(len(one.forfeited) for one in results),
            "tables without players": sum(len(one.forfeited) == len(one.places) for one in results),
            "shared places": sum(len(set(one.places)) < len(one.places) for one in results),
            "standings compared": len(played.remembered),
            **Counter(f"event {kind_of(one)}" for one in played.events),
        }
    )


def all_of(number: int, seed: str) -> Iterator[tuple[str, SimulatedTournament]]:
    """So many tournaments, the formats in turn."""
    for index in range(number):
        form = list(FORMATS)[index % len(FORMATS)]
        yield form, simulated(f"{seed}/{form}/{index}", form)


def main() -> int:
    """Play them, check every invariant, print what they were like."""
    parser = argparse.ArgumentParser(prog="python -m simulation.tournaments", description=__doc__)
    parser.add_argument("--tournaments", type=int, default=1000)
    parser.add_argument("--seed", default="1", help="any text; another one gives others")
    args = parser.parse_args()
    began, found = time.monotonic(), dict[str, Counter[str]]()
    for form, played in tqdm(all_of(args.tournaments, args.seed), total=args.tournaments):
        if wrong := broken_rules(played.events, played.seed, played.remembered):
            print(f"BROKEN: {played.name}", *wrong, sep="\n  ")
            return 1
        found.setdefault(form, Counter()).update(figures(played))
    for form, counted in found.items():
        print(form, *(f"  {name}: {number}" for name, number in counted.items()), sep="\n")
    print(f"{args.tournaments} tournaments in {time.monotonic() - began:.0f} s, nothing broken")
    return 0


if __name__ == "__main__":
    sys.exit(main())
