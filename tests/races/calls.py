"""Every call that writes, as two processes make it at the same moment.

Over the API where it has the call, otherwise straight to the service. ``NOT_RACED`` says of the
rest why they have no row.
"""

import traceback
from collections.abc import Callable
from typing import Final
from uuid import UUID

import msgspec
from django.contrib.auth.models import User
from django.core.signals import got_request_exception
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from games import engine, errors, packs, services
from games.accounts import second_factors
from replays import imports
from tests.authenticator import KEY, code_at
from tests.races.account_calls import ACCOUNT_CALLS
from tests.races.asking import AsUser, asked, served
from tests.races.gone_calls import GONE_CALLS
from tests.races.order_calls import ORDER_CALLS
from tests.races.shapes import Call, Outcome
from tests.races.world import PASSWORD, SEAL, WORD, World
from web import addresses, seen
from web.models import Note

NEW: Final = "peat-and-heather-2"
"""Another password."""

NOT_RACED: Final = {
    "Arranged": "a shape",
    "Elsewhere": "a shape",
    "Once": "a shape",
    "Played": "a shape",
    "RequestOutcome": "a shape",
    "Sitting": "a shape",
    "arrange_game": "a part of drawing a round, under the lock of its tournament",
    "ask_anew": "writes what a version asks, only while the game stands there",
    "bots_alone": "reading",
    "call_off": "a part of drawing a round again",
    "carry_out_once": "the way in which the API creates, joins and branches off",
    "catch_up": "with workers it reads; without them it calls play_bots",
    "catch_up_all": "the same",
    "check_bots_alone": "a part of substituting, which locks the host",
    "check_challenge": "a part of challenging, which is among the calls of tournaments",
    "disclose": "a part of recording a result",
    "forget_receipts": "deletes what is old, and leaves out what a request has locked",
    "forfeit": "a part of a ruling; what it does is resigning",
    "hide_games": "a part of changing a tournament, under its lock; of games as changing one",
    "reseat": "a part of substituting; what it does is taking a seat",
    "set_aside": "a part of recording a result",
    "stop_games": "a part of a ruling, which is among the calls of tournaments",
    "tables_of_bots_left": "reading",
    "take_tables_of_bots": "a part of drawing a round, which locks the host; has a test of its own",
    "glance_at_game": "catch_up and reading",
    "visit_game": "catch_up and reading",
    "visit_games": "catch_up_all and reading",
    "wake": "sends a task of a game that the sweep has found",
}


def _play(world: World) -> object:
    body = {"version": world.version, "notation": world.notation}
    return AsUser(world, "alice")("POST", f"games/{world.games['solo']}/moves", body)


def _delete(world: World) -> object:
    me = AsUser(world, "alice", password=True)
    return me("DELETE", "me", {"username": me.username})


def _offer(world: World) -> object:
    return services.offer_seat(
        game_id=world.games["duel"],
        user=world.user("bob"),
        taker=AsUser(world, "alice").username,
        now=timezone.now(),
    )


def _erase(world: World) -> object:
    return services.erase_game(
        game_id=world.games["solo"], by=None, reason="race", now=timezone.now()
    )


def _run_steps(world: World) -> object:
    return services.run_steps(game_id=world.games["solo"], now=timezone.now())


def _play_bots(world: World) -> object:
    return services.play_bots(game_id=world.games["solo"], clock=timezone.now, limit=2)


def _play_share(world: World) -> object:
    return services.play_share(game_id=world.games["solo"], seen=None, clock=timezone.now)


def _import(world: World) -> object:
    return services.import_game(
        game=_elsewhere(world.new_game),
        host=world.user("alice"),
        visibility="public",
        now=timezone.now(),
    )


def _elsewhere(game_id: UUID) -> services.Elsewhere:
    """The part of a game that the service stores; its caller has judged it before."""
    options, now = engine.Options(players=2), timezone.now()
    state, event = engine.new_game(options, bytes(32), packs.current())
    row = engine.seal(
        event,
        state,
        game=str(game_id),
        salt=bytes(32),
        previous="",
        recorded_at=now,
        origin="game",
        cause=None,
    )
    return services.Elsewhere(
        id=game_id,
        name="imported",
        options=options,
        content=packs.current().hash,
        pack=packs.current().raw,
        commitment="",
        server_seed=bytes(32),
        contributions=[],
        salt=bytes(32),
        seats=[services.Sitting(label="A"), services.Sitting(label="B")],
        rows=[row],
        state=state,
        created_at=now,
    )


def _ask_for_import(world: World) -> object:
    """The job is sent to a worker, which is none of the two."""
    return imports.request_import(
        user=world.user("alice"), data=b"x", visibility="public", key="k", now=timezone.now()
    )


def _note(world: World) -> object:
    user, game = world.users["alice"], world.games["solo"]
    return Note.objects.update_or_create(user_id=user, game_id=game, defaults={"text": "x"})


def _revoke(world: World) -> object:
    me = AsUser(world, "bob")
    known = msgspec.json.decode(me("GET", "tokens").content)
    own = known.get("tokens") or known.get("results") or [{"id": 1}]
    return me("DELETE", f"tokens/{own[0]['id']}")


def _sent(path: str, by: str | None = None, **form: str) -> Callable[[World], HttpResponse]:
    """A form of a page; ``{number}`` in it is that of the world."""

    def make(world: World) -> HttpResponse:
        client = Client(raise_request_exception=False)
        if by:
            client.force_login(User.objects.get(pk=world.users[by]))
        sent = {name: value.format(number=world.number) for name, value in form.items()}
        return client.post(path, sent)

    return make


def _sign_in_by_code(world: World) -> HttpResponse:
    client = Client(raise_request_exception=False)
    client.post("/login/", {"username": f"cara{world.number}", "password": PASSWORD})
    return client.post("/login/code/?recovery", {"code": world.codes[0]})


def _account(name: str, by: str, service: Callable[..., object], **known: object) -> Call:
    """A call of a service for accounts, which knows no game; cara has a second factor."""

    def make(world: World) -> object:
        return service(user=world.user(by), **known, now=timezone.now())

    return Call(name, ["guarded"] if by == "cara" else [], make)


def _switch_on(world: World) -> object:
    now = timezone.now()
    user = world.user("alice")
    return second_factors.switch_on(user=user, key=KEY, code=code_at(now), now=now)


def _recover(world: World) -> object:
    user = world.user("cara")
    return second_factors.prove(user=user, code=world.codes[0], now=timezone.now())


CALLS: Final = (
    asked("create_game", "POST", "games", {"name": "new"}),
    asked("join_game", "POST", "games/{open}/join", by="cara"),
    asked("leave_game", "POST", "games/{open}/leave", by="bob"),
    asked("add_bot", "POST", "games/{open}/bots"),
    asked("change_game", "PATCH", "games/{open}", {"name": "renamed"}),
    asked("show_fork", "PATCH", "games/{solo}", {"visibility": "public"}),
    asked("renew_invite", "POST", "games/{open}/invite"),
    asked("close_table", "DELETE", "games/{open}"),
    asked("seal_word", "PUT", "games/{open}/word", {"seal": SEAL}, by="bob"),
    served("say_experience", "open", "bob", experience="harder"),
    asked("remove_bot", "DELETE", "games/{full}/bots/1"),
    asked("start_game", "POST", "games/{full}/start"),
    asked("open_word", "PUT", "games/{sealed}/word", {"word": WORD}),
    asked("remove_word", "DELETE", "games/{sealed}/word"),
    Call("play_moves", ["solo"], _play),
    asked("undo", "POST", "games/{solo}/undo"),
    asked("set_max_bid", "PUT", "games/{duel}/max-bid", {"amount": 7}, by="cara"),
    asked("resign", "POST", "games/{solo}/resign"),
    asked("fork_game", "POST", "games/{solo}/fork", {"version": 1}),
    asked("rematch", "POST", "games/{over}/rematch"),
    asked("rematch_of_bob", "POST", "games/{over}/rematch", by="bob"),
    asked("agree_to_abandon", "POST", "games/{duel}/abandon", by="cara"),
    asked("withdraw_abandoning", "DELETE", "games/{duel}/abandon", by="cara"),
    Call("offer_seat", ["duel"], _offer),
    served("withdraw_offer", "duel", "bob"),
    served("decline_offer", "duel", "alice"),
    served("take_seat", "duel", "alice", seat=0),
    served("say", "solo", "alice", text="hello"),
    served("read_chat", "solo", "alice", number=1),
    Call("erase_game", ["solo"], _erase),
    Call("sweep", ["solo"], lambda _: services.sweep(now=timezone.now())),
    Call("run_steps", ["solo"], _run_steps),
    Call("play_bots", ["solo"], _play_bots),
    Call("play_share", ["solo"], _play_share),
    Call("import_game", [], _import),
    Call("delete_account", [], _delete),
    # Not of games, but of the accounts that play them.
    asked("token", "POST", "tokens", {"name": "new"}, password=True),
    Call("revoke", [], _revoke),
    asked("validation", "POST", "games/{solo}/validation"),
    Call("request_import", [], _ask_for_import),
    Call("sign_up", [], _sent("/signup/", username="new{number}", password1=NEW, password2=NEW)),
    Call("rename", [], _sent("/profile/", "bob", username="new{number}", password=PASSWORD)),
    Call(
        "change_password",
        [],
        _sent(
            "/password/change/",
            "bob",
            old_password=PASSWORD,
            new_password1=NEW,
            new_password2=NEW,
        ),
    ),
    asked("session", "POST", "session", password=True),
    Call("sign_in", [], _sent("/login/", username="alice{number}", password=PASSWORD)),
    Call("sign_in_by_code", ["guarded"], _sign_in_by_code),
    _account("give_address", "alice", addresses.give, address="alice@example.org"),
    _account("give_another", "cara", addresses.give, address="other@example.org"),
    _account("ask_again", "cara", addresses.ask_again),
    _account("leave_guarded", "cara", services.delete_account),
    Call("switch_on", [], _switch_on),
    _account("switch_off", "cara", second_factors.switch_off),
    Call(
        "renew_codes",
        ["guarded"],
        lambda world: second_factors.renew_codes(user=world.user("cara"), now=timezone.now()),
    ),
    Call("recover", ["guarded"], _recover),
    Call("note", ["solo"], _note),
    Call(
        "seen",
        [],
        lambda world: seen.note(user=world.user("alice"), now=timezone.now(), language="en"),
    ),
    *ORDER_CALLS,
    *GONE_CALLS,
    *ACCOUNT_CALLS,
)


def carry_out(call: Call, world: World) -> Outcome:
    """Make a call and say what came of it."""
    crashes: list[str] = []

    def note(**_: object) -> None:
        crashes.append(traceback.format_exc())

    got_request_exception.connect(note, weak=False)
    try:
        made = call.make(world)
    except (errors.GameError, engine.EngineError) as refusal:
        return Outcome(getattr(refusal, "code", type(refusal).__name__))
    except Exception as error:  # noqa: BLE001 - it is the finding
        return Outcome(type(error).__name__, traceback.format_exc())
    finally:
        got_request_exception.disconnect(note)
    if isinstance(made, HttpResponse):
        body = made.content.decode() if made.status_code >= 400 else ""
        crash = "".join(crashes) or body if made.status_code >= 500 else ""
        return Outcome(str(made.status_code), crash)
    return Outcome("nothing" if made is False else "done")
