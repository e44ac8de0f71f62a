"""How games came out, read off their streams into a table over which statistics are made.

Each game is read by itself and gives the same rows every time, so the table can be made anew at
any time. Only games count that were played here to their end by all at the table: imported and
forked ones do not, nor those with a resignation or that were abandoned. One that is withheld does
so once it is disclosed: other tables still play with its map and tiles, by which it can be found.
"""

import logging
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games import engine, packs
from games.engine import effects as fx
from games.models import Game, Seat
from games.models.game import EndedBy, Source, Status
from games.waiting import off
from replays.models import Result, SeatResult, Trait
from replays.statistics.course import line_of
from replays.statistics.kept_sums import next_number

log = logging.getLogger(__name__)

WIN: Final = 12
"""A whole win; it can be shared by two, three or four. Solo games have none. (SOLO-25)"""
FORGOTTEN: Final = timedelta(seconds=30)
"""How long the task that reads a finished game may take before another one does it."""
AT_ONCE: Final = 200
"""Games of one sweep."""


def record(game_id: UUID, *, anew: bool = False) -> bool:
    """Read a game that is over; whether anything was written.

    One that is read already stays as it is unless ``anew``. A game that does not count, or was
    erased, leaves no rows.
    """
    with transaction.atomic():
        # The lock keeps an erasure from coming in between.
        game = Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()
        known = Result.objects.filter(pk=game_id)
        if game is None or not counts(game):
            known.delete()
            return False
        if known.exists() and not anew:
            return False
        number = known.values_list("number", flat=True).first()
        known.delete()
        _write(game, number)
        return True


def counts(game: Game) -> bool:
    """Whether a game is one that statistics count."""
    return counted().filter(pk=game.pk).exists()


def record_forgotten(*, now: datetime, limit: int = AT_ONCE) -> int:
    """Read games that should have been read when they were over; how many there were.

    One that cannot be read is logged and left for the next time.
    """
    missing = counted().filter(off("finished_at", now=now, by=FORGOTTEN), result__isnull=True)
    done = 0
    for game_id in missing.order_by("-finished_at").values_list("pk", flat=True)[:limit]:
        try:
            done += record(game_id)
        except Exception:
            log.exception("reading the result of game %s failed", game_id)
    return done


def rebuild() -> Iterator[UUID]:
    """Make the whole table anew, game by game; yields each game as it is done.

    Readers see every game all the while, as it was or as it is now.
    """
    Result.objects.exclude(game__in=counted()).delete()
    for game_id in list(counted().order_by("finished_at", "pk").values_list("pk", flat=True)):
        record(game_id, anew=True)
        yield game_id


def counted() -> QuerySet[Game]:
    """The games that statistics count."""
    played_out = Game.objects.filter(
        status=Status.FINISHED, source=Source.PLAYED, ended_by=EndedBy.SCORING, withheld=False
    )
    left = Seat.objects.filter(game=OuterRef("pk"), resigned=True)
    return played_out.exclude(Exists(left))


class Read:
    """What a result needs of a stream: the end of the game, and how it began."""

    def __init__(self, game: Game) -> None:
        packs.pack(game.content_id)
        replayer = engine.StreamReplayer()
        self.state = replayer.state
        self.order: list[engine.Seat] = []
        self.start_tiles: dict[engine.Seat, int] = {}
        for event in line_of(game):
            for effect in event.effects:
                self._note(effect)
            replayer.take_public(event)

    def _note(self, effect: object) -> None:
        match effect:
            case fx.TurnOrderSet(seats=seats) if len(seats) == len(self.state.players):
                # In an auction it grows, winner by winner.
                self.order = self.order or list(seats)
            case fx.PairTaken(seat=seat, pair=pair):
                self.start_tiles[seat] = self.state.draft[pair].start_tile


def _write(game: Game, number: int | None) -> None:
    read = Read(game)
    state = read.state
    bots = {seat.index: seat.bot for seat in game.seats.all()}
    result = Result.objects.create(
        game=game,
        version=game.version,
        players=len(state.players),
        people=sum(not bot for bot in bots.values()),
        modules=" ".join(state.modules),
        scoring_tiles=_joined(state.scoring_tiles),
        port_tiles=_joined(port.tile for port in state.ports),
        usual=state.options.usual,
        finished_at=game.finished_at or game.active_at,
        number=number or next_number(),
    )
    winners = sum(sheet.rank == 1 for sheet in state.scores)
    SeatResult.objects.bulk_create(
        _seat(result, read, sheet, bots.get(sheet.seat, ""), winners) for sheet in state.scores
    )
    Trait.objects.bulk_create(
        Trait(result=result, kind=kind, value=value) for kind, value in _traits(state)
    )


def _seat(
    result: Result, read: Read, sheet: engine.ScoreSheet, bot: str, winners: int
) -> SeatResult:
    return SeatResult(
        result=result,
        seat=sheet.seat,
        bot=bot,
        clan=read.state.players[sheet.seat].clan,
        start_tile=read.start_tiles[sheet.seat],
        place=read.order.index(sheet.seat) + 1,
        rank=sheet.rank,
        win=WIN // winners if sheet.rank == 1 and result.players > 1 else 0,
        total=sheet.total,
        lines={line.name: sheet.points(line.name) for line in engine.lines_of(read.state)},
    )


def _joined(tiles: Iterable[int]) -> str:
    """The numbers of tiles as they stand in a result, the same in whatever order they lie."""
    return " ".join(sorted(map(str, tiles)))


def _traits(state: engine.State) -> Iterator[tuple[str, str]]:
    for side in state.modules:
        yield Trait.Kind.SIDE, side
    for tile in state.scoring_tiles:
        yield Trait.Kind.SCORING_TILE, str(tile)
    for port in state.ports:
        yield Trait.Kind.PORT_TILE, str(port.tile)
