"""The text of the rules by id, as it stands in ``docs/rules/``."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

Book = Literal["base", "industria"]

FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "rules"
BOOKS: Final[tuple[Book, ...]] = ("base", "industria")
ITEM: Final = re.compile(r"- \*\*([A-Z0-9a-z-]+)\*\* (.+)")
LINK: Final = re.compile(r"\[([^]]+)\]\([^)]+\)")


class Rule(Struct, frozen=True):
    """One rule: its id, which never changes, and its text with the marks of Markdown."""

    id: str
    text: str
    book: Book
    chapter: str
    section: str


class Block(Struct, frozen=True):
    """Rules that follow each other, after a text in Markdown, which may have tables, or none."""

    text: str
    rules: list[Rule]


class Section(Struct, frozen=True):
    """What stands under one heading of a chapter; the first one of a chapter may have no title."""

    title: str
    blocks: list[Block]

    @property
    def rules(self) -> list[Rule]:
        """Its rules, in their order."""
        return [rule for block in self.blocks for rule in block.rules]


class Chapter(Struct, frozen=True):
    """A chapter of a book; ``name`` is the one in addresses, such as ``base-06-actions``."""

    name: str
    book: Book
    title: str
    sections: list[Section]

    @property
    def rules(self) -> list[Rule]:
        """All rules of the chapter, in their order."""
        return [rule for section in self.sections for rule in section.rules]


@cache
def chapters() -> tuple[Chapter, ...]:
    """All chapters, those of the base game first."""
    return tuple(
        _chapter(book, path) for book in BOOKS for path in sorted((FOLDER / book).glob("*.md"))
    )


def chapter(name: str) -> Chapter | None:
    """The chapter with this name."""
    return next((one for one in chapters() if one.name == name), None)


@cache
def rules() -> Mapping[str, Rule]:
    """Every rule by its id, in the order of the books."""
    return {rule.id: rule for one in chapters() for rule in one.rules}


def find(rule_id: str) -> Rule | None:
    """The rule with this id, in capitals or not."""
    return rules().get(rule_id) or _by_folded_id().get(rule_id.casefold())


def neighbours(rule: Rule) -> tuple[Rule | None, Rule | None]:
    """The rules before and after this one in its book."""
    book = [one for one in rules().values() if one.book == rule.book]
    at = book.index(rule)
    return (book[at - 1] if at else None, book[at + 1] if at + 1 < len(book) else None)


def search(words: str) -> list[Rule]:
    """The rules in whose id, headings or text words begin with all of these.

    First come those whose id begins so, then those whose headings have them all.
    """
    wanted = [re.compile(rf"(?<!\w){re.escape(word)}") for word in words.casefold().split()]
    if not wanted:
        return []
    found = [rule for rule in rules().values() if _has(f"{_headed(rule)} {rule.text}", wanted)]
    return sorted(
        found,
        key=lambda rule: (not wanted[0].match(rule.id.casefold()), not _has(_headed(rule), wanted)),
    )


@cache
def _by_folded_id() -> Mapping[str, Rule]:
    return {rule_id.casefold(): rule for rule_id, rule in rules().items()}


def _has(text: str, wanted: Sequence[re.Pattern[str]]) -> bool:
    folded = text.casefold()
    return all(word.search(folded) for word in wanted)


def _headed(rule: Rule) -> str:
    return f"{rule.id} {rule.chapter} {rule.section}"


def _chapter(book: Book, path: Path) -> Chapter:
    parts = re.split(r"^##? ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    titles = [_title(part.partition("\n")[0]) for part in parts]
    chapter = titles[0]
    sections = [
        Section(title, _blocks(part.partition("\n")[2], book=book, chapter=chapter, section=title))
        for title, part in zip(["", *titles[1:]], parts, strict=True)
    ]
    found = [section for section in sections if section.blocks]
    return Chapter(f"{book}-{path.stem}", book, chapter, found)


def _blocks(text: str, *, book: Book, chapter: str, section: str) -> list[Block]:
    """The rules of a section, cut wherever a text stands between them."""
    blocks: list[Block] = []
    lines: list[str] = []
    for line in text.splitlines():
        item = ITEM.fullmatch(line)
        if item is None:
            lines.append(LINK.sub(r"\1", line))
            continue
        if any(lines) or not blocks:
            blocks.append(Block("\n".join(lines).strip(), []))
        lines.clear()
        words = LINK.sub(r"\1", item[2])
        blocks[-1].rules.append(Rule(item[1], words, book, chapter, section))
    if any(lines):
        blocks.append(Block("\n".join(lines).strip(), []))
    return blocks


def _title(line: str) -> str:
    """A heading without its marks, and without the number that says where it stands."""
    title = re.sub(r"^(?:Industria )?(?:[0-9]+:? )?", "", line).strip()
    return title[:1].upper() + title[1:]
