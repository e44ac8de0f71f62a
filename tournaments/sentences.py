"""Sentences of the pure rooms, put into words of a language where they are shown. Pure."""

from msgspec import Struct


class Sentence(Struct, frozen=True):
    """A translatable text (marked with ``gettext_noop``) and what is put into it by name.

    A name that begins with ``entrant`` holds the number of one, for whom the page puts the name,
    one that begins with ``person`` that of a person; a name that begins with ``term`` holds a
    translatable text.
    """

    text: str
    params: dict[str, int | str] = {}

    def __str__(self) -> str:
        return self.text % self.params if self.params else self.text
