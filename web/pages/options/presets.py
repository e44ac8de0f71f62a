"""Which preset the options of a game amount to."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from django.utils.translation import gettext_lazy as _
from msgspec.json import encode

from games import engine
from games.models import Game
from web.pages.options import option_labels

PLAIN: Final = engine.option_list.PRESETS[0].name
"""What a game is that changes nothing."""
OWN: Final = "own"
"""What a game is that no preset describes."""
OWN_TITLE: Final = _("Custom")


def titles() -> dict[str, option_labels.Text]:
    """The presets that games can be filtered by: display names by key."""
    named = {one.name: one.name for one in engine.option_list.PRESETS}
    return {**named, **option_labels.PRESETS, OWN: OWN_TITLE}


def preset_of(game: Game) -> str:
    """The preset of a game; ``OWN`` for any other mix."""
    return stored_options().get(game.options, OWN)


def stored_as(preset: str) -> list[str]:
    """What is stored of games that a preset describes."""
    return [text for text, name in stored_options().items() if name == preset]


@cache
def stored_options() -> Mapping[str, str]:
    """The presets by the options that are stored of a game, for every number of players."""
    known: dict[str, str] = {}
    for preset in engine.option_list.PRESETS:
        for players in engine.option_list.COUNTS:
            for seated in ({}, {"turn_order": "seats"}):  # as tables of tournaments are
                given = {**preset.options, "players": players, **seated}
                try:
                    options = engine.options.decode(given, sides=[])
                except engine.InvalidOptions:  # not for so many
                    continue
                known.setdefault(encode(options).decode(), preset.name)
    return known
