"""The moves of single clans."""

from collections.abc import Iterator

from django.utils.translation import gettext_noop

from games import engine
from games.engine.clans.macdonald import Row
from games.engine.clans.macewan import BEER_PRICE, Brew
from games.engine.clans.mackenzie import WithdrawCellar
from web.pages.panel.moves.base import MovePanel
from web.pages.panel.steps import Path, Route, Step


class RowPanel(MovePanel[Row]):
    """MacDonald: moving a fisherman."""

    move = Row
    kind = "row"
    label = gettext_noop("Row a fisherman")
    group = "free"
    rule = "CLAN-MACDONALD-06"
    hint = gettext_noop("Besides your action, once a turn.")

    def routes(self, move: Row) -> Iterator[Route]:
        yield Step("fisherman", move.origin), Step("hex", move.target)

    def attempt(self, path: Path, kind: str, value: str) -> Row:
        if kind == "hex":
            return Row.build(**{"from": path[1], "to": value})
        if kind == "fisherman":
            return Row.build(**{"from": value, "to": value})
        raise LookupError(kind)


class CellarPanel(MovePanel[WithdrawCellar]):
    """MacKenzie: taking a barrel from the cellar."""

    move = WithdrawCellar
    kind = "cellar"
    label = gettext_noop("Take a barrel from the cellar")
    group = "free"
    rule = "CLAN-MACKENZIE-07"
    hint = gettext_noop("Besides your action; its space pays.")

    def routes(self, move: WithdrawCellar) -> Iterator[Route]:
        yield (Step("barrel", str(move.slot)),)

    def price(self, state: engine.State, decision: engine.Decision, move: WithdrawCellar) -> int:
        return -state.content.cellar[move.slot]

    def attempt(self, path: Path, kind: str, value: str) -> WithdrawCellar:
        if kind != "barrel":
            raise LookupError(kind)
        return WithdrawCellar.build(slot=int(value))


class BrewPanel(MovePanel[Brew]):
    """MacEwan: selling grain as beer."""

    move = Brew
    kind = "brew"
    label = gettext_noop("Brew beer")

    def routes(self, move: Brew) -> Iterator[Route]:
        yield (Step("quantity", str(move.quantity)),)

    def price(self, state: engine.State, decision: engine.Decision, move: Brew) -> int:
        return -BEER_PRICE * move.quantity

    def attempt(self, path: Path, kind: str, value: str) -> Brew:
        if kind != "quantity":
            raise LookupError(kind)
        return Brew.build(quantity=int(value))
