"""Every call that changes a tournament, as two processes make it at the same moment."""

from collections.abc import Callable
from typing import Final

from django.utils import timezone

from games import engine, selectors
from games import services as games
from games.models import Game
from games.services import Once
from tests.races.cups import ENDED, SETTLED, Cup
from tests.races.shapes import Call
from tournaments import services
from tournaments.models import TournamentOperation

RIVAL: Final = "rival"
"""Who sits at bob's table."""

NOT_RACED: Final = {
    "Outcome": "a shape",
    "PreviewedDraw": "a shape",
    "add_players": "what add_entrants does with labels",
    "create_tournament": "makes one that no other call knows",
    "forget_receipts": "deletes what is old, and leaves out what a request has locked",
    "hand_over_mail_check": "writes nothing that is stored",
    "missed_results": "reading, but for what is looked at next",
    "open_registration": "of a draft, which its directors alone know",
    "preview_draw": "stores nothing",
    "reminders_due": "reading",
    "sealed_tournaments": "reading",
    "tables_due": "reading",
    "waiting_tournaments": "reading",
}


def asked(verb: str, by: str, **known: object) -> Callable[[Cup], object]:
    """A call of a service of tournaments; a ``table`` is named as the field of the cup."""

    def make(cup: Cup) -> object:
        given = {"tournament_id": cup.pk, "now": timezone.now(), **known}
        given["user"] = cup.user(cup.rival if by == RIVAL else by)
        if "table" in known:
            given["table"] = getattr(cup, str(known["table"]))
        return getattr(services, verb)(**given)

    return make


def deleted(name: str) -> Callable[[Cup], object]:
    """The deletion of an account."""
    return lambda cup: games.delete_account(user=cup.user(name), now=timezone.now())


def _play(cup: Cup) -> object:
    """A move in bob's game, where a bot may have taken a seat over."""
    assert cup.moving is not None
    game = Game.objects.filter(pk=cup.moving).first()
    if game is None:
        return False
    state = selectors.state_of(game)
    seat = game.seats.filter(waiting=True).first()
    if seat is None or seat.user is None:
        return games.play_bots(game_id=game.pk, clock=timezone.now, limit=1)
    move = engine.legal_moves(state, engine.Seat(seat.index))[0]
    return games.play_moves(
        game_id=game.pk,
        user=seat.user,
        moves=[move],
        seen_version=game.version,
        now=timezone.now(),
    )


def _resign(cup: Cup) -> object:
    assert cup.moving is not None
    return games.resign(game_id=cup.moving, user=cup.user("bob"), now=timezone.now())


def _erase(cup: Cup) -> object:
    assert cup.moving is not None
    return games.erase_game(game_id=cup.moving, by=None, reason="race", now=timezone.now())


def _erase_ended(cup: Cup) -> object:
    assert cup.over is not None
    return games.erase_game(game_id=cup.over, by=None, reason="race", now=timezone.now())


def _game_over(cup: Cup) -> object:
    assert cup.over is not None
    return services.game_over(game_id=cup.over, now=timezone.now())


def _add_once(cup: Cup) -> object:
    """As the API does it for a request with a key; two of them are one."""
    about = {"user": cup.user("alice"), "tournament_id": cup.pk, "now": timezone.now()}
    return services.carry_out(
        operation=TournamentOperation.ADD,
        once=Once(key="k", request_hash="h"),
        action=lambda: services.add_entrants(labels=["Abe"], **about),
        **about,
    )


def _import_results(cup: Cup) -> object:
    rows = [f"{cup.playing},{one},{place}" for place, one in enumerate(cup.seats, 1)]
    return services.import_results(
        tournament_id=cup.pk,
        user=cup.user("alice"),
        data="\n".join(["table,entrant,place", *rows]).encode(),
        now=timezone.now(),
    )


def by_server(verb: str) -> Callable[[Cup], object]:
    """A call of a task."""
    return lambda cup: getattr(services, verb)(tournament_id=cup.pk, now=timezone.now())


def _rename(cup: Cup) -> object:
    return services.rename_tournament(tournament_id=cup.pk, name="Other cup")


OPEN: Final = (
    Call("register", [], asked("register", "dora")),
    Call("withdraw", [], asked("withdraw", "bob")),
    Call("check_in", [], asked("check_in", "bob")),
    Call("check_in_all", [], asked("check_in_all", "alice")),
    Call("check_in_all_by_cara", [], asked("check_in_all", "cara")),
    Call("put_in_bot", [], asked("substitute", "cara", entrant=1, bot="random")),
    Call("leave_direction", [], asked("answer_direction", "cara", accept=False)),
    Call("rename", [], _rename),
    Call("add_once", [], _add_once),
    Call("import_players", [], asked("import_players", "cara", data=b"name\nYann\nYves\n")),
    Call("add", [], asked("add_entrants", "alice", labels=["Zoe"], bots=["random"])),
    Call("draw", [], asked("publish_draw", "alice")),
    Call("draw_by_cara", [], asked("publish_draw", "cara")),
    Call("change", [], asked("change_tournament", "alice", co_directors=[], paused=False)),
    Call("cancel", [], asked("cancel_tournament", "cara", reason="Rain.")),
    Call("delete_player", [], deleted("bob")),
    Call("delete_stranger", [], deleted("dora")),
    Call("delete_director", [], deleted("alice")),
)
RUNNING: Final = (
    Call("game_over", [ENDED], _game_over),
    Call("erase_ended", [ENDED], _erase_ended),
    Call("record", [], asked("record_result", "alice", table="ended", places=[1, 2])),
    Call("rule", [], asked("rule", "cara", table="ended", reason="So.", places=[2, 1])),
    Call("forfeit", [], asked("rule", "alice", table="playing", reason="Late.", forfeited=[1])),
    Call(
        "stop",
        [],
        asked("rule", "cara", table="playing", reason="So.", places=[1, 2], end_game=True),
    ),
    Call("substitute", [], asked("substitute", "alice", entrant=1, waiting=5)),
    Call("replace_by_bot", [], asked("substitute", "cara", entrant=2, bot="random")),
    Call("drop_out", [], asked("withdraw", "bob")),
    Call("leave_list", [], asked("withdraw", "dora")),
    Call("admit", [], asked("admit", "alice", entrant=5)),
    Call("note_awaited", [], by_server("note_awaited")),
    Call("start_waiting", [], by_server("start_waiting")),
    Call("remind", [], by_server("remind")),
    Call("play", [], _play),
    Call("resign", [], _resign),
    Call("erase", [], _erase),
    Call("draw_again", [], asked("publish_draw", "alice", again=True)),
    Call("give_up", [], asked("cancel_tournament", "alice", reason="Rain.")),
    Call("delete_dora", [], deleted("dora")),
    Call("delete_alice", [], deleted("alice")),
)
ELSEWHERE: Final = (
    Call("report", [], asked("report_result", "bob", table="playing", places=[2, 1])),
    Call("report_back", [], asked("report_result", RIVAL, table="playing", places=[2, 1])),
    Call("confirm", [], asked("confirm_result", RIVAL, table="playing")),
    Call("confirm_as_director", [], asked("confirm_result", "alice", table="playing")),
    Call("confirm_reports", [], asked("confirm_reports", "alice")),
    Call("import_results", [], _import_results),
    Call("enter_result", [], asked("record_result", "cara", table="playing", places=[2, 1])),
    Call("drop", [], asked("withdraw", "bob")),
    Call("put_in_label", [], asked("substitute", "alice", entrant=1, label="Zoe")),
    Call("delete_bob", [], deleted("bob")),
    Call("finish", [SETTLED], asked("finish_tournament", "alice")),
    Call("correct", [SETTLED], asked("rule", "cara", table="ended", reason="So.", places=[2, 1])),
    Call("reveal_late", [SETTLED], by_server("reveal_late")),
)
LADDER: Final = (
    Call("challenge", [], asked("challenge", "bob", opponents=[2])),
    Call("challenge_back", [], asked("challenge", "cara", opponents=[1])),
    Call("challenge_the_same", [], asked("challenge", "emil", opponents=[1])),
    Call("enter", [], asked("register", "dora")),
    Call("leave", [], asked("withdraw", "bob")),
    Call("pause", [], asked("change_tournament", "alice", paused=True)),
    Call("give_up_ladder", [], asked("cancel_tournament", "alice", reason="Rain.")),
    Call("delete_challenger", [], deleted("bob")),
    Call("delete_organiser", [], deleted("alice")),
)
STAGES: Final = {"open": OPEN, "running": RUNNING, "elsewhere": ELSEWHERE, "ladder": LADDER}
"""The calls that can meet, by the kind of tournament in which they do."""
STAGE_OF: Final = {call.name: stage for stage, calls in STAGES.items() for call in calls}
BY_NAME: Final = {call.name: call for calls in STAGES.values() for call in calls}
