"""Options by chance: any combination that the list of options itself allows.

Read from that list alone, so an option that is added to it takes part by itself.
"""

from collections.abc import Sequence
from typing import Final

from games import engine
from games.engine.options.option_info import OptionInfo
from games.engine.randomness import Stream
from simulation.random_play import seed_of

CONTENT: Final = engine.packs.builtin().content
INFOS: Final = engine.option_list.describe(list(CONTENT.sides))
MODULES: Final = "ABCD"
AWAY: Final = 3
"""One in so many options is away from its default."""

DrawnOptions = dict[str, bool | int | str | list[str]]


def random_options(name: str, players: int | None = None) -> engine.Options:
    """Options of a game, the same for the same name; for so many players, or any number."""
    stream = Stream(seed_of(name), "random options")
    chosen: DrawnOptions = {"players": players or stream.choice(_infos()["players"].values)}
    for info in INFOS:
        if info.kind == "list" or info.name == "players" or stream.below(AWAY):
            continue
        away = [value for value in info.values if value != info.default]
        allowed = [value for value in away if not clashes(info, value, chosen)]
        if allowed:
            chosen[info.name] = stream.choice(allowed)
    named = _infos()["expansions"]
    drawn = [str(one) for one in named.values if stream.below(2)]
    if expansions := [one for one in drawn if not clashes(named, one, chosen)]:
        chosen["expansions"] = expansions
    if not stream.below(AWAY):
        chosen["map"] = _sides(stream)
        if chosen.get("tight_map"):
            chosen["covered"] = _land(stream, chosen["map"], small=chosen["players"] in (1, 2))
    if chosen.get("clan_experience") == "by_player" and stream.below(AWAY):
        levels = _infos()["experience"].values
        count = int(str(chosen["players"]))
        chosen["experience"] = [str(stream.choice(levels)) for _ in range(count)]
    return engine.decode_options(chosen, CONTENT)


def clashes(info: OptionInfo, value: bool | int | str, chosen: DrawnOptions) -> bool:
    """Whether a value cannot go with what is chosen, or with the default of what is not."""
    usual = engine.Options()
    return any(
        value in excluded.values
        and chosen.get(excluded.option, getattr(usual, excluded.option)) in excluded.others
        for excluded in info.excludes
    )


def _infos() -> dict[str, OptionInfo]:
    return {info.name: info for info in INFOS}


def _sides(stream: Stream) -> list[str]:
    sides = list(CONTENT.sides)
    return [stream.choice([side for side in sides if side[0] == letter]) for letter in MODULES]


def _land(stream: Stream, sides: object, *, small: bool) -> list[str]:
    """A space of each module that can be covered."""
    assert isinstance(sides, list)
    land: list[Sequence[str]] = [
        [
            str(hex_)
            for hex_, space in CONTENT.sides[side].spaces.items()
            if not space.is_loch and not (small and space.mist)
        ]
        for side in sides
    ]
    return [stream.choice(spaces) for spaces in land]


def away_from_default(options: engine.Options) -> list[str]:
    """What is not as usual in a game, as ``name=value``; the map and covered spaces aside."""
    usual = engine.Options()
    return [
        f"{info.name}={str(value).lower()}"
        for info in INFOS
        if info.kind != "list" and info.name != "players"
        for value in [getattr(options, info.name)]
        if value != getattr(usual, info.name)
    ]
