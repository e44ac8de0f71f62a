"""What every move is: a struct, its legality, what it does, and its notation."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, ClassVar, Self, TypeVar

import msgspec
from msgspec import Meta, Struct

from games.engine.decisions import Decision, DecisionBase, ExportBonus
from games.engine.effects import Effect
from games.engine.errors import IllegalMove, MalformedMove
from games.engine.options import Options
from games.engine.recorder import Recorder
from games.engine.rules.answers import ProduceAnswer
from games.engine.state import State
from games.engine.terms import Column, ContractId, Good, Hex, Unit

Quantity = Annotated[int, Meta(ge=1, le=99)]
ContractNumber = Annotated[ContractId, Meta(ge=1, le=9999)]
ContractNumbers = Annotated[list[ContractNumber], Meta(max_length=6)]


class MoveBase(
    Struct,
    frozen=True,
    tag_field="type",
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
):
    """A decision of a player; untrusted until ``check`` has passed."""

    WORD: ClassVar[str] = ""
    """The word with which the notation begins."""
    EXAMPLE: ClassVar[str] = ""
    """A move of this kind as it is written, where it is more than its word."""
    ENDS_ROUND: ClassVar[bool] = False
    """Whether it is an answer at the end of a round, and no turn."""
    OUT_OF_PLACE: ClassVar[str | None] = None
    """The rule by which this move is refused where the open decision does not admit it."""

    @classmethod
    def type_name(cls) -> str:
        """The ``type`` of this move in the public contract."""
        return str(cls.__struct_config__.tag)

    @classmethod
    def first_words(cls) -> tuple[str, ...]:
        """The words with which the notation of such a move may begin."""
        return (cls.WORD,)

    @classmethod
    def in_play(cls, options: Options) -> bool:
        """Whether a game with these options has such moves at all."""
        return True

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        """Moves worth checking; may offer too much, never too little."""
        raise NotImplementedError

    def check(self, state: State, decision: Decision) -> None:
        """Raise IllegalMove unless this move is legal now; emits nothing."""
        raise NotImplementedError

    def perform(self, game: Recorder, decision: Decision) -> None:
        """Do what the move does; refuses nothing."""
        raise NotImplementedError

    def notation(self) -> str:
        """One short line that ``parse`` reads back."""
        raise NotImplementedError

    @classmethod
    def legal(cls, state: State, decision: Decision) -> Iterator[Self]:
        """The moves of this kind that are legal now, in the order of ``candidates``.

        A kind that has many finds them all at once instead; a test compares it with ``checked``.
        """
        return cls.checked(state, decision)

    @classmethod
    def checked(cls, state: State, decision: Decision) -> Iterator[Self]:
        """The candidates that pass ``check``."""
        return (move for move in cls.candidates(state, decision) if move.passes(state, decision))

    def passes(self, state: State, decision: Decision) -> bool:
        """Whether ``check`` has nothing to say."""
        try:
            self.check(state, decision)
        except IllegalMove:
            return False
        return True

    @classmethod
    def default(cls, state: State, decision: Decision) -> Self:
        """The move of this kind that the game makes for a seat that has resigned. (RESIGN-02)

        Asked only where one is legal.
        """
        return next(cls.legal(state, decision))

    # --- what bots, standing orders and the log ask of any move ----------------------------------

    def pair_taken(self) -> int | None:
        """The number of the pair that it takes from the draft."""
        return None

    def stake(self) -> int | None:
        """How many victory points it bids."""
        return None

    def expansion(self) -> tuple[Column, Hex] | None:
        """The unit with which a turn expands, and the space."""
        return None

    def site(self) -> Hex | None:
        """The space on which it lays a tile that all players may use."""
        return None

    def exchanged(self) -> Sequence[tuple[Unit, Column]]:
        """Units of the map that it exchanges, each with the column of the new one."""
        return ()

    def answer(self) -> ProduceAnswer | None:
        """What it wants to process in production."""
        return None

    def harms_itself(self) -> bool:
        """Whether it announces what can only make it dearer."""
        return False

    def copied_tile(self) -> int | None:
        """The port tile that it copies; no effect names it."""
        return None

    def fulfilled(self) -> ContractId | None:
        """The contract that it fulfils; its effect may come later. (OPT-16)"""
        return None

    def stand_ins(self) -> Sequence[Good]:
        """The goods for which something of the clan's stands; no effect names them."""
        return ()

    def chosen_bonus(self) -> ExportBonus | None:
        """The export bonus that it puts first; no effect names it."""
        return None

    # --- reading ---------------------------------------------------------------------------------

    @classmethod
    def as_shown(cls, decision: Decision, shown: Iterable[Effect]) -> Self | None:
        """A move that only secrets name, for a check of a game whose secrets are not known.

        ``shown`` are the public effects of all later events, in order. What they do not show of it
        may be anything. None for a move that is public where this decision is open.
        """
        return None

    @classmethod
    def read(cls, words: list[str]) -> Self:
        """The move that a notation stands for; ``words`` are those after the first.

        Raises MalformedMove, or ValueError or LookupError where words are missing or no numbers.
        """
        raise NotImplementedError

    @classmethod
    def example(cls, words: list[str]) -> str:
        """A move of this kind as it is written, like what these words were meant to be."""
        return cls.EXAMPLE or cls.WORD

    @classmethod
    def build(cls, **fields: Any) -> Self:
        """A move of plain values, checked like one that comes as JSON; raises MalformedMove."""
        try:
            made: Self = msgspec.convert({"type": cls.type_name(), **fields}, cls.reading_type())
        except msgspec.ValidationError as error:
            raise MalformedMove(str(error)) from error
        return made

    @classmethod
    def reading_type(cls) -> Any:
        """The type as which it is read; with the types that its variables stand for, if any."""
        return cls


class PlainMove(MoveBase, frozen=True):
    """A move that leaves nothing to choose; its notation is its word."""

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        return iter((cls(),))

    @classmethod
    def legal(cls, state: State, decision: Decision) -> Iterator[Self]:
        move = cls()
        return iter((move,) if move.passes(state, decision) else ())

    def check(self, state: State, decision: Decision) -> None:
        """Always legal where the decision admits it."""

    def notation(self) -> str:
        return self.WORD

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words)
        return cls()


DecisionType = TypeVar("DecisionType", bound=DecisionBase)


def as_kind(decision: Decision, kind: type[DecisionType]) -> DecisionType:
    """A decision of the one kind that admits a move; anything else is a defect."""
    if not isinstance(decision, kind):
        raise TypeError(f"{decision.kind} does not admit this move")
    return decision


def number(word: str) -> int:
    """A number of a notation: digits and nothing else. Raises MalformedMove."""
    if not word.isdecimal():
        raise MalformedMove(f"{word[:40]!r} is no number")
    return int(word)


def amounts(words: list[str]) -> dict[str, int]:
    """Numbers and goods in turn, each good once, such as ``2 wool 1 milk``.

    Raises MalformedMove.
    """
    named = {good: number(n) for n, good in zip(words[::2], words[1::2], strict=True)}
    if 2 * len(named) != len(words):
        raise MalformedMove("name each good once")
    return named


def no_more(words: list[str]) -> None:
    """Raise MalformedMove when a notation goes on where it should have ended."""
    if words:
        raise MalformedMove(f"did not expect {' '.join(words)[:40]!r} at the end")
