"""Sentences of the pure rooms, put into words of a language where they are shown. Pure."""

from msgspec import Struct


class Sentence(Struct, frozen=True):
    """A translatable text (marked with ``gettext_noop``) and what is put into it by name."""

    text: str
    params: dict[str, int | str] = {}

    def __str__(self) -> str:
        return self.text % self.params if self.params else self.text
