"""The plain clan: every question that a rule may ask a clan, with its ordinary answer."""

from collections.abc import Iterator
from typing import ClassVar

from games.engine.board import Board
from games.engine.decisions import ClanChoice, ProduceAnswer
from games.engine.errors import IllegalMove
from games.engine.recorder import Recorder
from games.engine.state import Player
from games.engine.words import Column, Hex, Seat


class Clan:
    """A clan that is not special.

    A clan's own file overrides what its tile changes and nothing else. A clan with a state of its
    own keeps it in one field of the player, which only its module reads.
    """

    name: ClassVar[str] = "plain"
    text: ClassVar[tuple[str, ...]] = ()
    """What the tile says, a sentence for each ability."""

    # --- set-up ----------------------------------------------------------------------------------

    def start_shipping(self, *, small: bool) -> int:
        """The shipping level at the start; ``small`` with 1 or 2 players. (SETUP-16)"""
        return 0

    def start_merchants(self) -> int:
        """How many merchants are hired at the start beside the usual two. (SETUP-16)"""
        return 0

    def first_workers(self) -> int:
        """How many first workers the clan places. (SETUP-17..19)"""
        return 2

    def check_first_worker(self, board: Board, hex_: Hex) -> None:
        """Raise IllegalMove where the clan's first workers may not stand. (SETUP-17)"""

    # --- deploying -------------------------------------------------------------------------------

    def unit_cost(self, player: Player, column: Column, printed: int) -> int:
        """What the next unit of a column costs without the land, in pounds. (EXPAND-06)"""
        return printed

    def deployment_discount(self, board: Board, hex_: Hex) -> int:
        """What a paid deployment on a space costs less, in pounds. (EXPAND-06)"""
        return 0

    # --- trading ---------------------------------------------------------------------------------

    def trade_income(self) -> int:
        """What every trade of one good brings, before it is paid, in pounds. (NBR-07, TRADE-14)"""
        return 0

    # --- production ------------------------------------------------------------------------------

    def chooses_in_production(self, player: Player) -> bool:
        """Whether the clan gives the player a choice in production. (PROD-11)"""
        return False

    def check_production(self, player: Player, answer: ProduceAnswer) -> None:
        """Raise IllegalMove when the clan's part of an answer cannot be. (PROD-10)"""
        if answer.clan != ClanChoice():
            raise IllegalMove("PROD-10", "no_such_clan_choice", clan=player.clan)

    def production_choices(self, player: Player, cheese: int) -> Iterator[ClanChoice]:
        """The clan's parts of an answer that makes so much cheese."""
        yield ClanChoice()

    def after_processing(self, game: Recorder, seat: Seat, answer: ProduceAnswer) -> None:
        """What the clan does at the end of production. (PROD-09)"""
