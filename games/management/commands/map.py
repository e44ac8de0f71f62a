"""Shows a map: as text on the screen and as a picture in a file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import engine, packs
from games.drawing import LEGEND, svg_map, text_map
from games.engine.content import PackError
from games.engine.geometry.board import MODULES, Board
from games.engine.geometry.boards import board_for


class Command(BaseCommand):
    """Draws the four sides that were named."""

    help = "Print a map as text and write it as SVG, for example: map A1 B1 C1 D1"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The sides, for whom, and where the picture goes."""
        parser.add_argument("sides", nargs=4, metavar="SIDE", help="one of each module, A to D")
        parser.add_argument("--small", action="store_true", help="the map for 1 and 2 players")
        parser.add_argument(
            "--svg", metavar="PATH", help="where the picture goes; - prints only the picture"
        )
        parser.add_argument("--pack", metavar="DIRECTORY", help="a content pack of your own")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints and writes. Raises CommandError for a wrong side or a bad pack."""
        pack = _pack(options["pack"])
        sides = _checked(options["sides"], pack)
        board, other = (board_for(pack, sides, small=small) for small in (False, True))
        if options["small"]:
            board, other = other, board
        picture = svg_map(board, other_ports=other.ports)
        if options["svg"] == "-":
            self.stdout.write(picture)
            return
        path = Path(options["svg"] or f"var/map-{'-'.join(sides)}.svg")
        self.stdout.write(_described(board))
        _write(path, picture)
        self.stdout.write(f"picture: {path}")


def _pack(directory: str | None) -> engine.Pack:
    try:
        return engine.load_pack(Path(directory)) if directory else packs.current()
    except PackError as error:
        raise CommandError(str(error)) from error


def _checked(sides: list[str], pack: engine.Pack) -> list[str]:
    """Raises CommandError unless there is one known side of each module, in order."""
    known = ", ".join(pack.content.sides)
    for module, side in zip(MODULES, sides, strict=True):
        if side not in pack.content.sides:
            raise CommandError(f"there is no map side {side}; this pack has {known}")
        if not side.startswith(module):
            raise CommandError(f"{side} stands where a side of module {module} belongs")
    return sides


def _described(board: Board) -> str:
    rivers = " ".join(f"{one}-{other}" for one, other in board.rivers)
    players = "1-2" if board.small else "3-4"
    return "\n".join(
        [
            text_map(board),
            "",
            *LEGEND,
            f"rivers: {rivers}",
            f"ports {players}: {' '.join(board.ports)}",
        ]
    )


def _write(path: Path, picture: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror}") from error
