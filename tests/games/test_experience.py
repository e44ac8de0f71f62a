"""What players say of their experience at an open table, and what the game starts with."""

from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from msgspec.json import decode

from games import engine, errors, selectors, services, table_errors
from games.engine.clans import all_clans
from games.models import Game
from replays.validation.examining import examine
from tests.games.tables import SEED, Table
from tests.games.test_words import open_, seal
from tests.rules import rule

pytestmark = pytest.mark.django_db


def table_of(users: list[User], **options: object) -> Table:
    """An open table of these users, the first one its host."""
    chosen = {"players": len(users), "clan_experience": "by_player", **options}
    pack = engine.packs.builtin()
    now = timezone.now()
    game = services.create_game(
        host=users[0],
        name="Experience",
        options=engine.decode_options(chosen, pack.content),
        visibility="public",
        now=now,
        seed=SEED,
    )
    for user in users[1:]:
        services.join_game(game_id=game.pk, user=user, now=now)
    return Table(game.pk, users)


def say(table: Table, user: User, experience: engine.Experience) -> None:
    services.say_experience(game_id=table.id, user=user, experience=experience, now=timezone.now())


def start(table: Table) -> None:
    services.start_game(game_id=table.id, user=table.users[0], now=timezone.now())


def said(game_id: UUID) -> list[str | None]:
    game = Game.objects.get(pk=game_id)
    options = decode(game.options, type=engine.Options)
    return [selectors.experience_of(seat, options) for seat in game.seats.order_by("index")]


@rule("VAR-NEWBIE-02")
def test_what_players_say_is_fixed_at_the_start_and_the_draft_goes_by_it(
    alice: User, bob: User, charlie: User
) -> None:
    table = table_of([alice, bob, charlie])
    assert said(table.id) == ["ordinary"] * 3
    say(table, charlie, "easier")
    say(table, bob, "easier")
    say(table, bob, "harder")
    assert said(table.id) == ["ordinary", "harder", "easier"]
    assert decode(table.game.options, type=engine.Options).experience == []
    start(table)
    wanted = ["ordinary", "harder", "easier"]
    assert decode(table.game.options, type=engine.Options).experience == wanted
    assert said(table.id) == wanted
    state = table.play_until(lambda state: state.phase != "draft")
    assert state.options.experience == wanted
    assert [all_clans()[player.clan].experience for player in state.players] == wanted
    assert examine(table.game).status == "passed"
    with pytest.raises(table_errors.GameNotOpen):
        say(table, bob, "easier")


@rule("VAR-NEWBIE-02")
def test_it_goes_with_the_player_and_bots_want_ordinary_clans(alice: User, bob: User) -> None:
    table = table_of([alice, bob])
    say(table, bob, "harder")
    services.leave_game(game_id=table.id, user=bob, now=timezone.now())
    services.add_bot(game_id=table.id, user=alice, bot="random", now=timezone.now())
    start(table)
    assert table.game.options.endswith('"experience":["ordinary","ordinary"]}')


def test_who_makes_a_table_cannot_say_it_for_the_others(alice: User, bob: User) -> None:
    with pytest.raises(engine.InvalidOptions, match="each player chooses") as refused:
        table_of([alice, bob], experience=["harder", "easier"])
    assert refused.value.option == "experience"
    assert not Game.objects.exists()


def test_other_tables_do_not_ask_and_store_what_they_did(alice: User, bob: User) -> None:
    table = table_of([alice, bob], clan_experience="easier")
    with pytest.raises(table_errors.ExperienceNotAsked):
        say(table, bob, "easier")
    before = table.game.options
    start(table)
    assert table.game.options == before
    assert said(table.id) == [None, None]


def test_only_who_sits_there_says_it(alice: User, bob: User, dora: User) -> None:
    table = table_of([alice, bob])
    with pytest.raises(errors.NotSeated):
        say(table, dora, "easier")


def test_it_is_fixed_once_a_word_is_open(alice: User, bob: User) -> None:
    """A player who knew the seed by then could choose the clans by it."""
    table = table_of([alice, bob])
    seal(table, bob, "bob's word")
    say(table, alice, "harder")
    open_(table, bob, "bob's word")
    say(table, alice, "harder")
    with pytest.raises(table_errors.ExperienceFixed):
        say(table, alice, "easier")
    start(table)
    assert said(table.id) == ["harder", "ordinary"]
    assert examine(table.game).status == "passed"


def test_a_fork_keeps_what_was_said(alice: User, bob: User) -> None:
    table = table_of([alice, bob])
    say(table, alice, "easier")
    start(table)
    fork = services.fork_game(
        game_id=table.id, user=alice, version=1, seats=[None, "random"], now=timezone.now()
    )
    assert said(fork.pk) == ["easier", "ordinary"]
