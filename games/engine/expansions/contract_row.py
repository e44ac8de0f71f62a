"""A row of open contracts beside the export board, which fills it. (VAR-FUTURE, IND-REFILL)"""

from collections.abc import Iterator
from typing import ClassVar

from games.engine import effects as fx
from games.engine.expansions.base import Expansion, PreparationStage, SetupStage
from games.engine.recorder import Recorder
from games.engine.state import State
from games.engine.terms import ContractId


class ContractRow(Expansion):
    """What all rows of contracts have in common; at most one is in play.

    Pages and the log translate the texts.
    """

    heading: ClassVar[str]
    """What the row is called beside the export board."""
    rule: ClassVar[str]
    """The rule by which an action obtains no contract of the row."""
    renewed: ClassVar[bool] = False
    """Whether a new row is laid out once a building bonus has taken contracts from it."""
    after_bonus: ClassVar[str] = ""
    """What becomes of the row after a building bonus, for players who have not read the rules."""
    offer_text: ClassVar[str]
    """What a building bonus does with the row, with a place for ``drawn``."""
    offered: ClassVar[tuple[str, str]]
    """The log's phrase for that, in the third person and in the second, with ``contracts``."""

    def spots(self, state: State) -> int:
        """How many contracts lie in the row while the pile lasts."""
        raise NotImplementedError

    def set_up(self, game: Recorder, stage: SetupStage, seed: bytes) -> None:
        if stage == "contracts":
            self.fill(game)

    def next_contract(self, game: Recorder) -> ContractId | None:
        """Contracts of the row are used up first, from left to right.

        (VAR-FUTURE-02, IND-REFILL-02, IND-REFILL-06)
        """
        return next(iter(self.take(game, 1)), None)

    def prepare_round(self, game: Recorder, stage: PreparationStage) -> None:
        if stage == "contracts":
            self.fill(game)

    def take(self, game: Recorder, wanted: int) -> list[ContractId]:
        """The leftmost contracts, as far as there are so many; the others move left."""
        row = game.state.future
        taken = row[:wanted]
        if taken:
            game.emit(fx.FutureSet(row[wanted:]))
        return taken

    def fill(self, game: Recorder) -> bool:
        """Make the row up to its length, as far as the pile goes; whether a contract was added.

        (VAR-FUTURE-03, IND-REFILL-01, IND-REFILL-04)
        """
        missing = self.spots(game.state) - len(game.state.future)
        drawn = game.draw_contracts(missing)
        if drawn:
            game.emit(fx.FutureSet([*game.state.future, *drawn]))
        return bool(drawn)

    def wrong(self, state: State) -> Iterator[str]:
        if self.in_play(state.options) and len(state.future) > self.spots(state):
            yield "too many contracts lie beside the export board"
