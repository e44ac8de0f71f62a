"""Refusals of the engine; the three kinds never mix.

Any other exception of the engine is a bug: discard the state object then.
"""

from collections.abc import Mapping, Sequence

from games.engine.terms import Seat

Fact = str | int | bool | Sequence[str] | Sequence[int]
"""The values that a refusal may carry beside its code: plain ones that fit into JSON."""


def stopped_by(error: Exception) -> str:
    """The sentence for an error of the rules that is no refusal."""
    return f"the rules stop with {type(error).__name__}"


class EngineError(Exception):
    """Base of all refusals of the engine."""


class MalformedMove(EngineError):
    """The input is not a move at all: unknown type, field, name or range."""


class IllegalMove(EngineError):
    """A well-formed move that the rules forbid now; the state is as it was.

    ``rule`` is the id of the rule (``TRADE-04``), ``code`` a stable name for programs, ``facts``
    the values that the refusal rests on.
    """

    def __init__(self, rule: str, code: str, **facts: Fact) -> None:
        self.rule = rule
        self.code = code
        self.facts = facts
        super().__init__(rule, code, facts)

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.rule}: {self.code}" + (f" ({facts})" if facts else "")


class NotYourDecision(EngineError):
    """The game has no open decision for this seat. (STATE-30)"""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        super().__init__(f"seat {seat} has no open decision")


class InvalidOptions(EngineError):
    """Invalid options of a new game; ``option`` names the one to change.

    ``code`` is ``unknown`` for an option that is not there, ``malformed`` for a value of another
    kind, and ``excluded`` for two that do not go together; then ``other`` names the second one.
    ``rule`` is the id that says so, if there is one. ``message`` has named places for ``facts``,
    so that it can be shown in any language; ``detail`` is the two put together.
    """

    def __init__(
        self,
        option: str,
        message: str,
        *,
        code: str = "",
        rule: str = "",
        other: str = "",
        facts: Mapping[str, str | int] | None = None,
    ) -> None:
        self.option = option
        self.message = message
        self.facts = {**(facts or {})}
        self.detail = message % self.facts if self.facts else message
        self.code = code
        self.rule = rule
        self.other = other
        super().__init__(f"{option}: {self.detail}" if option else self.detail)
