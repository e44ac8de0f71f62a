"""What came since the viewer's last turn: on the map and in the log."""

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client
from msgspec.structs import replace

from games import engine, selectors, services
from games.engine import effects as fx
from games.models import Game
from replays import stepping
from replays.log import LogLine
from replays.narration import described
from tests.marks import in_one_test
from tests.page_games import game_against_bots, play_to_round
from tests.replays.telling import public
from tests.rules import rule
from tests.scenario import scenario
from tests.web.conftest import HTMX, user_of
from tests.web.positions import table_of
from web.pages.table.parts.log import log_page
from web.pages.table.parts.news import news
from web.pages.table.parts.since import SincePart
from web.pages.table.table import Table

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

NAMES = ("anna", "steward bot 1", "steward bot 2")


def running(host: Client, **options: object) -> Game:
    game = game_against_bots(user_of(host), players=3, **options)  # type: ignore[arg-type]
    return play_to_round(game, user_of(host), 2)


def seen(game: Game, seat: int | None = None) -> Table:
    """The game as somebody sees it."""
    return Table(game, stepping.state_of(game), seat=seat, names=NAMES, live=True)


def deployed_since(game: Game, version: int) -> set[str]:
    """The spaces that units of others stand on and did not at a version, by the states."""
    before, now = (stepping.state_of(game, upto) for upto in (version, game.version))
    taken = {(piece.unit, piece.hex) for player in before.players for piece in player.units}
    others = [piece for player in now.players[1:] for piece in player.units]
    return {piece.hex for piece in others if (piece.unit, piece.hex) not in taken}


def marked(page: str) -> set[str]:
    """The spaces with the mark of what is new."""
    layers = re.findall(r'data-news="(\w+)"[^>]*>(?:<path [^>]*>)?<circle class="(\S+)"', page)
    return {space for space, mark in layers if mark == "new-mark"}


def page_of(client: Client, game: Game) -> str:
    return client.get(f"/games/{game.pk}/").content.decode()


def test_map_marks_what_others_did_since_the_own_last_turn(anna: Client) -> None:
    game = running(anna)
    own = max(
        step.version
        for turn in log_page(seen(game, 0)).turns
        for step in turn.steps
        if turn.sign and turn.sign.seat == 0
    )
    wanted = deployed_since(game, own)
    assert wanted
    assert marked(page_of(anna, game)) == wanted


def test_spectators_see_the_last_move_only(anna: Client, stranger: Client) -> None:
    game = running(anna)
    page = page_of(stranger, game)
    assert marked(page) == set()
    assert len(re.findall(r'data-news="\w+"[^>]*><path class="last-move"', page)) == 1
    assert 'class="new-mark"' not in page


def test_own_move_is_the_last_one_and_nothing_is_new_then(anna: Client) -> None:
    game = running(anna)
    moves = engine.legal_moves(selectors.state_of(game), engine.Seat(0))
    expand = next(move for move in moves if move.type_name() == "expand")
    seen = game.version
    services.play_moves(
        game_id=game.pk, user=user_of(anna), moves=[expand], seen_version=seen, now=game.active_at
    )
    game.refresh_from_db()
    spots = news(selectors.state_of(game), game.version, stepping.events(game))
    assert [(spot.last, spot.new) for spot in spots] == [(True, False)]
    # The layer comes along with every answer, whatever else has changed.
    answer = anna.get(f"/games/{game.pk}/refresh/?since={seen}", headers=HTMX).content.decode()
    layer = answer[answer.index("innerHTML:#news") :]
    assert f'data-news="{spots[0].hex}"' in layer


def test_replay_marks_nothing(anna: Client) -> None:
    game = running(anna)
    page = anna.get(f"/games/{game.pk}/replay/?v={game.version}").content.decode()
    assert 'id="news"' in page
    assert 'class="spot-news"' not in page


def test_names_in_the_log_carry_marks(anna: Client) -> None:
    game = running(anna)
    turns = log_page(seen(game)).turns
    assert any(turn.sign is None for turn in turns)
    for turn in turns:
        for parts in (turn.summary, *(step.parts for step in turn.steps)):
            text = "".join(part.text for part in parts).replace("\u00a0", " ")
            assert text.isprintable()
            for part in parts:
                assert (part.sign is None) == (part.text not in NAMES)
                assert part.sign is None or part.text == part.sign.name
            if turn.sign and parts:
                assert turn.sign in [part.sign for part in parts]


# --- the strip ------------------------------------------------------------------------------------


@rule("CLAN-MACKINTOSH-1")
@in_one_test(
    ("seat", "further", "gain"),
    [
        (1, (), "you +£3"),
        (2, (), ""),
        (2, (fx.GoodsChanged(engine.Seat(2), "wool", 2),), "you +2 wool"),
        (1, (fx.GoodsChanged(engine.Seat(1), "milk", 1),), "you +£3, 1 milk"),
        (1, (fx.MoneyChanged(engine.Seat(1), -5),), ""),
    ],
)
def test_a_chip_shows_what_a_move_of_another_player_brings_the_viewer(
    seat: int, further: tuple[fx.Effect, ...], gain: str
) -> None:
    """In text of its own, which is not cut off where the move is."""
    scene = scenario(clans="campbell mackintosh stewart").put("red", "woodcutter D6")
    scene.put("blue", "miner D8")
    before, count = engine.copy(scene.state), len(scene.events)
    scene.when.play("expand bakery D7")
    event = replace(public(scene.events[count]), version=3, parent=2)
    event.effects.extend(further)
    said = described(before, event, NAMES)
    own = LogLine(1, seat, "player", "hire", "", undone=False, brief=("hires",), event=event)
    theirs = replace(own, version=3, seat=0, text=said.text, brief=said.brief)
    table = table_of(scene.state, seat)
    table.once("recent", lambda: [own, theirs])
    (chip,) = SincePart().build(table)
    assert (chip.brief, chip.gain) == ("places a bakery on D7 for £7", gain)
    shown = {"shown": [chip], "table": table, "hidden": False, "title": "Since"}
    page = render_to_string("web/parts/since.html", shown)
    assert (f'</span> <span class="chip-gain">({gain})</span></a>' in page) == bool(gain)


@rule("PROD-01")
def test_the_strip_sums_up_the_end_of_a_round() -> None:
    """What each step brings the viewer stands beside it; the log's words are its title."""
    scene = scenario(clans="campbell fraser stewart").put("red", "cow D6", "woodcutter E8")
    scene.when.all_pass()
    own = LogLine(
        1, 0, "player", "hire", "", undone=False, brief=("hires",), event=public(scene.events[0])
    )
    found = [own]
    for kind in ("production", "scoring"):
        before = engine.copy(scene.state)
        scene.when.advance(kind)
        event = public(scene.events[-1])
        said = described(before, event, NAMES)
        found.append(
            LogLine(
                event.version, None, "game", kind, said.text, undone=False, brief=(), event=event
            )
        )
    table = table_of(scene.state, 0)
    table.once("recent", lambda: found)
    production, scoring = SincePart().build(table)
    assert (production.brief, production.sign) == ("Production", None)
    assert production.gain.startswith("you +£")
    assert "1 milk" in production.gain
    assert production.sentence.startswith("Production in round ")
    assert scoring.brief == "Scoring"
    shown = {"shown": [production], "table": table, "hidden": False, "title": "Since"}
    assert ">Production</span>" in render_to_string("web/parts/since.html", shown)


def test_an_empty_strip_has_no_title() -> None:
    table = table_of(scenario(clans="campbell fraser stewart").state, 0)
    shown = {"shown": [], "table": table, "hidden": False, "title": "Since"}
    page = render_to_string("web/parts/since.html", shown)
    assert 'id="since"' in page
    assert "Since" not in page
    assert "aria-labelledby" not in page
