"""Editions, presets, and options that do not go together. (OPT-10, OPT-11, VAR-00)"""

from pathlib import Path

import msgspec
import pytest

from games import engine
from games.engine.expansions import by_name
from games.engine.options import Options
from games.engine.options.option_list import PRESETS, SWITCHES, VARIANTS, describe
from games.engine.options.option_rules import EDITIONS, EXCLUSIONS
from tests.marks import in_one_test
from tests.rules import rule

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

ROOT = Path(__file__).parents[2]
CONTENT = engine.packs.builtin().content
SIDES = list(CONTENT.sides)


def decoded(**options: object) -> Options:
    return engine.decode_options(options, CONTENT)


@rule("OPT-10")
def test_every_variant_is_off_by_default() -> None:
    usual = Options()
    assert decoded() == usual
    for variant in VARIANTS:
        info = variant.info()
        assert info.default == getattr(usual, info.name)
        assert info.default in info.values
        assert len(info.values) > 1
        assert info.rule
    assert (usual.imports, usual.auction, usual.starting_prices) == ("dynamic", "none", "printed")
    assert usual.scoring_tiles
    assert usual.ports
    assert usual.clans
    assert not usual.tight_map


def test_every_option_is_described_once_with_all_it_takes() -> None:
    infos = {info.name: info for info in describe(SIDES)}
    assert sorted(infos) == sorted(Options.__struct_fields__)
    assert len(infos) == len(describe(SIDES))
    groups = {"players", "map", "edition", "expansion", "variant", "auction", "switch"}
    assert {info.group for info in infos.values()} == groups
    for info in infos.values():
        assert info.meaning.endswith(".")
        assert info.kind in ("integer", "boolean", "choice", "list")
        assert info.rule
        if info.kind != "list":
            assert info.default in info.values
    assert [i.name for i in infos.values() if i.players == (2,)] == ["two_player_scoring"]
    assert infos["tight_map"].players == infos["covered"].players == (2, 3)
    assert infos["most_glory"].players == (2, 3, 4)
    assert infos["auction"].players == infos["auction_order"].players == (2, 3, 4)
    assert infos["clans"].players == (1, 2, 3, 4)


@rule("VAR-00", "VAR-AUCTION-14")
def test_each_exclusion_is_told_from_both_sides() -> None:
    infos = {info.name: info for info in describe(SIDES)}
    for exclusion in EXCLUSIONS:
        one, other = infos[exclusion.option], infos[exclusion.other]
        mine = [e for e in one.excludes if e.option == other.name and e.rule == exclusion.rule]
        theirs = [e for e in other.excludes if e.option == one.name and e.rule == exclusion.rule]
        assert [e.values for e in mine] == [e.others for e in theirs] != []
        assert [e.others for e in mine] == [e.values for e in theirs]
        assert set(mine[0].values) <= set(one.values)
        assert set(mine[0].others) <= set(other.values)
    auction = {(e.option, tuple(e.others)) for e in infos["auction"].excludes}
    assert ("clans", (False,)) in auction
    assert ("players", (1,)) in auction


@rule("VAR-00", "VAR-TIGHT-03")
def test_what_an_option_needs_beside_it_is_told_and_asked_for() -> None:
    whole = {
        "covered": ["F3", "G3", "F8", "H6"],
        "tight_map": True,
        "map": ["A2", "B1", "C2", "D1"],
        "players": 3,
        "clan_experience": "by_player",
        "experience": ["easier", "ordinary", "harder"],
    }
    needs = {info.name: info.needs for info in describe(SIDES) if info.needs}
    assert needs == {"covered": ("tight_map", "map"), "experience": ("clan_experience",)}
    for name, others in needs.items():
        assert decoded(**whole)
        for other in others:
            without = {key: value for key, value in whole.items() if key != other}
            with pytest.raises(engine.InvalidOptions) as refused:
                decoded(**without)
            assert (refused.value.option, refused.value.other) == (name, other)


@rule("VAR-BALANCED-03")
def test_static_and_balanced_imports_exclude_each_other_by_being_one_option() -> None:
    (imports,) = [info for info in describe(SIDES) if info.name == "imports"]
    assert imports.values == ["dynamic", "static", "balanced"]


# --- editions ------------------------------------------------------------------------------------


@rule("OPT-11", "OPT-01", "OPT-02", "OPT-05", "OPT-07", "OPT-15")
def test_the_edition_of_2017_sets_its_switches() -> None:
    found = decoded(edition="rules-2017")
    assert away(found) == {
        "edition": "rules-2017",
        "kickstarter": False,
        "port7_neighbourhood": False,
        "port7_different": False,
        "buchanan_2017": True,
        "neighbourhood_cap": "event",
        "bid_limit": 0,
    }


@rule("OPT-02", "OPT-03", "OPT-04", "OPT-12", "OPT-13", "OPT-14", "OPT-16", "OPT-17")
def test_the_edition_of_the_digital_version_sets_its_switches() -> None:
    assert away(decoded(edition="wiki-2020")) == {
        "edition": "wiki-2020",
        "port7_neighbourhood": False,
        "port7_up_to": True,
        "port6_up_to": True,
        "port3_goods": 3,
        "border_each": True,
        "meat_single": True,
        "box_freed_late": True,
        "turn_order": "drawn",
    }


@rule("OPT-02", "OPT-11", "DIFF-09")
def test_the_newer_printing_with_and_without_the_errata_of_2025() -> None:
    assert away(decoded(edition="cc15-2025")) == {}
    assert away(decoded(edition="cc15")) == {"edition": "cc15", "port7_neighbourhood": False}


def away(options: Options) -> dict[str, object]:
    plain = msgspec.to_builtins(options)
    assert isinstance(plain, dict)
    return plain


@rule("OPT-11")
def test_what_is_named_beside_an_edition_holds_and_what_is_stored_is_never_filled_again() -> None:
    chosen = decoded(edition="rules-2017", kickstarter=True, bid_limit=30)
    assert chosen.kickstarter
    assert chosen.buchanan_2017
    assert chosen.bid_limit == 30
    stored = msgspec.json.encode(chosen)
    assert b"kickstarter" not in stored
    assert msgspec.json.decode(stored, type=Options) == chosen
    assert engine.decode_stored_options(msgspec.json.decode(stored), CONTENT) == chosen
    assert decoded(**msgspec.json.decode(stored)) != chosen


def test_editions_set_switches_that_there_are() -> None:
    names = {switch.name for switch in SWITCHES} | {"bid_limit"}
    for edition, switches in EDITIONS.items():
        assert set(switches) <= names
        assert decoded(edition=edition).edition == edition


def test_presets_can_be_played_and_the_first_is_the_usual_game() -> None:
    assert decoded(**PRESETS[0].options) == Options()
    assert [preset.name for preset in PRESETS[: len(EDITIONS)]] == list(EDITIONS)
    assert len({preset.name for preset in PRESETS}) == len(PRESETS)
    for preset in PRESETS:
        assert preset.meaning.endswith(".")
        found = decoded(**preset.options)
        for name, value in preset.options.items():
            assert getattr(found, name) == value
        if preset.name in EDITIONS:
            assert found == decoded(edition=preset.name)
    first, without = (
        decoded(**next(p.options for p in PRESETS if p.name == name))
        for name in ("first-game", "first-game-without-clans")
    )
    assert (first.clans, first.ports, first.scoring_tiles) == (True, False, False)
    assert without == msgspec.structs.replace(first, clans=False)


@pytest.mark.parametrize("path", ["docs/variants.md", "README.md"])
def test_the_documents_list_every_variant(path: str) -> None:
    text = (ROOT / path).read_text()
    for variant in VARIANTS:
        assert f"`{variant.name}`" in text, variant.name
    for edition in EDITIONS:
        assert f"`{edition}`" in text


def test_the_document_of_variants_tells_values_rules_exclusions_and_presets() -> None:
    text = (ROOT / "docs/variants.md").read_text()
    for variant in VARIANTS:
        info = variant.info()
        (line,) = [line for line in text.splitlines() if line.startswith(f"| `{info.name}` | ")][:1]
        values = [str(info.default), *(str(v) for v in info.values if v != info.default)]
        assert ", ".join(values).lower() in line
    pairs = text[text.index("## What goes together") :]
    added = [rule for expansion in by_name().values() for rule in expansion.exclusions]
    for exclusion in [*EXCLUSIONS, *added]:
        assert f"`{exclusion.option}`" in pairs
        assert exclusion.rule in pairs
    for name in [*(preset.name for preset in PRESETS), *by_name()]:
        assert f"`{name}`" in text
    for switches in EDITIONS.values():
        assert all(f"`{name}`" in text for name in switches)


# --- what cannot be ------------------------------------------------------------------------------


def test_an_option_that_is_not_there_is_named() -> None:
    with pytest.raises(engine.InvalidOptions, match="there is no option 'colour'") as refused:
        decoded(colour="red")
    assert (refused.value.option, refused.value.code) == ("colour", "unknown")


@rule("VAR-AUCTION-14", "VAR-NOCLAN-01")
@in_one_test(
    ("chosen", "option", "other"),
    [
        ({"auction": "open", "players": 1}, "auction", "players"),
        ({"auction": "blind", "clans": False}, "auction", "clans"),
        ({"auction": "vickrey", "clans": False}, "auction", "clans"),
        ({"auction_order": "clan"}, "auction_order", "auction"),
        ({"auction_order": "clan", "players": 1}, "auction_order", "players"),
        ({"clan_experience": "easier", "clans": False}, "clan_experience", "clans"),
        ({"clan_experience": "by_player", "clans": False}, "clan_experience", "clans"),
        ({"clan_experience": "by_player", "auction": "blind"}, "clan_experience", "auction"),
    ],
)
def test_two_options_that_do_not_go_together_are_both_named(
    chosen: dict[str, object], option: str, other: str
) -> None:
    with pytest.raises(engine.InvalidOptions) as refused:
        decoded(**chosen)
    assert (refused.value.option, refused.value.other) == (option, other)
    assert refused.value.code == "excluded"
    assert option in str(refused.value)
    assert other in str(refused.value)
