"""Marking tests with the rule ids that they hold to account."""

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """The test fails when one of these rules is broken. Ids are those of ``docs/rules/``."""
    return pytest.mark.rule(*ids)
