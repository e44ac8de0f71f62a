"""Whole tournaments of bots over HTTP, in every format that has rounds."""

from collections import Counter
from fractions import Fraction
from uuid import UUID

import pytest
from django.utils import timezone
from rest_framework.settings import api_settings

from games import engine
from simulation.quick_play import play_on
from tests.api.conftest import Caller, Json, problem
from tests.api.tournament_callers import done, made, seats
from tournaments import services
from tournaments.errors import FormatRefused
from tournaments.formats import FORMATS

pytestmark = [pytest.mark.long, pytest.mark.uncounted]

ONCE = pytest.mark.once
FORMS = [name for name, one in FORMATS.items() if not one.endless]
"""One of them shows what a database could do otherwise."""
SIZES = (9, 8, 7, 4, 3)


def fitting(form: str) -> int:
    """A number of entrants that a format takes with the options that it has by itself."""
    for size in SIZES:
        try:
            FORMATS[form].check({}, size)
        except FormatRefused:
            continue
        return size
    raise AssertionError(form)


def nobody(_state: engine.State, _seat: int) -> engine.Move:
    raise AssertionError("only bots play")


def play_out(tables: list[Json]) -> None:
    """Play the games of tables, and have them reported as a task does."""
    for table in tables:
        game_id = UUID(table["game"])
        play_on(game_id, choose=nobody, reached=lambda _state: False)
        services.game_over(game_id=game_id, now=timezone.now())


@pytest.mark.parametrize("form", [FORMS[0], *(pytest.param(one, marks=ONCE) for one in FORMS[1:])])
def test_a_tournament_of_bots(
    form: str, alice: Caller, anonymous: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    rates = api_settings.DEFAULT_THROTTLE_RATES | {"draw": None}
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", rates)
    path = made(alice, settings={"format": form})
    size = fitting(form)
    done(alice.post(f"{path}/entrants", {"bots": ["random"] * size}), 201)
    kept: dict[int, Json] = {}
    while True:
        asked = alice.get(f"{path}/draw")
        if asked.status_code == 409:
            problem(asked, 409, "wrong_phase")
            break
        preview = asked.json()
        done(alice.post(f"{path}/draw", {"version": preview["version"]}))
        tables = done(anonymous.get(f"{path}/tables?round={preview['round']}"))["tables"]
        assert [seats(one) for one in tables] == [seats(one) for one in preview["tables"]]
        drawn = Counter(one for table in tables for one in seats(table))
        rest = [one["entrant"] for one in preview["rest"]]
        assert not set(drawn) & set(rest)
        play_out(tables)
        shown = done(anonymous.get(f"{path}/standings"))
        kept[shown["version"]] = shown
    assert kept
    info = done(anonymous.get(path))
    assert info["round"] == info["rounds"] == len(kept)
    for version, shown in kept.items():
        assert done(anonymous.get(f"{path}/standings?as_of={version}")) == shown
    rows = shown["rows"]
    assert [row["place"] for row in rows] == list(range(1, size + 1))
    first, second = (row["entrant"] for row in rows[:2])
    why = done(anonymous.get(f"{path}/standings/explain?a={second}&b={first}"))
    assert (why["ahead"]["entrant"], why["column"]) == (first, rows[0]["ahead_by"])
    page = done(anonymous.get(f"{path}/tables?limit=200"))
    for table in page["tables"]:
        assert table["result"]["label"] == "played"
        points = sorted(map(Fraction, table["points"]), reverse=True)
        row = info["settings"]["points"][len(points) - 2]
        assert sum(points) == sum(row)
    end = done(alice.post(f"{path}/finish"))
    kinds = Counter(one["event"]["kind"] for one in whole_log(path, anonymous))
    assert kinds["result"] == kinds["game_started"] == len(page["tables"])
    assert sum(kinds.values()) == end["version"]


def whole_log(path: str, by: Caller) -> list[Json]:
    """All entries, page by page."""
    page = done(by.get(f"{path}/log?limit=20"))
    entries = page["entries"]
    while page["next"]:
        page = by.client.get(page["next"]).json()
        entries += page["entries"]
    return entries
