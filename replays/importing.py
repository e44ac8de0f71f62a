"""Files as stored games: everything in them is decided again first, then all is written or none.

A file shows that a game was played by the rules from its seed. It cannot show that the seed was
drawn by chance, nor who played; so what comes from a file is marked, and never rated.
"""

from datetime import datetime
from uuid import UUID

import msgspec
from django.contrib.auth.models import User

from games import engine, packs, services
from games.access import may_see
from games.models import ContentPack, Game
from games.runtime import state_cache
from replays import files
from replays.files import BadFile, GameFile, origin
from replays.files.sound_game import read_sound_game


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

    A ``trusted`` file may also be of a game that earlier rules decided otherwise. The position
    from which a fork goes on is taken as it stands, or compared with the game that it comes from,
    if that one is here and the host may see it. Raises BadFile, GameExists.
    """
    found = read(data, largest=largest, trusted=trusted, now=now)
    check_source(found[0], host)
    return take_over(found, host=host, visibility=visibility, now=now)


def read(
    data: bytes, *, now: datetime, largest: int = files.LARGEST_GAME, trusted: bool = False
) -> tuple[GameFile, engine.State]:
    """A sound game out of a file, and its state at the end. Raises BadFile.

    In this process, so only for files from operators.
    """
    return read_sound_game(data, known_pack, now=now, largest=largest, trusted=trusted)


def check_source(game: GameFile, host: User) -> None:
    """Raises BadFile when a game here that the host may see shows that a fork begins otherwise."""
    named = game.header.forked_from
    if named is None:
        return
    source = Game.objects.filter(pk=named.game).first()
    if source is None or not may_see(host, source):
        return
    if not 0 < named.version <= source.version:
        sentence = f"The game that it was branched off has no version {named.version}."
        raise BadFile("header_differs", sentence, line=game.first_line)
    origin.check_position(game, state_cache.rebuild(source, named.version))


def take_over(
    found: tuple[GameFile, engine.State], *, host: User, visibility: str, now: datetime
) -> Game:
    """Store a sound game with its state at the end. Raises GameExists.

    Its content pack is stored as it is: the check of the game has read it.
    """
    game, state = found
    header = game.header
    server_seed, salt = files.unhex(game.end.server_seed), files.unhex(header.salt)
    assert server_seed is not None
    assert salt is not None
    source = header.forked_from
    elsewhere = services.Elsewhere(
        id=UUID(header.game),
        name=header.name,
        options=msgspec.json.decode(header.options, type=engine.Options),
        content=header.content,
        pack=game.pack,
        commitment=header.commitment,
        server_seed=server_seed,
        contributions=[bytes.fromhex(text) for text in game.end.contributions],
        salt=salt,
        seats=[
            services.Sitting(label=seat.player or "", bot=seat.bot or "") for seat in header.seats
        ],
        rows=game.rows,
        state=state,
        created_at=datetime.fromisoformat(header.created_at),
        forked_from=None if source is None else (UUID(source.game), source.version),
    )
    return services.import_game(game=elsewhere, host=host, visibility=visibility, now=now)


def known_pack(hash_: str) -> engine.Pack:
    """A content pack that this server has. Raises engine.UnknownPack."""
    try:
        return packs.pack(hash_)
    except ContentPack.DoesNotExist:
        raise engine.UnknownPack(hash_) from None
