"""What a page says when something is refused."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import engine, refusals
from games.engine.clans import all_clans
from games.errors import GameError, InvalidName
from replays.sentences import vocabulary
from web.pages.common.labels import LABELS, label
from web.pages.panel.move_panels import panel_of

SENTENCES: Final[Mapping[str, str | Promise]] = {
    "already_seated": _("You have a seat at this table already."),
    "conflict": _("Somebody else has changed this at the same moment. Look, then try again."),
    "experience_fixed": _(
        "Somebody has opened a word, so what players want cannot be changed any more. Who leaves "
        "the table takes all words off it."
    ),
    "experience_not_asked": _("At this table clans do not go by what players want."),
    "events_per_day": _(
        "Your games have grown by as much as they may in a day: go on with those that run, or come "
        "back later."
    ),
    "forks_per_hour": _("You have branched off many games in the last hour. Wait a while."),
    "game_exists": _("This game is on this server already, or was erased from it."),
    "game_full": _("Every seat of this table is taken."),
    "game_not_open": _("This game has started: its seats are fixed."),
    "game_not_running": _("This game has not started, or is over."),
    "game_too_long": _(
        "This game is very long: nothing can be taken back any more. You can play it to its end."
    ),
    "invalid_message": _("A message is one line of text, and not a long one."),
    "invalid_seats": _("Choose who plays on each seat, and yourself at least once."),
    "key_reused": _("Something else was sent before by this form. Please try again."),
    "messages_per_day": _("You have written as many messages as one may in a day."),
    "malformed": _("This is no standing order."),
    "invalid_word": _(
        "A word is one line of at most 200 characters that can be seen. Choose another one."
    ),
    "no_bot": _("No bot sits on this seat any more."),
    "no_seal": _("Seal your word before any word is opened."),
    "no_such_game": _("There is no such game, or you may not see it."),
    "no_such_version": _("This game has no such event: choose one from the log."),
    "long_game_busy": _(
        "The server is busy with another long game. Please try again in a few seconds."
    ),
    "no_such_offer": _("This seat is not offered to you, or the offer has ended."),
    "no_such_player": _("No user has this name."),
    "not_host": _("Only the host of this table may do that."),
    "not_seated": _("You have no seat at this table."),
    "not_your_seat": _("This seat is not yours."),
    "nothing_to_fork": _("The game is over there: choose an earlier one."),
    "packs_full": _(
        "The games that you have imported or branched off use many values of their own. Delete an "
        "imported one first."
    ),
    "passwords_busy": _(
        "The server is busy with other passwords. Please try again in a few seconds."
    ),
    "resigned": _("You have resigned from this game: it goes on without your decisions."),
    "seat_shared": _("You play several seats of this game: none of them can be handed over."),
    "stale_version": _("The game has moved on meanwhile; this is how it stands now."),
    "still_playing": _("Other people wait for your moves: finish your running games first."),
    "tables_per_hour": _("You have made many tables in the last hour. Wait a while."),
    "taker_seated": _("This player has a seat in this game already."),
    "too_few_players": _("Seats are still free: wait for players, or fill them with bots."),
    "too_many_bot_games": _(
        "Bots play alone in as many games of yours as may at a time: wait until one is over."
    ),
    "too_many_open_tables": _(
        "You host as many waiting tables as one may: start one or close one first."
    ),
    "undo_limit": _(
        "You have taken back as much as one may in a turn: go on with the move that stands."
    ),
    "unknown_bot": _("There is no such bot."),
    "unknown_experience": _("Choose easier, ordinary or harder clans."),
    "version_ahead": _("The game has not come so far yet."),
    "visibility_fixed": _(
        "Others have played in this game: it cannot be shown to more people than before."
    ),
    "word_differs": _(
        "This is not the word that you sealed: every letter, capital, sign and space counts."
    ),
    "words_opened": _(
        "Somebody has opened a word, so no seal can be set or taken away any more. Who leaves the "
        "table takes all words off it."
    ),
    "words_sealed": _("Words are still sealed: their players have to open them first."),
}
"""By code; names tell themselves what is wrong with them."""


def sentence(error: GameError) -> str:
    """A refusal of the services in the language of the page."""
    if isinstance(error, InvalidName):
        text = gettext(error.message)
        return text % error.facts if error.facts else text
    return str(SENTENCES[error.code])


def forbidden(refusal: engine.IllegalMove) -> str:
    """A refusal of the rules in the language of the page, with its words for things."""
    return refusals.sentence(refusal, called=called)


def called(word: str) -> str:
    """What people call a thing of the game; anything else, a space among them, as it is."""
    if word in vocabulary.GOODS:
        return gettext(vocabulary.GOODS[word])
    if word in LABELS:
        return label(word).lower()
    if word in all_clans():
        return vocabulary.clan(word)
    if word in engine.move_types():
        return gettext(panel_of(engine.move_types()[word]).label)
    return word
