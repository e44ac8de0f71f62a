"""What a game hides whose secrets are not known, as far as later events show it."""

from collections.abc import Sequence

from games.engine.effects import ContractDrawn, Effect, PileShuffled
from games.engine.expansions import in_play
from games.engine.recorder import Recorder
from games.engine.state import State
from games.engine.terms import ContractId

UNSEEN = ContractId(0)


def assume_hidden(state: State, shown: Sequence[Effect]) -> None:
    """Give the state after the first event secrets with which the later ones can be decided again.

    ``shown`` are the public effects of all later events, in order.
    """
    drawn = [effect.contract for effect in shown if isinstance(effect, ContractDrawn)]
    drawn = drawn[: state.pile]
    unseen = [UNSEEN] * (state.pile - len(drawn))
    Recorder(state).emit_secret(PileShuffled([*drawn, *unseen]))
    for expansion in in_play(state.options):
        expansion.assume_hidden(state, shown)
