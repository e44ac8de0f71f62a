"""The rules as they are read: Markdown turned into HTML, ids into links."""

import re
from collections.abc import MutableMapping, Sequence
from functools import cache
from typing import Final

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from msgspec import Struct

from games import rulebook
from games.rulebook import Chapter, Rule, Section

MOST: Final = 60
"""The most rules that a search shows."""
FIRST: Final = ("base-06-actions", "base-10-final-scoring")
IDS: Final = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-[0-9A-Z]+[a-z]?")


class Found(Struct, frozen=True):
    """What a search has found: how many rules, and the first of them."""

    words: str
    total: int
    rules: list[Rule]

    @property
    def more(self) -> bool:
        """Whether some are left out."""
        return self.total > len(self.rules)


def found(words: str) -> Found:
    """The rules that have all these words."""
    rules = rulebook.search(words)
    return Found(words, len(rules), rules[:MOST])


def books() -> list[tuple[str, list[Chapter]]]:
    """The chapters of each book."""
    return [
        (book, [chapter for chapter in rulebook.chapters() if chapter.book == book])
        for book in rulebook.BOOKS
    ]


def first() -> list[Chapter]:
    """The chapters to begin with."""
    return [one for one in map(rulebook.chapter, FIRST) if one is not None]


def section_of(rule: Rule) -> Section:
    """What stands under the heading of a rule, with the rule."""
    return next(section for section in chapter_of(rule).sections if rule in section.rules)


def chapter_of(rule: Rule) -> Chapter:
    """The chapter in which a rule stands."""
    return next(one for one in rulebook.chapters() if rule in one.rules)


def html(text: str) -> SafeString:
    """The text of a rule for a page; ids of other rules lead to them."""
    rendered: str = _markdown().renderInline(text)
    return mark_safe(rendered)  # noqa: S308 - what is no Markdown is escaped


def notes(text: str, label: str) -> SafeString:
    """A text between rules for a page: paragraphs, and tables that bear this label."""
    rendered: str = _markdown().render(text, {"label": label})
    return mark_safe(rendered)  # noqa: S308 - what is no Markdown is escaped


@cache
def _markdown() -> MarkdownIt:
    # This preset knows tables, and takes HTML for text.
    markdown = MarkdownIt("js-default")
    markdown.add_render_rule("text", _text)
    markdown.add_render_rule("code_inline", _code)
    markdown.add_render_rule("table_open", _table_open)
    markdown.add_render_rule("table_close", _table_close)
    return markdown


def _text(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: object, env: object
) -> str:
    return IDS.sub(_link, escape(tokens[index].content))


def _code(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: object, env: object
) -> str:
    return f"<code>{IDS.sub(_link, escape(tokens[index].content))}</code>"


def _table_open(
    renderer: RendererHTML,
    tokens: Sequence[Token],
    index: int,
    options: object,
    env: MutableMapping[str, str],
) -> str:
    # A table that is wider than a phone is scrolled by itself, also with the keyboard.
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{escape(env["label"])}"><table>'
    )


def _table_close(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: object, env: object
) -> str:
    return "</table></div>"


def _link(found_id: re.Match[str]) -> str:
    rule = rulebook.rules().get(found_id[0])
    if rule is None:
        return found_id[0]
    return f'<a href="{reverse("web:rule", args=[rule.id])}">{rule.id}</a>'
