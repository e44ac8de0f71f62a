"""A game out of its text record: every move decided again, every step taken again.

A record has neither the times of single events nor the salt, so what comes out is a game of its
own: its id and its salt are derived from the record, the same for everybody who reads it.
"""

import hashlib
import re
import uuid
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

import msgspec

from games import engine
from games.engine import Event, StoredEvent
from replays.checking import Subject
from replays.checking.payloads import UNDECODABLE
from replays.files.errors import BadFile, Code, options_unreadable, position_impossible
from replays.files.reading import moment
from replays.files.record import PlayedLine, TextRecord, totals
from replays.files.shape import ForkSource, GameFile
from replays.files.writing import GameMetadata, compose

RECORDS: Final = uuid.UUID("5f0f2a3e-7d5c-4c1c-9a7e-3c8f1d6b2a90")
"""The name space of the ids of games that come from records."""

Packs = Callable[[str], engine.Pack]
"""Finds a content pack by its hash. Raises engine.UnknownPack."""
EARLY: Final[Mapping[str, Callable[[engine.State], Event]]] = {
    "resignation": engine.end_early,
    "agreement": engine.abandon,
    "director": engine.stop,
}
"""The values of ``ended_by`` in a record: ends before the last round."""
HEX: Final = re.compile(r"[0-9a-f]{64}")
SOURCE: Final = re.compile(r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) ([0-9]{1,9})")


def decide(record: TextRecord, packs: Packs) -> GameFile:
    """The game of a record. Raises BadFile with the line of what is not legal."""
    table = ReplayedGame(record, packs)
    table.open()
    for played in record.moves:
        table.play(played)
    table.close()
    return compose(table.subject, table.rows, table.metadata, finished=True)


class ReplayedGame:
    """The game as far as it has been played again."""

    def __init__(self, record: TextRecord, packs: Packs) -> None:
        self.record = record
        self.pack = self._pack(packs)
        self.options = self._options()
        self.subject = self._subject()
        self.began = self._time("started")
        self.ended = self._time("finished")
        self.metadata = GameMetadata(
            name=record.fields["name"],
            players=record.players,
            created_at=self._time("created"),
            forked_from=self._source(),
        )
        self.rows: list[StoredEvent] = []
        undone = (played.undo_to for played in record.moves)
        returns = frozenset(version for version in undone if version is not None)
        self.replayer = engine.StreamReplayer(returns)

    @property
    def state(self) -> engine.State:
        """The state after what has been played."""
        return self.replayer.state

    def open(self) -> None:
        """Set up, as far as the first decision of a player."""
        seed = self.subject.seed
        assert seed is not None
        engine.packs.register(self.pack)
        if self.metadata.forked_from is None:
            self.replayer.state, event = engine.new_game(self.options, seed, self.pack)
        else:
            self.replayer.state, event = engine.fork(self._position(), seed)
        self._append(event, "game", self.began, cause=None)
        self._advance()

    def play(self, played: PlayedLine) -> None:
        """One line, and the steps of the game that follow. Raises BadFile."""
        wanted = len(self.rows) + 1
        if played.version != wanted:
            sentence = (
                f"This would be event {wanted}, not {played.version}: a line is missing, doubled "
                "or out of order."
            )
            raise BadFile("order", sentence, line=played.line, version=wanted)
        decision = self.state.decision_of(played.seat)
        event = self._decided(played)
        ordered = played.origin == "standing_order" and decision is not None
        cause = decision.id if ordered and decision is not None else None
        if played.origin == "game":
            cause = wanted - 1
        self._append(event, played.origin, self.ended, cause=cause)
        self._advance()

    def close(self) -> None:
        """The game is over, and came out as the record says. Raises BadFile."""
        self._end_early()
        if not self.state.over:
            sentence = f"The moves end after event {len(self.rows)}, before the game does."
            raise BadFile("not_finished", sentence)
        last = self.rows[-1]
        found = {
            "events": str(len(self.rows)),
            "scores": " ".join(totals(last)),
            "digest": last.digest,
        }
        for name, value in found.items():
            if self.record.fields[name] != value:
                sentence = f"Decided again, the game has the {name} {value}, not what stands here."
                if self.record.fields["rules"] != str(engine.RULES_VERSION):
                    sentence += " It was played by an earlier version of the rules."
                raise self._wrong("end_differs", sentence, name)

    def _end_early(self) -> None:
        """An end that follows from the people at the table, not from the moves. Raises BadFile."""
        named = self.record.fields.get("ended_by")
        if named is None:
            return
        if named not in EARLY:
            sentence = f"A game ends early by one of: {', '.join(EARLY)}."
            raise self._wrong("bad_record", sentence, "ended_by")
        try:
            event = EARLY[named](self.state)
        except engine.IllegalMove as error:
            sentence = f"The game cannot end like that here: {error}."
            raise self._wrong("step_refused", sentence, "ended_by") from error
        resigned = named == "resignation"
        self._append(event, "game", self.ended, cause=event.version - 1 if resigned else None)

    def _decided(self, played: PlayedLine) -> Event:
        if played.undo_to is not None:
            return self._undone(played)
        if played.resigns:
            return _asked(played, "move_refused", lambda: engine.resign(self.state, played.seat))
        return self._moved(played)

    def _moved(self, played: PlayedLine) -> Event:
        try:
            move = engine.parse(played.notation)
        except engine.MalformedMove as error:
            raise _refused(played, "not_a_move", f"{error}") from error
        return _asked(played, "move_refused", lambda: engine.play(self.state, played.seat, move))

    def _undone(self, played: PlayedLine) -> Event:
        event = _asked(
            played,
            "undo_refused",
            lambda: engine.undo(self.state, played.seat, self.rows, played.undo_to),
        )
        self.replayer.go_back(event)
        return event

    def _advance(self) -> None:
        while (event := engine.advance(self.state)) is not None:
            self._append(event, "game", self.ended, cause=event.version - 1)

    def _append(
        self, event: Event, origin: engine.Origin, at: datetime, *, cause: int | None
    ) -> None:
        row = engine.seal(
            event,
            self.state,
            game=self.subject.id,
            salt=self.subject.salt or b"",
            previous=self.rows[-1].chain if self.rows else "",
            recorded_at=at,
            origin=origin,
            cause=cause,
        )
        self.rows.append(row)
        self.replayer.keep()

    # --- the header ------------------------------------------------------------------------------

    def _subject(self) -> Subject:
        fields = self.record.fields
        server_seed = self._bytes("server_seed")
        if engine.randomness.commitment(server_seed) != fields["commitment"]:
            sentence = "The server's seed is not the one that the commitment is of."
            raise self._wrong("seed_differs", sentence, "server_seed")
        own = fingerprint(self.record)
        return Subject(
            id=str(uuid.uuid5(RECORDS, own.hex())),
            options=msgspec.json.encode(self.options).decode(),
            content=self.pack.hash,
            pack=self.pack,
            commitment=fields["commitment"],
            server_seed=server_seed,
            salt=hashlib.sha256(b"salt\n" + own).digest(),
            contributions=self._contributions(),
        )

    def _options(self) -> engine.Options:
        try:
            data = msgspec.json.decode(self.record.fields["options"])
            return engine.decode_stored_options(data, self.pack.content)
        except (*UNDECODABLE, engine.InvalidOptions) as error:
            raise self._wrong("options_differ", options_unreadable(error), "options") from error

    def _pack(self, packs: Packs) -> engine.Pack:
        named = self.record.fields["content"]
        try:
            return packs(named)
        except engine.UnknownPack as error:
            sentence = (
                f"The content pack {named[:12]!r} is not known here. A record does not carry it; "
                "the file in JSON Lines does."
            )
            raise self._wrong("bad_content", sentence, "content") from error

    def _source(self) -> ForkSource | None:
        """Where a fork goes on from. Raises BadFile."""
        fields = self.record.fields
        if "begins" not in fields:
            return None
        if fields["begins"] != engine.FORK:
            sentence = f"A game begins with its set-up or as a {engine.FORK}."
            raise self._wrong("no_beginning", sentence, "begins")
        found = SOURCE.fullmatch(fields["forked_from"])
        if found is None:
            sentence = "This is not the id of a game and a version of it."
            raise self._wrong("bad_record", sentence, "forked_from")
        return ForkSource(found[1], int(found[2]))

    def _position(self) -> engine.State:
        """The position of a fork, one that can be. Raises BadFile."""
        text = self.record.fields["position"]
        try:
            position = engine.read_state(text)
            engine.check_position(position)
            engine.check_goes_on(position)
        except (*UNDECODABLE, engine.BadPosition) as error:
            sentence = position_impossible(error)[:400]
            raise self._wrong("no_beginning", sentence, "position") from error
        if position.options != self.options or position.pack != self.pack.hash:
            sentence = "The position has other options or another content pack."
            raise self._wrong("no_beginning", sentence, "position")
        if msgspec.json.encode(engine.rebased(position)).decode() != text:
            sentence = "The position is not written as an export writes it."
            raise self._wrong("not_canonical", sentence, "position")
        return position

    def _bytes(self, name: str) -> bytes:
        return self._hex(name, self.record.fields[name])

    def _contributions(self) -> list[bytes]:
        name = "contributions"
        return [self._hex(name, text) for text in self.record.fields.get(name, "").split()]

    def _hex(self, name: str, text: str) -> bytes:
        if HEX.fullmatch(text):
            return bytes.fromhex(text)
        raise self._wrong("bad_record", "This is not 64 digits and letters from a to f.", name)

    def _time(self, name: str) -> datetime:
        return moment(self.record.fields[name], self.record.lines[name])

    def _wrong(self, code: Code, sentence: str, field: str) -> BadFile:
        return BadFile(code, sentence, line=self.record.lines[field])


def fingerprint(record: TextRecord) -> bytes:
    """SHA-256 of the content of a record, without its comments and its own game's id."""
    fields = sorted(item for item in record.fields.items() if item[0] != "game")
    moves = [(one.version, one.seat, one.origin, one.notation) for one in record.moves]
    return hashlib.sha256(msgspec.json.encode([fields, moves])).digest()


def _asked(played: PlayedLine, code: Code, ask: Callable[[], Event]) -> Event:
    """What the engine decides. Raises BadFile, also where the engine raises an error."""
    try:
        return ask()
    except engine.IllegalMove as error:
        raise _refused(played, code, f"{error}", rule=error.rule, refusal=error.code) from error
    except engine.NotYourDecision as error:
        refusal = "not_your_decision"
        raise _refused(played, code, f"{error}", rule="STATE-30", refusal=refusal) from error
    except Exception as error:
        raise _refused(played, "rules_failed", engine.stopped_by(error)) from error


def _refused(
    played: PlayedLine, code: Code, why: str, *, rule: str | None = None, refusal: str | None = None
) -> BadFile:
    return BadFile(
        code,
        f"{played.notation[:60]!r} is refused: {why.rstrip('.')}.",
        line=played.line,
        version=played.version,
        rule=rule,
        refusal=refusal,
    )
