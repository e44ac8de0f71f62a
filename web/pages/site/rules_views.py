"""The rules by id, and how to play on these pages."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games import rulebook
from web.pages.common.viewer import part_wanted
from web.pages.site import manual, rules

LONGEST: Final = 100
"""Characters of a search that count."""


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    """All chapters; with ``q`` the rules that have its words, with ``chapter`` the rules of one."""
    words = request.GET.get("q", "").replace("\0", "")[:LONGEST].strip()
    name = request.GET.get("chapter", "")
    chapter = rulebook.chapter(name)
    if name and chapter is None:
        raise Http404
    shown = {
        "words": words,
        "found": rules.found(words) if words else None,
        "chapter": chapter,
        "books": rules.books(),
        "first": rules.first(),
    }
    page = "web/parts/rules.html" if part_wanted(request) else "web/rules.html"
    return render(request, page, shown)


@require_safe
def rule(request: HttpRequest, rule_id: str) -> HttpResponse:
    """One rule, what stands before and after it, and the others under its heading."""
    found = rulebook.find(rule_id)
    if found is None:
        raise Http404
    if found.id != rule_id:
        return redirect("web:rule", found.id)
    before, after = rulebook.neighbours(found)
    shown = {
        "rule": found,
        "before": before,
        "after": after,
        "chapter": rules.chapter_of(found),
        "section": rules.section_of(found),
    }
    return render(request, "web/rule.html", shown)


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """How a turn goes, the signs, the keys."""
    shown = {
        "players": manual.players(),
        "terrain": manual.TERRAIN,
        "symbols": manual.symbols(),
        "table_keys": manual.TABLE_KEYS,
        "replay_keys": manual.REPLAY_KEYS,
    }
    return render(request, "web/help.html", shown)


@require_safe
def organisers(request: HttpRequest) -> HttpResponse:
    """How to run a tournament, from the first click to the files."""
    return render(request, "web/organisers.html")
