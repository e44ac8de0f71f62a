"""All results of a round on one page, where a director enters or corrects several at once."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

import msgspec
from django import forms
from django.core.exceptions import ValidationError
from django.core.paginator import Page, Paginator
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct, structs

from games.errors import GameError
from tournaments import services
from tournaments.services.creating import LONGEST_REASON
from tournaments.state import RoundNumber, RoundTable, TableId, TableOutcome
from web.pages.common.name_search import NameFilter
from web.pages.tournaments import tables
from web.pages.tournaments.actions import reported
from web.pages.tournaments.actions.base import NO_REASON, ActionForm
from web.pages.tournaments.actions.results import (
    LONGEST_RESULT,
    awaits_game,
    changes_nothing,
    noted_of,
    result_fields,
    result_given,
    result_rows,
)
from web.pages.tournaments.tables import ShownTable
from web.pages.tournaments.visit import Visit
from web.pages.tournaments.wording import refusal, round_title

PER_PAGE: Final = 24
"""Tables; more fields than those of as many tables a request may not have."""
SEEN, REASON, RIGHT = "seen", "reason", "right"
CONFIRM: Final = "confirm"
"""Of the button that confirms what players say of one table; its value is the table."""
BESIDE: Final = frozenset({SEEN, REASON, RIGHT})
"""Fields that are no part of a result."""


class ResultEntry(Struct, frozen=True):
    """A table with the fields of its result; ``rows`` are by seat, ``more`` stands below them.

    A row has a name, its fields, and whether who sits there has resigned, in words.

    ``said_by`` is who has given a result that does not count yet, ``confirmed`` who agrees;
    ``replaced`` is what was given before it. Of one that is ``closed`` nothing can be changed;
    one that ``waits`` has its result from its game, for which there still is time.
    """

    table: ShownTable
    form: ActionForm
    rows: list[tuple[str, list[forms.BoundField], str]]
    more: list[forms.BoundField]
    said_by: str
    replaced: str
    confirmed: list[str]
    closed: bool
    waits: bool


SHOWN: Final[Mapping[str, tuple[str | Promise, Callable[[RoundTable], bool]]]] = {
    "": (gettext_lazy("All tables"), lambda _table: True),
    "open": (gettext_lazy("Still open"), lambda table: table.result is None),
    "reported": (
        gettext_lazy("To be confirmed"),
        lambda table: table.result is None and table.report is not None,
    ),
}
"""Which tables of a round can be shown alone."""


class TableChoice(Struct, frozen=True):
    """Some tables of a round that can be shown alone, and how many they are."""

    key: str
    title: str
    count: int
    current: bool


class RoundChoice(Struct, frozen=True):
    """A round that can be chosen; ``open`` are its tables without a result."""

    number: RoundNumber
    title: str
    current: bool
    open: int


class Saved(Struct):
    """What came of a request: the tables saved, how many by rulings, and whether some were refused.

    ``noted`` says of which the places are recorded otherwise than they were filled in, or odd.
    """

    tables: list[TableId] = []
    ruled: int = 0
    refused: bool = False
    noted: list[str] = []


def rounds_to_choose(visit: Visit, current: RoundNumber) -> list[RoundChoice]:
    """The rounds, the newest first, and tables without one."""
    state = visit.state
    numbers = [draw.round for draw in reversed(state.draws)]
    titles = {draw.round: round_title(state, draw) for draw in state.draws}
    if state.of_round(0):
        numbers.append(0)
        titles[0] = _("Challenges")
    return [
        RoundChoice(
            number=number,
            title=titles[number],
            current=number == current,
            open=sum(table.result is None for table in state.of_round(number)),
        )
        for number in numbers
    ]


def tables_to_choose(visit: Visit, number: RoundNumber, show: str) -> list[TableChoice]:
    """Which tables of a round can be shown alone; those that there are none of are left out."""
    every = visit.state.of_round(number)
    counts = {key: sum(map(fits, every)) for key, (_title, fits) in SHOWN.items()}
    return [
        TableChoice(key, str(title), counts[key], current=key == show)
        for key, (title, _fits) in SHOWN.items()
        if counts[key] or key in ("", show)
    ]


def page_of(
    visit: Visit, number: RoundNumber, wanted: str, names: NameFilter, show: str = ""
) -> Page[RoundTable]:
    """A page of the tables of a round: all, some of ``SHOWN``, or those of people of a name."""
    found = [table for table in visit.state.of_round(number) if SHOWN[show][1](table)]
    if show == "open":
        # Those first of which somebody has to say how they ended.
        found.sort(key=lambda table: table.game is not None)
    if names:
        found = [
            table
            for table in found
            if any(names.finds(visit.holder(table, s)) for s in table.seats)
        ]
    return Paginator(found, PER_PAGE).get_page(wanted)


def with_those_sent(visit: Visit, found: Sequence[RoundTable], data: QueryDict) -> list[RoundTable]:
    """The tables of a page, and those that were filled in and no longer belong there by now."""
    sent = {name.partition("-")[0] for name in data}
    more = [one for one in visit.state.tables.values() if f"t{one.id}" in sent]
    return [*found, *(one for one in more if one not in found)]


def entries_of(
    visit: Visit, found: Sequence[RoundTable], data: QueryDict | None = None
) -> list[ResultEntry]:
    """Some tables with their forms, empty or as they were sent."""
    games = tables.games_of(visit, found)
    given = reported.given_at(visit, [table for table in found if table.report is not None])
    return [
        _entry(visit, table, tables.table_view(visit, table, games), given, data) for table in found
    ]


def _entry(
    visit: Visit,
    table: RoundTable,
    shown: ShownTable,
    given: reported.Given,
    data: QueryDict | None,
) -> ResultEntry:
    at = replace(visit, table=table)
    prefix = f"t{table.id}"
    # Who sent the form has seen the result of that moment, which may be another one by now.
    sent = "" if data is None else data.get(f"{prefix}-{SEEN}", "")
    seen = _known(table) if data is None else _decoded(sent, table)
    form = ActionForm(data, prefix=prefix, auto_id="%s")
    form.fields = {**result_fields(at, seen, forfeits=True), **_beside(table)}
    closed = not _open(visit, table)
    for field in form.fields.values():
        field.disabled = closed
    rows = result_rows(at, forfeits=True)
    for name, fields in rows:
        for one in fields:
            widget = form.fields[one].widget
            widget.attrs["aria-label"] = f"{form.fields[one].label}: {name}"
    return ResultEntry(
        table=shown,
        form=form,
        rows=[
            (name, [form[one] for one in fields], _out(table, shown.seats[seat]))
            for seat, (name, fields) in enumerate(rows)
        ],
        more=[form[one] for one in (RIGHT, REASON) if one in form.fields],
        said_by=reported.said_by(at, table),
        replaced=reported.replaced(at, table, given),
        confirmed=reported.confirmed(at, table),
        closed=closed,
        waits=awaits_game(visit, table),
    )


def _out(table: RoundTable, seat: tables.ShownSeat) -> str:
    """That a seat has resigned, or was forfeited in a game; a result has a tick for the latter."""
    ticked = table.result is not None and seat.entrant in table.result.forfeited
    return "" if ticked else seat.out


def _open(visit: Visit, table: RoundTable) -> bool:
    """Whether a result can be entered, or ruled on; that is possible after the end, too."""
    phase = visit.state.phase
    if awaits_game(visit, table):
        return False
    return phase == "running" or (phase == "finished" and table.result is not None)


def _known(table: RoundTable) -> TableOutcome | None:
    return table.result or (table.report.result if table.report else None)


def _decoded(text: str, table: RoundTable) -> TableOutcome | None:
    """The result that a form says it has shown; None for what no table of so many seats has."""
    try:
        sent = msgspec.json.decode(text[:LONGEST_RESULT], type=TableOutcome) if text else None
    except msgspec.MsgspecError:
        return None
    seats = len(table.seats)
    fits = sent and len(sent.places) == seats and len(sent.scores) in (0, seats)
    return sent if fits else None


def _beside(table: RoundTable) -> dict[str, forms.Field]:
    known = _known(table)
    found: dict[str, forms.Field] = {
        SEEN: forms.CharField(
            required=False,
            max_length=LONGEST_RESULT,
            widget=forms.HiddenInput,
            initial=msgspec.json.encode(known).decode() if known else "",
        )
    }
    if table.result is not None:
        found[REASON] = forms.CharField(
            label=_("Reason, which everybody can read"),
            required=False,
            max_length=LONGEST_REASON,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )
    elif table.report is not None:
        found[RIGHT] = forms.BooleanField(
            label=_("Confirm when you save the results"), required=False
        )
    return found


def save(visit: Visit, entries: list[ResultEntry], now: datetime) -> Saved:
    """Enter, confirm or rule on what was filled in; what is refused stands at its table."""
    saved = Saved()
    for entry in entries:
        if entry.closed:
            continue
        try:
            at = replace(visit, table=visit.state.tables[entry.table.number])
            if _save(at, entry, now):
                saved.tables.append(entry.table.number)
                saved.ruled += REASON in entry.form.fields
                saved.noted += noted_of(at, entry.form.cleaned_data)
        except GameError as error:
            entry.form.add_error(None, refusal(error))
        except ValidationError as error:
            entry.form.add_error(None, error)
        saved.refused = saved.refused or bool(entry.form.errors)
    return saved


def _save(visit: Visit, entry: ResultEntry, now: datetime) -> bool:
    """Whether something was done at a table. Raises GameError, ValidationError."""
    form, table = entry.form, visit.table
    assert table is not None
    changed = set(form.changed_data) - BESIDE
    right = form.is_valid() and form.cleaned_data.get(RIGHT)
    if not form.is_valid() or not (changed or right):
        return False
    given = result_given(visit, form.cleaned_data)
    if table.result is not None and changes_nothing(visit, given):
        return False
    if _decoded(form.cleaned_data[SEEN], table) != _known(table):
        raise ValidationError(_("This table has another result by now: look at it again."))
    if REASON in form.fields and not form.cleaned_data[REASON]:
        raise ValidationError({REASON: NO_REASON})
    _send(visit, form.cleaned_data, given, changed=bool(changed), now=now)
    return True


def _send(visit: Visit, data: dict[str, Any], given: Any, *, changed: bool, now: datetime) -> None:
    table, user = visit.table, visit.user
    assert table is not None
    assert user is not None
    about: dict[str, Any] = {"tournament_id": visit.id, "user": user, "table": table.id, "now": now}
    if table.result is not None:
        services.rule(**about, **given._asdict(), reason=data[REASON])
    elif table.report is not None and not changed:
        services.confirm_result(**about, seen=table.report.result)
    else:
        services.record_result(**about, **given._asdict())


def ticked(data: QueryDict) -> QueryDict:
    """What was sent, with the table ticked whose button to confirm was pressed."""
    if CONFIRM not in data:
        return data
    data = data.copy()
    data[f"t{data[CONFIRM]}-{RIGHT}"] = "on"
    return data


def after_saving(visit: Visit, entries: list[ResultEntry], saved: Saved) -> list[ResultEntry]:
    """The tables as they are now; those that were not saved keep what was filled in."""
    before = {one.table.number: one for one in entries}
    known = visit.state.tables
    now = entries_of(visit, [known[number] for number in before if number in known])
    return [
        one
        if (number := one.table.number) in saved.tables
        else structs.replace(
            one, form=before[number].form, rows=before[number].rows, more=before[number].more
        )
        for one in now
    ]


def refused_tables(entries: list[ResultEntry]) -> Iterator[ShownTable]:
    """The tables at which something is wrong."""
    return (entry.table for entry in entries if entry.form.errors)
