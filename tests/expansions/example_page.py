"""What the apiary adds to the page of a table."""

from collections.abc import Iterator

from django import forms

from games import engine
from games.engine import Options
from games.engine.rules.answers import FieldChoice
from games.engine.terms import gettext_noop
from tests.expansions.example.effects import HiveSetUp
from tests.expansions.example.expansion import Example, OwnApiaryView
from tests.expansions.example.moves import Keep, SellHoney, SetUpHive
from tests.expansions.example.state import Apiary
from web.pages.clans import ClanPage
from web.pages.extension import PageExtension
from web.pages.guide.map_piece import map_piece, middle_out
from web.pages.guide.setting import Setting
from web.pages.guide.strip import BECOMES, Cell, Strip
from web.pages.guide.topic import Example as Drawn
from web.pages.guide.topic import Topic
from web.pages.panel.decisions import DecisionPanel
from web.pages.panel.moves.base import AnyPanel, MovePanel
from web.pages.panel.steps import Path, Route, Step
from web.pages.table.part import TablePart
from web.pages.table.table import Table
from web.pages.table.table_parts import AnyPart


class HivePanel(MovePanel[SetUpHive]):
    """Setting up a hive on a space."""

    move = SetUpHive
    kind = "hive"
    label = gettext_noop("Set up a hive")
    group = "main"
    rule = "EXPAND-01"
    hint = gettext_noop("It makes honey.")
    explained = ("A hive stands on a space of its own.", "It makes honey in every round.")

    def example(self, setting: Setting) -> Drawn:
        hex_ = middle_out(setting.sample().board.ground["grassland"])[0]
        return Drawn(map_piece(setting.sample(), [hex_], tags={hex_: "1"}), f"Honey on {hex_}.")

    def routes(self, move: SetUpHive) -> Iterator[Route]:
        yield (Step("hex", move.hex),)

    def attempt(self, path: Path, kind: str, value: str) -> SetUpHive:
        if kind != "hex":
            raise LookupError(kind)
        return SetUpHive.build(hex=value)

    def hides(self, state: engine.State) -> bool:
        """Tiles are turned up."""
        return True


class KeepTilePanel(MovePanel[Keep]):
    """A choice of a kind that no other move has."""

    move = Keep
    kind = "tile"
    label = gettext_noop("Keep a tile")
    questions = {"honey": gettext_noop("How much honey?")}
    topic = "honey"

    def routes(self, move: Keep) -> Iterator[Route]:
        yield (Step("honey", str(move.tile)),)

    def choice_label(self, state: engine.State, kind: str, value: str) -> str:
        return f"{value} honey"


class SellHoneyPanel(MovePanel[SellHoney]):
    """A free move."""

    move = SellHoney
    kind = "honey"
    label = gettext_noop("Sell honey")
    group = "free"
    rule = "TRADE-01"
    hint = gettext_noop("Besides your action.")
    topic = "honey"


class ApiaryPart(TablePart[list[str]]):
    """The honey of each player, and the viewer's own patron."""

    name = "apiary"
    place = "tab"
    replay_place = "beside"
    label = gettext_noop("Honey")
    effects = (HiveSetUp,)

    @property
    def template(self) -> str:
        return "apiary.html"

    def in_play(self, options: Options) -> bool:
        return Example.name in options.expansions

    def build(self, table: Table) -> list[str]:
        keepers = table.state.part(Apiary).keepers
        own = table.own.get(self.name)
        patron = [f"patron {own.patron}"] if isinstance(own, OwnApiaryView) else []
        return patron + [
            f"{sign.name}: {keeper.honey} honey, {' '.join(keeper.hives) or 'no hive'}"
            for sign, keeper in zip(table.signs, keepers, strict=True)
        ]


class ApiaristPage(ClanPage):
    """Honey becomes mead."""

    clan = "apiarist"
    choice = "mead"

    def example(self, setting: Setting) -> Drawn:
        return Drawn(Strip([[Cell("1", "grain"), BECOMES, Cell("1", "whisky")]]), "Honey is mead.")

    def choice_label(self, state: engine.State, chosen: FieldChoice) -> str:
        return f"Turn {chosen} honey into mead"

    def produced(self, chosen: FieldChoice) -> str:
        return f"mead from {chosen} honey"

    def order_field(self) -> forms.Field:
        return forms.IntegerField(label="Honey for mead", min_value=0, max_value=99, initial=0)

    def ordered(self, chosen: FieldChoice) -> str:
        return f"Turns up to {chosen} honey into mead."


class HoneyTopic(Topic):
    """What honey is good for."""

    id = "honey"

    def title(self) -> str:
        return "Honey"

    def sentences(self, setting: Setting) -> list[str]:
        return ["Hives make honey.", "It is sold, kept or turned into mead."]

    def example(self, setting: Setting) -> Drawn:
        return Drawn(Strip([[Cell("2", "money")]]), "A honey brings money.")


class ApiaryPage(PageExtension):
    """All of it."""

    def topics(self) -> tuple[Topic, ...]:
        return (HoneyTopic(),)

    def clans(self) -> tuple[ClanPage, ...]:
        return (ApiaristPage(),)

    def parts(self) -> tuple[AnyPart, ...]:
        return (ApiaryPart(),)

    def panels(self) -> tuple[AnyPanel, ...]:
        return (HivePanel(), KeepTilePanel(), SellHoneyPanel())

    def decisions(self) -> tuple[DecisionPanel, ...]:
        heading = gettext_noop("Which tile do you keep?")
        yours = gettext_noop("Keep a tile")
        waiting = gettext_noop("%(who)s keeps a tile")
        return (
            DecisionPanel(
                kind="keep_tile", heading=heading, rule="BUILD-03", yours=yours, waiting=waiting
            ),
        )
