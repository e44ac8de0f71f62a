"""The plain clan in the log: what it may say, with its ordinary answer."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, TypeAlias

from games.engine.rules.answers import ClanChoice
from games.engine.terms import Seat
from replays.narration.base import Narration

Pair: TypeAlias = tuple[str, str]
"""A phrase in the third person and in the second."""
Lead: TypeAlias = Callable[[Narration, Seat], None]
"""Begins the sentence of a move, and takes the effects that it describes."""


class ClanPhrases:
    """A clan of which the log says nothing that it does not say of all."""

    clan: ClassVar[str] = ""
    leads: ClassVar[Mapping[str, Lead]] = {}
    """By type of a move that the clan alone has."""
    bonuses: ClassVar[Mapping[str, Pair]] = {}
    """By export bonus that only this clan has, the phrases for taking it first."""
    keeps_tiles: ClassVar[bool] = False
    """Whether what it keeps are tiles, which are named before the move that they change."""

    def beside(self, units: int) -> Pair | None:
        """For what it receives something when so many units are deployed; None for nothing.

        Both phrases name the money. (IND-DEP-07)
        """
        return None

    def chosen(self, narration: Narration, seat: Seat, choice: ClanChoice) -> Sequence[str]:
        """What the clan adds to an answer to production, each to go on from "decides to"."""
        return ()

    def state_set(self, narration: Narration, seat: Seat, values: Sequence[int]) -> None:
        """What the clan keeps now; the state of the narration has what it was."""
