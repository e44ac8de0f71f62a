"""MacPherson on the pages."""

from collections.abc import Mapping
from typing import Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from games import engine
from games.engine.clans.macpherson import Young, births, possible_births
from games.engine.geometry.board import BIT, mask_of
from games.engine.recorder import Recorder
from games.engine.rules import production
from games.engine.rules.answers import FieldChoice, ProduceAnswer, size
from games.engine.rules.deploying import ground
from games.engine.rules.supply import ROUNDS
from games.engine.state import Player
from games.engine.terms import ANIMALS, UNITS_PER_COLUMN, Animal, Hex, Seat, Unit
from replays.narration import vocabulary
from web.pages.clans.base import ClanPage
from web.pages.clans.spaces import Everywhere, is_everywhere, spaces_of
from web.pages.common.round_tile import scored
from web.pages.guide.map_piece import map_piece, middle_out
from web.pages.guide.setting import YOU, Setting, put
from web.pages.guide.topic import Example
from web.pages.panel import step_labels


class MacPherson(ClanPage):
    """Animals have young."""

    clan = "macpherson"
    choice = "young"
    choice_title = gettext_noop("Young animals")
    choice_rule = "CLAN-MACPHERSON-1"

    def example(self, setting: Setting) -> Example:
        """Two cows, and a third that comes in production."""
        state = setting.sample(self.clan)
        fit = ground(state, state.players[YOU], "cow")
        near = state.board.neighbours
        home = next(hex_ for hex_ in middle_out(fit) if near[hex_] & fit & ~BIT[hex_])
        other = middle_out(near[home] & fit)[0]
        put(state, YOU, "cow", home)
        put(state, YOU, "cow", other)
        production.process(Recorder(state), YOU, ProduceAnswer(clan=Young((other,))))
        text = _("The cows on %(home)s and %(other)s are neighbours: a third comes to %(other)s.")
        return Example(map_piece(state, [home]), text % {"home": home, "other": other})

    def wanted(self, state: engine.State, seat: engine.Seat, chosen: FieldChoice) -> int:
        """In the last round young are worth what still counts them: the tile, or the award."""
        if state.round < ROUNDS:
            return size(chosen)
        after = engine.copy(state)
        after.secret = None
        young = Young(tuple(map(Hex, spaces_of(chosen))))
        production.process(Recorder(after), seat, ProduceAnswer(clan=young))
        return _counted(after, seat) - _counted(state, seat)

    def choice_label(self, state: engine.State, chosen: FieldChoice) -> str:
        found = _animals(state)
        young = [step_labels.piece(f"{found[hex_]} {hex_}") for hex_ in spaces_of(chosen)]
        # Short, so that all of it is seen while it is chosen: "Sheep on F7, cow on L7".
        return vocabulary.joined([*young[:1], *(one[:1].lower() + one[1:] for one in young[1:])])

    def before_processing(self, state: engine.State, player: Player) -> list[str]:
        seat = Seat(next(n for n, one in enumerate(state.players) if one is player))
        if not possible_births(state, seat):
            return []
        said = [
            _(
                "Where two of your sheep or two of your cows stand on neighbouring spaces, a young "
                "animal may come for free to the space of one of them that holds no second unit."
            ),
            _("It produces nothing, and only counts for scoring.")
            if state.round == ROUNDS
            else _("It produces from the next round on."),
            _("At most one of each kind comes."),
        ]
        return [*said, *(text for one in ANIMALS if (text := _barren(state, seat, one)))]

    def done(self, state: engine.State, chosen: FieldChoice) -> list[str]:
        found = _animals(state)
        young = [vocabulary.unit_on(found[hex_], hex_) for hex_ in spaces_of(chosen)]
        return [_("You place %(units)s for free.") % {"units": vocabulary.listed(young)}]

    def order_field(self) -> forms.Field:
        return Everywhere(
            label=gettext_lazy("Let animals have young"),
            required=False,
            help_text=gettext_lazy("Of each kind, wherever two are neighbours."),
        )

    def ordered(self, chosen: FieldChoice) -> str:
        spaces = spaces_of(chosen)
        if is_everywhere(chosen):
            return _("Lets animals have young wherever they can.")
        return _("Lets animals have young on %(spaces)s.") % {"spaces": vocabulary.listed(spaces)}


BARREN: Final[Mapping[Animal, tuple[str, str, str]]] = {
    "sheep": (
        gettext_noop("No two of your sheep stand on neighbouring spaces."),
        gettext_noop("Your neighbouring sheep stand on spaces that hold two units."),
        gettext_noop("No sheep is left on your player board."),
    ),
    "cow": (
        gettext_noop("No two of your cows stand on neighbouring spaces."),
        gettext_noop("Your neighbouring cows stand on spaces that hold two units."),
        gettext_noop("No cow is left on your player board."),
    ),
}
"""By kind, why none can come: no parents, no room, or none left."""


def _barren(state: engine.State, seat: Seat, animal: Animal) -> str:
    """Why no young of a kind can come of which the player has two or more; empty where one can.

    (CLAN-MACPHERSON-1, CLAN-MACPHERSON-3)
    """
    player = state.players[seat]
    homes = [piece.hex for piece in player.units if piece.unit == animal]
    if len(homes) < 2 or births(state, seat, animal):
        return ""
    apart, full, gone = BARREN[animal]
    if player.deployed(animal) >= UNITS_PER_COLUMN:
        return _(gone)
    alike = mask_of(homes)
    return _(full if any(state.board.neighbours[one] & alike for one in homes) else apart)


def _counted(state: engine.State, seat: Seat) -> int:
    """What this round's tile would give, and what players are compared by at the end."""
    lines = (line.compared for line in engine.lines_of(state))
    return scored(state, seat) + sum(count(state)[seat] for count in lines if count)


def _animals(state: engine.State) -> dict[str, Unit]:
    """By space, the animal there; a space on which young may come holds no second unit."""
    return {
        piece.hex: piece.unit
        for player in state.players
        for piece in player.units
        if piece.unit in ANIMALS
    }
