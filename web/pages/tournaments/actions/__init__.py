"""What can be done to a tournament on its pages; the registries list all of it, in order."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from web.pages.tournaments.actions import course, people, playing, results, tables_pasted
from web.pages.tournaments.actions.base import Action

PLAYING: Final[tuple[Action, ...]] = (
    playing.Register(),
    playing.CheckIn(),
    playing.ChallengeOthers(),
    playing.Withdraw(),
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
            people.Seed(),
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
            people.CoDirectors(),
        ),
    ),
    ("end", _("End"), (course.Finish(), course.Cancel())),
)
"""Of directors, by section of their page."""

AT_TABLES: Final[tuple[Action, ...]] = (
    results.Confirm(),
    results.ReportResult(),
    results.RecordResult(),
    results.CorrectResult(),
    results.Forfeit(),
    results.Reopen(),
)
"""What is done at a table, on its page."""

_ALL: Final = (*PLAYING, *(one for _key, _title, some in DIRECTING for one in some))
BY_NAME: Final = {one.name: one for one in _ALL}
AT_TABLES_BY_NAME: Final = {one.name: one for one in AT_TABLES}
