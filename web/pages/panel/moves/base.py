"""The plain panel of a move: every question about offering one, with its ordinary answer."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, Literal, TypeAlias, TypeVar

from games import engine
from games.engine.moves.base import MoveBase
from games.engine.terms import Good
from replays.narration.language import gettext as _
from web.pages.guide.setting import Setting
from web.pages.guide.topic import Example
from web.pages.panel import step_labels
from web.pages.panel.moves.skips import to_announced
from web.pages.panel.steps import Path, Route, Step, Way
from web.pages.panel.structs import Added, Choice, Light, NumberForm, Preview, Refusal, Start

Offered = TypeVar("Offered", bound=MoveBase)
PriceRow: TypeAlias = tuple[str, int]
"""A part of a price: what for, and pounds; negative for what makes it less."""
MoveGroup: TypeAlias = Literal["main", "free", "last"]
ANNOUNCING: Final = ("modifiers", "kilts")
"""Kinds of steps in which port tiles are announced."""


class MovePanel(Generic[Offered]):
    """A type of move of which there is nothing to choose, and nothing special to say.

    ``kind`` is the first value of every path to such a move. The subclass of a type overrides what
    is different; ``move_panels`` has them in the order in which a turn offers them.
    """

    move: type[Offered]
    kind: ClassVar[str]
    label: ClassVar[str]
    """What it is called where it can be chosen."""
    group: ClassVar[MoveGroup | None] = None
    """Where a turn offers it; None for what is never an action of a turn."""
    direct: ClassVar[bool] = False
    """Whether it has a button of its own: there is nothing to choose, and little to regret."""
    apart: ClassVar[bool] = False
    """Whether it has a button of its own that leads to its preview, beside what is chosen."""
    rule: ClassVar[str] = ""
    hint: ClassVar[str] = ""
    """For an action of a turn, where it is laid down and what it does, in a few words."""
    topic: ClassVar[str] = ""
    """The topic of something else that explains it too."""

    # --- explaining it ---------------------------------------------------------------------------

    explained: ClassVar[tuple[str, ...]] = ()
    """Two to five short sentences for somebody who has not read the rules."""

    @property
    def about(self) -> str:
        """The id of the topic that explains it; empty for a button that says what it does."""
        return self.topic or ("" if self.direct else f"move-{self.kind}")

    def explanation(self, setting: Setting) -> list[str]:
        """The explanation, by sentences. Not asked where there is another ``topic``."""
        return [_(text) for text in self.explained]

    def example(self, setting: Setting) -> Example:
        """An example of it. Not asked where there is another ``topic``."""
        raise NotImplementedError

    # --- routes ----------------------------------------------------------------------------------

    def routes(self, move: Offered) -> Iterator[Route]:
        """Every way to a move after its kind, the first one as it is written.

        No route is the beginning of another one.
        """
        yield ()

    def first_kind(self, value: str | None) -> str:
        """Where routes may begin by several kinds of steps, the kind of which a value is.

        None is for the kind that the panel lists; the others are chosen on the table.
        """
        return ""

    def opens(self, state: engine.State, decision: engine.Decision, value: str) -> str:
        """The kind of the step after a first value, where its choices are shown in any case.

        Empty where the step is taken by itself if there is one choice, as usual.
        """
        return ""

    def starts(self, state: engine.State, decision: engine.Decision, path: Path) -> Iterator[Start]:
        """Where on the table such a move may begin. ``path`` is what has been chosen so far."""
        yield from ()

    # --- steps -----------------------------------------------------------------------------------

    step_hints: ClassVar[Mapping[str, str]] = {}
    """By kind of step, what is to be known for it."""
    numbers_from: ClassVar[str] = ""
    """The kind of step from which on numbers are set all at once, in a form."""

    adds: ClassVar[bool] = False
    """Whether a step that asks for one more shows the move without it too, to be confirmed."""

    questions: ClassVar[Mapping[str, str]] = {}
    """By kind of step that no other move has, what is asked."""

    def question(self, state: engine.State, path: Path, kind: str) -> str:
        """What is asked in a step, after what was chosen before."""
        return _(self.questions[kind] if kind in self.questions else step_labels.QUESTIONS[kind])

    def choice_label(self, state: engine.State, kind: str, value: str) -> str:
        """What a choice of a step is called."""
        return step_labels.LABELS[kind](state, value)

    def chosen(self, state: engine.State, kind: str, value: str) -> str:
        """The same once the choice is made."""
        return step_labels.counted(kind, value) or self.choice_label(state, kind, value)

    def hint_in(self, state: engine.State, decision: engine.Decision) -> str:
        """What stands below the action where it is offered; empty for nothing."""
        return _(self.hint) if self.hint else ""

    def step_hint(self, state: engine.State, decision: engine.Decision, kind: str) -> str:
        """What is to be known for a step; empty for most."""
        return _(self.step_hints[kind]) if kind in self.step_hints else ""

    def step_rule(
        self, state: engine.State, decision: engine.Decision, path: Path, kind: str
    ) -> str:
        """Where the hint of a step is laid down; empty where the panel's own rule has it."""
        return ""

    def brings(self, state: engine.State, decision: engine.Decision, step: Step) -> str:
        """What a choice brings that only this move knows; empty for most."""
        return ""

    def looked_at(self, decision: engine.Decision) -> str:
        """The kind of the first step, where its choices are shown even if none is possible."""
        return ""

    def spends(self, path: Path, kind: str) -> Collection[Good]:
        """The goods of which the choices of a step take some out of stock; none for most."""
        return ()

    def ordered(self, path: Path, kind: str, choices: Sequence[Choice]) -> list[Choice]:
        """The choices of a step as they are shown."""
        return list(choices)

    def form(
        self, state: engine.State, decision: engine.Decision, path: list[str], ways: list[Way]
    ) -> NumberForm:
        """The numbers to be set, where there are."""
        raise NotImplementedError

    def with_numbers(self, path: Path) -> Offered | None:
        """The move of which a form has set the numbers; None where one was asked for by itself."""
        return None

    # --- on the table ----------------------------------------------------------------------------

    lights: ClassVar[Mapping[str, str]] = {}
    """By kind of step, the ``data-light`` of what stands for a value ``{}`` on the table."""

    def light(self, step: Step, label: str, detail: str) -> Light | None:
        """Where a choice lies on the table, and what is written there; None for most.

        ``label`` is what it is called in the panel, ``detail`` its price.
        """
        on = self.lit_by(step)
        return Light(on, price=detail) if on else None

    def lit_by(self, step: Step) -> str:
        """The ``data-light`` of what stands for a choice on the table; empty for none."""
        return self.lights.get(step.kind, "").format(step.value.replace(" ", "-"))

    # --- prices ----------------------------------------------------------------------------------

    priced: ClassVar[bool] = False
    """Whether it costs the same whatever is chosen after it."""

    def price(self, state: engine.State, decision: engine.Decision, move: Offered) -> int | None:
        """What it costs in pounds, negative for what it brings; None for none. (DEF-38)"""
        return None

    def price_rows(
        self, state: engine.State, decision: engine.Decision, move: Offered
    ) -> Iterator[PriceRow]:
        """How the price comes about, where it is more than one sum; rows of £0 are left out."""
        yield from ()

    def paid_back(
        self, state: engine.State, decision: engine.Decision, move: Offered
    ) -> PriceRow | None:
        """What the clan gives once the price is paid, which cannot be used for it."""
        return None

    rows_from: ClassVar[int] = 2
    """From how many rows on they are shown: a single sum mostly explains itself."""

    def step_price(self, state: engine.State, step: Step, moves: Sequence[Offered]) -> str | None:
        """The price beside a choice that leads to these moves; None for the span of theirs."""
        return None

    def added(
        self, state: engine.State, decision: engine.Decision, step: Step, move: Offered
    ) -> Added | None:
        """A part of the price that stands by itself beside a choice that leads to a move."""
        return to_announced(state, decision, move) if step.kind in ANNOUNCING else None

    # --- why not ---------------------------------------------------------------------------------

    own_units: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """By kind of step that names a unit of one's own, the rule and what is said of other spaces."""

    def attempts_from(
        self, state: engine.State, decision: engine.Decision, path: Path, hex_: str
    ) -> Iterable[MoveBase]:
        """What a player may intend who looks for the unit on a space among ``own_units``.

        Nothing where that is what is said of other spaces. Raises like ``attempts_at``.
        """
        return ()

    anywhere: ClassVar[Mapping[str, str]] = {}
    """By code of a refusal of a space, what is said of all spaces while none is chosen."""

    def cheapest(self, attempt: Offered) -> str:
        """What stands before the price of an attempt where a player can pay for none.

        Empty where it is clear what costs that.
        """
        return ""

    each_says_why: ClassVar[bool] = False
    """Whether the reasons of all attempts are given, not that of the nearest alone."""

    def named_together(self, attempts: Sequence[Offered], tried: Sequence[Offered]) -> str:
        """What those of the tried attempts are about that have one reason.

        Only asked where ``each_says_why``.
        """
        raise NotImplementedError

    def within(self, attempt: Offered) -> bool:
        """Whether an attempt is one of several at the same thing, which has to be named."""
        return False

    def attempts(self, state: engine.State, decision: engine.Decision) -> Iterable[MoveBase]:
        """What somebody might try, to learn why no such move is possible."""
        return self.move.candidates(state, decision)

    def nothing_to_try(self, state: engine.State, decision: engine.Decision) -> Refusal | None:
        """Why it is not possible, where there is nothing at all to try."""
        return None

    def attempts_at(
        self, state: engine.State, decision: engine.Decision, path: Path, kind: str, value: str
    ) -> Iterable[MoveBase]:
        """What a player may intend who looks for a value among the choices of a step.

        Raises LookupError where that is unknown, and MalformedMove or ValueError for an invalid
        value.
        """
        return [self.attempt(path, kind, value)]

    def attempt(self, path: Path, kind: str, value: str) -> MoveBase:
        """The move of somebody who chooses a value. Raises like ``attempts_at``.

        Where it needs more than has been chosen yet, the rest is what is refused last.
        """
        raise LookupError(kind)

    def looked_for(
        self, state: engine.State, decision: engine.Decision, kind: str
    ) -> Iterable[str]:
        """The values that one might look for among the choices of a step."""
        return ()

    def looked_for_after(
        self, state: engine.State, decision: engine.Decision, path: Path, kind: str
    ) -> Iterable[str]:
        """The same where that depends on what has been chosen before."""
        return self.looked_for(state, decision, kind)

    # --- previews --------------------------------------------------------------------------------

    says_what_follows: ClassVar[bool] = False
    """Whether its sentence names what it leads to, so that nothing has to be added."""

    def hides(self, state: engine.State) -> bool:
        """Whether its result cannot be previewed: it depends on other players or on chance."""
        return False

    def hidden_preview(
        self, state: engine.State, decision: engine.Decision, move: Offered
    ) -> Preview:
        """The preview of a move whose result ``hides``."""
        return Preview(text="", notation=move.notation(), final=True)


AnyPanel: TypeAlias = MovePanel[Any]
