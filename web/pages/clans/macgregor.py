"""MacGregor on the pages."""

from collections.abc import Iterable, Iterator, Sequence

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from games import engine
from games.engine.clans import clan_of
from games.engine.clans.macgregor import Graze, grazing_cost, herd_around, pastures
from games.engine.clans.macgregor import MacGregor as MacGregorClan
from games.engine.geometry.board import BIT, hexes_in
from games.engine.moves.base import MoveBase
from games.engine.rules.answers import FieldChoice
from games.engine.rules.deploying import ground
from games.engine.state import Piece, Player
from games.engine.terms import Hex
from replays.narration import vocabulary
from web.pages.clans.base import ClanPage
from web.pages.clans.spaces import Everywhere, is_everywhere, spaces_of
from web.pages.common.labels import pounds
from web.pages.guide.map_piece import map_piece, middle_out
from web.pages.guide.setting import YOU, Setting, put
from web.pages.guide.topic import Example
from web.pages.panel.moves.base import AnyPanel, MovePanel
from web.pages.panel.moves.expanding import cheapest_unit
from web.pages.panel.steps import Path, Route, Step
from web.pages.panel.structs import Refusal


class GrazePanel(MovePanel[Graze]):
    """A unit on the space of a sheep, which moves within its herd."""

    move = Graze
    kind = "graze"
    label = gettext_noop("Let a sheep graze")
    group = "main"
    topic = "clan-macgregor"
    rule = "CLAN-MACGREGOR-4"
    hint = gettext_noop("Place a unit on a sheep's space; the sheep moves.")
    questions = {
        "old": gettext_noop("Which sheep makes room?"),
    }
    anywhere = {
        "wrong_terrain": gettext_noop(
            "No sheep that could make room stands on %(terrain)s, which the unit needs."
        ),
    }
    own_units = {
        "old": ("CLAN-MACGREGOR-4", gettext_noop("No sheep on %(hex)s can make room for it.")),
    }

    def routes(self, move: Graze) -> Iterator[Route]:
        sheep = Step("old", f"sheep {move.hex}")
        yield Step("unit", move.unit), sheep, Step("hex", move.target)

    def price(self, state: engine.State, decision: engine.Decision, move: Graze) -> int:
        return grazing_cost(state, decision.seat, move.unit, move.hex, decision.grant)

    def question(self, state: engine.State, path: Path, kind: str) -> str:
        """With the space of the sheep, which is not asked for where only one can make room."""
        if kind != "hex":
            return super().question(state, path, kind)
        text = _("Where does the sheep on %(hex)s go?")
        return text % {"hex": path[2].split(" ")[1]}

    def step_price(self, state: engine.State, step: Step, moves: Sequence[Graze]) -> str | None:
        """The unit is paid, and not where the sheep goes. (CLAN-MACGREGOR-5)"""
        return "" if step.kind == "hex" else None

    def nothing_to_try(self, state: engine.State, decision: engine.Decision) -> Refusal | None:
        if any(True for _move in Graze.candidates(state, decision)):
            return None
        sheep = [one.hex for one in state.players[decision.seat].units if one.unit == "sheep"]
        if len(sheep) > 1 and not any(herd_around(state, decision.seat, one) for one in sheep):
            said = [_("None of your sheep is adjacent to another one.")]
            if len({*sheep}) < len(sheep):
                said.append(_("Two on one space are no herd."))
            return Refusal("CLAN-MACGREGOR-2", vocabulary.sentences(said))
        text = _(
            "You need two adjacent sheep, one of them on a space for another unit, and empty "
            "grassland beside the other."
        )
        return Refusal("CLAN-MACGREGOR-5", text)

    def attempts_from(
        self, state: engine.State, decision: engine.Decision, path: Path, hex_: str
    ) -> Iterable[MoveBase]:
        """On the space of a sheep, which goes anywhere; where it cannot, it stays."""
        seat = decision.seat
        if Piece("sheep", Hex(hex_)) not in state.players[seat].units:
            return []
        targets = [*hexes_in(pastures(state, seat, Hex(hex_)))] or [Hex(hex_)]
        return [Graze.build(unit=path[1], hex=hex_, to=target) for target in targets]

    def cheapest(self, attempt: Graze) -> str:
        return cheapest_unit(attempt.unit, attempt.hex)

    def looked_for(
        self, state: engine.State, decision: engine.Decision, kind: str
    ) -> Iterable[str]:
        return clan_of(state.players[decision.seat]).columns if kind == "unit" else ()

    def attempts_at(
        self, state: engine.State, decision: engine.Decision, path: Path, kind: str, value: str
    ) -> Iterable[MoveBase]:
        """Of a kind of unit, on the space of every sheep that can go anywhere."""
        if kind != "unit":
            return super().attempts_at(state, decision, path, kind, value)
        seat = decision.seat
        sheep = {piece.hex for piece in state.players[seat].units if piece.unit == "sheep"}
        return [
            Graze.build(unit=value, hex=hex_, to=target)
            for hex_ in sorted(sheep)
            for target in hexes_in(pastures(state, seat, hex_))
        ]

    def attempt(self, path: Path, kind: str, value: str) -> Graze:
        if kind != "hex" or len(path) < 3:
            raise LookupError(kind)
        return Graze.build(unit=path[1], hex=path[2].split(" ")[1], to=value)


class MacGregor(ClanPage):
    """Sheep graze, and one may go back in production."""

    clan = "macgregor"
    choice = "returned"
    choice_title = gettext_noop("Sheep put back")
    choice_rule = "CLAN-MACGREGOR-10"

    def panels(self) -> tuple[AnyPanel, ...]:
        return (GrazePanel(),)

    def example(self, setting: Setting) -> Example:
        """Two sheep, of which one makes room, and where it may go."""
        state = setting.sample(self.clan)
        state.players[YOU].shipping = MacGregorClan.CROSSING
        board, fit = state.board, ground(state, state.players[YOU], "sheep")
        home = next(h for h in middle_out(fit) if (board.adjacent[h] & fit).bit_count() > 1)
        other = middle_out(board.adjacent[home] & fit & ~BIT[home])[0]
        put(state, YOU, "sheep", home)
        put(state, YOU, "sheep", other)
        spaces = pastures(state, YOU, other)
        text = _(
            "If you place a bakery on %(other)s, its sheep goes to one of the dashed spaces, "
            "adjacent to the sheep on %(home)s."
        )
        drawn = map_piece(state, [home], marked={"ship": spaces})
        return Example(drawn, text % {"other": other, "home": home})

    def by_options(self, options: engine.Options) -> list[str]:
        if not options.grazing_moves_both:
            return []
        text = _(
            "A second unit of yours on the space moves with the sheep and must fit where it goes."
        )
        return [text]

    def choice_label(self, state: engine.State, chosen: FieldChoice) -> str:
        facts = {"hex": vocabulary.listed(spaces_of(chosen)), "money": pounds(MacGregorClan.PRICE)}
        return _("Put back the sheep on %(hex)s and receive %(money)s") % facts

    def before_processing(self, state: engine.State, player: Player) -> list[str]:
        if not player.count("sheep"):
            return []
        money = pounds(MacGregorClan.PRICE)
        return [
            _(
                "One sheep, which has given its wool already, may go back to your player board: "
                "you receive %(money)s."
            )
            % {"money": money}
        ]

    def done(self, state: engine.State, chosen: FieldChoice) -> list[str]:
        facts = {"hex": vocabulary.listed(spaces_of(chosen)), "money": pounds(MacGregorClan.PRICE)}
        return [_("You put back the sheep on %(hex)s and receive %(money)s.") % facts]

    def order_field(self) -> forms.Field:
        return Everywhere(
            label=gettext_lazy("Put back a sheep and receive £15"),
            required=False,
            help_text=gettext_lazy("In every production, the one that you have placed first."),
        )

    def ordered(self, chosen: FieldChoice) -> str:
        if is_everywhere(chosen):
            return _("Puts back a sheep and receives £15 in every production.")
        spaces = vocabulary.listed(spaces_of(chosen))
        return _("Puts back the sheep on %(spaces)s and receives £15.") % {"spaces": spaces}
