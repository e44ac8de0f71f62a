"""Looking at a tournament as it was."""

from dataclasses import replace
from typing import Final
from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments import reading, store
from tournaments.errors import NoSuchMoment
from web.pages.tournaments.visit import Visit, visit_of
from web.pages.tournaments.wording import refusal

SHOWN: Final = 40
"""So much of what somebody has asked for is shown again."""


def visit_as_of(request: HttpRequest, tournament_id: UUID) -> Visit:
    """The tournament at the moment that the address names by ``as_of``, else as it is now.

    ``reading.state_as_of`` says which moments there are. Where there was none the visit is of now
    and says what is wrong. Raises Http404.
    """
    visit = visit_of(request, tournament_id)
    wanted = request.GET.get("as_of", "").strip()
    if not wanted:
        return visit
    try:
        state = reading.state_as_of(visit.tournament, wanted)
    except NoSuchMoment as refused:
        return replace(visit, as_of=wanted[:SHOWN], as_of_fault=refusal(refused))
    except ValueError:
        wrong = _("Give a date such as 2026-05-31, a date with a time, or a version number.")
        return replace(visit, as_of=wanted[:SHOWN], as_of_fault=wrong)
    head = store.head(visit.id, state.version)
    return replace(visit, state=state, as_of=wanted, stood_at=head.recorded_at if head else None)
