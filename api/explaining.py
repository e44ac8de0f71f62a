"""Errors of decoders, as sentences for people who know JSON and no Python."""

import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import inspect

from games.engine.terms import HEX_FORM

KEY: Final = re.compile(r"`\$\.?(.*)`$")
STEP: Final = re.compile(r"([^.\[\]]+)|\[[^\]]*\]")
WORDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
"""The decoder's names of the kinds of values, and ours."""

PHRASES: Final = (
    ("Invalid enum value", "Invalid value"),
    ("Object contains unknown field", "there is no field"),
    ("Object missing required field", "give the field"),
)
PATTERN: Final = re.compile(r" matching regex '(.*)'|(?<=`str`) of length <= 2$")
HEX: Final = ": a hex is a letter A to M and a number 1 to 9, such as F5"
FORMS: Final = {HEX_FORM: HEX}
"""Explanations of patterns, where there is more to say than where to look."""
KINDS: Final = re.compile(r"(?<=Expected )`([^`]+)`|(?<=got )`([^`]+)`")


def explain(error: msgspec.ValidationError, shape: Any) -> str:
    """The decoder's finding as a sentence that names the field first.

    ``shape`` is what was expected; the sentence lists the words that would do.
    """
    finding, _, path = str(error).partition(" - at ")
    found = KEY.match(path)
    where = found[1] if found else ""
    for phrase, ours in PHRASES:
        finding = finding.replace(phrase, ours)
    if finding.startswith("Invalid value"):
        finding += instead(sorted(set(allowed(inspect.type_info(shape), where)), key=str))
    elif finding.startswith("Expected"):
        finding = PATTERN.sub(described, finding)
        finding = KINDS.sub(lambda kind: in_words(kind[1] or kind[2]), finding)
    return f"{where}: {finding}." if where else f"{finding}."


def described(pattern: re.Match[str]) -> str:
    """The text instead of a pattern, or of a hex that is too long: nothing else is so short."""
    if pattern[1] is None:
        return HEX
    return FORMS.get(pattern[1], " of another form, which /api/docs shows")


def in_words(kinds: str) -> str:
    """The decoder's names of kinds of values in our words."""
    return " or ".join(WORDS.get(kind, kind) for kind in kinds.split(" | "))


def instead(values: list[object]) -> str:
    """The values that would do, as the end of a sentence."""
    if not values:
        return ""
    return f": use {'one of ' if len(values) > 1 else ''}{', '.join(map(str, values))}"


def allowed(shape: inspect.Type, path: str) -> Iterator[object]:
    """The words that the part of a shape under a path may have, if it is a list of words."""
    parts = [shape]
    for step in STEP.finditer(path):
        parts = [inner for part in parts for inner in inside(part, step[1])]
    for part in parts:
        for choice in choices(part):
            if isinstance(choice, inspect.LiteralType):
                yield from choice.values


def inside(shape: inspect.Type, name: str | None) -> Iterator[inspect.Type]:
    """What lies under a field of an object, or in a list when ``name`` is None."""
    for choice in choices(shape):
        if isinstance(choice, inspect.StructType) and name is not None:
            if name == choice.tag_field:
                yield inspect.LiteralType((choice.tag,))
            yield from (field.type for field in choice.fields if field.encode_name == name)
        elif isinstance(choice, inspect.ListType) and name is None:
            yield choice.item_type


def choices(shape: inspect.Type) -> Iterator[inspect.Type]:
    """The members of a union, what is behind notes, or the shape itself."""
    if isinstance(shape, inspect.UnionType):
        for part in shape.types:
            yield from choices(part)
    elif isinstance(shape, inspect.Metadata):
        yield from choices(shape.type)
    else:
        yield shape


def shown(text: str) -> str:
    """Foreign text as it may stand in a sentence: short and quoted."""
    return repr(text if len(text) <= 40 else text[:40] + "…")
