"""The parts of a table: what touches them, one more of them, and how many places name one."""

import ast
import inspect
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client, RequestFactory
from django.urls import reverse

from games import engine, selectors, services
from games.models import Game
from simulation.random_options import random_options
from simulation.random_play import steps
from tests.marks import first_of, in_one_test
from tests.page_games import game_against_bots, play_to_round
from tests.web.conftest import HTMX, user_of
from web.pages import extensions
from web.pages.extension import PageExtension
from web.pages.table import swaps
from web.pages.table.changes import Changes
from web.pages.table.part import TablePart
from web.pages.table.table import Table
from web.pages.table.table_parts import BASE, AnyPart, install, parts_of

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

NAMES = ("Anna", "Bruce", "Catriona", "Donald")


# --- what touches them ----------------------------------------------------------------------------


@pytest.mark.parametrize("players", first_of([1, 2, 4]))
def test_a_part_that_is_not_touched_stays_as_it_was(players: int) -> None:
    """In random games: a replay and live updates leave such a part alone."""
    kept = dict.fromkeys((part.name for part in BASE if not part.always), 0)
    before: dict[str, object] = {}
    name = f"parts/{players}"
    for state, event in steps(players, name, options=random_options(name, players)):
        table = Table(Game(), state, seat=None, names=NAMES[:players])
        changes = Changes(event.effects)
        for part in (part for part in BASE if part.name in kept):
            shown = part.build(table)
            if part.name in before and not part.touched(changes):
                assert shown == before[part.name], (part.name, event.kind)
                kept[part.name] += 1
            before[part.name] = shown
    assert min(kept.values()) >= 10, kept


def test_every_part_is_touched_when_moves_are_taken_back() -> None:
    assert all(part.touched(Changes([], undone=True)) for part in BASE)
    untouched = {part.name for part in BASE if not part.touched(Changes([]))}
    assert {"board", "market", "exports"} <= untouched


@pytest.mark.long
def test_what_is_taken_back_touches_what_it_touched(anna: Client) -> None:
    """The answer to an undo has the parts that differ by it, and leaves others as they are."""
    game = play_to_round(game_against_bots(user_of(anna), players=3), user_of(anna), 2)
    left = set()
    for line in ("buy 1 wool", "hire", "shipping", "buy 2 milk"):
        buy(anna, game, line)
        seen = game.version
        before = rendered(game)
        services.undo(game_id=game.pk, user=user_of(anna), now=game.active_at)
        game.refresh_from_db()
        after = rendered(game)
        changed = {part.name for part in swaps.changed(table_of(game), seen) or ()}
        differ = {name for name in before if before[name] != after[name]}
        assert differ - {"players", "spaces"} <= changed, line
        left |= before.keys() - changed
    assert {"board", "exports"} <= left


def table_of(game: Game) -> Table:
    """The table as its first player sees it."""
    game = Game.objects.get(pk=game.pk)
    return Table(game, selectors.state_of(game), seat=0, names=NAMES[:3], live=True)


def rendered(game: Game) -> dict[str, str]:
    """Each part by its name."""
    table = table_of(game)
    request = RequestFactory().get("/")
    return {
        part.name: swaps.swaps(request, table, [part])
        for part in parts_of(table)
        if part.place and not part.rebuilds_page
    }


def test_two_parts_cannot_have_the_same_name() -> None:
    with pytest.raises(ValueError, match="same name"):
        install((*BASE, BASE[0]))


# --- one more -------------------------------------------------------------------------------------


class Tally(TablePart[list[str]]):
    """What each player has bought and sold; nothing in the project names it."""

    name = "tally"
    place = "tab"
    label = "Tally"
    linked_in_replay = True
    fields = frozenset({"market"})

    @property
    def template(self) -> str:
        return "tally.html"

    def build(self, table: Table) -> list[str]:
        traded = [sum((*one.buying, *one.selling)) for one in table.state.players]
        return [f"{sign.name}: {number}" for sign, number in zip(table.signs, traded, strict=True)]


class Tallies(PageExtension):
    """Brings the part to every table."""

    def parts(self) -> tuple[AnyPart, ...]:
        return (Tally(),)


@pytest.fixture
def tally(settings: LazySettings) -> Iterator[None]:
    """A part that an expansion would bring, with its template, while the test lasts."""
    (engine,) = settings.TEMPLATES
    settings.TEMPLATES = [engine | {"DIRS": [Path(__file__).parent / "added"]}]
    extensions.assemble((*extensions.SHIPPED, Tallies()))
    yield
    extensions.assemble(extensions.SHIPPED)


@pytest.fixture
def game(anna: Client, tally: None) -> Game:
    """A game in which it is anna's turn."""
    return play_to_round(game_against_bots(user_of(anna), players=2), user_of(anna), 1)


def of(text: str) -> str:
    """The part in some HTML."""
    found = re.search(r'<section id="tally".*?</section>', text)
    assert found is not None
    return found[0]


def buy(client: Client, game: Game, line: str) -> str:
    """The answer to a move of a player."""
    form = {"version": str(game.version), "move": line, "key": line.replace(" ", "-")}
    answer = client.post(reverse("web:play", args=[game.pk]), form, headers=HTMX)
    assert answer.status_code == 200, answer.content
    game.refresh_from_db()
    return answer.content.decode()


def test_an_added_part_is_on_the_page_and_in_the_navigation(anna: Client, game: Game) -> None:
    page = anna.get(f"/games/{game.pk}/").content.decode()
    assert "anna: 0" in of(page)
    assert '<a href="#tally">Tally</a>' in page
    assert re.search(
        r'<label for="tab-tally">Tally</label>\s*<div class="pane"><section id="tally"', page
    )


def test_an_added_part_comes_with_moves_and_live_updates(anna: Client, game: Game) -> None:
    seen = game.version
    refresh = f"/games/{game.pk}/refresh/?since="
    answer = buy(anna, game, "buy 1 wool")
    assert "anna: 1" in of(answer)
    assert "hx-swap-oob" in of(answer)
    assert of(anna.get(f"{refresh}{seen}", headers=HTMX).content.decode()) == of(answer)
    seen = game.version
    services.undo(game_id=game.pk, user=user_of(anna), now=game.active_at)
    game.refresh_from_db()
    assert "anna: 0" in of(anna.get(f"{refresh}{seen}", headers=HTMX).content.decode())
    answer = buy(anna, game, "hire")
    assert 'id="compare"' in answer
    assert 'id="tally"' not in answer


@pytest.mark.long
def test_an_added_part_is_in_the_replay(anna: Client, game: Game) -> None:
    buy(anna, game, "buy 1 wool")
    page = anna.get(f"/games/{game.pk}/replay/?v={game.version}").content.decode()
    assert f'<div id="at-tally" class="at">{of(page)}' in page
    assert "anna: 1" in of(page)
    assert '<a href="#tally">Tally</a>' in page
    moments = json.loads(
        anna.get(reverse("web:moments", args=[game.pk]), {"v": game.version}).content
    )
    # What the players have traded has changed with the last event, and stood there from the first.
    assert "tally" in moments["moments"][0]
    assert "tally" in moments["moments"][game.version - moments["from"]]


# --- places ---------------------------------------------------------------------------------------

ROOT = Path(engine.__file__).parents[2]
FILES = [
    path
    for end in ("py", "html", "js")
    for path in sorted((ROOT / "web").rglob(f"*.{end}"))
    # The tables of tournaments have other parts.
    if "tournaments" not in path.parts
]
USERS = {
    "status": {f"static/web/js/{name}.js" for name in ("live", "fetched", "others")},
    "agree": {"static/web/js/live.js"},
    "draft": {"pages/panel/moves/bidding.py"},
    "spaces": {"static/web/js/spaces.js", "templates/web/replay/board.html"},
    "log": {"pages/table/views.py"},
}
"""What needs one part and no other: scripts read versions and seats off two, the panel of a bid
links to the clans, older pages of the log are asked for, and what is said of a space of the map, in
a replay too, is said in the words of the list."""
MOST = 2


@cache
def text_of(path: Path) -> str:
    """What stands in a file."""
    return path.read_text("utf-8")


def names_part(path: Path, part: AnyPart) -> bool:
    """Whether a file names the class of a part, or the id of its element."""
    text = text_of(path)
    if path.suffix == ".py":
        # Few modules have the word at all.
        return type(part).__name__ in text and type(part).__name__ in {
            node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)
        }
    name = part.name
    ways = rf'id="(at-)?{name}"|#{name}\b|parts/{name}\.html|ById\("{name}"\)|\btable\.{name}\b'
    return re.search(ways, text) is not None


def own_files(part: AnyPart) -> set[Path]:
    """The module and the templates of a part, which are one place."""
    kind: type[Any] = type(part)
    templates = {part.template, part.swap_template, part.replay_template} - {""}
    return {
        Path(inspect.getfile(kind)),
        *(ROOT / "web" / "templates" / template for template in templates),
    }


@in_one_test("part", BASE)
@pytest.mark.long
def test_a_part_is_named_in_two_places(part: AnyPart) -> None:
    """Its own files and the registry; that it needs no other, the tests of ``tally`` say."""
    own = own_files(part)
    assert all(path.exists() for path in own)
    naming = {path for path in FILES if names_part(path, part)} - own
    others = {path.relative_to(ROOT / "web").as_posix() for path in naming}
    assert "pages/table/table_parts.py" in others
    places = 1 + len(others - USERS.get(part.name, set()))
    print(f"places to touch for {part.name}: {places}")
    assert places <= MOST, others
