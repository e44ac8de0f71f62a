"""Content packs against the rules: whether the engine knows what a pack names."""

from collections.abc import Collection
from pathlib import Path

from games.engine.clans import all_clans
from games.engine.content import packs
from games.engine.content.errors import PackError, PackProblem
from games.engine.content.packs import Pack
from games.engine.tiles import PORTS, SCORING


def load_pack(directory: Path) -> Pack:
    """The pack in a directory, ready to be played with. Raises PackError."""
    pack = packs.load(directory)
    check_names(pack)
    return packs.register(pack)


def check_names(pack: Pack) -> None:
    """Raise PackError when a pack names clans or tiles that this engine has no rules for."""
    content = pack.content
    problems = [
        *_unknown("clans", content.clans, all_clans()),
        *_unknown("ports", content.ports, PORTS),
        *_unknown("scoring_tiles", content.scoring_tiles, SCORING),
        *(
            PackProblem("pack.toml", "clans", f"{name} {missing}")
            for name in content.clans
            if name in all_clans() and (missing := all_clans()[name].missing_values(content))
        ),
    ]
    if problems:
        raise PackError(problems)


def _unknown(
    entry: str, named: Collection[str | int], known: Collection[str | int]
) -> list[PackProblem]:
    names = ", ".join(map(str, known))
    return [
        PackProblem("pack.toml", entry, f"has no rules for {name!r}; known are {names}")
        for name in named
        if name not in known
    ]
