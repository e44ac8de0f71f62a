"""Names of games and tokens: one visible line."""

import pytest

from games.models import Game
from tests.api.conftest import Caller, problem
from tests.marks import in_one_test

SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
HARMLESS = [
    "Ben Nevis",
    "  edges  ",
    "\u3000wide edges\u2003",
    "E\u0301cosse",
    "\u05e9\u05dc\u05d5\u05dd",
    PERSIAN,
    "\U0001f469\u200d\U0001f33e",
    SCOTLAND,
    "?",
]
HARMFUL = [
    "",
    "   ",
    "\u200b",
    "\u200d",
    "\u3164",
    "\u0301",
    "two\nlines",
    "two\u2028lines",
    "two\u2029paragraphs",
    "two\u0085lines",
    "tab\tstop",
    "bell\x07",
    "escape \x1b[31m",
    "delete\x7f",
    "override \u202egnihtemos",
    "isolate \u2066x",
    "left \u200e right",
    "soft\u00adhyphen",
    "byte order \ufeff mark",
    "tag \U000e0041",
]


@pytest.mark.uncounted
@in_one_test("name", HARMLESS)
def test_harmless(alice: Caller, name: str) -> None:
    made = alice.post("games", {"name": name})
    assert (made.status_code, made.json()["name"]) == (201, name.strip())
    assert alice.by_password("POST", "tokens", {"name": name}).json()["name"] == name.strip()


@in_one_test("name", HARMFUL)
@pytest.mark.long
def test_harmful(alice: Caller, name: str) -> None:
    code = "invalid_name" if name else "malformed"
    refusal = problem(alice.post("games", {"name": name}), 400, code)
    assert name.strip() == "" or name not in refusal["detail"]
    problem(alice.by_password("POST", "tokens", {"name": name}), 400, code)
    assert not Game.objects.exists()
    assert len(alice.get("tokens").json()["results"]) == 1
