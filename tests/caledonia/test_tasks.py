"""What all tasks have in common."""

import inspect
import re

import pytest

from caledonia.celery import app

pytestmark = pytest.mark.uncounted

RETIRED = {"web.tasks.send_password_reset"}
"""Tasks that do nothing, for messages of an earlier version."""


def test_tasks_take_ids_and_look_up_everything_else() -> None:
    """No address, text or state passes through a queue; a repeated task finds what is there now."""
    app.loader.import_default_modules()
    own = {name: task for name, task in app.tasks.items() if not name.startswith("celery.")}
    assert {"games.tasks.run_bots", "web.tasks.mail_turns_of"} <= set(own)
    for name in set(own) - RETIRED:
        taken = inspect.signature(own[name].run).parameters
        assert all(re.fullmatch(r"\w+_ids?|run|version", one) for one in taken), (
            f"{name} takes {[*taken]}"
        )
