"""Effects that only the server keeps until the game is over."""

from games.engine.effects.base import Effect
from games.engine.state import Secrets, State
from games.engine.words import ContractId


class Seeded(Effect, frozen=True, tag="seed"):
    """The game's seed, as hex."""

    seed: str

    def apply(self, state: State) -> None:
        state.secret = state.secret or Secrets()
        state.secret.seed = self.seed


class PileShuffled(Effect, frozen=True, tag="pile_order"):
    """The order of the face-down contracts, the top one first."""

    contracts: list[ContractId]

    def apply(self, state: State) -> None:
        state.secret = state.secret or Secrets()
        state.secret.pile = list(self.contracts)
