"""What is next for the viewer of a tournament."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.models import Game
from games.models.game import Status
from tournaments.errors import EntryRefused, FormatRefused
from tournaments.services.entering import check_entry
from tournaments.settings_check import check_entrants
from tournaments.state import Entrant, RoundTable
from web.pages.tournaments.tables import games_of, may_open, tables_of
from web.pages.tournaments.visit import Visit
from web.pages.tournaments.wording import refusal, table_title


class NextStep(Struct, frozen=True):
    """A sentence and what can be done: a link, or a form that is sent to ``action``.

    ``key`` is unique on the page. ``main`` is what comes first.
    """

    key: str
    text: str
    label: str = ""
    link: str = ""
    action: str = ""
    main: bool = True


def steps_of(visit: Visit, now: datetime) -> list[NextStep]:
    """What the viewer can do now, the most urgent first.

    Who plays and directs sees what there is to play first; who only directs may also register.
    """
    playing = [*_as_player(visit, now)]
    directing = [*as_director(visit)] if visit.directs else []
    return [*playing, *directing] if visit.own else [*directing, *playing]


def act_url(visit: Visit, action: str) -> str:
    """Where the form of an action is sent."""
    return reverse("web:tournament_act", args=[visit.id, action])


def _page(visit: Visit, name: str) -> str:
    return reverse(f"web:{name}", args=[visit.id])


def _as_player(visit: Visit, now: datetime) -> Iterator[NextStep]:
    phase, own = visit.state.phase, visit.own
    if phase == "cancelled":
        yield NextStep("over", _("This tournament was cancelled."))
    elif phase == "finished":
        yield NextStep(
            "over",
            _("The tournament is over."),
            _("Standings"),
            _page(visit, "tournament_standings"),
        )
    elif own is None:
        yield from _replaced(visit)
        yield from _to_register(visit, now)
    elif own.status == "waiting":
        yield NextStep("waiting", _waiting_text(visit, own))
    elif own.status == "dropped":
        yield NextStep("dropped", _("You have dropped out. Your results stay."))
    elif visit.format is not None and visit.format.endless:
        yield from _in_a_ladder(visit, own)
    elif phase == "open":
        yield from _before_the_start(visit, own)
    elif phase == "running":
        yield from _at_tables(visit, own)


def _replaced(visit: Visit) -> Iterator[NextStep]:
    """Who had a place that a substitute has taken over."""
    for entrant in visit.state.entrants.values():
        if visit.person in entrant.people[:-1]:
            text = _("%(name)s has taken over your place.") % {"name": visit.name(entrant.id)}
            yield NextStep(f"replaced-{entrant.id}", text)


def _to_register(visit: Visit, now: datetime) -> Iterator[NextStep]:
    state = visit.state
    if state.phase not in ("open", "running") or (visit.directs and state.phase == "running"):
        return
    closes = state.settings.registration_closes
    if state.registration_closed or (closes is not None and now >= closes):
        if state.phase == "open":
            yield NextStep("closed", _("Registration is closed."))
        return
    if visit.user is None:
        here = reverse("web:tournament", args=[visit.id])
        if visit.invite:
            here = reverse("web:tournament_invite", args=[visit.id, visit.invite])
        yield NextStep(
            "sign-in", _("Registration is open."), _("Sign in to register"), _sign_in(here)
        )
        return
    try:
        check_entry(state.settings.entry, visit.user)
    except EntryRefused as refused:
        yield NextStep("refused", refusal(refused))
        return
    most = state.settings.entrants_most
    text = _("Registration is open.")
    if state.phase == "running":
        text = _(
            "The tournament is running. You can join its waiting list; a director lets you in."
        )
    elif most and len(state.active()) >= most:
        text = _(
            "All places are taken. If you register now, you join the waiting list and get a place"
            " as soon as one becomes free."
        )
    yield NextStep(
        "register",
        text,
        _("Register"),
        action=act_url(visit, "register"),
        main=not visit.directs,
    )


def _sign_in(page: str) -> str:
    return f"{reverse('web:login')}?next={page}"


def _waiting_text(visit: Visit, own: Entrant) -> str:
    waiting = [one.id for one in visit.state.entrants.values() if one.status == "waiting"]
    place = {"place": waiting.index(own.id) + 1}
    if visit.state.phase == "open":
        text = _(
            "All places are taken: you are number %(place)s on the waiting list. When a place"
            " becomes free, the first on the list gets it; you need not do anything."
        )
        return text % place
    text = _(
        "You are number %(place)s on the waiting list. A director can let you in, or give you"
        " the place of somebody who leaves."
    )
    return text % place


def _before_the_start(visit: Visit, own: Entrant) -> Iterator[NextStep]:
    if visit.state.settings.check_in and not own.checked_in:
        yield NextStep(
            "check-in",
            _("Check in: who has not done so before the first round is drawn does not play."),
            _("Check in"),
            action=act_url(visit, "check-in"),
        )
    elif visit.state.settings.check_in:
        yield NextStep(
            "ready", _("You are registered and have checked in. Next comes the first round.")
        )
    else:
        yield NextStep("ready", _("You are registered. Next comes the first round."))


def _in_a_ladder(visit: Visit, own: Entrant) -> Iterator[NextStep]:
    tables = tables_of(visit, own)
    games = games_of(tables)
    for table in tables:
        yield _at_table(visit, table, own, games)
    if len(visit.state.active()) > 1:
        page = f"{_page(visit, 'tournament')}#challenge"
        text = _("You take part: challenge somebody when you like.")
        yield NextStep("challenge", text, _("Challenge others"), page, main=not tables)
    else:
        yield NextStep("alone", _("You take part. Nobody else does so far."))


def _at_tables(visit: Visit, own: Entrant) -> Iterator[NextStep]:
    tables = tables_of(visit, own)
    games = games_of(tables)
    for table in tables:
        yield _at_table(visit, table, own, games)
    if not tables:
        yield NextStep("wait", _while_waiting(visit, own))


def _while_waiting(visit: Visit, own: Entrant) -> str:
    newest = visit.state.of_round(visit.state.round)
    if visit.state.round_over():
        return _("All results of this round are in. Wait for what the director does next.")
    if not any(own.id in table.seats for table in newest):
        return _("You have no table in this round.")
    return _("Your results are in. Other tables of this round still play.")


def _at_table(visit: Visit, table: RoundTable, own: Entrant, games: Mapping[str, Game]) -> NextStep:
    key = f"table-{table.id}"
    here = reverse("web:tournament_table", args=[visit.id, table.id])
    number = {"table": table_title(visit.state, table.id)}
    game = games.get(table.game or "")
    if game is not None and game.status == Status.RUNNING and may_open(visit, game):
        seat = next((one for one in game.seats.all() if one.index == table.seat_of(own.id)), None)
        link = reverse("web:table", args=[game.pk])
        if seat is not None and seat.waiting:
            text = _("%(table)s: your game waits for you.") % number
            return NextStep(key, text, _("Play"), link)
        text = _("%(table)s: your game runs. Others are to move.") % number
        return NextStep(key, text, _("To the game"), link, main=False)
    if table.report is not None and own.id not in table.report.confirmed:
        text = _("%(table)s: a result waits for your confirmation.") % number
        return NextStep(key, text, _("Look and confirm"), here)
    if table.report is not None:
        text = _("%(table)s: you have given the result. The others are to confirm it.")
        return NextStep(key, text % number, _("Table"), here, main=False)
    if table.game is None:
        text = _("%(table)s: play there, then give the result.") % number
        return NextStep(key, text, _("Give the result"), here)
    text = _("%(table)s: the game is over. Its result is yet to be counted.") % number
    return NextStep(key, text, _("Table"), here, main=False)


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
            "edit", "", _("Change the settings"), _page(visit, "tournament_edit"), main=False
        )
    elif state.paused:
        yield NextStep(
            "resume",
            _("The tournament is paused: no round is drawn."),
            _("Go on"),
            action=act_url(visit, "resume"),
        )
    elif visit.format is not None and visit.format.endless:
        yield from _reported(visit)
    elif state.phase == "open":
        yield from _towards_the_start(visit)
    elif state.phase == "running":
        yield from _towards_the_end(visit)


def _towards_the_start(visit: Visit) -> Iterator[NextStep]:
    entrants = len(visit.state.active())
    text = ngettext("%(count)s entrant so far.", "%(count)s entrants so far.", entrants)
    text = text % {"count": entrants}
    fault = start_fault(visit)
    if fault:
        yield NextStep(
            "people",
            f"{text} {fault}",
            _("Add players and bots"),
            f"{_page(visit, 'tournament_direct')}#add-players",
        )
        return
    ready = _("When all are there, draw the first round.")
    yield NextStep(
        "draw",
        f"{text} {ready}",
        _("Preview the draw"),
        _page(visit, "tournament_draw"),
    )


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


def _reported(visit: Visit) -> Iterator[NextStep]:
    state = visit.state
    for table in state.tables.values():
        if table.report is not None and table.result is None:
            yield NextStep(
                f"confirm-{table.id}",
                _("%(table)s: players have given a result.")
                % {"table": table_title(state, table.id)},
                _("Look and confirm"),
                reverse("web:tournament_table", args=[visit.id, table.id]),
            )


def _towards_the_end(visit: Visit) -> Iterator[NextStep]:
    state = visit.state
    yield from _reported(visit)
    missing = [table.id for table in state.tables.values() if table.result is None]
    if missing:
        text = ngettext(
            "%(count)s table has no result yet.",
            "%(count)s tables have no result yet.",
            len(missing),
        )
        yield NextStep(
            "missing",
            text % {"count": len(missing)},
            _("Enter results"),
            _page(visit, "tournament_results"),
            main=False,
        )
        return
    form = visit.format
    rounds = form.rounds(state.settings.format_options, len(state.active())) if form else None
    if rounds is not None and state.round >= rounds:
        yield NextStep(
            "finish",
            _("All rounds are played: finish the tournament."),
            _("Finish"),
            f"{_page(visit, 'tournament_direct')}#finish",
        )
    else:
        yield NextStep(
            "draw",
            _("All results of this round are in: draw the next one."),
            _("Preview the draw"),
            _page(visit, "tournament_draw"),
        )
