"""New map sides: each module is drawn from four sides, of which two are new. (IND-SETUP-07)"""

from collections.abc import Collection
from typing import ClassVar

from games.engine.content import Content
from games.engine.errors import InvalidOptions
from games.engine.expansions.base import Expansion
from games.engine.options import Options
from games.engine.terms import gettext_noop


class NewMaps(Expansion):
    """The new sides join those of the base game; sides that are named need no expansion."""

    name: ClassVar[str] = "new_maps"
    label: ClassVar[str] = gettext_noop("New map sides")
    summary: ClassVar[str] = gettext_noop("Two more sides for each of the four map modules.")

    def check_options(self, options: Options, content: Content) -> None:
        if not content.new_sides:
            message = gettext_noop("this content pack has no new map sides")
            raise InvalidOptions("expansions", message, rule="IND-SETUP-07")

    def sides(self, content: Content) -> Collection[str]:
        return content.new_sides
