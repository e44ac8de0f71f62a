"""Games with an auction: decided again, as files and records, stepped through and narrated."""

from pathlib import Path

import msgspec
import pytest

from games import engine
from games.engine import StoredEvent
from games.engine.events import Secret, read_secrets
from replays import checking, files, importing, verify
from replays.files.deciding import decide
from replays.files.record import write_record
from replays.files.record_reading import read_record
from replays.narration import sentence
from replays.statistics import course as statistics
from replays.statistics import results
from simulation.random_play import at_random
from simulation.stored import lay
from simulation.wandering import wander
from tests.auctions import auctioning
from tests.marks import first_of, in_one_test
from tests.replays.game_files import LATER, file_of
from tests.replays.streams import Stored, append, stored, subject_of
from tests.replays.telling import NAMES, public, sentence_of, sentence_of_step
from tests.replays.test_frames import assert_steps, stretch, views
from tests.rules import rule

pytestmark = pytest.mark.once

KINDS = ("open", "blind", "vickrey")
PACK = engine.packs.builtin()
SEALED = pytest.mark.parametrize("kind", ["blind", "vickrey"])


def auctioned(kind: str, *lines: str) -> Stored:
    """A game of three after some bids, each line a seat and a move, or ``resign`` for one."""
    options, server, pack = engine.Options(players=3, auction=kind), b"s" * 32, PACK
    seed = engine.randomness.game_seed(server, [])
    state, event = engine.new_game(options, seed, pack)
    made = Stored(subject_of(options, server, pack))
    append(made, state, event)
    for line in lines:
        while (step := engine.advance(state)) is not None:
            append(made, state, step)
        seat, _, notation = line.partition(" ")
        append(made, state, engine.play(state, engine.Seat(int(seat)), engine.parse(notation)))
    made.subject = msgspec.structs.replace(made.subject, version=len(made.rows))
    return made


BIDS = ("1 bid 20", "0 bid 3", "1 bid 4", "1 bid 5", "2 bid 5")
"""Blue's bids are replaced; the last one counts."""


def redacted(game: Stored, version: int) -> tuple[checking.Subject, list[StoredEvent]]:
    """The public part of a running game: its first versions without what is hidden."""
    subject = msgspec.structs.replace(game.subject, server_seed=None, salt=None, version=version)
    rows = [msgspec.structs.replace(row, secret=None) for row in game.rows[:version]]
    return subject, rows


@pytest.mark.engine
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", first_of([2, 3, 4]))
@pytest.mark.uncounted
def test_a_whole_game_is_decided_again(kind: str, players: int) -> None:
    game = stored(f"auctions/{kind}", players, undo_every=9, auction=kind)
    report = checking.check(game.subject, game.rows)
    assert (report.status, report.checked) == ("passed", len(game.rows)), report.difference


@pytest.mark.uncounted
@pytest.mark.engine
@in_one_test("kind", KINDS)
def test_so_is_a_running_one_without_its_secrets_at_every_moment(kind: str) -> None:
    game = stored("auctions/running", 4, auction=kind, until=lambda state: state.round == 1)
    for version in range(1, len(game.rows) + 1):
        report = checking.check(*redacted(game, version))
        assert (report.status, report.checked) == ("passed", version), report.difference


@pytest.mark.engine
@SEALED
def test_replaced_bids_are_checked_without_their_secrets_too(kind: str) -> None:
    game = auctioned(kind, *BIDS, "1 choose 0")
    assert checking.check(game.subject, game.rows).status == "passed"
    for version in range(1, len(game.rows) + 1):
        report = checking.check(*redacted(game, version))
        assert (report.status, report.checked) == ("passed", version), report.difference


def with_bid(game: Stored, version: int, amount: int) -> str:
    """The secrets of a sealed bid, as if it had been another one."""
    (line,) = read_secrets(game.rows[version - 1].secret)
    move = engine.parse(f"bid {amount}")
    effect = msgspec.structs.replace(line.effects[0], amount=amount)
    return msgspec.json.encode(Secret([effect], line.to, move)).decode()


@pytest.mark.engine
@SEALED
def test_a_bid_that_was_changed_is_found(kind: str) -> None:
    game = auctioned(kind, *BIDS, "1 choose 0")
    report = checking.check(game.subject, game.changed(5, secret=with_bid(game, 5, 30)))
    assert report.difference is not None
    assert (report.difference.version, report.difference.code) == (5, "secret_differs")
    difference = msgspec.json.encode(report.difference)
    assert b"30" not in difference
    assert b'"amount"' not in difference


@pytest.mark.engine
@SEALED
def test_a_bid_that_was_changed_and_sealed_anew_differs_from_what_was_revealed(kind: str) -> None:
    game = auctioned(kind, *BIDS, "1 choose 0")
    secret = with_bid(game, 5, 30)
    subject = game.subject
    assert subject.salt is not None
    hashed = engine.hash_secrets(subject.salt, subject.id, 5, secret)
    state = engine.load(game.states[4])
    digest = engine.digest(state, hashed)
    rows = game.resealed(5, secret=secret, secret_hash=hashed, digest=digest)
    report = checking.check(subject, rows)
    assert report.difference is not None
    assert (report.difference.version, report.difference.code) == (7, "effects_differ")


@pytest.mark.engine
@SEALED
def test_secrets_of_a_bid_that_cannot_be_read_are_found(kind: str) -> None:
    game = auctioned(kind, *BIDS, "1 choose 0")
    for broken in ("{}", "", '{"effects":[]}', '{"effects":[],"move":{"type":"pass"}}'):
        report = checking.check(game.subject, game.changed(3, secret=broken))
        assert report.difference is not None, broken
        assert report.difference.version == 3
        assert b'"amount"' not in msgspec.json.encode(report.difference)


@pytest.mark.engine
@in_one_test("kind", KINDS)
@in_one_test("version", [1, 3, 5])
@pytest.mark.uncounted
def test_a_fork_from_the_middle_of_an_auction_is_decided_again(kind: str, version: int) -> None:
    origin = auctioned(kind, *(BIDS if kind != "open" else ("0 bid 1", "1 bid 4", "2 bid 5")))
    position = engine.rebuild(origin.rows, upto=min(version, len(origin.rows)))
    state, event = engine.fork(position, engine.randomness.game_seed(b"f" * 32, []))
    fork = Stored(subject_of(position.options, b"f" * 32, PACK))
    append(fork, state, event)
    choose = at_random("fork of an auction")
    while state.phase != "action":
        step = engine.advance(state)
        if step is None:
            seat = state.open_decisions()[0].seat
            step = engine.play(state, seat, choose(state, seat))
        append(fork, state, step)
    fork.subject = msgspec.structs.replace(fork.subject, version=len(fork.rows))
    assert checking.check(fork.subject, fork.rows).status == "passed"
    for cut in range(1, len(fork.rows) + 1):
        assert checking.check(*redacted(fork, cut)).status == "passed"


@pytest.mark.engine
@SEALED
def test_a_game_that_ends_early_leaves_its_bids_hidden(kind: str) -> None:
    game = auctioned(kind, "1 bid 20")
    state = engine.load(game.states[-1])
    append(game, state, engine.resign(state, engine.Seat(0)))
    append(game, state, engine.end_early(state))
    game.subject = msgspec.structs.replace(game.subject, version=len(game.rows))
    assert [sheet.auction for sheet in state.scores] == [0, 0, 0]
    assert checking.check(game.subject, game.rows).status == "passed"
    assert checking.check(*redacted(game, len(game.rows))).status == "passed"
    assert all('"amount"' not in row.public for row in game.rows)


@pytest.mark.engine
@rule("RESIGN-02")
@in_one_test("kind", KINDS)
def test_bids_that_the_game_makes_for_who_resigned_are_decided_again(kind: str) -> None:
    kinds = set()
    for number in range(6):
        game = stored(f"auctions/left/{number}", 4, leave_every=3, auction=kind)
        made = [row for row in game.rows if row.origin == "game" and row.seat is not None]
        kinds |= {engine.read_payload(row.public).kind for row in made}
        assert checking.check(game.subject, game.rows).status == "passed"
        for version in range(1, min(20, len(game.rows)) + 1):
            assert checking.check(*redacted(game, version)).status == "passed", version
        again = decide(read_record(write_record(file_of(game), {}).encode()), engine.packs.get)
        assert again.rows[-1].digest == game.rows[-1].digest
    assert "bid" in kinds


# --- files ----------------------------------------------------------------------------------------


@pytest.mark.engine
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.uncounted
def test_a_file_is_verified_whether_the_game_runs_or_not(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    over = stored("auctions/file", 4, undo_every=9, auction=kind)
    running = auctioned(kind, *(BIDS[:4] if kind != "open" else ()))
    for name, game in (("over", over), ("running", running)):
        finished = name == "over"
        data = files.write(file_of(game, finished=finished))
        path = tmp_path / f"{name}.jsonl"
        path.write_bytes(data)
        assert verify.main([str(path)]) == 0, capsys.readouterr().out
        assert (b'"hidden_bid"' in data) == (finished and kind != "open")


@pytest.mark.engine
@in_one_test("kind", KINDS)
@pytest.mark.uncounted
@pytest.mark.long
def test_a_text_record_has_the_bids_once_the_game_is_over(kind: str) -> None:
    game = stored("auctions/record", 4, undo_every=9, auction=kind)
    text = write_record(file_of(game), {})
    bids = [line for line in text.splitlines() if " bid " in line]
    assert len(bids) >= 4
    again = decide(read_record(text.encode()), engine.packs.get)
    for one, other in zip(game.rows, again.rows, strict=True):
        assert engine.read_payload(one.public) == engine.read_payload(other.public)
        assert one.secret == other.secret
    assert again.rows[-1].digest == game.rows[-1].digest


@pytest.mark.engine
@SEALED
def test_the_record_of_a_running_game_has_no_sealed_bid(kind: str) -> None:
    game = auctioned(kind, *BIDS[:4])
    text = write_record(file_of(game, finished=False), {})
    lines = [line for line in text.splitlines() if line[:1].isdecimal()]
    assert [line.strip() for line in lines] == ["2 1 bid", "3 0 bid", "4 1 bid", "5 1 bid"]


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.uncounted
def test_a_file_is_taken_over(kind: str) -> None:
    game = stored("auctions/import", 3, auction=kind)
    found, _ = importing.read(files.write(file_of(game)), now=LATER)
    assert len(found.rows) == len(game.rows)


# --- stepping through, numbers --------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "seat"), [*((kind, None) for kind in KINDS), ("open", 0), ("blind", 0), ("vickrey", 2)]
)
@pytest.mark.long
def test_patches_give_the_view_of_every_version(kind: str, seat: int | None) -> None:
    played = wander(3, f"auctions/frames/{kind}", auction=kind, auction_order="clan")
    game = lay(played)
    newest = len(played.rows)
    assert_steps(stretch(game, 1, newest, seat), views(played, seat, game), 1, newest)


@pytest.mark.uncounted
@pytest.mark.django_db
@rule("FINAL-19", "VAR-AUCTION-08")
def test_statistics_know_place_and_price() -> None:
    played = wander(4, "auctions/statistics", auction="open")
    read = results.Read(lay(played))
    first = [event for event in played.events if event.kind == "choose_clan"]
    assert read.order[0] == first[0].seat
    assert sorted(read.order) == [0, 1, 2, 3]
    assert set(read.start_tiles) == {0, 1, 2, 3}
    assert [-sheet.auction for sheet in read.state.scores] == played.state.bids
    assert max(played.state.bids) > 0


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.uncounted
@pytest.mark.long
def test_the_course_in_numbers_knows_what_clans_cost(kind: str) -> None:
    played = wander(3, f"auctions/course/{kind}", auction=kind)
    course = statistics.course(lay(played))
    prices = played.state.bids
    assert sorted(prices)[0] == 0
    for player, price in zip(course.players, prices, strict=True):
        series = player.score["auction"]
        assert (series[0], series[-1]) == (0, -price)
        assert series == sorted(series, reverse=True)
    bids = [event.seat for event in played.events if event.kind == "bid"]
    assert [one.get("bid", 0) for one in course.actions] == [bids.count(n) for n in range(3)]


# --- sentences ------------------------------------------------------------------------------------


@pytest.mark.engine
def test_what_is_said_of_open_bids() -> None:
    table = auctioning(players=3)
    assert sentence_of(table, "bid 1") == "Ada bids 1 point."
    assert sentence_of(table, "bid 5") == "Ben bids 5 points."
    assert sentence_of(table, "quit") == "Cleo passes in the auction."
    assert (
        sentence_of(table, "quit")
        == "Ada passes in the auction. Ben wins the auction round for 5 points."
    )
    said = sentence_of(table, "choose 0")
    assert said.startswith("Ben chooses clan ")
    assert said.endswith("Turn order: Ben. Cleo opens the bidding.")
    table.when.play("bid 0", "quit")
    said = sentence_of(table, "choose 1")
    assert "Ada gets clan " in said
    assert " for free" in said


@pytest.mark.engine
@SEALED
def test_what_is_said_of_sealed_bids(kind: str) -> None:
    table = auctioning(kind)
    assert sentence_of(table, "bid 11") == "Ada makes a sealed bid."
    table.when.play_as("blue", "bid 1").play_as("black", "bid 0")
    price = {"blind": "11 points", "vickrey": "1 point"}[kind]
    assert sentence_of_step(table, "reveal") == (
        "The bids are revealed: 11 points by Ada, 1 point by Ben and 0 points by Cleo. "
        f"Ada wins the auction round for {price}."
    )


@pytest.mark.engine
def test_the_set_up_says_who_wins_ties() -> None:
    table = auctioning("vickrey", first="blue")
    said = sentence(engine.State(), public(table.events[0]), NAMES)
    assert "The clans are auctioned." in said
    assert "Ties are won in this order: Ben, Cleo and Ada." in said
    opened = auctioning("open", first="blue").events[0]
    said = sentence(engine.State(), public(opened), NAMES)
    assert "Ben opens the bidding." in said
    assert "equal bids" not in said
