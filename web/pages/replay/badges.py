"""What a page says of whether a game can be trusted: by the rules, and by its chance."""

from collections.abc import Iterator
from datetime import datetime
from typing import Literal

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games import engine
from games.access import may_see
from games.models import Game
from games.models.game import Source, Status
from replays.models import Validation
from replays.validation import results
from web.pages.replay.moment import ReplayViewer

Tone = Literal["good", "warn", "bad", ""]


class Badge(Struct, frozen=True):
    """A few words with a colour, and a sentence that explains them."""

    tone: Tone
    words: str
    text: str


class ValidationBadge(Badge, frozen=True):
    """What deciding the game again has said; ``going_on`` while that is being done.

    ``version`` is the first event that differs. ``at`` and ``rules`` tell when it was done and by
    which version of the rules, ``advice`` what to do about what was found.
    """

    going_on: bool = False
    version: int | None = None
    at: datetime | None = None
    rules: int = 0
    advice: str = ""


class FairnessBadge(Badge, frozen=True):
    """``code`` is the commitment, and ``link`` leads to where more of it can be seen."""

    code: str = ""
    link: str = ""
    link_text: str = ""


def validation_badge(game: Game) -> ValidationBadge:
    """What the last validation of the present version said."""
    found = Validation.objects.filter(game=game, version=game.version).order_by("created_at").last()
    if found is None:
        text = _("Here the rules can decide every event again, from the seed on, and compare.")
        return ValidationBadge("", _("Not checked"), text)
    if found.finished_at is None:
        facts = {"checked": found.checked, "version": found.version}
        text = _("The rules decide every event again: %(checked)s of %(version)s.") % facts
        return ValidationBadge("", _("Being checked"), text, going_on=True)
    return _finished(found, game)


def _finished(found: Validation, game: Game) -> ValidationBadge:
    match found.status:
        case Validation.Status.PASSED:
            return _passed(found)
        case Validation.Status.DRIFTED:
            return _drifted(found, game)
        case _status:
            return _failed(found, game)


def _passed(found: Validation) -> ValidationBadge:
    text = ngettext(
        "The rules decided %(events)s event again, and it came out the same.",
        "The rules decided all %(events)s events again, and each came out the same.",
        found.checked,
    )
    return ValidationBadge(
        "good",
        _("By the rules"),
        text % {"events": found.checked},
        at=found.finished_at,
        rules=found.rules,
    )


def _drifted(found: Validation, game: Game) -> ValidationBadge:
    version = _differs(found, game)[0]
    text = ngettext(
        "It was played by other rules than today's: %(events)s event, number %(version)s, "
        "would come out differently. What is shown is what was played.",
        "It was played by other rules than today's: %(events)s events would come out "
        "differently, number %(version)s first. What is shown is what was played.",
        found.drifted,
    )
    return ValidationBadge(
        "warn",
        _("Other rules"),
        text % {"events": found.drifted, "version": version or 0},
        version=version,
        at=found.finished_at,
        rules=found.rules,
    )


def _failed(found: Validation, game: Game) -> ValidationBadge:
    version, sentence = _differs(found, game)
    text = _("What is recorded is not what the rules say. Event %(version)s: %(sentence)s")
    return ValidationBadge(
        "bad",
        _("Not by the rules"),
        text % {"version": version, "sentence": sentence},
        version=version,
        at=found.finished_at,
        rules=found.rules,
        advice=_(
            "Don't rely on what comes after that event. Tell whoever runs this server, with the "
            "address of this page; a download shows the same to anybody."
        ),
    )


def _differs(found: Validation, game: Game) -> tuple[int | None, str]:
    """The first event that differs, and how.

    The sentence is for experts, in English as all that programs compare.
    """
    first = results.difference_shown(found, game)
    return (first.version, first.sentence) if first else (None, "")


def fairness_badges(game: Game, viewer: ReplayViewer) -> list[FairnessBadge]:
    """The evidence that the seed of a game was not chosen, or what is missing of it."""
    return [_seed(game), *_sources(game, viewer)]


def _sources(game: Game, viewer: ReplayViewer) -> Iterator[FairnessBadge]:
    if game.source == Source.IMPORTED:
        text = _("It was read from a file: when it was played, and by whom, only the file says.")
        yield FairnessBadge("warn", _("Imported"), text)
    if game.source == Source.FORKED:
        text = _("It continues a position of another game; hidden information was drawn anew.")
        link = _origin(game, viewer)
        link_text = _("To that position") if link else ""
        yield FairnessBadge("", _("Branched off"), text, link=link, link_text=link_text)


def _origin(game: Game, viewer: ReplayViewer) -> str:
    """The address of the position from which a fork goes on, if the viewer may know of it."""
    if game.forked_from is None:
        return ""
    source = Game.objects.filter(pk=game.forked_from).first()
    if source is None or not may_see(viewer.user, source):
        return ""
    return f"{reverse('web:replay', args=[source.pk])}?v={game.forked_version}"


def _seed(game: Game) -> FairnessBadge:
    if game.seed_chosen:
        text = _("Somebody named the seed, so the game could be known beforehand. It is not rated.")
        return _sealed("warn", _("Seed was chosen"), text, game)
    if game.status != Status.FINISHED:
        text = _("The seed was fixed before the game began; it is shown when the game is over.")
        return _sealed("", _("Seed is sealed"), text, game)
    if engine.randomness.commitment(bytes(game.server_seed)) == game.commitment:
        text = _("The seed is the one that was committed to before the game began.")
        return _sealed("good", _("Seed was kept"), text, game)
    text = _(
        "The seed is not the one that was committed to before the game began: who runs the server "
        "may have chosen it. Keep the commitment that you noted, and ask them."
    )
    return _sealed("bad", _("Seed was changed"), text, game)


def _sealed(tone: Tone, words: str, text: str, game: Game) -> FairnessBadge:
    return FairnessBadge(
        tone,
        words,
        text,
        code=game.commitment,
        link=reverse("api:fairness", args=[game.pk]),
        link_text=_("All of it as numbers"),
    )
