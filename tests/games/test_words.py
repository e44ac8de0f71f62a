"""Words of players in the seed of a game: sealed first, opened later, fixed from the start on."""

import hashlib
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games import engine, errors, services, table_errors
from games.engine.randomness import contribution, game_seed, seal_of
from games.models import Game, Seat
from replays.validation.examining import examine
from tests.games.tables import SEED, Table, new_table, started

pytestmark = pytest.mark.django_db


def seal_for(word: str) -> str:
    return hashlib.sha256(hashlib.sha256(word.encode()).digest()).hexdigest()


def seal(table: Table, user: User, word: str) -> None:
    services.seal_word(game_id=table.id, user=user, seal=seal_for(word), now=timezone.now())


def open_(table: Table, user: User, word: str) -> None:
    services.open_word(game_id=table.id, user=user, word=word, now=timezone.now())


def remove(table: Table, user: User) -> None:
    services.remove_word(game_id=table.id, user=user, now=timezone.now())


def start(table: Table) -> None:
    services.start_game(game_id=table.id, user=table.users[0], now=timezone.now())


def words(table: Table) -> list[tuple[str, str]]:
    return [(seat.seal, seat.word) for seat in table.game.seats.all()]


@pytest.fixture
def table(alice: User, bob: User, charlie: User) -> Table:
    """An open table, full."""
    return new_table([alice, bob, charlie])


@pytest.fixture
def opened(table: Table, alice: User, charlie: User) -> Table:
    """The same; the words of the seats 0 and 2 are open."""
    seal(table, charlie, "charlie's word")
    seal(table, alice, "alice's word")
    open_(table, charlie, "charlie's word")
    open_(table, alice, "alice's word")
    return table


def test_all_words_are_in_the_seed_in_the_order_of_the_seats(opened: Table) -> None:
    start(opened)
    added = [hashlib.sha256(f"{name}'s word".encode()).digest() for name in ("alice", "charlie")]
    assert opened.game.contributions == [one.hex() for one in added]
    seed = hashlib.sha256(b"caledonia/1" + SEED + b"".join(added)).digest()
    assert f'["seed","{seed.hex()}"]' in (opened.rows[0].secret or "")
    assert game_seed(SEED, [contribution("alice's word"), contribution("charlie's word")]) == seed
    assert examine(opened.game).status == "passed"


def test_a_changed_contribution_is_found(opened: Table) -> None:
    start(opened)
    found = opened.game
    for changed in ([], found.contributions[::-1], [found.contributions[0], "0" * 64]):
        found.contributions = changed
        report = examine(found)
        assert report.difference is not None
        assert (report.difference.version, report.difference.code) == (1, "seed_differs")


def test_without_words_the_seed_is_the_server_seed_alone(alice: User, bob: User) -> None:
    table = started([alice, bob])
    assert table.game.contributions == []
    assert f'["seed","{game_seed(SEED).hex()}"]' in (table.rows[0].secret or "")


def test_a_seal_may_be_changed_and_taken_away(table: Table, alice: User, bob: User) -> None:
    seal(table, alice, "first")
    seal(table, alice, "second")
    seal(table, bob, "third")
    remove(table, bob)
    remove(table, bob)
    assert words(table) == [(seal_for("second"), ""), ("", ""), ("", "")]
    assert seal_of(contribution("second")) == seal_for("second")


def test_no_seal_comes_after_a_word(table: Table, alice: User, bob: User, charlie: User) -> None:
    """A player who knows the server's seed and a word could choose their own word to match."""
    seal(table, alice, "alice's")
    seal(table, bob, "bob's")
    open_(table, alice, "alice's")
    before = words(table)
    refused: list[Callable[[], None]] = [
        lambda: seal(table, charlie, "late"),
        lambda: seal(table, bob, "another"),
        lambda: seal(table, alice, "another"),
        lambda: remove(table, bob),
        lambda: remove(table, alice),
    ]
    for ask in refused:
        with pytest.raises(table_errors.WordsOpened):
            ask()
    seal(table, bob, "bob's")
    open_(table, alice, "alice's")
    remove(table, charlie)
    assert words(table) == before


def test_no_word_is_opened_while_somebody_may_come_and_seal(alice: User, bob: User) -> None:
    table = new_table([alice, bob], players=3)
    seal(table, alice, "alice's")
    with pytest.raises(table_errors.TooFewPlayers):
        open_(table, alice, "alice's")
    services.add_bot(game_id=table.id, user=alice, bot="random", now=timezone.now())
    open_(table, alice, "alice's")
    assert words(table)[0] == (seal_for("alice's"), "alice's")


def test_the_game_does_not_start_while_a_word_is_sealed(
    table: Table, alice: User, bob: User, charlie: User
) -> None:
    """The host might leave out what does not suit."""
    for user in (alice, bob, charlie):
        seal(table, user, user.username)
    open_(table, bob, "bob")
    with pytest.raises(table_errors.WordsSealed) as caught:
        start(table)
    assert caught.value.seats == [0, 2]
    assert table.game.status == "open"


def test_a_word_has_to_be_the_sealed_one(table: Table, alice: User) -> None:
    with pytest.raises(table_errors.NoSeal):
        open_(table, alice, "tartan")
    seal(table, alice, "tartan")
    for other in ("Tartan", "tartan.", seal_for("tartan")):
        with pytest.raises(table_errors.WordDiffers):
            open_(table, alice, other)
    open_(table, alice, "tartan")


@pytest.mark.uncounted
@pytest.mark.parametrize("word", ["", " ", "tartan\n", " tartan", "a\x00b", "x" * 201, "\u200b"])
def test_a_word_can_be_shown(table: Table, alice: User, word: str) -> None:
    seal(table, alice, word)
    with pytest.raises(table_errors.InvalidWord):
        open_(table, alice, word)


def test_words_in_any_script(table: Table, alice: User) -> None:
    seal(table, alice, "uisge beatha, 威士忌 🥃")
    open_(table, alice, "uisge beatha, 威士忌 🥃")
    start(table)
    assert examine(table.game).status == "passed"


def test_who_leaves_takes_the_own_seal_along(table: Table, alice: User, bob: User) -> None:
    seal(table, alice, "alice's")
    seal(table, bob, "bob's")
    services.leave_game(game_id=table.id, user=bob, now=timezone.now())
    assert words(table) == [(seal_for("alice's"), ""), ("", "")]
    services.join_game(game_id=table.id, user=bob, now=timezone.now())
    assert [seat.seal for seat in table.game.seats.filter(user=bob)] == [""]


@pytest.mark.uncounted
@pytest.mark.parametrize("leave", ["leave_game", "delete_account"])
def test_who_leaves_opened_words_takes_all_along(opened: Table, bob: User, leave: str) -> None:
    """Bob has seen them; whether his own counts may not be his choice."""
    if leave == "leave_game":
        services.leave_game(game_id=opened.id, user=bob, now=timezone.now())
    else:
        services.delete_account(user=bob, now=timezone.now())
    assert words(opened) == [("", ""), ("", "")]


def test_a_bot_that_is_sent_away_takes_opened_words_along(alice: User) -> None:
    """Another player may come and seal a word, knowing those that were opened."""
    table = new_table([alice], players=2)
    services.add_bot(game_id=table.id, user=alice, bot="random", now=timezone.now())
    seal(table, alice, "alice's")
    open_(table, alice, "alice's")
    services.remove_bot(game_id=table.id, user=alice, seat=1, now=timezone.now())
    assert words(table) == [("", "")]


def test_a_word_may_come_with_its_player(alice: User, bob: User) -> None:
    """So that the host cannot start before it is there."""
    table = new_table([alice], players=2)
    services.join_game(game_id=table.id, user=bob, seal=seal_for("bob's"), now=timezone.now())
    with pytest.raises(table_errors.WordsSealed):
        start(table)
    open_(table, bob, "bob's")
    start(table)
    assert table.game.contributions == [contribution("bob's").hex()]


def test_nothing_changes_after_the_start(opened: Table, alice: User) -> None:
    start(opened)
    before = words(opened)
    for ask in (
        lambda: seal(opened, alice, "another"),
        lambda: open_(opened, alice, "alice's word"),
        lambda: remove(opened, alice),
    ):
        with pytest.raises(table_errors.GameNotOpen):
            ask()
    assert words(opened) == before


def test_only_players_have_words(table: Table, dora: User) -> None:
    for ask in (
        lambda: seal(table, dora, "dora's"),
        lambda: open_(table, dora, "dora's"),
        lambda: remove(table, dora),
    ):
        with pytest.raises(errors.NotSeated):
            ask()
        Game.objects.filter(pk=table.id).update(visibility="private")
        with pytest.raises(errors.NoSuchGame):
            ask()
        Game.objects.filter(pk=table.id).update(visibility="public")


def test_a_deleted_account_leaves_what_it_added_and_not_the_word(
    opened: Table, alice: User
) -> None:
    start(opened)
    Game.objects.filter(pk=opened.id).update(status="finished")
    services.delete_account(user=alice, now=timezone.now())
    first = opened.game.seats.get(index=0)
    assert (first.seal, first.word) == (seal_for("alice's word"), "")
    assert opened.game.contributions[0] == contribution("alice's word").hex()
    # It was said to be over for the account's sake; by its stream it is not.
    Game.objects.filter(pk=opened.id).update(status="running")
    assert examine(opened.game).status == "passed"


def test_games_whose_seed_somebody_chose_are_never_rated(alice: User) -> None:
    def made(seed: bytes | None) -> Game:
        return services.create_game(
            host=alice,
            name="Highlands",
            options=engine.Options(players=2),
            visibility="public",
            now=timezone.now(),
            seed=seed,
        )

    drawn, chosen = made(None), made(SEED)
    assert (drawn.seed_chosen, drawn.rated) == (False, True)
    assert (chosen.seed_chosen, chosen.rated) == (True, False)
    assert Seat.objects.filter(game=chosen, seal="", word="").count() == 1
