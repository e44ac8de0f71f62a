"""How the steward does with each clan, Industria's too, against three players by chance.

Finished games can be kept in a file, a line of JSON each: who breaks off goes on where they were.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path
from statistics import fmean, stdev

import msgspec
from msgspec import Struct

from games import engine
from simulation.playing import play, with_clan
from simulation.random_play import seed_of
from simulation.tables import Finished
from simulation.text import table

BOT, OTHER = "steward", "random"
AGAINST = 4
"""Seats of a table at which one steward meets players by chance."""

ALL_CLANS = engine.Options(players=AGAINST, expansions=["new_clans"])
"""Games in which every clan may be drawn."""

Game = tuple[list[str], str]
"""The kinds of bots by seat, and the name that chance is drawn from."""


class ClanGame(Struct, frozen=True):
    """A finished game in which the steward played a clan, by the name of the game."""

    clan: str
    name: str
    game: Finished

    @property
    def score(self) -> int:
        """What the steward scored."""
        return self.game.sheets[self.game.bots.index(BOT)].total

    @property
    def win(self) -> float:
        """The steward's part of the win."""
        return self.game.win(self.game.bots.index(BOT))


def of_clan(clan: str, games: int, seed: str) -> Iterator[Game]:
    """Games in whose draft a clan lies; the seat of the steward goes round."""
    pack, found = engine.packs.builtin(), 0
    for number in count():
        if found == games:
            return
        name = f"bots/{seed}/{clan}/{number}"
        state, _ = engine.new_game(ALL_CLANS, seed_of(name), pack)
        if clan in {pair.clan for pair in state.draft}:
            seat, found = found % AGAINST, found + 1
            yield [BOT if n == seat else OTHER for n in range(AGAINST)], name


def played_as(clan: str, game: Game) -> ClanGame:
    """A game in which the steward plays a clan, in a process of the pool."""
    kinds, name = game
    choose = with_clan(kinds, name, BOT, clan)
    return ClanGame(clan, name, play(kinds, name, choose=choose, options=ALL_CLANS)[0])


def play_clan(
    clan: str,
    games: Sequence[Game],
    play_all: Callable[[list[Game]], Iterable[ClanGame]],
    keep: Path | None,
) -> list[ClanGame]:
    """All these games: those that are kept are read, and each other one is added as it ends."""
    known = [one for one in kept_in(keep) if one.clan == clan] if keep else []
    kept = {one.name: one for one in known}
    done = [kept[name] for _, name in games if name in kept]
    for one in play_all([game for game in games if game[1] not in kept]):
        done.append(one)
        if keep:
            with keep.open("ab") as file:
                file.write(msgspec.json.encode(one) + b"\n")
    return done


def kept_in(file: Path) -> list[ClanGame]:
    """The games of a file; a last line that was broken off is removed from it."""
    if not file.exists():
        return []
    lines = file.read_bytes().splitlines(keepends=True)
    if lines and not lines[-1].endswith(b"\n"):
        os.truncate(file, sum(map(len, lines[:-1])))
        lines.pop()
    return [msgspec.json.decode(line, type=ClanGame) for line in lines]


def clan_table(
    clans: Sequence[str], games: int, seed: str, processes: int, keep: Path | None = None
) -> str:
    """How the steward does with each of these clans."""
    with ProcessPoolExecutor(processes) as pool:
        played = {
            clan: play_clan(
                clan,
                list(of_clan(clan, games, seed)),
                partial(pool.map, partial(played_as, clan)),
                keep,
            )
            for clan in clans
        }
    return render(played)


def render(played: dict[str, list[ClanGame]]) -> str:
    """The table: wins, the mean with its error, and the mean as a part of the best clan's."""
    means = {clan: fmean(one.score for one in games) for clan, games in played.items()}
    best = max(means.values())
    rows = [
        [
            *(clan, str(len(games)), f"{100 * fmean(one.win for one in games):.1f}"),
            *(f"{means[clan]:.1f}", error(games), f"{100 * means[clan] / best:.1f}"),
        ]
        for clan, games in played.items()
    ]
    head = ["steward as", "games", "won, %", "mean", "±", "of the best, %"]
    return table(head, rows)


def error(games: Sequence[ClanGame]) -> str:
    """The standard error of the mean score."""
    if len(games) == 1:
        return "-"
    return f"{stdev(one.score for one in games) / len(games) ** 0.5:.1f}"
