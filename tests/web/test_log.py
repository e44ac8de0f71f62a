"""The log of a table: a line for each turn, what it hides and finds, what others did meanwhile."""

import re
from collections.abc import Sequence

import pytest
from django.test import Client
from msgspec.structs import replace

from games import engine, selectors, services
from games.engine import effects as fx
from games.engine.decisions import MainActionDecision
from games.models import Game
from replays import stepping
from replays.log import LogLine
from replays.stepping import PublicEvent
from tests.marks import in_one_test
from tests.page_games import game_against_bots, play_to_round
from tests.rules import rule
from tests.web.conftest import HTMX, user_of
from web.pages.common.pieces import signs
from web.pages.table import log_lines
from web.pages.table.log_query import LogQuery
from web.pages.table.parts.log import LogPage, log_page
from web.pages.table.table import Table

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

NAMES = ("anna", "steward bot 1", "steward bot 2")
END = fx.TurnBegan(engine.Seat(1), 9)
PAID = fx.MoneyChanged(engine.Seat(0), -4)
OPENED = fx.DecisionOpened(MainActionDecision(9, engine.Seat(1)))
"""Events lead to a decision too, the end of a turn as well as others."""


def line(
    version: int,
    seat: int | None,
    *effects: fx.Effect,
    undone: bool = False,
    origin: str = "player",
    parent: int | None = None,
    kind: str = "hire",
) -> LogLine:
    """An event that hires somebody, or does what the effects say."""
    who = None if seat is None else engine.Seat(seat)
    back = version - 1 if parent is None else parent
    event = PublicEvent(version, back, who, origin, kind, None, [*(effects or (PAID,)), OPENED])
    brief = () if seat is None else (f"does {version}",)
    return LogLine(version, seat, origin, kind, f"It is {version}.", undone, brief, event)


def versions(found: Sequence[LogLine]) -> list[int]:
    return [one.version for one in found]


# --- pure -----------------------------------------------------------------------------------------


def test_a_turn_is_what_a_player_did_in_a_row() -> None:
    lines = [
        line(2, 0),
        line(3, 0),
        line(4, 0, END),
        line(5, 0),
        line(6, 1),
        line(7, None),
        line(8, None),
        line(9, 1, END),
    ]
    found = [versions(turn) for turn in log_lines.turns(lines)]
    # Alone one has turn after turn; a turn in which nothing else happened is still told.
    assert found == [[2, 3], [5], [6], [7], [8], [9]]


def test_a_turn_is_summed_up_in_one_sentence() -> None:
    turn = [line(2, 0), line(3, 0, undone=True), line(4, 0)]
    assert log_lines.summary(turn, NAMES) == "anna does 2 and does 4."
    assert log_lines.summary(turn[1:2], NAMES) == "anna does 3."
    assert log_lines.summary([line(5, None)], NAMES) == ""


@rule("CLAN-MACKINTOSH-1")
def test_what_others_gain_by_a_turn_stands_behind_it() -> None:
    turn = [replace(line(2, 0), others=("bo gains.",)), line(3, 0)]
    assert log_lines.summary(turn, NAMES) == "anna does 2 and does 3. bo gains."


@in_one_test(
    ("given", "said"),
    [
        # The first turn may have begun before, so its end may be all that is seen of it.
        ([line(4, 2, END), line(5, 0), line(6, 0, END), line(7, 1, END), line(8, 2)], [5, 7, 8]),
        ([line(4, 2), line(5, 2, END), line(6, 0)], [4, 6]),
        ([line(4, 2, END)], [4]),
        ([line(5, 0, undone=True), line(6, 0, END, parent=4)], [5, 6]),
        ([line(3, 1), line(4, 0), line(5, 0, undone=True), line(6, 0, END)], [3, 4, 5]),
        ([], []),
    ],
)
def test_only_what_is_shown_gets_a_sentence(given: list[LogLine], said: list[int]) -> None:
    assert sorted({*versions(log_lines.in_turns(given))}) == said
    hidden, all_ = log_lines.turns(log_lines.holding(given)), log_lines.turns(given)
    ever = {one.version for turn in (*hidden[1:], *all_[1:]) for one in turn}
    assert ever <= {*said}


def test_others_moves_since_the_own_last_turn() -> None:
    lines = [line(2, 1), line(3, 0), line(4, 0, END), line(5, 1), line(6, None), line(7, 2)]
    assert versions(log_lines.since_last_turn(lines, 0, decides=True)) == [5, 7]
    # While one decides, what one has done in this turn already does not count as a turn.
    going_on = [*lines, line(8, 0), line(9, 0)]
    assert versions(log_lines.since_last_turn(going_on, 0, decides=True)) == [5, 7]
    assert log_lines.since_last_turn([*going_on, line(10, 0, END)], 0, decides=False) == []
    assert log_lines.since_last_turn([*going_on, line(10, 0, END)], 0, decides=True) == []


def test_the_end_of_a_round_is_among_what_came_since_the_own_last_turn() -> None:
    """What one chooses to process belongs to it, and is no turn."""
    lines = [
        line(2, 0, END),
        line(3, 1),
        line(4, None, kind="production"),
        line(5, 0, kind="produce"),
        line(6, None, kind="processing"),
        line(7, None, kind="scoring"),
        line(8, None, kind="preparation"),
    ]
    assert versions(log_lines.since_last_turn(lines, 0, decides=True)) == [3, 4, 6, 7]
    assert versions(log_lines.since_last_turn(lines[:4], 0, decides=False)) == [3, 4]
    assert log_lines.has_last_turn(lines, 0, decides=True)
    assert not log_lines.has_last_turn(lines[1:], 0, decides=True)


def test_the_own_last_turn_is_there_or_not() -> None:
    """What one does now, or did not do oneself, is no last turn."""
    others = [line(5, 1), line(6, None), line(7, 2, END), line(8, 0, origin="standing_order")]
    own = [line(3, 0), line(4, 0, END)]
    now = [line(9, 2, END), line(10, 0)]
    for decides in (True, False):
        assert log_lines.has_last_turn([*own, *others], 0, decides=decides)
        assert not log_lines.has_last_turn(others, 0, decides=decides)
    assert not log_lines.has_last_turn([*others, *now], 0, decides=True)
    assert log_lines.has_last_turn([*others, *now], 0, decides=False)
    undone = [line(3, 0, undone=True), line(4, 0, parent=2)]
    assert not log_lines.has_last_turn([*undone, *others], 0, decides=True)


def test_what_was_taken_back_or_shows_nothing_is_no_move() -> None:
    lines = [
        line(4, 0, END),
        line(5, 1, undone=True),
        line(6, 1, parent=4),
        line(7, 1),
        line(8, 1, END),
        line(9, 0, origin="standing_order"),
        line(10, None),
    ]
    assert versions(log_lines.since_last_turn(lines, 0, decides=True)) == [7]


def test_a_place_stays_with_its_name() -> None:
    """In the result, where a line ends between them otherwise."""
    text = "1. {} with 60 points, 2. {} with 9 points.".format(
        *(log_lines.NAME % (seat, NAMES[seat]) for seat in (0, 1))
    )
    parts = list(log_lines.parts_of(text, signs(NAMES)))
    assert [part.text for part in parts if part.sign] == ["anna", "steward bot 1"]
    assert parts[0].text == "1.\u00a0"
    assert parts[2].text.endswith(" 2.\u00a0")
    tile = f"Round 1 is scored by tile 2. {log_lines.NAME % (0, NAMES[0])} gains Glory."
    assert next(log_lines.parts_of(tile, signs(NAMES))).text.endswith("tile 2. ")


def test_addresses_are_read_and_what_makes_no_sense_is_left_out() -> None:
    given = {"upto": "40", "who": "2", "what": "market", "undone": "show"}
    query = LogQuery.read(given.get)
    assert query == LogQuery(40, 2, "market", undone=True)
    assert query.address() == "upto=40&who=2&what=market&undone=show"
    assert query.address(upto=None, who=None, undone=False) == "what=market"
    wrong = {"upto": "x", "who": "-1", "what": "", "undone": "no"}
    assert LogQuery.read(wrong.get) == LogQuery()


# --- of a game ------------------------------------------------------------------------------------


@pytest.fixture
def game(anna: Client) -> Game:
    """A game in its third round, in which it is anna's turn."""
    return play_to_round(game_against_bots(user_of(anna), players=3), user_of(anna), 3)


def page_of(game: Game, query: LogQuery = LogQuery(), seat: int | None = 0) -> LogPage:  # noqa: B008
    state = stepping.state_of(game)
    return log_page(Table(game, state, seat=seat, names=NAMES, live=True, log=query))


def shown(page: LogPage) -> list[int]:
    return [step.version for turn in page.turns for step in turn.steps]


def test_pages_lead_through_the_whole_game(anna: Client, game: Game) -> None:
    read: list[int] = []
    page, upto = page_of(game), game.version
    while True:
        read += sorted(shown(page), reverse=True)
        assert len(page.turns) <= 12
        found = re.search(r"upto=(\d+)", page.older)
        if not found:
            break
        assert int(found[1]) < upto
        upto = int(found[1])
        page = page_of(game, LogQuery(upto=upto))
        assert page.newest == ""
    ends = {one.version for one in stepping.events(game) if not log_lines.shows(one)}
    assert ends
    assert {*read} | ends == {*range(1, game.version + 1)}
    assert read == sorted({*read}, reverse=True)


def test_filters_by_player_and_by_kind(anna: Client, game: Game) -> None:
    of_bot = page_of(game, LogQuery(who=1))
    assert of_bot.turns
    assert {turn.sign.seat for turn in of_bot.turns if turn.sign} == {1}
    assert all(turn.sign for turn in of_bot.turns)
    events = {event.version: event for event in stepping.events(game)}
    for kind in log_lines.KINDS:
        for turn in page_of(game, LogQuery(what=kind.name)).turns:
            effects = [one for step in turn.steps for one in events[step.version].effects]
            assert any(isinstance(one, kind.effects) for one in effects)
    assert page_of(game, LogQuery(what="board")).turns
    assert page_of(game, LogQuery(what="nothing-is-called-that")).turns == []
    answer = anna.get(f"/games/{game.pk}/log/?who=1&what=board", headers=HTMX).content.decode()
    assert 'data-query="who=1&amp;what=board"' in answer
    assert answer.count('aria-current="true"') == 2


def test_undone_moves_are_hidden_until_they_are_asked_for(anna: Client, game: Game) -> None:
    moves = engine.legal_moves(selectors.state_of(game), engine.Seat(0))
    expand = next(move for move in moves if move.type_name() == "expand")
    user, seen = user_of(anna), game.version
    services.play_moves(
        game_id=game.pk, user=user, moves=[expand], seen_version=seen, now=game.active_at
    )
    services.undo(game_id=game.pk, user=user, now=game.active_at)
    game.refresh_from_db()
    assert not {seen + 1, seen + 2} & {*shown(page_of(game))}
    assert {seen + 1, seen + 2} <= {*shown(page_of(game, LogQuery(undone=True)))}
    for name, hidden in (("", True), ("?undone=show", False)):
        page = anna.get(f"/games/{game.pk}/{name}").content.decode()
        assert ("taken back" not in page[page.index('id="log"') :]) == hidden


@pytest.mark.long
def test_every_line_of_every_page_has_its_sentence(anna: Client, game: Game) -> None:
    """Wherever a page begins, with a move that was taken back and without."""
    moves = engine.legal_moves(selectors.state_of(game), engine.Seat(0))
    hire = next(move for move in moves if move.type_name() != "pass")
    user, seen = user_of(anna), game.version
    services.play_moves(
        game_id=game.pk, user=user, moves=[hire], seen_version=seen, now=game.active_at
    )
    services.undo(game_id=game.pk, user=user, now=game.active_at)
    game.refresh_from_db()
    for upto in range(1, game.version + 1):
        for undone in (False, True):
            turns = page_of(game, LogQuery(upto=upto, undone=undone)).turns
            lines = [step for turn in turns for step in turn.steps]
            assert not [step.version for step in lines if not step.parts], (upto, undone)


def test_a_log_that_is_kept_as_it_is(anna: Client, game: Game) -> None:
    """What comes live and with a move has the reader's filter, but no older page."""
    path = f"/games/{game.pk}/refresh/?since={game.version - 1}"
    answer = anna.get(path, headers={**HTMX, "Log-Query": "who=2&undone=show"}).content.decode()
    assert 'data-query="who=2&amp;undone=show"' in answer


def test_a_filter_that_is_taken_off_is_off(anna: Client, game: Game) -> None:
    """What the script has kept is the filter before: the address of the link alone says which."""
    kept = {**HTMX, "Log-Query": "who=2&what=board&undone=show"}
    answer = anna.get(f"/games/{game.pk}/log/?what=board", headers=kept).content.decode()
    assert 'data-query="what=board"' in answer
    answer = anna.get(f"/games/{game.pk}/log/", headers=kept).content.decode()
    assert 'data-query=""' in answer


def test_sentences_say_what_they_are_about(anna: Client, game: Game) -> None:
    """The space, the price, the contract; and a contract's number has its card."""
    page = anna.get(f"/games/{game.pk}/?what=board").content.decode()
    log = page[page.index('id="log"') :]
    assert re.search(r'data-v="\d+" data-hexes="[A-Z]\d+"', log)
    page = anna.get(f"/games/{game.pk}/?what=contracts").content.decode()
    log = page[page.index('id="log"') :]
    named = {*re.findall(r"contract-(\d+)", "".join(re.findall(r'data-about="([^"]*)"', log)))}
    cards = {*re.findall(r'class="contract-no" data-card="\[(\d+),', log)}
    assert named & cards


def test_names_hold_no_marks() -> None:
    """As those of an imported game might."""
    for name in ("a\ue001\ue002x\ue003", "\ue001\ue000zb\ue001", "\ue002", "\ue000" * 100):
        (sign,) = signs([name])
        (part, rest) = log_lines.parts_of(f"{log_lines.marked_name(sign)} passes.", [sign])
        assert (part.sign, rest.text) == (sign, " passes.")
        assert not set(part.text) & {chr(one) for one in log_lines.SIGNS}


def test_moves_are_shown_on_parts_of_the_table(anna: Client, stranger: Client, game: Game) -> None:
    """Those that have a place there; a replay has others. Nobody sees more than in a replay."""
    path = f"/games/{game.pk}/replay/at/?v={game.version}"
    on_table, replay = (
        {*anna.get(f"{path}{wanted}").json()["moments"][0]} for wanted in ("&for=table", "")
    )
    assert {"pieces", "market", "exports", "compare"} <= on_table
    assert not {"players", "sheet", "status"} & on_table
    assert on_table - {"compare"} <= replay
    own, other = (one.get(f"{path}&for=table").content for one in (anna, stranger))
    assert len(own) >= len(other) > 1000


def test_a_strip_of_the_others_moves(anna: Client, stranger: Client, game: Game) -> None:
    """For who has a seat alone; its chips lead to the replay, and say what the log says."""
    page = anna.get(f"/games/{game.pk}/").content.decode()
    strip = page[page.index('id="since"') : page.index('id="panel-frame"')]
    chips = [int(one) for one in re.findall(r'class="chip" id="since-(\d+)"', strip)]
    events = {event.version: event for event in stepping.events(game)}
    assert chips == sorted(chips)
    own = max(one.version for one in events.values() if one.seat == 0 and one.kind != "produce")
    others = {one.seat for one in events.values() if one.version > own} - {0, None}
    ends = {one.version for one in events.values() if one.kind in log_lines.ROUND_END}
    assert {events[one].seat for one in chips if one not in ends} == others
    assert others
    assert min(chips) > own
    for version in chips:
        assert f"/games/{game.pk}/replay/?v={version}" in strip
    page = stranger.get(f"/games/{game.pk}/").content.decode()
    assert 'id="since" class="part strip" hidden' in page
    assert 'class="chip"' not in page


@pytest.mark.long
def test_the_strip_goes_back_to_the_own_last_turn(anna: Client) -> None:
    """However much has happened since, as after passing first."""
    user = user_of(anna)
    game = play_to_round(game_against_bots(user, players=4), user, 1)
    passed = services.play_moves(
        game_id=game.pk,
        user=user,
        moves=[engine.parse("pass")],
        seen_version=game.version,
        now=game.active_at,
    )
    services.play_bots(game_id=game.pk, clock=lambda: game.active_at)
    game.refresh_from_db()
    since = [one for one in stepping.events(game) if one.version > passed.version]
    assert len(since) > 45
    others = [one.version for one in since if one.seat not in (0, None) and log_lines.shows(one)]
    page = anna.get(f"/games/{game.pk}/").content.decode()
    chips = [int(one) for one in re.findall(r'class="chip" id="since-(\d+)"', page)]
    assert chips[0] == others[0] < game.version - 45
    ends = [one.version for one in since if one.kind in log_lines.ROUND_END]
    assert {*chips} <= {*others, *ends}
