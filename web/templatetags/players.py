"""What the page of a player uses."""

from collections.abc import Mapping, Sequence

from django import template

from replays.narration import vocabulary
from tournaments.ratings.reading import StepShown
from web.pages.players import course as drawing

register = template.Library()


@register.filter
def course(steps: Sequence[StepShown]) -> drawing.Course | None:
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


@register.filter
def named(names: Mapping[str, str], key: str) -> str:
    """What something is called."""
    return names[key]
