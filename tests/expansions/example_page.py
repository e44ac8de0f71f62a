"""What the apiary adds to the page of a table."""

from collections.abc import Iterator

from games import engine
from games.engine import Options
from games.engine.words import gettext_noop
from tests.expansions.example import (
    Apiary,
    Example,
    HiveSetUp,
    Keep,
    OwnApiaryView,
    SellHoney,
    SetUpHive,
)
from web.pages.extension import PageExtension
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


class ApiaryPart(TablePart[list[str]]):
    """The honey of each player, and the viewer's own patron."""

    name = "apiary"
    place = "beside"
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


class ApiaryPage(PageExtension):
    """All of it."""

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
