"""The OpenAPI description: complete, valid, and in step with what is sent."""

import json
import re
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from api.component_names import PUBLISHED
from api.views.description import DescriptionView
from tests.api.conftest import Caller, Turn

pytestmark = pytest.mark.once

Json = Any
STREAMS = (
    "get /api/v1/games/{game_id}/stream",
    "get /api/v1/tournaments/{tournament_id}/stream",
)
LEADS_AWAY = "patch /api/v1/tournaments/{tournament_id}"


@pytest.fixture(scope="module")
def described() -> Json:
    """The description as JSON."""
    answered = Client().get("/api/schema", headers={"Accept": "application/vnd.oai.openapi+json"})
    assert answered.status_code == 200
    return json.loads(answered.content)


@pytest.mark.long
@pytest.mark.once
@pytest.mark.uncounted
def test_it_is_valid_and_raises_no_warning(tmp_path: Any) -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "out"))


@pytest.mark.uncounted
def test_version_and_names(described: Json) -> None:
    assert described["openapi"] == "3.1.0"
    assert not [name for name in described["components"]["schemas"] if "." in name]


def test_components_keep_the_names_under_which_they_were_published(described: Json) -> None:
    """Every row of ``PUBLISHED`` is that of a component, and each has its own name."""
    schemas = described["components"]["schemas"]
    assert len({one.component for one in PUBLISHED.values()}) == len(PUBLISHED)
    for published in PUBLISHED.values():
        assert schemas[published.component]["title"] == published.title
    assert schemas["EndTurnMove"]["properties"]["type"] == {"enum": ["end_turn"]}
    assert set(schemas["EndTurnDecision"]["required"]) == {"type", "id", "seat"}


def test_every_reference_leads_somewhere(described: Json) -> None:
    known = {f"#/components/schemas/{name}" for name in described["components"]["schemas"]}
    text = json.dumps(described)
    used = set(re.findall(r'"\$ref": "([^"]+)"', text))
    used |= set(re.findall(r'"(#/components/schemas/[^"]+)"', text))
    assert used <= known
    assert {"Move", "Effect", "View", "Problem", "Event"} <= set(described["components"]["schemas"])


@pytest.mark.uncounted
def test_whatever_changes_a_tournament_takes_the_version_that_was_seen_and_a_key(
    described: Json,
) -> None:
    """docs/tournaments.md: lost updates, repeating. A CSV file is no JSON body."""
    below = "/api/v1/tournaments/{tournament_id}"
    found = [
        (f"{method} {path}", operation)
        for path, operations in described["paths"].items()
        if path == below or path.startswith(f"{below}/")
        for method, operation in operations.items()
        if method not in ("get", "head")
    ]
    assert len(found) > 20
    for named, operation in found:
        given = operation.get("parameters", [])
        assert "Idempotency-Key" in {one["name"] for one in given}, named
        body = operation["requestBody"]["content"]
        if "application/json" in body:
            shape = body["application/json"]["schema"]["$ref"].rpartition("/")[2]
            assert "version" in described["components"]["schemas"][shape]["properties"], named


def test_every_operation_is_told(described: Json) -> None:
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            named = f"{method} {path}"
            assert operation["description"], named
            assert operation["summary"], named
            assert operation["description"].startswith(operation["summary"][:40]), named
            assert operation["tags"], named
            assert "429" in operation["responses"], named
            good = [code for code in operation["responses"] if code.startswith("2")]
            # A stream that is resumed at the end of its game has nothing to tell any more.
            # Who takes the own name off a draft's co-directors has nothing to be shown.
            more = (*STREAMS, LEADS_AWAY)
            good = [code for code in good if code != "204" or named not in more]
            assert len(good) == 1, named
            assert ("content" in operation["responses"][good[0]]) == (good[0] != "204"), named
            for code, response in operation["responses"].items():
                if code == "304":
                    assert "content" not in response, named
                elif not code.startswith("2"):
                    assert list(response["content"]) == ["application/problem+json"], named


def test_every_address_is_told(described: Json) -> None:
    documented = {re.sub(r"{\w+}", "*", path) for path in described["paths"]}
    assert {f"/{re.sub(r'<[^>]+>', '*', path)}" for path in addresses()} == documented


def addresses() -> list[str]:
    """The addresses of version 1 in the table of URLs."""
    found: list[str] = []

    def walk(patterns: list[URLPattern | URLResolver], prefix: str) -> None:
        for pattern in patterns:
            path = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                walk(pattern.url_patterns, path)
            elif path.startswith("api/v1/"):
                found.append(path)

    walk(get_resolver().url_patterns, "")
    return found


def test_moves_are_shown_by_example(described: Json) -> None:
    body = described["paths"]["/api/v1/games/{game_id}/moves"]["post"]["requestBody"]
    assert body["required"]
    examples = body["content"]["application/json"]["examples"]
    assert any("notation" in example["value"] for example in examples.values())
    assert any("moves" in example["value"] for example in examples.values())


def test_replayed_answers_are_told(described: Json) -> None:
    played = described["paths"]["/api/v1/games/{game_id}/moves"]["post"]["responses"]["201"]
    assert "Idempotent-Replayed" in played["headers"]


@pytest.mark.parametrize("resource", ["standing-order", "max-bid"])
def test_what_is_kept_for_a_seat_may_be_null(described: Json, resource: str) -> None:
    path = described["paths"][f"/api/v1/games/{{game_id}}/{resource}"]
    sent = path["put"]["requestBody"]
    assert sent["required"]
    for content in (
        sent,
        path["put"]["responses"]["200"],
        path["get"]["responses"]["200"],
    ):
        assert {"type": "null"} in content["content"]["application/json"]["schema"]["anyOf"]


@pytest.mark.uncounted
@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("", "GameSummary"),
        ("/state", "View"),
        ("/map", "GameMap"),
        ("/events", "EventPage"),
        ("/moves", "LegalMoves"),
    ],
)
def test_responses_have_the_fields_that_are_told(
    described: Json, turn: Turn, path: str, name: str
) -> None:
    schema = described["components"]["schemas"][name]
    sent = turn.active.get(turn.path + path).json()
    assert set(sent) <= set(schema["properties"])
    assert set(schema["required"]) <= set(sent)


def test_events_have_the_fields_that_are_told(described: Json, turn: Turn) -> None:
    schema = described["components"]["schemas"]["Event"]
    for event in turn.active.get(f"{turn.path}/events").json()["events"]:
        assert set(event) == set(schema["properties"]) == set(schema["required"])


@pytest.mark.parametrize(("rest", "name"), [("", "Contents"), ("/frames", "FramePage")])
def test_replays_have_the_fields_that_are_told(
    described: Json, turn: Turn, rest: str, name: str
) -> None:
    shapes = described["components"]["schemas"]
    sent = turn.active.get(f"replays/{turn.game.pk}{rest}").json()
    assert set(sent) == set(shapes[name]["properties"]) == set(shapes[name]["required"])
    for frame in sent.get("frames", []):
        assert set(frame) == set(shapes["Frame"]["required"])
    query = described["paths"][f"/api/v1/replays/{{game_id}}{rest}"]["get"]["parameters"]
    assert {"game_id"} < {parameter["name"] for parameter in query}


def test_page_loads_nothing_from_elsewhere(anonymous: Caller) -> None:
    page = Client().get("/api/docs")
    assert page.status_code == 200
    text = page.content.decode()
    assert "/static/drf_spectacular_sidecar/" in text
    assert "<style" not in text
    assert not re.search(r"<script(?! src=)", text)
    assert "unsafe" not in page.headers["Content-Security-Policy"]
    script = Client().get("/api/docs?script=")
    assert script.headers["Content-Type"].startswith("application/javascript")
    assert "SwaggerUIBundle" in script.content.decode()
    assert not re.search(r'(?:src|href)="https?://', text)
    for address in re.findall(r'(?:src|href)="(/static/[^"]+)"', text):
        answered = Client().get(address)
        assert answered.status_code == 200, address
        answered.close()


@pytest.mark.uncounted
@pytest.mark.long
def test_the_description_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def again(*args: object, **kwargs: object) -> None:
        pytest.fail("the description is worked out again")

    first = Client().get("/api/schema")
    monkeypatch.setattr(DescriptionView, "_get_schema_response", again)
    for query in ("", "?lang=pl", "?version=2"):
        answered = Client().get(f"/api/schema{query}", headers={"Accept-Language": "ja"})
        assert answered.content == first.content
        assert answered.headers["Content-Type"] == first.headers["Content-Type"]


@pytest.mark.uncounted
def test_a_file_of_json_is_an_object(described: Json) -> None:
    """The play for BG Stats; bytes of no form are what other files are."""
    content = described["paths"]["/api/v1/games/{game_id}/export"]["get"]["responses"]["200"][
        "content"
    ]
    assert content["application/json"]["schema"] == {"type": "object"}
    assert content["application/jsonl"]["schema"] == {"type": "string", "format": "binary"}
