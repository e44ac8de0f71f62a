"""Gordon on the pages."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from games import engine
from games.engine.clans.gordon import SILOS, EmptySilo, Storage, UseSilo, fillable, silos
from games.engine.clans.gordon import Gordon as GordonClan
from games.engine.rules.answers import FieldChoice
from games.engine.state import Player
from games.engine.terms import GRAIN
from replays.narration import vocabulary
from web.pages.clans.base import ClanPage, ClanSpace, OwnSpaces
from web.pages.common.labels import pounds
from web.pages.guide.setting import Setting
from web.pages.guide.strip import BECOMES, Cell, Strip, joined
from web.pages.guide.topic import Example
from web.pages.panel.moves.base import AnyPanel, MovePanel
from web.pages.panel.steps import Path, Route, Step

USES: Final[Mapping[str, str]] = {
    "1": gettext_noop("Silo 1: a space with free land"),
    "2": gettext_noop("Silo 2: an upgrade"),
    "3 wool": gettext_noop("Silo 3: 1 wool"),
    "3 milk": gettext_noop("Silo 3: 1 milk"),
}
"""What the silos give."""
GIVEN: Final[Mapping[int, str]] = {
    1: gettext_noop("a space with free land"),
    2: gettext_noop("1 upgrade"),
    3: gettext_noop("1 wool or 1 milk"),
}
"""The same of a silo by itself, in a sentence."""


class UseSiloPanel(MovePanel[UseSilo]):
    """Discarding the grain of a silo."""

    move = UseSilo
    kind = "silo"
    label = gettext_noop("Use a silo")
    group = "main"
    topic = "clan-gordon"
    rule = "CLAN-GORDON-3"
    hint = gettext_noop("Its grain is discarded for what the silo gives.")
    questions = {"silo": gettext_noop("Which silo do you use?")}
    says_what_follows = True

    def routes(self, move: UseSilo) -> Iterator[Route]:
        yield (Step("silo", " ".join([str(move.silo), *([move.good] if move.good else [])])),)

    def choice_label(self, state: engine.State, kind: str, value: str) -> str:
        return _(USES[value])

    def attempt(self, path: Path, kind: str, value: str) -> UseSilo:
        if kind != "silo":
            raise LookupError(kind)
        return UseSilo.read(value.split(" "))


class EmptySiloPanel(MovePanel[EmptySilo]):
    """Taking grain out of a silo."""

    move = EmptySilo
    kind = "empty-silo"
    label = gettext_noop("Take grain out of a silo")
    group = "free"
    topic = "clan-gordon"
    rule = "CLAN-GORDON-4"
    hint = gettext_noop(
        "In addition to your action; the grain is in stock again, to be sold, paid or discarded."
    )
    questions = {"full-silo": gettext_noop("Out of which silo do you take the grain?")}

    def routes(self, move: EmptySilo) -> Iterator[Route]:
        yield (Step("full-silo", str(move.silo)),)

    def choice_label(self, state: engine.State, kind: str, value: str) -> str:
        return _("Silo %(number)s") % {"number": value}

    def brings(self, state: engine.State, decision: engine.Decision, step: Step) -> str:
        return _taken_out([int(step.value)])

    def attempt(self, path: Path, kind: str, value: str) -> EmptySilo:
        if kind != "full-silo":
            raise LookupError(kind)
        return EmptySilo.build(silo=int(value))


class FillSilos(forms.BooleanField):
    """All silos that are empty, or none."""

    def prepare_value(self, value: Any) -> bool:
        return bool(value)

    def clean(self, value: Any) -> Sequence[str]:
        return [f"fill{silo}" for silo in range(1, SILOS + 1)] if super().clean(value) else ()


class Gordon(ClanPage):
    """Grain goes into silos and out of them."""

    clan = "gordon"
    choice = "silos"
    choice_title = gettext_noop("Silos")
    choice_rule = "CLAN-GORDON-2"

    def panels(self) -> tuple[AnyPanel, ...]:
        return (UseSiloPanel(), EmptySiloPanel())

    def own_spaces(self, state: engine.State, player: Player) -> OwnSpaces:
        return OwnSpaces(
            _("Silos:"),
            tuple(
                ClanSpace(str(number), "grain", _("with grain")) if full else ClanSpace(str(number))
                for number, full in enumerate(silos(player), start=1)
            ),
            "grain",
        )

    def lines(self, player: Player) -> Mapping[str, str]:
        return {_("Grain in silos"): str(sum(silos(player)))}

    def example(self, setting: Setting) -> Example:
        field = [Cell(pounds(GordonClan.FIELD_COST), "field"), BECOMES]
        made = [*field, Cell(str(GordonClan.FIELD_YIELD), "grain", "here")]
        stored = joined([[Cell(str(silo), "grain", "here")] for silo in range(1, SILOS + 1)])
        text = _(
            "A field costs %(cost)s and gives %(grain)s grain, of which up to three go into the "
            "silos."
        )
        facts = {"cost": pounds(GordonClan.FIELD_COST), "grain": GordonClan.FIELD_YIELD}
        return Example(Strip([made, stored]), text % facts)

    # --- the choice in production ----------------------------------------------------------------

    def before_processing(self, state: engine.State, player: Player) -> list[str]:
        said = []
        if fillable(player, player.goods[GRAIN]):
            said.append(
                _(
                    "Grain that was just produced and that you do not process may go into empty "
                    "silos, one into each."
                )
            )
        if any(silos(player)) and (player.count("bakery") or player.count("distillery")):
            said.append(_("Grain that you take out of silos can be processed too."))
        return said

    def wanted(self, state: engine.State, seat: engine.Seat, chosen: FieldChoice) -> int:
        """Grain in silos counts as before; what is there already is for their actions."""
        filled, emptied = _changes(chosen)
        return -len(emptied) if emptied else len(filled)

    def choice_label(self, state: engine.State, chosen: FieldChoice) -> str:
        filled, emptied = _changes(chosen)
        if filled and emptied:
            facts = {"emptied": _numbers(emptied), "filled": _numbers(filled)}
            return _("Empty silos: %(emptied)s; then fill silos: %(filled)s") % facts
        text = _("Fill silos: %(silos)s") if filled else _("Empty silos: %(silos)s")
        return text % {"silos": _numbers(filled or emptied)}

    def choice_detail(self, state: engine.State, chosen: FieldChoice) -> str:
        filled, emptied = _changes(chosen)
        parts = [_taken_out(emptied)] if emptied else []
        if filled:
            # Translators: what filling silos takes and what they give later, such as "takes 2
            # grain, later for 1 upgrade, 1 wool or 1 milk".
            text = _("takes %(grain)s, later for %(given)s")
            parts.append(text % _traded(filled))
        return vocabulary.clauses(parts)

    def choice_group(self, chosen: FieldChoice) -> str:
        filled, emptied = _changes(chosen)
        if filled and emptied:
            return _("Empty silos, then fill others")
        return _("Fill empty silos") if filled else _("Take grain out of silos")

    def done(self, state: engine.State, chosen: FieldChoice) -> list[str]:
        filled, emptied = _changes(chosen)
        taken, put = _("You take grain out of %(silos)s."), _("You put grain into %(silos)s.")
        pairs = ((taken, emptied), (put, filled))
        return [text % {"silos": vocabulary.silos(some)} for text, some in pairs if some]

    def order_field(self) -> forms.Field:
        return FillSilos(
            label=gettext_lazy("Fill silos"),
            required=False,
            help_text=gettext_lazy("As many as grain is left for."),
        )

    def ordered(self, chosen: FieldChoice) -> str:
        return _("Fills silos with grain that is left: %(silos)s.") % {
            "silos": _numbers(_changes(chosen)[0])
        }


def _changes(chosen: FieldChoice) -> tuple[list[int], list[int]]:
    """The silos that are filled and those that are emptied."""
    storage = Storage(chosen) if isinstance(chosen, tuple) else Storage()  # type: ignore[arg-type]
    return storage.filled(), storage.emptied()


def _traded(some: Sequence[int]) -> Mapping[str, str]:
    """The grain of some silos, and what they give for it."""
    given = vocabulary.listed([_(GIVEN[silo]) for silo in some])
    return {"grain": vocabulary.amount("grain", len(some)), "given": given}


def _taken_out(some: Sequence[int]) -> str:
    """What emptying silos gives, and what they no longer give then."""
    # Translators: of silos that are emptied, such as "gives 1 grain instead of 1 upgrade".
    return _("gives %(grain)s instead of %(given)s") % _traded(some)


def _numbers(some: Sequence[int]) -> str:
    return vocabulary.listed([str(silo) for silo in some])
