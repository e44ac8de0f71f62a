"""Forms of actions as pages show them, and one that comes back with what is wrong in it."""

from collections.abc import Iterable

from django.urls import reverse
from msgspec import Struct
from msgspec.structs import replace

from web.pages.tournaments.actions import AT_TABLES, DIRECTING, PLAYING
from web.pages.tournaments.actions.base import Action, ActionForm
from web.pages.tournaments.visit import Visit
from web.pages.tournaments.wording import table_title


class RefusedForm(Struct, frozen=True):
    """A form that was sent and refused: it is shown with what was typed."""

    action: str
    form: ActionForm


class ShownForm(Struct, frozen=True):
    """An action that can be done now. ``open`` one was refused, or is all that there is to do.

    ``tables`` are those that it is about, by number and title.
    """

    action: Action
    form: ActionForm
    url: str
    title: str
    button: str
    open: bool
    hint: str = ""
    tables: list[tuple[int, str]] = []


class ShownSection(Struct, frozen=True):
    """A section of the directors' page."""

    key: str
    title: str
    forms: list[ShownForm]


def playing(visit: Visit, refused: RefusedForm | None = None) -> list[ShownForm]:
    """What the viewer can do on the page of the tournament by more than a button."""
    found = _shown(visit, PLAYING, refused)
    return [one for one in found if one.form.visible_fields()]


def directing(visit: Visit, refused: RefusedForm | None = None) -> list[ShownSection]:
    """What directors can do now, by section."""
    found = [
        ShownSection(key, str(title), _shown(visit, actions, refused))
        for key, title, actions in DIRECTING
    ]
    return [section for section in found if section.forms]


def at_table(visit: Visit, refused: RefusedForm | None = None) -> list[ShownForm]:
    """What the viewer can do at the table of the page."""
    found = _shown(visit, AT_TABLES, refused)
    names = {one.action.name for one in found}
    if visit.directs and "record" in names:
        # What a director enters counts; a report beside it would ask for the same.
        found = [one for one in found if one.action.name != "report" or one.open]
    if found and not any(one.open for one in found) and not _nothing_pressing(visit):
        found[0] = replace(found[0], open=True)
    return found


def _nothing_pressing(visit: Visit) -> bool:
    """Whether the result comes by itself, or is in the hands of others."""
    table = visit.table
    assert table is not None
    if table.result is not None or table.report is None:
        return table.result is None and table.game is not None
    return not visit.directs and table.report.by == visit.person


def url_of(visit: Visit, action: Action) -> str:
    """Where the form of an action is sent."""
    if action.page == "tournament_table":
        assert visit.table is not None
        given = [visit.id, visit.table.id, action.name]
        return reverse("web:tournament_table_act", args=given)
    return reverse("web:tournament_act", args=[visit.id, action.name])


def allowed(visit: Visit, action: Action) -> bool:
    """Whether this viewer can do it now."""
    return (visit.directs or not action.directing) and action.offered(visit)


def _shown(visit: Visit, actions: Iterable[Action], refused: RefusedForm | None) -> list[ShownForm]:
    found = []
    for action in actions:
        again = refused is not None and refused.action == action.name
        if again or allowed(visit, action):
            form = refused.form if again and refused else action.form(visit)
            unfolded = again or action.unfolded(visit)
            about = [(one.id, table_title(visit.state, one.id)) for one in action.tables(visit)]
            hint = str(action.hint_for(visit))
            title, button = str(action.title_for(visit)), str(action.button_for(visit))
            url = url_of(visit, action)
            found.append(ShownForm(action, form, url, title, button, unfolded, hint, about))
    return found
