"""A row for each player, to compare how they stand."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias
from uuid import UUID

from django.utils.translation import gettext_noop
from msgspec import Struct

from games import engine
from games.engine.rules.rounds import passing_bonus
from games.engine.terms import GOODS, Seat
from games.models import Game
from replays import snapshots
from replays.narration import vocabulary
from web.pages.common.labels import label, pounds
from web.pages.table.part import TablePart
from web.pages.table.parts.players import PlayerBoard, boards_of
from web.pages.table.parts.sheet import PointsLine
from web.pages.table.table import Table

Lines: TypeAlias = Mapping[str, int]
"""The points of each line of a score sheet, by the name of the line."""


class CompareRow(Struct, frozen=True):
    """How a player stands; ``passed`` is what passing has brought, empty before.

    ``change`` tells by how many points the score of now differs from that at the viewer's last
    turn, and ``why`` by which lines of the sheet; None and empty where there is none to compare
    with.
    """

    board: PlayerBoard
    place: int
    passed: str
    change: int | None
    why: str


class Comparison(Struct, frozen=True):
    """The players in turn order, and what passing next brings; empty while passing is not possible.

    ``goods`` are those of the columns: symbol and name. ``income`` tells whether there is a
    production to come, ``changes`` whether there is a viewer whose last turn one may compare with,
    ``own`` whether a clan keeps something on spaces of its own.
    """

    rows: list[CompareRow]
    goods: tuple[tuple[str, str], ...]
    passing: str
    income: bool
    changes: bool
    own: bool


def comparison(table: Table) -> Comparison:
    """The players in turn order; before it is known, in that of the seats."""
    state = table.state
    boards = {board.sign.seat: board for board in boards_of(table)}
    before = points_before(table)
    passed = state.passed if state.phase in ("action", "production", "scoring") else []
    rows = [
        CompareRow(
            board=boards[seat],
            place=place,
            passed=_passing(state, passed.index(Seat(seat))) if seat in passed else "",
            change=_change(boards[seat], before),
            why=_why(boards[seat], before),
        )
        for place, seat in enumerate(state.turn_order or sorted(boards), 1)
    ]
    can_pass = state.phase == "action" and len(passed) < len(rows) and not state.options.solo
    passing = _passing(state, len(passed)) if can_pass else ""
    goods = tuple((good, label(good)) for good in GOODS)
    return Comparison(
        rows,
        goods,
        passing,
        income=not state.over,
        changes=table.seat is not None,
        own=any(board.clan and board.clan.own for board in boards.values()),
    )


def _passing(state: engine.State, place: int) -> str:
    return pounds(passing_bonus(state.content, state.options, place))


def _change(board: PlayerBoard, before: Mapping[int, Lines]) -> int | None:
    if board.score is None or board.sign.seat not in before:
        return None
    return board.score.total - sum(before[board.sign.seat].values())


def _why(board: PlayerBoard, before: Mapping[int, Lines]) -> str:
    """The lines of the sheet that differ, each with by how much."""
    if board.score is None or board.sign.seat not in before:
        return ""
    then = before[board.sign.seat]
    changed = [
        PointsLine(line.label, line.points - then.get(line.name, 0)) for line in board.score.lines
    ]
    return vocabulary.joined([f"{line.label} {line.signed}" for line in changed if line.by])


def points_before(table: Table) -> Mapping[int, Lines]:
    """By seat, what each line would have given at the viewer's last turn; empty without one."""
    if not table.live or not 0 < table.since < table.game.version:
        return {}
    return dict(_points_at(table.game.pk, table.since))


@lru_cache(maxsize=512)
def _points_at(game_id: UUID, version: int) -> tuple[tuple[Seat, Lines], ...]:
    """The score at a version; it never changes."""
    state = snapshots.rebuild(Game.objects.get(pk=game_id), version)
    if not state.round:
        return ()
    names = [line.name for line in engine.lines_of(state)]
    return tuple(
        (sheet.seat, {name: sheet.points(name) for name in names})
        for sheet in engine.score_now(state)
    )


class ComparePart(TablePart[Comparison]):
    """A row for each player; each opens the player's whole board."""

    name = "compare"
    place = "compare"
    heading = gettext_noop("Players compared")
    in_replay = False
    shows_moves = True
    always = True

    def build(self, table: Table) -> Comparison:
        return comparison(table)
