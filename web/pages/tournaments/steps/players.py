"""What is next for a player of a tournament, for strangers, and for who is asked to direct it."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.errors import EntryRefused
from tournaments.reading import dropped_by
from tournaments.scoring.standings import RankedRow
from tournaments.services.entering import check_entry, would_wait
from tournaments.state import Entrant
from web.pages.tournaments.actions.between_rounds import (
    all_played,
    comes_in,
    last_is_drawn,
    over_text,
)
from web.pages.tournaments.standings import rows_of
from web.pages.tournaments.steps.own_tables import at_table, lost, running
from web.pages.tournaments.steps.step import NextStep, act_url, page_url
from web.pages.tournaments.tables import games_of, tables_of
from web.pages.tournaments.visit import Visit
from web.pages.tournaments.wording import (
    group_title,
    numbered_round,
    opening_text,
    refusal,
    stage_title,
)


def asked_to_direct(visit: Visit) -> Iterator[NextStep]:
    """Somebody is to say whether to direct with others."""
    if visit.asked and visit.state.phase in ("draft", "open", "running"):
        name = visit.names.person(visit.state.director)
        text = _("%(name)s asks you to direct this tournament, too.") % {"name": name}
        yield NextStep(
            "accept", text, _("Accept"), action=act_url(visit, "accept-directing"), main=True
        )
        yield NextStep(
            "decline", "", _("Decline"), action=act_url(visit, "decline-directing"), main=False
        )


def as_player(visit: Visit, now: datetime) -> Iterator[NextStep]:
    phase, own = visit.state.phase, visit.own
    if phase == "cancelled":
        yield NextStep("over", _("This tournament was cancelled."))
    elif phase == "finished":
        yield NextStep(
            "over",
            _over(visit),
            _("Standings"),
            page_url(visit, "tournament_standings"),
        )
    elif own is None:
        yield from _replaced(visit)
        yield from _absent(visit)
        yield from _to_register(visit, now)
    elif own.status == "waiting":
        yield NextStep("waiting", _waiting_text(visit, own))
        if visit.state.phase == "open" and visit.state.settings.check_in and not own.checked_in:
            yield _to_check_in(
                visit,
                _("Check in, too: at the first draw, free places go to those who are there."),
            )
    elif own.status == "dropped":
        yield from _after_leaving(visit, own)
    elif visit.format is not None and visit.format.endless:
        yield from _in_a_ladder(visit, own)
    elif phase == "open":
        yield from _before_the_start(visit, own)
    elif phase == "running":
        yield from _in_place(visit, own)
        yield from _at_tables(visit, own)


def _over(visit: Visit) -> str:
    """That it is over, and who has won: the first of each division."""
    over = _("The tournament is over.")
    if not any(table.result for table in visit.state.tables.values()):
        return over
    first: dict[int, str] = {}
    rows = rows_of(visit)
    for row in rows:
        first.setdefault(row.group or 0, visit.name(row.entrant))
    if len(first) < 2:
        won = _("Winner: %(name)s.") % {"name": ", ".join(first.values())}
    else:
        each = [f"{group_title(group)}: {name}" for group, name in sorted(first.items())]
        won = _("Winners: %(names)s.") % {"names": "; ".join(each)}
    return " ".join([over, won, *_own_place(visit, rows)])


def _own_place(visit: Visit, rows: Sequence[RankedRow]) -> Iterator[str]:
    """The place of the viewer."""
    for row in rows:
        if visit.own is not None and row.entrant == visit.own.id:
            text = _("Your place: %(place)s of %(all)s.")
            yield text % {"place": row.place, "all": len(rows)}


def _replaced(visit: Visit) -> Iterator[NextStep]:
    """Who had a place that a substitute has taken over."""
    for entrant in visit.state.entrants.values():
        if visit.person in entrant.people[:-1]:
            text = _("%(name)s has taken over your place.") % {"name": visit.name(entrant.id)}
            yield NextStep(f"replaced-{entrant.id}", text)


def _absent(visit: Visit) -> Iterator[NextStep]:
    """Who lost the place by not checking in."""
    entrants = visit.state.entrants
    if any(entrants[one].person == visit.person for one in visit.state.remarks.absent):
        text = _("You had not checked in when the first round was drawn, so you lost your place.")
        yield NextStep("absent", text)


def _in_place(visit: Visit, own: Entrant) -> Iterator[NextStep]:
    """Whose place a substitute has: the rounds before are theirs."""
    if own.people[:-1]:
        names = ", ".join(visit.names.person(number) for number in own.people[:-1])
        text = _("You play in the place of %(names)s.") % {"names": names}
        yield NextStep("in-place", text)


def _to_register(visit: Visit, now: datetime) -> Iterator[NextStep]:
    state = visit.state
    if state.phase not in ("open", "running") or (visit.directs and state.phase == "running"):
        return
    if all_played(visit):
        yield NextStep("wait", _ends_soon(visit))
        return
    outside = _outside_registration(visit, now)
    if outside is not None:
        yield from outside
        return
    if visit.user is None:
        here = reverse("web:tournament", args=[visit.id])
        if visit.invite:
            here = reverse("web:tournament_invite", args=[visit.id, visit.invite])
        label = _("Sign in to register")
        if would_wait(state):
            label = _("Sign in to join the waiting list")
        yield NextStep("sign-in", _register_text(visit), label, _sign_in(here))
        return
    try:
        check_entry(state.settings.entry, visit.user)
    except EntryRefused as refused:
        yield NextStep("refused", refusal(refused))
        return
    yield NextStep(
        "register",
        _register_text(visit),
        _("Join the waiting list") if would_wait(state) else _("Register"),
        action=act_url(visit, "register"),
        main=not visit.directs,
    )


def _register_text(visit: Visit) -> str:
    """What comes of registering now."""
    if not would_wait(visit.state):
        return _("Registration is open.")
    if visit.state.phase == "open":
        return _(
            "All places are taken. When one becomes free, the first on the waiting list gets it."
        )
    if last_is_drawn(visit):
        return _(
            "No further draw comes. From the waiting list you can only take over the place of"
            " somebody who leaves; a director decides that."
        )
    if visit.format is not None and visit.format.endless:
        return _(
            "All places are taken. Nobody moves up from the waiting list by themselves: a director"
            " decides who is let in."
        )
    return _(
        "The tournament is running. Nobody moves up from its waiting list by themselves: a director"
        " decides who is let in for the next draw, or takes over the place of somebody who leaves."
    )


def _outside_registration(visit: Visit, now: datetime) -> list[NextStep] | None:
    """What is said before registration opens, and after it; None while it is open."""
    state, settings = visit.state, visit.state.settings
    if text := opening_text(settings, now):
        # Directors read it as directors.
        step = NextStep("opens", text, moment=settings.registration_opens)
        return [] if visit.directs else [step]
    closes = settings.registration_closes
    if state.registration_closed or (closes is not None and now >= closes):
        step = NextStep("closed", _("Registration is closed."))
        return [step] if state.phase == "open" else []
    return None


def _sign_in(page: str) -> str:
    return f"{reverse('web:login')}?next={page}"


def _waiting_text(visit: Visit, own: Entrant) -> str:
    if all_played(visit):
        return _ends_soon(visit)
    waiting = [one.id for one in visit.state.entrants.values() if one.status == "waiting"]
    place = {"place": waiting.index(own.id) + 1}
    if visit.state.phase == "open" and visit.state.settings.check_in and not own.checked_in:
        return _("All places are taken: you are number %(place)s on the waiting list.") % place
    if visit.state.phase == "open":
        text = _(
            "All places are taken: you are number %(place)s on the waiting list. When a place"
            " becomes free, the first on the list gets it; you need not do anything."
        )
        return text % place
    text = _("You are number %(place)s on the waiting list.")
    return f"{text % place} {_what_waiting_means(visit)}"


def _what_waiting_means(visit: Visit) -> str:
    """How somebody comes off the waiting list of a tournament that runs."""
    if last_is_drawn(visit):
        return _(
            "No further draw comes: you would play only if a director gives you the place of"
            " somebody who leaves."
        )
    if visit.format is not None and visit.format.endless:
        return _("Nobody moves up by themselves: a director decides who is let in.")
    return _(
        "Since the first draw nobody moves up by themselves: a director decides who is let in for"
        " the next draw, or takes over the place of somebody who leaves."
    )


def _before_the_start(visit: Visit, own: Entrant) -> Iterator[NextStep]:
    if visit.state.settings.check_in and not own.checked_in:
        yield _to_check_in(
            visit, _("Check in: who has not done so before the first draw does not play.")
        )
    elif visit.state.settings.check_in:
        yield NextStep(
            "ready", _("You are registered and have checked in. Next the tables are drawn.")
        )
    else:
        yield NextStep("ready", _("You are registered. Next the tables are drawn."))


def _to_check_in(visit: Visit, text: str) -> NextStep:
    return NextStep("check-in", text, _("Check in"), action=act_url(visit, "check-in"))


def _in_a_ladder(visit: Visit, own: Entrant) -> Iterator[NextStep]:
    tables = tables_of(visit, own)
    games = games_of(visit, tables)
    for table in tables:
        yield at_table(visit, table, own, games)
    if visit.state.paused:
        yield NextStep("paused", _("You take part. While all is paused nobody can be challenged."))
    elif len(visit.state.active()) > 1:
        page = f"{page_url(visit, 'tournament')}#challenge"
        free = all(lost(table, own, games) for table in tables)
        text = _(
            "The ladder runs by itself: challenge somebody when you like, or wait until somebody"
            " challenges you."
        )
        yield NextStep("challenge", text, _("Challenge others"), page, main=free)
    else:
        yield NextStep("alone", _("You take part. Nobody else does so far."))


def _after_leaving(visit: Visit, own: Entrant) -> Iterator[NextStep]:
    """That one is out, by whom, and which games of one's own still run."""
    text = _("You have dropped out. Your results stay.")
    by = dropped_by(visit.tournament, own.id)
    if by is not None and by != visit.person:
        text = _("%(name)s, who directs, has entered that you drop out. Your results stay.")
        text %= {"name": visit.names.person(by)}
    tables = tables_of(visit, own)
    games = games_of(visit, tables)
    if any(running(table, games) and not lost(table, own, games) for table in tables):
        more = _("A game that runs is still yours to play or to resign.")
        text = f"{text} {more}"
    yield NextStep("dropped", text)
    for table in tables:
        if running(table, games):
            yield at_table(visit, table, own, games)


def _at_tables(visit: Visit, own: Entrant) -> Iterator[NextStep]:
    tables = tables_of(visit, own)
    games = games_of(visit, tables)
    for table in tables:
        yield at_table(visit, table, own, games)
    if not tables and not (visit.directs and visit.state.round_over()):
        yield NextStep("wait", _while_waiting(visit, own))


def _ends_soon(visit: Visit) -> str:
    """That no further round comes, and what ends the tournament."""
    following = _("The tournament ends once a director finishes it.")
    return f"{over_text(visit)} {following}"


def _while_waiting(visit: Visit, own: Entrant) -> str:
    newest = visit.state.of_round(visit.state.round)
    if visit.state.round_over():
        if over_text(visit):
            return _ends_soon(visit)
        text = _("%(round)s: all results are in. Wait for what the director does next.")
        text %= {"round": numbered_round(visit.state.settings.format, visit.state.round)}
        return f"{text} {comes_in(visit, own.id)}".strip()
    if not any(own.id in table.seats for table in newest):
        return comes_in(visit, own.id) or _without_table(visit, own)
    return _("Your results are in. Other tables still play.")


def _without_table(visit: Visit, own: Entrant) -> str:
    """Why the newest round has no table for a player, and what that brings."""
    draw = visit.state.draws[-1] if visit.state.draws else None
    if draw is None:
        return _("You have no table now.")
    if own.id not in draw.rest:
        if draw.stage == visit.state.draws[0].stage:
            return _("You have no table now.")
        text = _("You are not among those who play on (%(stage)s). Your results stay.")
        return text % {"stage": stage_title(visit.state, draw.stage)}
    if visit.format is not None and (points := visit.format.rest_points(visit.state, draw.stage)):
        text = _("You have a bye: no table in this round, but the points of a win: %(points)s.")
        return text % {"points": points}
    return _("You have no table in this round: you rest, which brings no points.")
