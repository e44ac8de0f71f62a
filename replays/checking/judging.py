"""Finding the part of a row that differs from the event decided again, and describing it.

A row is *as sealed* when its chain follows from its columns and the chain before. Where that does
not hold, the decided event shows which column was changed; where it holds and the event differs
all the same, either the game's own row was changed or the event was sealed against the rules.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from games import engine
from games.engine import Event, StoredEvent
from games.engine.events import move_in
from replays.checking.payloads import (
    payload_of,
    public_text,
    reveals,
    secrets_of,
    seed_in,
)
from replays.checking.report import NOTHING, Code, Difference, Subject, side

PLAYED: Final = frozenset({"player", "bot", "standing_order", "admin"})
STEPPED: Final = frozenset({"game", "admin"})
LEFT: Final = frozenset({"player", "admin"})


class Case(Struct, frozen=True):
    """A row, the event that was decided again, and the row as it should be.

    ``expected.chain`` is the one that follows from the row as it is; ``before`` and ``after`` are
    its neighbours. ``resigned`` are the seats for which the game decides.
    """

    subject: Subject
    event: Event
    expected: StoredEvent
    row: StoredEvent
    before: StoredEvent | None
    after: StoredEvent | None
    resigned: Sequence[int] = ()

    @property
    def origins(self) -> frozenset[str]:
        """The possible origins of an event like this one. (RESIGN-02)"""
        event = self.event
        if event.kind == engine.RESIGN:
            return LEFT
        if event.seat is None:
            return STEPPED
        return STEPPED if event.seat in self.resigned else PLAYED

    @property
    def as_sealed(self) -> bool:
        """Whether the chain vouches for the row as it stands here."""
        return self.expected.chain == self.row.chain

    def differs(self, code: Code, sentence: str, *fields: str) -> Difference:
        """A difference in columns of the row, shown side by side."""
        return Difference(
            version=self.row.version,
            code=code,
            sentence=sentence,
            rules=self.row.rules,
            expected=_side(self.expected, fields),
            recorded=_side(self.row, fields),
        )


def _side(row: StoredEvent, fields: tuple[str, ...]) -> msgspec.Raw:
    return side(**{name: getattr(row, name) for name in fields}) if fields else NOTHING


def difference_in(case: Case) -> Difference | None:
    """The most telling difference between the row and the decided event; None when all holds."""
    expected, row = case.expected, case.row
    if expected == row:
        return _odd_column(case)
    if (expected.parent, expected.seat) != (row.parent, row.seat):
        name = "parent" if expected.parent != row.parent else "seat"
        return case.differs("columns_differ", _column(case, name), name)
    if expected.public != row.public:
        return _payload(case)
    if (expected.secret, expected.secret_hash) != (row.secret, row.secret_hash):
        return _hidden(case)
    if expected.digest != row.digest:
        sentence = f"After event {row.version} the state has another digest than the one recorded."
        return case.differs("digest_differs", sentence, "digest")
    return _odd_column(case) or _link(case)


def _column(case: Case, name: str) -> str:
    expected, recorded = getattr(case.expected, name), getattr(case.row, name)
    return f"Event {case.row.version} has the {name} {recorded}, where {expected} belongs."


def _payload(case: Case) -> Difference:
    """The public payload differs."""
    recorded = payload_of(case.row)
    where = _where(case.event, recorded)
    if case.row.version == 1 and case.as_sealed:
        return _set_up(case, where)
    return Difference(
        version=case.row.version,
        code="effects_differ",
        sentence=f"Event {case.row.version}: {where}.",
        rules=case.row.rules,
        expected=msgspec.Raw(public_text(case.event).encode()),
        recorded=msgspec.Raw(case.row.public.encode()),
        reveals=reveals(case.event),
    )


def _where(event: Event, recorded: engine.Payload) -> str:
    """The first difference of two payloads, in words."""
    if recorded.kind != event.kind:
        return f"the kind is {recorded.kind!r}, where {event.kind!r} belongs"
    pairs = zip(event.effects, recorded.effects, strict=False)
    for number, (expected, found) in enumerate(pairs, 1):
        if expected != found:
            return f"effect {number} of {len(recorded.effects)} is another one"
    if len(event.effects) != len(recorded.effects):
        return f"there are {len(recorded.effects)} effects, where {len(event.effects)} belong"
    return "the text of the payload is not the one that belongs to its effects"


def _set_up(case: Case, where: str) -> Difference:
    """The set-up stands as it was sealed, with these options, and the seed does not give it.

    Other rules may give another set-up from the same seed.
    """
    return Difference(
        version=case.row.version,
        code="effects_differ" if _same_seed(case) else "seed_differs",
        sentence=f"The set-up does not follow from the seed: {where}.",
        rules=case.row.rules,
        expected=msgspec.Raw(public_text(case.event).encode()),
        recorded=msgspec.Raw(case.row.public.encode()),
        reveals=True,
    )


def _hidden(case: Case) -> Difference:
    """Secrets or their hashes differ; none of them are shown."""
    expected, row = case.expected, case.row
    # A secret move was decided from the secrets themselves, whatever they are.
    same = expected.secret == row.secret and move_in(case.event.secrets) is None
    fixed = expected.secret_hash == row.secret_hash
    if same and case.as_sealed:
        return case.differs(
            "salt_differs",
            f"The secrets of event {row.version} are what was decided, but the game's salt does "
            "not give their recorded hash.",
        )
    if fixed and row.version == 1 and not _same_seed(case):
        return case.differs("seed_differs", "What the set-up hides does not follow from the seed.")
    finding = "are not what was decided" if fixed else "are not those that their hash was made of"
    return case.differs("secret_differs", f"The secrets of event {row.version} {finding}.")


def _same_seed(case: Case) -> bool:
    """Whether other rules have made the set-up, of the seed that the game has."""
    seed = case.subject.seed
    other_rules = case.row.rules != engine.RULES_VERSION
    return other_rules and seed is not None and seed_in(secrets_of(case.row)) == seed.hex()


def _odd_column(case: Case) -> Difference | None:
    """A column that no event of this kind can have, whatever its chain says."""
    row, event = case.row, case.event
    if row.origin not in case.origins:
        sentence = f"Event {row.version} ({event.kind}) cannot have the origin {row.origin!r}."
        return case.differs("columns_differ", sentence)
    if row.cause is not None and not 0 < row.cause < row.version:
        sentence = f"Event {row.version} cannot have been caused by event {row.cause}."
        return case.differs("columns_differ", sentence)
    if case.before is not None and row.recorded_at < case.before.recorded_at:
        sentence = f"Event {row.version} was recorded before the event that it follows."
        return case.differs("columns_differ", sentence)
    return None


def _link(case: Case) -> Difference:
    """The chain differs and nothing else does: was it the chain, or a column that it covers?

    The next event covers this one's chain, so it shows which.
    """
    row, after, game = case.row, case.after, case.subject.id
    if after is not None and engine.chain(after, game, row.chain) == after.chain:
        return case.differs(
            "columns_differ",
            f"Event {row.version} was changed after it had been sealed: its time, origin, cause, "
            "version of the rules or move. Its chain holds, but not for what stands there now.",
        )
    return case.differs(
        "chain_broken",
        f"The chain of event {row.version} does not follow from the event and the chain before.",
        "chain",
    )
