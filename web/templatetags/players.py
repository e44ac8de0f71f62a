"""What the page of a player uses."""

from collections.abc import Mapping, Sequence

from django import template

from games.models import Game
from replays.narration import vocabulary
from tournaments.players import people
from tournaments.ratings.reading import StepShown
from web.pages.players import course as drawing

register = template.Library()


@register.filter
def course(steps: Sequence[StepShown]) -> drawing.RatingCourse | None:
    """The picture of a rating's course."""
    return drawing.course(steps)


@register.filter
def clan_name(name: str) -> str:
    """The name of a clan."""
    return vocabulary.clan(name)


@register.filter
def percent(share: float) -> int:
    """A share as a whole number of hundredths."""
    return round(share * 100)


@register.simple_tag
def player_pages(game: Game) -> dict[int, str]:
    """By seat the names of players whose page strangers may see."""
    return people.open_pages(game.seats.all())


@register.filter
def at_seat(pages: Mapping[int, str], seat: int) -> str:
    """What stands for a seat; empty if nothing does."""
    return pages.get(seat, "")


@register.filter
def named(names: Mapping[str, str], key: str) -> str:
    """What something is called."""
    return names[key]
