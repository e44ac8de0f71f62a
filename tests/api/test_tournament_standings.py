"""Standings over API after several stages: how finalists got their seats stays in view."""

import pytest

from tests.api.conftest import Caller
from tests.api.tournament_callers import done

pytestmark = pytest.mark.once


@pytest.mark.long
def test_a_finalist_keeps_points_and_tie_breaks_of_the_stage_before(
    alice: Caller, anonymous: Caller
) -> None:
    options = {"rounds": 2, "table_size": 2, "final": 2}
    settings = {"format": "swiss", "played_here": False, "format_options": options}
    made = done(alice.post("tournaments", {"name": "Cup", "settings": settings}), 201)
    path = f"tournaments/{made['id']}"
    done(alice.post(f"{path}/open"))
    done(alice.post(f"{path}/entrants", {"labels": ["Ada", "Ben", "Cem", "Dov"]}), 201)
    for number in range(3):
        before = done(anonymous.get(f"{path}/standings"))["rows"] if number else []
        done(alice.post(f"{path}/draw"))
        for table in done(alice.get(f"{path}/rounds"))["rounds"][number]["open"]:
            done(alice.post(f"{path}/tables/{table}/result", {"scores": [120, 90 + table]}))
    shown = done(anonymous.get(f"{path}/standings"))
    assert [row["stage"] for row in shown["rows"]] == ["final", "final", "swiss", "swiss"]
    then = {row["entrant"]: row for row in before}
    for row in shown["rows"]:
        kept = [(one["place"], one["points"], one["columns"]) for one in row["before"]]
        old = then[row["entrant"]]
        finalist = row["stage"] == "final"
        assert kept == [(old["place"], old["points"], old["columns"])] * finalist
        assert {name for one in row["before"] for name in one["columns"]} <= {
            column["name"] for column in shown["columns"]
        }
