"""The contract refill board: a longer row, from which building bonuses take. (IND-REFILL)"""

from typing import ClassVar

from games.engine.content import Content
from games.engine.errors import InvalidOptions
from games.engine.expansions.contract_row import ContractRow
from games.engine.options import Options
from games.engine.options.option_rules import Exclusion
from games.engine.recorder import Recorder
from games.engine.state import State
from games.engine.terms import ContractId, gettext_noop


class RefillBoard(ContractRow):
    """Its contracts fill the export board, and a building bonus takes the leftmost of them."""

    name: ClassVar[str] = "refill_board"
    label: ClassVar[str] = gettext_noop("Contract refill board")
    summary: ClassVar[str] = gettext_noop(
        "The next contracts lie open in a row; building bonuses take from it."
    )
    exclusions: ClassVar[tuple[Exclusion, ...]] = (
        Exclusion("expansions", (name,), "future_contracts", (True,), "IND-REFILL-07"),
    )
    heading: ClassVar[str] = label
    rule: ClassVar[str] = "IND-REFILL-09"
    offered: ClassVar[tuple[str, str]] = (
        gettext_noop("chooses among %(contracts)s of the refill board"),
        gettext_noop("choose among %(contracts)s of the refill board"),
    )
    after_bonus: ClassVar[str] = gettext_noop(
        "What is left moves up, and new ones fill the row from the pile."
    )
    offer_text: ClassVar[str] = gettext_noop(
        "You choose among the %(drawn)s leftmost contracts of the refill board. It is filled up "
        "before you choose."
    )

    def check_options(self, options: Options, content: Content) -> None:
        """The content pack says how long the board is. (IND-DATA-09)"""
        if not content.refill_spots:
            message = gettext_noop(
                "this content pack does not say how many spots the contract refill board has: it "
                "has no refill_board"
            )
            raise InvalidOptions("expansions", message, rule="IND-DATA-09")

    def spots(self, state: State) -> int:
        return state.content.refill_spots

    def offer_contracts(self, game: Recorder, wanted: int) -> list[ContractId]:
        """The leftmost ones; the board is filled before the player decides. (IND-REFILL-03..06)

        Where it holds fewer than are wanted it is filled and gives the rest.
        """
        taken: list[ContractId] = []
        while len(taken) < wanted:
            found = self.take(game, wanted - len(taken))
            taken += found
            filled = self.fill(game)
            if filled:
                game.barrier()
            if not found and not filled:
                break
        return taken
