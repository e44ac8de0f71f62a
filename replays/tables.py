"""Finished games as two Parquet tables: every event, and every player's result.

Needs pyarrow, which is an extra: the server does without.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from games import engine, packs, store
from games.models import Game
from replays.exporting import players_of

EVENTS: Final = "events.parquet"
RESULTS: Final = "results.parquet"
GAMES_AT_ONCE: Final = 50
"""Games whose rows are in memory together; each makes a group of rows of its own."""

ParquetRow = dict[str, object]


class NoParquet(Exception):
    """pyarrow is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "Parquet needs pyarrow, which is not installed: get the extra with "
            "'.venv/bin/uv sync --inexact --extra parquet', or pyarrow itself with pip."
        )


NOTHING: Final = Raw()


class Parts(Struct, frozen=True):
    """A public payload, its parts as they are stored."""

    kind: str
    effects: Raw
    move: Raw = NOTHING


_parts: Final = msgspec.json.Decoder(Parts)


def pyarrow() -> tuple[Any, Any]:
    """pyarrow and its Parquet module. Raises NoParquet."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise NoParquet from None


def write_tables(games: Iterable[Game], directory: Path) -> int:
    """Write both tables into a directory; how many games. Raises NoParquet, OSError.

    They get their names when both are complete; tables that were there stay until then.
    """
    arrow, parquet = pyarrow()
    shapes = {EVENTS: event_columns(arrow), RESULTS: result_columns(arrow)}
    directory.mkdir(parents=True, exist_ok=True)
    left, written = iter(games), 0
    with renamed_at_the_end(directory, shapes) as parts, ExitStack() as stack:
        writers = {
            name: stack.enter_context(parquet.ParquetWriter(parts[name], shape))
            for name, shape in shapes.items()
        }
        while batch := list(islice(left, GAMES_AT_ONCE)):
            rows = {
                EVENTS: [row for game in batch for row in event_rows(game)],
                RESULTS: [row for game in batch for row in result_rows(game)],
            }
            for name, writer in writers.items():
                writer.write_table(arrow.Table.from_pylist(rows[name], schema=shapes[name]))
            written += len(batch)
    return written


@contextmanager
def renamed_at_the_end(directory: Path, names: Iterable[str]) -> Iterator[dict[str, Path]]:
    """Where to write files of these names for as long as they are not complete."""
    parts = {name: directory / f"{name}.part" for name in names}
    try:
        yield parts
        for name, part in parts.items():
            part.replace(directory / name)
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)


def event_columns(arrow: Any) -> Any:
    """The columns of the events; payloads are JSON text."""
    text, number = arrow.string(), arrow.int32()
    return arrow.schema(
        {
            "game": text,
            "version": number,
            "parent": number,
            "recorded_at": arrow.timestamp("us", tz="UTC"),
            "seat": arrow.int8(),
            "origin": text,
            "cause": number,
            "rules": number,
            "kind": text,
            "notation": text,
            "move": text,
            "effects": text,
            "digest": text,
        }
    )


def result_columns(arrow: Any) -> Any:
    """The columns of the results: one row for each player of each game."""
    text, number = arrow.string(), arrow.int32()
    moment = arrow.timestamp("us", tz="UTC")
    return arrow.schema(
        {
            "game": text,
            "name": text,
            "source": text,
            "players": number,
            "options": text,
            "content": text,
            "rules": number,
            "events": number,
            "started_at": moment,
            "finished_at": moment,
            "ended_by": text,
            "player": text,
            "bot": text,
            "clan": text,
            "resigned": arrow.bool_(),
            **dict.fromkeys(sheet_columns(), number),
            "rating": text,
        }
    )


def sheet_columns() -> list[str]:
    """What a score sheet holds: its fields but ``more``, then the lines that have no field."""
    fields = [name for name in engine.ScoreSheet.__struct_fields__ if name != "more"]
    return [*fields, *(line.name for line in engine.score_lines() if line.name not in fields)]


def sheet_values(sheet: engine.ScoreSheet) -> ParquetRow:
    """The same of one sheet; a line that the game does not have is 0."""
    fields = msgspec.structs.asdict(sheet)
    del fields["more"]
    return fields | {line.name: sheet.points(line.name) for line in engine.score_lines()}


def event_rows(game: Game) -> Iterator[ParquetRow]:
    """The events of a game, without what was secret."""
    for row in store.rows(game.pk, upto=game.version):
        parts = _parts.decode(row.public)
        move = bytes(parts.move)
        yield {
            "game": str(game.pk),
            "version": row.version,
            "parent": row.parent,
            "recorded_at": row.recorded_at,
            "seat": row.seat,
            "origin": row.origin,
            "cause": row.cause,
            "rules": row.rules,
            "kind": parts.kind,
            "notation": engine.decode_move(bytes(move)).notation() if move else None,
            "move": move.decode() if move else None,
            "effects": bytes(parts.effects).decode(),
            "digest": row.digest,
        }


def result_rows(game: Game) -> Iterator[ParquetRow]:
    """The results of all players of a finished game; none for a game without scores."""
    packs.pack(game.content_id)
    rows = store.rows(game.pk, upto=game.version)
    state, people = engine.rebuild(rows), players_of(game)
    common: Mapping[str, object] = {
        "game": str(game.pk),
        "name": game.name,
        "source": game.source,
        "players": game.players,
        "options": game.options,
        "content": game.content_id,
        "rules": max(row.rules for row in rows),
        "events": len(rows),
        "started_at": game.started_at,
        "finished_at": game.finished_at,
        "ended_by": state.ended_by,
    }
    for sheet in state.scores:
        yield {
            **common,
            "player": people[sheet.seat].player,
            "bot": people[sheet.seat].bot,
            "clan": state.players[sheet.seat].clan,
            "resigned": sheet.seat in state.resigned,
            **sheet_values(sheet),
        }
