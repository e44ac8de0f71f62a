"""``manage.py validate_replays``: decides stored games again and reports differences."""

import sys
import uuid
from argparse import ArgumentParser, ArgumentTypeError
from collections import Counter
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TextIO
from uuid import UUID

import msgspec
from django.core.management.base import BaseCommand, CommandError
from kombu.exceptions import OperationalError

from games import engine
from games.management.errors import UnknownGame
from games.models import Game
from replays import checking
from replays.validation.batches import GameOutcome, done_already, games_to_validate
from replays.validation.processes import ProcessLost
from replays.validation.progress import Progress
from replays.validation.runs import WORKERS, NoWorker, Way, run_over

DIFFERENT: Final = 1
WRONG_USAGE: Final = 2
UNFINISHED: Final = 3
INTERRUPTED: Final = 130
MOST_PROCESSES: Final = 256
SHOWN: Final = 300
"""How much of each side of a difference is printed; the report has all of it."""


class ReportSummary(msgspec.Struct, kw_only=True, tag_field="kind", tag="summary"):
    """The last line of the report; a report without it was cut off."""

    run: str
    rules: int
    games: int
    passed: int
    failed: int
    drifted: int
    earlier: int
    seconds: float
    rate: float
    complete: bool


class Command(BaseCommand):
    """Validates games, in this process, in several, or by workers."""

    help = (
        "Decide stored games again, from the first event, and compare effects, digests and chain. "
        "A game that was validated at its present version by the present rules is left out, so an "
        "interrupted run goes on where it was. Exit status: 0 all passed, 1 games differ, 2 wrong "
        "usage, 3 not finished (no worker answers, a process was lost), 130 interrupted."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which games, by whom, and where the report goes."""
        parser.add_argument(
            "--since", type=moment, metavar="DATE", help="games with events since then"
        )
        parser.add_argument(
            "--game", type=UUID, action="append", metavar="ID", help="this game; may be repeated"
        )
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--processes", type=count, default=1, metavar="N", help="default 1")
        how.add_argument("--celery", action="store_true", help="by the workers, in batches")
        parser.add_argument(
            "--json", metavar="FILE", help="the report as JSON Lines; - for standard output"
        )
        parser.add_argument("--again", action="store_true", help="leave no game out")
        parser.add_argument(
            "--allow-drift", action="store_true", help="exit with 0 when games only drifted"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Validates and prints. Raises CommandError unless all is well."""
        ids = chosen(options["game"], options["since"])
        known = {} if options["again"] else done_already(ids)
        left = [game_id for game_id in ids if game_id not in known]
        way: Way = WORKERS if options["celery"] else options["processes"]
        with ExitStack() as stack:
            report = self._opened(options["json"], stack)
            run = Run(len(left), report, sys.stderr if options["json"] == "-" else self.stdout)
            for line in known.values():
                run.take(line)
            ended = run.go(left, way)
            summary = run.finish(complete=ended is None)
        if ended is not None:
            raise ended
        odd = summary.failed + (0 if options["allow_drift"] else summary.drifted)
        if odd:
            raise CommandError(f"{games(odd)} did not pass.", returncode=DIFFERENT)

    def _opened(self, name: str | None, stack: ExitStack) -> TextIO | None:
        if name is None:
            return None
        if name == "-":
            return self.stdout  # type: ignore[return-value]  # it writes like one
        try:
            return stack.enter_context(Path(name).open("w", encoding="utf-8"))
        except OSError as error:
            message = f"cannot write {name}: {error.strerror}"
            raise CommandError(message, returncode=WRONG_USAGE) from error


class Run:
    """One run: takes up outcomes, writes each to the report, and prints those that differ."""

    def __init__(self, games: int, report: TextIO | None, text: Any) -> None:
        self.id = uuid.uuid4()
        self.report = report
        self.text = text
        self.progress = Progress(games, sys.stderr)
        self.earlier = 0
        self.counts = Counter[str]()

    def go(self, game_ids: list[UUID], way: Way) -> CommandError | None:
        """Validate; the error with which it ended early, if it did."""
        try:
            with closing(run_over(game_ids, run=self.id, way=way)) as outcomes:
                for line in outcomes:
                    self.take(line)
                    self.progress.add(line.status)
        except KeyboardInterrupt:
            message = "Interrupted. What is done is kept: the same command goes on from here."
            return CommandError(message, returncode=INTERRUPTED)
        except (NoWorker, ProcessLost, OperationalError) as error:
            return CommandError(str(error), returncode=UNFINISHED)
        finally:
            self.progress.close()
        return None

    def take(self, line: GameOutcome) -> None:
        """One game: into the report, and onto the screen if it differs."""
        self.counts[line.status] += 1
        self.earlier += line.earlier
        self._write(line)
        if line.first_difference is not None:
            found = msgspec.json.decode(line.first_difference, type=checking.Difference)
            self.progress.clear()
            self.text.write("\n".join(described(line, found)))

    def finish(self, *, complete: bool) -> ReportSummary:
        """Print and write what it comes to."""
        seconds = self.progress.seconds
        summary = ReportSummary(
            run=str(self.id),
            rules=engine.RULES_VERSION,
            games=self.counts.total(),
            passed=self.counts["passed"],
            failed=self.counts["failed"],
            drifted=self.counts["drifted"],
            earlier=self.earlier,
            seconds=round(seconds, 3),
            rate=round(self.progress.rate, 1),
            complete=complete,
        )
        self._write(summary)
        parts = [f"{summary.passed} passed, {summary.failed} failed, {summary.drifted} drifted"]
        if self.progress.done:
            parts.append(f"{self.progress.done} now in {seconds:.1f} s ({summary.rate} a second)")
        if summary.earlier:
            parts.append(f"{summary.earlier} in earlier runs")
        self.text.write(f"{games(summary.games)}: {'; '.join(parts)}.")
        return summary

    def _write(self, line: GameOutcome | ReportSummary) -> None:
        if self.report is not None:
            self.report.write(msgspec.json.encode(line).decode() + "\n")
            self.report.flush()


def described(line: GameOutcome, found: checking.Difference) -> list[str]:
    """A difference for people: where, what, and both sides."""
    head = f"{line.status.upper()} {line.game} at event {found.version}: {found.code}"
    sides = [("expected", found.expected), ("recorded", found.recorded)]
    return [
        head,
        f"  {found.sentence}",
        *(
            f"  {name}: {cut(bytes(raw).decode())}"
            for name, raw in sides
            if raw != checking.NOTHING
        ),
    ]


def cut(text: str) -> str:
    """The beginning of a text, on one line."""
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}… ({len(text)} characters)"


def games(number: int) -> str:
    """``1 game``, ``2 games``."""
    return f"{number} game" if number == 1 else f"{number} games"


def chosen(wanted: list[UUID] | None, since: datetime | None) -> list[UUID]:
    """The games to validate. Raises CommandError for one that is not there."""
    ids = games_to_validate(since=since)
    if wanted is None:
        return ids
    known = dict(Game.objects.filter(pk__in=wanted).values_list("pk", "version"))
    for game_id in wanted:
        if game_id not in known:
            raise UnknownGame(game_id, returncode=WRONG_USAGE)
        if not known[game_id]:
            raise CommandError(f"Game {game_id} has not started.", returncode=WRONG_USAGE)
    return [game_id for game_id in ids if game_id in wanted]


def moment(text: str) -> datetime:
    """A date, or a time in a zone (UTC where none is named). Raises ArgumentTypeError."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no date such as 2026-01-31") from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def count(text: str) -> int:
    """A number of processes. Raises ArgumentTypeError."""
    if text.isdecimal() and 1 <= int(text) <= MOST_PROCESSES:
        return int(text)
    raise ArgumentTypeError(f"{text!r} is no number from 1 to {MOST_PROCESSES}")
