"""How far a tournament is: whether another round comes, and who has come and gone."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.errors import FormatRefused
from tournaments.formats.base import FEW_LEFT
from tournaments.sentences import Sentence
from tournaments.settings_check import check_entrants
from web.pages.tournaments.visit import Visit
from web.pages.tournaments.wording import listed, text_of


def over_text(visit: Visit) -> str:
    """Why no further round comes; empty while one does, or the newest one is still played."""
    over = _over(visit)
    return text_of(over, visit.names, visit.state) if over else ""


def _over(visit: Visit) -> Sentence | None:
    state, form = visit.state, visit.format
    if form is None or form.endless or not state.draws or not state.round_over():
        return None
    return form.over(state)


def counted_text(visit: Visit) -> str:
    """How many there are for a first draw which is refused to so many; empty for other reasons."""
    state = visit.state
    if state.phase != "open" or state.paused or visit.format is None:
        return ""
    absent, most = set(visit.not_there()), state.settings.entrants_most
    count = len(state.active()) - len(absent)
    if absent:
        waiting = [one for one in state.entrants.values() if one.status == "waiting"]
        there = sum(one.checked_in for one in waiting)
        count += min(there, max(0, most - count)) if most else there
    try:
        check_entrants(state.settings, count)
    except FormatRefused:
        text = (
            ngettext("Only %(count)s has checked in.", "Only %(count)s have checked in.", count)
            if absent
            else ngettext("%(count)s entrant so far.", "%(count)s entrants so far.", count)
        )
        return text % {"count": count}
    return ""


def all_played(visit: Visit) -> bool:
    """Whether the last round is over, so that whoever came in now would not play any more."""
    over = _over(visit) if visit.state.phase == "running" else None
    return over is not None and over.text != FEW_LEFT


def last_is_drawn(visit: Visit) -> bool:
    """Whether no round comes after the newest one, which may still be played."""
    form, state = visit.format, visit.state
    if form is None or not state.draws:
        return False
    first = state.draws[0]
    began = {*first.rest, *(one for table in first.tables for one in table.seats)}
    rounds = form.rounds(state.settings.format_options, len(began))
    return rounds is not None and state.round >= rounds


def semi_finals_are_next(visit: Visit) -> bool:
    """Whether only semi-finals and the final after them are left to be drawn."""
    return _rounds_left(visit, "semi_finals") == 2


def final_is_next(visit: Visit) -> bool:
    """Whether only the final is left to be drawn."""
    return _rounds_left(visit, "final") == 1


def _rounds_left(visit: Visit, option: str) -> int | None:
    """How many rounds are still to be drawn of a format that plays with this option."""
    form, options = visit.format, visit.state.settings.format_options
    if form is None or not form.values(options).get(option):
        return None
    rounds = form.rounds(options, len(visit.state.active()))
    return None if rounds is None else rounds - visit.state.round


def changed_texts(visit: Visit) -> list[str]:
    """Who has come and gone since the newest round was drawn, and who could still come in.

    Once all tables of the round have results.
    """
    state = visit.state
    if not state.draws or not state.round_over():
        return []
    gone = [
        visit.name(one.id)
        for one in state.entrants.values()
        if one.status == "dropped" and one.last == state.round
    ]
    found = []
    if gone:
        found.append(_("Dropped out since the last draw: %(names)s.") % {"names": listed(gone)})
    if substitutes := [*_substitutes(visit)]:
        text = _("Substituted since the last draw: %(names)s.")
        found.append(text % {"names": listed(substitutes)})
    if new := [visit.name(one) for one in _new(visit)]:
        found.append(_("New in the next draw: %(names)s.") % {"names": listed(new)})
    return [*found, *waiting_texts(visit)]


def waiting_texts(visit: Visit) -> list[str]:
    """Who stands on the waiting list, and how many places are free."""
    state = visit.state
    waiting = [visit.name(one.id) for one in state.entrants.values() if one.status == "waiting"]
    if not waiting:
        return []
    free = state.settings.entrants_most - len(state.active())
    found = [_("On the waiting list: %(names)s.") % {"names": listed(waiting)}]
    return [_("Free places: %(count)s.") % {"count": free}, *found] if free > 0 else found


def _substitutes(visit: Visit) -> Iterator[str]:
    """Who has taken a place over from somebody who had it when the newest round was drawn."""
    replaced = visit.state.remarks.replaced
    for one in visit.state.entrants.values():
        left = [person for person in one.people if replaced.get(person) == visit.state.round]
        if left and left[0] != one.person:
            names = {"name": visit.names.person(one.person), "before": visit.names.person(left[0])}
            yield _("%(name)s in place of %(before)s") % names


def comes_in(visit: Visit, entrant: int) -> str:
    """That an entrant came in after the newest draw and is in the next one, if so."""
    closed = last_is_drawn(visit) or final_is_next(visit) or semi_finals_are_next(visit)
    if not visit.state.draws or closed or entrant not in _new(visit):
        return ""
    return _("You take part from the next draw on.")


def _new(visit: Visit) -> list[int]:
    """Who takes part and was not in the newest draw, while all are drawn in each round."""
    state = visit.state
    newest = state.draws[-1]
    if newest.stage != state.draws[0].stage:
        return []
    known = {one for table in newest.tables for one in table.seats}.union(newest.rest)
    return [one for one in state.to_draw() if one not in known]
