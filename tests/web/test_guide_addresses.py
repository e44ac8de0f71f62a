"""Addresses of explanations: who gets what there, what is not there, which options they carry."""

import pytest
from django.test import Client

from games import engine
from tests.marks import in_one_test
from tests.web.test_guide import PACK, topic
from web.pages.guide.setting import NAMED, grouped, named, read_options
from web.pages.guide.topics import topics
from web.pages.guide.views import _rendered

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


def test_the_part_is_the_same_for_everybody(anna: Client, stranger: Client) -> None:
    path = f"/guide/{PACK}/clan-robertson/pl/?players=2"
    answers = [anna.get(path), stranger.get(path, headers={"Accept-Language": "ja"})]
    assert answers[0].content == answers[1].content
    assert "Klan Robertson" in answers[0].content.decode()
    for answer in answers:
        assert answer.headers["Cache-Control"] == "public, max-age=3600"
        assert "Cookie" not in answer.headers.get("Vary", "")
        assert not answer.cookies
    assert "no-store" in anna.get(f"/guide/{PACK}/clan-robertson/").headers["Cache-Control"]


def test_an_explanation_is_made_once(stranger: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    path = f"/guide/{PACK}/port-5/en/?bid_limit=0"
    first = stranger.get(path).content
    monkeypatch.setattr(type(topic("port-5")), "example", lambda _self, _setting: 1 / 0)
    assert stranger.get(path).content == first


@in_one_test(
    "path",
    [
        f"{PACK}/nothing/",
        f"{PACK}/clan-nobody/en/",
        f"{PACK}/port-99/",
        f"{PACK}/imports/xx/",
        f"{'0' * 64}/imports/",
        f"{PACK[:-1]}/imports/",
        f"{PACK.upper()}/imports/",
        f"{PACK}/imports/?players=9",
        f"{PACK}/imports/?players=two",
        f"{PACK}/imports/?players=2&players=3",
        f"{PACK}/imports/?map=A1",
        f"{PACK}/imports/?nothing=1",
        f"{PACK}/imports/en/?imports=rare",
        f"{PACK}/imports/?" + "&".join(["expansions=x"] * 11),
        f"{PACK}/imports/?expansions={'x' * 41}",
        f"{PACK}/imports/?expansions=nothing",
        f"{PACK}/imports/en/?expansions=awards&expansions=awards",
    ],
)
def test_what_is_not_there_is_not_found(stranger: Client, path: str) -> None:
    assert stranger.get(f"/guide/{path}").status_code == 404


@pytest.mark.long
def test_what_is_kept_of_an_explanation_is_small() -> None:
    """Strangers can have 512 different ones kept; uncompressed they took 80 MB of a process."""
    options = tuple(named(engine.Options(players=2)))
    kept = [len(_rendered(PACK, options, name, "pl")[1]) for name in topics()]
    assert max(kept) < 8000


def test_options_are_read_as_they_are_written() -> None:
    for options in (
        engine.Options(),
        engine.Options(players=2, imports="balanced", border_each=True, bid_limit=0),
        engine.Options(kickstarter=False, port3_goods=3, expansions=["awards", "new_ports"]),
    ):
        assert read_options(grouped(named(options))) == options


def test_nothing_of_an_option_is_left_out_by_accident() -> None:
    """An option more stands in addresses, unless somebody has said that it explains nothing."""
    left = set(engine.Options.__struct_fields__) - set(NAMED)
    assert left == {"map", "covered", "experience", "edition", "turn_order"}
