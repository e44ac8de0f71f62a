"""Moves explained, by their panels."""

from django.utils.translation import gettext as _

from web.pages.guide.setting import Setting
from web.pages.guide.topic import Example, Topic
from web.pages.panel.move_panels import panels
from web.pages.panel.moves.base import AnyPanel


class MoveTopic(Topic):
    """A type of move."""

    def __init__(self, panel: AnyPanel) -> None:
        self.panel = panel
        self.id = panel.about
        self.rule = panel.rule

    def title(self) -> str:
        return _(self.panel.label)

    def sentences(self, setting: Setting) -> list[str]:
        return self.panel.explanation(setting)

    def example(self, setting: Setting) -> Example:
        return self.panel.example(setting)


def move_topics() -> list[MoveTopic]:
    """Those of all panels that explain their own move."""
    return [MoveTopic(panel) for panel in panels() if panel.about and not panel.topic]
