"""What is next for the viewer of a tournament."""

from datetime import datetime

from tournaments.state import OVER
from web.pages.tournaments.steps.directors import as_director
from web.pages.tournaments.steps.players import as_player, asked_to_direct
from web.pages.tournaments.steps.step import NextStep
from web.pages.tournaments.visit import Visit


def steps_of(visit: Visit, now: datetime) -> list[NextStep]:
    """What the viewer can do now, the most urgent first.

    Who plays and directs sees what there is to play first; who only directs may also register.
    """
    playing = [*as_player(visit, now)]
    directing = [*(as_director(visit) if visit.directs else asked_to_direct(visit))]
    over = visit.state.phase in OVER
    return [*playing, *directing] if visit.own or over else [*directing, *playing]
