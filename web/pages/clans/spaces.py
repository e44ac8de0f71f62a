"""Choices of spaces in production: their words, and the field of a standing order."""

from collections.abc import Sequence
from typing import Any

from django import forms

from games.engine.geometry.board import HEXES
from games.engine.rules.answers import FieldChoice
from games.engine.terms import Hex


class Everywhere(forms.BooleanField):
    """All spaces of the map, or none."""

    def prepare_value(self, value: Any) -> bool:
        return bool(value)

    def clean(self, value: Any) -> Sequence[Hex]:
        return HEXES if super().clean(value) else ()


def spaces_of(chosen: FieldChoice) -> list[str]:
    """The names of the spaces that are chosen."""
    return [str(hex_) for hex_ in chosen] if isinstance(chosen, tuple) else []


def is_everywhere(chosen: FieldChoice) -> bool:
    """Whether a standing order names all spaces of the map."""
    return len(spaces_of(chosen)) == len(HEXES)
