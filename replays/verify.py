"""``python -m replays.verify game.jsonl``: verify a downloaded game.

Needs Python, msgspec and this repository: no server, no database, no settings. Prints a line for
each check of each game. Files may be packed by gzip and hold several games; ``-`` reads what is
piped in. Ends with 0 when everything holds, 1 when a check failed, 2 when a file cannot be read or
a signature cannot be checked. With ``--head`` the game is also compared with the server's log, see
``docs/heads.md``; signatures need the package cryptography.
"""

import argparse
import gzip
import io
import os
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, Literal, cast

try:
    from msgspec import Struct
except ModuleNotFoundError as error:
    if error.name != "msgspec":
        raise
    sys.exit("This Python has no msgspec: use .venv/bin/python, which `make setup` makes.")

from games.engine import randomness
from replays.files import BadFile, GameFile, origin, read_games, soundness
from replays.files.packing import GZIP
from replays.files.plain import say
from replays.files.record_reading import is_record
from replays.heads import arguments as head_arguments
from replays.heads.statements import GAME, InclusionProof
from replays.heads.verifying import BadHead, Evidence, check_stream

Outcome = Literal["ok", "FAILED", "hidden", "skipped"]

SOUND, WRONG, UNREADABLE = 0, 1, 2
LARGEST: Final = 100 * 1024 * 1024
"""Bytes of one game; the memory is the user's own."""

RECORD_START: Final = 16
"""Bytes by which a text record is recognised."""
RECORD: Final = "Text records are for import; what is verified here is the .jsonl file of a game."


class Check(Struct, frozen=True, kw_only=True):
    """One question to a game. ``proves`` is what it shows, unless ``ask``, which raises BadFile or
    BadHead, returns a text of its own.

    ``secret`` ones need what a file has only when the game is over; ``needs`` names other
    checks without which this one says nothing.
    """

    name: str
    proves: str
    ask: Callable[[GameFile], object]
    secret: bool = False
    needs: tuple[str, ...] = ()


def _format(game: GameFile) -> None:
    soundness.check_header(game)
    soundness.check_end_line(game)
    soundness.check_checksum(game)


def _beginning(game: GameFile) -> str:
    origin.check_beginning(game, soundness.pack_of(game))
    source = game.header.forked_from
    if source is None:
        return "the game begins with its set-up"
    return f"a position that can be, said to be that of game {source.game} after {source.version}"


def _deck(game: GameFile) -> str | None:
    soundness.check_deck(game, soundness.pack_of(game))
    forked = game.header.forked_from is not None
    return "the contracts that were shuffled anew follow from the seed" if forked else None


def _rules(game: GameFile) -> None:
    soundness.check_rules(game, soundness.pack_of(game))


CHECKS: Final = (
    Check(name="format", proves="every line is as an export writes it", ask=_format),
    Check(name="content", proves="the content pack is the one named", ask=soundness.pack_of),
    Check(name="order", proves="every version once, in order", ask=soundness.check_order),
    Check(name="chain", proves="no event changed, added or left out", ask=soundness.check_chain),
    Check(name="digests", proves="the effects give the states", ask=soundness.check_digests),
    Check(
        name="secrets",
        proves="what was hidden had been fixed",
        ask=soundness.check_secret_hashes,
        secret=True,
    ),
    Check(
        name="rules",
        proves="every move decided again, with the same effects",
        ask=_rules,
        needs=("content",),
    ),
    Check(
        name="beginning",
        proves="the game begins with its set-up, or with a position of another one",
        ask=_beginning,
        needs=("content",),
    ),
    Check(
        name="commitment",
        proves="is the SHA-256 of the server's seed",
        ask=soundness.check_commitment,
        secret=True,
    ),
    Check(
        name="seed",
        proves="the game's seed follows from the server's and the players' words",
        ask=soundness.check_seed,
        secret=True,
    ),
    Check(
        name="deck",
        proves="map, tiles and contracts follow from the seed",
        ask=_deck,
        secret=True,
        needs=("content",),
    ),
    Check(
        name="scores",
        proves="are those of the last state",
        ask=soundness.check_scores,
        secret=True,
        needs=("order", "digests"),
    ),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Verify the files that the command line names; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m replays.verify", description=__doc__)
    parser.add_argument("files", nargs="*", metavar="FILE", help="a game's file, or - for a pipe")
    parser.add_argument(
        "--origin",
        metavar="FILE",
        help="the file of the game that a fork was branched off, whose position is compared",
    )
    head_arguments.add_arguments(parser, GAME)
    args = parser.parse_args(arguments)
    head_arguments.check_arguments(parser, args, args.files)
    checks: Sequence[Check] = CHECKS
    if args.origin is not None:
        try:
            checks = (*CHECKS, origin_check(args.origin))
        except (BadFile, OSError, EOFError, zlib.error) as error:
            say(args.origin, f"  origin      FAILED   {error}")
            return UNREADABLE
    worst = SOUND
    if args.head:
        try:
            evidence = head_arguments.read_evidence(args)
        except BadHead as error:
            say(f"  head        FAILED   {error}")
            return UNREADABLE
        worst = verify_heads(evidence)
        if evidence.inclusion is not None:
            checks = (*checks, head_check(evidence.inclusion))
    for name in args.files:
        worst = max(worst, verify_file(name, checks))
    return worst


def verify_heads(evidence: Evidence) -> int:
    """Check heads and their proofs, printing as it goes; returns the exit status."""
    held, checked = head_arguments.print_heads(evidence)
    if not held:
        return WRONG
    return SOUND if checked else UNREADABLE


def head_check(proof: InclusionProof) -> Check:
    """Whether the game is the one that the log has."""

    def ask(game: GameFile) -> object:
        return check_stream(proof, GAME, game.header.game, game.rows)

    return Check(
        name="head",
        proves="the game is the one that the log has",
        ask=ask,
        needs=("order", "chain"),
    )


def origin_check(name: str) -> Check:
    """Whether the position of a fork is that of a game in this file.

    Raises BadFile and what opening it raises.
    """
    with opened(name) as stream:
        known = {game.header.game: game for game in read_games(stream, LARGEST)}

    def ask(game: GameFile) -> object:
        named = game.header.forked_from
        if named is None:
            return "nothing to compare: the game begins with its set-up"
        if named.game not in known:
            raise BadFile("header_differs", f"{name} has no game {named.game}.", line=1)
        origin.check_origin(game, known[named.game])
        return None

    return Check(
        name="origin",
        proves="the position is that of the game that it comes from",
        ask=ask,
        needs=("content", "beginning"),
    )


def verify_file(name: str, checks: Sequence[Check] = CHECKS) -> int:
    """Verify all games of a file, printing as it goes; the exit status for it."""
    worst = SOUND
    try:
        with opened(name) as stream:
            for game in read_games(stream, LARGEST):
                worst = max(worst, verify(game, name, checks))
    except BadFile as error:
        say(name, f"  format      FAILED   {error} ({error.code})")
        return UNREADABLE
    except BrokenPipeError:
        raise  # of what is printed, not of what is read
    except (OSError, EOFError, zlib.error) as error:
        say(name, f"  file        FAILED   {error}")
        return UNREADABLE
    return worst


def verify(game: GameFile, name: str, checks: Sequence[Check] = CHECKS) -> int:
    """Put every question to one game and print the answers; the exit status for it."""
    header = game.header
    summary = f"{header.name!r}, {len(game.rows)} events, {header.status}"
    say(f"{name}: game {header.game}, {summary}")
    outcomes: dict[str, Outcome] = {}
    for check in checks:
        outcome, sentence = answer(check, game, outcomes)
        outcomes[check.name] = outcome
        say(f"  {check.name:<11} {outcome:<8} {sentence}")
    if "FAILED" in outcomes.values():
        return WRONG
    if game.header.forked_from is not None and "origin" not in outcomes:
        say("  It goes on from a position of another game, which is taken as it stands:")
        say("  --origin FILE compares it with the file of that game.")
    if game.finished:
        say(f"  The commitment is {header.commitment}:")
        say("  compare it with the one that was shown when the table was opened.")
        for contribution in game.end.contributions:
            seal = randomness.seal_of(bytes.fromhex(contribution))
            say(f"  A player's word is in the seed whose seal is {seal}.")
    return SOUND


def answer(check: Check, game: GameFile, before: Mapping[str, Outcome]) -> tuple[Outcome, str]:
    """The outcome of one check, after those before it, and its text."""
    for needed in check.needs:
        if before[needed] != "ok":
            return "skipped", f"without {needed}"
    if check.secret and not game.finished:
        return "hidden", "until the game is over"
    try:
        text = _ask(check, game)
    except BadFile as error:
        return "FAILED", f"{error} ({error.code})"
    except BadHead as error:
        return "FAILED", str(error)
    return "ok", text if isinstance(text, str) else check.proves


def _ask(check: Check, game: GameFile) -> object:
    """Raises BadHead, and BadFile, also where a check raises another error."""
    try:
        return check.ask(game)
    except (BadFile, BadHead):
        raise
    except Exception as error:
        sentence = f"The check stops with {type(error).__name__}."
        raise BadFile("rules_failed", sentence) from error


@contextmanager
def opened(name: str) -> Iterator[IO[bytes]]:
    """The bytes of a file, or of what is piped in, unpacked. Raises BadFile for a text record."""
    found = sys.stdin.buffer if name == "-" else Path(name).open("rb")  # noqa: SIM115 - closed below
    with cast("io.BufferedReader", found) as raw:
        packed = raw.peek(len(GZIP)).startswith(GZIP)
        stream = gzip.GzipFile(fileobj=raw) if packed else raw
        if is_record(stream.peek(RECORD_START)):
            raise BadFile("not_a_game_file", RECORD)
        yield cast("IO[bytes]", stream)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        # The reader closed the pipe, as head does; Python would complain when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(UNREADABLE)
