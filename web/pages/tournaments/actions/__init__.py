"""What can be done to a tournament on its pages; the registries list all of it, in order."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from web.pages.tournaments.actions import (
    course,
    directing,
    forfeiting,
    imported,
    people,
    playing,
    reopening,
    reports,
    results,
    seeding,
    stopping,
    tables_pasted,
)
from web.pages.tournaments.actions.base import Action

PLAYING: Final[tuple[Action, ...]] = (
    playing.Register(),
    playing.CheckIn(),
    playing.ChallengeOthers(),
    playing.Withdraw(),
    directing.AcceptDirecting(),
    directing.DeclineDirecting(),
)
"""Of players; their forms stand on the page of the tournament."""

DIRECTING: Final[tuple[tuple[str, str | Promise, tuple[Action, ...]], ...]] = (
    (
        "people",
        _("Players"),
        (
            people.AddPlayers(),
            people.AddBots(),
            people.Admit(),
            people.CheckInFor(),
            people.Substitute(),
            people.Drop(),
            seeding.Seed(),
        ),
    ),
    (
        "course",
        _("Course"),
        (
            course.Open(),
            course.Deadline(),
            tables_pasted.PasteResults(),
            course.CloseRegistration(),
            course.ReopenRegistration(),
            course.Pause(),
            course.Resume(),
            directing.CoDirectors(),
            directing.LeaveDirecting(),
        ),
    ),
    ("end", _("End"), (course.Finish(), course.Cancel(), course.TakeBack())),
)
"""Of directors, by section of their page."""

AT_TABLES: Final[tuple[Action, ...]] = (
    reports.Confirm(),
    reports.ReportResult(),
    stopping.EndGame(),
    results.RecordResult(),
    imported.RecordImported(),
    results.CorrectResult(),
    forfeiting.Forfeit(),
    reopening.Reopen(),
)
"""What is done at a table, on its page."""

IN_STEPS: Final[tuple[Action, ...]] = (people.CheckInAll(), reports.ConfirmReports())
"""Of directors, whose forms are buttons where the page says what is next."""

_ALL: Final = (*PLAYING, *IN_STEPS, *(one for _key, _title, some in DIRECTING for one in some))
BY_NAME: Final = {one.name: one for one in _ALL}
AT_TABLES_BY_NAME: Final = {one.name: one for one in AT_TABLES}
