"""What the set-up and the course of the game say in the log."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext_noop

from games.engine import effects as fx
from games.engine.words import PieceKind
from replays.sentences import words
from replays.sentences.language import gettext as _
from replays.sentences.language import ngettext
from replays.sentences.tale import Tale


def game_opened(tale: Tale, effects: Sequence[fx.GameOpened]) -> None:
    """How many play."""
    (opened,) = effects
    players = opened.options.players
    told = ngettext(
        "The game is set up for %(n)s player.", "The game is set up for %(n)s players.", players
    )
    tale.remark(told % {"n": players})


def position_placed(tale: Tale, effects: Sequence[fx.PositionPlaced]) -> None:
    """A game that starts in the middle."""
    round_ = effects[-1].position.round
    told = (
        _("The game starts from a position in round %(round)s of another one.")
        if round_
        else _("The game starts from a position in the set-up of another one.")
    )
    tale.remark(told % {"round": round_})


def map_laid(tale: Tale, effects: Sequence[fx.MapLaid]) -> None:
    """The sides of the map."""
    modules = words.joined(effects[-1].modules)
    tale.remark(_("The map is %(modules)s.") % {"modules": modules})


def ports_placed(tale: Tale, effects: Sequence[fx.PortPlaced]) -> None:
    """Which tile lies where."""
    told = [_("%(tile)s on %(hex)s") % {"tile": e.tile, "hex": e.hex} for e in effects]
    tale.remark(_("Port tiles: %(tiles)s.") % {"tiles": words.listed(told)})


BLOCKERS: Final[Mapping[PieceKind, str]] = {
    "neutral": gettext_noop("Neutral pieces lie on %(spaces)s."),
    "cover": gettext_noop("Cover tiles lie on %(spaces)s."),
}


def spaces_blocked(tale: Tale, effects: Sequence[fx.SpacesBlocked]) -> None:
    """Where nothing can be deployed."""
    for effect in effects:
        if effect.hexes:
            tale.remark(_(BLOCKERS[effect.kind]) % {"spaces": words.listed(effect.hexes)})


def scoring_tiles(tale: Tale, effects: Sequence[fx.ScoringTilesDealt]) -> None:
    """The tiles in the order of the rounds."""
    told = words.listed([str(tile) for tile in effects[-1].tiles])
    tale.remark(_("The rounds are scored by tiles %(tiles)s.") % {"tiles": told})


def pairs_offered(tale: Tale, effects: Sequence[fx.PairOffered]) -> None:
    """The clans of the draft, or only the starting tiles."""
    if not any(e.clan for e in effects):
        tiles = words.listed([str(e.start_tile) for e in effects])
        tale.remark(_("Starting tiles to choose from: %(tiles)s.") % {"tiles": tiles})
        return
    told = [
        # Translators: a clan that can be chosen, with the number of its starting tile.
        _("%(clan)s with tile %(tile)s") % {"clan": words.clan(e.clan), "tile": e.start_tile}
        for e in effects
    ]
    tale.remark(_("Clans to choose from: %(clans)s.") % {"clans": words.listed(told)})


def pair_taken(tale: Tale, effects: Sequence[fx.PairTaken]) -> None:
    """Who plays what."""
    for effect in effects:
        pair = tale.state.draft[effect.pair]
        if not pair.clan:
            tale.say(effect.seat, _("chooses starting tile %(tile)s") % {"tile": pair.start_tile})
            continue
        told = {"clan": words.clan(pair.clan), "tile": pair.start_tile}
        tale.say(effect.seat, _("chooses clan %(clan)s with starting tile %(tile)s") % told)


def placement_skipped(tale: Tale, effects: Sequence[fx.PlacementSkipped]) -> None:
    """Who places no first worker."""
    for effect in effects:
        tale.say(effect.seat, _("cannot afford a first worker"))


def round_began(tale: Tale, effects: Sequence[fx.RoundBegan]) -> None:
    """The round and its turn order."""
    order = words.listed([tale.name(s) for e in tale.take(fx.TurnOrderSet) for s in e.seats])
    told = {"round": effects[-1].round, "players": order}
    tale.remark(_("Round %(round)s begins; turn order: %(players)s.") % told)


def turn_order(tale: Tale, effects: Sequence[fx.TurnOrderSet]) -> None:
    """The turn order where no round begins with it."""
    order = words.listed([tale.name(seat) for seat in effects[-1].seats])
    tale.remark(_("Turn order: %(players)s.") % {"players": order})


def phase_began(tale: Tale, effects: Sequence[fx.PhaseBegan]) -> None:
    """Only the end of the turns is worth a word; the other phases are steps with their own."""
    if effects[-1].phase == "production":
        tale.remark(_("All have passed."))


def resigned(tale: Tale, effects: Sequence[fx.Resigned]) -> None:
    """Who leaves the game to itself."""
    for effect in effects:
        tale.say(effect.seat, _("resigns"))


def passed(tale: Tale, effects: Sequence[fx.Passed]) -> None:
    """Who passes, in which place, and for how much."""
    for place, effect in enumerate(effects, len(tale.state.passed) + 1):
        told = {"place": place, "money": words.money(tale.received(effect.seat))}
        tale.say(effect.seat, _("passes as number %(place)s and receives %(money)s") % told)


def scored(tale: Tale, effects: Sequence[fx.Scored]) -> None:
    """The result, best first."""
    told = []
    for sheet in sorted((e.sheet for e in effects), key=lambda sheet: sheet.rank):
        # Translators: a line of the result, such as "1. Anna with 120 points".
        line = ngettext(
            "%(rank)s. %(who)s with %(n)s point", "%(rank)s. %(who)s with %(n)s points", sheet.total
        )
        told.append(line % {"rank": sheet.rank, "who": tale.name(sheet.seat), "n": sheet.total})
    tale.remark(_("%(sentence)s.") % {"sentence": words.joined(told)})
    for effect in effects:
        if effect.sheet.rating:
            rated = _(words.RATINGS[effect.sheet.rating])
            tale.remark(_("Played alone, this is: %(rating)s.") % {"rating": rated})
