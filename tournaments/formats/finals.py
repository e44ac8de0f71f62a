"""Semi-finals and a final after other rounds: who plays them, and how all stand then."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.engine.randomness import Stream
from games.engine.terms import gettext_noop
from tournaments.errors import FormatRefused
from tournaments.scoring.results import forfeited_at
from tournaments.scoring.standings import FORFEIT, RankedRow, joined, stage_standings, without
from tournaments.sentences import Sentence
from tournaments.state import FINAL, Draw, EntrantId, TableDraw, Tournament

SEMI_FINAL: Final = "semi-final"
TITLES: Final = {SEMI_FINAL: gettext_noop("Semi-final"), FINAL: gettext_noop("Final")}

LEAST_AT_SEMI: Final = 3

ONE_SEMI = gettext_noop("Choose at least two semi-finals, or none.")
NO_FINAL = gettext_noop("Semi-finals need a final.")
SMALL_FINAL = gettext_noop("The final needs a seat for the winner of each semi-final.")
FEW_FOR_SEMI = gettext_noop("So many semi-finals need at least %(least)s entrants.")
SEATS_OF_FINAL = gettext_noop(
    "In the final who holds which seat is drawn by lot, whatever seats were held before."
)
SEATS_OF_BOTH = gettext_noop(
    "In semi-finals and the final who holds which seat is drawn by lot, whatever seats were held"
    " before."
)
FEW_FOR_FINAL = gettext_noop("A final of %(seats)s needs at least as many entrants.")


class FinalsCut(Struct, frozen=True):
    """Who goes on: so many semi-finals of ``table_size``, and a final of so many seats; 0 none."""

    semi_finals: int = 0
    final: int = 0
    table_size: int = 4

    @property
    def rounds(self) -> int:
        """How many rounds that takes."""
        return bool(self.semi_finals) + bool(self.final)

    def check(self, entrants: int | None = None) -> None:
        """Raises FormatRefused where it does not fit together, or not so many entrants.

        Fields are those of ``FinalsCut``.
        """
        if self.semi_finals == 1:
            raise FormatRefused(ONE_SEMI, "semi_finals")
        if self.semi_finals and not self.final:
            raise FormatRefused(NO_FINAL, "final")
        if self.final < self.semi_finals:
            raise FormatRefused(SMALL_FINAL, "final")
        if entrants is None:
            return
        if entrants < LEAST_AT_SEMI * self.semi_finals:
            raise FormatRefused(FEW_FOR_SEMI, least=LEAST_AT_SEMI * self.semi_finals)
        if entrants < self.final:
            raise FormatRefused(FEW_FOR_FINAL, seats=self.final)


def next_final(
    state: Tournament, cut: FinalsCut, rows: Sequence[RankedRow], chance: Stream
) -> Draw | None:
    """The semi-finals or the final after the stage with the standings ``rows``; None when over.

    Who has left is replaced by the next in order. Semi-finals that would have fewer than two
    players each are left out.
    """
    drawn = [draw.stage for draw in state.draws]
    if FINAL in drawn or not cut.final:
        return None
    active = set(state.active())
    order = [row.entrant for row in rows if row.entrant in active]
    tables = min(cut.semi_finals, len(order) // 2)
    if SEMI_FINAL not in drawn and tables > 1:
        stage, seated = SEMI_FINAL, dealt(order[: cut.semi_finals * cut.table_size], tables)
    else:
        stage, seated = FINAL, [finalists(state, rows, active)[: cut.final]]
    if len(seated[0]) < 2:
        return None
    seats = tuple(TableDraw(tuple(chance.shuffled(table))) for table in seated)
    return Draw(stage, state.round + 1, seats)


def forfeits_last(state: Tournament) -> bool:
    """Whether who forfeits comes after all who played, as the first round says."""
    return bool(state.draws) and state.draws[0].forfeits_last


def dealt(order: Sequence[EntrantId], tables: int) -> list[list[EntrantId]]:
    """Tables of equal strength: the first ones one each, then on in the opposite direction."""
    found: list[list[EntrantId]] = [[] for _ in range(tables)]
    for index, one in enumerate(order):
        turn, place = divmod(index, tables)
        found[tables - 1 - place if turn % 2 else place].append(one)
    return found


def finalists(
    state: Tournament, rows: Sequence[RankedRow], active: set[EntrantId]
) -> list[EntrantId]:
    """Who comes into the final first: the winners of the semi-finals, then their seconds, ...

    Among those of equal place the one before in ``rows`` comes first; who forfeited a semi-final
    comes after all who played one. Without semi-finals all go by ``rows``.
    """
    earlier = {row.entrant: row.place for row in rows}
    away = _away(state, SEMI_FINAL)
    found = list[tuple[bool, int, int, EntrantId]]()
    for draw in state.draws:
        for table in draw.tables if draw.stage == SEMI_FINAL else ():
            standing = stage_standings(state, table.seats, stage=SEMI_FINAL, earlier=earlier)
            left = [row.entrant for row in standing if row.entrant in active]
            found += [(one in away, place, earlier[one], one) for place, one in enumerate(left)]
    if not found:
        return [row.entrant for row in rows if row.entrant in active]
    return [one for *_, one in sorted(found)]


def _away(state: Tournament, stage: str) -> set[EntrantId]:
    """Who forfeited a table of a stage, where that puts them behind all who played."""
    tables = state.of_stage(stage) if forfeits_last(state) else ()
    return {one for table in tables for one in forfeited_at(table)}


def with_finals(state: Tournament, rows: Sequence[RankedRow]) -> list[RankedRow]:
    """Standings after the stage with the standings ``rows``: finalists, semi-finalists, the rest.

    In the final and in semi-finals the points of that stage decide, then the place before it; who
    forfeited there stands behind all who played.
    """
    standing = list(rows)
    for stage in (SEMI_FINAL, FINAL):
        seated = [
            one
            for draw in state.draws
            if draw.stage == stage
            for table in draw.tables
            for one in table.seats
        ]
        earlier = {row.entrant: row for row in standing}
        places = {one: row.place for one, row in earlier.items()}
        away = _away(state, stage)
        rows = stage_standings(state, seated, stage=stage, earlier=places)
        played = without(rows, away)
        absent = without(rows, {row.entrant for row in played})
        further = [
            replace(row, before=earlier[row.entrant].stages if row.entrant in earlier else ())
            for row in joined(played, absent, by=FORFEIT)
        ]
        standing = joined(further, standing)
    return standing


def cut_sentences(cut: FinalsCut) -> list[Sentence]:
    """What an announcement says of it."""
    found = list[Sentence]()
    if cut.semi_finals:
        found.append(
            Sentence(
                gettext_noop(
                    "Then the best %(players)s play semi-finals, tables: %(tables)s. They are dealt"
                    " to them in turn, so that all are equally strong."
                ),
                {"players": cut.semi_finals * cut.table_size, "tables": cut.semi_finals},
            )
        )
    if cut.final and cut.semi_finals:
        found.append(
            Sentence(
                gettext_noop(
                    "The final has %(seats)s seats: for the winners of the semi-finals, then for"
                    " the seconds, then for the thirds. Of equal places those come first who stood"
                    " best before; who forfeited a semi-final comes after all who played one."
                ),
                {"seats": cut.final},
            )
        )
    elif cut.final:
        found.append(
            Sentence(gettext_noop("Then the best %(seats)s play a final."), {"seats": cut.final})
        )
    if cut.final:
        found.append(Sentence(SEATS_OF_BOTH if cut.semi_finals else SEATS_OF_FINAL))
        found.append(
            Sentence(
                gettext_noop(
                    "Finalists stand before semi-finalists, these before all others. In a final and"
                    " in semi-finals only their own points decide; who is level there stands as"
                    " before. Who forfeits there stands behind all who played."
                )
                if cut.semi_finals
                else gettext_noop(
                    "Finalists stand before all others. In the final only its own points decide;"
                    " who is level there stands as before it."
                )
            )
        )
    return found
