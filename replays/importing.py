"""Files as stored games: everything in them is decided again first, then all is written or none.

A file shows that a game was played by the rules from its seed. It cannot show that the seed was
drawn by chance, nor who played; so what comes from a file is marked, and never rated.
"""

from datetime import datetime
from uuid import UUID

import msgspec
from django.contrib.auth.models import User

from games import engine, packs, services
from games.models import ContentPack, Game
from replays import files
from replays.files import BadFile, GameFile, soundness
from replays.files.deciding import decide
from replays.files.record_reading import is_record, read_record


def import_file(
    data: bytes,
    *,
    host: User,
    visibility: str,
    now: datetime,
    largest: int = files.LARGEST_GAME,
    trusted: bool = False,
) -> Game:
    """Store the one game of a file: JSON Lines or a text record, packed by gzip or not.

    A ``trusted`` file may also tell what these rules cannot prove: a game that earlier rules
    decided otherwise, or one that goes on from a position. Raises BadFile, GameExists.
    """
    return take_over(
        read(data, largest=largest, trusted=trusted, now=now),
        host=host,
        visibility=visibility,
        now=now,
    )


def read(
    data: bytes, *, now: datetime, largest: int = files.LARGEST_GAME, trusted: bool = False
) -> tuple[GameFile, engine.State]:
    """A sound game out of a file, and its state at the end. Raises BadFile."""
    plain = files.unpacked(data, largest)
    if is_record(plain):
        game = decide(read_record(plain), known_pack)
    else:
        game = files.read_game(plain, largest)
    return game, sound(game, now=now, trusted=trusted)


def sound(game: GameFile, *, now: datetime, trusted: bool = False) -> engine.State:
    """The state at the end of a game that may be stored. Raises BadFile, the most telling one."""
    soundness.check_finished(game)
    pack = soundness.pack_of(game)
    soundness.check_order(game)
    if not trusted:
        soundness.check_beginning(game)
    soundness.check_header(game)
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


def take_over(
    found: tuple[GameFile, engine.State], *, host: User, visibility: str, now: datetime
) -> Game:
    """Store a sound game with its state at the end. Raises GameExists."""
    game, state = found
    pack = soundness.pack_of(game)
    subject = game.subject(pack)
    assert subject.server_seed is not None
    assert subject.salt is not None
    elsewhere = services.Elsewhere(
        id=UUID(subject.id),
        name=game.header.name,
        options=msgspec.json.decode(subject.options, type=engine.Options),
        pack=pack,
        commitment=subject.commitment,
        server_seed=subject.server_seed,
        contributions=subject.contributions,
        salt=subject.salt,
        seats=[
            services.Sitting(label=seat.player or "", bot=seat.bot or "")
            for seat in game.header.seats
        ],
        rows=game.rows,
        state=state,
        created_at=datetime.fromisoformat(game.header.created_at),
    )
    return services.import_game(game=elsewhere, host=host, visibility=visibility, now=now)


def known_pack(hash_: str) -> engine.Pack:
    """A content pack that this server has. Raises engine.UnknownPack."""
    try:
        return packs.pack(hash_)
    except ContentPack.DoesNotExist:
        raise engine.UnknownPack(hash_) from None
