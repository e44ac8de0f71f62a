"""A game that may be stored, out of the bytes of a file: read, and everything in it decided again.

Needs the engine only, so that it can be done in a process of its own.
"""

from datetime import datetime

from games import engine
from replays.files import origin, soundness
from replays.files.deciding import Packs, decide
from replays.files.errors import BadFile
from replays.files.packing import unpacked
from replays.files.reading import read_game
from replays.files.record_reading import is_record, read_record
from replays.files.shape import LARGEST_GAME, GameFile


def read_sound_game(
    data: bytes,
    packs: Packs,
    *,
    now: datetime,
    largest: int = LARGEST_GAME,
    trusted: bool = False,
) -> tuple[GameFile, engine.State]:
    """A sound game and its state at the end: JSON Lines or a text record, in gzip or not.

    ``packs`` finds the content pack that a record names. Raises BadFile; what ``packs`` raises
    beside engine.UnknownPack goes through.
    """
    plain = unpacked(data, largest)
    game = decide(read_record(plain), packs) if is_record(plain) else read_game(plain, largest)
    return game, check_sound(game, now=now, trusted=trusted)


def check_sound(game: GameFile, *, now: datetime, trusted: bool = False) -> engine.State:
    """The state at the end of a game that may be stored. Raises BadFile, the most telling one.

    A ``trusted`` game may also have been decided otherwise by earlier rules, or have a content pack
    of any size that games here use.
    """
    soundness.check_finished(game)
    if not trusted:
        soundness.check_pack_size(game)
    pack = soundness.pack_of(game)
    soundness.check_order(game)
    soundness.check_header(game)
    origin.check_beginning(game, pack)
    soundness.check_names(game)
    soundness.check_past(game, now)
    try:
        soundness.check_rules(game, pack)
    except BadFile as error:
        if not (trusted and error.code == "rules_drift"):
            raise
    soundness.check_end_line(game)
    soundness.check_checksum(game)
    return soundness.check_over(game)
