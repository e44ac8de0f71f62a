"""Explanations with a content pack of somebody's own: whatever its numbers, there are words."""

import re
from typing import Final

import pytest

from games import engine
from tests.engine.test_content import builtin_files, canonical
from web.pages.guide.setting import Setting
from web.pages.guide.topics import topics
from web.pages.guide.views import explained

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.uncounted]

COST: Final = (
    r"^(bakery|distillery|cheese_dairy|woodcutter|miner|technology|cost|bonus_cost) = -?\d+$"
)
MARKET: Final = (
    (r"prices = .*?, start = 3", "prices = [0, 0], start = 1"),
    (r"\[3, 6\]", "[0, 1]"),
)
CELLAR: Final = r"^\[cellar\]\n.*\n.*"


@pytest.mark.parametrize(
    "changes",
    [
        [(COST, r"\1 = 0")],
        [(COST, r"\1 = 100")],
        [*MARKET, (CELLAR, "")],
    ],
    ids=["nothing costs", "nobody can pay", "a market of two prices, no cellar"],
)
def test_every_topic_has_words(changes: list[tuple[str, str]]) -> None:
    """What cannot be drawn with these values is left out; nothing else goes wrong."""
    pack = pack_of(changes)
    setting = Setting(pack.hash, engine.Options(players=2, expansions=["new_ports", "awards"]))
    for name in topics():
        assert explained(setting, name, "en")["explained"].count("<p>") >= 2


def pack_of(changes: list[tuple[str, str]]) -> engine.Pack:
    """The built-in pack with other numbers."""
    files = builtin_files()
    for old, new in changes:
        text = re.sub(old, new, files["values.toml"], flags=re.MULTILINE)
        assert text != files["values.toml"]
        files["values.toml"] = text
    pack = engine.packs.from_bytes(canonical(files))
    engine.packs.register(pack)
    return pack
