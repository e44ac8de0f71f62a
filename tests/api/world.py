"""A small world of games at every stage, for unexpected requests."""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from api.models import Token
from games import engine, services
from games.models import Game
from replays.models import Import, Validation
from tests.api.conftest import Caller
from tests.api.tournament_world import tournaments_of
from tests.games.tables import SEED, Table
from tournaments.models import Tournament


@dataclass(frozen=True)
class World:
    """Games and tournaments by name, and what else has an id.

    ``callers`` are Alice, the host, Bob, who plays, Charlie, a stranger, and an anonymous one.
    """

    callers: dict[str, Caller]
    games: dict[str, Game]
    validation: Validation
    token: Token
    brought: Import
    tournaments: dict[str, Tournament]

    @property
    def ids(self) -> dict[str, list[Any]]:
        """The values that parameters of paths can have here, by the name of the parameter."""
        return {
            "game_id": [str(game.pk) for game in self.games.values()],
            "validation_id": [str(self.validation.pk)],
            "token_id": [self.token.pk],
            "import_id": [str(self.brought.pk)],
            "pack_hash": sorted({game.content_id for game in self.games.values()}),
            "tournament_id": [str(one.pk) for one in self.tournaments.values()],
            "entrant": [1, 2, 3, 4],
            "table": [1, 2],
            "name": ["alice", "bob", "nobody"],
            "rule_id": ["NBR-09", "TRADE-04", "SOLO-10", "CLAN-SINCLAIR-8"],
        }

    def version(self, name: str) -> int:
        """The newest version of a game."""
        return Game.objects.values_list("version", flat=True).get(pk=self.games[name].pk)


def world_of(anonymous: Caller, alice: Caller, bob: Caller, charlie: Caller) -> World:
    """Open, private, running, auctioned, solo, forked, left and finished games."""
    made = _Maker(alice, bob)
    games = {
        "open": made.table("open", players=3).game,
        "private": made.table("private", players=3, visibility="private").game,
        "drafting": made.started("drafting").game,
        "acting": made.until("acting", lambda state: state.phase == "action").game,
        "hidden": made.until("hidden", _several_rounds, visibility="private").game,
        "producing": made.until("producing", _producing).game,
        "bidding": made.started("bidding", auction="open").game,
        "sealed": made.started("sealed", auction="blind").game,
        "varied": made.started("varied", tight_map=True, future_contracts=True).game,
        "alone": made.alone("alone").game,
        "left": made.left("left").game,
        "finished": made.until("finished", lambda state: state.over).game,
    }
    checked = Validation.objects.create(
        game=games["finished"], version=0, rules=1, created_at=timezone.now(), status="passed"
    )
    callers = {"alice": alice, "bob": bob, "charlie": charlie, "anonymous": anonymous}
    token = Token.objects.get(user=alice.user)
    brought = Import.objects.create(
        user=alice.user,
        status="refused",
        visibility="private",
        size=2,
        sha256="0" * 64,
        refusal='{"code":"bad_gzip","sentence":"It is broken."}',
        created_at=timezone.now(),
        finished_at=timezone.now(),
    )
    tournaments = tournaments_of(alice.user, bob.user)
    return World(callers, games, checked, token, brought, tournaments)


def _several_rounds(state: engine.State) -> bool:
    return state.round == 2 and state.phase == "action"


def _producing(state: engine.State) -> bool:
    return [decision.kind for decision in state.open_decisions()].count("produce") > 1


class _Maker:
    """Makes games of two people."""

    def __init__(self, alice: Caller, bob: Caller) -> None:
        self.alice, self.bob = alice.user, bob.user

    def table(self, name: str, *, visibility: str = "public", **options: Any) -> Table:
        """An open table with both of them at it, as far as there are seats."""
        chosen = engine.Options(**({"players": 2} | options))
        game = services.create_game(
            host=self.alice,
            name=name,
            options=chosen,
            visibility=visibility,
            now=timezone.now(),
            seed=SEED,
        )
        Game.objects.filter(pk=game.pk).update(salt=SEED[::-1])
        if chosen.players > 1:
            services.join_game(
                game_id=game.pk, user=self.bob, invite=game.invite_code, now=timezone.now()
            )
        return Table(game.pk, [self.alice, self.bob])

    def started(self, name: str, **given: Any) -> Table:
        """A game in its first decision."""
        table = self.table(name, **given)
        services.start_game(game_id=table.id, user=self.alice, now=timezone.now())
        return table

    def until(self, name: str, reached: Any, **given: Any) -> Table:
        """A game played by chance until its state is of some kind."""
        table = self.started(name, **given)
        table.play_until(reached)
        return table

    def alone(self, name: str) -> Table:
        """A solo game in its second round."""
        return self.until(name, lambda state: state.round == 2, players=1)

    def left(self, name: str) -> Table:
        """A game that is over because Bob has resigned."""
        table = self.until(name, lambda state: state.phase == "action")
        services.resign(game_id=table.id, user=self.bob, now=timezone.now())
        return table
