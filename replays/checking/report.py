"""The input of a check, a game beside its events, and its report."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec
from msgspec import Raw, Struct

from games import engine

Status = Literal["passed", "failed", "drifted"]
Code = Literal[
    "missing_version",
    "doubled_version",
    "surplus_version",
    "order",
    "unreadable",
    "seed_differs",
    "options_differ",
    "content_differs",
    "salt_differs",
    "move_refused",
    "step_refused",
    "undo_refused",
    "rules_failed",
    "effects_differ",
    "secret_differs",
    "digest_differs",
    "columns_differ",
    "chain_broken",
    "game_differs",
]

CODES: Final[Mapping[Code, str]] = {
    "missing_version": "An event is missing.",
    "doubled_version": "A version is there twice.",
    "surplus_version": "There are more events than the game says it has.",
    "order": "The events do not stand in the order of their versions.",
    "unreadable": "What is stored cannot be read as an event.",
    "seed_differs": "The set-up does not follow from the seed, or the seed from its commitment.",
    "options_differ": "The game's options are not those that it was set up with.",
    "content_differs": "The game's content is not what it was set up with.",
    "salt_differs": "The game's salt does not give the hashes of its secrets.",
    "move_refused": "The rules forbid the recorded move.",
    "step_refused": "The game takes no step of its own there.",
    "undo_refused": "The rules forbid taking back there.",
    "rules_failed": "The rules cannot decide what is recorded: they stop with an error.",
    "effects_differ": "The move has other effects than those recorded.",
    "secret_differs": "What is kept secret is not what was fixed, or not what was decided.",
    "digest_differs": "The state after the event has another digest.",
    "columns_differ": "A column of the event is not what it was, or not what it can be.",
    "chain_broken": "The chain does not lead from the event before to this one.",
    "game_differs": "The game's own row does not say what its stream says.",
}
"""Every way in which a stream can differ from what it should be."""

DECIDED: Final[frozenset[Code]] = frozenset(
    {
        *("move_refused", "step_refused", "undo_refused", "rules_failed"),
        *("effects_differ", "secret_differs"),
    }
)
"""What may differ in an event of another version of the rules: there it is drift."""


NOTHING: Final = Raw(b"null")
"""A side of a difference that has nothing to show."""


class Subject(Struct, frozen=True, kw_only=True):
    """A game beside its events, as it is stored.

    Without a ``server_seed`` (a game that runs, seen from outside) the set-up and the cards drawn
    are taken as recorded, and without a ``salt`` the hashes of secrets; all else is decided again.
    ``version`` is the number of events that there should be, if that is known. ``origin`` is the
    position of another game from which this one was branched off, if that is at hand.
    """

    id: str
    options: str
    content: str
    pack: engine.Pack | None
    commitment: str
    server_seed: bytes | None = None
    salt: bytes | None = None
    contributions: list[bytes] = []
    version: int | None = None
    origin: engine.State | None = None

    @property
    def seed(self) -> bytes | None:
        """The seed of the game."""
        if self.server_seed is None:
            return None
        return engine.randomness.game_seed(self.server_seed, self.contributions)


class Difference(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One event that is not what it should be; ``version`` is its, or the one that is missing.

    ``rules`` is the version of the rules that decided it. ``expected`` and ``recorded`` are JSON
    objects with the same fields: what differs and nothing secret. Where the rules refuse,
    ``rule`` and ``refusal`` name the refusal. ``reveals`` is set if ``expected`` shows something
    that the players of a running game may not have seen yet.
    """

    version: int
    code: Code
    sentence: str
    rules: int | None = None
    expected: Raw = NOTHING
    recorded: Raw = NOTHING
    rule: str | None = None
    refusal: str | None = None
    reveals: bool = False


class Differs(Exception):
    """Carries a difference to the caller."""

    def __init__(self, difference: Difference) -> None:
        self.difference = difference
        super().__init__(difference.sentence)


class Report(Struct, frozen=True, kw_only=True):
    """What came out: ``passed``, ``failed``, or ``drifted``.

    ``checked`` counts the events that hold, from the first on, and ``version`` is the last of
    them. ``difference`` is what failed. ``drift`` is the first of ``drifted`` events that other
    rules than ``rules`` decided, and that these decide otherwise; they are taken as recorded.
    """

    status: Status
    checked: int
    version: int
    rules: int
    difference: Difference | None = None
    drift: Difference | None = None
    drifted: int = 0

    @property
    def first_difference(self) -> Difference | None:
        """The failure, or else the first drift."""
        return self.difference or self.drift


def failed(difference: Difference, checked: int = 0) -> Report:
    """The report of a game that fails before its events are looked at, or after some of them."""
    return Report(
        status="failed",
        checked=checked,
        version=checked,
        rules=engine.RULES_VERSION,
        difference=difference,
    )


def side(**fields: object) -> Raw:
    """One side of a difference: a JSON object."""
    return Raw(msgspec.json.encode(fields))
