"""What the panel is made of, as its templates see it."""

from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlencode

from msgspec import Struct

from games import engine
from web.pages.common.pieces import Amount


class Change(Struct, frozen=True):
    """Something of the player's own, before and after."""

    name: str
    before: str
    after: str


class PricePart(Struct, frozen=True):
    """A part of a price, or its sum; ``less`` tells that it makes it cheaper."""

    name: str
    money: str
    less: bool = False
    total: bool = False


class Card(Struct, frozen=True):
    """A contract as a card."""

    number: int
    asks: str
    gives: str


class Refusal(Struct, frozen=True):
    """The rule by which something is not possible, and what it says."""

    rule: str
    text: str


class ValueAnswer(Struct, frozen=True):
    """What is said of a value that was asked about; without a refusal it can be chosen."""

    value: str
    text: str
    rule: str = ""


class Preview(Struct, frozen=True, kw_only=True):
    """A move that waits to be confirmed: what it says, costs and changes, how it is posted.

    ``facts`` are sentences about it, ``next`` what it leads to; ``final`` tells that it cannot be
    taken back, ``may_end`` that the turn can end right after it. ``after`` is the state then,
    without secrets; None where a move hides it.
    """

    text: str
    notation: str
    facts: Sequence[str] = ()
    price: Sequence[PricePart] = ()
    changes: Sequence[Change] = ()
    next: Sequence[str] = ()
    final: bool = False
    may_end: bool = False
    after: engine.State | None = None


class Light(Struct, frozen=True):
    """Where a choice lies on the table: the ``data-light`` of an element that leads to it too.

    ``word`` and ``price`` are written there, as far as they are not empty.
    """

    on: str
    word: str = ""
    price: str = ""


class Start(Struct, frozen=True):
    """Something on the table with which a move may begin, whatever has been chosen so far.

    It is a space, or what bears a ``data-light``; ``word`` is written there.
    """

    label: str
    query: str
    hex: str = ""
    on: str = ""
    word: str = ""


class Added(Struct, frozen=True):
    """A part of a price by itself, and the mark for it where there is room for no more."""

    text: str
    mark: str = ""


class Choice(Struct, frozen=True):
    """One thing to choose; ``refusal`` says why it cannot be, ``hex`` is its space.

    ``detail`` is its price, ``added`` a part of that, ``left`` what the player has after paying it.
    ``light`` is where else it lies on the table. ``hint`` explains it to somebody who is new,
    ``topic`` at length, ``rule`` is where it is laid down, ``ground`` what a space is made of.
    """

    kind: str
    value: str
    label: str
    detail: str = ""
    added: Added | None = None
    left: str = ""
    query: str = ""
    hint: str = ""
    texts: Sequence[str] = ()
    rule: str = ""
    topic: str = ""
    card: Card | None = None
    hex: str | None = None
    ground: str = ""
    light: Light | None = None
    refusal: Refusal | None = None


class ChoiceGroup(Struct, frozen=True):
    """Choices that belong together."""

    name: str
    choices: list[Choice]


class Crumb(Struct, frozen=True):
    """A choice that was made, with the way back to before it; None where there was no other."""

    label: str
    query: str | None


class Direct(Struct, frozen=True):
    """A move that is made with one button, or by ``query`` after its preview."""

    kind: str
    label: str
    notation: str
    query: str | None = None


class Dial(Struct, frozen=True):
    """A number to be set, with what it starts at; ``hint`` says what it takes."""

    name: str
    least: int
    most: int
    value: int
    hint: str = ""


class NumberForm(Struct, frozen=True):
    """Numbers that are set all at once; ``before`` are the values of the path up to here.

    ``title`` stands above ``extras``, which start at the value ``extra``;
    ``extra_groups`` has for each of them what stands above those that belong together, if anything.
    ``see`` is a part of the page to look at first: its id, and what the link to it is called.
    """

    before: list[str]
    dials: list[Dial]
    extras: list[Choice]
    title: str = ""
    extra: str = ""
    extra_groups: Sequence[str] = ()
    see: tuple[str, str] | None = None

    @property
    def grouped(self) -> list[tuple[str, list[Choice]]]:
        """The extras by what stands above them, which is empty for those without a group."""
        groups = self.extra_groups or [""] * len(self.extras)
        found: dict[str, list[Choice]] = {}
        for group, extra in zip(groups, self.extras, strict=True):
            found.setdefault(group, []).append(extra)
        return [*found.items()]


class Panel(Struct):
    """What a seat can do now.

    ``explained`` says what the open decision is about, ``tips`` what a beginner may do first,
    ``topic`` explains the kind of move that is chosen.
    ``asked`` is the answer to a question why. ``spots`` are the spaces that have been chosen or
    that the preview is about, ``held`` is what the player has. ``chosen`` are the elements of the
    table that stand for what has been chosen, by ``data-light``; ``starts`` are those with which
    another move may begin. ``groups`` beside a ``preview`` are what could be added to that move.
    ``main`` is set for a main action, also for a further one.
    """

    decision: int
    main: bool
    heading: str
    question: str
    query: str
    path: list[str]
    crumbs: list[Crumb]
    groups: list[ChoiceGroup]
    direct: list[Direct]
    explained: str = ""
    rule: str = ""
    topic: str = ""
    hint: str = ""
    tips: Sequence[str] = ()
    form: NumberForm | None = None
    preview: Preview | None = None
    back: str | None = None
    note: str = ""
    asked: ValueAnswer | None = None
    spots: Sequence[str] = ()
    chosen: Sequence[str] = ()
    answered: bool = False
    held: Sequence[Amount] = ()
    starts: Sequence[Start] = ()

    @property
    def asks(self) -> bool:
        """Whether its question is shown; the heading of a main action asks which one it is."""
        return bool(self.crumbs or self.path) or not self.main

    @property
    def first(self) -> bool:
        """Whether nothing has been chosen yet: there is no way back, but to do without."""
        return self.back is None

    @property
    def spaces(self) -> list[Choice]:
        """The spaces that can be chosen; none where something else is chosen."""
        return [one for group in self.groups for one in group.choices if one.hex]

    @property
    def start_spaces(self) -> list[Start]:
        """The spaces with which a move may begin; none where spaces are chosen anyway."""
        return [] if self.spaces else [one for one in self.starts if one.hex]

    @property
    def start_query(self) -> str:
        """What comes before the space in the addresses of those; empty without any."""
        return next((one.query.removesuffix(one.hex) for one in self.start_spaces), "")

    @property
    def lit(self) -> int | None:
        """How many spaces can be chosen; None where something else is chosen."""
        return len(self.spaces) or None


def query_of(path: Sequence[str]) -> str:
    """A path as it stands in an address."""
    return "&".join(map(_written, path))


@lru_cache(maxsize=1024)
def _written(value: str) -> str:
    return urlencode({"p": value})
