"""Games that go on from a position of another one."""

import hashlib
from importlib import import_module
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.utils import timezone

from games import engine, errors, selectors, services, table_errors
from games.access import seat_of
from games.models import Game, Seat
from games.runtime import state_cache
from replays import stepping
from replays.statistics import results
from replays.validation import examining
from tests.games.tables import Table, new_table, started
from tests.replays.tables import played_out, played_to, spoil

pytestmark = pytest.mark.long

NOW = timezone.now


def fork(table: Table, user: User, version: int, **arguments: object) -> Table:
    """The fork, with the user on every seat that is no bot's."""
    game = services.fork_game(game_id=table.id, user=user, version=version, now=NOW(), **arguments)
    return Fork(game.id, [user] * game.players)


class Fork(Table):
    """A game in which one user has several seats: who is asked is the first that has to decide."""

    @property
    def seat(self) -> int:
        return min(decision.seat for decision in self.state.open_decisions())


@pytest.fixture
def over(alice: User, bob: User) -> Table:
    return played_out([alice, bob])


def test_a_fork_is_private_unrated_and_knows_where_it_comes_from(over: Table, dora: User) -> None:
    made = fork(over, dora, 57)
    game = made.game
    assert (game.host, game.visibility, game.status) == (dora, "private", "running")
    assert (game.source, game.rated) == ("forked", False)
    assert (game.forked_from, game.forked_version) == (over.id, 57)
    assert game.name == "Test, from 57"
    assert (game.options, game.content_id) == (over.game.options, over.game.content_id)
    assert game.server_seed != over.game.server_seed
    assert game.commitment == hashlib.sha256(bytes(game.server_seed)).hexdigest()
    assert [(row.version, row.origin, row.seat) for row in made.rows] == [(1, "game", None)]


def test_the_name_by_default_is_cut_where_a_name_may_end(over: Table, dora: User) -> None:
    """The flags of Scotland, Wales and England are made of several characters."""
    wales = "\U0001f3f4" + "".join(chr(0xE0000 + ord(sign)) for sign in "gbwls") + "\U000e007f"
    for length, kept in ((88, "x" * 88), (91, "x" * 91), (84, "x" * 84 + wales)):
        Game.objects.filter(pk=over.id).update(name="x" * length + wales)
        assert fork(over, dora, 57).game.name == f"{kept}, from 57"
    for length, name in ((95, "x" * 91), (100, "x" * 91)):
        Game.objects.filter(pk=over.id).update(name="x" * length)
        assert fork(over, dora, 57).game.name == f"{name}, from 57"


def test_it_starts_from_the_position_with_another_pile(over: Table, dora: User) -> None:
    made, position = fork(over, dora, 57), state_cache.rebuild(over.game, 57)
    assert made.state.secret
    assert position.secret
    assert sorted(made.state.secret.pile) == sorted(position.secret.pile)
    assert made.state.secret.pile != position.secret.pile
    assert made.state.secret.seed != position.secret.seed
    assert made.state.players == position.players
    assert made.state.slots == position.slots


def test_one_plays_on_every_seat_to_the_end(over: Table, alice: User) -> None:
    """Hot-seat: requests act for whichever seat has to decide."""
    made = fork(over, alice, 40)
    assert [(seat.user, seat.shared) for seat in made.game.seats.all()] == [(alice, True)] * 2
    before = made.rows
    seats = set()
    while made.game.status == "running" and not made.state.awaits_step:
        seats.add(made.seat)
        made.play()
        if len(made.rows) > 25:
            break
    assert seats == {0, 1}
    made.play_until(lambda state: state.over)
    assert made.game.status == "finished"
    assert made.rows[:1] == before
    assert {row.seat for row in made.rows if row.seat is not None} == {0, 1}


def test_production_asks_for_each_own_seat_in_turn(alice: User, bob: User) -> None:
    table = started([alice, bob])
    state = table.play_until(lambda state: len(state.open_decisions()) == 2)
    made = fork(table, alice, state.version)
    for left in (2, 1):
        assert len(made.state.open_decisions()) == left
        assert made.state.open_decisions()[0].kind == "produce"
        acting = seat_of(made.game, alice)
        assert acting is not None
        assert acting.index == made.seat
        made.play(by=alice)
    assert made.state.awaits_step or made.state.phase != "production"


def test_an_answer_is_not_taken_for_another_seat(alice: User, bob: User) -> None:
    """Sent twice by mistake, the second one comes too late."""
    table = started([alice, bob])
    made = fork(table, alice, table.play_until(lambda s: len(s.open_decisions()) == 2).version)
    answer = made.moves()[:1]
    made.play(*answer, seen_version=1)
    with pytest.raises(errors.StaleVersion):
        made.play(*answer, seen_version=1)


def test_undo_takes_back_the_own_turn(over: Table, alice: User) -> None:
    made = next(
        fork(over, alice, version)
        for version in range(30, 120)
        if _kind(over, version) == "main_action"
    )
    services.play_moves(
        game_id=made.id,
        user=alice,
        moves=[next(m for m in made.moves() if m.type_name() == "trade")],
        seen_version=1,
        now=NOW(),
    )
    services.undo(game_id=made.id, user=alice, now=NOW())
    assert made.game.version == 3
    assert made.state.head == 1


def _kind(table: Table, version: int) -> str:
    return str(state_cache.rebuild(table.game, version).decisions[-1].kind) if version else ""


def test_a_bot_plays_where_it_was_asked_to(over: Table, alice: User) -> None:
    made = fork(over, alice, 40, seats=[None, "random"])
    assert [(seat.user, seat.bot, seat.shared) for seat in made.game.seats.all()] == [
        (alice, "", False),
        (None, "random", False),
    ]
    while made.game.status == "running":
        services.play_bots(game_id=made.id, clock=NOW)
        if not made.state.over:
            assert made.seat == 0
            made.play(by=alice)
    origins = {row.seat: row.origin for row in made.rows}
    assert (origins[0], origins[1]) == ("player", "bot")


def test_a_fork_in_front_of_a_step_takes_it(over: Table, alice: User) -> None:
    version = next(v for v in range(2, over.game.version) if _awaits(over, v))
    made = fork(over, alice, version)
    assert made.game.due
    services.run_steps(game_id=made.id, now=NOW())
    assert made.game.version > 1
    assert not made.state.awaits_step


def _awaits(table: Table, version: int) -> bool:
    return state_cache.rebuild(table.game, version).awaits_step


def test_players_of_a_running_game_may_fork_it_and_others_not(
    alice: User, bob: User, dora: User
) -> None:
    table = played_to([alice, bob], 40)
    assert fork(table, bob, 30).game.forked_from == table.id
    with pytest.raises(errors.NotSeated):
        fork(table, dora, 30)


def test_strangers_to_a_private_game_know_of_nothing(over: Table, alice: User, dora: User) -> None:
    Game.objects.filter(pk=over.id).update(visibility="private")
    with pytest.raises(errors.NoSuchGame):
        fork(over, dora, 30)
    made = fork(over, alice, 30)
    with pytest.raises(errors.NoSuchGame):
        fork(made, dora, 1)
    with pytest.raises(errors.NoSuchGame):
        selectors.game_for(dora, made.id)


def test_what_cannot_be_forked(over: Table, alice: User) -> None:
    last = over.game.version
    with pytest.raises(errors.NothingToFork):
        fork(over, alice, last)
    for version in (0, last + 1):
        with pytest.raises(errors.NoSuchVersion):
            fork(over, alice, version)
    with pytest.raises(errors.GameNotRunning):
        fork(new_table([alice], players=2), alice, 1)
    for seats in (["random", "random"], [None], [None] * 3):
        with pytest.raises(errors.InvalidSeats):
            fork(over, alice, 30, seats=seats)
    with pytest.raises(table_errors.UnknownBot):
        fork(over, alice, 30, seats=[None, "hal"])
    assert not Game.objects.filter(source="forked").exists()


def test_a_position_from_a_file_is_checked_again_before_it_is_forked(
    over: Table, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have been stored before there was a check that refuses it."""

    def refuse(position: engine.State) -> None:
        raise engine.BadPosition("too many decisions are open")

    monkeypatch.setattr(engine, "check_position", refuse)
    fork(over, alice, 30)
    Game.objects.filter(pk=over.id).update(source="imported")
    with pytest.raises(errors.PositionRefused, match="from version 30: too many decisions"):
        fork(over, alice, 30)
    assert Game.objects.filter(source="forked").count() == 1


def test_long_names_are_cut(over: Table, alice: User) -> None:
    Game.objects.filter(pk=over.id).update(name="x" * 100)
    assert fork(over, alice, 30).game.name == "x" * 91 + ", from 30"
    assert fork(over, alice, 30, name="Mine").game.name == "Mine"


def test_elsewhere_a_user_has_one_seat(alice: User, bob: User) -> None:
    table = new_table([alice, bob])
    with pytest.raises(IntegrityError):
        Seat.objects.create(game=table.game, index=2, user=alice)


def test_a_fork_of_a_fork(over: Table, alice: User) -> None:
    made = fork(over, alice, 40)
    again = fork(made, alice, 1)
    assert again.game.forked_from == made.id
    assert again.state.players == made.state.players


def test_an_erased_game_leaves_its_forks(over: Table, alice: User) -> None:
    made = fork(over, alice, 40)
    services.erase_game(game_id=over.id, by=None, reason="test", now=NOW())
    made.play()
    assert made.game.forked_from == over.id
    assert examining.examine(made.game).status == "passed"


def test_a_fork_goes_with_the_account_of_its_only_player(over: Table, alice: User) -> None:
    made = fork(over, alice, 40)
    services.delete_account(user=alice, now=NOW())
    assert not Game.objects.filter(pk=made.id).exists()


def test_forks_are_not_counted(over: Table, alice: User) -> None:
    made = fork(over, alice, over.game.version - 4)
    made.play_until(lambda state: state.over)
    assert not results.record(made.id)


# --- validation -----------------------------------------------------------------------------------


def test_a_fork_is_decided_again(over: Table, alice: User) -> None:
    made = fork(over, alice, 40)
    made.play_until(lambda state: state.version >= 30 and not state.awaits_step)
    report = examining.examine(made.game)
    assert (report.status, report.checked) == ("passed", made.game.version)


def test_a_fork_from_elsewhere_is_found_out(over: Table, alice: User) -> None:
    """A sound stream, of which the game says that it comes from another version."""
    made = fork(over, alice, 40)
    Game.objects.filter(pk=made.id).update(forked_version=41)
    difference = examining.examine(made.game).difference
    assert difference is not None
    assert (difference.version, difference.code) == (1, "effects_differ")
    assert "branched off" in difference.sentence


def test_another_pile_than_the_seed_gives_is_found_out(over: Table, alice: User) -> None:
    made = fork(over, alice, 40)
    row = made.rows[0]
    assert row.secret is not None
    spoil(made, 1, "secret", row.secret.replace('"pile_order",[', '"pile_order",[1,'))
    difference = examining.examine(made.game).difference
    assert difference is not None
    assert difference.version == 1


def test_a_changed_position_is_found_out(over: Table, alice: User) -> None:
    made = fork(over, alice, 40)
    text = made.rows[0].public
    money = state_cache.rebuild(over.game, 40).players[0].money
    spoil(made, 1, "public", text.replace(f'"money":{money}', f'"money":{money + 100}', 1))
    difference = examining.examine(made.game).difference
    assert difference is not None
    assert (difference.version, difference.code) == (1, "effects_differ")


def test_a_set_up_that_claims_to_be_a_fork_is_found_out(over: Table) -> None:
    text = over.rows[0].public
    spoil(over, 1, "public", text.replace('"kind":"setup"', '"kind":"fork"'))
    difference = examining.examine(over.game).difference
    assert difference is not None
    assert difference.version == 1


def test_the_state_of_the_first_version_is_the_position(over: Table, alice: User) -> None:
    made = fork(over, alice, 40)
    made.play()
    assert stepping.state_of(made.game, 1).players == state_cache.rebuild(over.game, 40).players
    assert engine.rebuild(made.rows).players == made.state.players


def shown(table: Table, user: User, visibility: str) -> None:
    services.change_game(game_id=table.id, user=user, visibility=visibility)


def test_forks_are_hidden_along_with_their_game(over: Table, alice: User, dora: User) -> None:
    first = fork(over, dora, 57)
    shown(first, dora, "public")
    second = fork(first, dora, 1)
    shown(second, dora, "public")
    third = fork(over, dora, 57)
    for hidden, expected in (
        ("unlisted", "unlisted"),
        ("private", "private"),
        ("public", "private"),
    ):
        shown_by_host(over, alice, hidden)
        kept = [table.game.visibility for table in (first, second, third)]
        assert kept == [expected, expected, "private"], hidden


def shown_by_host(table: Table, host: User, visibility: str) -> None:
    """As the host of a game without other players, who may show it again."""
    Seat.objects.filter(game=table.id).exclude(user=host).update(user=host, shared=True)
    shown(table, host, visibility)


def test_forks_of_an_erased_game_are_seen_by_their_players_alone(
    over: Table, alice: User, dora: User
) -> None:
    """The game that the erased one was branched off could no longer hide them along with itself."""
    first = fork(over, dora, 57)
    shown(first, dora, "public")
    second = fork(first, dora, 1)
    shown(second, dora, "public")
    third = fork(second, dora, 1)
    shown(third, dora, "unlisted")
    services.erase_game(game_id=first.id, by=None, reason="test", now=NOW())
    assert [table.game.visibility for table in (second, third)] == ["private", "private"]
    assert over.game.visibility == "public"
    with pytest.raises(errors.VisibilityFixed):
        shown(second, dora, "public")


def test_forks_from_before_follow_too(over: Table, alice: User, dora: User) -> None:
    first = fork(over, dora, 57)
    second = fork(first, dora, 1)
    Game.objects.filter(pk__in=[first.id, second.id]).update(visibility="public")
    Game.objects.filter(pk=over.id).update(visibility="unlisted")
    import_module("games.migrations.0019_forks_follow").hide_forks(apps, None)
    assert [table.game.visibility for table in (first, second)] == ["unlisted", "unlisted"]


def test_the_migration_hides_forks_of_games_that_were_erased_before(
    over: Table, alice: User, dora: User
) -> None:
    first = fork(over, alice, 57)
    second = fork(first, alice, 1)
    other = fork(over, dora, 57)
    Game.objects.filter(source="forked").update(visibility="public")
    Game.objects.filter(pk=first.id).update(forked_from=uuid4())
    import_module("games.migrations.0027_forks_of_erased_games").hide_forks(apps, None)
    shown_to = [table.game.visibility for table in (first, second, other)]
    assert shown_to == ["private", "private", "public"]


def test_a_fork_is_shown_no_more_than_its_game(over: Table, alice: User, dora: User) -> None:
    made = fork(over, dora, 57)
    shown(over, alice, "unlisted")
    shown(made, dora, "unlisted")
    with pytest.raises(errors.VisibilityFixed):
        shown(made, dora, "public")
