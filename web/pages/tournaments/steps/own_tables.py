"""What is next for a player at a table without a result."""

from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Game
from games.models.game import UNSCORED, Status
from tournaments.state import Entrant, RoundTable
from web.pages.tournaments.steps.step import NextStep
from web.pages.tournaments.tables import may_open, out_of
from web.pages.tournaments.visit import Visit, left_to_directors
from web.pages.tournaments.wording import table_title


def running(table: RoundTable, games: Mapping[str, Game]) -> Game | None:
    """The game of a table, as long as it runs."""
    game = games.get(table.game or "")
    return game if game is not None and game.status == Status.RUNNING else None


def lost(table: RoundTable, own: Entrant, games: Mapping[str, Game]) -> bool:
    """Whether the game of a table goes on without whose seat this was."""
    game = running(table, games)
    return game is not None and bool(out_of(table, own.id, game))


def at_table(visit: Visit, table: RoundTable, own: Entrant, games: Mapping[str, Game]) -> NextStep:
    """What is next at one table."""
    key = f"table-{table.id}"
    here = reverse("web:tournament_table", args=[visit.id, table.id])
    number = {"table": table_title(visit.state, table.id)}
    game = running(table, games)
    if game is not None and (lost(table, own, games) or visit.state.stays(table, own.id)):
        text = _without(visit, table, own, game) % number
        link = reverse("web:table", args=[game.pk]) if may_open(visit, game) else here
        return NextStep(
            key, text, _("Table") if link == here else _("To the game"), link, main=False
        )
    if game is not None and may_open(visit, game):
        seat = next((one for one in game.seats.all() if one.index == table.seat_of(own.id)), None)
        link = reverse("web:table", args=[game.pk])
        if seat is not None and seat.waiting:
            text = _("%(table)s: your game waits for you.") % number
            return NextStep(key, text, _("Play"), link)
        text = _("%(table)s: your game runs. Others are to move.") % number
        return NextStep(key, text, _("To the game"), link, main=False)
    if table.report is not None:
        return _reported(visit, table, key, here, number)
    if table.game is None:
        text = _("%(table)s: play there, then give the result.") % number
        return NextStep(key, text, _("Give the result"), here)
    text = _silent(games.get(table.game)) % number
    return NextStep(key, text, _("Table"), here, main=False)


def _silent(game: Game | None) -> str:
    """Why a table whose game is over has no result yet."""
    if game is None or game.ended_by in UNSCORED:
        return _("%(table)s: the game has ended without a result. A director decides what counts.")
    return _("%(table)s: the game is over. Its result is yet to be counted.")


def _without(visit: Visit, table: RoundTable, own: Entrant, game: Game) -> str:
    """That one's seat in a game that runs is lost, or of somebody else."""
    out = out_of(table, own.id, game)
    if visit.state.stays(table, own.id):
        if out:
            return _(
                "%(table)s: the seat is lost, since who had your place before you has left the"
                " game. It goes on for the others."
            )
        return _(
            "%(table)s: its game goes on with who had your place before you. The result counts for"
            " you."
        )
    if out == "forfeited":
        return _("%(table)s: you have forfeited. The game goes on for the others.")
    return _("%(table)s: you have resigned. The game goes on for the others.")


def _reported(
    visit: Visit, table: RoundTable, key: str, here: str, number: Mapping[str, str]
) -> NextStep:
    """A table of which somebody has said what came of it."""
    report, own = table.report, visit.own
    if report is not None and own is not None and own.id not in report.confirmed:
        text = _("%(table)s: a result waits for your confirmation.") % number
        return NextStep(key, text, _("Look and confirm"), here)
    if table.agreed:
        text = _("%(table)s: all have confirmed the result. It counts once a director does, too.")
    elif own is not None and report is not None and report.by == own.person:
        text = _("%(table)s: you have given the result. The others are to confirm it.")
        if left_to_directors(visit, table):
            text = _("%(table)s: you have given the result. It counts once a director confirms it.")
    elif left_to_directors(visit, table):
        text = _("%(table)s: you have confirmed the result. It counts once a director does, too.")
    else:
        text = _("%(table)s: you have confirmed the result. The others are to confirm it.")
    return NextStep(key, text % number, _("Table"), here, main=False)
