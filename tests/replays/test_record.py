"""Text records: people can read them, and playing their moves again gives the same game."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.utils import timezone, translation

from games import engine, services, store
from games.errors import GameExists
from games.models import Game
from games.standing_orders import decode
from replays import exporting, importing
from replays.exporting import text_record
from replays.files import BadFile, GameFile, packed
from replays.files.deciding import decide
from replays.files.record import LARGEST_RECORD, MOST_LINES, MOST_MOVES, write_record
from replays.files.record_reading import is_record, read_record
from replays.validation.examining import examine
from tests.games.tables import started
from tests.marks import in_one_test
from tests.replays.game_files import LATER, file_of, half_played, played, sound
from tests.replays.newer_rules import prices_move_twice_as_far, raise_version
from tests.replays.servers import census, fetched, imported
from tests.replays.tables import played_to

pytestmark = pytest.mark.once

METADATA = {1: "The game begins.", 9: "Two\n lines  # and a mark", 10: "Ada: pass"}


def record() -> str:
    """The record of a finished game in which moves were taken back."""
    return write_record(file_of(played()), METADATA)


def again(text: str) -> GameFile:
    """The game that comes out of a record."""
    return decide(read_record(text.encode()), engine.packs.get)


def refused(text: str | bytes) -> BadFile:
    """Why a record is not taken."""
    data = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(BadFile) as caught:
        importing.read(data, now=LATER)
    assert caught.value.sentence.endswith("."), caught.value.sentence
    return caught.value


def line_of(text: str, beginning: str) -> int:
    return next(n for n, line in enumerate(text.split("\n"), 1) if line.startswith(beginning))


@pytest.mark.engine
def test_it_has_a_header_a_line_for_each_move_and_the_end() -> None:
    lines = record().split("\n")
    assert is_record(record().encode())
    assert "name: Friday" in lines
    assert "seat 1 player: Ben \u00d3 S\u00failleabh\u00e1in" in lines
    assert "seat 3 bot: random" in lines
    assert "# 1 The game begins." in lines
    moves = [line for line in lines if line[:1].isdecimal()]
    steps = [line for line in lines if line.startswith("# ") and line[2:3].isdecimal()]
    assert len(moves) + len(steps) == len(played().rows)
    assert any(" undo " in line for line in moves)
    assert next(line for line in moves if line.startswith("9 ")).endswith(
        " # Two lines # and a mark"
    )
    assert lines[-4] == f"events: {len(played().rows)}"


@pytest.mark.engine
def test_deciding_it_again_gives_the_same_moves_effects_and_digests() -> None:
    game = again(record())
    for one, other in zip(played().rows, game.rows, strict=True):
        assert engine.read_payload(one.public) == engine.read_payload(other.public)
        assert (one.version, one.parent, one.seat, one.secret) == (
            *(other.version, other.parent, other.seat),
            other.secret,
        )
        if one.secret is None:
            assert one.digest == other.digest
    assert game.header.options == file_of(played()).header.options
    assert game.end.scores == file_of(played()).end.scores


@pytest.mark.engine
def test_times_are_those_of_the_header_and_id_and_salt_are_new() -> None:
    first, game = file_of(played()), again(record())
    assert game.header.game != first.header.game
    assert game.header.salt != first.header.salt
    assert game.rows[0].recorded_at == first.rows[0].recorded_at
    assert {row.recorded_at for row in game.rows[1:]} == {first.rows[-1].recorded_at}
    assert game.header.created_at == first.header.created_at


@pytest.mark.uncounted
@pytest.mark.engine
def test_the_same_record_is_the_same_game_everywhere() -> None:
    game = again(record())
    bare = "\n".join(line.partition(" #")[0] for line in record().split("\n"))
    assert bare != record()
    assert again(bare) == game
    # The game that came out tells the same but for its own id.
    assert write_record(game, METADATA).replace(game.header.game, played().subject.id) == record()
    assert again(write_record(game, METADATA)) == game
    assert again(record().replace("Friday", "Monday")).header.game != game.header.game


@pytest.mark.engine
def test_a_record_of_a_running_game_says_that_it_cannot_be_decided_again() -> None:
    text = write_record(file_of(half_played(), finished=False), {})
    assert "status: running" in text
    assert "server_seed" not in text
    found = refused(text)
    assert (found.code, found.line) == ("no_secrets", line_of(text, "status"))
    assert "Export the game once more when it is over" in str(found)


def one(old: str, new: str) -> Callable[[], str]:
    """The record with something replaced once."""

    def make() -> str:
        assert old in record()
        return record().replace(old, new, 1)

    return make


def moved(change: Callable[[list[str]], object]) -> Callable[[], str]:
    """The record with its moves changed, as a list of lines."""

    def make() -> str:
        head, moves, tail = record().split("\n\n")
        lines = moves.split("\n")
        change(lines)
        return "\n\n".join([head, "\n".join(lines), tail])

    return make


REFUSED = {
    "not_utf8": lambda: record().replace("Friday", "Frid\udce4y").encode(errors="surrogateescape"),
    "line_too_long": one("name: Friday", "name: " + "x" * 2000),
    "file_too_large": lambda: record() + "#" * LARGEST_RECORD,
    "file_too_large ": lambda: record() + "\n" * MOST_LINES,
    "newer_format": one("record: 1", "record: 2"),
    "bad_record": one("name: Friday", "just words"),
    "bad_record ": one("name: Friday", "names: Friday"),
    "bad_record  ": one("name: Friday", "name: Friday\nname: Monday"),
    "bad_record   ": one("name: Friday\n", ""),
    "bad_record    ": one("seat 1 player: Ben", "seat 1 bot: x\nseat 1 player: Ben"),
    "bad_record     ": one("server_seed: ", "server_seed: x"),
    "truncated": lambda: record().partition("events:")[0],
    "bad_time": one("created: 2026", "created: 20260"),
    "bad_name": one("name: Friday", "name: Fri\u202eday"),
    "options_differ": one("options: {}", 'options: {"players":7}'),
    "options_differ ": one("options: {}", "options: {"),
    "seed_differs": one("commitment: ", "commitment: 0"),
    "header_differs": one("created: 2026", "created: 2027"),
    "header_differs ": one("seat 3 bot: random\n", ""),
    "order": moved(lambda lines: lines.pop(3)),
    "order ": moved(lambda lines: lines.insert(3, lines[3])),
    "order  ": moved(lambda lines: lines.append(lines.pop(3))),
    "not_a_move": moved(lambda lines: lines.__setitem__(1, lines[1].replace("choose", "chose"))),
    "move_refused": moved(
        lambda lines: lines.__setitem__(1, lines[1].replace("2 ", "2 3", 1)[:3] + " pass")
    ),
    "undo_refused": moved(lambda lines: lines.insert(2, "3 0 undo 1")),
    "not_finished": moved(lambda lines: lines.__delitem__(slice(200, None))),
    "end_differs": one("events: ", "events: 1"),
    "end_differs ": one("digest: ", "digest: 0"),
    "end_differs  ": one("scores: ", "scores: 1"),
}


@pytest.mark.engine
@in_one_test("code", REFUSED)
def test_each_way_to_be_wrong_has_its_own_error(code: str) -> None:
    found = refused(REFUSED[code]())
    assert found.code == code.strip(), found


@pytest.mark.engine
def test_an_illegal_move_is_refused_with_its_line_and_rule() -> None:
    lines = record().split("\n")
    place = next(n for n, line in enumerate(lines) if " end" in line and line[:1].isdecimal())
    version, seat = lines[place].split()[:2]
    lines[place] = f"{version} {seat} sell 99 whisky"
    found = refused("\n".join(lines))
    assert (found.code, found.line, found.version) == ("move_refused", place + 1, int(version))
    assert found.rule is not None
    assert "'sell 99 whisky' is refused" in str(found)


@pytest.mark.engine
def test_errors_of_the_header_name_their_line() -> None:
    for changed, code, field in (
        ("commitment", "seed_differs", "server_seed"),
        ("options", "options_differ", "options"),
        ("events", "end_differs", "events"),
    ):
        text = record().replace(f"{changed}: ", f"{changed}: 0")
        found = refused(text)
        assert (found.code, found.line) == (code, line_of(text, field))


@pytest.mark.engine
def test_a_move_of_somebody_else_is_refused() -> None:
    lines = record().split("\n")
    place = next(n for n, line in enumerate(lines) if line[:1].isdecimal())
    version, seat, *rest = lines[place].split()
    lines[place] = " ".join([version, str((int(seat) + 1) % 4), *rest])
    found = refused("\n".join(lines))
    assert (found.code, found.rule, found.refusal) == (
        *("move_refused", "STATE-30"),
        "not_your_decision",
    )


@pytest.mark.engine
def test_moves_after_the_end_are_refused() -> None:
    lines = record().split("\n\n")
    more = f"{len(played().rows) + 1} 0 pass"
    found = refused("\n\n".join([lines[0], f"{lines[1]}\n{more}", lines[2]]))
    assert (found.code, found.rule) == ("move_refused", "STATE-30")


@pytest.mark.engine
def test_there_is_an_end_to_how_many_moves_are_tried() -> None:
    head, moves, tail = record().split("\n\n")
    found = refused("\n\n".join([head, moves + "\n1 0 pass" * MOST_MOVES, tail]))
    assert found.code == "file_too_large"


@pytest.mark.uncounted
@pytest.mark.engine
def test_other_rules_may_bring_it_to_another_end(monkeypatch: pytest.MonkeyPatch) -> None:
    text = record()
    raise_version(monkeypatch)
    assert again(text).header.rules == engine.RULES_VERSION == 2
    prices_move_twice_as_far(monkeypatch)
    assert refused(text).code in {"end_differs", "move_refused"}


# --- stored games --------------------------------------------------------------------------------


def test_what_happened_stands_beside_the_moves(users: list[User]) -> None:
    table = played_to(users, 40)
    text = text_record(fetched(table.game)).decode()
    moves = [line for line in text.split("\n") if line[:1].isdecimal()]
    assert len(moves) == len([row for row in table.rows if row.seat is not None])
    assert all(" # " in line for line in moves)
    assert any("# alice " in line for line in moves)


@pytest.mark.uncounted
def test_bots_of_one_name_are_told_apart(dora: User) -> None:
    text = "\n".join(
        line.replace("seat 0 player: ada", "seat 0 bot: random") for line in record().split("\n")
    )
    exported = text_record(imported(text.encode(), dora)).decode()
    assert "# random bot 1 " in exported
    assert "# random bot 2 " in exported


def test_comments_are_in_one_language_whoever_asks(
    users: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = fetched(started(users).game)
    active: list[str | None] = []

    def noted(_: Game) -> dict[int, str]:
        active.append(translation.get_language())
        return {}

    monkeypatch.setattr(exporting, "sentences_of", noted)
    for language in ("en", "de"):
        with translation.override(language):
            text_record(game)
    assert active == ["en", "en"]


@pytest.mark.uncounted
def test_a_record_comes_in_as_a_game_of_its_own(users: list[User], dora: User) -> None:
    game = imported(sound("files-short"), users[0])
    text = text_record(game)
    copy = imported(packed(text), dora)
    assert copy.pk != game.pk
    assert (copy.source, copy.version, copy.name) == ("imported", game.version, game.name)
    assert [seat.label for seat in copy.seats.all()] == ["ada", ""]
    assert examine(copy).status == "passed"
    assert text_record(fetched(copy)).decode().replace(str(copy.pk), str(game.pk)) == text.decode()
    before = census()
    with pytest.raises(GameExists):
        imported(text, dora)
    assert census() == before


@pytest.mark.uncounted
def test_who_answered_is_kept(users: list[User], dora: User) -> None:
    """Answers by standing order, and what they were caused by."""
    table = started(users)
    order = decode({"order": ["cheese", "bread"]})
    services.set_standing_order(game_id=table.id, user=users[0], order=order, now=timezone.now())
    table.play_until(lambda state: state.over)
    text = text_record(table.game)
    assert b" standing_order: produce" in text
    copy = imported(text, dora)

    def summary_of(game_id: object) -> list[tuple[object, ...]]:
        rows = store.rows(game_id)  # type: ignore[arg-type]
        return [(row.version, row.seat, row.origin, row.cause) for row in rows]

    assert summary_of(copy.pk) == summary_of(table.id)


def test_a_pack_that_is_not_known_is_told_about(dora: User) -> None:
    found = refused(record().replace("content: ", "content: 1"))
    assert (found.code, found.line) == ("bad_content", line_of(record(), "content"))
    assert "the file in JSON Lines does" in str(found)
