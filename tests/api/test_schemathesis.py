"""Schemathesis on every operation: responses are as described, for every caller.

Requests come out of the description itself, valid ones and others, and the answers are held against
it. CALEDONIA_SCHEMATHESIS is the number of random requests per operation and caller. What has
thousands of values to go through is asked for each of them by ``make thorough`` only.
"""

import json
import os
import random
from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from pytest_django import DjangoDbBlocker
from rest_framework.settings import api_settings
from schemathesis import Case
from schemathesis.config import SchemathesisConfig

from tests.api.conftest import Caller, caller
from tests.api.world import World, world_of
from tests.marks import sample

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.uncounted]

EXAMPLES: Final = int(os.environ.get("CALEDONIA_SCHEMATHESIS", sample(whole="4", usual="2")))
LEFT_OUT: Final = {
    "replays_export": "a transfer of files",
    "games_export": "a transfer of files",
    "replays_import": "a transfer of files",
}
"""Operations that are not asked, and why."""
MANY_VALUES: Final = (
    *("games_moves_play", "games_create", "games_standing_order_put", "statistics"),
    *("tournaments_create", "tournaments_change", "tournaments_record_result", "tournaments_rule"),
)
"""Operations of which the description has more values than all others have together."""
AIMED: Final = 0.9
"""How many of the ids in paths are of something that is there."""
CHECKS: Final = {
    # 401, 403, 404, 409 and 422 depend on the game, not on the shape of what is sent.
    "positive_data_acceptance": {"enabled": False},
}
"""Changes to what is checked, and why."""

CONFIG: Final = {
    "seed": 7,
    "suppress-health-check": ["all"],
    "generation": {
        "max-examples": EXAMPLES,
        "deterministic": True,
        "database": "none",
        "with-security-parameters": False,
    },
    "checks": CHECKS,
    "operations": [
        {
            # OpenAPI 3.1 knows only the whole body of a stream, which is text; this check holds
            # each of its events against that. test_live.py looks at the events.
            "include-operation-id": ["games_stream", "me_stream", "tournaments_stream"],
            "checks": {"response_schema_conformance": {"enabled": False}},
        },
        *sample(
            whole=(),
            usual=(
                {
                    "include-operation-id": list(MANY_VALUES),
                    "phases": {"coverage": {"enabled": False}},
                },
            ),
        ),
    ],
}

PLAIN = {"Accept-Encoding": "identity"}
"""What answers are checked here is not unpacked first."""


def described() -> Any:
    """The description as it is served; operations are known before any test runs."""
    description = SchemaGenerator().get_schema(request=None, public=True)
    schema = schemathesis.openapi.from_dict(
        json.loads(OpenApiJsonRenderer().render(description)),
        config=SchemathesisConfig.from_dict(CONFIG),
    )
    schema.app = get_wsgi_application()
    return schema.exclude(operation_id=list(LEFT_OUT))


api = described()


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """The same for every operation, and gone afterwards; without throttles."""
    signals = (request_started, request_finished)
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock():
        rates = dict.fromkeys(api_settings.DEFAULT_THROTTLE_RATES)
        patch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", rates)
        for signal in signals:
            # Nor does a request close the connection of this test.
            signal.disconnect(close_old_connections)
        try:
            with transaction.atomic():
                people = map(caller, ("alice", "bob", "charlie"))
                yield world_of(Caller(None, "", Client()), *people)
                transaction.set_rollback(True)
        finally:
            for signal in signals:
                signal.connect(close_old_connections)


@pytest.mark.django_db
@api.parametrize()
def test_every_operation_is_as_it_is_described(case: Case, world: World) -> None:
    """All callers; changes of a request are rolled back."""
    chance = random.Random(repr((case.path_parameters, case.query, case.body)))  # noqa: S311
    aim(case, world, chance)
    for name in askers(case, world, chance):
        with transaction.atomic():
            try:
                case.call_and_validate(headers=world.callers[name].headers(PLAIN))
            finally:
                transaction.set_rollback(True)


def askers(case: Case, world: World, chance: random.Random) -> list[str]:
    """Everybody; but one of them where the description is gone through value by value.

    Those cases are many: two thousand for a move.
    """
    everybody = sorted(world.callers)
    by_value = case.meta is not None and case.meta.phase.name == "coverage"
    return [chance.choice(everybody)] if by_value else everybody


def aim(case: Case, world: World, chance: random.Random) -> None:
    """Let most of the ids in a path be those of something that is there."""
    for name, drawn in dict(case.path_parameters).items():
        if name in world.ids and fits(name, drawn) and chance.random() < AIMED:
            case.path_parameters[name] = chance.choice(world.ids[name])


def fits(name: str, value: object) -> bool:
    """Whether a value is one that the description allows; others are to be refused."""
    if name in {"token_id", "entrant", "table"}:
        return isinstance(value, int)
    if name in {"pack_hash", "rule_id", "name"}:
        return isinstance(value, str)
    try:
        UUID(str(value))
    except ValueError:
        return False
    return True
