"""Errors of content packs."""

from collections.abc import Sequence

from msgspec import Struct

from games.engine.errors import EngineError


class PackProblem(Struct, frozen=True):
    """One problem: the file, the entry, and what is wrong there."""

    file: str
    entry: str
    reason: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.entry, self.reason) if part)


class PackError(EngineError):
    """A pack that cannot be used. ``problems`` lists all problems found, at least one."""

    def __init__(self, problems: Sequence[PackProblem]) -> None:
        self.problems = tuple(problems)
        self.file, self.entry, self.reason = (
            self.problems[0].file,
            self.problems[0].entry,
            self.problems[0].reason,
        )
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)
