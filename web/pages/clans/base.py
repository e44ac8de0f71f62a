"""The plain clan on the pages: what it may show and ask, with its ordinary answer."""

from collections.abc import Mapping
from typing import ClassVar

from django import forms
from msgspec import Struct

from games import engine
from games.engine.rules.answers import FieldChoice
from games.engine.state import Player
from web.pages.guide.setting import Setting
from web.pages.guide.topic import Example
from web.pages.panel.decisions import DecisionPanel
from web.pages.panel.moves.base import AnyPanel


class ClanSpace(Struct, frozen=True):
    """A space of a clan's own: its text, and the symbol and the name of what lies there, if any."""

    text: str
    symbol: str = ""
    name: str = ""


class OwnSpaces(Struct, frozen=True):
    """The spaces of a clan's own on the player's board."""

    label: str
    spaces: tuple[ClanSpace, ...]
    symbol: str
    """Of what lies there."""

    @property
    def filled(self) -> str:
        """How many spaces are full, of all: ``1/3``."""
        return f"{sum(bool(space.symbol) for space in self.spaces)}/{len(self.spaces)}"

    @property
    def in_words(self) -> str:
        """The same in words: ``Silos: 2/3 (1 with grain, 3 with grain)``."""
        full = [
            f"{space.text} {space.name}" for space in self.spaces if space.text and space.symbol
        ]
        return f"{self.label} {self.filled}" + (f" ({', '.join(full)})" if full else "")


class ClanPage:
    """A clan of which the pages show nothing that they do not show of all."""

    clan: ClassVar[str]
    choice: ClassVar[str] = ""
    """The field of an answer to production by which its player chooses, if the clan has one.

    The questions about a choice are asked of a clan that has one, and only for what is chosen.
    """
    choice_title: ClassVar[str] = ""
    """What stands above the choice where goods are processed; translatable."""
    choice_rule: ClassVar[str] = ""
    """Where the choice is laid down."""

    def panels(self) -> tuple[AnyPanel, ...]:
        """Panels of the moves that no other clan has."""
        return ()

    def decisions(self) -> tuple[DecisionPanel, ...]:
        """What is said of the decisions that no other clan has."""
        return ()

    def own_spaces(self, state: engine.State, player: Player) -> OwnSpaces | None:
        """What the player's board shows of the clan's own; None for nothing."""
        return None

    def goods(self, player: Player) -> Mapping[str, int]:
        """By symbol, goods that the clan alone has, and that a player has in stock."""
        return {}

    def making(self, state: engine.State, player: Player) -> Mapping[str, int]:
        """By symbol, how many of these goods the next production can make."""
        return {}

    def lines(self, player: Player) -> Mapping[str, str]:
        """What previews compare beside goods: what it is called, and how much there is of it."""
        return {}

    def in_game(self, state: engine.State) -> list[str]:
        """What the clan has in this game alone, as sentences beside those of its tile."""
        return []

    def by_options(self, options: engine.Options) -> list[str]:
        """What switches decide about the clan, as sentences beside those of its tile."""
        return []

    def example(self, setting: Setting) -> Example | None:
        """A drawing that explains the clan; None for a comparison with a plain clan."""
        return None

    # --- the choice in production ----------------------------------------------------------------

    def before_processing(self, state: engine.State, player: Player) -> list[str]:
        """What the clan lets a player do now, as sentences of what processing is about."""
        return []

    def wanted(self, state: engine.State, seat: engine.Seat, chosen: FieldChoice) -> int:
        """How gladly nearly everybody chooses so much, which the form then begins with.

        0 is as good as nothing, and what is below 0 is never chosen beforehand.
        """
        return 0

    def choice_label(self, state: engine.State, chosen: FieldChoice) -> str:
        """What choosing so much, or these spaces, is called; 1 where it is made or not."""
        raise NotImplementedError

    def choice_detail(self, state: engine.State, chosen: FieldChoice) -> str:
        """What a choice takes and gives, behind what it is called; empty where that says it."""
        return ""

    def choice_group(self, chosen: FieldChoice) -> str:
        """What stands above choices that belong together; empty for those that need nothing."""
        return ""

    def produced(self, chosen: FieldChoice) -> str:
        """What it adds to the goods that are made, before a move is confirmed; empty for nothing.

        A clan of which this is not empty has no sentences in ``done``.
        """
        return ""

    def done(self, state: engine.State, chosen: FieldChoice) -> list[str]:
        """What is done beside making goods, as sentences."""
        return []

    def order_field(self) -> forms.Field:
        """The field of a standing order, named like the choice."""
        raise NotImplementedError

    def ordered(self, chosen: FieldChoice) -> str:
        """What a standing order does that chooses so much, as a sentence."""
        raise NotImplementedError
