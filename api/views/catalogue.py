"""Views that do not depend on a game: options of a new one, printed content, the rules."""

import re
from typing import Final

import msgspec
from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpResponse
from rest_framework.request import Request

from api.bodies import OptionList, Preset, RuleText
from api.errors import NoSuchThing
from api.printed import Printed, printed
from api.schema import document
from api.views.base import ApiView, answer
from games import engine, packs, rulebook

HASH: Final = re.compile(r"[0-9a-f]{64}")
FOR_AN_HOUR: Final = {"Cache-Control": "public, max-age=3600"}


class OptionsView(ApiView):
    """The options of a new game."""

    open_to_all = ("GET",)

    @document(operation="options", tag="catalogue", answers={200: OptionList}, open_to_all=True)
    def get(self, request: Request) -> HttpResponse:
        """Every option: meaning, default, values, and which options exclude which; and presets.

        An edition sets the switches that a new game does not name. Other presets are only
        suggestions: send their options with the new game, changed as you like.
        """
        sides = list(packs.current().content.sides)
        known = engine.option_list.describe(sides)
        return answer(OptionList(options=known, presets=presets()))


def presets() -> list[Preset]:
    """The named sets of options, as they are sent."""
    return [
        Preset(preset.name, preset.meaning, msgspec.Raw(msgspec.json.encode(preset.options)))
        for preset in engine.option_list.PRESETS
    ]


class ContentView(ApiView):
    """The values of one content pack."""

    open_to_all = ("GET",)

    @document(
        operation="content",
        tag="catalogue",
        answers={200: Printed},
        refusals=(404,),
        open_to_all=True,
    )
    def get(self, request: Request, pack_hash: str) -> HttpResponse:
        """Everything that is printed on tiles and boards: contracts, market tracks, costs, texts.

        The values of a pack never change. The texts of clans and tiles are not part of it, so keep
        the answer for an hour only.
        """
        if not HASH.fullmatch(pack_hash):
            raise NoSuchThing("Content is named by its SHA-256: 64 hexadecimal digits.")
        try:
            pack = packs.pack(pack_hash)
        except ObjectDoesNotExist:
            raise NoSuchThing("No game here has used content with this hash.") from None
        return answer(printed(pack), headers=FOR_AN_HOUR)


class RuleView(ApiView):
    """One rule."""

    open_to_all = ("GET",)

    @document(
        operation="rule",
        tag="catalogue",
        answers={200: RuleText},
        refusals=(404,),
        open_to_all=True,
    )
    def get(self, request: Request, rule_id: str) -> HttpResponse:
        """The text of a rule, by the id that a refused move names.

        Ids are taken in capitals or not. The texts get clearer with time; an id never changes.
        """
        rule = rulebook.find(rule_id)
        if rule is None:
            raise NoSuchThing("No rule has this id.")
        body = RuleText(rule.id, rule.text, rule.book, rule.chapter, rule.section)
        return answer(body, headers=FOR_AN_HOUR)
