"""What is processed in production."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import engine
from games.engine.moves.producing import Produce
from games.engine.recorder import Recorder
from games.engine.rules import production
from games.engine.rules.answers import FieldChoice, ProduceAnswer
from games.engine.rules.income import MADE_IN, yields
from games.engine.terms import Hex
from replays.narration import vocabulary
from web.pages import clans
from web.pages.guide.difference import difference
from web.pages.guide.setting import ROUNDS, YOU, Setting
from web.pages.guide.strip import BECOMES, Cell, Strip, joined, sign
from web.pages.guide.topic import Example
from web.pages.panel.changes import changes
from web.pages.panel.moves.base import MovePanel
from web.pages.panel.steps import PLAIN, Path, Route, Step, Way
from web.pages.panel.structs import Choice, Dial, NumberForm, Preview

MOST_WORDS: Final = 100
"""More than a choice of a clan can have in an address."""

MADE_OF: Final[Mapping[str, str]] = {
    "cheese": gettext_noop("from 1 milk each"),
    "bread": gettext_noop("from 1 grain each"),
    "whisky": gettext_noop("from 1 grain each"),
}


class ProducePanel(MovePanel[Produce]):
    """An answer to production: numbers of goods, and what the clan adds."""

    move: type[Produce] = Produce
    kind = "produce"
    label = gettext_noop("Process goods")
    numbers_from = "cheese"
    explained = (
        gettext_noop("In production workers earn money, and animals and fields give goods."),
        gettext_noop("Then each building may turn one good into a processed one."),
        gettext_noop("Goods that you keep can be sold, delivered or processed later."),
    )

    def explanation(self, setting: Setting) -> list[str]:
        """With the order in which players choose. (PROD-10, IND-AWARD-07)"""
        said = [*super().explanation(setting), _("All players choose at the same time.")]
        if _last_in_turn(setting):
            said.append(
                _(
                    "In the last production they choose one after the other in the order of "
                    "passing; each choice is open and final."
                )
            )
        return said

    def example(self, setting: Setting) -> Example:
        """What units give, and what a building makes of what."""
        given = [
            [Cell(symbol=unit), Cell(str(number), good, "here")]
            for unit, (good, number) in yields(setting.content)
        ]
        made = []
        for number, (good, building) in enumerate(MADE_IN.items()):
            cheese, bread, whisky = (int(place == number) for place in range(len(MADE_IN)))
            before = setting.sample()
            after = engine.copy(before)
            production.process(Recorder(after), YOU, ProduceAnswer(cheese, bread, whisky))
            taken = [amount.symbol for amount in difference(before, after).out]
            made.append([Cell(symbol=building), *(Cell("1", symbol) for symbol in taken)])
            made[-1] += [BECOMES, Cell("1", good, "here")]
        rows = [joined(given, between=sign("")), *made]
        return Example(Strip(rows), _("What one unit gives, and what one building makes."))

    def routes(self, move: Produce) -> Iterator[Route]:
        made = (("cheese", move.cheese), ("bread", move.bread), ("whisky", move.whisky))
        chosen = [_in_words(page.choice, value) for page, value in clans.chosen(move.clan)]
        extra = " ".join(chosen) or PLAIN
        yield (*(Step(good, str(amount)) for good, amount in made), Step("extra", extra))

    def choice_label(self, state: engine.State, kind: str, value: str) -> str:
        if kind != "extra":
            return super().choice_label(state, kind, value)
        if value == PLAIN:
            return _("Nothing")
        name, *words = value.split(" ")
        return clans.choosing()[name].choice_label(state, _chosen(words))

    def chosen(self, state: engine.State, kind: str, value: str) -> str:
        if (kind, value) == ("extra", PLAIN):
            return _("Nothing else")
        return super().chosen(state, kind, value)

    def form(
        self, state: engine.State, decision: engine.Decision, path: list[str], ways: list[Way]
    ) -> NumberForm:
        """They start at what makes most, and then at what nearly everybody wants of the clan."""
        extras = _grouped(sorted({way.route[4] for way in ways}, key=_nothing_first))
        places = {step: place for place, step in enumerate(extras)}
        wanted = {step: _wanted(state, decision.seat, step) for step in extras}

        def worth(way: Way) -> tuple[bool, int, int, int]:
            *made, extra = way.route[1:5]
            number = sum(int(step.value) for step in made)
            return wanted[extra] >= 0, number, wanted[extra], -places[extra]

        best = max(ways, key=worth)
        dials = []
        for place, (good, made_of) in enumerate(MADE_OF.items(), start=1):
            most = max(int(way.route[place].value) for way in ways)
            name = _(vocabulary.GOODS[good]).capitalize()
            dials.append(Dial(name, 0, most, int(best.route[place].value), _(made_of)))
        shown = [
            Choice(
                "extra",
                step.value,
                self.choice_label(state, step.kind, step.value),
                _detail(state, step),
            )
            for step in extras
        ]
        return NumberForm(
            path,
            dials,
            shown,
            title=_title(extras),
            extra=best.route[4].value,
            extra_groups=[_group(step) for step in extras],
        )

    def with_numbers(self, path: Path) -> Produce:
        cheese, bread, whisky = (_number(value) for value in (*path[1:4], "", "", "")[:3])
        name, *words = "".join(path[4:5]).split()[:MOST_WORDS] or [PLAIN]
        chosen = {name: _plain(words)} if name in clans.choosing() else {}
        try:
            return Produce.build(cheese=cheese, bread=bread, whisky=whisky, clan=chosen)
        except engine.MalformedMove:
            return Produce(cheese, bread, whisky)

    def hides(self, state: engine.State) -> bool:
        return True

    def hidden_preview(
        self, state: engine.State, decision: engine.Decision, move: Produce
    ) -> Preview:
        """The goods made and the stock that is left; the answers of others are left out."""
        after = engine.copy(state)
        after.secret = None
        in_turn = production.in_turn(state)
        production.process(Recorder(after), decision.seat, move.answer())
        return Preview(
            text=produced(state, move),
            notation=move.notation(),
            changes=changes(state, after, decision.seat),
            next=[
                _("Your goods are processed at once.")
                if in_turn
                else _("You can change this until all have chosen.")
            ],
            final=in_turn,
            after=after,
        )


def _last_in_turn(setting: Setting) -> bool:
    """Whether the last production of such a game goes in the order of passing. (IND-AWARD-07)"""
    last = setting.sample()
    last.options, last.round = setting.options, ROUNDS
    return production.in_turn(last)


def _nothing_first(step: Step) -> tuple[bool, int, str]:
    """The order of the choices of a clan: nothing, then the shorter ones."""
    return step.value != PLAIN, len(step.value.split(" ")), step.value


def _group(step: Step) -> str:
    """What stands above a choice of a clan and those like it."""
    if step.value == PLAIN:
        return ""
    name, *words = step.value.split(" ")
    return clans.choosing()[name].choice_group(_chosen(words))


def _detail(state: engine.State, step: Step) -> str:
    """What a choice of a clan takes and gives."""
    if step.value == PLAIN:
        return ""
    name, *words = step.value.split(" ")
    return clans.choosing()[name].choice_detail(state, _chosen(words))


def _grouped(extras: list[Step]) -> list[Step]:
    """The choices of a clan with those of a group together, in the order of the first of each."""
    groups = list(dict.fromkeys(map(_group, extras)))
    return sorted(extras, key=lambda step: groups.index(_group(step)))


def _wanted(state: engine.State, seat: engine.Seat, step: Step) -> int:
    """How gladly nearly everybody chooses what the clan adds, see ``ClanPage.wanted``."""
    if step.value == PLAIN:
        return 0
    name, *words = step.value.split(" ")
    return clans.choosing()[name].wanted(state, seat, _chosen(words))


def _title(extras: list[Step]) -> str:
    """What is chosen beside goods, in a word or two."""
    names = {step.value.split(" ")[0] for step in extras if step.value != PLAIN}
    titles = {clans.choosing()[name].choice_title for name in names if name in clans.choosing()}
    return _(titles.pop()) if len(titles) == 1 and all(titles) else _("Also")


def produced(state: engine.State, move: Produce) -> str:
    """The goods of an answer to production."""
    made = {"cheese": move.cheese, "bread": move.bread, "whisky": move.whisky}
    parts = [vocabulary.taken(good, number) for good, number in made.items() if number]
    chosen = clans.chosen(move.clan)
    parts += filter(None, (page.produced(value) for page, value in chosen))
    done = [sentence for page, value in chosen for sentence in page.done(state, value)]
    goods = vocabulary.listed(parts) if parts else _("nothing")
    said = [] if done and not parts else [_("You make %(goods)s.") % {"goods": goods}]
    return vocabulary.sentences([*said, *done])


def _in_words(name: str, chosen: FieldChoice) -> str:
    """What is chosen of a field, as a step in an address."""
    if chosen is True:
        return name
    return " ".join((name, *(chosen if isinstance(chosen, tuple) else [str(chosen)])))


def _chosen(words: list[str]) -> FieldChoice:
    """What such words after the name of a field say."""
    spaces = tuple(Hex(word) for word in words if not word.isdecimal())
    return spaces or int(*words or "1")


def _plain(words: list[str]) -> Any:
    """The same as it stands in a move: true, a number or a list."""
    return True if not words else _number(words[0]) if words[0].isdecimal() else words


def _number(value: str) -> int:
    """A number out of an address, within what production may name; 0 for anything else."""
    return min(int(value), 99) if value.isdecimal() and len(value) < 4 else 0
