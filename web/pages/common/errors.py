"""What a page says when something is refused."""

from django.utils.translation import gettext

from games import engine, refusals
from games.engine.clans import all_clans
from games.errors import GameError, InvalidName
from replays.narration import vocabulary
from web.pages.common.labels import LABELS, label
from web.pages.panel.move_panels import panel_of
from web.pages.panel.step_labels import UPGRADES


def sentence(error: GameError) -> str:
    """A refusal of the services in the language of the page; one without a text as it is."""
    if isinstance(error, InvalidName):
        text = gettext(error.message)
        return text % error.facts if error.facts else text
    return gettext(error.text) if error.text else str(error)


def forbidden(refusal: engine.IllegalMove) -> str:
    """A refusal of the rules in the language of the page, with its words for things."""
    return refusals.sentence(refusal, called=called)


def called(word: str) -> str:
    """What people call a thing of the game; anything else, a space among them, as it is."""
    if word in vocabulary.GOODS:
        return gettext(vocabulary.GOODS[word])
    if word in LABELS:
        return label(word).lower()
    if word in UPGRADES:
        return gettext(UPGRADES[word]).lower()
    if word in all_clans():
        return vocabulary.clan(word)
    if word in engine.move_types():
        return gettext(panel_of(engine.move_types()[word]).label)
    return word
