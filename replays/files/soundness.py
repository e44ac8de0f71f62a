"""Checks that the content of a file is a game, question by question.

Every function raises BadFile with the first problem. ``replays.checking`` judges the moves by the
rules; here is what a file has beside them.
"""

import hashlib
from datetime import datetime, timedelta
from typing import Final

import msgspec
from msgspec import UNSET

from games import engine, names
from games.errors import InvalidName
from replays import checking
from replays.checking.beginning import begin
from replays.checking.payloads import (
    UNDECODABLE,
    public_text,
    secret_text,
    secrets_of,
    seed_in,
)
from replays.checking.report import Difference, Differs
from replays.checking.sequence import check_end, check_place
from replays.files.errors import BadFile, options_unreadable
from replays.files.reading import moment
from replays.files.shape import GameFile, Header, early_end_in, scores_in

LONGEST_PLAYER: Final = 150
LONGEST_BOT: Final = 50
CLOCKS_APART: Final = timedelta(days=1)
"""How far ahead the clock of another server may be."""


def check_pack_size(game: GameFile) -> None:
    """The pack is no larger than one of values has to be, as it is stored for the game alone."""
    if len(game.pack) > engine.packs.MOST_NEW_BYTES:
        sentence = f"A content pack that comes in has at most {engine.packs.MOST_NEW_BYTES} bytes."
        raise BadFile("bad_content", sentence, line=game.first_line + 1)


def pack_of(game: GameFile) -> engine.Pack:
    """The content pack that the file carries, ready to be played with."""
    header, line = game.header, game.first_line + 1
    if hashlib.sha256(game.pack).hexdigest() != header.content:
        sentence = (
            f"These are not the bytes of the content pack {header.content[:12]} of the header."
        )
        raise BadFile("bad_content", sentence, line=line)
    try:
        return engine.packs.get(header.content)
    except engine.UnknownPack:
        return _read_pack(game.pack, line)


def _read_pack(raw: bytes, line: int) -> engine.Pack:
    try:
        pack = engine.packs.from_bytes(raw)
        engine.check_names(pack)
    except engine.PackError as error:
        problem = engine.packs.unusable(error)[:400].rstrip(".")
        raise BadFile("bad_content", f"{problem}.", line=line) from error
    return pack


def check_finished(game: GameFile) -> None:
    """The game is over, so the file has everything that was hidden."""
    if not game.finished:
        sentence = (
            "The file was written while the game ran, so it has no seed, and without that the "
            "moves cannot be decided again. Export the game once more when it is over."
        )
        raise BadFile("no_secrets", sentence, line=game.first_line)


def check_header(game: GameFile) -> None:
    """The header fits events and end, and has all secrets of a finished game, else none."""
    header, rows, line = game.header, game.rows, game.first_line
    options = _options(header, line)
    if len(header.seats) != options.players:
        sentence = f"There are {options.players} seats, but {len(header.seats)} are named."
        raise BadFile("header_differs", sentence, line=line)
    if any((seat.player is None) == (seat.bot is None) for seat in header.seats):
        sentence = "Each seat names either a player or a bot."
        raise BadFile("header_differs", sentence, line=line)
    if header.rules != max(row.rules for row in rows):
        sentence = f"The newest rules of an event are not those of the header, {header.rules}."
        raise BadFile("header_differs", sentence, line=line)
    _check_times(game)
    _check_contributions(game)
    _check_secrets(game)


def _options(header: Header, line: int) -> engine.Options:
    try:
        options = msgspec.json.decode(header.options, type=engine.Options)
    except UNDECODABLE as error:
        raise BadFile("options_differ", options_unreadable(error), line=line) from error
    if msgspec.json.encode(options) != bytes(header.options):
        sentence = "The options are not written as an export writes them."
        raise BadFile("not_canonical", sentence, line=line)
    return options


def _check_times(game: GameFile) -> None:
    header, rows, line = game.header, game.rows, game.first_line
    began, ended = rows[0].recorded_at, rows[-1].recorded_at
    if moment(header.started_at, line) != began:
        sentence = "The game was started with its first event, not at another time."
        raise BadFile("header_differs", sentence, line=line)
    if moment(header.created_at, line) > began:
        raise BadFile("header_differs", "The game was started before it was made.", line=line)
    if header.finished_at is not None and moment(header.finished_at, line) != ended:
        sentence = "The game was finished with its last event, not at another time."
        raise BadFile("header_differs", sentence, line=line)


def _check_contributions(game: GameFile) -> None:
    players = sum(seat.player is not None for seat in game.header.seats)
    if len(game.end.contributions) > (players if game.finished else 0):
        sentence = "It has more words than players could add to the seed, or has them too early."
        raise BadFile("end_differs", sentence, line=game.end_line)


def _check_secrets(game: GameFile) -> None:
    header, end = game.header, game.end
    hidden = {
        "salt": header.salt,
        "finished_at": header.finished_at,
        "server_seed": end.server_seed,
        "scores": end.scores,
    }
    wrong = [name for name, value in hidden.items() if (value is not None) != game.finished]
    if wrong:
        sentence = f"Of a game that is {header.status} a file has not this {wrong[0]}."
        line = game.first_line if hasattr(header, wrong[0]) else game.end_line
        raise BadFile("header_differs", sentence, line=line)
    for index, row in enumerate(game.rows):
        if row.secret is not None and not game.finished:
            sentence = "The secrets of a running game are in no file."
            raise BadFile("header_differs", sentence, line=game.line_of(index))


def check_order(game: GameFile) -> None:
    """Versions count from 1 to the number that the end names, each once."""
    subject = checking.Subject(
        id=game.header.game,
        options="",
        content="",
        pack=None,
        commitment="",
        version=game.end.events,
    )
    index = 0
    try:
        for index in range(len(game.rows)):
            check_place(subject, game.rows, index)
        index = len(game.rows)
        check_end(subject, game.rows)
    except Differs as error:
        raise at(game, index, error.difference) from error


def check_chain(game: GameFile) -> None:
    """Each event is sealed together with the one before it."""
    previous = ""
    for index, row in enumerate(game.rows):
        if engine.chain(row, game.header.game, previous) != row.chain:
            sentence = (
                f"The chain of event {row.version} does not follow from it and the one before."
            )
            raise BadFile("chain_broken", sentence, line=game.line_of(index), version=row.version)
        previous = row.chain


def check_digests(game: GameFile) -> engine.State:
    """The recorded effects give the recorded digests, without any rule; the state at the end."""
    replayer = engine.StreamReplayer(engine.returned_to(game.rows))
    for index, row in enumerate(game.rows):
        try:
            found = engine.digest(replayer.take(row), row.secret_hash)
        except Exception as error:
            sentence = f"The effects of event {row.version} cannot be applied."
            raise BadFile(
                "unreadable", sentence, line=game.line_of(index), version=row.version
            ) from error
        if found != row.digest:
            sentence = (
                f"After event {row.version} the state has another digest than the recorded one."
            )
            raise BadFile("digest_differs", sentence, line=game.line_of(index), version=row.version)
    return replayer.state


def check_secret_hashes(game: GameFile) -> None:
    """What was hidden is what its keyed hashes were made of."""
    salt = _revealed(game.header.salt, game.first_line)
    for index, row in enumerate(game.rows):
        found = engine.hash_secrets(salt, game.header.game, row.version, row.secret)
        if found != row.secret_hash:
            sentence = (
                f"The secrets of event {row.version} are not those that their hash was made of."
            )
            raise BadFile("secret_differs", sentence, line=game.line_of(index), version=row.version)


def check_commitment(game: GameFile) -> None:
    """The server's seed is the one that was committed to."""
    seed = _revealed(game.end.server_seed, game.end_line)
    if engine.randomness.commitment(seed) != game.header.commitment:
        sentence = "The server's seed is not the one that the header commits to."
        raise BadFile("seed_differs", sentence, line=game.end_line)


def check_seed(game: GameFile) -> None:
    """The seed that the set-up used is made of the server's seed and what players added."""
    try:
        used = seed_in(secrets_of(game.rows[0]))
    except Differs as error:
        raise at(game, 0, error.difference) from error
    if used != _seed(game).hex():
        sentence = "The set-up used another seed than the one that follows from the server's seed."
        raise BadFile("seed_differs", sentence, line=game.line_of(0), version=1)


def check_deck(game: GameFile, pack: engine.Pack) -> None:
    """Map, tiles, clans and the order of the contracts follow from the seed."""
    row, options = game.rows[0], _options(game.header, game.first_line)
    engine.packs.register(pack)
    try:
        _, event = begin(row, options, _seed(game), pack)
    except Differs as error:
        raise at(game, 0, error.difference) from error
    if (public_text(event), secret_text(event)) != (row.public, row.secret):
        sentence = "The set-up is not the one that follows from the seed."
        raise BadFile("seed_differs", sentence, line=game.line_of(0), version=1)


def _seed(game: GameFile) -> bytes:
    server_seed = _revealed(game.end.server_seed, game.end_line)
    added = [bytes.fromhex(text) for text in game.end.contributions]
    return engine.randomness.game_seed(server_seed, added)


def _revealed(text: str | None, line: int) -> bytes:
    if text is None:
        raise BadFile("header_differs", "The seed or the salt is missing.", line=line)
    return bytes.fromhex(text)


def check_rules(game: GameFile, pack: engine.Pack) -> None:
    """Every event is what the rules make of the move, with all that is stored of it."""
    if game.header.rules > engine.RULES_VERSION:
        sentence = (
            f"The game was decided by version {game.header.rules} of the rules; this program has "
            f"version {engine.RULES_VERSION}."
        )
        raise BadFile("newer_rules", sentence, line=game.first_line)
    report = checking.check(game.subject(pack), game.rows)
    if report.difference is not None:
        raise at(game, report.checked, report.difference)
    if report.drift is not None:
        first = report.drift
        sentence = (
            f"Event {first.version} was decided by version {first.rules} of the rules; version "
            f"{engine.RULES_VERSION} decides otherwise: {first.sentence}"
        )
        raise BadFile(
            "rules_drift", sentence, line=game.line_of(first.version - 1), version=first.version
        )


def check_end_line(game: GameFile) -> None:
    """The end names the hashes and the scores that the last event gives."""
    last, end = game.rows[-1], game.end
    if (end.digest, end.chain) != (last.digest, last.chain):
        sentence = "It names other hashes than the last event has."
        raise BadFile("end_differs", sentence, line=game.end_line)
    if end.ended_by != (early_end_in(last) if game.finished else UNSET):
        sentence = "It names another end of the game than the last event gives."
        raise BadFile("end_differs", sentence, line=game.end_line)
    if game.finished and end.scores != scores_in(last):
        sentence = "It names other scores than the last event gives."
        raise BadFile("end_differs", sentence, line=game.end_line)


def check_scores(game: GameFile) -> None:
    """The scores at the end are those of the last state. Order and digests have to hold."""
    state = check_over(game)
    try:
        derived = [
            msgspec.json.decode(sheet, type=engine.ScoreSheet) for sheet in game.end.scores or []
        ]
    except UNDECODABLE as error:
        raise BadFile("end_differs", "Its scores cannot be read.", line=game.end_line) from error
    if derived != state.scores:
        raise BadFile("end_differs", "It names other scores than the game.", line=game.end_line)


def check_over(game: GameFile) -> engine.State:
    """The game ends with its last event; the state there.

    Order and digests have to hold: the line of parents of any other stream may lead in a circle.
    """
    state = engine.rebuild(game.rows)
    if not state.over:
        sentence = f"The events end with version {len(game.rows)}, before the game does."
        raise BadFile("not_finished", sentence, line=game.end_line)
    return state


def check_checksum(game: GameFile) -> None:
    """The file has the bytes that it was written with."""
    if game.sha256 != game.end.sha256:
        sentence = (
            "The lines before it do not have the SHA-256 that it names: something was changed."
        )
        raise BadFile("checksum_differs", sentence, line=game.end_line)


def check_names(game: GameFile) -> None:
    """The names are visible, each on one line."""
    shown = [(game.header.name, names.LONGEST)]
    shown += [
        (seat.player, LONGEST_PLAYER) for seat in game.header.seats if seat.player is not None
    ]
    shown += [(seat.bot, LONGEST_BOT) for seat in game.header.seats if seat.bot is not None]
    for name, longest in shown:
        try:
            plain = names.cleaned(name, longest) == name
        except InvalidName as error:
            raise BadFile("bad_name", str(error), line=game.first_line) from error
        if not plain:
            sentence = "A name begins or ends with a space."
            raise BadFile("bad_name", sentence, line=game.first_line)


def check_past(game: GameFile, now: datetime) -> None:
    """Nothing in it was recorded later than now."""
    last = max(row.recorded_at for row in game.rows)
    if last > now + CLOCKS_APART:
        sentence = "The game was played in the future."
        raise BadFile("bad_time", sentence, line=game.first_line)


def at(game: GameFile, index: int, found: Difference) -> BadFile:
    """What differs in an event, with its line."""
    return BadFile(
        found.code,
        found.sentence,
        line=game.line_of(min(index, len(game.rows))),
        version=found.version,
        rule=found.rule,
        refusal=found.refusal,
    )
