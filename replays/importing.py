"""Files as stored games: everything in them is decided again first, then all is written or none.

A file shows that a game was played by the rules from its seed. It cannot show that the seed was
drawn by chance, nor who played; so what comes from a file is marked, and never rated.
"""

from datetime import datetime
from uuid import UUID

import msgspec
from django.contrib.auth.models import User

from games import engine, packs, services, states
from games.access import may_see
from games.models import ContentPack, Game
from replays import files
from replays.files import BadFile, GameFile, origin, soundness
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

    A ``trusted`` file may also tell of a game that earlier rules decided otherwise. The position
    from which a fork goes on is taken as it stands, or compared with the game that it comes from,
    if that one is here and the host may see it. Raises BadFile, GameExists.
    """
    found = read(data, largest=largest, trusted=trusted, now=now)
    check_source(found[0], host)
    return take_over(found, host=host, visibility=visibility, now=now)


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


def check_source(game: GameFile, host: User) -> None:
    """Raises BadFile when a game here that the host may see shows that a fork begins otherwise."""
    named = game.header.forked_from
    if named is None:
        return
    source = Game.objects.filter(pk=named.game).first()
    if source is None or not may_see(host, source):
        return
    if not 0 < named.version <= source.version:
        told = f"The game that it was branched off has no version {named.version}."
        raise BadFile("header_differs", told, line=game.first_line)
    origin.check_position(game, states.rebuild(source, named.version))


def take_over(
    found: tuple[GameFile, engine.State], *, host: User, visibility: str, now: datetime
) -> Game:
    """Store a sound game with its state at the end. Raises GameExists."""
    game, state = found
    pack = soundness.pack_of(game)
    subject = game.subject(pack)
    assert subject.server_seed is not None
    assert subject.salt is not None
    source = game.header.forked_from
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
        forked_from=None if source is None else (UUID(source.game), source.version),
    )
    return services.import_game(game=elsewhere, host=host, visibility=visibility, now=now)


def known_pack(hash_: str) -> engine.Pack:
    """A content pack that this server has. Raises engine.UnknownPack."""
    try:
        return packs.pack(hash_)
    except ContentPack.DoesNotExist:
        raise engine.UnknownPack(hash_) from None
