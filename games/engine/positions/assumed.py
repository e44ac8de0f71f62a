"""What a game hides whose secrets are not known, as far as later events show it."""

from collections.abc import Sequence

from games.engine.effects import ContractDrawn, Effect
from games.engine.expansions import in_play
from games.engine.state import Secrets, State
from games.engine.words import ContractId

UNSEEN = ContractId(0)


def assume_hidden(state: State, shown: Sequence[Effect]) -> None:
    """Give the state after the first event secrets with which the later ones can be decided again.

    ``shown`` are the public effects of all later events, in order.
    """
    drawn = [effect.contract for effect in shown if isinstance(effect, ContractDrawn)]
    drawn = drawn[: state.pile]
    state.secret = Secrets(pile=[*drawn, *[UNSEEN] * (state.pile - len(drawn))])
    for expansion in in_play(state.options):
        expansion.assume_hidden(state, shown)
