"""What to process in production. (PROD-05..11)"""

from collections.abc import Iterator
from typing import Final, Self

from msgspec.structs import asdict, fields

from games.engine import effects as fx
from games.engine.clans import clan_of
from games.engine.decisions import Batch, ClanChoice, Decision, ProduceAnswer
from games.engine.errors import IllegalMove, MalformedMove
from games.engine.moves.base import MoveBase, amounts
from games.engine.recorder import Recorder
from games.engine.state import State
from games.engine.words import GRAIN, MILK

MARKS: Final = tuple(field.name for field in fields(ClanChoice) if field.type is bool)
"""Choices of clans that are made or not: a word at the end of the line."""
PRODUCTS: Final = (
    "cheese",
    "bread",
    "whisky",
    *(name for name in ClanChoice.__struct_fields__ if name not in MARKS),
)
"""What a line names with an amount; the choices of clans among it come last."""


class Produce(MoveBase, frozen=True, tag="produce"):
    """How much cheese, bread and whisky to make, and what the clan adds. (PROD-10)"""

    WORD = "produce"
    EXAMPLE = "produce 1 cheese 2 bread"

    cheese: Batch = 0
    bread: Batch = 0
    whisky: Batch = 0
    clan: ClanChoice = ClanChoice()

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        player = state.players[decision.seat]
        clan, grain = clan_of(player), player.goods[GRAIN]
        for cheese in range(min(player.count("cheese_dairy"), player.goods[MILK]) + 1):
            for bread in range(min(player.count("bakery"), grain) + 1):
                for whisky in range(min(player.count("distillery"), grain - bread) + 1):
                    choices = clan.production_choices(player, cheese=cheese, whisky=whisky)
                    yield from (cls(cheese, bread, whisky, choice) for choice in choices)

    @classmethod
    def default(cls, state: State, decision: Decision) -> Self:
        """Nothing; stored as ``produce nothing`` is, without a choice of the clan."""
        return cls()

    def check(self, state: State, decision: Decision) -> None:
        player = state.players[decision.seat]
        for made, building, good in (
            (self.cheese, player.count("cheese_dairy"), "cheese"),
            (self.bread, player.count("bakery"), "bread"),
            (self.whisky, player.count("distillery"), "whisky"),
        ):
            if made > building:
                raise IllegalMove("PROD-06", "not_enough_buildings", good=good, buildings=building)
        if self.cheese > player.goods[MILK]:
            raise IllegalMove("PROD-05", "not_enough_milk", milk=player.goods[MILK])
        if self.bread + self.whisky > player.goods[GRAIN]:
            raise IllegalMove("PROD-06", "not_enough_grain", grain=player.goods[GRAIN])
        clan_of(player).check_production(player, self.answer())

    def perform(self, game: Recorder, decision: Decision) -> None:
        game.emit(fx.Answered(decision.seat, self.answer()))

    def answer(self) -> ProduceAnswer:
        """The answer that waits for the others'. (UNDO-05)"""
        return ProduceAnswer(self.cheese, self.bread, self.whisky, self.clan)

    def notation(self) -> str:
        made = {"cheese": self.cheese, "bread": self.bread, "whisky": self.whisky}
        made |= asdict(self.clan)
        words = [f"{made[name]} {name}" for name in PRODUCTS if made[name]]
        marks = [name for name in MARKS if made[name]]
        return " ".join([self.WORD, *(words or ["nothing"]), *marks])

    @classmethod
    def read(cls, words: list[str]) -> Self:
        if words == ["nothing"]:
            return cls()
        marks = [name for name in MARKS if name in words]
        made = amounts(words[: len(words) - len(marks)])
        if not made or not made.keys() <= set(PRODUCTS):
            wanted = ", ".join(PRODUCTS)
            raise MalformedMove(f"name numbers of {wanted}, or write 'produce nothing'")
        chosen = {name: made.pop(name) for name in ClanChoice.__struct_fields__ if name in made}
        return cls.build(**made, clan=chosen | dict.fromkeys(marks, True))
