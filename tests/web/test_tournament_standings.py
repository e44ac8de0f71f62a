"""How it stands: pages of standings, rulings and the cross table, now and as of a moment."""

import re
from datetime import UTC, datetime
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.marks import in_one_test
from tests.web.conftest import user_of
from tests.web.tournaments import (
    BY_HAND,
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
from tournaments.formats import FORMATS
from tournaments.formats.base import Format
from tournaments.scoring.standings import RankedRow
from tournaments.scoring.tie_breaks import TIE_BREAKS, deciding
from tournaments.state import Label, RoundTable, Settings, TableOutcome, Tournament
from web.pages.tournaments import cross, rulings, tables
from web.pages.tournaments.cross import MOST_AGAINST
from web.pages.tournaments.rulings import PER_PAGE

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

LABELS = ("Morag", "Hamish", "Iain", "Fiona")


def test_standings_have_a_column_for_each_tie_break_and_say_why(
    anna: Client, stranger: Client
) -> None:
    made = drawn(user_of(anna), labels=LABELS)
    result(made, 1, [100, 90, 80, 70])
    text = page(stranger, made, "standings")
    names = ("points", *deciding(BY_HAND))
    heads = re.findall(r'<th scope="col" class="number">([^<]+)</th>', unescape(text))
    assert heads == [TIE_BREAKS[name].title for name in names]
    assert part(text, 'class="t-meanings"', "</dl>").count("<dt>") == len(names)
    rows = part(text, "<tbody>", "</tbody>")
    assert rows.count("<tr") == 4
    first = re.search(r"\?a=(\d+)&amp;b=(\d+)#why", rows)
    assert first
    why = page(stranger, made, "standings", f"?a={first[1]}&b={first[2]}")
    assert "stands before" in part(why, 'id="why"')
    assert "Choose two different players." in page(stranger, made, "standings", "?a=1&b=1")
    for pair in ("?a=1&b=1", "?a=1&b=99", "?a=x&b=1", "?a=%00&b=-1"):
        assert 'id="why"' not in page(stranger, made, "standings", pair)


def test_the_overview_and_paper_name_what_broke_a_tie(anna: Client, stranger: Client) -> None:
    """Not before there is a result, when all are level."""
    made = drawn(user_of(anna), labels=LABELS)
    assert 't-tie"' not in page(stranger, made)
    result(made, 1, [100, 100, 80, 70])
    for name in ("", "print"):
        (said,) = re.findall(r'class="t-tie">([^<]+)<', page(stranger, made, name))
        assert said in {f"tie-break: {one.title}" for one in TIE_BREAKS.values()}
    assert 't-tie"' not in page(stranger, made, "standings")


@in_one_test(
    ("label", "places", "scores", "parted"),
    [
        ("played", (1, 2), (90, 90), True),
        ("imported", (1, 3, 2), (90, 80, 80), True),
        ("played", (1, 1), (90, 90), False),
        ("played", (2, 1), (80, 90), False),
        ("entered", (1, 2), (90, 90), False),
    ],
)
def test_of_a_game_it_is_said_that_money_has_parted_equal_scores(
    label: Label, places: tuple[int, ...], scores: tuple[int, ...], parted: bool
) -> None:
    outcome = TableOutcome(places=places, scores=scores, label=label)
    table = RoundTable(1, 1, "swiss", tuple(range(1, len(places) + 1)), result=outcome)
    seats = [
        tables.ShownSeat(seat, seat + 1, "", "", me=False, to_move=False, place=place, score=score)
        for seat, (place, score) in enumerate(zip(places, scores, strict=True))
    ]
    assert tables.parted_by_money(table, seats) is parted


@pytest.mark.long
def test_before_the_first_draw_the_order_is_that_of_registration(anna: Client) -> None:
    made = tournament(user_of(anna), labels=LABELS)
    assert "the order of registration" in text_of(page(anna, made, "standings"))
    drawn_ones = drawn(user_of(anna), labels=LABELS)
    assert "only a lot orders this list" in text_of(page(anna, drawn_ones, "standings"))


@pytest.mark.long
def test_where_some_have_played_more_than_others_standings_say_how_many(anna: Client) -> None:
    """One point of one game is not less than none of none, though it stands before it."""
    made = drawn(user_of(anna), labels=tuple("ABCDEFG"))
    assert "Games played" not in page(anna, made, "standings")
    result(made, 1, [100, 90, 80, 70])
    text = page(anna, made, "standings")
    assert ">Games played</th>" in text
    assert "From Points on they decide in this order" in text
    rows = part(text, "<tbody>", "</tbody>").split("<tr")[1:]
    counts = [re.findall(r'<td class="number[^"]*">([^<]*)</td>', row)[1] for row in rows]
    assert counts == ["1"] * 4 + ["0"] * 3
    for table in range(2, 8):
        result(made, table, [100, 90, 80, 70])
    assert "Games played" not in page(anna, made, "standings")


@pytest.mark.long
def test_standings_as_of_a_moment(anna: Client, stranger: Client) -> None:
    made = drawn(user_of(anna), labels=LABELS)
    before = state(made).version
    result(made, 1, [100, 90, 80, 70])

    def points(query: str) -> list[str]:
        rows = part(page(stranger, made, "standings", query), "<tbody>", "</tbody>")
        return re.findall(r'class="number decides">([^<]+)', rows)

    assert points("") == ["10", "6", "3", "1"]
    assert points(f"?as_of={before}") == ["0", "0", "0", "0"]
    assert points(f"?as_of={timezone.now():%Y-%m-%d}") == ["10", "6", "3", "1"]
    for bad in ("0", "999", "2020-01-01", "yesterday", "2026-13-45", "9" * 50, "%00"):
        text = page(stranger, made, "standings", f"?as_of={bad}")
        assert 'id="as-of-error"' in text, bad
        assert points(f"?as_of={bad}") == ["10", "6", "3", "1"]


def test_rounds_tables_and_entrants_as_of_a_moment(anna: Client, stranger: Client) -> None:
    made = tournament(user_of(anna), labels=LABELS)
    before = state(made).version - 1
    services.publish_draw(tournament_id=made.pk, user=user_of(anna), now=timezone.now())
    drawn_at = state(made).version
    result(made, 1, [100, 90, 80, 70])

    def shown(rest: str, moment: int | str = "") -> str:
        return page(stranger, made, rest, f"?as_of={moment}" if moment else "")

    assert [shown("entrants", moment).count('<span class="who">') for moment in ("", before)] == [
        4,
        3,
    ]
    assert 'class="t-place"' in shown("rounds")
    assert 'id="t-1"' not in shown("rounds", before)
    then = shown("rounds", drawn_at)
    assert 'class="t-place"' not in then
    assert f'tables/1/?as_of={drawn_at}"' in then
    assert "hx-get" not in part(then, 'id="live"', ">")
    at_table = page(anna, made, "tables/1", f"?as_of={drawn_at}")
    assert 'class="t-place"' not in at_table
    assert "<form" not in part(at_table, 'class="t-side"', "</main>")
    assert stranger.get(f"/tournaments/{made.pk}/tables/1/?as_of={before}").status_code == 404
    assert 'id="as-of-error"' in shown("entrants", "yesterday")


def test_rulings_are_listed_with_reason_and_what_they_changed(
    anna: Client, stranger: Client
) -> None:
    made = drawn(user_of(anna), labels=LABELS, announcement="Bring <b>tea</b>.\nAnd cake.")
    result(made, 1, [100, 90, 80, 70])
    rule = {f"place-{seat}": str(4 - seat) for seat in range(4)}
    assert anna.post(url(made, "tables/1/do/rule"), rule).status_code == 422, "without a reason"
    rule["reason"] = "Swapped <on> the sheet."
    assert anna.post(url(made, "tables/1/do/rule"), rule).status_code == 302
    text = part(page(stranger, made, "rulings"), 'id="rulings"')
    assert "Swapped &lt;on&gt; the sheet." in text
    assert "anna" in text
    assert "rises from place 4 to 1" in text
    version = state(made).version
    for moment in (version - 1, version):
        assert f"?as_of={moment}" in text
    before = re.search(r'"([^"]*tables/1/[?]as_of=[^"]*)"', text)
    assert before
    assert "Swapped" not in stranger.get(before[1]).content.decode(), "the result that was there"
    overview = page(stranger, made)
    assert "Bring &lt;b&gt;tea&lt;/b&gt;.\nAnd cake." in overview
    assert "ruling" in part(overview, 'class="card t-table', "</li></ul>")


@pytest.mark.long
def test_rulings_show_the_result_before_and_after(anna: Client, stranger: Client) -> None:
    made = drawn(
        user_of(anna), labels=["A", "B"], settings=Settings(format="series", played_here=False)
    )
    result(made, 1, [100, 90])
    first, second = (("A", "B")[one - 1] for one in state(made).tables[1].seats)
    ruling = {"score-0": "100", "out-1": "on", "reason": "Left."}
    assert anna.post(url(made, "tables/1/do/rule"), ruling).status_code == 302
    reopen = {"reason": "Once more.", "sure": "on"}
    assert anna.post(url(made, "tables/1/do/reopen"), reopen).status_code == 302
    shown = part(page(stranger, made, "rulings"), 'id="rulings"')
    opened, ruled = (text_of(one) for one in re.findall(r'<dl class="t-rule">.*?</dl>', shown))
    assert ruled == (
        f"Before 1. {first} · 100 2. {second} · 90 After 1. {first} · 100 2. {second} · forfeited"
    )
    assert opened == (f"Before 1. {first} · 100 2. {second} · forfeited After no result")
    assert "forfeited" not in text_of(page(stranger, made, "print"))


@pytest.mark.long
def test_rulings_come_in_pages(
    anna: Client, stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What each has changed takes two standings: 30 of a large tournament took 5 s."""
    director = user_of(anna)
    made = drawn(director, labels=LABELS)
    for number in range(PER_PAGE + 2):
        services.rule(
            tournament_id=made.pk,
            user=director,
            table=2 if number == 5 else 1,
            reason=f"Reason {number}.",
            scores=[number, 3, 2, 1],
            now=timezone.now(),
        )
    texts = [
        part(page(stranger, made, "rulings", query), 'id="rulings"') for query in ("", "?page=2")
    ]
    found = [[int(one) for one in re.findall(r"Reason (\d+)", text)] for text in texts]
    assert found == [[*range(PER_PAGE + 1, 1, -1)], [1, 0]]
    assert f'<span class="count">{PER_PAGE + 2}</span>' in texts[0]
    # One that was made between others shows what it did itself.
    fifth = texts[0].partition("Reason 5.")[2].partition('<p class="row">')[0]
    assert "<dd>no result</dd>" in fifth, "table 2 had none before"
    at_table = page(stranger, made, "tables/1")
    assert re.findall(r"Reason (\d+)", at_table) == [
        "11",
        "10",
        "9",
        "8",
        "7",
        "6",
        "4",
        "3",
        "2",
        "1",
    ]
    assert "Reason 5." in page(stranger, made, "tables/2")
    monkeypatch.setattr(rulings, "MOST_RANKED", 3 * len(state(made).tables))


def test_rulings_in_a_row_share_standings(anna: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those after one are those before the next."""
    director = user_of(anna)
    made = drawn(director, labels=LABELS)
    given: dict[str, Any] = {"tournament_id": made.pk, "user": director, "now": timezone.now()}
    for number in range(3):
        services.rule(**given, table=1, reason="Again.", scores=[number, 3, 2, 1])
    form = type(FORMATS[made.format])
    standings, asked = form.standings, list[int]()

    def counted(self: Format, state: Tournament) -> list[RankedRow]:
        asked.append(state.version)
        return standings(self, state)

    monkeypatch.setattr(form, "standings", counted)
    page(anna, made, "rulings")
    newest = state(made).version
    assert asked == [*range(newest - 3, newest + 1)]


def test_cross_table_counts_who_was_ahead_of_whom(anna: Client, stranger: Client) -> None:
    made = drawn(user_of(anna), labels=LABELS)
    for table in (1, 2):
        result(made, table, [100, 90, 90, 70])
    text = part(page(stranger, made, "cross"), 'id="against"')
    cells = re.findall(r'<td class="number(?: self)?">([^<]*)</td>', text)
    assert len(cells) == 4 * 5
    met = [cell for cell in cells if "\u2013" in cell]
    assert len(met) == 12
    assert {*met} <= {"2\u20130", "0\u20132", "1\u20131", "1 1/2\u20131/2", "1/2\u20131 1/2"}
    services.withdraw(tournament_id=made.pk, user=user_of(anna), entrant=1, now=timezone.now())
    by_round = part(page(stranger, made, "cross"), 'id="by-round"')
    assert [LABELS[0] in line for line in by_round.split("<tr>") if "dropped out" in line] == [True]


@pytest.mark.long
def test_cross_table_of_many_has_bounds(anna: Client, stranger: Client) -> None:
    """Every pair of 256 was two megabytes, and two seconds for whoever asked."""
    many = [f"Player {number}" for number in range(MOST_AGAINST + 6)]
    made = drawn(user_of(anna), labels=many)
    text = page(stranger, made, "cross")
    against = part(text, 'id="against"')
    assert against.count('<td class="number') == MOST_AGAINST * (MOST_AGAINST + 1)
    assert str(MOST_AGAINST) in against
    assert all(text.count(f">{name}</th>") for name in many)


@pytest.mark.long
def test_stages_stand_side_by_side_and_in_their_order(
    anna: Client, stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    director = user_of(anna)
    made = tournament(
        director,
        settings=Settings(format="heats", played_here=False),
        labels=[f"Player {number}" for number in range(16)],
    )
    while state(made).round < 5:
        services.publish_draw(tournament_id=made.pk, user=director, now=timezone.now())
        for table in state(made).of_round(state(made).round):
            result(made, table.id, range(100, 100 - len(table.seats), -1))
    text = page(stranger, made, "rounds")
    assert re.findall(r"<h3>([^<]+)</h3>", part(text, 'id="bracket"')) == ["Semi-final", "Final"]
    assert re.findall(r'id="round-(\d)"', text) == ["5", "4", "3", "2", "1"]
    blocks = re.findall(
        r'<th scope="rowgroup"[^>]*><span>([^<]+)', page(stranger, made, "standings")
    )
    assert blocks == ["Final", "Semi-final", "Heat"]
    # How finalists got their seats can be followed: columns of the stages before are not empty.
    table = part(page(stranger, made, "standings"), 't-standings"', "</table>")
    heads = re.findall(r'<th scope="col" class="number">([A-Z][^<]+)', table)
    finalist = re.findall(r'<td class="number[^"]*">([^<]*)', table.split("</tr>")[2])[1:]
    shown = dict(zip(heads, finalist, strict=True))
    assert "" not in shown.values()
    assert all(shown[name][0].isdigit() for name in ("Points: Heat", "Wins"))
    assert all(shown[f"Place before: {name}"].isdigit() for name in ("Semi-final", "Final"))
    # Of 50 seasons of a league that was 20 MB, and ten seconds for whoever asked.
    monkeypatch.setattr(tables, "MOST_TABLES", 9)
    monkeypatch.setattr(cross, "MOST_CELLS", 3 * 16)
    parts = [
        page(stranger, made, "rounds", query) for query in ("", "?page=2", "?page=3", "?page=x")
    ]
    numbers = [re.findall(r'id="round-(\d)"', text) for text in parts]
    assert numbers == [["5", "4"], ["3", "2"], ["1"], ["5", "4"]]
    assert ['id="bracket"' in text for text in parts] == [True, False, False, True]
    heads = re.findall(r"Round </span>(\d)", page(stranger, made, "cross"))
    assert heads == ["3", "4", "5"]


@pytest.mark.long
def test_a_round_is_not_called_a_round_twice(anna: Client, stranger: Client) -> None:
    robin = Settings(format="round_robin", played_here=False)
    made = tournament(user_of(anna), settings=robin, labels=LABELS)
    assert re.search(r'id="preview">Preview: Round 1</h2>', page(anna, made, "direct/draw"))
    services.publish_draw(tournament_id=made.pk, user=user_of(anna), now=timezone.now())
    assert '<h2 id="round-1">Round 1</h2>' in page(stranger, made, "rounds")
    assert "Round 1: Round" not in page(anna, made, "direct/results")
    assert '<h2 id="round-1">Season 1</h2>' in page(
        stranger, drawn(user_of(anna), labels=LABELS), "rounds"
    )


@pytest.mark.long
def test_dates_and_decimals_are_those_of_the_language(anna: Client, stranger: Client) -> None:
    made = drawn(user_of(anna), labels=LABELS)
    result(made, 1, [100, 91, 80, 70])
    when = {"deadline": datetime(2030, 11, 26, 12, tzinfo=UTC)}
    seven = drawn(user_of(anna), labels=[*LABELS, "A", "B", "C"])
    services.change_tournament(
        tournament_id=seven.pk, user=user_of(anna), now=timezone.now(), **when
    )
    assert "until 26 Nov 2030, 12:00 UTC" in page(stranger, seven, "rounds")
    assert "91.00 %" in page(stranger, made, "standings")
    stranger.cookies["django_language"] = "pl"
    polish = page(stranger, made, "standings")
    assert "91,00 %" in polish
    assert "91.00 %" not in polish
    pair = re.search(r"\?a=(\d+)&amp;b=(\d+)#why", polish)
    assert pair
    assert not re.search(r"\d\.\d", text_of(part(polish, "<tbody>", "</tbody>")))


def test_a_league_names_the_season_and_says_who_changes_the_division(anna: Client) -> None:
    options = {"division": 5, "promoted": 1, "seasons": 2}
    settings = Settings(format="league", format_options=options, played_here=False, seeding="hand")
    made = drawn(user_of(anna), settings=settings, labels="ABCDEFGHIJ")
    for table in state(made).tables.values():
        result(made, table.id, [200 - one for one in table.seats])
    services.withdraw(tournament_id=made.pk, user=user_of(anna), entrant=1, now=timezone.now())
    said = text_of(part(page(anna, made, "direct/draw"), 'id="preview"', "<ul"))
    assert "the points of the season before" in said
    assert "Into a higher division: F. Into a lower division: E." in said
    services.publish_draw(tournament_id=made.pk, user=user_of(anna), now=timezone.now())
    heads = re.findall(r"Season \d, Division \d", text_of(page(anna, made, "standings")))
    assert heads == ["Season 2, Division 1", "Season 2, Division 2", "Season 1, Division 1"]
