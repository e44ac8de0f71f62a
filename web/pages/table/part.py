"""The plain part of a table: every question that pages ask one, with its ordinary answer."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import Struct

from games.engine.effects import Effect
from games.engine.options import Options
from replays.narration.language import one_language
from web.pages.table.changes import Changes
from web.pages.table.table import Table

Place: TypeAlias = Literal[
    "line", "head", "tab", "map", "strip", "info", "modules", "compare", "rail", "dock"
]
"""Where a part stands on the page of a table, in the order of the registry: behind the round,
beside the name of the game, as a tab of the board's place, on the drawing of the map, right below
it, beside the board, as one tab with others in the same place, below both, as a tab of the rail, or
at the lower edge."""
ReplayPlace: TypeAlias = Literal["head", "top", "beside", "middle", "foot"]
"""Where it stands in a replay: in the head, above or among the columns, or below them."""
Shown = TypeVar("Shown")


class Fragment(Struct, frozen=True):
    """A piece of a part that a replay replaces by itself: where ``at-<id>`` or ``<id>`` stands.

    What it shows is ``shown``; as long as that is the same, so is its HTML.
    """

    id: str
    template: str
    shown: object
    known: Mapping[str, object]

    @property
    def html(self) -> str:
        """The piece itself."""
        return render_to_string(self.template, dict(self.known))


class TablePart(Generic[Shown]):
    """A part that stands on the page of every table and in every replay.

    A part is one class, beside what it builds, and one template; ``table_parts`` has them in order.
    The template is given the ``table``, what the part has built as ``shown``, its ``title``, and
    whether it is ``hidden``. Its outermost element has the id ``name``, and ``hx-swap-oob`` where
    ``oob`` is true.
    """

    name: ClassVar[str]
    place: ClassVar[Place | None]
    """None where only replays show it."""
    replay_place: ClassVar[ReplayPlace] = "middle"
    label: ClassVar[str] = ""
    """The name of its tab and of the link to it; empty without either."""
    heading: ClassVar[str] = ""
    """What stands above it, where that is not the label."""
    in_replay: ClassVar[bool] = True
    shows_moves: ClassVar[bool] = False
    """Whether the moves of others are shown on it, one by one, on the page of the table."""
    linked_in_replay: ClassVar[bool] = False
    """Whether the navigation of a replay has a link to it too."""
    fetched: ClassVar[bool] = False
    """Whether the page has only a link in its place, and fetches it when it is looked at, and anew
    after moves: what is long and seldom read."""

    # --- what touches it -------------------------------------------------------------------------

    fields: ClassVar[frozenset[str]] = frozenset()
    """The fields of the view that it shows."""
    effects: ClassVar[tuple[type[Effect], ...]] = ()
    """Effects that change it, where the field as a whole would be too much."""
    always: ClassVar[bool] = False
    """Whether every event may change it: it says who has to decide, or what happened."""
    without_events: ClassVar[bool] = False
    """Whether it may change although nothing has happened in the game."""
    rebuilds_page: ClassVar[tuple[type[Effect], ...]] = ()
    """Effects after which the page is loaded anew, because of this part: it is never replaced."""

    def touched(self, changes: Changes) -> bool:
        """Whether it may differ from what it was before some changes."""
        if self.always or changes.everything or changes.touch(*self.effects):
            return True
        return not self.fields.isdisjoint(changes.fields)

    # --- what it shows ---------------------------------------------------------------------------

    def in_play(self, options: Options) -> bool:
        """Whether tables with these options have it."""
        return True

    def build(self, table: Table) -> Shown:
        """What its template shows."""
        raise NotImplementedError

    def shown(self, table: Table) -> Shown:
        """The same, built once for a table."""
        with one_language():
            return table.once(self.name, lambda: self.build(table))

    def hidden(self, table: Table) -> bool:
        """Whether there is nothing to see of it now."""
        return False

    def title(self, table: Table) -> str:
        """What stands above it."""
        return _(self.heading or self.label)

    def opens(self, table: Table) -> bool:
        """Whether its tab is open when the page is loaded."""
        return False

    def link(self, table: Table) -> str:
        """What leads to it in the navigation; empty where nothing does."""
        return "" if self.hidden(table) or not self.label else _(self.label)

    # --- how it is rendered ----------------------------------------------------------------------

    swap_template: ClassVar[str] = ""
    """The template of what a change replaces, where that is not all of the part."""
    replay_template: ClassVar[str] = "web/replay/part.html"
    """The template of its place in a replay, which is given its ``fragments`` too."""

    @property
    def template(self) -> str:
        """The template of the part on its page."""
        return f"web/parts/{self.name}.html"

    def context(self, table: Table) -> dict[str, Any]:
        """What its templates are given."""
        return {
            "table": table,
            "shown": self.shown(table),
            "title": self.title(table),
            "hidden": self.hidden(table),
        }

    def page_context(self, table: Table) -> dict[str, Any]:
        """What its template is given as the page comes, such as the address of a fetched one."""
        if not self.fetched:
            return self.context(table)
        later = reverse("web:part", args=[table.game.pk, self.name])
        return {"table": table, "title": self.title(table), "later": later}

    def fragments(self, table: Table) -> Iterator[Fragment]:
        """The pieces that a replay replaces by themselves; ordinarily the part is one."""
        yield Fragment(self.name, self.template, self.shown(table), self.context(table))
