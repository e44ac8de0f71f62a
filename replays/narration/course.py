"""What the set-up and the course of the game say in the log."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext_noop

from games.engine import effects as fx
from games.engine.terms import PieceKind
from replays.narration import vocabulary
from replays.narration.base import Narration
from replays.narration.language import gettext as _
from replays.narration.language import ngettext, pgettext


def game_opened(narration: Narration, effects: Sequence[fx.GameOpened]) -> None:
    """The number of players."""
    (opened,) = effects
    players = opened.options.players
    pattern = ngettext(
        "The game is set up for %(n)s player.", "The game is set up for %(n)s players.", players
    )
    narration.remark(pattern % {"n": players})


def position_placed(narration: Narration, effects: Sequence[fx.PositionPlaced]) -> None:
    """A game that starts in the middle."""
    round_ = effects[-1].position.round
    pattern = (
        _("The game starts from a position in round %(round)s of another one.")
        if round_
        else _("The game starts from a position in the set-up of another one.")
    )
    narration.remark(pattern % {"round": round_})


def map_laid(narration: Narration, effects: Sequence[fx.MapLaid]) -> None:
    """The sides of the map."""
    modules = vocabulary.joined(effects[-1].modules)
    narration.remark(_("The map is %(modules)s.") % {"modules": modules})


def ports_placed(narration: Narration, effects: Sequence[fx.PortPlaced]) -> None:
    """Which tile lies where."""
    places = [_("%(tile)s on %(hex)s") % {"tile": e.tile, "hex": e.hex} for e in effects]
    narration.remark(_("Port tiles: %(tiles)s.") % {"tiles": vocabulary.listed(places)})


BLOCKERS: Final[Mapping[PieceKind, str]] = {
    "neutral": gettext_noop("Neutral pieces lie on %(spaces)s."),
    "cover": gettext_noop("Cover tiles lie on %(spaces)s."),
}


def spaces_blocked(narration: Narration, effects: Sequence[fx.SpacesBlocked]) -> None:
    """Where nothing can be deployed."""
    for effect in effects:
        if effect.hexes:
            narration.remark(_(BLOCKERS[effect.kind]) % {"spaces": vocabulary.listed(effect.hexes)})


def scoring_tiles(narration: Narration, effects: Sequence[fx.ScoringTilesDealt]) -> None:
    """The tiles in the order of the rounds."""
    tiles = vocabulary.listed([str(tile) for tile in effects[-1].tiles])
    narration.remark(_("The rounds are scored by tiles %(tiles)s.") % {"tiles": tiles})


def pairs_offered(narration: Narration, effects: Sequence[fx.PairOffered]) -> None:
    """The clans of the draft, or only the starting tiles."""
    if not any(e.clan for e in effects):
        tiles = vocabulary.listed([str(e.start_tile) for e in effects])
        narration.remark(_("Starting tiles to choose from: %(tiles)s.") % {"tiles": tiles})
        return
    clans = [
        # Translators: a clan that can be chosen, with the number of its starting tile.
        _("%(clan)s with tile %(tile)s") % {"clan": vocabulary.clan(e.clan), "tile": e.start_tile}
        for e in effects
    ]
    narration.remark(_("Clans to choose from: %(clans)s.") % {"clans": vocabulary.listed(clans)})


def pair_taken(narration: Narration, effects: Sequence[fx.PairTaken]) -> None:
    """The clan and tile of a player."""
    for effect in effects:
        pair = narration.state.draft[effect.pair]
        if not pair.clan:
            narration.say(
                effect.seat,
                _("chooses starting tile %(tile)s"),
                _("choose starting tile %(tile)s"),
                tile=pair.start_tile,
            )
            continue
        narration.say(
            effect.seat,
            _("chooses clan %(clan)s with starting tile %(tile)s"),
            _("choose clan %(clan)s with starting tile %(tile)s"),
            clan=vocabulary.clan(pair.clan),
            tile=pair.start_tile,
        )


def placement_skipped(narration: Narration, effects: Sequence[fx.PlacementSkipped]) -> None:
    """Players who place no first worker."""
    for effect in effects:
        cannot = _("cannot afford a first worker")
        narration.say(effect.seat, cannot, pgettext("you", "cannot afford a first worker"))


def round_began(narration: Narration, effects: Sequence[fx.RoundBegan]) -> None:
    """The round and its turn order."""
    order = vocabulary.listed(
        [narration.name(s) for e in narration.take(fx.TurnOrderSet) for s in e.seats]
    )
    params = {"round": effects[-1].round, "players": order}
    narration.remark(_("Round %(round)s begins; turn order: %(players)s.") % params)


def turn_order(narration: Narration, effects: Sequence[fx.TurnOrderSet]) -> None:
    """The turn order where no round begins with it."""
    order = vocabulary.listed([narration.name(seat) for seat in effects[-1].seats])
    narration.remark(_("Turn order: %(players)s.") % {"players": order})


def phase_began(narration: Narration, effects: Sequence[fx.PhaseBegan]) -> None:
    """Only the end of the turns; the other phases are steps with sentences of their own."""
    if effects[-1].phase == "production":
        narration.remark(_("All have passed."))


def resigned(narration: Narration, effects: Sequence[fx.Resigned]) -> None:
    """Players who resign, or whose seat a director has forfeited."""
    for effect in effects:
        if narration.event.origin == "admin":
            what = (
                _("is taken out of the game by a director"),
                _("are taken out of the game by a director"),
            )
        else:
            what = _("resigns"), _("resign")
        narration.say(effect.seat, *what)


PASSES: Final = (
    (
        gettext_noop("passes first and receives %(money)s"),
        gettext_noop("pass first and receive %(money)s"),
    ),
    (
        gettext_noop("passes second and receives %(money)s"),
        gettext_noop("pass second and receive %(money)s"),
    ),
    (
        gettext_noop("passes third and receives %(money)s"),
        gettext_noop("pass third and receive %(money)s"),
    ),
    (
        gettext_noop("passes fourth and receives %(money)s"),
        gettext_noop("pass fourth and receive %(money)s"),
    ),
)
"""By how many players had passed before."""


def passed(narration: Narration, effects: Sequence[fx.Passed]) -> None:
    """Passes, with the place and the money."""
    for place, effect in enumerate(effects, len(narration.state.passed) + 1):
        phrase, own = PASSES[place - 1]
        money = vocabulary.money(narration.received(effect.seat))
        narration.say(effect.seat, _(phrase), _(own), money=money)


def scored(narration: Narration, effects: Sequence[fx.Scored]) -> None:
    """The result, best first."""
    results = []
    for sheet in sorted((e.sheet for e in effects), key=lambda sheet: sheet.rank):
        # Translators: a line of the result, such as "1. Anna with 120 points".
        line = ngettext(
            "%(rank)s. %(who)s with %(n)s point", "%(rank)s. %(who)s with %(n)s points", sheet.total
        )
        total = vocabulary.number(sheet.total)
        results.append(line % {"rank": sheet.rank, "who": narration.name(sheet.seat), "n": total})
    narration.remark(_("%(sentence)s.") % {"sentence": vocabulary.joined(results)})
    for effect in effects:
        if effect.sheet.rating:
            rated = _(vocabulary.RATINGS[effect.sheet.rating])
            narration.remark(_("Solo rank: %(rating)s.") % {"rating": rated})
