"""Whether a tournament's file says the truth: hashes, states, and every draw drawn again. Pure."""

from collections.abc import Iterator

import msgspec

from games.engine.randomness import commitment
from games.engine.sealing import hash_secrets
from tournaments.drawing import ALGORITHM, challenged, draw_round, lots_for, seeding
from tournaments.files.shape import BadTournamentFile, TournamentFile
from tournaments.log import LogRow, fold, read_entry
from tournaments.log.events import Entry, RegistrationOpened, RoundDrawn, TableMade, kind_of
from tournaments.log.folding import NotALog
from tournaments.log.stored import chain, digest
from tournaments.state import Tournament

Failure = str | None
"""What is wrong, in words; None if nothing is."""


def check_order(file: TournamentFile) -> Failure:
    """Every version once, in order, each following the one before."""
    for number, row in enumerate(file.rows, 1):
        if (row.version, row.parent) != (number, number - 1):
            return f"event {number} says that it is {row.version} after {row.parent}"
    if file.end.events != len(file.rows):
        return f"the end speaks of {file.end.events} events, and there are {len(file.rows)}"
    times = [row.recorded_at for row in file.rows]
    return None if times == sorted(times) else "an event is earlier than the one before it"


def check_chain(file: TournamentFile) -> Failure:
    """No event changed, added or left out."""
    previous = ""
    for row in file.rows:
        if chain(row, file.header.id, previous) != row.chain:
            return f"the chain breaks at event {row.version}"
        previous = row.chain
    return None if file.end.chain == previous else "the end names another chain"


def check_states(file: TournamentFile) -> Failure:
    """The events are of their kinds, and give the states whose digests are stored."""
    for row, event, before in walk(file):
        if kind_of(event) != row.kind:
            return f"event {row.version} is no {row.kind}"
        # The walk folds the event into this state when it goes on, so the digest is asked of it
        # at the next step, and of the last one below.
        if before is not None and digest(before) != file.rows[row.version - 2].digest:
            return f"event {row.version - 1} gives another state"
    last = file.rows[-1]
    wrong = digest(final_state(file)) != last.digest
    return f"event {last.version} gives another state" if wrong else None


def check_secrets(file: TournamentFile) -> Failure:
    """What was hidden had been fixed. For a tournament that is over."""
    salt = bytes.fromhex(file.header.salt or "")
    for row in file.rows:
        if hash_secrets(salt, file.header.id, row.version, row.secret) != row.secret_hash:
            return f"the secret of event {row.version} is another one"
    return None


def check_commitment(file: TournamentFile) -> Failure:
    """The revealed seed is the one that was committed to. For a tournament that is over."""
    final = final_state(file)
    if not final.commitment:
        return None
    if commitment(bytes.fromhex(final.seed)) != final.commitment:
        return "the revealed seed does not have the hash that was published"
    opened = next(row for row in file.rows if row.kind == RegistrationOpened.__struct_config__.tag)
    return None if opened.secret == final.seed else "the seed was another one at the opening"


def check_draws(file: TournamentFile) -> Failure:
    """Every round, lot, seeding and challenge follows from the seed. For one that is over."""
    seed = bytes.fromhex(final_state(file).seed)
    for row, event, before in walk(file):
        if before is None:
            continue
        if isinstance(event, RoundDrawn):
            failure = _drawn(event, before, seed) or _seeding(before, seed)
        elif isinstance(event, TableMade):
            failure = _table(event, before, seed)
        else:
            continue
        if failure is not None:
            return f"event {row.version}: {failure}"
    return None


def _drawn(event: RoundDrawn, before: Tournament, seed: bytes) -> Failure:
    if not 1 <= event.algorithm <= ALGORITHM:
        return f"drawn by algorithm {event.algorithm}, which is not known here"
    again = draw_round(
        before,
        seed,
        number=event.draw.round,
        attempt=event.attempt,
        algorithm=event.algorithm,
    )
    if again != event.draw:
        return "the draw does not follow from the seed"
    return None if event.lots == lots_for(before, seed) else "the lots do not follow from the seed"


def _table(event: TableMade, before: Tournament, seed: bytes) -> Failure:
    if event.round:
        draw = before.draws[event.round - 1]
        made = event.drawn in draw.tables and event.stage == draw.stage
    else:
        made = event.drawn == challenged(before, event.asked, table=event.table, seed=seed)
    return None if made else "the table is not the one that was drawn"


def _seeding(before: Tournament, seed: bytes) -> Failure:
    """That of the first draw. One by rating cannot be checked: ratings are no part of the log."""
    if before.phase != "open" or before.settings.seeding != "drawn":
        return None
    drawn = seeding(before, seed, ratings={})
    fits = drawn is not None and before.in_order() == list(drawn)
    return None if fits else "the seeding does not follow from the seed"


def final_state(file: TournamentFile) -> Tournament:
    """The state after the last event. Raises BadTournamentFile."""
    state = None
    for row in file.rows:
        state = _folded(state, row, _event(row))
    assert state is not None  # a file has an event
    return state


def walk(file: TournamentFile) -> Iterator[tuple[LogRow, Entry, Tournament | None]]:
    """Each row, its event, and the state before it, which is the same object all the way.

    Raises BadTournamentFile.
    """
    state: Tournament | None = None
    for row in file.rows:
        event = _event(row)
        yield row, event, state
        state = _folded(state, row, event)


def _event(row: LogRow) -> Entry:
    try:
        return read_entry(row.public)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadTournamentFile(f"{error}.", line=row.version + 1) from error


def _folded(state: Tournament | None, row: LogRow, event: Entry) -> Tournament:
    try:
        return fold(state, event)
    except (NotALog, LookupError) as error:
        sentence = f"Nothing in the log before it fits this event: {error}."
        raise BadTournamentFile(sentence, line=row.version + 1) from error
