"""What a page says of whether a game can be trusted: by the rules, and by its chance."""

from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games import engine
from games.models import Game
from games.models.game import Source, Status
from replays import validation
from replays.models import Validation

Tone = Literal["good", "warn", "bad", ""]


class Badge(Struct, frozen=True):
    """A few words with a colour, and a sentence that explains them."""

    tone: Tone
    words: str
    text: str


class ValidationBadge(Badge, frozen=True):
    """What deciding the game again has said; ``going_on`` while that is being done.

    ``version`` is the first event that differs.
    """

    going_on: bool = False
    version: int | None = None


def validation_badge(game: Game) -> ValidationBadge:
    """What the last validation of the present version said."""
    found = Validation.objects.filter(game=game, version=game.version).order_by("created_at").last()
    if found is None:
        text = _("Nobody has had this game decided again yet.")
        return ValidationBadge("", _("Not checked"), text)
    if found.finished_at is None:
        told = {"checked": found.checked, "version": found.version}
        text = _("The rules decide every event again: %(checked)s of %(version)s.") % told
        return ValidationBadge("", _("Being checked"), text, going_on=True)
    return _finished(found, game)


def _finished(found: Validation, game: Game) -> ValidationBadge:
    first = validation.difference_shown(found, game)
    version = first.version if first else None
    match found.status:
        case Validation.Status.PASSED:
            told = {"events": found.checked}
            text = ngettext(
                "The rules decided %(events)s event again, and it came out the same.",
                "The rules decided all %(events)s events again, and each came out the same.",
                found.checked,
            )
            return ValidationBadge("good", _("By the rules"), text % told)
        case Validation.Status.DRIFTED:
            told = {"events": found.drifted, "version": version or 0}
            text = ngettext(
                "It was played by other rules than today's: %(events)s event, number %(version)s, "
                "would come out differently. What is shown is what was played.",
                "It was played by other rules than today's: %(events)s events would come out "
                "differently, number %(version)s first. What is shown is what was played.",
                found.drifted,
            )
            return ValidationBadge("warn", _("Other rules"), text % told, version=version)
        case _status:
            # The sentence is for experts, in English as all that programs compare.
            said = {"version": version, "sentence": first.sentence if first else ""}
            text = _("What is recorded is not what the rules say. Event %(version)s: %(sentence)s")
            return ValidationBadge("bad", _("Not by the rules"), text % said, version=version)


def fairness_badges(game: Game) -> list[Badge]:
    """What shows, or does not, that nobody chose the chance of a game."""
    badges = [_seed(game)]
    if game.source == Source.IMPORTED:
        text = _("It was read from a file: when it was played, and by whom, only the file says.")
        badges.append(Badge("warn", _("Imported"), text))
    if game.source == Source.FORKED:
        text = _("It goes on from a position of another game; what was hidden was drawn anew.")
        badges.append(Badge("", _("Branched off"), text))
    return badges


def _seed(game: Game) -> Badge:
    if game.seed_chosen:
        text = _("Somebody named the seed, so the game could be known beforehand. It is not rated.")
        return Badge("warn", _("Seed was chosen"), text)
    if game.status != Status.FINISHED:
        text = _("The seed was fixed before the game began; it is shown when the game is over.")
        return Badge("", _("Seed is sealed"), text)
    if engine.randomness.commitment(bytes(game.server_seed)) == game.commitment:
        text = _("The seed is the one that was committed to before the game began.")
        return Badge("good", _("Seed was kept"), text)
    text = _("The seed is not the one that was committed to before the game began.")
    return Badge("bad", _("Seed was changed"), text)
