"""The log of a replay: rounds, turns and events with their sentences, and the ways between them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from games import store
from games.models import Game
from replays import stepping
from replays.contents import RoundSpan, TurnSpan, contents
from replays.exporting import sentences_of
from web.presenting.news import hexes_of

PHASES: Final[Mapping[str, str]] = {
    "setup": gettext_noop("Set-up"),
    "auction": gettext_noop("Clan auction"),
    "draft": gettext_noop("Clans"),
    "workers": gettext_noop("First workers"),
    "action": gettext_noop("Actions"),
    "production": gettext_noop("Production"),
    "scoring": gettext_noop("Scoring"),
    "preparation": gettext_noop("Preparation"),
    "final": gettext_noop("Final scoring"),
    "over": gettext_noop("After the end"),
}
"""What the phases are called above their events."""


class Entry(Struct, frozen=True):
    """One event; ``hexes`` are the spaces of the map that it changes, ``undone`` marks the undo
    itself as well as what it took back."""

    version: int
    kind: str
    sentence: str
    undone: bool
    hexes: str


class Turn(Struct, frozen=True):
    """What one seat did in a row, or the game itself (None)."""

    seat: int | None
    name: str
    entries: list[Entry]


class Phase(Struct, frozen=True):
    """A phase of a round with its turns."""

    title: str
    first: int
    turns: list[Turn]


class Round(Struct, frozen=True):
    """A round; 0 is the set-up."""

    number: int
    first: int
    last: int
    phases: list[Phase]


def log_of(game: Game, names: Sequence[str]) -> list[Round]:
    """All of a game's events up to its newest version, those that were taken back too."""
    sentences = sentences_of(game)
    hexes = dict(_hexes(game))
    spans = list(_spans(game))

    def turn(span: TurnSpan) -> Turn:
        entries = [
            Entry(
                version=line.version,
                kind=line.kind,
                sentence=sentences[line.version],
                undone=line.undone or line.kind == "undo",
                hexes=hexes.get(line.version, ""),
            )
            for line in span.events
        ]
        return Turn(span.seat, "" if span.seat is None else names[span.seat], entries)

    return [
        Round(
            span.round,
            span.first,
            span.last,
            [
                Phase(_(PHASES[phase.phase]), phase.first, [turn(t) for t in phase.turns])
                for phase in span.phases
            ],
        )
        for span in spans
    ]


def _spans(game: Game) -> Iterator[RoundSpan]:
    """The rounds; where a list ends inside one, its rest follows as a round of the same number."""
    after = 0
    while after < game.version:
        listed = contents(game, after=after)
        yield from listed.rounds
        after = listed.last


def _hexes(game: Game) -> Iterator[tuple[int, str]]:
    for row in store.public_rows(game.pk, upto=game.version):
        hexes = " ".join(dict.fromkeys(hexes_of(stepping.event_of(row))))
        if hexes and row.version > 1:  # the set-up would light up everything
            yield row.version, hexes


def entries(rounds: Sequence[Round]) -> Iterator[Entry]:
    """All events in order."""
    for one in rounds:
        for phase in one.phases:
            for turn in phase.turns:
                yield from turn.entries


class Stops(Struct, frozen=True):
    """Where the buttons lead from a version; None where they lead nowhere."""

    first: int
    last: int
    before: int | None
    after: int | None
    turn_before: int | None
    turn_after: int | None
    round_before: int | None
    round_after: int | None
    place: int
    count: int


def stops(rounds: Sequence[Round], version: int, *, undone: bool) -> Stops:
    """The ways from a version; without what was taken back unless ``undone``."""
    versions, turns, starts = [], [], []
    for one in rounds:
        starts.append(one.first)
        for turn in (turn for phase in one.phases for turn in phase.turns):
            shown = [e.version for e in turn.entries if undone or not e.undone]
            versions += shown
            turns += shown[:1]
    starts = [next((v for v in versions if v >= start), versions[-1]) for start in starts]
    return Stops(
        first=versions[0],
        last=versions[-1],
        before=_before(versions, version),
        after=_after(versions, version),
        turn_before=_before(turns, version),
        turn_after=_after(turns, version) or _after(versions[-1:], version),
        round_before=_before(starts, version),
        round_after=_after(starts, version) or _after(versions[-1:], version),
        place=sum(v <= version for v in versions),
        count=len(versions),
    )


def _before(versions: Sequence[int], version: int) -> int | None:
    return max((v for v in versions if v < version), default=None)


def _after(versions: Sequence[int], version: int) -> int | None:
    return min((v for v in versions if v > version), default=None)


def entry_at(rounds: Sequence[Round], version: int) -> tuple[Round, Turn, Entry]:
    """The event of a version with where it stands. Raises LookupError."""
    for one in rounds:
        for turn in (turn for phase in one.phases for turn in phase.turns):
            for entry in turn.entries:
                if entry.version == version:
                    return one, turn, entry
    raise LookupError(version)
