"""What players have said came of their tables, and for whom it waits."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.state import RoundTable
from web.pages.tournaments.steps.step import NextStep, act_url, named, not_named, page_url
from web.pages.tournaments.tables import table_views
from web.pages.tournaments.visit import Visit, left_to_directors


def reported(visit: Visit) -> Iterator[NextStep]:
    """What players say of tables, by round: what all there agree on, then the rest."""
    waiting = [one for one in visit.state.tables.values() if one.report and one.result is None]
    for number in dict.fromkeys(table.round for table in waiting):
        of_round = [table for table in waiting if table.round == number]
        agreed = [table for table in of_round if table.agreed]
        yield from _agreed(visit, number, agreed)
        rest = [table for table in of_round if not table.agreed]
        by_all = not visit.state.settings.director_confirms
        alone = [table for table in rest if by_all and left_to_directors(visit, table)]
        yield from _to_look_at(visit, f"alone-{number}", alone, _for_you_alone(len(alone)))
        others = [table for table in rest if table not in alone]
        yield from _to_look_at(visit, f"reported-{number}", others, _to_confirm(visit, len(others)))


def _to_look_at(
    visit: Visit, key: str, reports: Sequence[RoundTable], text: str
) -> Iterator[NextStep]:
    """Reports of a round that a director looks at, then confirms."""
    if not reports:
        return
    views = table_views(visit, reports)
    yield NextStep(
        key,
        text,
        _("Look and confirm"),
        page_url(visit, "tournament_results", round=reports[0].round, show="reported"),
        main=False,
        tables=named(views),
        more=not_named(views),
    )


def _for_you_alone(count: int) -> str:
    """That so many reports wait for nobody but a director."""
    text = ngettext(
        "%(count)s report waits for you alone: all players of its table with an account agree.",
        "%(count)s reports wait for you alone: all players of their tables with an account agree.",
        count,
    )
    return text % {"count": count}


def _to_confirm(visit: Visit, count: int) -> str:
    """That so many reports wait, and for whom."""
    if visit.state.settings.director_confirms:
        text = ngettext(
            "%(count)s result that a player has given waits for your confirmation.",
            "%(count)s results that players have given wait for your confirmation.",
            count,
        )
    else:
        text = ngettext(
            "%(count)s report is not confirmed by all players of its table yet. Your word is"
            " enough, too.",
            "%(count)s reports are not confirmed by all players of their tables yet. Your word"
            " is enough, too.",
            count,
        )
    return text % {"count": count}


def _agreed(visit: Visit, number: int, agreed: Sequence[RoundTable]) -> Iterator[NextStep]:
    """What waits for the director alone, in a round."""
    if not agreed:
        return
    text = ngettext(
        "%(count)s report waits for your confirmation: all players of its table agree.",
        "%(count)s reports wait for your confirmation: all players of their tables agree.",
        len(agreed),
    )
    views = table_views(visit, agreed)
    yield NextStep(
        f"confirm-{number}",
        text % {"count": len(agreed)},
        _("Confirm all"),
        action=act_url(visit, "confirm-reports"),
        hidden={"round": number, "version": visit.state.version},
        tables=named(views),
        more=not_named(views),
    )
    yield NextStep(
        f"look-{number}",
        "",
        _("Look at them first"),
        page_url(visit, "tournament_results", round=number, show="reported"),
        main=False,
    )
