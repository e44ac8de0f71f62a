"""What is next for a director of a tournament."""

from collections.abc import Iterator, Sequence
from typing import NotRequired, TypedDict

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.errors import FormatRefused
from tournaments.settings_check import check_entrants
from tournaments.state import RoundTable
from web.pages.tournaments.actions.beside import tables_beside
from web.pages.tournaments.actions.between_rounds import (
    changed_texts,
    final_is_next,
    over_text,
    semi_finals_are_next,
    waiting_texts,
)
from web.pages.tournaments.steps.reports import reported
from web.pages.tournaments.steps.step import NextStep, TableAt, act_url, named, not_named, page_url
from web.pages.tournaments.tables import ShownTable, table_views
from web.pages.tournaments.visit import Visit, without_accounts
from web.pages.tournaments.wording import (
    closing_text,
    listed,
    numbered_round,
    opening_text,
    refusal,
)


class _Looking(TypedDict):
    """What a step says about tables to look at."""

    main: bool
    tables: Sequence[TableAt]
    more: str
    label: NotRequired[str]
    link: NotRequired[str]


def as_director(visit: Visit) -> Iterator[NextStep]:
    """What a director should do next."""
    state = visit.state
    if state.phase == "draft":
        yield NextStep(
            "open",
            _("This is a draft that only its directors see. Open registration when it is right."),
            _("Open registration"),
            action=act_url(visit, "open"),
        )
        yield NextStep(
            "edit", "", _("Change the settings"), page_url(visit, "tournament_edit"), main=False
        )
    elif state.paused:
        yield NextStep(
            "resume",
            _("The tournament is paused: nobody can be challenged.")
            if visit.format is not None and visit.format.endless
            else _("The tournament is paused: nothing is drawn."),
            _("Go on"),
            action=act_url(visit, "resume"),
        )
        yield from reported(visit)
    elif state.phase in ("open", "running") and visit.format is not None and visit.format.endless:
        yield from reported(visit)
        yield from _in_a_ladder(visit)
    elif state.phase == "open":
        yield from _towards_the_start(visit)
    elif state.phase == "running":
        yield from _towards_the_end(visit)
        yield from _beside(visit)
    elif state.phase == "cancelled":
        yield from _beside(visit)
    elif state.phase == "finished":
        yield from _beside(visit)
        yield NextStep(
            "files",
            _("Standings, results and the whole log are ready as files; anybody can verify them."),
            _("Download"),
            f"{page_url(visit, 'tournament_about')}#downloads",
            main=False,
        )


def _beside(visit: Visit) -> Iterator[NextStep]:
    """Games that still run beside a result, or after the end, and keep the seed closed."""
    views = table_views(visit, tables_beside(visit))
    if not views:
        return
    text = ngettext(
        "%(count)s game that no longer counts is still running. It holds up nothing, but at the"
        " end the seed of the draws stays secret until it ends: its players can end it, or you on"
        " the page of its table.",
        "%(count)s games that no longer count are still running. They hold up nothing, but at the"
        " end the seed of the draws stays secret until they end: their players can end them, or you"
        " on the pages of their tables.",
        len(views),
    )
    if visit.state.phase != "running":
        text = ngettext(
            "%(count)s game that no longer counts is still running. The seed of the draws stays"
            " secret until it ends: its players can end it, or you on the page of its table.",
            "%(count)s games that no longer count are still running. The seed of the draws stays"
            " secret until they end: their players can end them, or you on the pages of their"
            " tables.",
            len(views),
        )
    yield NextStep(
        "sealed",
        text % {"count": len(views)},
        **_looking_at(visit, views),
    )


def _looking_at(visit: Visit, tables: Sequence[ShownTable]) -> _Looking:
    """The tables that a step names, with a button where there is but one."""
    found: _Looking = {"main": False, "tables": named(tables), "more": not_named(tables)}
    if len(tables) == 1:
        found["label"] = _("Look at the table")
        found["link"] = reverse("web:tournament_table", args=[visit.id, tables[0].number])
    return found


def _towards_the_start(visit: Visit) -> Iterator[NextStep]:
    entrants = len(visit.state.active())
    text = ngettext("%(count)s entrant so far.", "%(count)s entrants so far.", entrants)
    text = " ".join([text % {"count": entrants}, *waiting_texts(visit)])
    settings = visit.state.settings
    if opening := opening_text(settings, timezone.now()):
        yield NextStep("opens", opening, moment=settings.registration_opens)
    if closed := closing_text(visit.state, timezone.now()):
        yield NextStep("closed-since", closed)
    yield from _absent(visit)
    fault = start_fault(visit)
    if fault:
        yield NextStep(
            "people",
            f"{text} {fault}",
            _add_label(visit),
            f"{page_url(visit, 'tournament_direct')}#add-players",
        )
        yield NextStep(
            "settings",
            "",
            _("Change the settings"),
            page_url(visit, "tournament_edit"),
            main=False,
        )
        return
    ready = _("When all are there, draw the tables.")
    yield NextStep(
        "draw",
        f"{text} {ready}",
        _("Preview the draw"),
        page_url(visit, "tournament_draw"),
    )


def _add_label(visit: Visit) -> str:
    """Whom directors can add: bots only where games are played here."""
    here = visit.state.settings.played_here
    return _("Add players and bots") if here else _("Add players")


def _in_a_ladder(visit: Visit) -> Iterator[NextStep]:
    """That there is nothing to do but to end it: tables without a result stand before."""
    state = visit.state
    if opening := opening_text(state.settings, timezone.now()):
        yield NextStep("opens", opening, moment=state.settings.registration_opens)
    if fault := start_fault(visit):
        direct = page_url(visit, "tournament_direct")
        yield NextStep("people", fault, _add_label(visit), f"{direct}#add-players")
        return
    missing = [table for table in state.tables.values() if table.result is None]
    yield from _missing(visit, missing)
    if names := [visit.name(one) for one in without_accounts(visit)]:
        text = _(
            "Without an account: %(names)s. They can be challenged, but challenge nobody: two of"
            " them meet only at a table that somebody with an account sets up and plays at."
        )
        yield NextStep("guests", text % {"names": listed(names)})
    text = _(
        "The ladder runs by itself: players challenge each other, and each result moves the"
        " ratings. Nothing is drawn. End it when you like, once every table has its result."
    )
    if missing or state.phase == "open":
        yield NextStep("ladder", text)
    else:
        finish = f"{page_url(visit, 'tournament_direct')}#finish"
        yield NextStep("ladder", text, _("Finish"), finish, main=False)


def _absent(visit: Visit) -> Iterator[NextStep]:
    """Who has not checked in, where that is asked."""
    text = check_in_text(visit)
    if text:
        yield NextStep(
            "check-in-all",
            text,
            _("All are here"),
            action=act_url(visit, "check-in-all"),
            main=False,
        )


def check_in_text(visit: Visit) -> str:
    """Who would be left out for not having checked in; empty if nobody."""
    missing = visit.not_there()
    if not missing:
        return ""
    text = _("Not checked in, and so left out of the draw: %(names)s.")
    return text % {"names": listed([visit.name(one) for one in missing])}


def start_fault(visit: Visit) -> str:
    """Why the format cannot begin with those who are in now; empty if it can."""
    state = visit.state
    if visit.format is None:
        return ""
    try:
        check_entrants(state.settings, len(state.active()))
    except FormatRefused as refused:
        return refusal(refused)
    return ""


def _late(visit: Visit) -> Iterator[NextStep]:
    """The deadline of the newest round has passed, and somebody still plays."""
    deadline = visit.state.deadlines.get(visit.state.round)
    if deadline is not None and deadline <= timezone.now():
        yield NextStep(
            "late",
            _(
                "The deadline has passed. Extend it, or forfeit the seat of who is late, on the"
                " page of the table."
            ),
            _("Extend the deadline"),
            f"{page_url(visit, 'tournament_direct')}#deadline",
        )


def _missing(visit: Visit, missing: Sequence[RoundTable]) -> Iterator[NextStep]:
    """Tables without a result: those whose game gives one, and those that wait for somebody."""
    views = table_views(visit, [table for table in missing if table.report is None])
    here = [one for one in views if one.status == "playing" or _waits_for_turn(visit, one)]
    others = [one for one in views if one not in here]
    left = [one for one in here if one.status == "playing" and _people_gone(visit, [one])]
    yield from _left(visit, left)
    here = [one for one in here if one not in left]
    if here:
        text = ngettext(
            "%(count)s table plays on this site; its result comes by itself.",
            "%(count)s tables play on this site; their results come by themselves.",
            len(here),
        )
        yield NextStep(
            "playing",
            text % {"count": len(here)},
            _("Tables"),
            page_url(visit, "tournament_rounds"),
            main=False,
            tables=named(here),
            more=not_named(here),
        )
    if others:
        text = _to_be_given(len(others), by_players=_players_can_tell(visit, missing, others))
        yield NextStep(
            "missing",
            f"{text % {'count': len(others)}} {_left_there(others)}".rstrip(),
            _("Enter results"),
            page_url(visit, "tournament_results", show="open"),
            main=False,
            tables=named(others),
            more=not_named(others),
        )


def _left_there(tables: Sequence[ShownTable]) -> str:
    """Who has left tables that have no game here; empty if nobody has."""
    names = _leavers(tables)
    text = _("Dropped out there: %(names)s. You can enter a result, or name a substitute.")
    return text % {"names": listed(names)} if names else ""


def _leavers(tables: Sequence[ShownTable]) -> list[str]:
    """Who has dropped out and still has a seat at one of these tables, each once."""
    return [*dict.fromkeys(seat.name for table in tables for seat in table.seats if seat.left)]


def _people_gone(visit: Visit, tables: Sequence[ShownTable]) -> list[str]:
    """The same without bots, which play on."""
    bots = {visit.names.person(one) for one in visit.names.bots}
    return [name for name in _leavers(tables) if name not in bots]


def _left(visit: Visit, tables: Sequence[ShownTable]) -> Iterator[NextStep]:
    """Games that may wait for ever for somebody who has dropped out."""
    if not tables:
        return
    text = ngettext(
        "At %(count)s table that still plays, somebody who has left has a seat: %(names)s. They can"
        " play on or resign; you can forfeit the seat on the page of the table, or name a"
        " substitute.",
        "At %(count)s tables that still play, somebody who has left has a seat: %(names)s. They can"
        " play on or resign; you can forfeit the seats on the pages of the tables, or name"
        " substitutes.",
        len(tables),
    )
    yield NextStep(
        "left",
        text % {"count": len(tables), "names": listed(_people_gone(visit, tables))},
        **_looking_at(visit, tables),
    )


def _to_be_given(count: int, *, by_players: bool) -> str:
    """That so many tables have no result, and where it comes from."""
    if by_players:
        return ngettext(
            "%(count)s table has no result yet. Its players can give it, or you enter it.",
            "%(count)s tables have no result yet. Their players can give them, or you enter them.",
            count,
        )
    return ngettext(
        "%(count)s table has no result yet. It is to be entered.",
        "%(count)s tables have no result yet. They are to be entered.",
        count,
    )


def _players_can_tell(
    visit: Visit, missing: Sequence[RoundTable], shown: Sequence[ShownTable]
) -> bool:
    """Whether somebody with an account sits at one of the tables shown that have no game."""
    numbers = {one.number for one in shown}
    return any(
        not visit.names.accounts.isdisjoint(visit.state.holders(table))
        for table in missing
        if table.id in numbers and table.game is None
    )


def _waits_for_turn(visit: Visit, table: ShownTable) -> bool:
    """Whether bots alone sit there, whose game begins when another one is over."""
    found = visit.state.tables[table.number]
    alone = all(one in visit.names.bots for one in visit.state.holders(found))
    return table.status == "waiting" and alone and visit.state.settings.played_here


def _towards_the_end(visit: Visit) -> Iterator[NextStep]:
    state = visit.state
    yield from reported(visit)
    missing = [table for table in state.tables.values() if table.result is None]
    if missing:
        yield from _late(visit)
        yield from _missing(visit, missing)
        return
    if over := over_text(visit):
        following = _("Finish the tournament.")
        yield NextStep(
            "finish",
            f"{over} {following}",
            _("Finish"),
            f"{page_url(visit, 'tournament_direct')}#finish",
        )
    else:
        yield from _changed(visit)
        yield NextStep(
            "draw",
            _round_is_over(visit),
            _("Preview the draw"),
            page_url(visit, "tournament_draw"),
        )


def _round_is_over(visit: Visit) -> str:
    text = _("%(round)s: all results are in, so draw the next one.")
    if semi_finals_are_next(visit):
        text = _("%(round)s: all results are in, so draw the semi-finals.")
    elif final_is_next(visit):
        text = _("%(round)s: all results are in, so draw the final.")
    state = visit.state
    return text % {"round": numbered_round(state.settings.format, state.round)}


def _changed(visit: Visit) -> Iterator[NextStep]:
    """Who has come and gone since the newest round was drawn, before the next one is."""
    texts = changed_texts(visit)
    if texts:
        yield NextStep(
            "changed",
            " ".join(texts),
            _("Let in, substitute"),
            f"{page_url(visit, 'tournament_direct')}#people",
            main=False,
        )
