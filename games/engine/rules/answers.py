"""What a player answers in production, and what a clan adds to that. (PROD-05, PROD-10)"""

from typing import Annotated, Final, Generic, Self, TypeAlias, cast

from msgspec import Meta, Struct
from msgspec.structs import asdict, astuple

from games.engine.geometry.board import HEXES
from games.engine.terms import HexName
from games.engine.type_variable import TypeVar

MOST_IN_BATCH: Final = 99
Batch = Annotated[int, Meta(ge=0, le=MOST_IN_BATCH)]
"""How many goods a player makes, or gives up, in one production."""
Spaces = Annotated[tuple[HexName, ...], Meta(max_length=len(HEXES))]
"""Spaces of the map that a player names in one production."""


FieldChoice: TypeAlias = int | tuple[str, ...]
"""What is chosen of one field of a clan's choice."""


class ClanChoice(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a clan lets its player choose in production; only that clan's module reads it."""

    # A clan with a choice has a subclass in its module. Its fields are amounts, 0 by default,
    # marks, False by default, or spaces or other words, none by default, and no two clans have one
    # of the same name: what is read has those of all clans, see ``assembly``.

    def __eq__(self, other: object) -> bool:
        """Whether both choose the same; the fields of other clans are ignored."""
        return isinstance(other, ClanChoice) and self.chosen() == other.chosen()

    def __ne__(self, other: object) -> bool:
        return not self == other  # a struct has its own, which compares types

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.chosen().items())))

    def chosen(self) -> dict[str, FieldChoice]:
        """The fields of what is chosen: amounts, True for a mark, spaces or words in their order.

        In which order somebody names them makes no difference.
        """
        fields: dict[str, FieldChoice] = asdict(self)
        return {
            name: tuple(sorted(value)) if isinstance(value, tuple) else value
            for name, value in fields.items()
            if value
        }

    @classmethod
    def of(cls, choice: "ClanChoice") -> Self:
        """The part of a choice that belongs to this kind."""
        if type(choice) is cls and not any(isinstance(one, tuple) for one in astuple(choice)):
            return choice
        chosen = choice.chosen().items()
        return cls(**{name: value for name, value in chosen if name in cls.__struct_fields__})


def size(chosen: FieldChoice) -> int:
    """An amount, 1 for a mark, or the number of spaces or words."""
    return len(chosen) if isinstance(chosen, tuple) else chosen


def within(chosen: FieldChoice, most: FieldChoice) -> bool:
    """Whether what is chosen of a field is no more than something else, or among its words."""
    if isinstance(chosen, tuple):
        return isinstance(most, tuple) and set(chosen) <= set(most)
    return not isinstance(most, tuple) and chosen <= most


ChoiceType = TypeVar("ChoiceType", bound=ClanChoice, default=ClanChoice)
"""The choices of all clans: reading needs all of them, named by ``registry``."""


class ProduceAnswer(Struct, Generic[ChoiceType], frozen=True, omit_defaults=True):
    """The processed goods that one player makes. (PROD-05, PROD-10)"""

    cheese: int = 0
    bread: int = 0
    whisky: int = 0
    clan: ChoiceType = cast("ChoiceType", ClanChoice())
