"""Forks as files: they carry their position, and go out and in like any other game."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games import engine, services
from games.models import Game
from replays import exporting, files, verify
from replays.files import BadFile, read_game
from replays.files.deciding import decide
from replays.files.record import write_record
from replays.files.record_reading import read_record
from replays.importing import read
from replays.validation.examining import examine
from simulation.random_play import seed_of
from tests.games.tables import Table
from tests.marks import in_one_test
from tests.replays.game_files import LATER, changed, file_of, lines_of, played, rechecked
from tests.replays.servers import fetched, gone, imported
from tests.replays.streams import Stored, append, chained
from tests.replays.tables import played_out

pytestmark = pytest.mark.once

Json = Any
VERSION = 150
NOW = timezone.now


def forked(version: int = VERSION, change: Callable[[engine.State], None] | None = None) -> Stored:
    """A finished game that went on from a version of another one, or from what was made of it."""
    origin, server = played(), seed_of("fork files")
    position = engine.rebased(engine.rebuild(origin.rows, upto=version))
    if change is not None:
        change(position)
    subject = msgspec.structs.replace(
        origin.subject,
        server_seed=server,
        commitment=engine.randomness.commitment(server),
        origin=None,
    )
    made = Stored(subject)
    state, event = engine.fork(position, engine.randomness.game_seed(server, []))
    chance = engine.randomness.Stream(server, "moves")
    append(made, state, event)
    while not state.over:
        step = engine.advance(state)
        if step is None:
            seat = state.open_decisions()[0].seat
            step = engine.play(state, seat, chance.choice(engine.legal_moves(state, seat)))
        append(made, state, step)
    made.subject = msgspec.structs.replace(made.subject, version=len(made.rows))
    return made


def fork_file(game: Stored | None = None, version: int = VERSION) -> files.GameFile:
    """The file of a fork."""
    made = file_of(game or forked(version))
    metadata = files.GameMetadata(
        name="Fork",
        players=made.header.seats,
        created_at=made.rows[0].recorded_at,
        forked_from=files.ForkSource(played().subject.id, version),
    )
    subject = (game or forked(version)).subject
    return files.compose(subject, made.rows, metadata, finished=True)


@pytest.fixture(scope="module")
def data() -> bytes:
    return files.write(fork_file())


def refused(data: bytes) -> BadFile:
    with pytest.raises(BadFile) as caught:
        read(data, now=LATER)
    return caught.value


@pytest.mark.uncounted
@pytest.mark.engine
def test_the_header_names_the_game_that_it_comes_from(data: bytes) -> None:
    header = msgspec.json.decode(lines_of(data)[0])
    assert header["forked_from"] == {"game": played().subject.id, "version": VERSION}
    assert list(header)[-1] == "forked_from"
    assert b"forked_from" not in lines_of(files.write(file_of(played())))[0]
    assert files.write(read_game(data)) == data


@pytest.mark.uncounted
@pytest.mark.engine
def test_a_fork_is_read_without_being_trusted(data: bytes) -> None:
    game, state = read(data, now=LATER)
    assert state.over
    assert game.header.forked_from is not None


POSITIONS: dict[str, Callable[[engine.State], None]] = {
    "a seat too many": lambda state: state.turn_order.append(engine.Seat(0)),
    "a price beyond its track": lambda state: state.prices.__setitem__(0, 99),
    "goods that are less than none": lambda state: state.players[0].goods.__setitem__(0, -1),
    "money that is less than none": lambda state: setattr(state.players[0], "money", -1),
    "a level of shipping": lambda state: setattr(state.players[0], "shipping", 9),
    "a contract twice": lambda state: state.players[0].fulfilled.extend([state.slots[0]] * 2),
    "a port tile": lambda state: setattr(state.ports[0], "tile", 99),
    "a scoring tile": lambda state: state.scoring_tiles.__setitem__(0, 99),
    "a clan": lambda state: setattr(state.players[0], "clan", "macbeth"),
    "a unit beside the map": lambda state: state.players[0].units.append(
        msgspec.structs.replace(state.players[0].units[0], hex="Z9")
    ),
    "a module": lambda state: state.modules.__setitem__(0, "Z1"),
    "a seat that acts twice": lambda state: state.decisions.append(state.decisions[-1]),
    "goods missing": lambda state: state.players[1].goods.pop(),
}


@pytest.mark.engine
@in_one_test("what", POSITIONS)
def test_a_position_that_cannot_be_one_is_refused(what: str) -> None:
    made = forked()
    payload = msgspec.json.decode(made.rows[0].public)
    effect = next(effect for effect in payload["effects"] if effect[0] == "position")
    position = msgspec.convert(effect[1], engine.registry.current().state_type)
    POSITIONS[what](position)
    effect[1] = msgspec.to_builtins(position)
    rows = list(made.rows)
    public = msgspec.json.encode(payload).decode()
    rows[0] = msgspec.structs.replace(rows[0], public=public)
    chained(rows, made.subject.id)
    found = refused(files.write(fork_file(Stored(made.subject, rows, made.states))))
    assert (found.code, found.version) == ("no_beginning", 1), found
    assert found.line == 3


@pytest.mark.engine
def test_a_header_has_to_tell_of_a_fork_and_of_nothing_else(data: bytes) -> None:
    silent = rechecked(changed(data, 1, lambda line: line.pop("forked_from")))
    assert refused(silent).code == "header_differs"
    named = {"game": played().subject.id, "version": 3}
    other = files.write(file_of(played()))
    data = rechecked(changed(other, 1, lambda line: line.update(forked_from=named)))
    assert refused(data).code == "header_differs"


@pytest.mark.engine
@pytest.mark.uncounted
def test_another_pile_than_the_one_that_its_seed_gives_is_refused(data: bytes) -> None:
    seed = bytes(32)
    other = engine.randomness.commitment(seed)
    forged = changed(data, 1, lambda line: line.update(commitment=other))
    last = len(lines_of(data))
    forged = changed(forged, last, lambda line: line.update(server_seed=seed.hex()))
    assert refused(rechecked(forged)).code == "seed_differs"


# --- text records ---------------------------------------------------------------------------------


@pytest.mark.engine
@pytest.mark.uncounted
def test_a_text_record_of_a_fork_is_played_again() -> None:
    game = fork_file()
    text = write_record(game, {})
    again = decide(read_record(text.encode()), engine.packs.get)
    assert [row.parent for row in again.rows] == [row.parent for row in game.rows]
    assert again.header.forked_from == game.header.forked_from
    assert again.rows[-1].digest == game.rows[-1].digest
    more = write_record(again, {})
    assert write_record(decide(read_record(more.encode()), engine.packs.get), {}) == more


@pytest.mark.engine
@in_one_test(
    ("field", "value", "code"),
    [
        ("begins", "again", "no_beginning"),
        ("forked_from", "nowhere", "bad_record"),
        ("forked_from", None, "no_beginning"),
        ("position", None, "no_beginning"),
        ("position", "{}", "no_beginning"),
        ("position", "[", "no_beginning"),
        ("position", "x" * 200_000, "line_too_long"),
    ],
)
@pytest.mark.long
def test_what_a_record_of_a_fork_can_have_wrong(field: str, value: str | None, code: str) -> None:
    lines = write_record(fork_file(), {}).split("\n")
    place = next(n for n, line in enumerate(lines) if line.startswith(f"{field}: "))
    lines[place : place + 1] = [] if value is None else [f"{field}: {value}"]
    assert refused("\n".join(lines).encode()).code == code


# --- verifying ------------------------------------------------------------------------------------


def verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, *more: str
) -> tuple[int, str]:
    path = tmp_path / "fork.jsonl"
    path.write_bytes(data)
    return verify.main([str(path), *more]), capsys.readouterr().out


@pytest.mark.engine
def test_the_verifier_says_what_it_takes_as_it_stands(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, output = verified(tmp_path, capsys, data)
    assert status == 0, output
    assert (
        f"  beginning   ok       a position that can be, said to be that of game {GAME}" in output
    )
    assert "which is taken as it stands" in output
    assert "FAILED" not in output


GAME = played().subject.id


@pytest.mark.long
@pytest.mark.engine
def test_with_the_other_game_the_position_is_proved(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    origin = tmp_path / "origin.jsonl"
    origin.write_bytes(files.write(file_of(played())))
    status, output = verified(tmp_path, capsys, data, "--origin", str(origin))
    assert status == 0, output
    assert "  origin      ok       the position is that of the game that it comes from" in output
    assert "as it stands" not in output
    other = files.write(fork_file(forked(VERSION + 1), VERSION + 2))
    status, output = verified(tmp_path, capsys, other, "--origin", str(origin))
    assert (status, "  origin      FAILED" in output) == (1, True)
    status, output = verified(tmp_path, capsys, data, "--origin", str(tmp_path / "none"))
    assert (status, "origin      FAILED" in output) == (2, True)


# --- servers --------------------------------------------------------------------------------------


@pytest.fixture
def over(users: list[User]) -> Table:
    return played_out(users[:2])


def finished_fork(table: Table, user: User) -> Game:
    """A fork that one user and a bot have played to its end."""
    game = services.fork_game(
        game_id=table.id, user=user, version=80, seats=[None, "random"], now=NOW()
    )
    made = Table(game.pk, [user, user])
    chance = engine.randomness.Stream(b"fork", "moves")
    while not made.state.over:
        services.play_bots(game_id=game.pk, clock=NOW)
        services.run_steps(game_id=game.pk, now=NOW())
        if not made.state.over and made.state.open_decisions():
            seat = made.state.open_decisions()[0].seat
            if seat == 0:
                made.play(chance.choice(engine.legal_moves(made.state, seat)))
    return fetched(game)


@pytest.mark.long
@pytest.mark.django_db
def test_out_in_and_out_again_are_the_same_bytes(over: Table, dora: User) -> None:
    game = finished_fork(over, dora)
    data, text = exporting.json_lines(game), exporting.text_record(game)
    gone(game)
    again = imported(data, dora)
    assert again.pk == game.pk
    assert (again.source, again.rated) == ("imported", False)
    assert (again.forked_from, again.forked_version) == (over.id, 80)
    assert exporting.json_lines(fetched(again)) == data
    assert exporting.text_record(fetched(again)) == text
    assert examine(fetched(again)).status == "passed"
    of_text = imported(text, dora)
    assert of_text.pk != game.pk
    assert of_text.forked_from == over.id
    first, last = exporting.text_record(fetched(of_text)), text
    assert [line for line in first.split(b"\n") if line not in last.split(b"\n")] == [
        b"game: " + str(of_text.pk).encode()
    ]


@pytest.mark.django_db
def test_a_running_fork_shows_its_position_and_nothing_hidden(over: Table, dora: User) -> None:
    game = services.fork_game(game_id=over.id, user=dora, version=80, now=NOW())
    first = read_game(exporting.json_lines(fetched(game))).rows[0]
    assert first.secret is None
    assert '["position"' in first.public


@pytest.mark.long
@pytest.mark.django_db
def test_where_the_other_game_is_known_the_position_is_compared(over: Table, dora: User) -> None:
    game = finished_fork(over, dora)
    data = exporting.json_lines(game)
    gone(game)

    def elsewhere(line: Json) -> None:
        line["forked_from"]["version"] = 81

    def beyond(line: Json) -> None:
        line["forked_from"]["version"] = 9999

    with pytest.raises(BadFile) as caught:
        imported(rechecked(changed(data, 1, elsewhere)), dora)
    assert caught.value.code == "effects_differ"
    with pytest.raises(BadFile) as caught:
        imported(rechecked(changed(data, 1, beyond)), dora)
    assert caught.value.code == "header_differs"
    # One that may not be seen tells nothing.
    Game.objects.filter(pk=over.id).update(visibility="private")
    assert imported(rechecked(changed(data, 1, elsewhere)), dora).forked_version == 81
