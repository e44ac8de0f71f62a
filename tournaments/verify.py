"""``python -m tournaments.verify cup.jsonl``: verify a downloaded tournament.

Needs Python, msgspec, networkx and this repository: no server, no database, no settings. Prints a
line for each check, and the standings. With ``--games`` files of its games are verified, too, and
that each had the set-up that follows from the tournament's seed. ``-`` reads what is piped in.
Ends with 0 when everything holds, 1 when a check failed, 2 when a file cannot be read or a
signature cannot be checked. With ``--head`` the tournament is also compared with the server's log,
see ``docs/heads.md``; signatures need the package cryptography.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from replays import verify as game_verifying
from replays.files.plain import say
from replays.heads import arguments as head_arguments
from replays.heads.statements import TOURNAMENT, InclusionProof
from replays.heads.verifying import BadHead, check_stream
from tournaments.errors import FormatRefused, TableRefused, TournamentError
from tournaments.files import course, setups, soundness
from tournaments.files.reading import read_file
from tournaments.files.shape import LARGEST, TournamentFile
from tournaments.formats import FORMATS
from tournaments.scoring.explaining import value_text

SOUND, WRONG, UNREADABLE = 0, 1, 2
NONSENSE: Final = (LookupError, ValueError, TypeError, ArithmeticError, FormatRefused, TableRefused)
"""What drawing again raises for states that no server can have stored."""


class TournamentCheck(Struct, frozen=True):
    """One question to a file; ``secret`` ones need what it has only when all of it is over.

    One with ``applies`` is asked where that says so.
    """

    name: str
    proves: str
    ask: Callable[[TournamentFile], soundness.Failure]
    secret: bool = False
    applies: Callable[[TournamentFile], bool] | None = None


CHECKS: Final = (
    TournamentCheck("order", "every event once, in order", soundness.check_order),
    TournamentCheck("chain", "no event changed, added or left out", soundness.check_chain),
    TournamentCheck("states", "the events give the states", soundness.check_states),
    TournamentCheck("course", "results were changed by rulings alone", course.check_course),
    TournamentCheck(
        "secrets", "what was hidden had been fixed", soundness.check_secrets, secret=True
    ),
    TournamentCheck(
        "commitment",
        "the seed has the hash that was published at the opening",
        soundness.check_commitment,
        secret=True,
    ),
    TournamentCheck(
        "draws", "every draw follows from the seed", soundness.check_draws, secret=True
    ),
    TournamentCheck(
        "set-ups",
        "the set-up of every game follows from the seed",
        setups.check_setups,
        secret=True,
        applies=setups.names_setups,
    ),
)


def verify(file: TournamentFile, proof: InclusionProof | None = None) -> tuple[list[str], bool]:
    """A line for each check, and whether all hold. Raises BadTournamentFile.

    With a proof of the server's log also whether the file is what that says.
    """
    lines, sound = [], True
    for check in (*CHECKS, *([head_check(proof)] if proof else [])):
        if check.secret and file.header.salt is None:
            lines.append(f"hidden   {check.name}: shown when the tournament and its games are over")
            continue
        try:
            if check.applies is not None and not check.applies(file):
                lines.append(f"none     {check.name}: the log has nothing of it")
                continue
            failure = check.ask(file)
        except NONSENSE as error:
            failure = f"the log makes no sense: {type(error).__name__}"
        sound = sound and failure is None
        outcome = f"ok       {check.name}: {check.proves}"
        lines.append(outcome if failure is None else f"FAILED   {check.name}: {failure}")
    return lines, sound


def head_check(proof: InclusionProof) -> TournamentCheck:
    """Whether the tournament is the one that the server's log has."""

    def ask(file: TournamentFile) -> soundness.Failure:
        try:
            check_stream(proof, TOURNAMENT, file.header.id, file.rows)
        except BadHead as error:
            return str(error)
        return None

    proves = f"up to event {proof.leaf.version} this is what the server's log has"
    return TournamentCheck("head", proves, ask)


def standings(file: TournamentFile) -> list[str]:
    """The standings, one line each; the stage whose points they are, where there are several.

    Raises BadTournamentFile.
    """
    state = soundness.final_state(file)
    form = FORMATS.get(state.settings.format)
    if form is None:
        return []
    rows = form.standings(state)
    staged = len({row.stage for row in rows}) > 1
    return [
        f"{row.place:>4}  {value_text('points', row.points):>8}  "
        f"{file.header.people.get(state.entrants[row.entrant].person, '')}, entrant {row.entrant}"
        f"{f', {row.stage}' if staged else ''}"
        for row in rows
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Verify the file that is named, and heads; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tournaments.verify", description="Verify the file of a tournament."
    )
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="the file, or - for what is piped in"
    )
    parser.add_argument(
        "--games",
        metavar="FILE",
        nargs="+",
        default=[],
        help="files of games of the tournament: each is verified, with its set-up",
    )
    head_arguments.add_arguments(parser, TOURNAMENT)
    args = parser.parse_args(arguments)
    head_arguments.check_arguments(parser, args, args.file)
    worst, proof = SOUND, None
    if args.head:
        try:
            evidence = head_arguments.read_evidence(args)
        except BadHead as error:
            say(str(error), to=sys.stderr)
            return UNREADABLE
        held, checked = head_arguments.print_heads(evidence)
        worst = (SOUND if checked else UNREADABLE) if held else WRONG
        proof = evidence.inclusion
    return max(worst, verify_file(args.file, proof, args.games)) if args.file else worst


def verify_file(name: str, proof: InclusionProof | None = None, games: Sequence[str] = ()) -> int:
    """Verify a file, printing what holds, and whether it is what a proof says; the exit status.

    Once it holds, files of its games are verified as well.
    """
    try:
        with sys.stdin.buffer if name == "-" else Path(name).open("rb") as stream:
            file = read_file(stream.read(LARGEST + 1))
        lines, sound = verify(file, proof)
        lines += standings(file) if sound else []
    except (OSError, TournamentError) as error:
        say(f"{name}: {error}", to=sys.stderr)
        return UNREADABLE
    say(f"{file.header.name} ({file.header.id}), {len(file.rows)} events", *lines)
    return verify_games(file, games) if sound else WRONG


def verify_games(file: TournamentFile, names: Sequence[str]) -> int:
    """Verify files of games and that they were set up by the seed; the exit status."""
    if not names:
        return SOUND
    if file.header.salt is None:
        say("The set-ups of games can be checked when the tournament and its games are over.")
        return UNREADABLE
    checks = (*game_verifying.CHECKS, setups.setup_check(file))
    return max(game_verifying.verify_file(name, checks) for name in names)


if __name__ == "__main__":
    sys.exit(main())
