"""The options of a new game as clients meet them: the list, the schema, and what is refused."""

import msgspec
import pytest

from games import engine
from games.engine.options.option_rules import EDITIONS
from tests.api.conftest import Caller, problem
from tests.marks import in_one_test
from tests.rules import rule

VARIANTS = (
    *("imports", "scoring_tiles", "ports", "clans", "export_scoring", "settlement_scoring"),
    *("import_coin", "tight_map", "future_contracts", "most_glory", "starting_prices"),
    *("two_player_scoring", "clan_experience", "auction", "auction_order", "bid_limit"),
)


@pytest.mark.long
@pytest.mark.once
@rule("OPT-10", "VAR-00")
@pytest.mark.uncounted
def test_a_client_can_build_the_form_from_the_list_alone(alice: Caller, anonymous: Caller) -> None:
    body = anonymous.get("options").json()
    options = {option["name"]: option for option in body["options"]}
    assert set(VARIANTS) < set(options)
    for name, option in options.items():
        for value in [] if option["kind"] == "list" else option["values"]:
            chosen = {"players": option["players"][-1], name: value}
            if name == "auction_order":
                chosen["auction"] = "open"
            body = {"name": "x", "options": chosen}
            made = alice.post("games", body).json()
            assert made["options"][name] == value
            alice.delete(f"games/{made['id']}")  # one account may not have so many
    excluded = options["auction"]["excludes"]
    assert {
        "values": ["open", "blind", "vickrey"],
        "option": "clans",
        "others": [False],
        "rule": "VAR-AUCTION-14",
    } in excluded


@rule("VAR-00", "VAR-TIGHT-03", "VAR-MOSTGLORY-02", "VAR-AUCTION-14")
def test_everything_that_the_list_excludes_is_refused_with_both_names(alice: Caller) -> None:
    tried = 0
    for option in alice.get("options").json()["options"]:
        for excluded in option["excludes"]:
            chosen = {
                option["name"]: excluded["values"][0],
                excluded["option"]: excluded["others"][0],
            }
            if "expansions" in chosen:
                chosen["expansions"] = [chosen["expansions"]]
            refusal = problem(
                alice.post("games", {"name": "x", "options": chosen}), 400, "invalid_options"
            )
            facts = refusal["facts"]
            assert {facts["option"], facts["excludes"]} == set(chosen)
            assert all(name in refusal["detail"] for name in chosen)
            assert refusal["rule"] == excluded["rule"]
            tried += 1
    assert tried > 10


@rule("OPT-11", "OPT-03", "OPT-04")
def test_an_edition_fills_the_switches_once(alice: Caller) -> None:
    body = {"name": "x", "options": {"edition": "rules-2017", "kickstarter": True}}
    game = alice.post("games", body).json()
    options = game["options"]
    assert set(options) == set(engine.Options.__struct_fields__)
    wanted = {**EDITIONS["rules-2017"], "kickstarter": True, "edition": "rules-2017"}
    assert {name: options[name] for name in wanted} == wanted
    again = alice.get(f"games/{game['id']}").json()["options"]
    assert again == options


def test_presets_are_named_and_the_editions_are_among_them(anonymous: Caller) -> None:
    presets = anonymous.get("options").json()["presets"]
    named = {preset["name"]: preset["options"] for preset in presets}
    assert {*EDITIONS, "first-game", "first-game-without-clans"} <= set(named)
    assert named["wiki-2020"]["port3_goods"] == 3
    assert "clans" not in named["first-game"]
    assert named["first-game-without-clans"]["clans"] is False


def test_an_unknown_option_is_named_with_where_to_find_all(alice: Caller) -> None:
    refusal = problem(alice.post("games", {"name": "x", "options": {"colour": 1}}), 400)
    assert refusal["facts"] == {"option": "colour"}
    assert "'colour'" in refusal["detail"]
    assert "GET /api/v1/options" in refusal["detail"]


@in_one_test(
    ("options", "words"),
    [
        ({"players": 7}, ["players", "1, 2, 3, 4"]),
        ({"players": 0}, ["players", "1, 2, 3, 4"]),
        ({"imports": "fixed"}, ["imports", "balanced, dynamic, static"]),
        ({"edition": "1st"}, ["edition", "cc15, cc15-2025, rules-2017, wiki-2020"]),
        ({"port3_goods": 4}, ["port3_goods", "2, 3"]),
        ({"tight_map": "yes"}, ["tight_map", "true or false"]),
        ({"covered": "F3"}, ["covered", "a list"]),
        ({"expansions": ["solo"]}, ["expansions", "there is no expansion 'solo'"]),
        ({"players": 3, "tight_map": True, "covered": ["F3"]}, ["covered", "map"]),
    ],
)
def test_a_value_that_cannot_be_is_answered_with_those_that_can(
    alice: Caller, options: dict[str, object], words: list[str]
) -> None:
    refusal = problem(
        alice.post("games", {"name": "x", "options": options}), 400, "invalid_options"
    )
    assert all(word in refusal["detail"] for word in words), refusal["detail"]


def test_the_schema_has_every_option_with_its_values_and_its_meaning(anonymous: Caller) -> None:
    answered = anonymous.client.get(
        "/api/schema", headers={"Accept": "application/vnd.oai.openapi+json"}
    )
    shapes = answered.json()["components"]["schemas"]
    shown = shapes["Options"]["properties"]
    assert set(shown) == set(engine.Options.__struct_fields__)
    usual = msgspec.structs.asdict(engine.Options())
    for info in engine.option_list.describe([]):
        schema = shown[info.name]
        assert schema["description"].startswith(info.meaning)
        assert schema["default"] == usual[info.name]
        if info.kind == "choice":
            assert set(schema["enum"]) == set(info.values)
        elif info.kind == "boolean":
            assert schema["type"] == "boolean"
    assert shapes["Options"].get("additionalProperties") is False
    assert shapes["NewGame"]["properties"]["options"]["$ref"].endswith("/Options")
    assert shapes["Preset"]["properties"]["options"]["$ref"].endswith("/Options")
    assert set(shapes["Excluded"]["properties"]) == {"values", "option", "others", "rule"}


@rule("VAR-NEWBIE-01")
def test_content_says_how_much_experience_a_clan_asks_for(anonymous: Caller) -> None:
    pack = engine.packs.builtin().hash
    clans = anonymous.get(f"content/{pack}").json()["clans"]
    marks = {clan["name"]: clan["experience"] for clan in clans}
    assert marks["fergusson"] == "easier"
    assert marks["stewart"] == "ordinary"
    assert marks["macewan"] == "harder"
    body = {option["name"]: option for option in anonymous.get("options").json()["options"]}
    meaning = body["clan_experience"]["meaning"]
    assert "easier to play (Campbell, Cunningham and Fergusson)" in meaning
    assert "harder (Buchanan, MacDonald and MacEwan)" in meaning
