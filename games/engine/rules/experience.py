"""Clans by experience: which come into the draft, and which of them a player may take.

A recommendation that a table may follow; no other rule changes. (VAR-NEWBIE-01, VAR-NEWBIE-02)
"""

from games.engine.clans import all_clans
from games.engine.options import Options
from games.engine.state import Pair, State
from games.engine.terms import EXPERIENCE, Experience, Seat


def in_order(shuffled: list[str], options: Options) -> list[str]:
    """Clans in the order in which they come into the draft. (SETUP-12)

    With ``clan_experience`` easier, those that are easier to play come first, then the ordinary
    ones; with harder it is the other way round. By player one for each seat comes first. Within
    that they stay as they were shuffled.
    """
    match options.clan_experience:
        case "any":
            return shuffled
        case "easier":
            return sorted(shuffled, key=_rank)
        case "harder":
            return sorted(shuffled, key=_rank, reverse=True)
        case "by_player":
            wanted = (options.experience_of(Seat(seat)) for seat in range(options.players))
            reserved = _one_for_each(shuffled, [one for one in wanted if one is not None])
            return sorted(shuffled, key=lambda clan: clan not in reserved)


def may_take(state: State, seat: Seat, pair: Pair) -> bool:
    """Whether a pair that is left is for this seat: those that fit, or any if none does."""
    wanted = state.options.experience_of(seat)
    if wanted is None or all_clans()[pair.clan].experience == wanted:
        return True
    left = (one.clan for one in state.draft if one.taken_by is None)
    return not any(all_clans()[clan].experience == wanted for clan in left)


def _one_for_each(clans: list[str], wanted: list[Experience]) -> set[str]:
    """A clan for each player, as many as possible with a fitting one, the others with the nearest.

    A clan fits players of one kind only, so to give each the first that fits is a largest matching.
    """
    reserved: set[str] = set()
    without: list[Experience] = []
    for experience in wanted:
        fitting = (clan for clan in clans if all_clans()[clan].experience == experience)
        clan = next((clan for clan in fitting if clan not in reserved), None)
        if clan is None:
            without.append(experience)
        else:
            reserved.add(clan)
    for experience in without:
        left = [clan for clan in clans if clan not in reserved]
        reserved.add(min(left, key=lambda clan: abs(_rank(clan) - EXPERIENCE.index(experience))))
    return reserved


def _rank(clan: str) -> int:
    return EXPERIENCE.index(all_clans()[clan].experience)
