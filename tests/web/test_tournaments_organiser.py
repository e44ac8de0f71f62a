"""What organisers of larger tournaments use: table numbers, results of a round, search, paper."""

import re
from html import unescape

import pytest
from django.test import Client

from games.models import Seat
from tests.web.conftest import browser, user_of
from tests.web.tournaments import (
    HERE,
    do,
    drawn,
    page,
    part,
    result,
    state,
    text_of,
    tournament,
    url,
)
from tournaments import services
from tournaments.models import Tournament
from tournaments.players import people
from tournaments.scoring.tie_breaks import TIE_BREAKS
from tournaments.state import Settings

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

SWISS = Settings(format="swiss", played_here=False, format_options={"rounds": 2, "final": 4})
NAMES = [f"Player {number}" for number in range(1, 13)]


@pytest.fixture
def cup(anna: Client) -> Tournament:
    """A Swiss of twelve without accounts, its first round drawn."""
    return drawn(user_of(anna), settings=SWISS, labels=NAMES)


def filled(html: str) -> dict[str, str]:
    """What the form of a page sends if one changes nothing in it."""
    form = part(html, 't-entry"', "</form>")
    found = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)
        if name and 'type="checkbox"' not in tag:
            found[name[1]] = value[1].replace("&quot;", '"') if value else ""
    for name, options in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found[name] = chosen[1] if chosen else ""
    return found


def scores(table: int, *values: int) -> dict[str, str]:
    return {f"t{table}-score-{seat}": str(one) for seat, one in enumerate(values)}


def test_a_director_sees_what_waits_and_confirms_it(anna: Client, bruce: Client) -> None:
    settings = Settings(format="series", played_here=False, director_confirms=True)
    made = drawn(user_of(anna), user_of(bruce), labels=["Ada"], settings=settings)
    assert "Its players can give it, or you enter it." in text_of(page(anna, made))
    assert url(made, "direct/results") + "?show=open" in page(anna, made)
    report = url(made, "tables/1/do/report")
    assert bruce.post(report, {"score-0": "90", "score-1": "88"}).status_code == 302
    step = text_of(part(page(anna, made), 'id="next"'))
    assert "1 result that a player has given waits for your confirmation" in step
    assert "Game 1" in step
    shown = page(anna, made, "direct/results", "?show=reported")
    assert "bruce has given this result." in text_of(shown)
    sent = {**filled(shown), "confirm": "1"}
    assert anna.post(url(made, "direct/results"), sent).status_code == 302
    found = state(made).tables[1].result
    assert found is not None
    assert found.scores == (90, 88)


def test_a_director_confirms_all_that_players_agree_on(anna: Client, bruce: Client) -> None:
    settings = Settings(format="series", played_here=False, director_confirms=True)
    clara = browser("clara")
    made = drawn(user_of(anna), user_of(bruce), user_of(clara), settings=settings)
    report = url(made, "tables/1/do/report")
    assert bruce.post(report, {"score-0": "90", "score-1": "88"}).status_code == 302
    seen = part(page(clara, made, "tables/1"), 'name="seen" value="', '"')
    confirmed = {"seen": seen.replace("&quot;", '"')}
    assert clara.post(url(made, "tables/1/do/confirm"), confirmed).status_code == 302
    assert state(made).tables[1].result is None
    assert "It counts once a director does, too" in text_of(page(clara, made))
    assert "To be confirmed by a director" in text_of(page(clara, made, "rounds"))
    assert "once a director confirms them" in text_of(page(clara, made, "about"))
    step = part(page(anna, made), 'id="next"')
    assert "1 report waits for your confirmation" in text_of(step)
    assert 'id="confirm-all"' in page(anna, made, "direct/results")
    hidden = dict(re.findall(r'name="(round|version)" value="(\d+)"', step))
    assert do(bruce, made, "confirm-reports", hidden) == 404
    assert do(anna, made, "confirm-reports", {"round": "x"}) == 302
    assert state(made).tables[1].result is None
    assert do(anna, made, "confirm-reports", hidden) == 302
    assert state(made).tables[1].result is not None


def test_what_plays_here_stands_apart_from_what_is_to_be_entered(
    anna: Client, bruce: Client
) -> None:
    settings = Settings(format="round_robin")
    made = drawn(
        user_of(anna), user_of(anna), user_of(bruce), labels=["Ada", "Bea"], settings=settings
    )
    here = [one.id for one in state(made).tables.values() if one.game]
    step = part(page(anna, made), 'id="next"')
    for table in state(made).tables.values():
        assert url(made, f"tables/{table.id}") in step
    text = text_of(step)
    if here:
        assert "1 table plays on this site; its result comes by itself." in text
        assert "to move: " in text
        assert "1 table has no result yet. It is to be entered." in text
    else:
        assert "2 tables have no result yet. Their players can give them" in text


def test_results_of_a_round_are_entered_and_ruled_on_one_page(
    anna: Client, bruce: Client, cup: Tournament
) -> None:
    address = url(cup, "direct/results")
    assert bruce.get(address).status_code == 404
    sent = filled(page(anna, cup, "direct/results"))
    assert anna.post(address, sent).status_code == 302
    assert not any(table.begun for table in state(cup).tables.values()), "nothing was filled in"
    refused = anna.post(address, {**sent, **scores(1, 90, 80, 70, 60), "t2-score-0": "1"})
    assert refused.status_code == 422
    assert 'href="#entry-2"' in part(refused.content.decode(), 'id="problems"', "</div>")
    first = state(cup).tables[1].result
    assert first is not None, "the table that is right is saved"
    again = filled(page(anna, cup, "direct/results"))
    assert anna.post(address, again).status_code == 302
    assert state(cup).tables[1].ruled == 0, "the same is no ruling"
    assert anna.post(address, {**again, "t1-score-3": "99"}).status_code == 422, "needs a reason"
    why = {"t1-score-3": "99", "t1-reason": "A typing error."}
    assert anna.post(address, {**again, **why}).status_code == 302
    assert state(cup).tables[1].ruled
    late = {**again, "t1-score-2": "98", "t1-reason": "I did not see the ruling."}
    assert anna.post(address, late).status_code == 422, "another result than the one shown"


@pytest.mark.parametrize(
    "seen",
    [
        '{"places":[1],"label":"entered"}',
        '{"places":[],"label":"played"}',
        '{"places":[1,2,3,4,5],"scores":[9],"label":"entered"}',
        '{"places":' + "[" * 500,
        "null",
    ],
)
@pytest.mark.long
def test_a_result_that_no_table_has_was_not_shown(anna: Client, cup: Tournament, seen: str) -> None:
    tables = state(cup).tables
    sent = {f"t{number}-seen": seen for number in tables}
    filled = {f"t{number}-place-0": "1" for number in tables}
    assert anna.post(url(cup, "direct/results"), sent | filled).status_code in (302, 422)


def test_a_ruling_that_changes_nothing_is_refused_and_says_so(
    anna: Client, cup: Tournament
) -> None:
    result(cup, 1, (90, 80, 80, 70))
    sent = {f"score-{seat}": one for seat, one in enumerate((90, 80, 80, 70))}
    same = {**sent, "reason": "No reason."}
    answer = anna.post(url(cup, "tables/1/do/rule"), same)
    assert answer.status_code == 422
    assert "Nothing was changed" in answer.content.decode()
    assert not state(cup).tables[1].ruled


@pytest.mark.long
def test_tables_are_named_by_their_number_within_the_round(anna: Client, cup: Tournament) -> None:
    for table in (1, 2, 3):
        result(cup, table, (90, 80, 70, 60))
    services.publish_draw(tournament_id=cup.pk, user=user_of(anna), now=cup.active_at)
    second = text_of(page(anna, cup, "tables/4"))
    assert "Round 2, table 1" in second
    assert "able 4" not in second
    result(cup, 4, (90, 80, 70, 60))
    first, second = state(cup).tables[4].seats[:2]
    why = page(anna, cup, "standings", f"?a={first}&b={second}")
    assert "Round 2, table" in text_of(part(why, 'id="why"'))


@pytest.mark.long
def test_points_of_each_stage_have_a_column_and_one_decides(anna: Client, cup: Tournament) -> None:
    for last, follows in ((3, "draw the next one"), (6, "draw the final")):
        for table in range(last - 2, last + 1):
            result(cup, table, (90, 80, 70, 60))
        assert follows in text_of(part(page(anna, cup), 'id="next"'))
        services.publish_draw(tournament_id=cup.pk, user=user_of(anna), now=cup.active_at)
    result(cup, 7, (60, 70, 80, 90))
    html = page(anna, cup, "standings")
    assert part(html, "<thead>", "</thead>").count("Points:") == 2
    lines = re.findall(r"<tr[^>]*><td class=\"number\">\d+</td>.*?</tr>", html, re.S)
    assert len(lines) == 12
    for place, line in enumerate(lines, 1):
        cells = re.findall(r'<td class="(number[^"]*)">([^<]*)</td>', line)[1:]
        assert [("decides" in css, bool(text)) for css, text in cells[:2]] == [
            (place > 4, True),
            (place <= 4, place <= 4),
        ]


@pytest.mark.long
def test_names_are_found_without_scripts_on_pages_with_many(anna: Client, cup: Tournament) -> None:
    result(cup, 1, (90, 80, 70, 60))
    for name in ("standings", "entrants", "cross", "rounds", "direct/results"):
        shown = page(anna, cup, name, "?name=PLAYER 12")
        assert 'method="get" role="search"' in shown
        assert "Player 12" in shown
        if name != "direct/results":
            lines = re.findall(r'scope="row" class="t-name">(Player \d+)', shown)
            assert set(lines) <= {"Player 12"}
        assert page(anna, cup, name, "?name=nobody").count("Player 3") <= (
            2 if name in ("standings", "cross") else 0
        ), "the choice of whom to compare, and heads of columns, keep all"
    by_name = page(anna, cup, "entrants", "?sort=name")
    found = re.findall(r'class="who">(Player \d+)', by_name)
    assert found == sorted(NAMES)


def test_paper_has_tables_names_and_standings(
    anna: Client, stranger: Client, cup: Tournament
) -> None:
    shown = page(stranger, cup, "print")
    assert part(shown, 'id="by-table"').count("<tbody>") == 3
    names = re.findall(r'class="who">([^<]+)', part(shown, 'id="by-name"'))
    assert names == sorted(NAMES, key=str.casefold)
    assert part(shown, 'id="standings"').count('class="t-name"') == 13
    assert 'id="by-name"' not in page(stranger, cup, "print", "?what=standings")


def test_players_see_first_where_they_sit_and_with_whom(anna: Client, bruce: Client) -> None:
    made = drawn(user_of(anna), user_of(bruce), settings=SWISS, labels=NAMES[:7])
    shown = page(bruce, made)
    own = part(shown, 'id="own-tables"')
    table = next(one for one in state(made).tables.values() if 1 in one.seats)
    assert f"seat {table.seat_of(1) + 1}" in text_of(own)
    assert all(f"Player {one - 1}" in own for one in table.seats if one != 1)
    assert shown.index('id="own-tables"') < shown.index('id="next"')
    assert 'id="own-tables"' not in page(anna, made)


def test_names_lead_to_pages_that_may_be_seen(
    anna: Client, bruce: Client, stranger: Client
) -> None:
    made = tournament(user_of(anna), user_of(bruce), labels=["Morag"], settings=SWISS)
    link = f'href="/players/{user_of(bruce).username}/"'
    for name in ("entrants", ""):
        shown = page(stranger, made, name)
        assert link in shown
        assert "/players/Morag" not in shown
    people.hide(user_of(bruce), from_strangers=True)
    assert link not in page(stranger, made, "entrants")


@pytest.mark.long
def test_bots_have_one_name_in_the_tournament_and_its_games(anna: Client, bruce: Client) -> None:
    made = tournament(user_of(anna), user_of(bruce), settings=HERE)
    services.add_entrants(
        tournament_id=made.pk, user=user_of(anna), bots=["random", "random"], now=made.active_at
    )
    services.withdraw(tournament_id=made.pk, user=user_of(anna), entrant=2, now=made.active_at)
    services.publish_draw(tournament_id=made.pk, user=user_of(anna), now=made.active_at)
    seats = {seat.bot: seat.name for seat in Seat.objects.filter(game__tournament=made.pk)}
    assert seats["random"] == "random bot 2"
    assert "random bot 2" in page(bruce, made)
    game = Seat.objects.filter(game__tournament=made.pk)[0].game
    assert "random bot 2" in bruce.get(f"/games/{game.pk}/").content.decode()


def test_directors_find_the_announcement_in_words(anna: Client, bruce: Client) -> None:
    made = tournament(user_of(anna), settings=SWISS)
    text = part(page(anna, made), 'id="announce-text"', "</textarea>")
    assert "10, 6, 3, 1" in text
    assert "Opponents" in unescape(text)
    assert url(made) in text
    assert 'id="announce-text"' not in page(bruce, made)


@pytest.mark.long
def test_a_preview_shows_points_and_who_has_met(anna: Client) -> None:
    made = drawn(user_of(anna), settings=SWISS, labels=NAMES[:5])
    result(made, 1, (90, 80, 70))
    result(made, 2, (90, 80))
    preview = page(anna, made, "direct/draw")
    points = re.findall(r"Points: </span>(\d+)<", preview)
    assert sorted(points, key=int) == ["1", "2", "4", "8", "10"]
    first = [set(table.seats) for table in state(made).tables.values()]
    found = {}
    for card in preview.split('card t-table"')[1:]:
        lines = re.findall(r'class="who">(Player \d)(.*?)</span>', card, re.S)
        for name, more in lines:
            found[name] = ({other for other, _more in lines}, set(re.findall(r"Player \d", more)))
    for name, (seated, met) in found.items():
        before = next(some for some in first if int(name[-1]) in some)
        assert met == (seated & {f"Player {one}" for one in before}) - {name}
    assert any(met for _seated, met in found.values()), "five cannot all be new to each other"


def test_the_share_on_a_set_up_is_chosen_with_duplicate_set_ups_alone(anna: Client) -> None:
    new = {"name": "Cup", "visibility": "public", "format": "swiss", "where": "here"}
    new |= {"game": "", "seeding": "drawn", "tie-1": "duplicate_share", "points-4": "10 6 3 1"}
    answer = anna.post("/tournaments/new/", new)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert 'id="id-tie-1_error"' in html
    meanings = part(html, 'id="tie-meanings"', "</dl>").count("<dt>")
    assert meanings == sum(one.chosen for one in TIE_BREAKS.values())


def test_people_are_added_by_forms_that_stand_open(anna: Client) -> None:
    made = tournament(user_of(anna), settings=HERE)
    link = re.search(r'id="step-people" href="([^"]+)"', page(anna, made))
    assert link
    where = link[1].partition("#")[2]
    for name in (where, "add-bots"):
        assert re.search(rf'<details[^>]*id="{name}" open', page(anna, made, "direct"))


def test_the_guide_for_organisers_is_found(stranger: Client) -> None:
    for address in ("/tournaments/", "/help/"):
        assert 'href="/help/organisers/"' in stranger.get(address).content.decode()
    assert stranger.get("/help/organisers/").content.decode().count('class="steps"') == 3


def test_the_guide_for_organisers_calls_things_as_pages_do(anna: Client, cup: Tournament) -> None:
    guide = text_of(unescape(anna.get("/help/organisers/").content.decode()))
    for table in state(cup).tables.values():
        result(cup, table.id, [100, 90, 80, 70])
    shown = text_of(unescape(anna.get("/tournaments/").content.decode()))
    for name in ("", "direct", "standings"):
        shown += text_of(unescape(page(anna, cup, name)))
    named = set(re.findall("\u201c([^\u201d]+)\u201d", guide))
    assert len(named) > 5
    assert [name for name in sorted(named) if name not in shown] == []
