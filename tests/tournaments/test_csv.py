"""CSV and TRF of tournaments: written, read back, and refused line by line."""

import csv
import io
import re
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.tournaments.states import play, tournament
from tests.tournaments.test_misuse import opened, tables
from tournaments import services
from tournaments.errors import FormatRefused
from tournaments.exporting import results
from tournaments.files.csv_tables import standings_csv
from tournaments.files.players_csv import BadTable, read_players, read_results
from tournaments.files.trf import trf
from tournaments.models import Tournament
from tournaments.reading import state_at, state_of
from tournaments.selectors import names_of
from tournaments.state import Draw, Settings, TableDraw

pytestmark = [pytest.mark.usefixtures("plain"), pytest.mark.once]

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def table_of(text: str) -> list[dict[str, str]]:
    """The lines of a CSV by the names of its columns."""
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture
def who(alice: User) -> dict[str, Any]:
    """An open tournament, with what every service of its director is given."""
    settings = Settings(format="plain", played_here=False)
    cup = services.create_tournament(user=alice, name="Cup", settings=settings, now=NOON)
    given = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    services.open_registration(**given)
    return given


def test_players_and_results_come_and_go_as_csv(who: dict[str, Any]) -> None:
    services.import_players(data='Name;Club\nZoë;A\n"=1+1; +2";B\n\n'.encode(), **who)
    services.publish_draw(**who)
    cup = Tournament.objects.get(pk=who["tournament_id"])
    empty = table_of(results(cup, state_of(cup)))
    assert {row["name"] for row in empty} == {"Zoë", "'=1+1;' +2"}
    for number, row in enumerate(empty):
        row["score"] = str(100 + number)
    filled = io.StringIO()
    writer = csv.DictWriter(filled, list(empty[0]))
    writer.writeheader()
    writer.writerows(empty)
    services.import_results(data=filled.getvalue().encode(), **who)
    cup.refresh_from_db()
    rows = table_of(results(cup, state_of(cup)))
    found = [(row["score"], row["place"], row["points"], row["from"]) for row in rows]
    assert found == [("100", "2", "2", "entered"), ("101", "1", "8", "entered")]
    standings = table_of(standings_csv(state_of(cup), names_of(cup)))
    assert [(row["place"], row["points"]) for row in standings] == [("1", "8"), ("2", "2")]
    head = ["place", "entrant", "name", "group", "stage", "played", "points"]
    assert list(standings[0])[:7] == head


def test_results_say_who_forfeited_before_there_is_a_result(
    alice: User, bob: User, charlie: User
) -> None:
    cup = opened(alice, alice, bob, charlie, settings=Settings(format="series"))
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    services.publish_draw(**who)
    (table,) = tables(cup)
    gone = table.seats[1]
    services.rule(table=1, reason="Ill.", forfeited=[gone], **who)
    cup.refresh_from_db()
    text = results(cup, state_of(cup))
    rows = {row["entrant"]: row for row in table_of(text)}
    assert {one: row["note"] for one, row in rows.items()} == {
        str(one): "forfeited" if one == gone else "" for one in table.seats
    }
    # What is exported so goes back as it is, and with scores of those who played on.
    services.import_results(data=text.encode(), **who)
    assert tables(cup)[0].result is None
    for number, one in enumerate(table.seats):
        if one != gone:
            rows[str(one)]["place"] = str(number // 2 + 1)
    filled = io.StringIO()
    writer = csv.DictWriter(filled, list(rows[str(gone)]))
    writer.writeheader()
    writer.writerows(rows.values())
    services.import_results(data=filled.getvalue().encode(), **who)
    result = tables(cup)[0].result
    assert result is not None
    assert (result.places, result.forfeited) == ((1, 3, 2), (gone,))


def test_results_say_what_was_ruled_and_why(who: dict[str, Any]) -> None:
    """The reason stands once for each table, and is no formula; before the ruling there is none."""
    services.import_players(data=b"name\nAda\nBea\nCem\nDov", **who)
    services.publish_draw(**who)
    services.record_result(table=1, places=[1, 2], **who)
    cup = Tournament.objects.get(pk=who["tournament_id"])
    before = cup.version
    services.rule(table=1, reason="=Wrong\nway round", places=[2, 1], **who)
    cup.refresh_from_db()
    rows = table_of(results(cup, state_of(cup)))
    found = [(row["table"], row["from"], row["reason"]) for row in rows]
    assert found == [
        ("1", "ruling", "'=Wrong\nway round"),
        ("1", "ruling", ""),
        *[("2", "", "")] * 2,
    ]
    then = table_of(results(cup, state_at(cup, version=before)))
    assert {(row["from"], row["reason"]) for row in then[:2]} == {("entered", "")}


@pytest.mark.parametrize(
    "name", ["=1", "\uff1d1", "\uff0b1", "\ufe631", "\uff20a", "\u200c=1", "\u3000-1", "A; \uff1d1"]
)
def test_no_name_is_a_formula(who: dict[str, Any], name: str) -> None:
    """Some spreadsheets take the wide signs of East Asia for formulas too."""
    services.add_entrants(labels=[name, "Ann=1"], **who)
    cup = Tournament.objects.get(pk=who["tournament_id"])
    rows = table_of(standings_csv(state_of(cup), names_of(cup)))
    start, _, sign = name.strip().rpartition(";")
    wanted = f"{start};'{sign}" if start else f"'{sign}"
    assert {row["name"] for row in rows} == {wanted, "Ann=1"}


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"club\nA", [1]),
        (b"name\nAda\n\nada\n \nAda ", [4, 6]),
        (b'name\n"Ada', [2]),
        (b"\xff\xfe", [1]),
        (b"name\n" + b"x\n" * 3000, [1]),
    ],
)
def test_each_bad_line_of_players_is_reported(data: bytes, lines: list[int]) -> None:
    try:
        bad = read_players(data)[1]
    except BadTable as refused:
        bad = refused.lines
    assert [one.line for one in bad][:2] == lines


def test_lines_that_cannot_be_read_are_reported_with_those_that_cannot_be_entered(
    who: dict[str, Any],
) -> None:
    services.import_players(data=b"name\nAda\nBea\nCem\nDov", **who)
    data = f"name,club\nEva,\neva,\nAda,\n,x\n{'y' * 200}"
    with pytest.raises(BadTable) as refused:
        services.import_players(data=data.encode(), **who)
    assert [one.line for one in refused.value.lines] == [3, 4, 5, 6]
    assert ".;" not in str(refused.value)
    services.publish_draw(**who)
    seat = state_of(Tournament.objects.get(pk=who["tournament_id"])).tables[1].seats[0]
    text = f"table,entrant,place\n9,1,1\n1,x,1\n1,{seat},2\n"
    with pytest.raises(BadTable) as refused:
        services.import_results(data=text.encode(), **who)
    assert [one.line for one in refused.value.lines] == [2, 3]
    assert "x in the column entrant is no whole number. The CSV of results" in str(refused.value)


def test_beside_a_line_that_cannot_be_read_wrong_seats_are_reported(who: dict[str, Any]) -> None:
    services.import_players(data=b"name\nAda\nBea\nCem\nDov", **who)
    services.publish_draw(**who)
    for wrong in ("1,1,2\n1,1,3", "1,1,2\n1,99,3"):
        data = f"table,entrant,place\n1,x,1\n{wrong}\n"
        with pytest.raises(BadTable) as refused:
            services.import_results(data=data.encode(), **who)
        assert [one.line for one in refused.value.lines] == [2, 3]


def test_a_note_that_is_no_result_is_not_passed_over() -> None:
    rows, bad = read_results(
        b"table,entrant,note\n1,1,Forfeit\n1,2,forfeited\n1,3,late\n1,4,\n1,5,resigned\n"
    )
    said = [(row.line, row.forfeited) for row in rows]
    assert said == [(2, True), (3, True), (5, False), (6, False)]
    assert [(one.line, one.sentence.params) for one in bad] == [(4, {"text": "late"})]


def test_a_score_that_was_forgotten_is_named_where_it_is_missing(who: dict[str, Any]) -> None:
    services.add_players(labels=["Ada", "Bea", "Cem", "Dov"], **who)
    services.publish_draw(**who)
    cup = Tournament.objects.get(pk=who["tournament_id"])
    seats = state_of(cup).tables[1].seats
    for head, table in (("table", "1"), ("round,table_in_round", "1,1")):
        lines = [f"{table},{one},{90 - one}" for one in seats]
        lines[1] = f"{table},{seats[1]},"
        with pytest.raises(BadTable) as refused:
            services.import_results(
                data="\n".join([f"{head},entrant,score", *lines]).encode(), **who
            )
        name = names_of(cup)[state_of(cup).entrants[seats[1]].person]
        assert [(one.line, str(one.sentence)) for one in refused.value.lines] == [
            (3, f"Round 1, table 1: {name} has neither a place nor a score.")
        ]
    without = f"table,entrant,score\n1,{seats[0]},\n1,{seats[1]},\n"
    services.import_results(data=without.encode(), **who)
    assert state_of(cup).tables[1].result is None, "nothing was said of the table"


def test_a_name_that_is_not_that_of_the_number_is_refused(who: dict[str, Any]) -> None:
    services.add_players(labels=["Ailsa", "=Brodie;+1"], **who)
    services.publish_draw(**who)
    cup = Tournament.objects.get(pk=who["tournament_id"])
    names = names_of(cup)
    first, second = [(one.id, names[one.person]) for one in state_of(cup).entrants.values()]
    head = "table,entrant,name,score"
    swapped = f"{head}\n1,{first[0]},{second[1]},90\n1,{second[0]}, ailsa ,80\n"
    with pytest.raises(BadTable) as refused:
        services.import_results(data=swapped.encode(), **who)
    assert [(one.line, str(one.sentence)) for one in refused.value.lines] == [
        (2, f"Entrant {first[0]} is Ailsa, not =Brodie;+1."),
        (3, f"Entrant {second[0]} is =Brodie;+1, not ailsa."),
    ]
    cup.refresh_from_db()
    assert state_of(cup).tables[1].result is None
    for written in ("'=brodie;'+1", "=BRODIE;'+1 ", "=Brodie;+1", ""):
        right = f"{head}\n1,{first[0]}, AILSA,90\n1,{second[0]},{written},80\n"
        with transaction.atomic():
            services.import_results(data=right.encode(), **who)
            cup.refresh_from_db()
            assert state_of(cup).tables[1].result is not None
            transaction.set_rollback(True)


def test_a_file_from_before_a_substitute_came_is_taken(who: dict[str, Any]) -> None:
    services.add_players(labels=["Ailsa", "Brodie"], **who)
    services.publish_draw(**who)
    cup = Tournament.objects.get(pk=who["tournament_id"])
    rows = table_of(results(cup, state_of(cup)))
    services.substitute(entrant=int(rows[0]["entrant"]), label="Cat", **who)
    lines = [f"1,{one['entrant']},{one['name']},{number}" for number, one in enumerate(rows, 80)]
    text = "\n".join(["table,entrant,name,score", *lines])
    services.import_results(data=text.encode(), **who)
    cup.refresh_from_db()
    assert state_of(cup).tables[1].result is not None


def test_nothing_of_a_bad_file_is_entered(who: dict[str, Any]) -> None:
    with pytest.raises(BadTable) as refused:
        services.import_players(data=b"name\n\nAda\nB\xe2\x80\xaeea\n", **who)
    assert [one.line for one in refused.value.lines] == [4]
    assert Tournament.objects.get(pk=who["tournament_id"]).entrants == 0
    services.import_players(data=b"name\nAda\nBea\nCem\nDov", **who)
    services.publish_draw(**who)
    cup = Tournament.objects.get(pk=who["tournament_id"])
    seats = [table.seats for table in state_of(cup).tables.values()]
    good = "".join(f"1,{one},{place}\n" for place, one in enumerate(seats[0], 1))
    bad = "2,99,1\n9,1,1\n"
    with pytest.raises(BadTable) as refused:
        services.import_results(data=f"table,entrant,place\n{good}{bad}".encode(), **who)
    assert [one.line for one in refused.value.lines] == [4, 5]
    cup.refresh_from_db()
    assert not any(table.result for table in state_of(cup).tables.values())


def test_names_are_read_once_for_all_of_a_file(who: dict[str, Any]) -> None:
    lines = "\n".join(f"Player {number}" for number in range(20))
    with CaptureQueriesContext(connection) as asked:
        services.import_players(data=f"name\n{lines}".encode(), **who)
        services.add_entrants(labels=[f"Guest {number}" for number in range(20)], **who)
    names = [one["sql"] for one in asked if '"username"' in one["sql"] and '"label"' in one["sql"]]
    assert len(names) == 2


def test_numbers_of_results_are_whole() -> None:
    _rows, bad = read_results(b"table,entrant,place\n1,x,1\n1,,1\n1,2,1.5\n")
    assert [one.line for one in bad] == [2, 3, 4]


def test_duels_are_written_as_trf() -> None:
    state = tournament(3, [["A:90 B:80"], ["C:70 A:70"], ["B:1 C:x"]], format="plain")
    names = {101: "Ada", 102: "Bea", 103: "Cem"}
    report = trf(state, names, title="Cup\nof duels", begun=date(2026, 5, 1)).splitlines()
    assert report[:2] == ["012 Cup of duels", "042 2026/05/01"]
    by_number = {line[4:8].strip(): line for line in report if line.startswith("001")}
    assert by_number["1"][14:17] == "Ada"
    assert by_number["1"][80:84] == " 1.5"
    assert by_number["1"][89:] == "     2 w 1     3 b =  0000 - -"
    assert by_number["3"][89:].endswith("     2 b -")
    swiss = tournament(3, format_options={"table_size": 2, "final": 0})
    play(swiss, Draw("swiss", 1, (TableDraw((1, 2)),), rest=(3,)), ["A:90 B:80"])
    line = trf(swiss, names, title="Cup").splitlines()[-1]
    assert (line[80:84], line[89:]) == (" 1.0", "  0000 - U")
    with pytest.raises(FormatRefused):
        trf(tournament(3, [["A:1 B:2 C:3"]], format="plain"), names, title="Cup")


def test_fractions_are_decimals_and_what_is_rounded_stands_beside_exactly() -> None:
    rounds = (("A:3 B:2 C:2 D:2", "E:2 F:2"),)
    state = tournament(6, rounds)
    text = standings_csv(state, {100 + one: str(one) for one in range(1, 7)})
    assert not re.search(r"(^|,)-?\d+( \d+)?/\d+", text), "a spreadsheet would make dates of them"
    rows = {row["entrant"]: row for row in table_of(text)}
    assert rows["2"]["points"] == "3.333333"
    assert "points 10/3" in rows["2"]["exact"]
    assert rows["5"]["points"] == "5"
    assert rows["5"]["wins"] == "0.5"
    assert "wins" not in rows["5"]["exact"], "a half is exact as a decimal"


def test_standings_say_who_left_and_who_came_and_number_the_lots() -> None:
    state = tournament(4, [["A:9 B:8 C:7 D:6"]])
    state.lots = {1: 900_000, 2: 5_000, 3: 77, 4: 1_000_000}
    state.entrants[2].status = "dropped"
    state.entrants[3].people += [300]
    names = {101: "Ada", 102: "Bea", 103: "=Cleo", 300: "Zoe", 104: "Dot"}
    rows = {row["entrant"]: row for row in table_of(standings_csv(state, names))}
    assert [rows[one]["lot"] for one in "1234"] == ["3", "2", "1", "4"]
    notes = [rows[one]["note"] for one in "1234"]
    assert notes == ["", "dropped out", "in place of =Cleo", ""]
    state.entrants[3].status = "dropped"
    rows = {row["entrant"]: row for row in table_of(standings_csv(state, names))}
    assert rows["3"]["note"] == "dropped out; in place of =Cleo"


def test_standings_say_how_many_tables_each_has_played() -> None:
    """In all stages: points of a round that still runs are not to be read without it."""
    first = [["A:9 B:7 C:5", "D:9 E:7 F:5"]]
    state = tournament(6, first, format_options={"rounds": 2, "final": 2})
    play(state, Draw("swiss", 2, (TableDraw((1, 4, 5)), TableDraw((2, 3, 6)))), ["A:9 D:7 E:5"])
    names = {100 + one: str(one) for one in range(1, 7)}

    def played() -> dict[str, str]:
        return {row["entrant"]: row["played"] for row in table_of(standings_csv(state, names))}

    assert played() == {"1": "2", "2": "1", "3": "1", "4": "2", "5": "2", "6": "1"}
    play(state, Draw("final", 3, (TableDraw((1, 4)),)), ["A:3 D:8"])
    assert played() == {"1": "3", "2": "1", "3": "1", "4": "3", "5": "2", "6": "1"}


def test_how_finalists_came_into_the_final_stands_beside_it() -> None:
    swiss = [["A:9 B:7 C:5", "D:9 E:7 F:5"], ["A:9 D:7 E:5", "B:9 C:7 F:5"]]
    state = tournament(6, swiss, format_options={"rounds": 2, "final": 2})
    play(state, Draw("final", 3, (TableDraw((1, 4)),)), ["A:3 D:8"])
    rows = table_of(standings_csv(state, {100 + one: str(one) for one in range(1, 7)}))
    shown = [[row[name] for name in ("entrant", "points", "points_swiss", "wins")] for row in rows]
    assert shown[:3] == [["4", "8", "14", "1"], ["1", "2", "20", "2"], ["2", "14", "14", "1"]]
    assert [row["earlier"] for row in rows[:3]] == ["3", "1", ""]
    one_stage = standings_csv(tournament(6), {})
    assert "points_swiss" not in one_stage.splitlines()[0]


def test_results_name_tables_as_pages_do(who: dict[str, Any]) -> None:
    services.import_players(data=b"name\nAda\nBen\nCleo\nDot\n", **who)
    for _round in (1, 2):
        services.publish_draw(**who)
        cup = Tournament.objects.get(pk=who["tournament_id"])
        state = state_of(cup)
        lines = [
            f"{one.round},{state.number_of(one)},{entrant},{place}"
            for one in state.tables.values()
            if one.result is None
            for place, entrant in enumerate(one.seats, 1)
        ]
        head = "round,table_in_round,entrant,place"
        with pytest.raises(BadTable):
            services.import_results(data="\n".join([head, *lines, "9,1,1,1"]).encode(), **who)
        services.import_results(data="\n".join([head, *lines]).encode(), **who)
    cup.refresh_from_db()
    tables = state_of(cup).tables.values()
    assert [table.result and table.result.places for table in tables] == [(1, 2)] * 4


def test_the_end_of_a_game_is_no_origin_of_a_result(alice: User, bob: User) -> None:
    cup = opened(alice, alice, bob, settings=Settings(format="series"))
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    services.publish_draw(**who)
    services.record_result(table=1, scores=[90, 80], **who)
    for given, origin in (({"end_game": True}, "entered"), ({"scores": [80, 90]}, "ruling")):
        services.rule(table=1, reason="So.", **given, **who)
        cup.refresh_from_db()
        rows = table_of(results(cup, state_of(cup)))
        assert [row["from"] for row in rows] == [origin, origin]
        assert rows[0]["reason"] == "So."
