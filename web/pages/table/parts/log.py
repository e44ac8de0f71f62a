"""The log beside the board: a line for each turn, newest first, a page at a time."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from games.engine.terms import ContractId
from replays import log
from web.pages.common.pieces import ContractCard, Sign, contract_card
from web.pages.table import log_lines
from web.pages.table.log_lines import SentencePart
from web.pages.table.log_query import LogQuery
from web.pages.table.part import TablePart
from web.pages.table.table import Table

TURNS: Final = 12
"""On a page."""
LOOKED_AT: Final = 40
"""The most events for a page."""
SEARCHED: Final = log.MOST
"""The most events for a page of filtered turns."""


class LogStep(Struct, frozen=True):
    """One event: its sentence, and the spaces and other things of the table that it is about."""

    version: int
    parts: tuple[SentencePart, ...]
    undone: bool
    spaces: str
    lights: str


class TurnEntry(Struct, frozen=True):
    """What a player did in a row, or one step of the game (without a sign).

    ``summary`` is empty where there is only one step, ``cards`` are the contracts that are named.
    ``new`` tells that it came after the viewer's last turn, ``first_old`` that it is the first one
    that did not.
    """

    sign: Sign | None
    steps: tuple[LogStep, ...]
    summary: tuple[SentencePart, ...]
    cards: tuple[ContractCard, ...]
    undone: bool
    new: bool
    first_old: bool


class LogFilter(Struct, frozen=True):
    """A link to the log with or without some of its turns; ``id`` is unique on the page."""

    id: str
    label: str
    address: str
    chosen: bool
    sign: Sign | None = None


class LogPage(Struct, frozen=True):
    """A page of the log; ``older`` is the query of the next one, ``newest`` that of the newest,
    and ``query`` what of the log it shows, whatever the page."""

    turns: list[TurnEntry]
    query: str
    filtered: int
    filters: tuple[tuple[LogFilter, ...], ...]
    older: str
    newest: str | None


def recent(table: Table) -> list[log.LogLine]:
    """The newest events of a table, oldest first; read once for all parts that show some."""
    last = table.game.version
    return table.once("recent", lambda: _lines(table, max(1, last - LOOKED_AT + 1), last))


def back_to_last_turn(table: Table, seat: int, *, decides: bool) -> list[log.LogLine]:
    """The newest events with the last turn of a seat, or as many as one stretch has at most."""
    lines = recent(table)
    while lines[0].version > 1 and len(lines) < log.MOST:
        if log_lines.has_last_turn(lines, seat, decides=decides):
            break
        last = lines[0].version - 1
        lines = [*_lines(table, max(1, last - LOOKED_AT + 1), last), *lines]
    return lines


def _lines(table: Table, first: int, last: int) -> list[log.LogLine]:
    return log.lines(
        table.game,
        first=first,
        last=last,
        names=_names(table.signs),
        newest=table.latest,
        contract=log_lines.CONTRACT,
        wanted=log_lines.in_turns,
    )


def _names(signs: Sequence[Sign]) -> list[str]:
    return [log_lines.marked_name(sign) for sign in signs]


def log_page(table: Table) -> LogPage:
    """The page that the table asks for."""
    query, version = table.log, table.game.version
    last = min(query.upto or version, version)
    first = max(1, last - (SEARCHED if query.filtered else LOOKED_AT) + 1)
    lines = recent(table) if last == version and not query.filtered else _lines(table, first, last)
    found = log_lines.turns(lines if query.undone else log_lines.holding(lines))
    if first > 1 and len(found) > 1:
        del found[0]  # it may have begun before
    wanted = [turn for turn in found if log_lines.wanted(turn, query)]
    shown = wanted[-TURNS:]
    begin = shown if len(wanted) > TURNS else found
    first = begin[0][0].version if begin else first
    return LogPage(
        turns=list(_turns(shown, table)),
        query=query.address(upto=None),
        filtered=query.filtered,
        filters=tuple(_filters(table)),
        older=query.address(upto=first - 1) if first > 1 else "",
        newest=query.address(upto=None) if last < version else None,
    )


def _turns(shown: Sequence[Sequence[log.LogLine]], table: Table) -> Iterator[TurnEntry]:
    """The newest first."""
    names, since, was_new = _names(table.signs), table.since, False
    for turn in reversed(shown):
        seat, new = turn[0].seat, 0 < since < turn[-1].version
        summary = log_lines.summary(turn, names) if len(turn) > 1 else ""
        steps = tuple(_step(line, table.signs) for line in turn)
        yield TurnEntry(
            sign=None if seat is None else table.signs[seat],
            steps=steps,
            summary=tuple(log_lines.parts_of(summary, table.signs)),
            cards=_cards(table, steps),
            undone=not log_lines.holding(turn),
            new=new,
            first_old=was_new and not new,
        )
        was_new = new


def _step(line: log.LogLine, signs: Sequence[Sign]) -> LogStep:
    return LogStep(
        version=line.version,
        parts=tuple(log_lines.parts_of(line.text, signs)),
        undone=line.undone,
        spaces=log_lines.spaces_of(line.event),
        lights=log_lines.lights_of(line.event),
    )


def _cards(table: Table, steps: Sequence[LogStep]) -> tuple[ContractCard, ...]:
    """The contracts that are named, by number."""
    numbers = {part.contract for step in steps for part in step.parts if part.contract}
    return tuple(
        contract_card(table.state.content.contract(ContractId(one))) for one in sorted(numbers)
    )


def _filters(table: Table) -> Iterator[tuple[LogFilter, ...]]:
    """Links by player, by kind of moves, and the switch for what was taken back."""
    query = msgspec.structs.replace(table.log, upto=None)
    if len(table.signs) > 1:
        everybody = LogFilter("all", _("All players"), query.address(who=None), query.who is None)
        yield everybody, *(_of(sign, query) for sign in table.signs)
    anything = LogFilter("any", _("All moves"), query.address(what=""), not query.what)
    kinds = [
        LogFilter(one.name, _(one.label), query.address(what=one.name), query.what == one.name)
        for one in log_lines.KINDS
    ]
    yield anything, *kinds
    undone = query.address(undone=not query.undone)
    yield (LogFilter("undone", _("Undone moves too"), undone, query.undone),)


def _of(sign: Sign, query: LogQuery) -> LogFilter:
    chosen = query.who == sign.seat
    return LogFilter(f"of-{sign.seat}", sign.name, query.address(who=sign.seat), chosen, sign)


class LogPart(TablePart[LogPage]):
    """The log; a replay has one of its own."""

    name = "log"
    place = "rail"
    label = gettext_noop("Log")
    in_replay = False
    always = True

    def build(self, table: Table) -> LogPage:
        return log_page(table)
