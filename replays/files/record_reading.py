"""Reading text records: the kinds of lines, and their completeness. Decides nothing."""

from games import engine
from games.engine.terms import Seat
from replays.files.errors import BadFile, not_utf8
from replays.files.record import (
    FIELD,
    FINISHED,
    FORKED,
    LARGEST_RECORD,
    LONGEST_LINE,
    LONGEST_POSITION,
    MOST_LINES,
    MOST_MOVES,
    MOVE,
    NEEDED,
    OPTIONAL,
    POSITION,
    SEAT,
    TAKEN_BACK,
    VERSION,
    PlayedLine,
    TextRecord,
)
from replays.files.shape import FilePlayer

KNOWN = frozenset((*NEEDED, *FINISHED, *OPTIONAL))


def is_record(data: bytes) -> bool:
    """Whether a file looks like a text record: a comment or its first field stands on top."""
    return data.startswith((b"#", b"record:"))


def read_record(data: bytes) -> TextRecord:
    """The record in a file. Raises BadFile."""
    if len(data) > LARGEST_RECORD:
        raise BadFile("file_too_large", f"The record has more than {LARGEST_RECORD} bytes.")
    if data.count(b"\n") > MOST_LINES:
        raise BadFile("file_too_large", f"The record has more than {MOST_LINES} lines.")
    reader = RecordReader()
    for number, raw in enumerate(data.split(b"\n"), 1):
        reader.take(number, _text(raw, number))
    return reader.record()


def _text(raw: bytes, number: int) -> str:
    most = LONGEST_POSITION if raw.startswith(POSITION.encode()) else LONGEST_LINE
    if len(raw) > most:
        raise BadFile("line_too_long", f"It has more than {most} bytes.", line=number)
    try:
        return raw.decode().strip()
    except UnicodeDecodeError as error:
        raise BadFile("not_utf8", not_utf8(error), line=number) from error


class RecordReader:
    """What has been read so far."""

    def __init__(self) -> None:
        self.fields: dict[str, str] = {}
        self.lines: dict[str, int] = {}
        self.moves: list[PlayedLine] = []

    def take(self, number: int, text: str) -> None:
        """One more line. Raises BadFile."""
        if not text or text.startswith("#"):
            return
        field = FIELD.fullmatch(text)
        if field is not None:
            self._field(number, field[1], field[2] or "")
            return
        move = MOVE.fullmatch(text.partition("#")[0].rstrip())
        if move is None:
            sentence = "This is neither a field (name: Friday) nor a move (57 1 buy 2 whisky)."
            raise BadFile("bad_record", sentence, line=number)
        if len(self.moves) == MOST_MOVES:
            raise BadFile("file_too_large", f"There are more than {MOST_MOVES} moves.", line=number)
        back = TAKEN_BACK.fullmatch(move[4])
        self.moves.append(
            PlayedLine(
                line=number,
                version=int(move[1]),
                seat=Seat(int(move[2])),
                origin=self._origin(move[2], move[3]),
                notation=move[4],
                undo_to=int(back[1]) if back else None,
            )
        )

    def record(self) -> TextRecord:
        """The whole record. Raises BadFile when something is missing."""
        missing = [name for name in NEEDED if name not in self.fields]
        if missing:
            sentence = f"The line '{missing[0]}: ...' is missing."
            raise BadFile("bad_record", sentence)
        if self.fields["status"] != "finished":
            sentence = (
                "The record was written while the game ran, so it has no seed, and without that "
                "the moves cannot be decided again. Export the game once more when it is over."
            )
            raise BadFile("no_secrets", sentence, line=self.lines["status"])
        if "begins" in self.fields:
            missing = [name for name in FORKED if name not in self.fields]
            if missing:
                sentence = f"The line '{missing[0]}: ...' of a fork is missing."
                raise BadFile("no_beginning", sentence, line=self.lines["begins"])
        missing = [name for name in FINISHED if name not in self.fields]
        if missing:
            sentence = f"The line '{missing[0]}: ...' is missing: the record was cut off."
            raise BadFile("truncated", sentence)
        return TextRecord(self.fields, self.lines, self._players(), self.moves)

    def _field(self, number: int, name: str, value: str) -> None:
        if name == "record" and value != VERSION:
            sentence = f"The record has the form {value[:20]}; this program reads {VERSION}."
            raise BadFile("newer_format", sentence, line=number)
        if name in self.fields:
            raise BadFile("bad_record", f"There are two lines '{name}: ...'.", line=number)
        if name not in KNOWN and not SEAT.fullmatch(name):
            raise BadFile("bad_record", f"There is no such field as {name[:40]!r}.", line=number)
        self.fields[name] = value
        self.lines[name] = number

    def _origin(self, seat: str, named: str | None) -> engine.Origin:
        match named:
            case "player" | "bot" | "standing_order" | "game" | "admin":
                return named
            case _:
                return "bot" if f"seat {seat} bot" in self.fields else "player"

    def _players(self) -> list[FilePlayer]:
        players: list[FilePlayer] = []
        for index in range(len([name for name in self.fields if SEAT.fullmatch(name)])):
            player = self.fields.get(f"seat {index} player")
            bot = self.fields.get(f"seat {index} bot")
            if (player is None) == (bot is None):
                sentence = f"Seat {index} has to have one line, as a player or a bot."
                raise BadFile("bad_record", sentence)
            players.append(FilePlayer(player=player, bot=bot))
        return players
