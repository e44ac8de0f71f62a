"""What to process in production. (PROD-05..11)"""

from collections.abc import Iterator
from typing import Any, Final, Generic, Self, cast

from msgspec.structs import fields

from games.engine import effects as fx
from games.engine import registry
from games.engine.clans import clan_of
from games.engine.decisions import Decision
from games.engine.errors import IllegalMove, MalformedMove
from games.engine.expansions import in_play
from games.engine.moves.base import MoveBase, amounts
from games.engine.recorder import Recorder
from games.engine.rules.answers import Batch, ChoiceType, ClanChoice, ProduceAnswer
from games.engine.state import State
from games.engine.terms import GRAIN, MILK
from games.engine.type_variable import filled

GOODS: Final = ("cheese", "bread", "whisky")


class Produce(MoveBase, Generic[ChoiceType], frozen=True, tag="produce"):
    """How much cheese, bread and whisky to make, and what the clan adds. (PROD-10)"""

    WORD = "produce"
    EXAMPLE = "produce 1 cheese 2 bread"
    ENDS_ROUND = True

    cheese: Batch = 0
    bread: Batch = 0
    whisky: Batch = 0
    clan: ChoiceType = cast("ChoiceType", ClanChoice())

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        player = state.players[decision.seat]
        clan = clan_of(player)
        grain = clan.at_best(state.content, player).goods[GRAIN]
        for cheese in range(min(player.count("cheese_dairy"), player.goods[MILK]) + 1):
            for bread in range(min(player.count("bakery"), grain) + 1):
                for whisky in range(min(player.count("distillery"), grain - bread) + 1):
                    choices = clan.production_choices(
                        state, decision.seat, cheese=cheese, whisky=whisky
                    )
                    for choice in choices:
                        yield cls(cheese, bread, whisky, cast("ChoiceType", choice))

    @classmethod
    def default(cls, state: State, decision: Decision) -> Self:
        """Nothing, stored like ``produce nothing``, without a choice of the clan.

        Where a rule demands more, the first legal answer. (IND-AWARD-07)
        """
        nothing = cls()
        try:
            nothing.check(state, decision)
        except IllegalMove:
            return next(cls.legal(state, decision))
        return nothing

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
        grain = player.goods[GRAIN] + clan_of(player).brings(self.clan).get("grain", 0)
        if self.bread + self.whisky > grain:
            raise IllegalMove("PROD-06", "not_enough_grain", grain=grain)
        answer = self.answer()
        clan_of(player).check_production(state, decision.seat, answer)
        for expansion in in_play(state.options):
            expansion.check_production(state, decision.seat, answer)

    def perform(self, game: Recorder, decision: Decision) -> None:
        game.emit(fx.Answered(decision.seat, self.answer()))

    def answer(self) -> ProduceAnswer:
        """The answer that waits for the others'. (UNDO-05)"""
        return ProduceAnswer(self.cheese, self.bread, self.whisky, self.clan)

    def notation(self) -> str:
        """Goods with their amounts, then what the clan adds: spaces, and last what it marks."""
        made = {"cheese": self.cheese, "bread": self.bread, "whisky": self.whisky}
        words, spaces, marks = [f"{n} {name}" for name, n in made.items() if n], [], []
        for name, value in self.clan.chosen().items():
            if isinstance(value, tuple):
                spaces.append(" ".join((name, *value)))
            elif value is True:
                marks.append(name)
            else:
                words.append(f"{value} {name}")
        return " ".join([self.WORD, *(words + spaces or ["nothing"]), *marks])

    @classmethod
    def read(cls, words: list[str]) -> Self:
        if words == ["nothing"]:
            return cls()
        choices = fields(registry.current().choice_type)
        marks = [field.name for field in choices if field.type is bool and field.name in words]
        words = words[: len(words) - len(marks)]
        places = [words.index(f.name) for f in choices if f.default == () and f.name in words]
        spaces: dict[str, list[str]] = {}
        for place in sorted(places, reverse=True):
            words, (name, *spaces_named) = words[:place], words[place:]
            spaces[name] = spaces_named
        added = [field.name for field in choices if field.type is not bool and field.default == 0]
        made = amounts(words)
        if not (made or spaces) or not all(spaces.values()) or not made.keys() <= {*GOODS, *added}:
            wanted = ", ".join((*GOODS, *added))
            raise MalformedMove(f"name numbers of {wanted}, or write 'produce nothing'")
        chosen: dict[str, Any] = {name: made.pop(name) for name in added if name in made}
        return cls.build(**made, clan=chosen | spaces | dict.fromkeys(marks, True))

    @classmethod
    def reading_type(cls) -> Any:
        return filled(cls, registry.current().choice_type)


def processes(state: State, decision: Decision) -> bool:
    """Whether there is anything to process in production, or only a choice of the clan."""
    return any(one.cheese or one.bread or one.whisky for one in Produce.legal(state, decision))
