"""The parts of the page of a table, in order: the page, its replay and live updates go by this."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from web.pages.table.part import TablePart
from web.pages.table.parts.agree import AgreePart
from web.pages.table.parts.aside import AsidePart
from web.pages.table.parts.board import BoardPart
from web.pages.table.parts.compare import ComparePart
from web.pages.table.parts.draft import DraftPart
from web.pages.table.parts.exports import ContractRowPart, ExportsPart
from web.pages.table.parts.imports import ImportsPart
from web.pages.table.parts.key import KeyPart
from web.pages.table.parts.log import LogPart
from web.pages.table.parts.market import MarketPart
from web.pages.table.parts.mine import MinePart
from web.pages.table.parts.news import NewsPart
from web.pages.table.parts.order import OrderPart
from web.pages.table.parts.players import PlayersPart
from web.pages.table.parts.scoring import ScoringPart
from web.pages.table.parts.sheet import SheetPart
from web.pages.table.parts.since import SincePart
from web.pages.table.parts.spaces import SpacesPart
from web.pages.table.parts.status import StatusPart
from web.pages.table.table import Table

AnyPart: TypeAlias = TablePart[Any]

BASE: Final[tuple[AnyPart, ...]] = (
    StatusPart(),
    AgreePart(),
    AsidePart(),
    SheetPart(),
    BoardPart(),
    DraftPart(),
    MinePart(),
    OrderPart(),
    ComparePart(),
    PlayersPart(),
    MarketPart(),
    ExportsPart(),
    ContractRowPart(),
    ScoringPart(),
    ImportsPart(),
    LogPart(),
    KeyPart(),
    SpacesPart(),
    SincePart(),
    NewsPart(),
)
"""In the order of the navigation, and of each place. Clans and expansions bring theirs by
``extensions``."""

_installed: list[AnyPart] = list(BASE)


def install(parts: Sequence[AnyPart]) -> None:
    """Make pages with these parts from now on; for ``extensions.assemble`` alone.

    Raises ValueError where two of them have the same name.
    """
    names = [part.name for part in parts]
    if len(names) != len(set(names)):
        raise ValueError("two parts of the table have the same name")
    _installed[:] = parts


def parts_of(table: Table) -> list[AnyPart]:
    """The parts that this table has."""
    return [part for part in _installed if part.in_play(table.state.options)]


def placed(table: Table, place: str) -> list[AnyPart]:
    """The parts at a place of the page of the table."""
    return [part for part in parts_of(table) if part.place == place]


def replayed(table: Table, place: str) -> list[AnyPart]:
    """The parts at a place of the page of the replay."""
    return [part for part in parts_of(table) if part.in_replay and part.replay_place == place]


def tabs(table: Table, place: str) -> tuple[list[AnyPart], str]:
    """The parts that are tabs of a place, and the name of the one that is open at first."""
    parts = placed(table, place)
    wanted = [part for part in parts if part.opens(table)]
    seen = [part for part in parts if not part.hidden(table)]
    return parts, next(part.name for part in (*wanted, *seen))


def links(table: Table, *, replay: bool = False) -> Iterator[tuple[str, str]]:
    """The ids of parts that the navigation leads to, and what the links are called."""
    for part in parts_of(table):
        there = part.linked_in_replay if replay else part.place is not None
        if there and (text := part.link(table)):
            yield part.name, text
